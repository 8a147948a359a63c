//! A ranked passage becomes a hit: names, reasons, highlights and citation. So does one that a person chose. Not for choosing
//! passages.

use super::agreement::{Agreement, AskedOfAgreement};
use super::citation::Citation;
use super::cited::{page_of, whole_sentence};
use super::computed::{ShownComputation, computed_answer};
use super::gathering::{ReadGroups, ReadHit, read_hits};
use super::hit::{Hit, JudgedDocument, Note, Twin};
use super::merge::{Candidate, Group, PassageText, merge};
use super::reason::{Reason, WeightedTerms, highlights, pieces};
use super::rows::{Rows, ShownRow};
use super::value::ValuePlace;
use crate::Result;
use crate::index::DocumentIndex;
use crate::joint::Gather;
use crate::presence::Presence;
use crate::rows::computed;
use crate::score::{Mode, PairScorer, PreparedQuestion, RankedPassage, Score};
use pincite_api::ComputedAnswer;
use pincite_item::{Answer, Asked};
use pincite_language::Language;
use pincite_library::{CollectionId, ContentId, DocumentId, Library, PassageId, StoredPassage};
use pincite_passage::Passage;
use pincite_value::{AgreementTerm, AnswerKind, ValueKind, asked_term_in};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What all hits of an answer share.
pub(super) struct Presenter<'a> {
    library: &'a Library,
    collection: CollectionId,
    /// Terms of the question, each with its weight in the scope.
    terms: WeightedTerms<'a>,
    /// The kind of value that the question asks for, if it does.
    kind: Option<ValueKind>,
    /// Which length of time it asks for.
    term: Option<AgreementTerm>,
    /// What it asks of an agreement as a whole, if it does.
    pub(super) asked: Option<AskedOfAgreement>,
    /// The figures that it asks for.
    figures: &'a Asked,
    /// The rows of tables that answer.
    rows: Rows,
    /// What the documents seen so far say of themselves, where that is asked.
    agreements: HashMap<ContentId, Arc<Agreement>>,
    /// Names of the documents seen so far, by their content.
    names: HashMap<ContentId, Names>,
    /// Sentences as they are quoted, by passage and number in it. Two orders of one answer show mostly the same ones.
    sentences: HashMap<(PassageId, usize), String>,
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
    language: Language,
    /// Whether text of it was recognised in pictures.
    is_scan: bool,
}

impl<'a> Presenter<'a> {
    pub(super) fn new(
        library: &'a Library,
        collection: CollectionId,
        scope: &[&DocumentIndex],
        question: &'a PreparedQuestion,
    ) -> Self {
        Self {
            library,
            collection,
            terms: WeightedTerms::in_scope(&question.query, scope),
            kind: question.kind,
            term: asked_term_in(&question.text, question.query.languages())
                .filter(|_| question.kind == Some(ValueKind::Duration)),
            asked: AskedOfAgreement::of(question),
            figures: &question.figures,
            rows: Rows::default(),
            agreements: HashMap::new(),
            names: HashMap::new(),
            sentences: HashMap::new(),
        }
    }

    /// The same with the rows of tables that answer.
    pub(super) fn with_rows(self, rows: Rows) -> Self {
        Self { rows, ..self }
    }

