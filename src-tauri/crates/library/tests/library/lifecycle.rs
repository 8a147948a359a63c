//! The life of a document: waiting, ready, partly, failed; merged, changed, moved, removed. And the content it shares.

use crate::support::{Temporary, content, hash, list, page, passages, problem, seen, store};
use futures_util::TryStreamExt;
use pincite_library::{Library, PassageId, Scope, Status};
use proptest::prelude::*;
use std::path::Path;

/// Terms of every passage there.
async fn terms(library: &Library, scope: Scope) -> Vec<String> {
    let loaded: Vec<_> = library.terms(scope).try_collect().await.unwrap();
    loaded.iter().flat_map(|content| content.passages()).map(String::from).collect()
}

#[tokio::test]
async fn a_document_keeps_its_number_from_waiting_to_ready() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let document = list(library, deal, "/a.pdf").await;
    let waiting = library.document(document).await.unwrap();
    assert_eq!((waiting.status, waiting.content, waiting.hash), (Status::Waiting, None, None));
    let placed = store(library, deal, "/a.pdf", 1, &["the party of the first part", "and the second"]).await;
    let ready = library.document(document).await.unwrap();
    assert_eq!((placed.document, placed.merged, placed.replaced), (document, None, None));
    assert_eq!((ready.status, ready.content), (Status::Ready, Some(placed.content)));
    assert_eq!((ready.pages, ready.passages, ready.hash.clone()), (1, 2, Some(hash(1).to_string())));
    assert_eq!(ready.title.as_deref(), Some("Master Agreement"));
    assert_eq!(
        library.document_of(deal, placed.content).await.unwrap(),
        Some(ready),
        "search finds its way to the list"
    );
}

#[tokio::test]
async fn stored_passages_and_pages_come_back_as_they_were() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    store(library, deal, "/other.pdf", 9, &["something before"]).await;
    let texts = ["Vendor shall pay § 12.3(b) within ten days.", "Total\t$1,577\nNet 12 %", ""];
    let placed = store(library, deal, "/a.pdf", 1, &texts).await;
    let stored = library.passages(placed.content).await.unwrap();
    let expected: Vec<_> = passages(&texts).into_iter().map(|new| new.passage).collect();
    assert_eq!(stored.iter().map(|s| s.passage.clone()).collect::<Vec<_>>(), expected);
    let first = library.content(placed.content).await.unwrap().first_passage;
    assert_eq!(stored.iter().map(|s| s.id.0 - first.0).collect::<Vec<_>>(), [0, 1, 2], "numbered without a gap");
    let asked = [stored[2].id, PassageId(99_999), stored[0].id];
    let given = library.passages_by_id(&asked).await.unwrap();
    assert_eq!(given, [stored[2].clone(), stored[0].clone()], "in the order asked, the unknown left out");
    assert_eq!(library.pages(placed.content).await.unwrap(), [page("1")]);
}

#[tokio::test]
async fn skipped_pages_make_it_partly_and_no_passage_makes_it_failed() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let mut pages = [page("i"), page("ii"), page("1")];
    pages[1].problem = Some(problem("pdf.no_text"));
    let partly = list(library, deal, "/partly.pdf").await;
    let some = passages(&["text of the first page"]);
    library.store_content(&content(partly, "/partly.pdf", 1, &pages, &some, None)).await.unwrap();
    let failed = list(library, deal, "/failed.pdf").await;
    let why = problem("engine.no_text");
    let mut scan = content(failed, "/failed.pdf", 2, &pages[1..2], &[], None);
    scan.problem = Some(&why);
    library.store_content(&scan).await.unwrap();
    let documents = library.documents(deal).await.unwrap();
    assert_eq!(documents.iter().map(|it| it.status).collect::<Vec<_>>(), [Status::Partly, Status::Failed]);
    let skipped: Vec<_> =
        documents[0].skipped.iter().map(|s| (s.page, s.label.as_str(), s.problem.code.as_str())).collect();
    assert_eq!(skipped, [(1, "ii", "pdf.no_text")], "everything skipped is listed with its reason");
    assert_eq!(documents[1].problem, Some(why), "a scan says why nothing of it can be searched");
}

