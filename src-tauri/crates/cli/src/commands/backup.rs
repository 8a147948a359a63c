//! `pincite backup` and `pincite restore`.

use crate::context::{Context, Outcome};
use crate::error::Error;
use crate::output;
use clap::Args;
use pincite_engine::{Home, Output, escaped_path, restore};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Backup {
    /// The file to write. One that is there is not replaced.
    file: PathBuf,
    /// Replace an existing file.
    #[arg(long)]
    force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Restore {
    /// A file that `backup` wrote.
    file: PathBuf,
}

/// Writes the library and its tuned encoders to a file.
pub(super) async fn back_up(context: &Context, given: Backup) -> Result<Outcome, Error> {
    let output = Output { path: given.file, force: given.force };
    let written = context.engine.back_up(&output).await?;
    if !context.as_json(&written) {
        let place = escaped_path(&output.path);
        output::line(&format!("{} files, {:.1} MB, are in {place}", written.files, written.bytes as f64 / 1e6));
    }
    Ok(Outcome::Done)
}

/// Puts a backup in place of the library of this data folder.
pub(super) async fn put_back(context: &Context, home: &Home, given: Restore) -> Result<Outcome, Error> {
    let restored = restore(home, &given.file).await?;
    if !context.as_json(&restored) {
        output::line("The library is as it was when the backup was written.");
        if let Some(aside) = &restored.aside {
            output::line(&format!("The former one is {}", escaped_path(aside)));
        }
    }
    Ok(Outcome::Done)
}
