//! Questions that are written already: a second run on the same documents asks them again. Not for writing new ones.

use crate::adapt::Authored;
use pincite_adapt::{Error, Result, Subject, Writer};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Gives the questions that another writer wrote about the same passages.
#[derive(Clone, Debug)]
pub struct Written {
    name: String,
    by_passage: Arc<HashMap<String, Vec<String>>>,
}

impl From<Authored> for Written {
    fn from(authored: Authored) -> Self {
        let mut by_passage: HashMap<String, Vec<String>> = HashMap::new();
        for line in authored.lines {
            by_passage.entry(line.passage).or_default().push(line.question);
        }
        Self { name: authored.writer, by_passage: Arc::new(by_passage) }
    }
}

impl Writer for Written {
    fn name(&self) -> &str {
        &self.name
    }

    fn recipe(&self) -> String {
        format!("as written by {}", self.name)
    }

    fn write(
        &mut self,
        passages: &[Subject<'_>],
        _count: usize,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<String>>> {
        if on_progress(passages.len()).is_break() {
            return Err(Error::Cancelled);
        }
        let of = |passage: &Subject<'_>| self.by_passage.get(passage.text).cloned().unwrap_or_default();
        Ok(passages.iter().map(of).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_adapt::QuestionLine;

    #[test]
    fn a_second_run_asks_what_the_first_one_wrote() {
        let line = |passage: &str, question: &str| QuestionLine {
            passage: passage.to_owned(),
            question: question.to_owned(),
            ..QuestionLine::default()
        };
        let lines =
            vec![line("Rent is due.", "When?"), line("Notice is given.", "How?"), line("Rent is due.", "What?")];
        let mut written = Written::from(Authored { lines, ..Authored::default() });
        let subjects = ["Rent is due.", "Nothing."].map(|text| Subject { text, heading: None });
        let asked = written.write(&subjects, 2, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(asked, [vec!["When?".to_owned(), "What?".to_owned()], vec![]]);
    }
}