#[tokio::test]
async fn a_document_of_which_something_is_missing_is_partly_searchable() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let document = list(library, deal, "/cut.pdf").await;
    let pages = [page("1")];
    let some = passages(&["text of the first page"]);
    let why = problem("pdf.pages_missing");
    let mut cut = content(document, "/cut.pdf", 1, &pages, &some, None);
    cut.problem = Some(&why);
    library.store_content(&cut).await.unwrap();
    let document = library.document(document).await.unwrap();
    assert_eq!((document.status, document.problem), (Status::Partly, Some(why)), "though no page of it is skipped");
}

#[tokio::test]
async fn a_problem_makes_it_failed_and_listing_it_again_makes_it_waiting() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let document = list(library, deal, "/locked.pdf").await;
    library.set_problem(document, Some(&problem("pdf.password"))).await.unwrap();
    let failed = library.document(document).await.unwrap();
    assert_eq!((failed.status, failed.problem), (Status::Failed, Some(problem("pdf.password"))));
    assert_eq!(list(library, deal, "/locked.pdf").await, document, "the same path is the same document");
    assert_eq!(library.document(document).await.unwrap().status, Status::Waiting);
}

#[tokio::test]
async fn a_ready_document_stays_searchable_when_reading_it_again_fails() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let placed = store(library, deal, "/a.pdf", 1, &["governing law"]).await;
    library.set_problem(placed.document, Some(&problem("pdf.truncated"))).await.unwrap();
    let document = library.document(placed.document).await.unwrap();
    assert_eq!(
        (document.status, document.problem.is_some()),
        (Status::Ready, true),
        "nothing lost, and the problem is told"
    );
    assert_eq!(terms(library, Scope::Collection(deal)).await, ["governing law"]);
}

#[tokio::test]
async fn the_same_bytes_at_two_paths_are_one_document() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let first = store(library, deal, "/a.pdf", 1, &["text"]).await;
    let copy = list(library, deal, "/copy.pdf").await;
    let placed = library.adopt(copy, &seen(Path::new("/copy.pdf")), hash(1), "one").await.unwrap().unwrap();
    assert_eq!((placed.document, placed.content, placed.merged), (first.document, first.content, Some(copy)));
    assert_eq!(library.document(copy).await.unwrap_err().code(), "library.no_document");
    let paths: Vec<_> = library.sightings(deal).await.unwrap().into_iter().map(|s| (s.document, s.path)).collect();
    assert_eq!(
        paths,
        [(first.document, "/a.pdf".into()), (first.document, "/copy.pdf".into())],
        "both places are known"
    );
    assert!(library.remove_path(deal, Path::new("/a.pdf")).await.unwrap().is_none(), "one path is left");
    let gone = library.remove_path(deal, Path::new("/copy.pdf")).await.unwrap().unwrap();
    assert_eq!(
        (gone.id, gone.content),
        (first.document, Some(first.content)),
        "the last path takes the document along"
    );
    assert!(library.content(first.content).await.is_err(), "and the content");
}

#[tokio::test]
async fn collections_of_a_file_share_content_until_the_last_one_lets_go() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, matter) =
        (library.create_collection("Deal").await.unwrap(), library.create_collection("Matter").await.unwrap());
    let first = store(library, deal.id, "/a.pdf", 1, &["indemnity cap"]).await;
    let second = store(library, matter.id, "/a.pdf", 1, &["indemnity cap"]).await;
    let is_one = first.content == second.content;
    assert_eq!(is_one, !crate::IS_SHARED, "once; on a server once for each collection, which not all may see");
    assert_ne!(first.document, second.document, "and listed twice");
    library.delete_collection(deal.id).await.unwrap();
    let left = terms(library, Scope::Collection(matter.id)).await;
    assert_eq!(left, ["indemnity cap"], "the other collection lost nothing");
    let was = library.remove_document(second.document).await.unwrap();
    assert_eq!(was.content, Some(second.content));
    assert!(library.content(second.content).await.is_err(), "nobody uses it any more");
    assert!(terms(library, Scope::Content(second.content)).await.is_empty(), "terms go with their content");
}

