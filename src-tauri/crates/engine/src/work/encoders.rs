//! Tuned encoders of a shared library: who tuned one puts it where the others fetch it.

use crate::Error;
use crate::error::{blocking, unwritable};
use crate::files::SharedStore;
use pincite_library::{CollectionKey, Generation, GenerationId, Library};
use pincite_models::Home;
use std::collections::HashSet;
use std::path::Path;
use tempfile::TempDir;

/// What says that an encoder is there whole: the names of its files, one a line.
const FILES: &str = "files.txt";

/// Puts the encoders that this computer tuned for a shared library where the others find them, and fetches theirs. Those that are
/// `known` to be here and there are passed over.
///
/// # Errors
/// [`Error::Originals`], [`Error::Unwritable`], [`Error::Library`].
pub(crate) async fn exchange_encoders(
    library: &Library,
    home: &Home,
    known: &mut HashSet<GenerationId>,
) -> Result<(), Error> {
    let mut tuned = tuned_generations(library).await?;
    tuned.retain(|generation| !known.contains(&generation.id));
    if tuned.is_empty() {
        return Ok(());
    }
    let Some(store) = SharedStore::of(library).await? else { return Ok(()) };
    for generation in tuned {
        let folder = home.tuned(&generation.encoder);
        let key = library.collection_key(generation.collection).await?;
        let place = format!("encoders/{}/{}", generation.collection, generation.fingerprint);
        let is_there = store.has(&format!("{place}/{FILES}")).await?;
        match folder.is_dir() {
            true if !is_there => put(&store, &key, &folder, &place).await?,
            false if is_there => fetch(&store, &key, &place, &folder).await?,
            false => continue, // who tuned it has not put it there yet
            true => {}
        }
        known.insert(generation.id);
    }
    Ok(())
}

/// The generations of tuned encoders, of all collections.
pub(crate) async fn tuned_generations(library: &Library) -> Result<Vec<Generation>, Error> {
    let mut tuned = Vec::new();
    for collection in library.collections().await? {
        let generations = library.generations(collection.id).await?;
        tuned.extend(generations.into_iter().filter(|generation| generation.base.is_some()));
    }
    Ok(tuned)
}

async fn put(store: &SharedStore, key: &CollectionKey, folder: &Path, place: &str) -> Result<(), Error> {
    let mut names = Vec::new();
    let unreadable = |source| Error::Unreadable { path: folder.to_owned(), source };
    let mut entries = tokio::fs::read_dir(folder).await.map_err(unreadable)?;
    while let Some(entry) = entries.next_entry().await.map_err(unreadable)? {
        let name = entry.file_name().to_string_lossy().into_owned();
        store.put(&entry.path(), key, &format!("{place}/{name}")).await?;
        names.push(name);
    }
    store.put_text(&names.join("\n"), key, &format!("{place}/{FILES}")).await
}

/// The folder gets its name once it is whole.
async fn fetch(store: &SharedStore, key: &CollectionKey, place: &str, folder: &Path) -> Result<(), Error> {
    let draft = folder_beside(folder).await?;
    for name in store.text(key, &format!("{place}/{FILES}")).await?.lines() {
        // A name is that of a file, and leads nowhere else.
        let Some(name) = Path::new(name).file_name().and_then(|name| name.to_str()) else { continue };
        store.get(key, &format!("{place}/{name}"), &draft.path().join(name)).await?;
    }
    tokio::fs::rename(draft.keep(), folder).await.map_err(unwritable(folder))
}

/// A folder for what gets its place once it is whole.
pub(crate) async fn folder_beside(place: &Path) -> Result<TempDir, Error> {
    let beside = place.parent().unwrap_or(place).to_owned();
    let made = move || std::fs::create_dir_all(&beside).and_then(|()| tempfile::tempdir_in(&beside));
    blocking("Making a folder", made).await?.map_err(unwritable(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_encoder_that_one_puts_there_is_fetched_whole_by_others() {
        let folder = tempfile::tempdir().unwrap();
        let key = CollectionKey([7; 32]);
        let store = SharedStore::at(&format!("file://{}", folder.path().display())).unwrap();
        let here = folder.path().join("here/e5-tuned-1");
        std::fs::create_dir_all(&here).unwrap();
        std::fs::write(here.join("config.json"), "{}").unwrap();
        put(&store, &key, &here, "encoders/1/print").await.unwrap();
        assert!(store.has("encoders/1/print/files.txt").await.unwrap());
        let there = folder.path().join("there/e5-tuned-1");
        fetch(&store, &key, "encoders/1/print", &there).await.unwrap();
        assert_eq!(std::fs::read_to_string(there.join("config.json")).unwrap(), "{}");
        assert_eq!(std::fs::read_dir(there.parent().unwrap()).unwrap().count(), 1, "no draft is left");
    }
}
