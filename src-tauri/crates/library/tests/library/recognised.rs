//! Recognised pages: they stay with the bytes, replace what was searchable in one step, and are queued once.

use crate::support::{Temporary, content, hash, list, new_vectors, page, passages, problem, vectors};
use pincite_library::{JobState, Places, RecognisedPage, Status};
use pincite_pdf::{Page, Word};

fn recognised(index: u32, text: &str) -> RecognisedPage {
    let word = Word { text: text.to_owned(), rect: Default::default(), size: 10.0, bold: false, joins_next: false };
    RecognisedPage { page: Page { index, words: vec![word], ..Page::default() }, confidence: 0.75 }
}

#[tokio::test]
async fn recognised_pages_replace_what_was_searchable_and_stay() {
    let Temporary { library, folder: _folder } = Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let generation = library.ensure_generation(deal, "e5", "print", 3).await.unwrap().id;
    let document = list(&library, deal, "/scan.pdf").await;
    let vectors = new_vectors(generation, &vectors(1, 1.0));
    let pages = [page("1"), page("2")];
    let first = passages(&["Readable."]);
    let new = content(document, "/scan.pdf", 1, &pages, &first, Some(&vectors));
    let stored = library.store_content(&new).await.unwrap().content;
    library.store_recognised(stored, &recognised(1, "fuzzy")).await.unwrap();
    library.store_recognised(stored, &recognised(1, "Scanned.")).await.unwrap();

    let both = passages(&["Readable.", "Scanned."]);
    let new = content(document, "/scan.pdf", 1, &pages, &both, None);
    library.store_content(&new).await.unwrap();
    assert_eq!(library.passages(stored).await.unwrap().len(), 1, "the same recipe is not written again by itself");
    assert_eq!(library.replace_content(&new).await.unwrap().content, stored);
    assert_eq!(library.passages(stored).await.unwrap().len(), 2);
    assert_eq!(library.vectors(generation, stored).await.unwrap(), None, "those of the former passages are gone");
    assert_eq!(library.recognised_pages(hash(1)).await.unwrap(), [recognised(1, "Scanned.")]);
    assert_eq!(library.recognised_page(stored, 0).await.unwrap(), None);
    let recognition = library.document(document).await.unwrap().recognition;
    assert_eq!((recognition.pages, recognition.confidence, recognition.unfinished), (1, 0.75, false));
}

#[tokio::test]
async fn a_scan_waits_until_its_recognition_ends() {
    let Temporary { library, folder: _folder } = Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let document = list(&library, deal, "/scan.pdf").await;
    let read = library.claim_next(Places::ALL).await.unwrap().unwrap();
    let none = problem("engine.no_text");
    let pages = [page("1")];
    let new = content(document, "/scan.pdf", 1, &pages, &[], None);
    let new = pincite_library::NewContent { problem: Some(&none), ..new };
    library.store_content(&new).await.unwrap();
    let job = library.queue_recognition(document, true).await.unwrap().expect("nothing was queued before");
    library.finish_job(read.id).await.unwrap();
    assert_eq!(library.queue_recognition(document, true).await.unwrap(), None, "it is queued already");
    let waiting = library.document(document).await.unwrap();
    assert_eq!((waiting.status, waiting.problem), (Status::Waiting, None));

    assert_eq!(library.claim_next(Places::ALL).await.unwrap().unwrap().id, job);
    library.cancel_job(job, Some(&problem("engine.cancelled"))).await.unwrap();
    let failed = library.document(document).await.unwrap();
    assert_eq!((failed.status, failed.problem), (Status::Failed, Some(none)), "it has no text then");
    assert_eq!(library.job(job).await.unwrap().state, JobState::Cancelled);
    assert_eq!(library.queue_recognition(document, false).await.unwrap(), None, "what was cancelled stays so");
    assert!(library.queue_recognition(document, true).await.unwrap().is_some(), "until it is asked for again");
}