#[tokio::test]
async fn a_changed_file_replaces_its_former_content_only_when_the_new_one_is_stored() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let first = store(library, deal, "/a.pdf", 1, &["draft one"]).await;
    list(library, deal, "/a.pdf").await;
    assert_eq!(
        library.document(first.document).await.unwrap().status,
        Status::Ready,
        "queued again, searchable as before"
    );
    let second = store(library, deal, "/a.pdf", 2, &["draft two"]).await;
    assert_eq!((second.document, second.replaced), (first.document, Some(first.content)));
    assert_eq!(library.content(first.content).await.unwrap_err().code(), "library.no_content");
}

#[tokio::test]
async fn a_changed_copy_leaves_the_other_path_with_the_former_content() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let first = store(library, deal, "/a.pdf", 1, &["draft one"]).await;
    store(library, deal, "/copy.pdf", 1, &["draft one"]).await;
    let changed = store(library, deal, "/copy.pdf", 2, &["draft two"]).await;
    assert_ne!(changed.document, first.document, "the copy is a document of its own now");
    assert_eq!((changed.merged, changed.replaced), (None, None), "the former one is still listed");
    assert_eq!(library.document(first.document).await.unwrap().path, Path::new("/a.pdf"));
    assert_eq!(library.document(changed.document).await.unwrap().path, Path::new("/copy.pdf"));
}

#[tokio::test]
async fn another_recipe_replaces_passages_for_everyone() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let first = store(library, deal, "/a.pdf", 1, &["old cut"]).await;
    let seen = seen(Path::new("/a.pdf"));
    assert_eq!(
        library.adopt(first.document, &seen, hash(1), "two").await.unwrap(),
        None,
        "cut differently: read it again"
    );
    let pages = [page("1")];
    let cut = passages(&["new", "cut"]);
    let mut new = content(first.document, "/a.pdf", 1, &pages, &cut, None);
    new.recipe = "two";
    let second = library.store_content(&new).await.unwrap();
    assert_eq!((second.document, second.content), (first.document, first.content), "the same content, cut anew");
    let texts: Vec<_> = library.passages(second.content).await.unwrap().into_iter().map(|s| s.passage.text).collect();
    assert_eq!(texts, ["new", "cut"]);
    assert_eq!(terms(library, Scope::Collection(deal)).await, ["new", "cut"], "terms are in step");
}

#[tokio::test]
async fn storing_for_a_removed_document_stores_nothing() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let document = list(library, deal, "/a.pdf").await;
    library.remove_document(document).await.unwrap();
    let pages = [page("1")];
    let some = passages(&["text"]);
    let error = library.store_content(&content(document, "/a.pdf", 1, &pages, &some, None)).await.unwrap_err();
    assert_eq!(error.code(), "library.no_document");
    assert!(library.contents(deal).await.unwrap().is_empty(), "the whole transaction is undone");
    assert!(library.unfinished_jobs().await.unwrap().is_empty(), "its job went with the document");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn hashes_display_as_they_are_parsed(bytes in any::<[u8; 32]>()) {
        let hash = pincite_library::ContentHash(bytes);
        prop_assert_eq!(hash.to_string().parse::<pincite_library::ContentHash>().ok(), Some(hash));
    }

    #[test]
    fn other_text_is_no_hash(text in "[0-9a-gé]{62,66}") {
        let valid = text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
        prop_assert_eq!(text.parse::<pincite_library::ContentHash>().is_ok(), valid);
    }
}
