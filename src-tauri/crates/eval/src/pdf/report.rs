//! The metrics of an evaluation on PDFs, as JSON and as a table. Not for computing them.

use crate::Metrics;
use crate::table::Table;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Metrics of one system, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Pages that the hits cite: that of each passage's best sentence.
    pub page: Metrics,
    /// Passages that share a run of text with the evidence.
    pub span: Metrics,
    /// Mean share of a question's evidence that the first five passages cover.
    pub coverage5: f64,
    /// Share of questions whose evidence is all in the first five passages, or at least five pieces of it.
    pub mrecall5: f64,
}

/// Metrics by system ("lexical", "dense", "hybrid").
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Over all questions.
    pub systems: BTreeMap<String, Figures>,
    /// Over the questions with several relevant items.
    pub several: BTreeMap<String, Figures>,
    /// Over all questions, by passages per document ("0-49", "50-99", …, "400 and more").
    pub by_passages: BTreeMap<String, BTreeMap<String, Figures>>,
    /// Number of documents.
    pub documents: usize,
    /// The ranks of each question. They are no figures, so the report leaves them out.
    #[serde(skip)]
    pub ranks: Vec<QuestionRanks>,
}

/// The ranks of one question by system.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct QuestionRanks {
    /// Its id.
    pub id: String,
    /// Ranks by system ("lexical", "dense", "hybrid").
    pub systems: BTreeMap<String, Ranks>,
}

/// The ranks of the first right answer, counted from 1. Nothing stands for an answer that is not found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ranks {
    /// By page.
    pub page: Option<usize>,
    /// By span.
    pub span: Option<usize>,
    /// The page that the first hit cites, counted from 1. It is no rank.
    pub cited_page: Option<u32>,
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["questions", "system", "unit", "n", "Top-1", "Top-3", "Top-5", "MRR@10", "cover@5", "MRECALL@5"];
        let mut table = Table::new(&head);
        add(&mut table, "all", &self.systems);
        add(&mut table, "several", &self.several);
        for (bucket, systems) in &self.by_passages {
            add(&mut table, &format!("{bucket} passages"), systems);
        }
        write!(formatter, "{} documents\n{table}", self.documents)
    }
}

fn add(table: &mut Table, questions: &str, systems: &BTreeMap<String, Figures>) {
    for (system, figures) in systems.iter().filter(|(_, figures)| figures.page.n > 0) {
        let cover = [figures.coverage5, figures.mrecall5].map(|figure| format!("{figure:.1}"));
        let rows = [("page", figures.page, [const { String::new() }; 2]), ("span", figures.span, cover)];
        for (unit, m, cover) in rows {
            let names = [questions, system, unit].map(str::to_owned);
            table.row(names.into_iter().chain([m.n.to_string()]).chain(m.cells()).chain(cover));
        }
    }
}
