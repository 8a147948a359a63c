//! Why no question is generated about a passage. Not for finding out.

use serde::{Deserialize, Serialize};
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
