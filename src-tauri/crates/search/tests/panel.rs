//! Real places in public contracts and filings, read on the page itself: is the clause right, the printed page,
//! and is the quote a whole sentence? It runs only where the PDFs are at hand (`PINCITE_BENCH`). Not for rankings
//! (`pincite eval`).
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on should stop, and this one reports"
)]

use pincite_language::Language;
use pincite_library::{CollectionId, ContentId, Library, NewPassage, PageMeta, TestDocument};
use pincite_passage::{Passage, Splitting, split};
use pincite_pdf::{Document, Limits, Page, Reader};
use pincite_search::{CollectionIndex, Gather, Hit, Mode, SearchModels, SearchRequest, passage_terms, search};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The product's own length, in words instead of tokens.
const SPLITTING: Splitting = Splitting { max_tokens: 150 };
/// Least shares, in percent.
const CLAUSES: f64 = 95.0;
const PRINTED: f64 = 97.0;
const QUOTES: f64 = 100.0;
/// A number and a title of at most this many letters may stand before the sentence.
const LONGEST_TITLE: usize = 90;

/// A place, as it was read on the page.
#[derive(Deserialize)]
struct Place {
    /// Path below `PINCITE_BENCH`.
    pdf: String,
    /// Page on which the sentence starts, counted from 1.
    page: u32,
    /// The number printed on that page, if it has exactly one.
    printed: Option<String>,
    /// The number of the clause, if it has one.
    clause: Option<String>,
    /// A heading above it, or a part of one.
    heading: Option<String>,
    /// Words of the sentence, to find it.
    phrase: String,
    /// The first words of the sentence, after its number and title.
    starts: String,
    /// Its last words.
    ends: Option<String>,
}

fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Reads, splits and stores a document as the product does.
async fn add(library: &Library, collection: CollectionId, number: u8, path: &Path) -> ContentId {
    let reader = Reader::new(env!("CARGO_BIN_EXE_pincite-search-reader").into(), Limits::default());
    let read = reader.read(path, None, |_, _| ControlFlow::Continue(())).await;
    let Document { contents, pages } = read.unwrap();
    let with_terms = |passage: Passage| NewPassage { terms: passage_terms(&passage, Language::English), passage };
    let passages: Vec<_> = split(&contents, &pages, SPLITTING, &count_words).into_iter().map(with_terms).collect();
    let mut document = TestDocument::new(path, number, passages);
    let page = |page: &Page| {
        let label = contents.label_of(page);
        PageMeta { label, width: page.width, height: page.height, problem: None }
    };
    document.pages = pages.iter().map(page).collect();
    document.store(library, collection).await.unwrap().content
}

/// Letters and digits, in lower case.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The letters and numbers of a clause: "7.2(b)" and "7.2 b." are the same.
fn steps(clause: Option<&str>) -> Vec<String> {
    let parts = clause.unwrap_or_default().split(|c: char| !c.is_alphanumeric());
    parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
}

impl Place {
    fn is_clause(&self, hit: &Hit) -> bool {
        let heading = self.heading.as_deref().map(plain);
        let is_below = |wanted: String| hit.headings.iter().any(|heading| plain(heading).contains(&wanted));
        steps(self.clause.as_deref()) == steps(hit.clause.as_deref()) && heading.is_none_or(is_below)
    }

    fn is_printed(&self, hit: &Hit) -> bool {
        let position = self.page.to_string();
        let label = if hit.page_label.is_empty() { &position } else { &hit.page_label };
        hit.page + 1 == self.page && label == self.printed.as_ref().unwrap_or(&position)
    }

    fn is_quote(&self, hit: &Hit) -> bool {
        let quote = hit.quote.strip_suffix(&hit.citation).unwrap_or_default();
        let starts =
            |from: usize| plain(&quote[from..]).find(&plain(&self.starts)).is_some_and(|at| at <= LONGEST_TITLE);
        // An item of a list has its introduction in front.
        let mut froms = quote.match_indices([':', '…']).map(|(at, _)| at).chain([0]);
        froms.any(starts) && self.ends.as_deref().is_none_or(|ends| plain(quote).ends_with(&plain(ends)))
    }
}

/// The hit of a place: on its page, or else the first.
async fn hit_of(index: &CollectionIndex, library: &Library, content: ContentId, place: &Place) -> Hit {
    let text = format!("\"{}\"", place.phrase);
    let request = SearchRequest { text: &text, contents: &[content], k: 20, mode: Mode::Lexical, gather: Gather::Best };
    let mut hits = search(index, library, SearchModels::default(), &request).await.unwrap().hits;
    assert!(!hits.is_empty(), "{}: no passage holds {:?}", place.pdf, place.phrase);
    let at = hits.iter().position(|hit| hit.page + 1 == place.page).unwrap_or(0);
    hits.swap_remove(at)
}

/// Counts, and prints what is wrong.
#[derive(Default)]
struct Share {
    right: usize,
    all: usize,
}

impl Share {
    fn count(&mut self, is_right: bool, what: &str, place: &Place, found: &str) {
        self.all += 1;
        self.right += usize::from(is_right);
        if !is_right {
            println!("{what}: {} page {} {:?}\n    found {found}", place.pdf, place.page, place.phrase);
        }
    }

    fn percent(&self) -> f64 {
        100.0 * self.right as f64 / self.all as f64
    }
}

async fn run(bench: &Path) {
    let panel = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/panel/places.jsonl");
    let panel = std::fs::read_to_string(panel).unwrap();
    let places: Vec<Place> = panel.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.db")).await.unwrap();
    let collection = library.create_collection("Panel").await.unwrap().id;
    let mut contents = BTreeMap::new();
    for place in &places {
        if !contents.contains_key(&place.pdf) {
            let content = add(&library, collection, contents.len() as u8, &bench.join(&place.pdf)).await;
            contents.insert(place.pdf.clone(), content);
        }
    }
    let index = CollectionIndex::load(&library, collection).await.unwrap();
    let [mut clauses, mut printed, mut quotes] = [(); 3].map(|()| Share::default());
    for place in &places {
        let hit = hit_of(&index, &library, contents[&place.pdf], place).await;
        clauses.count(place.is_clause(&hit), "clause", place, &format!("{:?} below {:?}", hit.clause, hit.headings));
        printed.count(place.is_printed(&hit), "page", place, &hit.citation);
        quotes.count(place.is_quote(&hit), "quote", place, &hit.quote);
    }
    let shares = [clauses.percent(), printed.percent(), quotes.percent()];
    println!(
        "{} places: clause {:.1} %, printed page {:.1} %, whole sentence {:.1} %",
        places.len(),
        shares[0],
        shares[1],
        shares[2]
    );
    assert!(shares.iter().zip([CLAUSES, PRINTED, QUOTES]).all(|(share, least)| *share >= least), "a share is too low");
}

#[tokio::test]
async fn places_are_cited_as_they_were_read() {
    match std::env::var_os("PINCITE_BENCH").map(PathBuf::from) {
        Some(bench) => run(&bench).await,
        None => println!("PINCITE_BENCH is not set: nothing to check"),
    }
}