    /// Whether the row of a passage has the figure asked for, or what is asked can be computed of its document. `None` if neither
    /// is asked for, or the passage has no row to show: then its text answers or not.
    pub(super) fn is_answered_by_rows(&self, ranked: &RankedPassage) -> Option<bool> {
        let row = self.rows.shown(ranked);
        if self.figures.is_for_one_figure() {
            return row.map(|row| row.answers(self.figures));
        }
        let is_computed =
            self.rows.tables(ranked.document).is_some_and(|tables| computed(self.figures, tables).is_some());
        let is_other = |row: &ShownRow<'_>| match self.figures.answer {
            Answer::Figures => !self.figures.own_formula,
            Answer::Parts => row.is_of_item(), // the total of what is asked for in parts
            Answer::Prose => false,
        };
        is_computed.then_some(true).or(row.filter(is_other).map(|_| false))
    }

    /// What the question asks to compute of the document of the first group. The first of its hits has the value.
    pub(super) async fn computed(&self, groups: &[Group], hits: &mut [Hit]) -> Result<Option<ComputedAnswer>> {
        let Some(first) = groups.first() else { return Ok(None) };
        let Some(tables) = self.rows.tables(first.ranked.document) else { return Ok(None) };
        let content = first.best.stored.content;
        let computed = computed_answer(self.figures, self.library, self.collection, content, tables).await?;
        let Some(ShownComputation { answer, value }) = computed else { return Ok(None) };
        if let Some(hit) = hits.first_mut() {
            hit.value = hit.value.take().or(value);
        }
        Ok(Some(answer))
    }

    /// The hits of the groups, in order. `read` has what the cross-encoder says of those that it has read.
    pub(super) async fn hits(
        &mut self,
        groups: &[Group],
        read: &HashMap<PassageId, ReadHit>,
        gather: Gather,
    ) -> Result<Vec<Hit>> {
        let mut shown: Vec<Shown> = Vec::with_capacity(groups.len());
        for group in groups {
            let Some(mut one) = self.show(group, read.get(&group.best.stored.id)).await? else { continue };
            for other in &group.others {
                one.hit.same_as.extend(self.twin(&other.stored).await?);
            }
            match shown.iter_mut().find(|earlier| earlier.says(&one, gather)) {
                Some(earlier) => earlier.take_in(one.hit),
                None => shown.push(one),
            }
        }
        Ok(shown.into_iter().map(|one| one.hit).collect())
    }

    /// The hit, unless its document has left the collection.
    async fn show(&mut self, group: &Group, read: Option<&ReadHit>) -> Result<Option<Shown>> {
        let stored = &group.best.stored;
        let Some(names) = self.names(stored.content).await? else { return Ok(None) };
        let passage = &stored.passage;
        let agreement = self.agreement(stored.content).await?;
        let asked = self.asked.filter(|asked| agreement.answers(*asked));
        let certain = asked.and_then(|asked| agreement.sentence(asked, passage));
        let row = self.rows.shown(&group.ranked);
        let certain = certain.or(row.as_ref().map(ShownRow::sentence));
        let reason = Reason::find(passage, &self.terms, certain.or(read.and_then(|read| read.sentence)));
        let span = read.and_then(|read| read.span.as_ref());
        let place = ValuePlace { passage, language: names.language, sentence: &reason.sentence, span };
        let value = match (asked, &row) {
            (Some(asked), _) => agreement.value(asked, place),
            (None, Some(row)) => row.value(self.figures),
            (None, None) => self.kind.and_then(|kind| place.value(kind, self.term)),
        };
        let row = row.map(|row| row.figures(self.figures));
        let citation = names.citation(passage, &reason);
        let sentence = self.sentence(stored, &reason).await?;
        let confidence = self.confidence(&names, stored.content, citation.page).await?;
        let hit = Hit {
            id: stored.id,
            confidence,
            document: names.document,
            page: citation.page,
            page_label: citation.label.to_owned(),
            pieces: pieces(&passage.text, &reason),
            headings: citation.headings.to_vec(),
            score: group.ranked.score,
            probability: None,
            highlights: highlights(passage, &reason),
            citation: citation.cite(),
            quote: citation.quote(&sentence),
            cited: citation.cited(&sentence),
            value,
            row,
            same_as: Vec::new(),
            document_name: names.shown.clone(),
            clause: citation.clause.map(str::to_owned),
        };
        Ok(Some(Shown { hit, ordinal: passage.ordinal, sentence }))
    }

    /// What a document says of itself as an agreement, if the question asks for that. Damaged text says nothing.
    pub(super) async fn agreement(&mut self, content: ContentId) -> Result<Arc<Agreement>> {
        if self.asked.is_none() {
            return Ok(Arc::default());
        }
        if let Some(known) = self.agreements.get(&content) {
            return Ok(Arc::clone(known));
        }
        let agreement = match self.library.passages(content).await {
            Ok(passages) => Arc::new(Agreement::read(&passages)),
            Err(pincite_library::Error::Damaged { .. }) => Arc::default(),
            Err(error) => return Err(error.into()),
        };
        self.agreements.insert(content, Arc::clone(&agreement));
        Ok(agreement)
    }

    /// The best sentence as it is quoted.
    async fn sentence(&mut self, stored: &StoredPassage, reason: &Reason) -> Result<String> {
        let key = (stored.id, reason.sentence_number);
        if let Some(known) = self.sentences.get(&key) {
            return Ok(known.clone());
        }
        let sentence = whole_sentence(self.library, stored, reason).await?;
        self.sentences.insert(key, sentence.clone());
        Ok(sentence)
    }

    async fn twin(&mut self, stored: &StoredPassage) -> Result<Option<Twin>> {
        let Some(names) = self.names(stored.content).await? else { return Ok(None) };
        let reason = Reason::find(&stored.passage, &self.terms, None);
        let citation = names.citation(&stored.passage, &reason);
        let document = names.document;
        let page = citation.page;
        let citation = citation.cite();
        Ok(Some(Twin { document, passage: stored.id, page, citation }))
    }

    /// Notes that name documents with damaged text, because the others answer. It is noted in the library, too.
    pub(super) async fn damage(&self, contents: &[ContentId]) -> Result<Vec<Note>> {
        let mut notes = Vec::new();
        if !contents.is_empty() {
            // What cannot be written now is found again by the next question.
            let _ = self.library.note_damage(contents).await;
        }
        for content in contents {
            if let Some(document) = self.library.document_of(self.collection, *content).await? {
                notes.push(Note::Damaged(document.path));
            }
        }
        Ok(notes)
    }

    /// The document with this content, as it was judged. `None` if it has left the collection.
    pub(super) async fn judged(&self, content: ContentId, presence: Presence) -> Result<Option<JudgedDocument>> {
        let document = self.library.document_of(self.collection, content).await?;
        Ok(document.map(|one| JudgedDocument { document: one.id, name: one.display_name(), presence }))
    }

    /// How surely the text of a page was recognised, if it was.
    async fn confidence(&self, names: &Names, content: ContentId, page: u32) -> Result<Option<f32>> {
        if !names.is_scan {
            return Ok(None);
        }
        Ok(self.library.recognised_page(content, page).await?.map(|recognised| recognised.confidence))
    }

    async fn names(&mut self, content: ContentId) -> Result<Option<Names>> {
        if let Some(names) = self.names.get(&content) {
            return Ok(Some(names.clone()));
        }
        let Some(document) = self.library.document_of(self.collection, content).await? else { return Ok(None) };
        let labels = self.library.pages(content).await?.into_iter().map(|page| page.label).collect();
        let names = Names {
            document: document.id,
            shown: document.display_name(),
            cited: document.citation_name(),
            labels,
            language: document.language.unwrap_or_default(),
            is_scan: document.recognition.pages > 0,
        };
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
        Citation { document: &self.cited, page, label, clause, headings, language: self.language }
    }
}

