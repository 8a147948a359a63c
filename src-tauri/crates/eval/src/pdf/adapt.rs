//! Adaptation on PDFs: writes questions, tunes an encoder on them, and measures people's questions before and after.
//! Not for the adaptation itself (`adapt`).

use super::run::rank_all;
use super::{Document, Figures, Question};
use crate::adapt::{Adapted, Adapting, Author, Rows, Stage, Student};
use crate::source::Source;
use crate::{Embed, Models, Result, Searched};
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
/// Those of [`Adapting::run`] and [`super::run`].
pub fn adapt(
    questions: &[Question],
    documents: &BTreeMap<String, Document>,
    student: Student<'_>,
    adapting: &Adapting,
    author: &mut Author<'_>,
    on_stage: &mut dyn FnMut(Stage) -> ControlFlow<()>,
) -> Result<Adapted<Systems>> {
    let sources = documents.iter().map(|(name, document)| Source { name: name.clone(), ..document.source.clone() });
    let mut measure = |searched: &[Searched], encoder: &mut dyn Embed, weights: &[Weights]| {
        let named = documents.keys().map(String::as_str).zip(searched).collect();
        let unheard = &mut |_, _| ControlFlow::Continue(());
        let mut by = |weights| {
            let models = Models { encoder: Some(&mut *encoder), reader: None };
            rank_all(questions, documents, &named, models, weights, unheard)
        };
        weights.iter().map(|weights| Ok(Systems(by(weights)?.systems))).collect()
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
