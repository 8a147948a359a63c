//! What a generator is asked to do: a template with places for the text. Not for running the generator.

use crate::{Error, Result};

/// The template of the paper (DL-DPR).
const DEFAULT: &str = "Generate a question which can be answered using given context: {passage}";

/// A template in which `{passage}`, `{sentence}` (the sentence that the question shall be about) and `{heading}` are
/// replaced; all else stands as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    template: String,
}

/// The places, and which of them shows what the question is about.
const PASSAGE: &str = "{passage}";
const SENTENCE: &str = "{sentence}";
const HEADING: &str = "{heading}";

impl Prompt {
    /// Takes a template.
    ///
    /// # Errors
    /// [`Error::Template`] if it has neither `{passage}` nor `{sentence}`.
    pub fn new(template: impl Into<String>) -> Result<Self> {
        let template = template.into();
        let shows = template.contains(PASSAGE) || template.contains(SENTENCE);
        if shows { Ok(Self { template }) } else { Err(Error::Template { template }) }
    }

    /// The template as it was given.
    pub fn template(&self) -> &str {
        &self.template
    }

    /// Whether it is to be filled once for each of several sentences; otherwise once for a passage.
    pub(crate) fn is_about_sentences(&self) -> bool {
        self.template.contains(SENTENCE)
    }

    /// The template with its places filled; braces in what it is filled with mean nothing.
    pub fn fill(&self, passage: &str, sentence: &str, heading: Option<&str>) -> String {
        let places = [(PASSAGE, passage), (SENTENCE, sentence), (HEADING, heading.unwrap_or_default())];
        let (mut filled, mut rest) = (String::new(), self.template.as_str());
        while let Some(at) = rest.find('{') {
            filled.push_str(&rest[..at]);
            rest = &rest[at..];
            let found = places.iter().find(|(place, _)| rest.starts_with(place));
            let (place, text) = found.copied().unwrap_or(("{", "{"));
            filled.push_str(text);
            rest = &rest[place.len()..];
        }
        filled + rest
    }
}

impl Default for Prompt {
    fn default() -> Self {
        Self { template: DEFAULT.to_owned() }
    }
}

impl From<Prompt> for String {
    fn from(prompt: Prompt) -> Self {
        prompt.template
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn places_are_filled_once() {
        let prompt = Prompt::new("{heading}: {sentence} ({x} {passage}) {passage").unwrap();
        assert!(prompt.is_about_sentences());
        let filled = prompt.fill("P {sentence}", "S", Some("H"));
        assert_eq!(filled, "H: S ({x} P {sentence}) {passage", "what a document says is no place");
        let plain = Prompt::default().fill("The rent.", "", None);
        assert_eq!(
            plain, "Generate a question which can be answered using given context: The rent.",
            "as in the paper"
        );
    }

    #[test]
    fn a_prompt_that_shows_nothing_is_refused() {
        let error = Prompt::new("Ask about {heading}!").unwrap_err();
        assert_eq!(error.code(), "adapt.template");
        assert!(error.to_string().contains("{passage} nor {sentence}"), "the remedy is named: {error}");
    }

    proptest! {
        #[test]
        fn all_text_arrives(template in "[a-z{} ]{0,20}", passage in "\\PC{0,40}") {
            let prompt = Prompt::new(format!("{template}{{passage}}{template}")).unwrap();
            let filled = prompt.fill(&passage, "", None);
            prop_assert!(filled.contains(&passage), "the passage is there as it is");
        }
    }
}
