//! Models from a folder of this machine or a stick.

use std::fs::File;
use std::path::Path;

use crate::catalogue::manifest::ModelFile;
use crate::catalogue::staging::Staging;
use crate::error::Error;

/// Copies the files from `<folder>/<name>`, or from `folder` itself.
pub(crate) fn fetch(folder: &Path, name: &str, files: &[ModelFile], staging: &mut Staging<'_>) -> Result<(), Error> {
    let named = folder.join(name);
    let source = if named.is_dir() { named.as_path() } else { folder };
    for file in files {
        let path = source.join(&file.path);
        let mut reader = File::open(&path).map_err(Error::reading(&path))?;
        staging.receive(file, 0, &mut reader)?;
    }
    Ok(())
}
