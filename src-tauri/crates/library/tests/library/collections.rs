//! Collections and watched folders.

use crate::support::{Temporary, new_vectors, store, vectors};
use pincite_library::Placement;
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

/// Two programs that added files to a new collection at the same time: one was told that the name is taken.
#[tokio::test]
async fn of_two_who_want_a_new_collection_both_get_it() {
    let temporary = Temporary::new().await;
    let other = temporary.again().await;
    let (one, two) = tokio::join!(temporary.library.collection_or_new(" Deal"), other.collection_or_new("Deal"));
    assert_eq!(one.unwrap().id, two.unwrap().id);
    assert_eq!(temporary.library.collections().await.unwrap().len(), 1);
    assert_eq!(other.collection_or_new(" ").await.unwrap_err().code(), "library.name_empty");
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

#[tokio::test]
async fn the_revision_counts_what_a_search_has_in_memory_and_nothing_else() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let other = library.create_collection("Other").await.unwrap().id;
    let mut seen = vec![library.revision(deal).await.unwrap()];
    let of_other = library.revision(other).await.unwrap();
    let Placement { document, content, .. } = store(library, deal, "/a.pdf", 1, &["one", "two"]).await;
    seen.push(library.revision(deal).await.unwrap());
    let generation = library.ensure_generation(deal, "e5", "print", 3).await.unwrap().id;
    seen.push(library.revision(deal).await.unwrap());
    let first = library.content(content).await.unwrap().first_passage;
    let vectors = new_vectors(generation, &vectors(2, 1.0));
    library.store_vectors_since(content, first, &vectors).await.unwrap();
    seen.push(library.revision(deal).await.unwrap());
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]), "document, generation, vectors: {seen:?}");
    assert!(library.remember_question(deal, None, "Who pays?").await.unwrap());
    library.rename_collection(deal, "Closing").await.unwrap();
    library.list_files(deal, &["/later.pdf".into()]).await.unwrap();
    assert_eq!(library.revision(deal).await.unwrap(), seen[3], "a question, a name and a file that is not read yet");
    assert_eq!(library.revision(other).await.unwrap(), of_other, "another collection");
    library.remove_document(document).await.unwrap();
    assert_ne!(library.revision(deal).await.unwrap(), seen[3], "a document that left");
    let gone = library.revision(pincite_library::CollectionId(7)).await.unwrap_err();
    assert_eq!(gone.code(), "library.no_collection");
}

#[tokio::test]
async fn passages_of_chosen_contents_are_counted_once_and_those_of_other_collections_not() {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let other = library.create_collection("Other").await.unwrap().id;
    let lease = store(library, deal, "/lease.pdf", 1, &["rent", "deposit"]).await.content;
    store(library, deal, "/loan.pdf", 2, &["interest"]).await;
    let elsewhere = store(library, other, "/will.pdf", 3, &["heirs"]).await.content;
    assert_eq!(library.passage_count(deal, &[lease, lease, elsewhere]).await.unwrap(), 2);
    assert_eq!(library.passage_count(deal, &[]).await.unwrap(), 0);
}
