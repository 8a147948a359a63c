//! Tuned encoders of a shared library: who tuned one puts it where the others fetch it.

use crate::error::blocking;
use crate::files::SharedStore;
use crate::{Engine, Error};
use pincite_library::Generation;
use std::collections::HashSet;
use std::io;
use std::path::Path;

/// What says that an encoder is there whole: the names of its files, one a line.
const FILES: &str = "files.txt";

impl Engine {
    /// Puts the encoders that this computer tuned where the others find them, and fetches theirs. Those that are `known` to be
    /// here and there are passed over.
    ///
    /// # Errors
    /// [`Error::Originals`], [`Error::Unwritable`], [`Error::Library`].
    pub(crate) async fn exchange_encoders(&self, known: &mut HashSet<String>) -> Result<(), Error> {
        let mut tuned = self.tuned_generations().await?;
        tuned.retain(|generation| !known.contains(&generation.fingerprint));
        if tuned.is_empty() {
            return Ok(());
        }
        let Some(store) = SharedStore::of(&self.0.library).await? else { return Ok(()) };
        for generation in tuned {
            let folder = self.0.home.tuned(&generation.encoder);
            let place = format!("encoders/{}", generation.fingerprint);
            let is_there = store.has(&format!("{place}/{FILES}")).await?;
            match folder.is_dir() {
                true if !is_there => put(&store, &folder, &place).await?,
                false if is_there => fetch(&store, &place, &folder).await?,
                false => continue, // who tuned it has not put it there yet
                true => {}
            }
            known.insert(generation.fingerprint);
        }
        Ok(())
    }

    async fn tuned_generations(&self) -> Result<Vec<Generation>, Error> {
        let mut tuned = Vec::new();
        for collection in self.0.library.collections().await? {
            let generations = self.0.library.generations(collection.id).await?;
            tuned.extend(generations.into_iter().filter(|generation| generation.base.is_some()));
        }
        Ok(tuned)
    }
}

async fn put(store: &SharedStore, folder: &Path, place: &str) -> Result<(), Error> {
    let mut names = Vec::new();
    let unreadable = |source| Error::Unreadable { path: folder.to_owned(), source };
    let mut entries = tokio::fs::read_dir(folder).await.map_err(unreadable)?;
    while let Some(entry) = entries.next_entry().await.map_err(unreadable)? {
        let name = entry.file_name().to_string_lossy().into_owned();
        store.put(&entry.path(), &format!("{place}/{name}")).await?;
        names.push(name);
    }
    store.put_text(names.join("\n"), &format!("{place}/{FILES}")).await
}

/// The folder gets its name once it is whole.
async fn fetch(store: &SharedStore, place: &str, folder: &Path) -> Result<(), Error> {
    let unwritable = |source: io::Error| Error::Unwritable { path: folder.to_owned(), source };
    let beside = folder.parent().unwrap_or(folder).to_owned();
    let made = move || std::fs::create_dir_all(&beside).and_then(|()| tempfile::tempdir_in(&beside));
    let draft = blocking("Making a folder", made).await?.map_err(unwritable)?;
    for name in store.text(&format!("{place}/{FILES}")).await?.lines() {
        // A name is that of a file, and leads nowhere else.
        let Some(name) = Path::new(name).file_name().and_then(|name| name.to_str()) else { continue };
        store.get(&format!("{place}/{name}"), &draft.path().join(name)).await?;
    }
    tokio::fs::rename(draft.keep(), folder).await.map_err(unwritable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::opened;
    use pincite_library::NewGeneration;

    #[tokio::test]
    async fn an_encoder_that_one_tuned_is_fetched_by_others() {
        let folder = tempfile::tempdir().unwrap();
        let engine = opened(&folder.path().join("home")).await;
        let library = &engine.0.library;
        let there = folder.path().join("there");
        std::fs::create_dir(&there).unwrap();
        library.set_originals(&format!("file://{}", there.display())).await.unwrap();
        let deal = library.create_collection("Deal").await.unwrap().id;
        let new = NewGeneration { encoder: "e5-tuned-1", fingerprint: "print", width: 3, base: Some("e5") };
        library.add_generation(deal, &new).await.unwrap();
        let here = engine.0.home.tuned("e5-tuned-1");
        engine.exchange_encoders(&mut HashSet::new()).await.unwrap();
        assert!(!here.exists(), "nobody put it there yet");
        std::fs::create_dir_all(&here).unwrap();
        std::fs::write(here.join("config.json"), "{}").unwrap();
        let mut known = HashSet::new();
        engine.exchange_encoders(&mut known).await.unwrap();
        assert!(known.contains("print"));
        std::fs::remove_dir_all(&here).unwrap(); // as on another computer
        engine.exchange_encoders(&mut HashSet::new()).await.unwrap();
        assert_eq!(std::fs::read_to_string(here.join("config.json")).unwrap(), "{}");
        assert_eq!(std::fs::read_dir(here.parent().unwrap()).unwrap().count(), 1, "no draft is left");
    }
}
