//! Adaptation on SQuAD's articles: writes questions, tunes an encoder on them, and measures people's questions before
//! and after. Not for the adaptation itself (`adapt`).

use crate::Result;
use crate::adapt::{Adapted, Adapting, Author, Rows, Stage, Student};
use pincite_eval::squad::{Article, rank_all, source};
use pincite_eval::{Embed, Metrics, Models, Searched};
use pincite_search::Weights;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Metrics by system ("lexical", "dense", "hybrid").
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Systems(pub BTreeMap<String, Metrics>);

/// Adapts to the articles and measures their questions before and after. The adaptation never sees the questions.
///
/// # Errors
/// Those of [`Adapting::run`].
pub fn adapt(
    articles: &[Article],
    student: Student<'_>,
    adapting: &Adapting,
    author: &mut Author<'_>,
    on_stage: &mut dyn FnMut(Stage) -> ControlFlow<()>,
) -> Result<Adapted<Systems>> {
    let mut measure = |documents: &[Searched], encoder: &mut dyn Embed| {
        let models = Models { encoder: Some(encoder), reader: None };
        let on_progress = &mut |_, _| ControlFlow::Continue(());
        let mut reports = rank_all(articles, documents, models, &[Weights::default()], on_progress)?;
        Ok(Systems(reports.swap_remove(0).systems))
    };
    adapting.run(articles.iter().map(source).collect(), student, author, &mut measure, on_stage)
}

impl Rows for Systems {
    const HEAD: &'static [&'static str] = &["system", "n", "Top-1", "Top-3", "Top-5", "MRR@10"];

    fn rows(&self) -> Vec<Vec<String>> {
        let row =
            |(system, m): (&String, &Metrics)| [system.clone(), m.n.to_string()].into_iter().chain(m.cells()).collect();
        self.0.iter().map(row).collect()
    }
}
