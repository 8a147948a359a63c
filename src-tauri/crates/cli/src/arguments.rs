//! The command line arguments. Not for running commands (`commands`).

mod add;
mod eval;
mod grid;
mod keeping;
mod notes;
mod out;
mod questions;
mod reading;

pub(crate) use add::Add;
pub(crate) use eval::{Adapt, Eval, EvalPdf, EvalSet, EvalSquad};
pub(crate) use grid::{ExportGrid, Grid, GridAction, MarkCell, NewGrid, OneGrid, Said};
pub(crate) use keeping::{Documents, Remove, Rename, Tag};
pub(crate) use notes::{Colour, Notes, NotesAction, Words};
pub(crate) use out::{Annotate, Citing, MakeLink, Marks, OpenLink, OptionalOut};
pub(crate) use questions::{
    Delete, Export, Forget, Generate, List, Origin, QuestionAction, Questions, Remember, Suggest, Which, Wish,
};
pub(crate) use reading::{Find, OfDocument};

use clap::{Args, Parser, Subcommand, ValueEnum};
use pincite_api::{GenerationId, PassageId, TuningRunId};
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
    Add(Add),
    /// Ask a question and print the passages that answer it.
    Ask(Ask),
    /// List, create, rename or delete collections.
    Collections(Collections),
    /// List the documents of a collection.
    Documents(Documents),
    /// Write a page as a PNG image, with a highlighted hit.
    Show(Show),
    /// Find words in a document, exactly as written.
    Find(Find),
    /// Print the outline of a document, or the headings of its text.
    Outline(OfDocument),
    /// List the links on the pages of a document.
    Links(OfDocument),
    /// Print words of a page in quotation marks, with their citation.
    Cite(Words),
    /// List, add or remove highlights with notes.
    Notes(Notes),
    /// Write a copy of a document in which the answers to a question are highlighted. The document is not changed.
    Annotate(Annotate),
    /// Print a link that reopens a page of a document.
    Link(MakeLink),
    /// Print the place that a link leads to.
    Open(OpenLink),
    /// Watch a folder: add its PDFs, and new ones, until interrupted.
    Watch(Watch),
    /// Stop watching a folder.
    Unwatch(Watch),
    /// Remove a document from a collection. The file itself is not touched.
    Remove(Remove),
    /// Give a document another name, in lists and in citations. The file itself is not touched.
    Rename(Rename),
    /// List the tags of a document, put tags on it or take them off.
    Tag(Tag),
    /// Mark that a passage answers a question, or does not. `tune` adapts to these marks.
    Mark(Mark),
    /// List what was marked in a collection, or write it to a file.
    Marks(Marks),
    /// Write, list, edit, export and import the questions that passages of a collection answer; list those you asked.
    Questions(Questions),
    /// Ask a list of questions of each document: create, fill, print, mark and export grids.
    Grid(Grid),
    /// Adapt the search to a collection: fit the weights of words, meaning and detail to questions about it.
    ///
    /// A run that was cut off goes on with the next `tune`. Half of the questions choose the weights, the other half tests
    /// them. Where people marked answers or asked questions, weights that pass are used. Where a generator wrote all
    /// questions they are only offered: `tune activate` uses them.
    Tune(Tune),
    /// List, fetch or import models.
    Models(Models),
    /// Show the paths of data and log, and what the search uses.
    Status(Status),
    /// Measure the search on questions with known answers.
    ///
    /// Accuracies are printed with the number of questions and a 95 % interval (Wilson). Progress goes to standard error.
    Eval(Eval),
}

#[derive(Args, Debug)]
pub(crate) struct Status {
    /// Print the details for a bug report instead. They hold no text, question, file name or path.
    #[arg(long)]
    pub(crate) report: bool,
}

/// The collection.
#[derive(Args, Debug)]
pub(crate) struct InCollection {
    /// Name of the collection. The default is the one that the window begins with.
    #[arg(long, short, default_value = "My documents", value_name = "NAME")]
    pub(crate) collection: String,
}

#[derive(Args, Debug)]
pub(crate) struct Ask {
    /// The question. A phrase in double quotes must occur.
    #[arg(required = true, num_args = 1.., value_name = "QUESTION")]
    pub(crate) question: Vec<String>,
    #[command(flatten)]
    pub(crate) place: InCollection,
    /// Search only this document (number, file name, or the start of either). May be repeated.
    #[arg(long = "document", short, value_name = "DOCUMENT")]
    pub(crate) documents: Vec<String>,
    /// Number of passages. All answers may be more.
    #[arg(short, default_value_t = 5, value_name = "COUNT")]
    pub(crate) k: u32,
    /// Print all passages that answer the question, as for a question that asks for a list ("Which clauses …?").
    #[arg(long, conflicts_with = "best")]
    pub(crate) all: bool,
    /// Print the best passages, also for a question that asks for a list.
    #[arg(long)]
    pub(crate) best: bool,
    /// Ranking signals of the search.
    #[arg(long, value_enum, default_value_t = Mode::Hybrid)]
    pub(crate) mode: Mode,
    /// Skip the cross-encoder: faster, and less exact.
    #[arg(long)]
    pub(crate) no_rerank: bool,
    #[command(flatten)]
    pub(crate) citing: Citing,
    #[command(flatten)]
    pub(crate) file: OptionalOut,
}

