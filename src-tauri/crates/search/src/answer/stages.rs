//! The ranking of a prepared question, and the closer reading of that. Not for ranking (`search`).

use super::gathering::{AllAnswers, Gathering, ReadGroups, ReadHit, read_hits};
use super::hit::{AnswerCandidate, Note, SearchResult};
use super::merge::{Candidate, Group, PassageText, merge};
use super::present::Presenter;
use super::question::AskedCollection;
use super::ranking::Ranking;
use super::reading::Reranker;
use crate::Result;
use crate::index::{DocumentIndex, SearchScope, Vectors};
use crate::joint::Gather;
use crate::presence::{Evidence, Presence};
use crate::score::{Mode, PairScorer, RERANK_DEPTH, RankedPassage, Reading, Score, Weights, read};
use crate::text::{Phrase, Query};
use pincite_api::Match;
use pincite_library::{GenerationId, LoadedPassages, PassageId, StoredPassage};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Called with the number of pairs read; may end the reading. A search can move to another thread with it.
pub type OnPairsRead<'p> = &'p mut (dyn FnMut(usize) -> ControlFlow<()> + Send);

/// A question's ranking of a scope. Texts are loaded when they are read or shown.
pub struct FirstStage<'a> {
    pub(super) asked: AskedCollection<'a>,
    pub(super) scope: SearchScope<'a>,
    /// Whose vectors are compared.
    generation: Option<GenerationId>,
    pub(super) k: usize,
    pub(super) gather: Gather,
    /// How many passages are read, if this is one of several documents that are asked alone.
    each: Option<usize>,
    ranked: Vec<RankedPassage>,
    /// How many of the ranked passages were loaded.
    loaded: usize,
    /// Those that are still stored, in order of rank.
    candidates: Vec<Candidate>,
    /// The number of the passage that answers for sure: the preamble of the only document, if it is asked for.
    preamble: Option<u32>,
    pub(super) presenter: Presenter<'a>,
    pub(super) notes: Vec<Note>,
    /// Passage vectors of documents that are indexed without them, by the numbers of the ranking.
    vectors: HashMap<usize, Vectors>,
}

impl<'a> FirstStage<'a> {
    /// Ranks the passages of a scope.
    pub(super) async fn new(
        asked: AskedCollection<'a>,
        scope: SearchScope<'a>,
        k: usize,
        gather: Gather,
    ) -> Result<Self> {
        let AskedCollection { question, index, library } = asked;
        let prepared = &question.prepared;
        let documents = scope.documents();
        let compared = prepared.vector.as_ref().is_some_and(|vector| scope.has_vectors(vector.len()));
        let limit = match gather {
            Gather::Best => texts_for(Gather::All, k).max(RERANK_DEPTH),
            Gather::All => usize::MAX, // each document is asked, wherever its best passage is
        };
        let Ranking { passages: ranked, rows } = Ranking::new(asked, &scope, limit).await?;
        let presenter = Presenter::new(library, index.collection(), &documents, prepared).with_rows(rows);
        let mut notes = Vec::from_iter(question.limit(compared));
        let weights = index.weights();
        let is_other = |document: &&DocumentIndex| !weights.languages.include(document.language());
        if compared && prepared.mode == Mode::Hybrid && documents.iter().any(is_other) {
            notes.push(Note::OtherLanguage);
        }
        if ranked.is_empty() && !notes.contains(&Note::DenseImpossible) {
            notes.extend(why_nothing(&scope, &prepared.query));
        }
        Ok(Self {
            asked,
            scope,
            generation: index.generation().filter(|_| compared).map(|generation| generation.id),
            k,
            gather,
            each: None,
            ranked,
            loaded: 0,
            candidates: Vec::new(),
            preamble: None,
            presenter,
            notes,
            vectors: HashMap::new(),
        })
    }

    /// The same question asked of one of its documents alone. All its answers are wanted, among its first passages; without
    /// any, its nearest passage.
    pub(super) async fn of_document(&self, document: usize, depth: usize) -> Result<Self> {
        let stage = Self::new(self.asked, self.scope.alone(document), 1, Gather::All).await?;
        Ok(Self { each: Some(depth), ..stage })
    }

    /// The documents of the scope in the order of their best passages. Those without any ranked passage are left out.
    pub(super) fn documents_by_rank(&self) -> Vec<usize> {
        let mut seen = HashSet::new();
        self.ranked.iter().map(|one| one.document).filter(|document| seen.insert(*document)).collect()
    }

