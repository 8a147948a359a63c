//! Copies a collection into another library, with its files and its tuned encoders: from this computer to a shared library, and
//! back. Not for a copy of a whole library (`backup`).

use crate::error::blocking;
use crate::error::unwritable;
use crate::files::{Originals, exists, hash, shared_place};
use crate::key_store::open_shared;
use crate::work::{exchange_encoders, tuned_generations};
use crate::{Engine, Error};
use pincite_library::{CollectionId, Document, Library};
use pincite_models::Home;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

/// A collection that is in another library now, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Copied {
    /// Its name here and there.
    pub collection: String,
    /// How many documents were copied. Those that were not read yet are not.
    pub documents: usize,
    /// Documents whose file is not where it was, or has changed. They can be searched, and not looked at.
    pub without_file: Vec<String>,
}

/// The library that a collection is copied to.
struct Target {
    library: Library,
    home: Home,
    collection: CollectionId,
    files: Files,
}

/// Where the PDFs of a copied collection go.
pub(crate) enum Files {
    /// Into a folder, which is made if it is not there.
    Folder(PathBuf),
    /// To those of a shared library.
    Shared,
    /// Into the library itself, which becomes a bundle.
    Enclosed,
}

impl Engine {
    /// Copies a collection to another library, where none has its name: a shared one by its address, or `None`, that of this
    /// computer. Then the PDFs go into a folder, which is made if it is not there.
    ///
    /// # Errors
    /// [`Error::Library`] if the name is taken there, or the library cannot be opened; [`Error::NoOriginals`],
    /// [`Error::Originals`], [`Error::Unwritable`]. Nothing is left there then.
    pub async fn copy_collection(&self, from: CollectionId, to: Option<&str>, folder: &Path) -> Result<Copied, Error> {
        let own = Home::from(self.0.home.folder().to_owned());
        let (library, home, files) = match to {
            Some(address) => {
                let library = open_shared(address).await?;
                let home = own.of_shared(library.path());
                (library, home, Files::Shared)
            }
            None => (Library::open(&own.library()).await?, own, Files::Folder(folder.to_owned())),
        };
        let copied = self.copy_into(from, library.clone(), home, files).await;
        library.close().await;
        copied
    }

    /// Copies a collection into an open library.
    pub(crate) async fn copy_into(
        &self,
        from: CollectionId,
        library: Library,
        home: Home,
        files: Files,
    ) -> Result<Copied, Error> {
        let name = self.0.library.collection(from).await?.name;
        let collection = library.create_collection(&name).await?.id;
        let target = Target { library, home, collection, files };
        let copied = self.copy_to(from, name, &target).await;
        if copied.is_err() {
            target.library.delete_collection(collection).await?;
        }
        copied
    }

    async fn copy_to(&self, from: CollectionId, name: String, target: &Target) -> Result<Copied, Error> {
        let mut documents = self.0.listing.documents(from).await?;
        documents.retain(|document| document.content.is_some());
        let mut places = HashMap::new();
        let mut without_file = Vec::new();
        for document in &documents {
            let file = self.sound_file(document).await?;
            if let (Some(file), Some(hash)) = (file, &document.hash) {
                places.insert(hash.clone(), target.take(hash, &document.path, &file).await?);
            } else {
                without_file.push(document.display_name());
            }
        }
        let place = |hash: &str, listed: &str| {
            let taken = places.get(hash).cloned();
            taken.unwrap_or_else(|| target.place(hash, Path::new(listed))).display().to_string()
        };
        self.0.library.copy_collection(from, &target.library, target.collection, &place).await?;
        self.copy_encoders(from, target).await?;
        Ok(Copied { collection: name, documents: documents.len(), without_file })
    }

    /// The first of a document's files that still has its bytes.
    async fn sound_file(&self, document: &Document) -> Result<Option<PathBuf>, Error> {
        for place in self.0.listing.places(document.id).await? {
            let file = match self.0.listing.originals.file(&place).await {
                Ok(file) => file,
                Err(Error::Originals { .. } | Error::DocumentChanged { .. }) => continue,
                Err(error) => return Err(error),
            };
            if let Some(wanted) = &document.hash
                && is_file_of(&file, wanted).await
            {
                return Ok(Some(file));
            }
        }
        Ok(None)
    }

