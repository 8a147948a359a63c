//! A question asked of a real library: what a user relies on from words typed to citation shown.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use pincite_language::Language;
use pincite_library::{ContentId, DocumentId, Library, NewPassage, NewVectors, PageMeta, TestDocument, Vectors};
use pincite_passage::{Passage, Span};
use pincite_pdf::Rect;
use pincite_search::{
    CollectionIndex, Gather, HighlightKind, Mode, Note, SearchModels, SearchRequest, SearchResult, Twin, search,
    terms_of,
};
use std::path::Path;

pub(crate) struct Shelf {
    pub(crate) library: Library,
    pub(crate) collection: pincite_library::CollectionId,
    _folder: tempfile::TempDir,
}

impl Shelf {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(&folder.path().join("library.db")).await.unwrap();
        let collection = library.create_collection("Matter").await.unwrap().id;
        Self { library, collection, _folder: folder }
    }

    /// Stores a document of one passage a page; with vectors, passage `n` points in direction `n`.
    pub(crate) async fn add(
        &self,
        name: &str,
        number: u8,
        texts: &[&str],
        with_vectors: bool,
    ) -> (DocumentId, ContentId) {
        let passages = texts.iter().zip(0..).map(|(text, page)| passage(text, page)).collect();
        let mut document = TestDocument::new(Path::new("/papers").join(name), number, passages);
        let page = |at: usize| PageMeta { label: roman(at), width: 600.0, height: 800.0, problem: None };
        document.pages = (0..texts.len()).map(page).collect();
        if with_vectors {
            document.vectors = Some(self.vectors(texts.len()).await);
        }
        let placed = document.store(&self.library, self.collection).await.unwrap();
        (placed.document, placed.content)
    }

    async fn vectors(&self, rows: usize) -> NewVectors {
        let generation = self.library.ensure_generation(self.collection, "test", "fingerprint", 4).await.unwrap().id;
        let values = (0..rows).flat_map(|row| (0..4).map(move |at| f32::from(u8::from(at == row % 4)))).collect();
        let vectors = Vectors { width: 4, owners: (0..rows as u32).collect(), values };
        NewVectors { generation, vectors }
    }

    async fn ask(&self, text: &str, content: Option<ContentId>) -> SearchResult {
        self.ask_of(text, content.as_slice()).await
    }

    async fn ask_of(&self, text: &str, contents: &[ContentId]) -> SearchResult {
        let index = CollectionIndex::load(&self.library, self.collection).await.unwrap();
        let question = SearchRequest { text, contents, k: 5, mode: Mode::Hybrid, gather: Gather::Best };
        search(&index, &self.library, SearchModels::default(), &question).await.unwrap()
    }
}

fn roman(page: usize) -> String {
    ["i", "ii", "iii", "iv"].get(page).map_or_else(|| (page + 1).to_string(), |label| (*label).to_owned())
}

/// A passage whose words stand on one line, ten points apart.
fn passage(text: &str, page: u32) -> NewPassage {
    let words = text.split(' ').scan(0, |at, word| {
        let start = *at;
        *at += word.len() as u32 + 1;
        Some((start, word.len() as u32))
    });
    let place = |(start, length): (u32, u32)| {
        let rect = Rect { x0: start as f32, y0: 100.0, x1: (start + length) as f32, y1: 110.0 };
        Span { start, end: start + length, page, rect }
    };
    let sentences = pincite_passage::sentences(text).into_iter().map(|range| (range.start as u32, range.end as u32));
    // A text that goes on in the middle of a sentence is of the clause before.
    let goes_on = text.starts_with(char::is_lowercase);
    let passage = Passage {
        ordinal: page,
        text: text.to_owned(),
        headings: vec!["7 Termination".to_owned()],
        clause: Some(format!("7.{}", page + u32::from(!goes_on))),
        sentences: sentences.collect(),
        spans: words.map(place).collect(),
        begins_mid_sentence: goes_on,
        ends_mid_sentence: !text.ends_with('.'),
        ..Passage::default()
    };
    let terms = terms_of(text, &passage.sentences, Language::English);
    NewPassage { passage, terms }
}