    /// Changes which hits are wanted: perhaps nothing can be read after all.
    pub fn want(&mut self, gather: Gather) {
        self.gather = gather;
    }

    /// The best hits in the order of the first stage.
    ///
    /// # Errors
    /// [`crate::Error::Library`].
    pub async fn hits(&mut self) -> Result<SearchResult> {
        let texts = self.texts(Gather::Best);
        self.load(texts).await?;
        let groups = self.best();
        let mut hits = self.presenter.hits(&groups, &HashMap::new(), Gather::Best).await?;
        let candidates = self.answer_candidates();
        let computed = self.presenter.computed(&groups, &mut hits).await?;
        Ok(SearchResult { hits, candidates, computed, notes: self.notes.clone(), ..SearchResult::default() })
    }

    /// The same as the final answer: nothing reads these passages. Who asked for all answers is told that they cannot be
    /// found.
    ///
    /// # Errors
    /// [`crate::Error::Library`].
    pub async fn unread(mut self) -> Result<SearchResult> {
        if self.gather == Gather::All {
            self.notes.push(Note::NotGathered);
        }
        self.hits().await
    }

    /// Loads the texts of the first passages, as far as they are not loaded yet.
    async fn load(&mut self, count: usize) -> Result<()> {
        let count = count.min(self.ranked.len());
        let Some(next) = self.ranked.get(self.loaded..count) else { return Ok(()) };
        let ids = passage_ids(&self.scope, next);
        let LoadedPassages { passages, damaged } = self.asked.library.load_passages(&ids).await?;
        let mut stored = passages.into_iter().peekable();
        for (ranked, id) in next.iter().zip(ids) {
            if let Some(stored) = stored.next_if(|one| one.id == id) {
                self.candidates.push(self.candidate(*ranked, stored));
            }
        }
        self.loaded = count;
        for note in self.presenter.damage(&damaged).await? {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        Ok(())
    }

    fn candidate(&self, ranked: RankedPassage, stored: StoredPassage) -> Candidate {
        let language = self.scope.documents()[ranked.document].language();
        Candidate { ranked, text: Arc::new(PassageText::new(stored, language)) }
    }

    /// Loads what is read: so many of the first passages, and what belongs to them.
    async fn load_to_read(&mut self, count: usize) -> Result<()> {
        self.load(count).await?;
        self.load_preamble().await?;
        self.load_vectors().await
    }

    /// Loads the preamble of the only document if it answers. It is read like the first passages.
    async fn load_preamble(&mut self) -> Result<()> {
        let Some(asked) = self.presenter.asked.filter(|_| self.scope.documents().len() == 1) else { return Ok(()) };
        self.preamble = self.presenter.agreement(self.scope.content(0)).await?.passage(asked);
        let Some(passage) = self.preamble else { return Ok(()) };
        let at = self.candidates.iter().position(|one| one.ranked.passage == passage);
        let preamble = match at {
            Some(at) => Some(self.candidates.remove(at)),
            None => {
                let id = self.scope.passage_id(0, passage);
                let stored = self.asked.library.load_passages(&[id]).await?.passages.pop();
                let ranked = RankedPassage { document: 0, passage, score: Score::default() };
                stored.map(|stored| self.candidate(ranked, stored))
            }
        };
        self.candidates.splice(0..0, preamble);
        Ok(())
    }

    /// Loads the vectors of the first passages where all answers are put in order and the index has only their cosines.
    async fn load_vectors(&mut self) -> Result<()> {
        let Some(generation) = self.generation.filter(|_| self.gather == Gather::All) else { return Ok(()) };
        let documents = self.scope.documents();
        for candidate in &self.candidates {
            let document = candidate.ranked.document;
            if !documents[document].is_for_one_question() || self.vectors.contains_key(&document) {
                continue;
            }
            let rows = self.asked.library.vectors(generation, candidate.text.stored.content).await?.unwrap_or_default();
            self.vectors.insert(document, Vectors::new(rows.width as usize, rows.owners, rows.values));
        }
        Ok(())
    }

    /// How many passages are read, where the cross-encoder reads `depth` of the best ones.
    fn depth(&self, depth: usize) -> usize {
        self.each.unwrap_or_else(|| self.gather.depth(depth))
    }

    /// How many passages are loaded to show hits. A quoted phrase is an answer wherever it stands.
    fn texts(&self, gather: Gather) -> usize {
        match self.each {
            Some(depth) if !self.is_quoted() => depth,
            _ => texts_for(gather, self.k),
        }
    }

    fn is_quoted(&self) -> bool {
        !self.asked.question.prepared.query.phrases.is_empty()
    }

    /// The first passages, to be read.
    fn reading(&mut self, depth: usize) -> Reading<'_, Candidate> {
        let how = Weights::default().by_cross_encoder(self.depth(depth));
        Reading { question: &self.asked.question.prepared.text, ranked: &mut self.candidates, how }
    }

