//! The command line: its arguments, and which command does what. Each file has the arguments of a group of commands, calls
//! the engine and prints. Not for decisions, which the engine makes.

mod adding;
mod ask;
mod asked;
mod backup;
mod check;
mod doctor;
mod documents;
mod eval;
mod grid;
mod library;
mod marks;
mod models;
mod notes;
mod pages;
mod questions;
mod runs;
mod tables;
mod tune;

use crate::context::{Context, Outcome};
use crate::error::Error;
use clap::{Parser, Subcommand, ValueEnum};
use pincite_engine::Options;
use std::path::PathBuf;

/// Search long PDFs offline and cite the exact page and paragraph.
///
/// Exit code 0 means done, 1 failed (the message says why), and 2 an invalid command line. 3 means done, but some files or
/// lines were refused or can be searched only in part. 4 means that no passage answers the question, and 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "pincite", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Folder with the library and the models [default: $PINCITE_HOME, else the platform's data folder].
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) home: Option<PathBuf>,
    /// A library in another file, a bundle, or a shared library: postgres://name@server/database.
    #[arg(long, global = true, value_name = "LIBRARY")]
    pub(crate) library: Option<PathBuf>,
    /// What neural networks run on.
    #[arg(long, global = true, value_enum, default_value_t = Device::Auto)]
    pub(crate) device: Device,
    /// Print JSON instead of text.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What neural networks run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Device {
    /// A GPU if there is one that gives the same results as the CPU, else the CPU.
    Auto,
    /// The CPU.
    Cpu,
    /// A GPU, or an error.
    Gpu,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Add PDFs, or folders of them, to a collection and make them searchable.
    Add(adding::Add),
    /// Ask a question and print the passages that answer it.
    Ask(ask::Ask),
    /// List, create, rename or delete collections.
    Collections(documents::Collections),
    /// List the documents of a collection.
    Documents(documents::Documents),
    /// Write a page as a PNG image, with a highlighted hit.
    Show(pages::Show),
    /// Find words in a document, exactly as written.
    Find(pages::Find),
    /// Print the outline of a document, or the headings of its text.
    Outline(pages::OfDocument),
    /// List the links on the pages of a document.
    Links(pages::OfDocument),
    /// Print the tables of figures on a page, or write them to a workbook.
    Tables(tables::Tables),
    /// Check the numbers, dates and quotes of a memo or a sheet: where documents print them, and what they print instead.
    Check(check::Check),
    /// Print words of a page in quotation marks, with their citation.
    Cite(notes::Words),
    /// List, add or remove highlights with notes.
    Notes(notes::Notes),
    /// Write a copy of a document in which the answers to a question are highlighted. The document is not changed.
    Annotate(ask::Annotate),
    /// Print a link that reopens a page of a document.
    Link(pages::MakeLink),
    /// Print the place that a link leads to.
    Open(pages::OpenLink),
    /// Watch a folder: add its PDFs, and new ones, until interrupted.
    Watch(adding::Watch),
    /// Stop watching a folder.
    Unwatch(adding::Watch),
    /// Remove a document from a collection. The file itself is not touched.
    Remove(documents::Remove),
    /// Give a document another name, in lists and in citations. The file itself is not touched.
    Rename(documents::Rename),
    /// Say which language a document is in, where it was not recognised. Its words are searched by it.
    Language(documents::Language),
    /// List the tags of a document, put tags on it or take them off.
    Tag(documents::Tag),
    /// Mark that a passage answers a question, or does not. `tune` adapts to these marks.
    Mark(marks::Mark),
    /// List what was marked in a collection, or write it to a file.
    Marks(marks::Marks),
    /// Write, list, edit, export and import the questions that passages of a collection answer; list those you asked.
    Questions(questions::Questions),
    /// Ask a list of questions of each document: create, fill, print, mark and export grids.
    Grid(grid::Grid),
    /// Adapt the search to a collection: train the encoder on questions about it.
    ///
    /// A run that was cut off goes on with the next `tune`. Questions held out test the trained encoder. Where people
    /// marked answers or asked questions, one that passes is used. Where a generator wrote all questions it is only
    /// offered: `tune activate` uses it.
    Tune(tune::Tune),
    /// Check that everything is as it was stored: text, index, marks, tables, models and the documents' files.
    Doctor(doctor::Doctor),
    /// Write the library and its tuned encoders to a file, also while documents are added. The documents are not in it.
    Backup(backup::Backup),
    /// Show or change which library is used, hand a collection on, or say where the PDFs of a shared library lie.
    Library(library::Library),
    /// Put a backup in place of the library. The former one is moved aside. Pincite must be closed.
    Restore(backup::Restore),
    /// List, fetch or import models, or search a collection by another one.
    Models(models::Models),
    /// Show the paths of data and log, and what the search uses.
    Status(models::Status),
    /// Measure the search on questions with known answers.
    ///
    /// Accuracies are printed with the number of questions and a 95 % interval (Wilson). Progress goes to standard error.
    Eval(eval::Eval),
}

impl Command {
    /// Does what was asked for.
    pub(crate) async fn perform(self, context: &Context, options: Options) -> Result<Outcome, Error> {
        match self {
            Self::Add(given) => adding::add(context, given).await,
            Self::Watch(given) => adding::watch(context, given).await,
            Self::Unwatch(given) => adding::unwatch(context, given).await,
            Self::Ask(given) => ask::ask(context, given).await,
            Self::Annotate(given) => ask::annotate(context, given).await,
            Self::Collections(given) => documents::collections(context, given).await,
            Self::Documents(given) => documents::documents(context, given).await,
            Self::Remove(given) => documents::remove(context, given).await,
            Self::Language(given) => documents::language(context, given).await,
            Self::Rename(given) => documents::rename(context, given).await,
            Self::Tag(given) => documents::tag(context, given).await,
            Self::Show(given) => pages::show(context, given).await,
            Self::Find(given) => pages::find(context, given).await,
            Self::Outline(given) => pages::outline(context, given).await,
            Self::Links(given) => pages::links(context, given).await,
            Self::Tables(given) => tables::tables(context, given).await,
            Self::Check(given) => check::check(context, given).await,
            Self::Link(given) => pages::make_link(context, given).await,
            Self::Open(given) => pages::open_link(context, given).await,
            Self::Cite(given) => notes::cite(context, given).await,
            Self::Notes(given) => notes::notes(context, given).await,
            Self::Mark(given) => marks::mark(context, given).await,
            Self::Marks(given) => marks::marks(context, given).await,
            Self::Questions(given) => questions::questions(context, given).await,
            Self::Grid(given) => grid::grid(context, given).await,
            Self::Tune(given) => tune::tune(context, given).await,
            Self::Doctor(given) => doctor::doctor(context, given).await,
            Self::Backup(given) => backup::back_up(context, given).await,
            Self::Library(given) => library::library(context, &options.home, given).await,
            Self::Restore(given) => backup::put_back(context, &options.home, given).await,
            Self::Models(given) => models::models(context, given).await,
            Self::Status(given) => models::status(context, given).await,
            Self::Eval(given) => eval::eval(context, options, given).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