/// A passage and the question that it answers.
pub struct ChosenPassage<'a> {
    /// The collection that lists its document.
    pub collection: CollectionId,
    /// The passage.
    pub passage: StoredPassage,
    /// The question.
    pub question: &'a str,
    /// What its answers give, if its words do not decide it.
    pub kind: Option<AnswerKind>,
}

/// The passage as a hit, without a score. The cross-encoder chooses the best sentence, if there is one. `None` if the
/// collection does not list its document.
///
/// This computes: do not call it on a worker of an async runtime.
///
/// # Errors
/// [`crate::Error::Library`], [`crate::Error::Encoder`].
pub async fn hit_of_chosen(
    library: &Library,
    chosen: ChosenPassage<'_>,
    model: Option<&dyn PairScorer>,
) -> Result<Option<Hit>> {
    let ChosenPassage { collection, passage: stored, question, kind } = chosen;
    let language = library.language(stored.content).await?;
    let prepared = PreparedQuestion::new(question, Mode::Hybrid).giving(kind).in_languages(&[language]);
    let ranked = RankedPassage { document: 0, passage: stored.passage.ordinal, score: Score::default() };
    let groups = merge(vec![Candidate { ranked, text: Arc::new(PassageText::new(stored, language)) }], 1);
    let mut read = HashMap::new();
    if let Some(model) = model {
        let asked = [ReadGroups { question: &prepared, groups: &groups }];
        let hits = read_hits(&asked, model, &mut |_| ControlFlow::Continue(()))?;
        read = hits.into_iter().next().unwrap_or_default();
    }
    let mut presenter = Presenter::new(library, collection, &[], &prepared);
    let hits = presenter.hits(&groups, &read, Gather::Best).await?;
    Ok(hits.into_iter().next())
}
