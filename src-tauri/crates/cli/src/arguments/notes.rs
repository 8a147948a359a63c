//! Arguments of the commands about words on pages: `cite` and `notes`. Not for running them.

use super::InCollection;
use clap::{Args, Subcommand, ValueEnum};
use pincite_api::AnnotationId;

/// Words on a page.
#[derive(Args, Debug)]
pub(crate) struct Words {
    /// The document (number, file name, or the start of it).
    #[arg(value_name = "DOCUMENT")]
    pub(crate) document: String,
    /// The words, as they are on the page.
    #[arg(required = true, num_args = 1.., value_name = "WORDS")]
    pub(crate) words: Vec<String>,
    /// The page: its number, counted from 1, or its printed label.
    #[arg(long, short, value_name = "PAGE")]
    pub(crate) page: String,
    #[command(flatten)]
    pub(crate) place: InCollection,
    /// Password of an encrypted file.
    #[arg(long, value_name = "PASSWORD")]
    pub(crate) password: Option<String>,
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(crate) struct Notes {
    #[command(subcommand)]
    pub(crate) action: Option<NotesAction>,
    /// List the highlights of this document (number, file name, or the start of it).
    #[arg(value_name = "DOCUMENT")]
    pub(crate) document: Option<String>,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

#[derive(Debug, Subcommand)]
pub(crate) enum NotesAction {
    /// Highlight words of a page, with or without a note.
    Add {
        #[command(flatten)]
        words: Words,
        /// The note.
        #[arg(long, short, default_value = "", value_name = "TEXT", hide_default_value = true)]
        note: String,
        /// The colour.
        #[arg(long, value_enum, default_value_t = Colour::Yellow)]
        colour: Colour,
    },
    /// Remove a highlight with its note.
    Remove {
        /// Its number.
        highlight: AnnotationId,
    },
}

/// Colour of a highlight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Pink.
    Pink,
}
