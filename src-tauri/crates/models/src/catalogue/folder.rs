//! Copies models from a folder: on this machine, on a USB drive, or shipped with the program. Not for imports
//! (`import`).

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::catalogue::manifest::ModelFile;
use crate::catalogue::staging::Staging;
use crate::error::Error;

/// Copies the files from `<folder>/<name>`, or from `folder` itself.
pub(crate) fn fetch(folder: &Path, name: &str, files: &[ModelFile], staging: &mut Staging<'_>) -> Result<(), Error> {
    let named = folder.join(name);
    copy(if named.is_dir() { &named } else { folder }, files, staging)
}

/// Copies the files from the first of `<folders>/<name>` that has all of them intact.
pub(crate) fn fetch_shipped(
    folders: &[PathBuf],
    name: &str,
    files: &[ModelFile],
    staging: &mut Staging<'_>,
) -> Result<(), Error> {
    let reason = "it is neither beside the program nor where its package puts it".to_owned();
    let mut failure = Error::Source { source_name: format!("models/{name}"), reason };
    for folder in folders.iter().map(|folder| folder.join(name)).filter(|folder| folder.is_dir()) {
        match copy(&folder, files, staging) {
            Err(error @ (Error::Cancelled | Error::NoSpace { .. })) => return Err(error),
            Err(error) => failure = error,
            Ok(()) => return Ok(()),
        }
    }
    Err(failure)
}

fn copy(folder: &Path, files: &[ModelFile], staging: &mut Staging<'_>) -> Result<(), Error> {
    for file in files {
        let path = folder.join(&file.path);
        let mut reader = File::open(&path).map_err(Error::reading(&path))?;
        staging.receive(file, 0, &mut reader)?;
    }
    Ok(())
}
