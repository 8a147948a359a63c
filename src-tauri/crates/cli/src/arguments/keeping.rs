//! The arguments of commands for documents that are there: list, rename, tag, remove. Not for adding or searching them.

use super::InCollection;
use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct Documents {
    #[command(flatten)]
    pub(crate) place: InCollection,
    /// Only documents with this tag.
    #[arg(long, value_name = "TAG")]
    pub(crate) tag: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Rename {
    /// The document (number, name, or the start of either).
    #[arg(value_name = "DOCUMENT")]
    pub(crate) document: String,
    /// Its new name. With "" it is called by its title or its file name again.
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct Tag {
    /// The document (number, name, or the start of either).
    #[arg(value_name = "DOCUMENT")]
    pub(crate) document: String,
    /// The tags. Without any, those of the document are printed.
    #[arg(value_name = "TAG")]
    pub(crate) tags: Vec<String>,
    /// Take these tags off.
    #[arg(long, requires = "tags")]
    pub(crate) remove: bool,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct Remove {
    /// The documents (numbers, file names, or the start of either).
    #[arg(required = true, value_name = "DOCUMENT")]
    pub(crate) documents: Vec<String>,
    #[command(flatten)]
    pub(crate) place: InCollection,
}