pub(crate) const AGREEMENT: [&str; 3] = [
    "The fee is $1,577 a month. It is due at once.",
    "Each party keeps secrets. A non-compete clause binds the supplier for two years. Courts sit in Delaware.",
    "Either party may terminate on thirty days notice. A right of first refusal survives.",
];

#[tokio::test]
async fn a_hit_says_where_and_why() {
    let shelf = Shelf::new().await;
    shelf.add("Services Agreement.pdf", 1, &AGREEMENT, false).await;
    let found = shelf.ask("How long does the noncompete bind the supplier?", None).await;
    let hit = &found.hits[0];
    assert_eq!(hit.citation, "Services Agreement, p. ii (PDF p. 2), § 7.2 — Termination");
    assert_eq!(hit.quote, format!("“A non-compete clause binds the supplier for two years.” {}", hit.citation));
    let matched: Vec<&str> = hit.pieces.iter().filter(|piece| piece.matched).map(|piece| piece.text.as_str()).collect();
    assert_eq!(matched, ["non-compete", "binds", "supplier"], "however the words were typed");
    let sentence = hit.highlights.iter().find(|one| one.kind == HighlightKind::Sentence).unwrap();
    assert_eq!((sentence.page, sentence.rect.x0, sentence.rect.x1), (1, 26.0, 80.0), "from its first word to its last");
    assert_eq!(found.notes, [Note::NoEncoder], "the user is told that meaning was not used");
}

#[tokio::test]
async fn a_sentence_over_several_passages_is_quoted_whole() {
    let shelf = Shelf::new().await;
    let parts =
        ["Fees are due. The supplier repays the fee", "if the customer has cancelled", "in good time. It is so."];
    shelf.add("Services Agreement.pdf", 1, &parts, false).await;
    let found = shelf.ask("Who cancelled?", None).await;
    let quote = "“The supplier repays the fee if the customer has cancelled in good time.”";
    assert!(found.hits[0].quote.starts_with(quote), "{}", found.hits[0].quote);
    let first = shelf.ask("Who repays?", None).await;
    assert!(first.hits[0].quote.starts_with(quote), "from its first part too: {}", first.hits[0].quote);
    let whole = shelf.ask("due", None).await;
    assert!(whole.hits[0].quote.starts_with("“Fees are due.”"), "{}", whole.hits[0].quote);
}

#[tokio::test]
async fn quoted_phrases_are_hard_constraints() {
    let shelf = Shelf::new().await;
    shelf.add("Services Agreement.pdf", 1, &AGREEMENT, false).await;
    let found = shelf.ask("notice of “right of first refusal”", None).await;
    assert_eq!(
        found.hits.iter().map(|hit| hit.page).collect::<Vec<_>>(),
        [2],
        "only the passage that holds the phrase"
    );
    let nowhere = shelf.ask("fee \"first right of refusal\"", None).await;
    assert!(nowhere.hits.is_empty(), "a phrase that stands nowhere finds nothing");
    assert!(nowhere.notes.contains(&Note::PhraseNowhere("first right of refusal".into())), "and the note names it");
    let apart = shelf.ask("\"first refusal\" \"non-compete\"", None).await;
    assert!(apart.hits.is_empty() && apart.notes.contains(&Note::PhrasesApart), "each occurs, never together");
}

#[tokio::test]
async fn one_document_is_searched_in_full_and_alone() {
    let shelf = Shelf::new().await;
    let (_, first) = shelf.add("Services Agreement.pdf", 1, &AGREEMENT, false).await;
    let (lease, second) = shelf.add("Lease.pdf", 2, &["The fee is nothing.", "Boats are free."], false).await;
    let found = shelf.ask("fee", Some(second)).await;
    assert!(found.hits.iter().all(|hit| hit.document == lease), "no other document is looked at");
    assert_eq!(shelf.ask("fee", None).await.hits.len(), 2, "a collection is searched as a whole");
    let index = CollectionIndex::load(&shelf.library, shelf.collection).await.unwrap();
    let gone =
        SearchRequest { text: "fee", contents: &[ContentId(99)], k: 5, mode: Mode::Lexical, gather: Gather::Best };
    let error = search(&index, &shelf.library, SearchModels::default(), &gone).await.unwrap_err();
    assert_eq!((error.code(), first != second), ("search.no_content", true), "an unknown document is an error");
}

