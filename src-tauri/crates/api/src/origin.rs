//! Where a question comes from. Not for judging it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Who or what a question is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Origin {
    /// A question generator.
    Generator,
    /// A file that the user supplied.
    Import,
    /// The user.
    Person,
}

impl Origin {
    /// Stable code to store and to branch on; the same as in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::Generator => "generator",
            Self::Import => "import",
            Self::Person => "person",
        }
    }

    /// Whether people stand behind it: their questions are taken as they are.
    pub fn is_people(self) -> bool {
        matches!(self, Self::Import | Self::Person)
    }
}

#[cfg(test)]
mod tests {
    use super::Origin;

    #[test]
    fn codes_are_those_of_json() {
        for origin in [Origin::Generator, Origin::Import, Origin::Person] {
            let json = serde_json::to_value(origin).unwrap();
            assert_eq!(json, origin.code(), "what is stored by code is read as JSON and the other way round");
        }
    }
}
