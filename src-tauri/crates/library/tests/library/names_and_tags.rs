//! Names and tags that people give documents: they stay, and go with their document.

use crate::support::{Temporary, list, seen, store};
use pincite_library::{DocumentId, Error};
use std::path::{Path, PathBuf};

#[tokio::test]
async fn a_given_name_stays_when_the_file_is_read_and_can_be_taken_back() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let document = list(library, deal, "/a.pdf").await;
    library.rename_document(document, "  Larch \n MSA ").await.unwrap();
    store(library, deal, "/a.pdf", 1, &["text"]).await;
    let named = library.document(document).await.unwrap();
    assert_eq!((named.display_name().as_str(), named.name.as_deref()), ("Larch MSA", Some("Larch MSA")));
    library.rename_document(document, " ").await.unwrap();
    assert_eq!(library.document(document).await.unwrap().display_name(), "Master Agreement", "its title again");
    let gone = library.rename_document(DocumentId(99), "x").await.unwrap_err();
    assert_eq!(gone.code(), "library.no_document");
}

#[tokio::test]
async fn a_tag_is_on_a_document_once_and_goes_with_it() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let one = list(library, deal, "/a.pdf").await;
    let two = list(library, deal, "/b.pdf").await;
    for tag in ["urgent", "Signed", "signed ", "to  check"] {
        library.add_tag(one, tag).await.unwrap();
    }
    library.add_tag(two, "signed").await.unwrap();
    assert_eq!(library.document(one).await.unwrap().tags, ["Signed", "to check", "urgent"]);
    library.remove_tag(one, "URGENT").await.unwrap();
    assert_eq!(library.document(one).await.unwrap().tags, ["Signed", "to check"]);
    assert_eq!(library.document(two).await.unwrap().tags, ["signed"], "each document has its own");
    library.remove_document(one).await.unwrap();
    assert!(matches!(library.add_tag(one, "late").await, Err(Error::NoDocument(id)) if id == one));
    assert!(matches!(library.add_tag(two, " ").await, Err(Error::TagEmpty)));
}

#[tokio::test]
async fn a_further_place_of_known_bytes_is_noted_without_reading_them() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let document = store(library, deal, "/a.pdf", 1, &["text"]).await.document;
    let listed = library.document(document).await.unwrap();
    library.add_sighting(&listed, &seen(Path::new("/copy.pdf"))).await.unwrap();
    let places: Vec<_> = library.sightings(deal).await.unwrap().into_iter().map(|it| (it.document, it.path)).collect();
    assert_eq!(places, [(document, PathBuf::from("/a.pdf")), (document, PathBuf::from("/copy.pdf"))]);
    let documents = library.documents(deal).await.unwrap();
    assert_eq!((documents.len(), documents[0].path.as_path()), (1, Path::new("/a.pdf")), "a copy does not rename it");
    library.remove_path(deal, Path::new("/a.pdf")).await.unwrap();
    assert_eq!(library.document(document).await.unwrap().path, Path::new("/copy.pdf"), "unless it alone is left");
}

#[tokio::test]
async fn the_paths_below_a_folder_and_of_a_document_are_found_without_the_others() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    for path in ["/in/b/c.pdf", "/in/a.pdf", "/in.pdf", "/in2/d.pdf", "/in-/e.pdf"] {
        list(library, deal, path).await;
    }
    let below = async |path: &str| {
        let sightings = library.sightings_below(deal, Path::new(path)).await.unwrap();
        sightings.into_iter().map(|seen| seen.path).collect::<Vec<_>>()
    };
    let folder = [PathBuf::from("/in/a.pdf"), PathBuf::from("/in/b/c.pdf")];
    assert_eq!(below("/in").await, folder);
    assert_eq!(below("/in/").await, folder);
    assert_eq!(below("/in.pdf").await, [PathBuf::from("/in.pdf")]);
    assert_eq!(below("/").await.len(), 5);
    let document = store(library, deal, "/z.pdf", 1, &["text"]).await.document;
    store(library, deal, "/copy.pdf", 1, &["text"]).await;
    let paths: Vec<_> = library.sightings_of(document).await.unwrap().into_iter().map(|seen| seen.path).collect();
    assert_eq!(paths, [PathBuf::from("/z.pdf"), PathBuf::from("/copy.pdf")], "the first one in front");
}
