//! Collections and watched folders.

use crate::support::{Temporary, store};
use std::path::Path;

#[tokio::test]
async fn names_are_unique_and_never_blank() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("  Deal ").await.unwrap();
    assert_eq!(deal.name, "Deal", "space around a name is a slip of the hand");
    let code = |result: Result<_, pincite_library::Error>| result.map(|_| ()).unwrap_err().code();
    assert_eq!(code(library.create_collection("Deal").await), "library.name_taken");
    assert_eq!(code(library.create_collection(" \t").await), "library.name_empty");
    let other = library.create_collection("Other").await.unwrap();
    let renamed = library.rename_collection(other.id, "Deal").await.unwrap_err();
    assert_eq!(renamed.code(), "library.name_taken", "renaming must not produce two collections of one name");
    assert!(renamed.to_string().contains("Deal"), "the message names the culprit: {renamed}");
    library.rename_collection(other.id, "Closing").await.unwrap();
    let names: Vec<_> = library.collections().await.unwrap().into_iter().map(|one| (one.id, one.name)).collect();
    assert!(names.contains(&(other.id, "Closing".to_owned())), "{names:?}");
    assert!(names.iter().all(|(_, name)| name != "Other"), "the old name is gone");
}

#[tokio::test]
async fn counts_documents_and_passages() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    library.create_collection("Empty").await.unwrap();
    store(library, deal, "/a.pdf", 1, &["one", "two"]).await;
    store(library, deal, "/b.pdf", 2, &["three"]).await;
    library.list_files(deal, &["/c.pdf".into()]).await.unwrap();
    let counts: Vec<_> = library.collections().await.unwrap().iter().map(|c| (c.documents, c.passages)).collect();
    assert_eq!(counts, [(3, 3), (0, 0)], "a waiting document counts, and an empty collection is listed");
}

#[tokio::test]
async fn unknown_collections_are_said_to_be_unknown() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let nowhere = pincite_library::CollectionId(7);
    let listed = library.list_files(nowhere, &["/a.pdf".into()]).await.unwrap_err();
    let watched = library.watch_folder(nowhere, Path::new("/inbox")).await.unwrap_err();
    let generation = library.ensure_generation(nowhere, "e5", "print", 3).await.unwrap_err();
    let deleted = library.delete_collection(nowhere).await.unwrap_err();
    for error in [listed, watched, generation, deleted] {
        assert_eq!(error.code(), "library.no_collection", "{error}");
    }
}

#[tokio::test]
async fn watched_folders_survive_reopening() {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    let deal = library.create_collection("Deal").await.unwrap().id;
    library.watch_folder(deal, Path::new("/inbox")).await.unwrap();
    library.watch_folder(deal, Path::new("/inbox")).await.unwrap();
    let folders = temporary.again().await.watched_folders().await.unwrap();
    assert_eq!(folders.len(), 1, "watching twice is watching once");
    assert_eq!((folders[0].collection, folders[0].path.as_path()), (deal, Path::new("/inbox")));
    assert!(library.unwatch_folder(deal, Path::new("/inbox")).await.unwrap());
    assert!(!library.unwatch_folder(deal, Path::new("/inbox")).await.unwrap(), "it is not watched any more");
}
