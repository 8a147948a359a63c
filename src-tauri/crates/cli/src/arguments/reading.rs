//! Arguments of the commands that move in a document. Not for running them.

use super::InCollection;
use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct Find {
    /// The document (number, file name, or the start of it).
    #[arg(value_name = "DOCUMENT")]
    pub(crate) document: String,
    /// The words, exactly as written. Letter case, accents and line ends do not matter.
    #[arg(required = true, num_args = 1.., value_name = "WORDS")]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct OfDocument {
    /// The document (number, file name, or the start of it).
    #[arg(value_name = "DOCUMENT")]
    pub(crate) document: String,
    /// Password of an encrypted file.
    #[arg(long, value_name = "PASSWORD")]
    pub(crate) password: Option<String>,
    #[command(flatten)]
    pub(crate) place: InCollection,
}
