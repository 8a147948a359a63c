//! Groups for the training of a cross-encoder: a question with candidates, drawn from its positives and negatives. Not for
//! training on them.

use crate::Error;
use pincite_models::Group;
use pincite_search::read_together;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Share of the answered questions whose answer is left out.
const WITHOUT_ANSWER: f64 = 0.12;
/// Share of the groups without headings.
const WITHOUT_HEADINGS: f64 = 0.15;
/// Negatives that are mostly drawn.
const NEAREST: usize = 10;

/// A line of the training data, as `models/reranker/data.py` writes it.
#[derive(Debug, Deserialize)]
pub(crate) struct Row {
    question: String,
    positives: Vec<Passage>,
    /// The nearest first.
    negatives: Vec<Passage>,
}

#[derive(Debug, Deserialize)]
struct Passage {
    headings: String,
    text: String,
}

/// A group that was drawn. The answer comes first, if there is one.
#[derive(Debug)]
pub(crate) struct Drawn<'r> {
    question: &'r str,
    candidates: Vec<String>,
    answered: bool,
}

/// Reads the lines of a file.
pub(crate) fn read(file: &Path) -> Result<Vec<Row>, Error> {
    let lines = BufReader::new(File::open(file)?).lines().enumerate();
    let row = |(at, line): (usize, std::io::Result<String>)| {
        serde_json::from_str(&line?).map_err(|error| format!("{}, line {}: {error}", file.display(), at + 1).into())
    };
    lines.map(row).collect()
}

impl Row {
    /// Draws so many candidates: a positive (or none) and negatives, most of which are near. Nothing without a negative.
    pub(crate) fn draw(&self, size: usize, random: &mut Pcg64) -> Option<Drawn<'_>> {
        let answer = self.positives.choose(random).filter(|_| random.random::<f64>() >= WITHOUT_ANSWER);
        let (nearest, further) = self.negatives.split_at(self.negatives.len().min(NEAREST));
        let wanted = size - usize::from(answer.is_some());
        let of_further = usize::from(!further.is_empty()).min(wanted);
        let negatives: Vec<&Passage> =
            nearest.sample(random, wanted - of_further).chain(further.sample(random, of_further)).collect();
        let headings = random.random::<f64>() >= WITHOUT_HEADINGS;
        let candidates = answer.into_iter().chain(negatives.iter().copied());
        let candidates = candidates.map(|passage| passage.read(headings)).collect();
        let (question, answered) = (self.question.as_str(), answer.is_some());
        (!negatives.is_empty()).then_some(Drawn { question, candidates, answered })
    }
}

impl Passage {
    /// What the cross-encoder reads.
    fn read(&self, headings: bool) -> String {
        let headings = Some(self.headings.clone()).filter(|all| headings && !all.is_empty()).into_iter().collect();
        read_together(&pincite_passage::Passage { headings, text: self.text.clone(), ..Default::default() })
    }
}

impl Drawn<'_> {
    /// As the training step takes it.
    pub(crate) fn group(&self) -> Group<'_> {
        let passages = self.candidates.iter().map(String::as_str).collect();
        Group { question: self.question, passages, answer: self.answered.then_some(0) }
    }

    /// Bytes of its candidates.
    pub(crate) fn length(&self) -> usize {
        self.candidates.iter().map(String::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn row(positives: usize, negatives: usize) -> Row {
        let passages = |name: &str, count: usize| {
            let passage = |at| Passage { headings: "Rent".to_owned(), text: format!("{name}{at}") };
            (0..count).map(passage).collect()
        };
        Row {
            question: "When?".to_owned(),
            positives: passages("yes", positives),
            negatives: passages("no", negatives),
        }
    }

    #[test]
    fn groups_have_their_size_and_sometimes_no_answer() {
        let (row, mut random) = (row(2, 30), Pcg64::seed_from_u64(1));
        let drawn: Vec<Drawn<'_>> = (0..1000).filter_map(|_| row.draw(4, &mut random)).collect();
        assert!(drawn.iter().all(|one| one.candidates.len() == 4), "four candidates each");
        let has_answer = |one: &Drawn<'_>| one.candidates.iter().any(|text| text.contains("yes"));
        assert!(drawn.iter().all(|one| has_answer(one) == one.answered), "an answer is never called a negative");
        let unanswered = drawn.iter().filter(|one| !one.answered).count();
        assert!((80..160).contains(&unanswered), "about an eighth: {unanswered}");
        let bare = drawn.iter().filter(|one| !one.candidates[0].starts_with("Rent · ")).count();
        assert!((100..200).contains(&bare), "about a seventh without headings: {bare}");
    }

    #[test]
    fn few_negatives_make_a_small_group_and_none_make_none() {
        let mut random = Pcg64::seed_from_u64(1);
        let (alone, small) = (row(1, 0), row(0, 2));
        assert!(alone.draw(4, &mut random).is_none(), "there is nothing to choose from");
        let group = small.draw(4, &mut random).expect("two negatives are enough");
        assert_eq!((group.group().passages.len(), group.group().answer), (2, None));
    }
}