    /// The passages that become hits, after they were read. Without an answer they are the nearest ones.
    fn gathered(&mut self, reranker: Reranker<'_>) -> Gathering {
        if let Some(groups) = self.preamble_first() {
            let found = (self.gather == Gather::All).then_some(1);
            return Gathering { groups, found, presence: Some(Presence::CERTAIN) };
        }
        let presence = self.presence(reranker);
        let is_unread = !self.candidates.is_empty() && !self.is_any_read();
        if self.gather == Gather::All && is_unread && !self.is_quoted() {
            self.notes.push(Note::NotGathered);
            return Gathering { groups: self.best(), found: None, presence };
        }
        let nothing = presence.is_some_and(|presence| presence.state == Match::NotFound);
        if self.gather == Gather::Best || nothing {
            let found = (self.gather == Gather::All).then_some(0);
            return Gathering { groups: self.best(), found, presence };
        }
        let documents = &self.scope.documents();
        let answers = AllAnswers { reranker, documents, vectors: &self.vectors, quoted: self.is_quoted() };
        let mut groups = answers.gather(self.first(Gather::All), self.k);
        if self.each.is_some() && presence.is_some_and(|presence| presence.state == Match::Unsure) {
            groups.truncate(1);
        }
        let found = Some(groups.len() as u32);
        Gathering { groups, found, presence }
    }

    /// The preamble and the best other passages, if the preamble answers. Where all answers are wanted, it is the only one.
    fn preamble_first(&self) -> Option<Vec<Group>> {
        let passage = self.preamble?;
        let preamble = self.candidates.iter().find(|one| one.ranked.passage == passage)?.clone();
        let mut candidates = self.first(Gather::Best);
        candidates.retain(|one| one.ranked.passage != passage);
        candidates.insert(0, preamble);
        Some(merge(candidates, if self.gather == Gather::All { 1 } else { self.k }))
    }

    /// The best passages.
    fn best(&self) -> Vec<Group> {
        merge(self.first(Gather::Best), self.k)
    }

    fn first(&self, gather: Gather) -> Vec<Candidate> {
        self.candidates.iter().take(self.texts(gather)).cloned().collect()
    }

    /// Whether a document of the scope answers: the most likely one decides. `None` if nothing was read. Whoever asks for a
    /// phrase is answered by the passages that contain it.
    fn presence(&self, reranker: Reranker<'_>) -> Option<Presence> {
        let query = &self.asked.question.prepared.query;
        let documents = self.scope.documents();
        let mut best: BTreeMap<usize, f32> = BTreeMap::new();
        for Candidate { ranked, .. } in &self.candidates {
            let Some(score) = ranked.score.cross else { continue };
            let most = best.entry(ranked.document).or_default();
            *most = most.max(reranker.model.probability(score));
        }
        if self.is_quoted() && !best.is_empty() {
            return Some(Presence::CERTAIN);
        }
        let evidence = best.iter().map(|(document, best)| Evidence::of(query, documents[*document], *best));
        let judged = evidence.map(|evidence| reranker.presence.judge(&evidence));
        let by_rows = self.candidates.first().and_then(|first| self.presenter.is_answered_by_rows(&first.ranked));
        let judged = judged.chain((by_rows == Some(true)).then_some(Presence::BY_ROW));
        let most = judged.max_by(|one, other| one.probability.total_cmp(&other.probability))?;
        let is_other_row = by_rows == Some(false) && most.state == Match::Found;
        Some(if is_other_row { Presence::BY_OTHER_ROW } else { most })
    }

    fn is_any_read(&self) -> bool {
        self.candidates.iter().any(|one| one.ranked.score.cross.is_some())
    }

