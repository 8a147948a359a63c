//! A question is prepared once, whatever it is asked of: analysed, and encoded. Then it ranks the passages of any scope.

use super::mode::{Mode, RankedPassage};
use super::rank::{ScopeScores, rank};
use super::weights::Weights;
use crate::index::{DocumentIndex, normalise};
use crate::rows::{BestRow, asks_for_rows, best_rows};
use crate::text::Query;
use pincite_item::Asked;
use pincite_language::Language;
use pincite_library::StoredTable;
use pincite_models::{Encode, Error, Side};
use pincite_value::{AnswerKind, ValueKind, asked_kind, asked_kind_in};
use std::ops::ControlFlow;

/// Weight of the mean vector of known answers, beside that of the question.
const KNOWN: f32 = 1.0;

/// A question as all scopes are asked it.
#[derive(Clone, Debug, Default)]
pub struct PreparedQuestion {
    /// Its text.
    pub text: String,
    /// The text, analysed.
    pub query: Query,
    /// Which scores are used.
    pub mode: Mode,
    /// The kind of value that its answers give, if they give one.
    pub kind: Option<ValueKind>,
    /// Whether a person said which kind that is.
    pub is_given: bool,
    /// The line items, statements and years that it asks for.
    pub figures: Asked,
    /// Answers of other documents. Its vector moves towards theirs.
    pub answers: Vec<String>,
    /// Its vector by an encoder. Without it the hybrid mode ranks by words only.
    pub vector: Option<Vec<f32>>,
}

impl PreparedQuestion {
    /// Analyses a question in English. Phrases in double quotes must occur.
    pub fn new(text: &str, mode: Mode) -> Self {
        let kind = asked_kind(text);
        Self { text: text.to_owned(), query: Query::new(text), mode, kind, figures: Asked::of(text), ..Self::default() }
    }

    /// Analyses a question and ignores quotation marks, as benchmarks need it.
    pub fn without_phrases(text: &str, mode: Mode) -> Self {
        let prepared = Self::new(text, mode);
        Self { query: prepared.query.without_phrases(), ..prepared }
    }

    /// The same question, analysed in the languages of what it is asked of.
    #[must_use]
    pub fn in_languages(self, languages: &[Language]) -> Self {
        let query = Query::in_languages(&self.text, languages);
        let query = if self.query.phrases.is_empty() { query.without_phrases() } else { query };
        // A kind that was given, or found by English words, stays.
        let kind = self.kind.or_else(|| asked_kind_in(&self.text, languages).filter(|_| !self.is_given));
        Self { query, kind, ..self }
    }

    /// The same question, whose answers give this, whatever its words ask for.
    #[must_use]
    pub fn giving(self, kind: Option<AnswerKind>) -> Self {
        match kind {
            None => self,
            Some(AnswerKind::Sentence) => Self { kind: None, is_given: true, ..self },
            Some(AnswerKind::Value(kind)) => Self { kind: Some(kind), ..self },
        }
    }

    /// The same question, of which these answers of other documents are known.
    #[must_use]
    pub fn like(self, answers: &[String]) -> Self {
        Self { answers: answers.to_vec(), ..self }
    }

    /// Whether its mode compares vectors and it has words to encode.
    pub fn needs_encoder(&self) -> bool {
        self.mode != Mode::Lexical && !self.query.terms.is_empty()
    }

    /// Encodes those questions that need it, in one batch.
    ///
    /// # Errors
    /// [`Error::Session`] when the runtime fails.
    pub fn encode_all(questions: &mut [Self], encoder: &dyn Encode) -> Result<(), Error> {
        let mut asked: Vec<&mut Self> = questions.iter_mut().filter(|question| question.needs_encoder()).collect();
        let texts: Vec<&str> = asked.iter().map(|question| question.text.as_str()).collect();
        if texts.is_empty() {
            return Ok(());
        }
        let vectors = encoder.embed(&texts, Side::Question, &mut |_| ControlFlow::Continue(()))?;
        for (question, vector) in asked.iter_mut().zip(vectors.iter()) {
            let known: Vec<&str> = question.answers.iter().map(String::as_str).collect();
            question.vector = Some(match known.is_empty() {
                true => vector.to_vec(),
                false => {
                    let answers = encoder.embed(&known, Side::Passage, &mut |_| ControlFlow::Continue(()))?;
                    moved(vector, &answers.iter().collect::<Vec<_>>())
                }
            });
        }
        Ok(())
    }

    /// The same question in another mode, to compare modes.
    #[must_use]
    pub fn in_mode(&self, mode: Mode) -> Self {
        Self { mode, ..self.clone() }
    }

    /// The scores of all passages of a scope, which can be ranked with several weights of the dense score.
    pub fn scores<'s>(&self, scope: &'s [&'s DocumentIndex], weights: &Weights) -> ScopeScores<'s> {
        ScopeScores::new(scope, &self.query, self.vector.as_deref(), self.mode, weights)
    }

    /// The best row of each passage of a document with these tables. Only the hybrid mode looks for rows.
    pub fn rows(&self, tables: &[StoredTable]) -> Vec<BestRow> {
        if self.asks_for_rows() { best_rows(&self.figures, tables) } else { Vec::new() }
    }

    /// Whether rows of tables can answer.
    pub(crate) fn asks_for_rows(&self) -> bool {
        self.mode == Mode::Hybrid && asks_for_rows(&self.figures)
    }

    /// The first stage: the first `limit` passages of a scope, best first.
    pub fn first_stage(&self, scope: &[&DocumentIndex], weights: &Weights, limit: usize) -> Vec<RankedPassage> {
        rank(scope, &self.query, self.vector.as_deref(), self.mode, weights, limit)
    }
}

/// The vector of a question, moved towards those of known answers (Rocchio 1971, without passages that do not answer; experiment
/// 051). All have length one.
fn moved(question: &[f32], answers: &[&[f32]]) -> Vec<f32> {
    let mut moved = question.to_vec();
    for answer in answers {
        moved.iter_mut().zip(*answer).for_each(|(sum, number)| *sum += KNOWN * number / answers.len() as f32);
    }
    normalise(&mut moved);
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_moves_towards_its_known_answers() {
        let there = moved(&[1.0, 0.0, 0.0], &[&[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]]);
        let length: f32 = there.iter().map(|number| number * number).sum();
        assert!((length - 1.0).abs() < 1e-6);
        assert!(there[1] > 0.3 && there[0] > there[1], "{there:?}");
        assert_eq!(there[1], there[2]);
    }

    #[test]
    fn who_makes_a_list_decides_what_answers_give() {
        let question = || PreparedQuestion::new("When are invoices due?", Mode::Hybrid);
        assert_eq!(question().kind, Some(ValueKind::Date));
        assert_eq!(question().giving(Some(AnswerKind::Value(ValueKind::Duration))).kind, Some(ValueKind::Duration));
        assert_eq!(question().giving(Some(AnswerKind::Sentence)).kind, None);
        assert_eq!(question().giving(None).kind, Some(ValueKind::Date));
    }
}
