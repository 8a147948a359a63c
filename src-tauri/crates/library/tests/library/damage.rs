//! Stored text that is missing or cannot be read: the other documents answer, it is said whose text it is, and reading the
//! file again heals it.

use crate::support::{Temporary, content, harm, hash, list, page, passages, seen, store};
use pincite_library::{Document, Library, PassageId, Status};
use std::path::Path;

/// Two documents, and the first passage of each.
struct Shelf {
    temporary: Temporary,
    sound: PassageId,
    harmed: PassageId,
}

const HARMED: &str = "/harmed.pdf";

impl Shelf {
    async fn new() -> Self {
        let temporary = Temporary::new().await;
        let library = &temporary.library;
        let deal = library.create_collection("Deal").await.unwrap().id;
        let sound = store(library, deal, "/sound.pdf", 1, &["the rent", "the term"]).await.content;
        let harmed = store(library, deal, HARMED, 2, &["the notice", "the law"]).await.content;
        let [sound, harmed] = [sound, harmed].map(|content| library.content(content));
        let sound = sound.await.unwrap().first_passage;
        let harmed = harmed.await.unwrap().first_passage;
        Self { temporary, sound, harmed }
    }

    fn library(&self) -> &Library {
        &self.temporary.library
    }

    async fn harm(&self, statement: &str) {
        harm(self.library(), statement).await;
    }

    async fn document(&self) -> Document {
        let deal = self.library().collections().await.unwrap()[0].id;
        let mut documents = self.library().documents(deal).await.unwrap();
        assert_eq!((documents[0].status, documents[0].problem.is_none()), (Status::Ready, true), "the other is sound");
        documents.remove(1)
    }

    /// Whose text is missing is said, and reading the file again heals it.
    async fn is_said_and_healed(&self) {
        let library = self.library();
        let document = self.document().await;
        let problem = document.problem.expect("it is said");
        assert_eq!((document.status, problem.code.as_str()), (Status::Partly, "library.document_damaged"));
        assert!(problem.message.contains(HARMED), "{problem:?}");
        let adopted = library.adopt(document.id, &seen(Path::new(HARMED)), hash(2), "one").await.unwrap();
        assert_eq!(adopted, None, "it is not shared but read again");
        store(library, document.collection, HARMED, 2, &["the notice", "the law"]).await;
        let healed = self.document().await;
        assert_eq!((healed.id, healed.status, healed.problem), (document.id, Status::Ready, None));
        assert_eq!(library.passages(healed.content.unwrap()).await.unwrap().len(), 2);
    }
}

#[tokio::test]
async fn an_unreadable_passage_does_not_keep_the_others_from_answering() {
    let shelf = Shelf::new().await;
    let (library, PassageId(harmed)) = (shelf.library(), shelf.harmed);
    shelf.harm(&format!("UPDATE passage SET body = x'ff00' WHERE id = {harmed}")).await;
    let asked = [shelf.harmed, PassageId(harmed + 1), shelf.sound];
    let loaded = library.load_passages(&asked).await.unwrap();
    let texts: Vec<_> = loaded.passages.iter().map(|stored| stored.passage.text.as_str()).collect();
    assert_eq!(texts, ["the law", "the rent"], "in the order asked");
    let content = shelf.document().await.content.unwrap();
    assert_eq!(loaded.damaged, [content], "and it is known whose the other is");
    assert_eq!(library.passages_by_id(&asked).await.unwrap(), loaded.passages);
    let error = library.passages(content).await.unwrap_err();
    assert_eq!(error.code(), "library.document_damaged");
    assert!(error.to_string().contains(HARMED), "not the whole library is damaged: {error}");
    library.note_damage(&loaded.damaged).await.unwrap();
    shelf.is_said_and_healed().await;
}

#[tokio::test]
async fn missing_passages_are_noticed_by_their_number() {
    let shelf = Shelf::new().await;
    let PassageId(harmed) = shelf.harmed;
    shelf.harm(&format!("DELETE FROM passage WHERE id = {harmed}")).await;
    let loaded = shelf.library().load_passages(&[shelf.sound, shelf.harmed, PassageId(99_999)]).await.unwrap();
    assert_eq!(loaded.passages.len(), 1);
    assert_eq!(loaded.damaged, [shelf.document().await.content.unwrap()], "a number of nothing is nobody's damage");
    shelf.is_said_and_healed().await;
}

#[tokio::test]
async fn missing_terms_and_pages_are_noticed() {
    for table in ["content_terms", "page"] {
        let shelf = Shelf::new().await;
        let content = shelf.document().await.content.unwrap();
        shelf.harm(&format!("DELETE FROM {table} WHERE content = {content}")).await;
        shelf.is_said_and_healed().await;
    }
}

#[tokio::test]
async fn a_document_without_a_path_says_so_and_finds_its_file_again() {
    let shelf = Shelf::new().await;
    let library = shelf.library();
    shelf.harm(&format!("DELETE FROM sighting WHERE path = '{HARMED}'")).await;
    let document = shelf.document().await;
    assert_eq!(document.problem.map(|problem| problem.code).as_deref(), Some("library.path_lost"));
    assert_eq!(document.status, Status::Ready, "its text is all there");
    let again = list(library, document.collection, HARMED).await;
    let placed = library.adopt(again, &seen(Path::new(HARMED)), hash(2), "one").await.unwrap().unwrap();
    assert_eq!(placed.document, document.id);
    assert_eq!(shelf.document().await.problem, None);
}

#[tokio::test]
async fn what_is_asked_of_a_page_comes_without_the_other_pages() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let document = list(library, deal, "/a.pdf").await;
    let pages = [page("1"), page("2"), page("3")];
    let some = passages(&["first page", "second page"]);
    let placed = library.store_content(&content(document, "/a.pdf", 1, &pages, &some, None)).await.unwrap();
    let texts = async |page| {
        let here = library.passages_on(placed.content, page).await.unwrap();
        here.into_iter().map(|stored| (stored.passage.ordinal, stored.passage.text)).collect::<Vec<_>>()
    };
    assert_eq!(texts(1).await, [(1, "second page".to_owned())]);
    assert_eq!(texts(2).await, []);
    let margins = library.margins(placed.content).await.unwrap();
    assert_eq!((margins.left, margins.right), (72.0, 612.0 - 220.0), "two words on a line");
}
