//! A ranked passage becomes a hit: names, reasons, highlights and citation. Not for choosing passages.

use crate::citation::{Place, clause_of, document_title, heading_of};
use crate::hit::Hit;
use crate::reason::Reason;
use crate::{Error, Query, Score, Segment, highlight, lexical};
use pincite_library::{CollectionId, DocumentId, EntryId, Library, StoredPassage};
use std::collections::{BTreeMap, HashMap};

type Result<T> = std::result::Result<T, Error>;

/// What is the same for all hits of an answer.
pub(crate) struct Presenter<'a> {
    library: &'a Library,
    collection: CollectionId,
    /// Terms of the question, each with its weight in the scope.
    terms: BTreeMap<&'a str, f32>,
    /// Documents met so far.
    names: HashMap<DocumentId, Names>,
}

/// How a document and its pages are called.
#[derive(Clone, Debug)]
struct Names {
    entry: EntryId,
    file: String,
    title: String,
    labels: Vec<String>,
}

impl<'a> Presenter<'a> {
    pub(crate) fn new(library: &'a Library, collection: CollectionId, scope: &[&Segment], query: &'a Query) -> Self {
        let weights = lexical::term_weights(scope, &query.terms);
        let terms = query.terms.iter().map(String::as_str).zip(weights).collect();
        Self { library, collection, terms, names: HashMap::new() }
    }

    /// The hit, unless its document left the collection meanwhile.
    pub(crate) async fn hit(&mut self, stored: &StoredPassage, score: Score) -> Result<Option<Hit>> {
        let Some(names) = self.names(stored.document).await? else { return Ok(None) };
        let (passage, reason) = (&stored.passage, self.reason(stored));
        let page = page_of(stored, &reason);
        let clause = clause_of(passage, reason.sentence_number);
        let heading = heading_of(passage, reason.sentence_number);
        let place = names.place(page, clause.as_deref(), heading.as_deref());
        Ok(Some(Hit {
            id: stored.id,
            document: names.entry,
            page,
            page_label: place.label.to_owned(),
            pieces: highlight::pieces(&passage.text, &reason),
            headings: passage.headings.clone(),
            score,
            highlights: highlight::highlights(passage, &reason),
            citation: place.cite(),
            quote: place.quote(&passage.text[reason.sentence.clone()]),
            same_as: Vec::new(),
            document_name: names.file.clone(),
            clause,
        }))
    }

    pub(crate) async fn citation(&mut self, stored: &StoredPassage) -> Result<Option<String>> {
        let Some(names) = self.names(stored.document).await? else { return Ok(None) };
        let reason = self.reason(stored);
        let clause = clause_of(&stored.passage, reason.sentence_number);
        let heading = heading_of(&stored.passage, reason.sentence_number);
        Ok(Some(names.place(page_of(stored, &reason), clause.as_deref(), heading.as_deref()).cite()))
    }

    fn reason(&self, stored: &StoredPassage) -> Reason {
        Reason::find(&stored.passage.text, &stored.passage.sentences, &self.terms)
    }

    async fn names(&mut self, document: DocumentId) -> Result<Option<Names>> {
        if let Some(names) = self.names.get(&document) {
            return Ok(Some(names.clone()));
        }
        let Some(entry) = self.library.entry_of(self.collection, document).await? else { return Ok(None) };
        let file = entry.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let title = document_title(entry.title.as_deref(), &file).to_owned();
        let labels = self.library.pages(document).await?.into_iter().map(|page| page.label).collect();
        let names = Names { entry: entry.id, file, title, labels };
        self.names.insert(document, names.clone());
        Ok(Some(names))
    }
}

impl Names {
    fn place<'a>(&'a self, page: u32, clause: Option<&'a str>, heading: Option<&'a str>) -> Place<'a> {
        let label = self.labels.get(page as usize).map(String::as_str).unwrap_or_default();
        Place { document: &self.title, page, label, clause, heading }
    }
}

/// Page where the best sentence starts.
fn page_of(stored: &StoredPassage, reason: &Reason) -> u32 {
    let spans = &stored.passage.spans;
    let first = spans.iter().find(|span| span.end as usize > reason.sentence.start);
    first.or(spans.last()).map_or(0, |span| span.page)
}
