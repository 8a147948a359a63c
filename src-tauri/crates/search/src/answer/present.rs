//! A ranked passage becomes a hit: names, reasons, highlights and citation. Not for choosing passages.

use super::citation::Citation;
use super::cited::{page_of, whole_sentence};
use super::highlight;
use super::hit::{Hit, Twin};
use super::merge::Group;
use super::reason::Reason;
use crate::Error;
use crate::index::DocumentIndex;
use crate::joint::Gather;
use crate::score::term_weights;
use crate::text::Query;
use pincite_library::{CollectionId, ContentId, DocumentId, Library, PassageId, StoredPassage};
use pincite_passage::Passage;
use std::collections::{BTreeMap, HashMap};

type Result<T> = std::result::Result<T, Error>;

/// What all hits of an answer share.
pub(super) struct Presenter<'a> {
    library: &'a Library,
    collection: CollectionId,
    /// Terms of the question, each with its weight in the scope.
    terms: BTreeMap<&'a str, f32>,
    /// Names of the documents seen so far, by their content.
    names: HashMap<ContentId, Names>,
}

/// The names of a document and its pages.
#[derive(Clone, Debug)]
struct Names {
    document: DocumentId,
    /// In lists.
    shown: String,
    /// In citations.
    cited: String,
    labels: Vec<String>,
}

impl<'a> Presenter<'a> {
    pub(super) fn new(
        library: &'a Library,
        collection: CollectionId,
        scope: &[&DocumentIndex],
        query: &'a Query,
    ) -> Self {
        let weights = term_weights(scope, &query.terms);
        let terms = query.terms.iter().map(String::as_str).zip(weights).collect();
        Self { library, collection, terms, names: HashMap::new() }
    }

    /// The hits of the groups, in order. `best` has the best sentence of passages that the cross-encoder has read.
    pub(super) async fn hits(
        &mut self,
        groups: Vec<Group>,
        best: &HashMap<PassageId, usize>,
        gather: Gather,
    ) -> Result<Vec<Hit>> {
        let mut shown: Vec<Shown> = Vec::with_capacity(groups.len());
        for group in groups {
            let Some(mut one) = self.show(&group, best.get(&group.best.id).copied()).await? else { continue };
            for other in &group.others {
                one.hit.same_as.extend(self.twin(other).await?);
            }
            match shown.iter_mut().find(|earlier| earlier.says(&one, gather)) {
                Some(earlier) => earlier.take_in(one.hit),
                None => shown.push(one),
            }
        }
        Ok(shown.into_iter().map(|one| one.hit).collect())
    }

    /// The hit, unless its document has left the collection.
    async fn show(&mut self, group: &Group, best: Option<usize>) -> Result<Option<Shown>> {
        let stored = &group.best;
        let Some(names) = self.names(stored.content).await? else { return Ok(None) };
        let (passage, reason) = (&stored.passage, Reason::find(&stored.passage, &self.terms, best));
        let citation = names.citation(passage, &reason);
        let sentence = whole_sentence(self.library, stored, &reason).await?;
        let hit = Hit {
            id: stored.id,
            document: names.document,
            page: citation.page,
            page_label: citation.label.to_owned(),
            pieces: highlight::pieces(&passage.text, &reason),
            headings: citation.headings.to_vec(),
            score: group.ranked.score,
            probability: None,
            highlights: highlight::highlights(passage, &reason),
            citation: citation.cite(),
            quote: citation.quote(&sentence),
            cited: citation.cited(&sentence),
            same_as: Vec::new(),
            document_name: names.shown.clone(),
            clause: citation.clause.map(str::to_owned),
        };
        Ok(Some(Shown { hit, ordinal: passage.ordinal, sentence }))
    }

    async fn twin(&mut self, stored: &StoredPassage) -> Result<Option<Twin>> {
        let Some(names) = self.names(stored.content).await? else { return Ok(None) };
        let reason = Reason::find(&stored.passage, &self.terms, None);
        let citation = names.citation(&stored.passage, &reason);
        let (document, page, citation) = (names.document, citation.page, citation.cite());
        Ok(Some(Twin { document, passage: stored.id, page, citation }))
    }

    async fn names(&mut self, content: ContentId) -> Result<Option<Names>> {
        if let Some(names) = self.names.get(&content) {
            return Ok(Some(names.clone()));
        }
        let Some(document) = self.library.document_of(self.collection, content).await? else { return Ok(None) };
        let labels = self.library.pages(content).await?.into_iter().map(|page| page.label).collect();
        let names =
            Names { document: document.id, shown: document.display_name(), cited: document.citation_name(), labels };
        self.names.insert(content, names.clone());
        Ok(Some(names))
    }
}

/// A hit, and what tells whether another one says the same.
struct Shown {
    hit: Hit,
    /// Position of its passage in the document.
    ordinal: u32,
    /// Its best sentence as it is quoted.
    sentence: String,
}

impl Shown {
    /// Whether a later hit is no hit of its own: the same sentence of the document, or its clause goes on there. For all
    /// answers a clause that goes on may hold another answer.
    fn says(&self, later: &Self, gather: Gather) -> bool {
        let (hit, other) = (&self.hit, &later.hit);
        let same_clause = hit.clause.is_some() && hit.clause == other.clause && hit.headings == other.headings;
        let goes_on = same_clause && self.ordinal.abs_diff(later.ordinal) == 1 && gather == Gather::Best;
        hit.document == other.document && (self.sentence == later.sentence || goes_on)
    }

    fn take_in(&mut self, Hit { document, id, page, citation, same_as, .. }: Hit) {
        self.hit.same_as.push(Twin { document, passage: id, page, citation });
        self.hit.same_as.extend(same_as);
    }
}

impl Names {
    /// The citation of the best sentence of a passage.
    fn citation<'a>(&'a self, passage: &'a Passage, reason: &Reason) -> Citation<'a> {
        let page = page_of(passage, reason);
        let (clause, headings) =
            (passage.clause_of(reason.sentence_number), passage.headings_of(reason.sentence_number));
        let label = self.labels.get(page as usize).map(String::as_str).unwrap_or_default();
        Citation { document: &self.cited, page, label, clause, headings }
    }
}
