//! The words of `pincite grid`.

use super::InCollection;
use clap::{Args, Subcommand};
use pincite_api::PassageId;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Grid {
    #[command(subcommand)]
    pub(crate) action: GridAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GridAction {
    /// List the lists of questions that come with Pincite.
    Lists,
    /// Create a grid: a list of questions, to be asked of each document.
    New(NewGrid),
    /// List the grids of a collection.
    List(InCollection),
    /// Ask the questions. Only cells that are missing or not up to date are filled.
    ///
    /// Interrupted, it goes on when it is started again.
    Run(OneGrid),
    /// Stop the filling of a grid, in whichever process.
    Cancel(OneGrid),
    /// Print a grid.
    Show(OneGrid),
    /// Write a grid to a CSV file: a line for each answer.
    Export(ExportGrid),
    /// Say that an answer is right or wrong, or which passage answers the question. `tune` learns from it.
    Mark(MarkCell),
    /// Rename a grid.
    Rename {
        /// The grid (number or name).
        grid: String,
        /// Its new name.
        new_name: String,
        #[command(flatten)]
        place: InCollection,
    },
    /// Delete a grid. Marks stay.
    Delete(OneGrid),
}

/// A grid of a collection.
#[derive(Args, Debug)]
pub(crate) struct OneGrid {
    /// The grid (number or name).
    #[arg(value_name = "GRID")]
    pub(crate) grid: String,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct NewGrid {
    /// Its name.
    pub(crate) name: String,
    /// The questions.
    #[arg(value_name = "QUESTION", required_unless_present_any = ["list", "questions"])]
    pub(crate) asked: Vec<String>,
    /// Take the questions of a list that comes with Pincite; `pincite grid lists` lists them.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["asked", "questions"])]
    pub(crate) list: Option<String>,
    /// Take the questions of a file: CSV with a column "question" and perhaps "name", or text with one question on each
    /// line.
    #[arg(long, value_name = "FILE", conflicts_with = "asked")]
    pub(crate) questions: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct ExportGrid {
    #[command(flatten)]
    pub(crate) which: OneGrid,
    /// The file; its ending says the format: .docx, .xlsx, .csv or .md. One that is there is not replaced.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace the file if it is there. A document of the library is never replaced.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct MarkCell {
    #[command(flatten)]
    pub(crate) which: OneGrid,
    /// The document (number, file name, or the start of it).
    #[arg(long, short, value_name = "DOCUMENT")]
    pub(crate) document: String,
    /// The question (number, or name of its column).
    #[arg(long, short, value_name = "QUESTION")]
    pub(crate) question: String,
    #[command(flatten)]
    pub(crate) said: Said,
}

/// What is said of a cell.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub(crate) struct Said {
    /// It is right.
    #[arg(long)]
    pub(crate) right: bool,
    /// It is wrong.
    #[arg(long)]
    pub(crate) wrong: bool,
    /// This passage answers the question (its number from `ask`).
    #[arg(long, value_name = "NUMBER")]
    pub(crate) passage: Option<PassageId>,
    /// Take back what was said.
    #[arg(long)]
    pub(crate) clear: bool,
}
