//! Files written for people: a page image, questions. Each appears whole or not at all, no file is replaced unless that was
//! asked for, and a document of the library never. Not for what is written.

use crate::{Engine, Error};
use pincite_adapt::write_lines;
use pincite_api::{CollectionId, WhichQuestions};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

/// Where something is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The file.
    pub path: PathBuf,
    /// Whether it may replace a file that is there.
    pub force: bool,
}

/// A file being written beside its place, gone if it is not published.
struct Draft<'o> {
    output: &'o Output,
    file: File,
    place: TempPath,
}

impl Engine {
    /// Writes a file for the user.
    ///
    /// # Errors
    /// [`Error::Exists`], [`Error::IsOurs`], [`Error::NotAFile`], [`Error::Unwritable`], [`Error::Library`].
    pub async fn write(&self, output: &Output, bytes: &[u8]) -> Result<(), Error> {
        let mut draft = self.draft(output).await?;
        draft.write(bytes).await?;
        draft.publish().await
    }

    /// Writes questions of a collection to a file; how many.
    ///
    /// # Errors
    /// As [`Engine::write`]; [`Error::Adapt`] as [`pincite_adapt::Questions::export`].
    pub async fn export_questions(
        &self,
        collection: CollectionId,
        which: &WhichQuestions,
        output: &Output,
    ) -> Result<u32, Error> {
        let mut export = self.adapt().questions().export(collection, which).await?;
        let (mut draft, mut written) = (self.draft(output).await?, 0);
        while let Some(lines) = export.next().await? {
            let mut bytes = Vec::new();
            write_lines(&lines, &mut bytes).map_err(unwritable(&output.path))?;
            draft.write(&bytes).await?;
            written += lines.len() as u32;
        }
        draft.publish().await?;
        Ok(written)
    }

    /// Begins to write a file for the user.
    async fn draft<'o>(&self, output: &'o Output) -> Result<Draft<'o>, Error> {
        self.refuse_to_replace(output).await?;
        let (file, place) = temporary_beside(&output.path).map_err(unwritable(&output.path))?;
        Ok(Draft { output, file: File::from_std(file), place })
    }

    /// Refuses a place that [`Engine::write`] would refuse, before long work on what is to be written.
    ///
    /// # Errors
    /// [`Error::Exists`], [`Error::IsOurs`], [`Error::NotAFile`], [`Error::Unwritable`], [`Error::Library`].
    pub async fn refuse_to_replace(&self, output: &Output) -> Result<(), Error> {
        let path = &output.path;
        let Ok(metadata) = fs::metadata(path) else { return Ok(()) };
        if !metadata.is_file() {
            return Err(Error::NotAFile { path: path.clone() });
        }
        if self.is_ours(path).await? {
            return Err(Error::IsOurs { path: path.clone() });
        }
        if output.force { Ok(()) } else { Err(Error::Exists { path: path.clone() }) }
    }

    /// Whether a file is a document of the library, or lies in Pincite's data folder. Links are followed.
    async fn is_ours(&self, path: &Path) -> Result<bool, Error> {
        let target = fs::canonicalize(path).map_err(unwritable(path))?;
        if fs::canonicalize(self.0.home.folder()).is_ok_and(|home| target.starts_with(home)) {
            return Ok(true);
        }
        for collection in self.0.library.collections().await? {
            let seen = self.0.library.sightings(collection.id).await?;
            if seen.iter().any(|seen| fs::canonicalize(&seen.path).is_ok_and(|document| document == target)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Draft<'_> {
    async fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file.write_all(bytes).await.map_err(unwritable(&self.output.path))
    }

    /// Puts the file in its place, now that it is complete.
    async fn publish(mut self) -> Result<(), Error> {
        let path = &self.output.path;
        self.file.flush().await.map_err(unwritable(path))?;
        self.file.sync_all().await.map_err(unwritable(path))?;
        let published = match self.output.force {
            true => self.place.persist(path),
            false => self.place.persist_noclobber(path),
        };
        published.map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => Error::Exists { path: path.clone() },
            _ => unwritable(path)(error.error),
        })
    }
}

/// An empty file in the same folder, so that it can be renamed, with the rights that a new file has.
fn temporary_beside(path: &Path) -> io::Result<(fs::File, TempPath)> {
    let absolute = std::path::absolute(path)?;
    let folder = absolute.parent().ok_or(io::ErrorKind::IsADirectory)?;
    let mut builder = Builder::new();
    builder.prefix(".pincite-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    Ok(builder.tempfile_in(folder)?.into_parts())
}

fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Error + use<> {
    let path = path.to_owned();
    move |source| Error::Unwritable { path, source }
}