/// Ranking signals of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Lexical and dense ranking combined.
    Hybrid,
    /// Dense ranking only (the encoder).
    Dense,
    /// Lexical ranking only (BM25).
    Lexical,
}

#[derive(Args, Debug)]
pub(crate) struct Collections {
    #[command(subcommand)]
    pub(crate) action: Option<CollectionAction>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CollectionAction {
    /// Create an empty collection.
    Create {
        /// Its name.
        name: String,
    },
    /// Rename a collection.
    Rename {
        /// Its current name.
        name: String,
        /// Its new name.
        new_name: String,
    },
    /// Delete a collection, and the documents that only it lists. The files are not touched.
    Delete {
        /// Its name.
        name: String,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Show {
    /// The document (number, file name, or the start of it).
    #[arg(value_name = "DOCUMENT")]
    pub(crate) document: String,
    #[command(flatten)]
    pub(crate) place: InCollection,
    /// The page: its number, counted from 1, or its printed label.
    #[arg(long, value_name = "PAGE", required_unless_present = "hit")]
    pub(crate) page: Option<String>,
    /// Highlight this passage (its number from `ask`).
    #[arg(long, value_name = "NUMBER")]
    pub(crate) hit: Option<PassageId>,
    /// With `--hit`: also highlight the best sentence and the words of this question.
    #[arg(long, value_name = "QUESTION", requires = "hit")]
    pub(crate) question: Option<String>,
    /// Password of an encrypted file.
    #[arg(long, value_name = "PASSWORD")]
    pub(crate) password: Option<String>,
    /// The image file. An existing file is not replaced.
    #[arg(long, value_name = "FILE", default_value = "page.png")]
    pub(crate) out: PathBuf,
    /// Replace an existing file. A document of the library is never replaced.
    #[arg(long)]
    pub(crate) force: bool,
    /// Dots per inch.
    #[arg(long, default_value_t = 150.0, value_name = "DPI")]
    pub(crate) dpi: f32,
}

#[derive(Args, Debug)]
pub(crate) struct Watch {
    /// The folder, with everything below it.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

/// A question and the passage it is about.
#[derive(Args, Debug)]
pub(crate) struct AboutPassage {
    /// The question.
    #[arg(required = true, num_args = 1.., value_name = "QUESTION")]
    pub(crate) question: Vec<String>,
    /// The document (number, file name, or the start of either).
    #[arg(long, short, value_name = "DOCUMENT")]
    pub(crate) document: String,
    /// The passage (its number from `ask`).
    #[arg(long, short, value_name = "NUMBER")]
    pub(crate) passage: PassageId,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct Mark {
    #[command(flatten)]
    pub(crate) about: AboutPassage,
    /// It does not answer the question.
    #[arg(long)]
    pub(crate) not: bool,
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Tune {
    #[command(subcommand)]
    pub(crate) action: Option<TuneAction>,
    /// Adapt to these pairs only: JSON lines with `question`, `passage` (its text, or a part of it) and perhaps
    /// `document`. By default these are the marks and the collection's questions, which are generated first if there are
    /// none.
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: Option<PathBuf>,
    /// Adapt to what was marked only.
    #[arg(long, conflicts_with = "pairs")]
    pub(crate) no_questions: bool,
    /// Also train the encoder. It takes longer, and without people's questions it seldom helps.
    #[arg(long)]
    pub(crate) encoder: bool,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TuneAction {
    /// List the tunings of a collection, and the generations of its vectors.
    History(InCollection),
    /// Cancel a tuning that waits or runs; everything is as it was.
    Cancel {
        /// Its number.
        run: TuningRunId,
    },
    /// Use another generation, such as one that a tuning offers.
    Activate {
        /// Its number.
        generation: GenerationId,
        #[command(flatten)]
        place: InCollection,
    },
    /// Go back to the generation that was used before.
    Undo(InCollection),
}

#[derive(Args, Debug)]
pub(crate) struct Models {
    #[command(subcommand)]
    pub(crate) action: Option<ModelAction>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelAction {
    /// List the models of the catalogue.
    List,
    /// Fetch a model of the catalogue: the only command that uses the network.
    Fetch {
        /// Its name [default: the default encoder].
        name: Option<String>,
    },
    /// Import a model from a folder, for example on a USB drive.
    Import {
        /// The folder with config.json, tokenizer.json and model.safetensors.
        folder: PathBuf,
    },
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
