//! Why no question is generated about a passage. Not for finding out.

use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};
use ts_rs::TS;

/// Why a passage is not asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Skip {
    /// Headings alone.
    Heading,
    /// A table of contents.
    Contents,
    /// Where a contract is signed.
    Signature,
    /// Lines that stand on pages whatever they are about.
    Boilerplate,
    /// Numbers and marks that nothing names.
    Numbers,
    /// Too few words.
    Short,
}

impl Skip {
    /// All reasons.
    pub const ALL: [Self; 6] =
        [Self::Heading, Self::Contents, Self::Signature, Self::Boilerplate, Self::Numbers, Self::Short];

    /// Stable code to store and to branch on; the same as in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::Heading => "heading",
            Self::Contents => "contents",
            Self::Signature => "signature",
            Self::Boilerplate => "boilerplate",
            Self::Numbers => "numbers",
            Self::Short => "short",
        }
    }
}

impl Display for Skip {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Heading => "It is a heading and nothing else.",
            Self::Contents => "It is a table of contents.",
            Self::Signature => "It is the place where a contract is signed.",
            Self::Boilerplate => "It holds only lines that stand on pages whatever they are about.",
            Self::Numbers => "It holds numbers and marks that nothing names.",
            Self::Short => "It has too few words.",
        })
    }
}
