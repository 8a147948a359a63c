//! Feedback: what a user said of an answer is kept as long as the content, however often that is read again.

use crate::support::{Temporary, content, list, page, passages, store};
use pincite_library::{CollectionId, Library, Mark, PassageId, Placement};

const QUESTION: &str = "When is the fee due?";

/// Stores the bytes of this number at "/a.pdf", cut into these passages by this recipe.
async fn cut(library: &Library, deal: CollectionId, number: u8, recipe: &str, texts: &[&str]) -> Placement {
    let document = list(library, deal, "/a.pdf").await;
    let pages = [page("1")];
    let passages = passages(texts);
    let mut new = content(document, "/a.pdf", number, &pages, &passages, None);
    new.recipe = recipe;
    library.store_content(&new).await.unwrap()
}

async fn passage(library: &Library, placed: &Placement, ordinal: usize) -> PassageId {
    library.passages(placed.content).await.unwrap()[ordinal].id
}

#[tokio::test]
async fn what_was_said_last_counts() {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let placed = store(library, deal, "/a.pdf", 1, &["The fee is due at once.", "Courts sit in Delaware."]).await;
    let fee = passage(library, &placed, 0).await;
    let courts = passage(library, &placed, 1).await;
    let first = library.add_feedback(deal, QUESTION, fee, Mark::DoesNot).await.unwrap();
    let courts_marked = library.add_feedback(deal, QUESTION, courts, Mark::DoesNot).await.unwrap();
    let spaced = format!(" {QUESTION}\n");
    assert_eq!(library.add_feedback(deal, &spaced, fee, Mark::Answers).await.unwrap(), first, "in place of the former");
    library.add_feedback(deal, "Where?", courts, Mark::Answers).await.unwrap();
    let kept = temporary.again().await.feedback(deal).await.unwrap();
    let told: Vec<_> = kept.iter().map(|f| (f.question.as_str(), f.text.as_str(), f.passage, f.mark)).collect();
    let due = "The fee is due at once.";
    let sit = "Courts sit in Delaware.";
    let expected = [
        (QUESTION, due, Some(fee), Mark::Answers),
        (QUESTION, sit, Some(courts), Mark::DoesNot),
        ("Where?", sit, Some(courts), Mark::Answers),
    ];
    assert_eq!(told, expected);
    assert!(library.remove_feedback(courts_marked).await.unwrap());
    assert!(!library.remove_feedback(courts_marked).await.unwrap(), "it is taken back already");
    assert_eq!(library.feedback(deal).await.unwrap().len(), 2);
}

#[tokio::test]
async fn it_survives_that_the_content_is_cut_anew() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let placed = cut(library, deal, 1, "one", &["Fees.", "The fee is due at once."]).await;
    let fee = passage(library, &placed, 1).await;
    let id = library.add_feedback(deal, QUESTION, fee, Mark::Answers).await.unwrap();
    let placed = cut(library, deal, 1, "two", &["The fee is due at once.", "Courts."]).await;
    let now = passage(library, &placed, 0).await;
    let kept = library.feedback(deal).await.unwrap().remove(0);
    assert_eq!((kept.passage, kept.text.as_str()), (Some(now), "The fee is due at once."), "found by its text");
    assert_ne!(now, fee, "under another number");
    assert_eq!(library.add_feedback(deal, QUESTION, now, Mark::DoesNot).await.unwrap(), id, "it is still the same one");
    cut(library, deal, 1, "three", &["The fee is due", "at once."]).await;
    let kept = library.feedback(deal).await.unwrap().remove(0);
    assert_eq!((kept.passage, kept.text.as_str()), (None, "The fee is due at once."), "the text is not lost with it");
}

#[tokio::test]
async fn it_follows_a_changed_file() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let draft = cut(library, deal, 1, "one", &["The fee is due at once."]).await;
    library.add_feedback(deal, QUESTION, passage(library, &draft, 0).await, Mark::Answers).await.unwrap();
    let signed = cut(library, deal, 2, "one", &["Preamble.", "The fee is due at once."]).await;
    assert_ne!(draft.content, signed.content);
    let kept = library.feedback(deal).await.unwrap().remove(0);
    assert_eq!((kept.content, kept.passage), (signed.content, Some(passage(library, &signed, 1).await)));
}

#[tokio::test]
async fn it_leaves_with_its_content_and_only_where_that_leaves() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let matter = library.create_collection("Matter").await.unwrap().id;
    let placed = store(library, deal, "/a.pdf", 1, &["The fee is due at once."]).await;
    let other = store(library, matter, "/a.pdf", 1, &["The fee is due at once."]).await;
    let fee = passage(library, &placed, 0).await;
    library.add_feedback(deal, QUESTION, fee, Mark::Answers).await.unwrap();
    library.add_feedback(matter, QUESTION, passage(library, &other, 0).await, Mark::Answers).await.unwrap();
    library.remove_document(placed.document).await.unwrap();
    let counts = (library.feedback(deal).await.unwrap().len(), library.feedback(matter).await.unwrap().len());
    assert_eq!(counts, (0, 1), "nothing of a removed content is kept, and nothing of another collection's is lost");
    let error = library.add_feedback(deal, QUESTION, fee, Mark::Answers).await.unwrap_err();
    assert_eq!(error.code(), "library.no_passage", "nor may it come back");
    library.delete_collection(matter).await.unwrap();
    let error = library.add_feedback(matter, QUESTION, fee, Mark::Answers).await.unwrap_err();
    assert_eq!(error.code(), "library.no_passage", "passage and collection are gone");
}

#[tokio::test]
async fn a_question_without_a_word_is_refused() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let placed = store(library, deal, "/a.pdf", 1, &["The fee is due at once."]).await;
    let fee = passage(library, &placed, 0).await;
    assert!(library.add_feedback(deal, " \n", fee, Mark::Answers).await.is_err(), "nothing could be learnt from it");
}
