//! The arguments of `pincite add`. Not for adding.

use super::InCollection;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Add {
    /// PDF files, or folders with everything below them.
    #[arg(required_unless_present = "samples", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Add the sample documents that come with Pincite.
    #[arg(long)]
    pub(crate) samples: bool,
    /// Password for encrypted files.
    #[arg(long, value_name = "PASSWORD")]
    pub(crate) password: Option<String>,
    #[command(flatten)]
    pub(crate) place: InCollection,
}
