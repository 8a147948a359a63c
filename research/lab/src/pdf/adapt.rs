//! Adaptation on PDFs: writes questions, tunes an encoder on them, and measures people's questions before and after.
//! Not for the adaptation itself (`adapt`).

use crate::Result;
use crate::adapt::{Adapted, Adapting, Author, Rows, Stage, Student};
use pincite_eval::pdf::{Document, Figures, Question, rank_all};
use pincite_eval::{Embed, Models, Searched, Source};
use pincite_search::Weights;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Metrics by system ("lexical", "dense", "hybrid").
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Systems(pub BTreeMap<String, Figures>);

/// Adapts to the documents and measures the questions before and after. The adaptation never sees the questions.
///
/// # Errors
/// Those of [`Adapting::run`] and [`pincite_eval::pdf::run`].
pub fn adapt(
    questions: &[Question],
    documents: &BTreeMap<String, Document>,
    student: Student<'_>,
    adapting: &Adapting,
    author: &mut Author<'_>,
    on_stage: &mut dyn FnMut(Stage) -> ControlFlow<()>,
) -> Result<Adapted<Systems>> {
    let sources = documents.iter().map(|(name, document)| Source { name: name.clone(), ..document.source.clone() });
    let mut measure = |searched: &[Searched], encoder: &mut dyn Embed| {
        let named = documents.keys().map(String::as_str).zip(searched).collect();
        let models = Models { encoder: Some(encoder), reader: None };
        let unheard = &mut |_, _| ControlFlow::Continue(());
        Ok(Systems(rank_all(questions, documents, &named, models, &Weights::default(), unheard)?.systems))
    };
    adapting.run(sources.collect(), student, author, &mut measure, on_stage)
}

impl Rows for Systems {
    const HEAD: &'static [&'static str] = &["system", "unit", "n", "Top-1", "Top-3", "Top-5", "MRR@10"];

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |(system, figures): (&String, &Figures)| {
            [("page", figures.page), ("span", figures.span)].map(|(unit, m)| {
                [system.clone(), unit.to_owned(), m.n.to_string()].into_iter().chain(m.cells()).collect()
            })
        };
        self.0.iter().flat_map(row).collect()
    }
}
