//! Questions by a generator: prompts in, what it writes out. Not for running it, and not for judging what it writes.

use crate::questions::casing::cased;
use crate::questions::writer::{Subject, Writer};
use crate::{Error, Frequencies, Result, focus};
use pincite_models::{Decoding, Generated, Generator, Search};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Grows whenever the same passage and prompt would be put to the generator in another way.
const VERSION: u32 = 1;

/// Has a generator write questions about the passages of one document.
pub struct GeneratorWriter {
    generator: Arc<Generator>,
    prompt: Prompt,
    decoding: Decoding,
    frequencies: Frequencies,
}

/// A prompt, filled, for the passage in this place.
struct Filled {
    passage: usize,
    text: String,
}

impl GeneratorWriter {
    /// Writes with this prompt; without one with what the generator itself wants to be given, or else with that of the
    /// paper. `decoding` says how; how many texts it returns is for the number of questions to say. The frequencies are
    /// those of the document the passages are of.
    ///
    /// # Errors
    /// [`crate::Error::Template`] if the generator brings a prompt that shows it nothing.
    pub fn new(
        generator: Arc<Generator>,
        prompt: Option<Prompt>,
        decoding: Decoding,
        frequencies: Frequencies,
    ) -> Result<Self> {
        let own = || generator.prompt().map(Prompt::new).transpose();
        let prompt = match prompt {
            Some(prompt) => prompt,
            None => own()?.unwrap_or_default(),
        };
        Ok(Self { generator, prompt, decoding, frequencies })
    }

    /// The prompts for a passage, and how many questions each is to give: one for the passage, or one for each of several
    /// sentences.
    fn prompts(&self, subject: &Subject<'_>, count: usize) -> (usize, Vec<String>) {
        let fill = |sentence: &str| self.prompt.fill(subject.text, sentence, subject.heading);
        if !self.prompt.is_about_sentences() {
            return (count, vec![fill("")]);
        }
        let sentences = focus(subject.text, count, &self.frequencies, self.decoding.seed);
        let each = count.div_ceil(sentences.len().max(1));
        (each, sentences.into_iter().map(|range| fill(&subject.text[range])).collect())
    }

    /// As it is to be decoded for so many texts. A greedy search knows one text only.
    fn decoding(&self, returned: usize) -> Decoding {
        let (search, returned) = match self.decoding.search {
            Search::Greedy => (Search::Greedy, 1),
            Search::Beam { beams, length_penalty, early_stopping } => {
                (Search::Beam { beams: beams.max(returned), length_penalty, early_stopping }, returned)
            }
            sample @ Search::Sample { .. } => (sample, returned),
        };
        Decoding { search, returned, ..self.decoding.clone() }
    }
}

impl Writer for GeneratorWriter {
    fn name(&self) -> &str {
        self.generator.name()
    }

    fn recipe(&self) -> String {
        let decoding = Decoding { returned: 1, ..self.decoding.clone() };
        let fingerprint = self.generator.fingerprint();
        format!("generator {VERSION}, {fingerprint}, prompt {:?}, {decoding:?}", self.prompt.template())
    }

    fn write(
        &mut self,
        passages: &[Subject<'_>],
        count: usize,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<String>>> {
        let rounds = self.rounds(passages, count);
        let prompts: usize = rounds.values().map(Vec::len).sum();
        let mut found = vec![Vec::new(); passages.len()];
        let mut done = 0;
        for (returned, round) in rounds {
            let texts: Vec<&str> = round.iter().map(|filled| filled.text.as_str()).collect();
            // Prompts are done by length, not by passage: so many passages are done as is their share of the prompts.
            let share = |more: usize| (done + more) * passages.len() / prompts;
            let generated =
                self.generator.generate(&texts, &self.decoding(returned), &mut |more| on_progress(share(more)))?;
            round.iter().zip(generated).for_each(|(filled, texts)| found[filled.passage].push(texts));
            done += round.len();
        }
        let questions = found.into_iter().map(|prompts| in_turn(prompts, count));
        Ok(questions.zip(passages).map(|(questions, subject)| self.cased(questions, subject)).collect())
    }
}

impl GeneratorWriter {
    /// Questions as people write them: a generator that knows no capitals is given those of the passage.
    fn cased(&self, questions: Vec<String>, subject: &Subject<'_>) -> Vec<String> {
        if !self.generator.is_uncased() {
            return questions;
        }
        questions.into_iter().map(|question| cased(&question, subject.text)).collect()
    }

    /// Prompts by the number of texts that each is to give.
    fn rounds(&self, passages: &[Subject<'_>], count: usize) -> BTreeMap<usize, Vec<Filled>> {
        let mut rounds: BTreeMap<usize, Vec<Filled>> = BTreeMap::new();
        for (passage, subject) in passages.iter().enumerate().filter(|_| count > 0) {
            let (each, texts) = self.prompts(subject, count);
            let filled = texts.into_iter().map(|text| Filled { passage, text });
            rounds.entry(each).or_default().extend(filled);
        }
        rounds
    }
}

/// The best text of each prompt, then the second best of each, and so on.
fn in_turn(prompts: Vec<Vec<Generated>>, count: usize) -> Vec<String> {
    let mut placed: Vec<(usize, String)> =
        prompts.into_iter().flat_map(|texts| texts.into_iter().map(|one| one.text).enumerate()).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, text)| text).take(count).collect()
}

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
        let mut filled = String::new();
        let mut rest = self.template.as_str();
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
