//! Questions as a search field: which are used, and every change of them is noticed and no other.

use crate::support::{Temporary, list, store};
use pincite_library::{CollectionId, DocumentId, Expansion, Library, NewQuestion, Origin, PassageId, QuestionFilter};

fn question(text: &str, origin: Origin, reason: Option<&str>) -> NewQuestion {
    let writer = matches!(origin, Origin::Keywords | Origin::Generator).then(|| "it".to_owned());
    NewQuestion { text: text.to_owned(), origin, writer, reason: reason.map(str::to_owned), rank: None }
}

/// A collection with two documents of two passages, and the number of the first passage of each.
async fn two(library: &Library) -> (CollectionId, [DocumentId; 2], [PassageId; 2]) {
    let deal = library.create_collection("Deal").await.unwrap().id;
    let one = store(library, deal, "/a.pdf", 1, &["Rent is due.", "Courts sit."]).await.document;
    let other = store(library, deal, "/b.pdf", 2, &["Boats are free.", "Fees are not."]).await.document;
    let mut first = Vec::new();
    for document in [one, other] {
        first.push(library.passages(document).await.unwrap()[0].id);
    }
    (deal, [one, other], [first[0], first[1]])
}

async fn used(library: &Library, deal: CollectionId, range: (DocumentId, DocumentId)) -> Vec<String> {
    let used = library.questions_for_search(deal, range).await.unwrap();
    used.into_iter().map(|(_, text)| text).collect()
}

#[tokio::test]
async fn what_is_good_and_reads_as_people_ask_is_used() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, [one, other], [rent, boats]) = two(library).await;
    let written = vec![
        question("rent due", Origin::Keywords, None),
        question("When is rent due?", Origin::Generator, None),
        question("What?", Origin::Generator, Some("vague")),
    ];
    library.store_questions(deal, "r", &[(rent, written)], None).await.unwrap();
    library.import_questions(deal, &[(boats, question("Who sails?", Origin::Import, None))]).await.unwrap();
    library.add_question(deal, rent, "What do I pay?").await.unwrap();
    assert_eq!(used(library, deal, (one, other)).await, ["When is rent due?", "What do I pay?", "Who sails?"]);
    assert_eq!(used(library, deal, (other, other)).await, ["Who sails?"], "a range of documents is a range");
    assert_eq!(library.questions_about(deal, rent).await.unwrap(), ["When is rent due?", "What do I pay?"]);
    let elsewhere = library.create_collection("Other").await.unwrap().id;
    assert!(used(library, elsewhere, (one, other)).await.is_empty(), "another collection's are its own");
}

#[tokio::test]
async fn every_change_is_noticed_at_its_document() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, [one, other], [rent, boats]) = two(library).await;
    let mut before = library.question_revisions(deal).await.unwrap();
    assert!(before.is_empty(), "without questions there is nothing to follow");
    let keywords = [(boats, vec![question("boats free", Origin::Keywords, None)])];
    library.store_questions(deal, "k", &keywords, None).await.unwrap();
    assert_eq!(library.question_revisions(deal).await.unwrap(), before, "keyword questions change no search");
    library.add_question(deal, boats, "Who sails?").await.unwrap();
    let id = library.add_question(deal, rent, "When is rent due?").await.unwrap();
    before = library.question_revisions(deal).await.unwrap();
    for step in 0..5 {
        match step {
            0 => library.edit_question(id, "When must I pay?").await.unwrap(),
            1 => library.set_question_kept(id, false).await.unwrap(),
            2 => library.set_question_kept(id, true).await.unwrap(),
            3 => assert!(library.delete_question(id).await.unwrap()),
            _ => drop(library.add_question(deal, rent, "When is rent due?").await.unwrap()),
        }
        let now = library.question_revisions(deal).await.unwrap();
        assert_ne!(now.get(&one), before.get(&one), "step {step} is noticed");
        assert_eq!(now.get(&other), before.get(&other), "and at no other document");
        before = now;
    }
    let all = QuestionFilter::default();
    library.delete_questions(deal, &all).await.unwrap();
    let now = library.question_revisions(deal).await.unwrap();
    assert!(now.iter().all(|(document, revision)| before[document] < *revision), "all at once, too");
}

#[tokio::test]
async fn it_goes_with_document_and_collection() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, [one, _], [rent, boats]) = two(library).await;
    library.add_question(deal, rent, "When is rent due?").await.unwrap();
    library.add_question(deal, boats, "Who sails?").await.unwrap();
    assert_eq!(library.expansion(deal).await.unwrap(), Expansion::None, "unless somebody says so");
    library.set_expansion(deal, Expansion::Words).await.unwrap();
    assert_eq!(library.expansion(deal).await.unwrap(), Expansion::Words);
    let entry = list(library, deal, "/a.pdf").await;
    library.remove_entry(entry).await.unwrap();
    assert!(!library.question_revisions(deal).await.unwrap().contains_key(&one), "a document that left");
    library.delete_collection(deal).await.unwrap();
    assert!(library.question_revisions(deal).await.unwrap().is_empty());
    assert_eq!(library.expansion(deal).await.unwrap_err().code(), "library.no_collection");
    assert!(library.set_expansion(deal, Expansion::Words).await.is_err());
}
