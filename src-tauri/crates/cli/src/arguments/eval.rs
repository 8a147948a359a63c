//! Arguments of `eval`. Not for measuring.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Eval {
    #[command(subcommand)]
    pub(crate) set: EvalSet,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EvalSet {
    /// SQuAD 2.0: every paragraph of an article is a passage, every article a document.
    Squad(EvalSquad),
    /// PDFs with questions and evidence. The PDFs are added, and each question is asked about its own document.
    Pdf(EvalPdf),
}

#[derive(Args, Debug)]
pub(crate) struct EvalSquad {
    /// The JSON file.
    pub(crate) file: PathBuf,
    /// Ask only every COUNT-th question of each article: reading all of them takes hours.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) every: u32,
    #[command(flatten)]
    pub(crate) adapting: Adapt,
}

/// Adapting as the product does it, with questions it generates.
#[derive(Args, Clone, Debug)]
pub(crate) struct Adapt {
    /// Adapt to the documents without their questions, and ask these before and after. Name the question generator [default:
    /// the one that comes with Pincite].
    #[arg(long, value_name = "GENERATOR", num_args = 0..=1, default_missing_value = "auto")]
    pub(crate) adapt: Option<String>,
    /// Questions written for each passage.
    #[arg(long, value_name = "COUNT", default_value_t = 3, requires = "adapt")]
    pub(crate) per_passage: u32,
    /// Keep questions wherever the search finds their passage.
    #[arg(long, requires = "adapt")]
    pub(crate) no_filter: bool,
    /// Write every question, kept or not, to this file, as lines of JSON.
    #[arg(long, value_name = "FILE", requires = "adapt")]
    pub(crate) questions_to: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct EvalPdf {
    /// JSON lines with `id`, `pdf` (relative to this file's folder), `question` and `evidence`. Evidence is a list of
    /// `pages0` (page numbers, counted from 0) and `text`.
    pub(crate) questions: PathBuf,
    /// Library file to keep for later evaluations [default: a temporary one].
    #[arg(long, value_name = "FILE")]
    pub(crate) library: Option<PathBuf>,
    /// Write the ranks of each question to this file, one JSON object a line. Its `cited_page` is counted from 1. An
    /// existing file is not replaced.
    #[arg(long, value_name = "FILE", conflicts_with = "adapt")]
    pub(crate) ranks: Option<PathBuf>,
    /// Replace an existing file of ranks.
    #[arg(long, requires = "ranks")]
    pub(crate) force: bool,
    /// Compare ways to select several passages for a question, instead of rankings.
    #[arg(long, conflicts_with_all = ["adapt", "ranks"])]
    pub(crate) joint: bool,
    #[command(flatten)]
    pub(crate) adapting: Adapt,
}
