//! The metrics of a SQuAD evaluation, as JSON and as a table. Not for computing them.

use crate::Metrics;
use crate::table::Table;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Metrics by system ("lexical", "dense", "hybrid").
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Over all questions.
    pub systems: BTreeMap<String, Metrics>,
    /// Over the questions that have an answer.
    pub answerable: BTreeMap<String, Metrics>,
    /// Over all questions, by passages per document ("20-24", "25-29", …).
    pub by_passages: BTreeMap<String, BTreeMap<String, Metrics>>,
    /// Number of documents.
    pub documents: usize,
    /// Number of passages.
    pub passages: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&["questions", "system", "n", "Top-1", "Top-3", "Top-5", "MRR@10"]);
        add(&mut table, "all", &self.systems);
        add(&mut table, "answerable", &self.answerable);
        for (bucket, systems) in &self.by_passages {
            add(&mut table, &format!("{bucket} passages"), systems);
        }
        write!(formatter, "{} documents, {} passages\n{table}", self.documents, self.passages)
    }
}

fn add(table: &mut Table, questions: &str, systems: &BTreeMap<String, Metrics>) {
    for (system, m) in systems {
        table.row([questions.to_owned(), system.clone(), m.n.to_string()].into_iter().chain(m.cells()));
    }
}
