//! Questions that people asked: kept once per scope, in bounds, and only while they want it.

use crate::support::{Temporary, harm, list, store};
use pincite_library::{AskedQuestion, CollectionId, Library};

const FEE: &str = "When is the fee due?";

/// The words of the kept questions and how often they were asked.
async fn told(library: &Library, collection: CollectionId) -> Vec<(String, u32)> {
    let asked = library.asked_questions(collection).await.unwrap().into_iter();
    asked.map(|it| (it.text, it.times)).collect()
}

#[tokio::test]
async fn the_same_words_in_the_same_scope_are_one_question() {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let document = list(library, deal, "/a.pdf").await;
    for (scope, text) in
        [(None, FEE), (None, "Which court?"), (Some(document), FEE), (None, " When is  the fee due?\n")]
    {
        assert!(library.remember_question(deal, scope, text).await.unwrap());
    }
    let kept = temporary.again().await.asked_questions(deal).await.unwrap();
    let told: Vec<_> = kept.iter().map(|it| (it.text.as_str(), it.document, it.times)).collect();
    assert_eq!(told, [(FEE, None, 2), (FEE, Some(document), 1), ("Which court?", None, 1)], "the last one first");
    assert!(kept.iter().all(|AskedQuestion { asked, .. }| *asked > 1_700_000_000), "with the time");
}

#[tokio::test]
async fn one_question_can_be_forgotten() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let matter = library.create_collection("Matter").await.unwrap().id;
    let document = list(library, deal, "/a.pdf").await;
    for (collection, scope, text) in
        [(deal, None, FEE), (deal, Some(document), FEE), (deal, None, "Which court?"), (matter, None, FEE)]
    {
        assert!(library.remember_question(collection, scope, text).await.unwrap());
    }
    assert_eq!(library.forget_question(deal, " When is  the fee due?").await.unwrap(), 2, "in every scope");
    assert_eq!(library.forget_question(deal, "").await.unwrap(), 0);
    assert_eq!(told(library, deal).await, [("Which court?".to_owned(), 1)]);
    assert_eq!(told(library, matter).await, [(FEE.to_owned(), 1)], "not in another collection");
}

#[tokio::test]
async fn what_is_no_question_of_the_collection_is_not_kept() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let matter = library.create_collection("Matter").await.unwrap().id;
    let document = list(library, deal, "/a.pdf").await;
    let longest = "é".repeat(500);
    assert!(library.remember_question(deal, None, &longest).await.unwrap(), "characters count, not bytes");
    for text in [" \n".to_owned(), format!("{longest}?")] {
        assert!(!library.remember_question(deal, None, &text).await.unwrap(), "{text}");
    }
    assert!(!library.remember_question(matter, Some(document), FEE).await.unwrap(), "a document of another collection");
    assert!(!library.remember_question(CollectionId(99), None, FEE).await.unwrap(), "no such collection");
    assert_eq!(library.count_asked_questions().await.unwrap(), 1);
}

#[tokio::test]
async fn the_oldest_go_when_there_are_too_many() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    library.remember_question(deal, None, "oldest").await.unwrap();
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
        INSERT INTO asked_question (collection, text, times) SELECT (SELECT id FROM collection), 'q' || i, 1 FROM n";
    harm(library, many).await;
    library.remember_question(deal, None, "q1").await.unwrap();
    assert_eq!(told(library, deal).await.last().unwrap().0, "oldest", "2,000 are kept");
    library.remember_question(deal, None, "newest").await.unwrap();
    let kept = told(library, deal).await;
    assert_eq!((kept.len(), kept[0].0.as_str(), kept[1999].0.as_str()), (2000, "newest", "q2"));
    assert_eq!(kept[1], ("q1".to_owned(), 2), "what is asked again is not old");
}

#[tokio::test]
async fn they_leave_with_their_collection_or_document_or_on_demand() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let matter = library.create_collection("Matter").await.unwrap().id;
    let document = store(library, deal, "/a.pdf", 1, &["The fee is due at once."]).await.document;
    for (collection, scope) in [(deal, None), (deal, Some(document)), (matter, None)] {
        library.remember_question(collection, scope, FEE).await.unwrap();
    }
    library.remove_document(document).await.unwrap();
    assert_eq!(told(library, deal).await, [(FEE.to_owned(), 1)], "that of the document is gone");
    assert_eq!(library.forget_questions(Some(deal)).await.unwrap(), 1);
    assert_eq!(library.count_asked_questions().await.unwrap(), 1, "another collection keeps its own");
    library.delete_collection(matter).await.unwrap();
    assert_eq!(library.forget_questions(None).await.unwrap(), 0, "it went with its collection");
}

#[tokio::test]
async fn people_decide_whether_they_are_kept() {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    let deal = library.create_collection("Deal").await.unwrap().id;
    assert!(library.keeps_questions().await.unwrap(), "by default");
    library.remember_question(deal, None, FEE).await.unwrap();
    temporary.again().await.keep_questions(false).await.unwrap();
    assert!(!library.keeps_questions().await.unwrap(), "another process turned it off");
    let left = told(library, deal).await.len();
    assert_eq!(left, usize::from(crate::IS_SHARED), "none is left, but in a shared library, where others asked, too");
    assert!(!library.remember_question(deal, None, FEE).await.unwrap());
    assert_eq!(told(library, deal).await.len(), left);
    library.keep_questions(true).await.unwrap();
    library.forget_questions(None).await.unwrap();
    assert!(library.remember_question(deal, None, FEE).await.unwrap());
    assert_eq!(told(library, deal).await, [(FEE.to_owned(), 1)]);
}
