//! Questions from the rows of tables: what was such a thing in such a year? Not for passages of prose: another writer
//! does those.

use crate::questions::row::{Table, table};
use crate::seed::random_for;
use crate::{Error, Result, Subject, Writer};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Grows whenever the same table would get other questions.
const VERSION: u32 = 2;

/// How often one question may be tried for, before it is given up because all that comes is known.
const TRIES: usize = 8;

/// Asks about the rows of tables, and lets another writer ask about all other passages. A generator that sees little but
/// numbers writes nonsense about them, and an encoder trained on it ranks tables lower (docs/experiments/029).
pub struct RowWriter {
    other: Box<dyn Writer + Send>,
    seed: u64,
}

impl RowWriter {
    /// Writes about tables with this seed, and leaves what is none to `other`.
    pub fn new(other: Box<dyn Writer + Send>, seed: u64) -> Self {
        Self { other, seed }
    }
}

impl Writer for RowWriter {
    fn name(&self) -> &str {
        self.other.name()
    }

    fn recipe(&self) -> String {
        format!("rows {VERSION}, seed {}; {}", self.seed, self.other.recipe())
    }

    fn write(
        &mut self,
        passages: &[Subject<'_>],
        count: usize,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<String>>> {
        let mut questions: Vec<Option<Vec<String>>> = passages
            .iter()
            .map(|subject| table(subject.text).map(|table| ask(&table, subject.text, count, self.seed)))
            .collect();
        let none = |at: &usize| questions[*at].is_none();
        let others: Vec<usize> = (0..passages.len()).filter(none).collect();
        let done = passages.len() - others.len();
        if done > 0 && on_progress(done).is_break() {
            return Err(Error::Cancelled);
        }
        if !others.is_empty() {
            let subjects: Vec<Subject<'_>> = others.iter().map(|at| passages[*at]).collect();
            let written = self.other.write(&subjects, count, &mut |more| on_progress(done + more))?;
            others.into_iter().zip(written).for_each(|(at, written)| questions[at] = Some(written));
        }
        Ok(questions.into_iter().map(Option::unwrap_or_default).collect())
    }
}

/// Up to `count` questions, each about other rows as long as there are any, no two the same.
fn ask(table: &Table<'_>, passage: &str, count: usize, seed: u64) -> Vec<String> {
    let mut random = random_for(seed, passage);
    let mut labels = table.labels.clone();
    labels.shuffle(&mut random);
    let mut questions = Vec::with_capacity(count);
    let mut known = HashSet::new();
    for at in 0..count * TRIES {
        if questions.len() == count {
            break;
        }
        let label = |at: usize| in_a_sentence(labels[at % labels.len()]);
        let question = question(&label(at), &label(at + 1), &table.years, &mut random);
        if known.insert(question.clone()) {
            questions.push(question);
        }
    }
    questions
}

/// A question about one row, or about two as what people work out takes: a sum, a ratio, a change.
fn question(row: &str, other: &str, years: &[&str], random: &mut Pcg64) -> String {
    let the_row = with_article(row);
    let the_other = with_article(other);
    let Some(year) = years.choose(random) else {
        return match random.random_range(0..4) {
            0 => format!("What is {the_row}?"),
            1 => format!("How much is {the_row}?"),
            2 => format!("What are {the_row} and {the_other}?"),
            _ => format!("What is the ratio of {row} to {other}?"),
        };
    };
    match random.random_range(0..6) {
        0 => format!("What was {the_row} in {year}?"),
        1 => format!("How much was {the_row} in {year}?"),
        2 => format!("What does the table show for {row} in {year}?"),
        3 => format!("How did {the_row} change in {year}?"),
        4 => format!("What were {the_row} and {the_other} in {year}?"),
        _ => format!("What was the ratio of {row} to {other} in {year}?"),
    }
}

/// "the net sales", but "Net Sales" and "Europe": what is written large is a name.
fn with_article(label: &str) -> String {
    if label.starts_with(char::is_lowercase) { format!("the {label}") } else { label.to_owned() }
}

/// A label as it is written within a sentence: "Net sales" becomes "net sales"; "EBITDA", "Net Sales" and "Europe", which
/// may be names, stay.
fn in_a_sentence(label: &str) -> String {
    let mut words = label.split_whitespace().skip(1).peekable();
    let is_sentence = words.peek().is_some() && !words.any(|word| word.starts_with(char::is_uppercase));
    let mut letters = label.chars();
    match letters.next() {
        Some(first) if is_sentence && letters.clone().next().is_some_and(char::is_lowercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => label.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Filter, Origin, check, tidy};
    use proptest::prelude::*;

    const TABLE: &str = "2019 2018\nNet sales 12 13\nEBITDA 14 15\nCost of sales $5 $6\nEurope 7 8\n";

    const PROSE: &str = "The tenant pays the monthly rent in Vienna.";

    /// Writes "prose 1", "prose 2" and so on about whatever it is given.
    struct Counting;

    impl Writer for Counting {
        fn name(&self) -> &str {
            "counting"
        }

        fn recipe(&self) -> String {
            "counting".to_owned()
        }

        fn write(
            &mut self,
            passages: &[Subject<'_>],
            _: usize,
            on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
        ) -> Result<Vec<Vec<String>>> {
            let one = |at: usize| {
                if on_progress(at).is_break() { Err(Error::Cancelled) } else { Ok(vec![format!("prose {at}")]) }
            };
            (1..=passages.len()).map(one).collect()
        }
    }

    fn writer(seed: u64) -> RowWriter {
        RowWriter::new(Box::new(Counting), seed)
    }

    fn write(texts: &[&str], count: usize) -> Vec<Vec<String>> {
        let subjects: Vec<Subject<'_>> = texts.iter().map(|text| Subject { text, heading: None }).collect();
        writer(1).write(&subjects, count, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    fn about(text: &str, count: usize, seed: u64) -> Vec<String> {
        ask(&table(text).unwrap(), text, count, seed)
    }

    #[test]
    fn tables_are_asked_about_by_their_rows_and_all_else_by_the_other() {
        let written = write(&[PROSE, TABLE, PROSE], 2);
        assert_eq!((&*written[0], &*written[2]), (&["prose 1".to_owned()][..], &["prose 2".to_owned()][..]));
        assert_eq!(written[1], about(TABLE, 2, 1), "each passage has its own, in the order given");
        assert_eq!(write(&[TABLE], 2), [written[1].clone()], "a run taken up again in the middle writes the same");
        assert!(write(&[], 2).is_empty() && write(&[TABLE], 0)[0].is_empty());
        assert_eq!((writer(1).name(), writer(1).recipe() == writer(2).recipe()), ("counting", false));
    }

    #[test]
    fn it_tells_how_far_it_is_and_stops_when_told() {
        let subjects = [PROSE, TABLE, PROSE].map(|text| Subject { text, heading: None });
        let mut heard = Vec::new();
        let mut on_progress = |stop: usize| {
            heard.clear();
            writer(1).write(&subjects, 1, &mut |done| {
                heard.push(done);
                if done == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        };
        assert!(on_progress(9).is_ok());
        assert_eq!(on_progress(1).unwrap_err().code(), "adapt.cancelled", "after the tables");
        assert_eq!(on_progress(2).unwrap_err().code(), "adapt.cancelled", "in the midst of the rest");
        assert_eq!(heard, [1, 2], "tables first, then as the other tells");
    }

    #[test]
    fn questions_name_a_row_and_a_year() {
        let all: Vec<String> = (0..40).flat_map(|seed| about(TABLE, 3, seed)).collect();
        for question in &all {
            let rows = ["net sales", "EBITDA", "cost of sales", "Europe"].iter().filter(|row| question.contains(**row));
            assert!((1..=2).contains(&rows.count()), "{question}");
            assert!(question.contains("2019") || question.contains("2018"), "{question}");
            assert_eq!(check(&tidy(question), TABLE, Origin::Generator, &Filter::default()), None, "{question}");
        }
        let has = |words: &str| all.iter().any(|question| question.contains(words));
        assert!(has("was the net sales in") && has("was EBITDA in"), "names have no article");
        assert!(has("ratio of") && has(" and ") && has("change in"), "also what people work out from rows");
        let undated = about("Net sales 12 13\nEBITDA 14 15\nCost 5 6\n", 9, 1);
        assert!(undated.iter().all(|question| !question.contains(" in ")), "{undated:?}");
    }

    #[test]
    fn labels_are_written_as_within_a_sentence() {
        let written = ["Net sales", "EBITDA margin", "Net Sales", "Europe", "Cost of goods sold"].map(in_a_sentence);
        assert_eq!(written, ["net sales", "EBITDA margin", "Net Sales", "Europe", "cost of goods sold"]);
    }

    proptest! {
        #[test]
        fn whatever_the_table(
            rows in proptest::collection::vec("[A-Za-zÄß\\PC]{0,9} [a-z]{0,6} [0-9$]{1,4} [0-9(),]{1,4}", 0..9),
            count in 0usize..9,
            seed: u64,
        ) {
            let text = rows.join("\n");
            if let Some(table) = table(&text) {
                let questions = ask(&table, &text, count, seed);
                prop_assert!(questions.len() <= count);
                let distinct: HashSet<&String> = questions.iter().collect();
                prop_assert_eq!(distinct.len(), questions.len(), "never two equal");
                prop_assert_eq!(&questions, &ask(&table, &text, count, seed), "the same seed, the same questions");
            }
        }
    }
}
