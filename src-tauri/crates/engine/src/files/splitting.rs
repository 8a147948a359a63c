//! Pages become what is stored of a file: passages, a title, and what could not be read or searched, as problems. Not for
//! files that could not be read at all: those are errors.

use super::tables::placed_tables;
use crate::Error;
use crate::error::problem;
use pincite_language::{Language, language_of};
use pincite_library::{CollectionId, Library, NewPassage, PageMeta, Problem, StoredTable, is_title};
use pincite_models::Encoder;
use pincite_passage::{Passage, Splitting, printed_title, split_in};
use pincite_pdf::{Contents, Coverage, Damage, Page, Role};
use pincite_search::{self as search, ANALYSIS_VERSION, Embedder, Encoders, passage_terms};
use pincite_value::{agreement_name, filing_name};
use std::path::Path;
use std::sync::Arc;

/// Grows whenever the same pages would be cut into other passages.
const SPLIT_VERSION: u32 = 6;

/// Passage length measured best (experiment 003), where the encoder reads that much.
pub const SPLITTING: Splitting = Splitting { max_tokens: 200 };

/// The encoders a file needs; `None` without one: it is then searched by its words, and its vectors follow when an
/// encoder is there.
pub(super) struct Encoding {
    /// The default encoder counts tokens, whichever the collection has: its passages are those of other collections, too.
    pub(super) cutter: Option<Arc<Encoder>>,
    /// What passages come out as depends on this and the file's bytes, and on nothing else.
    pub(super) recipe: String,
    /// Makes the vectors of the generation that was active when the work began.
    pub(super) embedder: Option<Embedder>,
    pub(super) splitting: Splitting,
}

impl Encoding {
    /// For a file of a collection. Passages have the length that is wanted, or the measured one, within what the default
    /// encoder reads.
    pub(super) async fn of(
        library: &Library,
        encoders: &Encoders,
        collection: CollectionId,
        wanted: Option<Splitting>,
    ) -> Result<Self, Error> {
        let embedder = match Embedder::active(library, encoders, collection).await {
            Ok(embedder) => Some(embedder),
            Err(search::Error::Library(error)) => return Err(error.into()),
            Err(_) => None,
        };
        let cutter = encoders.default().await.ok();
        let mut splitting = wanted.unwrap_or(SPLITTING);
        if let Some(cutter) = &cutter {
            splitting.max_tokens = splitting.max_tokens.min(cutter.max_tokens());
        }
        let recipe = recipe(splitting, cutter.as_ref().map_or("words", |cutter| cutter.name()));
        Ok(Self { cutter, recipe, embedder, splitting })
    }
}

/// `tokenizer`: the default encoder, whose tokens are counted.
fn recipe(splitting: Splitting, tokenizer: &str) -> String {
    let Splitting { max_tokens } = splitting;
    // "+0" was an overlap. A new text would cut every library anew.
    format!("split {SPLIT_VERSION}, {max_tokens}+0 {tokenizer}, analysis {ANALYSIS_VERSION}")
}

/// What reading and splitting made of a file.
#[derive(Default)]
pub(super) struct Prepared {
    pub(super) title: Option<String>,
    pub(super) problem: Option<Problem>,
    pub(super) pages: Vec<PageMeta>,
    pub(super) passages: Vec<NewPassage>,
    pub(super) tables: Vec<StoredTable>,
    /// The language of its first pages with enough text.
    pub(super) language: Language,
}

impl Prepared {
    /// Adds the next part of the file.
    pub(super) fn append(&mut self, part: Part) {
        let first = self.passages.len() as u32;
        self.pages.extend(part.pages);
        self.passages.extend(part.passages.into_iter().map(|mut new| {
            new.passage.ordinal += first;
            new
        }));
        self.tables.extend(part.tables.into_iter().map(|mut table| {
            table.places.iter_mut().flatten().for_each(|place| place.passage += first);
            table
        }));
    }
}

/// Some pages of a file.
pub(super) struct Part {
    pages: Vec<PageMeta>,
    passages: Vec<NewPassage>,
    tables: Vec<StoredTable>,
}

/// Pages at the start of a file that can have its title and, of an agreement, its parties.
const TITLE_PAGES: usize = 4;

/// The name of a filing by its cover, or else the title in the file's metadata, or that of an agreement with its parties, or the
/// one printed large on the first page.
pub(super) fn title(in_metadata: Option<&str>, first_pages: &[Page]) -> Option<String> {
    let of_filing = filing_name(&beginning(first_pages, &[Role::Body, Role::TableRow])).filter(|title| is_title(title));
    let useful = || in_metadata.filter(|title| is_title(title)).map(str::to_owned);
    let of_agreement = || agreement_name(&beginning(first_pages, &[Role::Body])).filter(|title| is_title(title));
    of_filing
        .or_else(useful)
        .or_else(of_agreement)
        .or_else(|| printed_title(first_pages).filter(|title| is_title(title)))
}

/// The lines of the first pages with one of these roles.
fn beginning(first_pages: &[Page], roles: &[Role]) -> String {
    let pages = first_pages.iter().take(TITLE_PAGES);
    let lines = pages
        .flat_map(|page| page.lines.iter().filter(|line| roles.contains(&line.role)).map(|line| page.text_of(line)));
    lines.collect::<Vec<_>>().join("\n")
}

