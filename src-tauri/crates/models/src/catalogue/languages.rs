//! The languages that a model knows. Not for those of documents (the crate `language`).

use super::Catalogue;
use pincite_language::Language;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The languages that a model knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Languages {
    /// English alone.
    English,
    /// A hundred or so.
    Many,
}

/// Those of the models in the built-in catalogue, by name.
static LANGUAGES: LazyLock<HashMap<String, Languages>> = LazyLock::new(|| {
    let catalogue = Catalogue::builtin();
    let entries = catalogue.iter().flat_map(Catalogue::entries);
    entries.filter_map(|entry| Some((entry.name.clone(), entry.languages?))).collect()
});

impl Languages {
    /// Those of a model. What the catalogue does not list knows all: a person chose it.
    pub fn of_model(name: &str) -> Self {
        LANGUAGES.get(name).copied().unwrap_or(Self::Many)
    }

    /// Whether a language is among them.
    pub fn include(self, language: Language) -> bool {
        self == Self::Many || language.is_english()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_nobody_listed_knows_all_languages() {
        assert!(!Languages::of_model("all-MiniLM-L6-v2").include(Language::German));
        assert!(Languages::of_model("all-MiniLM-L6-v2").include(Language::Undetermined), "it is read as English");
        assert!(Languages::of_model("multilingual-e5-small").include(Language::German));
        assert!(Languages::of_model("brought along").include(Language::German), "a person chose it");
    }
}