#[tokio::test]
async fn passages_that_say_the_same_are_one_hit() {
    let shelf = Shelf::new().await;
    shelf.add("First.pdf", 1, &AGREEMENT, false).await;
    let sixty = AGREEMENT[2].replace("thirty days", "60 days");
    shelf.add("Second.pdf", 2, &["Nothing here.", AGREEMENT[2], &sixty], false).await;
    let found = shelf.ask("terminate on notice", None).await;
    assert_eq!(found.hits.len(), 2, "thirty days twice is one hit, sixty days is another");
    let repeated: Vec<&Twin> = found.hits.iter().flat_map(|hit| &hit.same_as).collect();
    assert_eq!(repeated.len(), 1, "the one left out is remembered as a place: {repeated:?}");
    assert_ne!(repeated[0].document, found.hits[0].document, "and can be opened");
}

#[tokio::test]
async fn a_sentence_or_a_clause_is_one_hit() {
    let shelf = Shelf::new().await;
    let clause = ["The fee is due on Monday and also", "on Friday. A late fee bears interest.", "Boats are free."];
    let (_, content) = shelf.add("Lease.pdf", 1, &clause, false).await;
    let found = shelf.ask("fee", Some(content)).await;
    assert_eq!((found.hits.len(), found.hits[0].same_as.len()), (1, 1), "the clause goes on in the next passage");
    let (_, repeats) = shelf.add("Twice.pdf", 2, &["Fee is due.", "Nothing.", "Fee is due."], false).await;
    let found = shelf.ask("fee", Some(repeats)).await;
    assert_eq!((found.hits.len(), found.hits[0].same_as.len()), (1, 1), "the same sentence twice");
}

#[tokio::test]
async fn a_scope_of_several_documents_is_searched_as_one() {
    let shelf = Shelf::new().await;
    let (first, agreement) = shelf.add("Services Agreement.pdf", 1, &AGREEMENT, false).await;
    let (second, lease) = shelf.add("Lease.pdf", 2, &["The fee is nothing.", "Boats are free."], false).await;
    let (_, other) = shelf.add("Boats.pdf", 3, &["A fee for boats.", "The fee of a boat."], false).await;
    let found = shelf.ask_of("fee", &[lease, agreement, lease]).await;
    let mut documents: Vec<DocumentId> = found.hits.iter().map(|hit| hit.document).collect();
    documents.sort_unstable();
    assert_eq!(documents, [first, second], "each once, and no other");
    // In two of five passages "fee" is rarer than in four of seven.
    let score = |found: &SearchResult| found.hits.iter().find(|hit| hit.document == second).unwrap().score.lexical;
    let all = shelf.ask_of("fee", &[agreement, lease, other]).await;
    assert!(score(&found) > score(&all), "the scope decides how rare a word is");
}

#[tokio::test]
async fn the_index_follows_the_library() {
    let shelf = Shelf::new().await;
    let mut index = CollectionIndex::load(&shelf.library, shelf.collection).await.unwrap();
    let (_, document) = shelf.add("Lease.pdf", 1, &AGREEMENT, true).await;
    index.refresh(&shelf.library, document).await.unwrap();
    assert_eq!(index.passage_count(), 3, "a document that is stored can be asked");
    assert_eq!(index.generation().map(|made| made.width), Some(4), "a new generation is noticed");
    index.remove(document);
    assert_eq!(index.passage_count(), 0, "a document that left cannot");
}

#[tokio::test]
async fn a_question_without_words_finds_nothing_and_says_so() {
    let shelf = Shelf::new().await;
    shelf.add("Lease.pdf", 1, &AGREEMENT, false).await;
    for text in ["", "?!", "\"\""] {
        let found = shelf.ask(text, None).await;
        assert!(found.hits.is_empty() && found.notes.contains(&Note::NoWords), "{text:?} asks for nothing");
    }
}