/// The language of some pages.
pub(super) fn language_of_pages(pages: &[Page]) -> Language {
    let lines = pages.iter().flat_map(|page| page.lines.iter().map(|line| page.text_of(line)));
    language_of(&lines.collect::<Vec<_>>().join("\n"))
}

/// Splits some pages of a file that is in this language.
pub(super) fn split_part(
    contents: &Contents,
    pages: &[Page],
    splitting: Splitting,
    encoder: Option<&Encoder>,
    language: Language,
) -> Part {
    let count = |text: &str| tokens(text, encoder, language);
    let passages = split_in(contents, pages, splitting, language, &count).into_iter();
    let passages = passages.map(|passage| new_passage(passage, language)).collect::<Vec<_>>();
    Part {
        pages: pages.iter().map(|page| page_meta(contents, page)).collect(),
        tables: placed_tables(pages, passages.iter().map(|new| &new.passage)),
        passages,
    }
}

/// The length of a text. English is counted by the default encoder. It takes other languages to pieces, so their characters are
/// counted, whichever encoder the collection has: a passage is the same in all collections.
fn tokens(text: &str, encoder: Option<&Encoder>, language: Language) -> usize {
    match encoder {
        Some(encoder) if language.is_english() => encoder.count_tokens(text),
        None if language.is_english() => words(text),
        _ => by_characters(text),
    }
}

/// Without a tokenizer: English takes about four tokens for three words.
fn words(text: &str) -> usize {
    text.split_whitespace().count() * 4 / 3
}

/// Letters of an alphabet that are about a token of a multilingual encoder, and so many ideographs and syllables are two.
const LETTERS: usize = 4;
const IDEOGRAPHS: usize = 3;

fn by_characters(text: &str) -> usize {
    let ideographs = text.chars().filter(|c| ('\u{2E80}'..='\u{D7FF}').contains(c)).count();
    let others = text.chars().count() - ideographs;
    others.div_ceil(LETTERS) + (2 * ideographs).div_ceil(IDEOGRAPHS)
}

/// Without room to grow: a document has tens of thousands of them.
fn new_passage(mut passage: Passage, language: Language) -> NewPassage {
    passage.text.shrink_to_fit();
    passage.spans.shrink_to_fit();
    passage.sentences.shrink_to_fit();
    let mut terms = passage_terms(&passage, language);
    terms.shrink_to_fit();
    NewPassage { passage, terms }
}

fn page_meta(contents: &Contents, page: &Page) -> PageMeta {
    PageMeta {
        label: contents.label_of(page),
        width: page.width,
        height: page.height,
        problem: page_problem(page.coverage),
    }
}

/// Codes of pages that only a picture shows.
const PAGE_IMAGE: &str = "pdf.page_image";
const PAGE_UNMAPPED: &str = "pdf.page_unmapped";

/// Why a document is only partly searchable or not at all, apart from what its pages say.
pub(super) fn document_problem(path: &Path, prepared: &Prepared, damage: Damage) -> Option<Problem> {
    if prepared.passages.is_empty() {
        return Some(problem(&Error::NoText { path: path.to_owned() }));
    }
    let path = path.display();
    let pages = prepared.pages.len();
    let remedy = "Fetch the file again from where it came, and compare its number of pages with the original.";
    let missing = damage.missing_pages;
    match (missing, damage.rebuilt) {
        (0, false) => None,
        (0, true) => Some(new_problem(
            "pdf.damaged",
            format!("{path} is damaged or cut short: {pages} pages were found, and others may be missing. {remedy}"),
        )),
        _ => Some(new_problem(
            "pdf.pages_missing",
            format!(
                "{path} is damaged or cut short: {missing} of its {} pages are missing. {remedy}",
                pages as u64 + u64::from(missing)
            ),
        )),
    }
}

/// Why a page cannot be searched, or not all of it. An empty page has nothing to search and is no problem.
fn page_problem(coverage: Coverage) -> Option<Problem> {
    let (code, message) = match coverage {
        Coverage { content_missing: true, .. } => (
            "pdf.page_damaged",
            "The content of this page is damaged or missing. Fetch the file again from where it came.",
        ),
        Coverage { cut: true, .. } => (
            "pdf.page_cut",
            "This page was not read to its end, because it or the document has too much text or drawing. Split the file and add its parts.",
        ),
        coverage if coverage.is_usable() => return None,
        Coverage { glyphs: 0, large_images: 0, .. } => return None,
        Coverage { glyphs: 0, .. } => (
            PAGE_IMAGE,
            "This page is a scan without text. The text recognition (pp-ocrv6-tiny) reads it as soon as it is installed.",
        ),
        _ => (
            PAGE_UNMAPPED,
            "The fonts of this page do not say which letters they show. The text recognition (pp-ocrv6-tiny) reads it as soon as it is installed.",
        ),
    };
    Some(new_problem(code, message.to_owned()))
}

/// Why a page has no text although its picture was searched for some.
pub(super) fn empty_picture() -> Problem {
    let message = "No printed text was recognised on this page. Look at it: it may be blank, or written by hand.";
    new_problem("pdf.page_no_print", message.to_owned())
}

/// Whether the text of a page with this problem can be recognised in its picture.
pub(super) fn is_picture(problem: &Problem) -> bool {
    [PAGE_IMAGE, PAGE_UNMAPPED].contains(&problem.code.as_str())
}

fn new_problem(code: &str, message: String) -> Problem {
    Problem { code: code.to_owned(), message }
}