    /// Copies tuned encoders of a collection, which have other names there.
    async fn copy_encoders(&self, from: CollectionId, target: &Target) -> Result<(), Error> {
        if self.0.library.is_shared() {
            exchange_encoders(&self.0.library, &self.0.home, &mut HashSet::new()).await?;
        }
        let here = self.0.library.generations(from).await?;
        for generation in tuned_generations(&target.library).await? {
            let same = here.iter().find(|one| one.fingerprint == generation.fingerprint);
            let Some(same) = same.filter(|_| generation.collection == target.collection) else { continue };
            let encoder = self.0.home.tuned(&same.encoder);
            let there = target.home.tuned(&generation.encoder);
            if encoder.is_dir() && !there.exists() {
                let failed = unwritable(&there);
                blocking("Copying an encoder", move || copy_folder(&encoder, &there)).await?.map_err(failed)?;
            }
        }
        if target.library.is_shared() {
            exchange_encoders(&target.library, &target.home, &mut HashSet::new()).await?;
        }
        Ok(())
    }
}

impl Target {
    /// Where a file is listed that was listed here.
    fn place(&self, hash: &str, listed: &Path) -> PathBuf {
        match &self.files {
            Files::Folder(folder) => folder.join(listed.file_name().unwrap_or_default()),
            Files::Shared | Files::Enclosed => shared_place(self.collection, hash, listed),
        }
    }

    /// Puts a file that was listed here where the other library finds it, and returns how it is listed there.
    async fn take(&self, hash: &str, listed: &Path, file: &Path) -> Result<PathBuf, Error> {
        let place = self.place(hash, listed);
        match &self.files {
            Files::Folder(folder) => return copy_file(file, hash, folder, &place).await,
            Files::Shared => {
                let originals = Originals::new(self.library.clone(), self.home.originals());
                originals.put(self.collection, hash.parse()?, file).await?;
            }
            Files::Enclosed => enclose(&self.library, hash, file).await?,
        }
        Ok(place)
    }
}

/// Encloses a file under a name.
pub(crate) async fn enclose(library: &Library, name: &str, file: &Path) -> Result<(), Error> {
    let unreadable = |source| Error::Unreadable { path: file.to_owned(), source };
    let from = tokio::fs::File::open(file).await.map_err(unreadable)?;
    Ok(library.enclose(name, from).await?)
}

/// Copies a file into a folder, under another name if another file has this one.
async fn copy_file(file: &Path, hash: &str, folder: &Path, place: &Path) -> Result<PathBuf, Error> {
    let failed = |source| Error::Unwritable { path: place.to_owned(), source };
    tokio::fs::create_dir_all(folder).await.map_err(failed)?;
    for number in 1.. {
        let free = numbered(place, number);
        if !exists(&free).await {
            tokio::fs::copy(file, &free).await.map_err(failed)?;
            return Ok(free);
        }
        if is_file_of(&free, hash).await {
            return Ok(free);
        }
    }
    Ok(place.to_owned())
}

/// Whether a file has this hash.
async fn is_file_of(file: &Path, wanted: &str) -> bool {
    hash(file).await.is_ok_and(|hash| hash.to_string() == wanted)
}

/// A name beside a file that has the first one: `Lease (2).pdf`.
fn numbered(file: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return file.to_owned();
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let ending = file.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    file.with_file_name(format!("{stem} ({number}){ending}"))
}

/// Copies the files of a folder. The folder is there once it is whole.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    let beside = to.parent().unwrap_or(to);
    std::fs::create_dir_all(beside)?;
    let draft = tempfile::tempdir_in(beside)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        std::fs::copy(entry.path(), draft.path().join(entry.file_name()))?;
    }
    std::fs::rename(draft.keep(), to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_file_of_a_name_gets_a_number() {
        let numbers = [1, 2].map(|number| numbered(Path::new("/out/Lease.pdf"), number));
        assert_eq!(numbers, [PathBuf::from("/out/Lease.pdf"), PathBuf::from("/out/Lease (2).pdf")]);
    }
}