    /// The passages that were read, if one document is asked. If none was, the first ones.
    fn answer_candidates(&self) -> Vec<AnswerCandidate> {
        if self.scope.documents().len() != 1 {
            return Vec::new();
        }
        let is_read = |one: &&Candidate| one.ranked.score.cross.is_some();
        let any_read = self.is_any_read();
        let candidates = self.candidates.iter().filter(|one| !any_read || is_read(one));
        candidates.map(|one| AnswerCandidate { passage: one.ranked.passage, score: one.ranked.score.total }).collect()
    }

    /// The final answer.
    async fn result(
        &mut self,
        Gathering { groups, found, presence }: &Gathering,
        read: &HashMap<PassageId, ReadHit>,
        model: &dyn PairScorer,
    ) -> Result<SearchResult> {
        let mut hits = self.presenter.hits(groups, read, self.gather).await?;
        for hit in &mut hits {
            hit.probability = hit.score.cross.map(|score| model.probability(score));
        }
        let found = found.map(|found| found.min(hits.len() as u32)); // answers in one sentence are one hit
        let computed = self.presenter.computed(groups, &mut hits).await?;
        Ok(SearchResult {
            hits,
            presence: *presence,
            gathered: self.gather,
            found,
            candidates: self.answer_candidates(),
            computed,
            notes: self.notes.clone(),
            ..SearchResult::default()
        })
    }
}

/// Reads the first passages of all these rankings in one batch, then the sentences of their first hits in another one. The
/// questions are hybrid. Each ranking has an answer of its own, in the given order: a passage that cannot be loaded fails
/// one answer. A stage that was read is used up.
///
/// # Errors
/// [`crate::Error::Encoder`], also if `on_pairs` breaks off.
pub async fn read_stages(
    stages: &mut [FirstStage<'_>],
    reranker: Reranker<'_>,
    on_pairs: OnPairsRead<'_>,
) -> Result<Vec<Result<SearchResult>>> {
    let mut loaded = Vec::with_capacity(stages.len());
    for stage in &mut *stages {
        let texts = stage.texts(stage.gather).max(stage.depth(reranker.depth));
        loaded.push(stage.load_to_read(texts).await);
    }
    let mut readings: Vec<Reading<'_, Candidate>> = Vec::new();
    for (stage, loaded) in stages.iter_mut().zip(&loaded) {
        if loaded.is_ok() {
            readings.push(stage.reading(reranker.depth));
        }
    }
    read(&mut readings, reranker.model, on_pairs)?;
    let mut gathered = Vec::with_capacity(stages.len());
    for (stage, loaded) in stages.iter_mut().zip(loaded) {
        gathered.push(loaded.map(|()| stage.gathered(reranker)));
    }
    let mut to_read = Vec::new();
    for (stage, gathering) in stages.iter().zip(&gathered) {
        let groups = gathering.as_ref().map(|gathering| gathering.groups.as_slice()).unwrap_or_default();
        to_read.push(ReadGroups { question: &stage.asked.question.prepared, groups });
    }
    let read = read_hits(&to_read, reranker.model, on_pairs)?;
    let mut results = Vec::with_capacity(stages.len());
    for ((stage, gathering), read) in stages.iter_mut().zip(gathered).zip(read) {
        results.push(match gathering {
            Ok(gathering) => stage.result(&gathering, &read, reranker.model).await,
            Err(error) => Err(error),
        });
    }
    Ok(results)
}

/// How many of the first passages are loaded to show `k` hits: near-duplicates among them will be merged.
fn texts_for(gather: Gather, k: usize) -> usize {
    gather.most(k).saturating_mul(3).saturating_add(10)
}

/// Why nothing was found: a phrase that does not occur, or a question without words.
fn why_nothing(scope: &SearchScope<'_>, query: &Query) -> Vec<Note> {
    let documents = scope.documents();
    let nowhere = |phrase: &&Phrase| documents.iter().all(|document| phrase.passages(document).is_empty());
    let missing = query.phrases.iter().filter(nowhere).map(|phrase| Note::PhraseNowhere(phrase.text.clone()));
    let mut notes: Vec<Note> = missing.collect();
    if query.terms.is_empty() {
        notes.push(Note::NoWords);
    } else if notes.is_empty() && query.phrases.len() > 1 {
        notes.push(Note::PhrasesApart);
    }
    notes
}

fn passage_ids(scope: &SearchScope<'_>, ranked: &[RankedPassage]) -> Vec<PassageId> {
    ranked.iter().map(|one| scope.passage_id(one.document, one.passage)).collect()
}
