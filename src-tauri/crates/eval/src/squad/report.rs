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
    /// Over the questions that have an answer, and how they are told from the others.
    pub answerable: Answerable,
    /// Over all questions, by passages per document ("20-24", "25-29", …).
    pub by_passages: BTreeMap<String, BTreeMap<String, Metrics>>,
    /// Number of documents.
    pub documents: usize,
    /// Number of passages.
    pub passages: usize,
}

/// The questions that have an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Answerable {
    /// Metrics by system.
    #[serde(flatten)]
    pub systems: BTreeMap<String, Metrics>,
    /// How well the probability of the best passage tells them from the others, if a cross-encoder read the passages.
    #[serde(flatten)]
    pub probabilities: Option<Probabilities>,
}

/// How well a probability tells answerable questions from unanswerable ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Probabilities {
    /// Area under the ROC curve, 0 to 1; the document is on the subject of all questions.
    pub auroc: f64,
    /// Expected calibration error in ten bins, 0 to 1.
    pub ece: f64,
    /// Area under the ROC curve where the unanswerable questions are asked of another document.
    pub auroc_other_document: f64,
    /// Calibration error there, of as many answerable questions as unanswerable ones.
    pub ece_other_document: f64,
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&["questions", "system", "n", "Top-1", "Top-3", "Top-5", "MRR@10"]);
        add(&mut table, "all", &self.systems);
        add(&mut table, "answerable", &self.answerable.systems);
        for (bucket, systems) in &self.by_passages {
            add(&mut table, &format!("{bucket} passages"), systems);
        }
        write!(formatter, "{} documents, {} passages\n{table}", self.documents, self.passages)?;
        let Some(Probabilities { auroc, ece, auroc_other_document, ece_other_document }) =
            self.answerable.probabilities
        else {
            return Ok(());
        };
        writeln!(
            formatter,
            "answerable or not: AUROC {auroc:.3}, calibration error {ece:.3}; of another document: \
             {auroc_other_document:.3}, {ece_other_document:.3}"
        )
    }
}

fn add(table: &mut Table, questions: &str, systems: &BTreeMap<String, Metrics>) {
    for (system, m) in systems {
        table.row([questions.to_owned(), system.clone(), m.n.to_string()].into_iter().chain(m.cells()));
    }
}
