//! What a run works with: documents of the collection as the search has them, and the pairs found in them. Not for training.

use super::lessons::Lessons;
use super::supplied::{Marked, Supplied, letters};
use super::texts::{Stored, Texts, texts};
use crate::adapt::blocking;
use crate::{Adapt, Corpus, DocumentText, Pair, Result, pairs_of};
use futures_util::TryStreamExt;
use pincite_api::Evidence;
use pincite_library::{CollectionId, ContentId, Origin, PassageId, PassageQuestions, QuestionFilter};
use pincite_search::DocumentIndex;
use std::collections::{HashMap, HashSet};

/// What is said of a thread that dies.
const PREPARING: &str = "Preparing the tuning";

/// Documents with questions, and their pairs.
#[derive(Debug, Default)]
pub(super) struct Material {
    pub(super) corpus: Corpus,
    /// Where each document is stored.
    pub(super) stored: Vec<Stored>,
    pub(super) pairs: Vec<Pair>,
    /// Letters of the questions that people wrote or marked.
    pub(super) by_people: HashSet<String>,
    /// Supplied pairs that fit no passage.
    pub(super) unmatched: usize,
    /// Who wrote the questions.
    pub(super) evidence: Evidence,
    /// Passages of the whole collection.
    pub(super) passages: usize,
}

/// A question of the collection, and the passage that answers it.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) question: String,
    pub(crate) content: ContentId,
    pub(crate) passage: PassageId,
}

/// Pairs of all sources.
struct Found {
    pairs: Vec<Pair>,
    /// Supplied pairs that fit no passage.
    unmatched: usize,
    /// Supplied pairs that fit one, by who wrote them.
    evidence: Evidence,
}

/// A passage of a corpus.
#[derive(Clone, Copy)]
struct At {
    document: usize,
    passage: usize,
}

impl Material {
    /// Documents with pairs, each once.
    pub(super) fn documents(&self) -> usize {
        self.stored.iter().map(|stored| stored.content).collect::<HashSet<_>>().len()
    }

    /// Only documents with questions are taken. `more` counts as if the collection had these questions too.
    pub(super) async fn load(
        adapt: &Adapt,
        collection: CollectionId,
        supplied: Supplied,
        more: Vec<Asked>,
    ) -> Result<Self> {
        let Texts { stored, corpus } = texts(adapt, collection).await?;
        let passages = corpus.documents.iter().map(|document| document.passages.len()).sum();
        let OfCollection { mut asked, by_people, mut evidence } = of_collection(adapt, collection, &supplied).await?;
        asked.extend(more);
        let is_natural = supplied.is_natural();
        let places = stored.clone();
        let (corpus, found) = blocking(PREPARING, move || {
            let found = found(&corpus, &places, &supplied, asked);
            Ok((corpus, found))
        })
        .await?;
        let Found { mut pairs, unmatched, evidence: of_supplied } = found;
        evidence.people += of_supplied.people;
        evidence.generated += of_supplied.generated;
        let lessons = if is_natural { Lessons::of(adapt, &stored, passages).await? } else { Lessons::default() };
        let mut texts = with_indexes(adapt, Texts { stored, corpus }, &mut pairs).await?;
        evidence.natural = lessons.add_to(&mut texts, &mut pairs) as u32;
        let Texts { stored, corpus } = texts;
        Ok(Self { corpus, stored, pairs, by_people, unmatched, evidence, passages })
    }
}

/// What a collection has of questions.
#[derive(Default)]
struct OfCollection {
    asked: Vec<Asked>,
    /// Letters of those that people wrote or marked.
    by_people: HashSet<String>,
    evidence: Evidence,
}

/// The questions of a collection that a run uses. Without generated ones only those of people are taken.
async fn of_collection(adapt: &Adapt, collection: CollectionId, supplied: &Supplied) -> Result<OfCollection> {
    let mut by_people = supplied.by_people();
    if !supplied.questions && !supplied.is_natural() {
        return Ok(OfCollection { by_people, ..OfCollection::default() });
    }
    let people = written_by_people(adapt, collection).await?;
    let mut asked = asked(adapt, collection).await?;
    let mut evidence = evidence(adapt, collection).await?;
    if !supplied.questions {
        asked.retain(|asked| people.contains(&letters(&asked.question)));
        evidence.generated = 0;
    }
    by_people.extend(people);
    Ok(OfCollection { asked, by_people, evidence })
}

/// The documents that have pairs, with their lexical half. The pairs then point to places among these.
async fn with_indexes(adapt: &Adapt, texts: Texts, pairs: &mut [Pair]) -> Result<Texts> {
    let mut all: Vec<Option<DocumentText>> = texts.corpus.documents.into_iter().map(Some).collect();
    let mut parts = Vec::new();
    let mut stored = Vec::new();
    for document in used(pairs) {
        let Some(text) = all[document].take() else { continue };
        let place = texts.stored[document];
        stored.push(place);
        parts.push((text, DocumentIndex::load(&adapt.library, place.content, None).await?));
    }
    let preparing = move || {
        let mut corpus = Corpus::default();
        for (text, index) in parts {
            let document = DocumentText::new(text.name, text.passages, index);
            corpus.documents.push(DocumentText { read: text.read, ..document });
        }
        Ok(corpus)
    };
    Ok(Texts { stored, corpus: blocking(PREPARING, preparing).await? })
}

/// The collection's questions that are used.
async fn asked(adapt: &Adapt, collection: CollectionId) -> Result<Vec<Asked>> {
    let mut asked = Vec::new();
    let mut all = adapt.library.passages_with_questions(collection);
    while let Some(PassageQuestions { content, passage, questions, .. }) = all.try_next().await? {
        asked.extend(questions.into_iter().map(|question| Asked { question, content, passage }));
    }
    Ok(asked)
}

/// Letters of the collection's questions that people wrote or brought.
async fn written_by_people(adapt: &Adapt, collection: CollectionId) -> Result<HashSet<String>> {
    let mut all = HashSet::new();
    for origin in [Origin::Import, Origin::Person] {
        let which = QuestionFilter { kept: Some(true), origin: Some(origin), ..QuestionFilter::default() };
        let questions = adapt.library.questions(collection, &which, 0..u32::MAX).await?;
        all.extend(questions.iter().map(|question| letters(&question.text)));
    }
    Ok(all)
}

/// Who wrote the collection's questions that are used.
async fn evidence(adapt: &Adapt, collection: CollectionId) -> Result<Evidence> {
    let mut evidence = Evidence::default();
    for count in adapt.library.question_tally(collection).await?.iter().filter(|count| count.reason.is_none()) {
        let placed = count.count - count.unplaced;
        match count.origin {
            Origin::Generator => evidence.generated += placed,
            Origin::Import | Origin::Person => evidence.people += placed,
        }
    }
    Ok(evidence)
}

/// Pairs of all sources, and how many of the supplied ones fit no passage.
fn found(corpus: &Corpus, documents: &[Stored], supplied: &Supplied, asked: Vec<Asked>) -> Found {
    let lines = supplied.file.as_ref().map(|file| file.lines.as_slice()).unwrap_or_default();
    let matched = pairs_of(corpus, lines);
    let generated = lines.iter().filter(|line| line.generated).count();
    let marks: Vec<(&Marked, Option<At>)> =
        supplied.marks.iter().map(|mark| (mark, place(corpus, documents, mark))).collect();
    let lost = marks.iter().filter(|(mark, place)| mark.answers && place.is_none()).count();
    let mut people = matched.pairs;
    let mut refused = HashSet::new();
    let mut by_people = (lines.len() - generated).saturating_sub(matched.unmatched.len());
    for (mark, At { document, passage }) in marks.into_iter().filter_map(|(mark, place)| Some((mark, place?))) {
        if mark.answers {
            people.push(Pair { question: mark.question.clone(), document, passages: vec![passage] });
            by_people += 1;
        } else {
            refused.insert(Refused { key: Key::new(document, &mark.question), passage });
        }
    }
    Found {
        pairs: joined(people, pairs_asked(corpus, documents, asked), &refused),
        unmatched: matched.unmatched.len() + lost,
        evidence: Evidence { people: by_people as u32, generated: generated as u32, natural: 0 },
    }
}

/// Marked passages are known by their document and whole text.
fn place(corpus: &Corpus, documents: &[Stored], mark: &Marked) -> Option<At> {
    let document = documents.iter().position(|stored| stored.content == mark.content)?;
    let passage = corpus.documents[document].passages.iter().position(|text| *text == mark.passage)?;
    Some(At { document, passage })
}

/// Questions whose passages are gone are left out.
fn pairs_asked(corpus: &Corpus, documents: &[Stored], asked: Vec<Asked>) -> Vec<Pair> {
    let places: HashMap<ContentId, usize> =
        documents.iter().enumerate().map(|(at, stored)| (stored.content, at)).collect();
    let pair = |Asked { question, content, passage }: Asked| {
        let document = *places.get(&content)?;
        let place = usize::try_from(passage.0 - documents[document].first_passage.0).ok()?;
        let is_there = place < corpus.documents[document].passages.len();
        is_there.then(|| Pair { question, document, passages: vec![place] })
    };
    asked.into_iter().filter_map(pair).collect()
}

/// The documents with pairs, ascending; the pairs then point to places among these.
fn used(pairs: &mut [Pair]) -> Vec<usize> {
    let mut used: Vec<usize> = pairs.iter().map(|pair| pair.document).collect();
    used.sort_unstable();
    used.dedup();
    pairs.iter_mut().for_each(|pair| pair.document = used.partition_point(|document| *document < pair.document));
    used
}

/// What a question is known by in a document: its letters and digits, however it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    document: usize,
    question: String,
}

/// A passage that does not answer a question.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Refused {
    pub(super) key: Key,
    pub(super) passage: usize,
}

impl Key {
    pub(super) fn new(document: usize, question: &str) -> Self {
        Self { document, question: letters(question) }
    }
}

/// Pairs of people and of programs together, each question once a document. Where people say what answers a question, or
/// what does not (`refused`), programs say nothing.
pub(super) fn joined(people: Vec<Pair>, programs: Vec<Pair>, refused: &HashSet<Refused>) -> Vec<Pair> {
    let people = merged(people);
    let known: HashSet<Key> = people.iter().map(|pair| Key::new(pair.document, &pair.question)).collect();
    let others = programs.into_iter().filter_map(|mut pair| {
        let key = Key::new(pair.document, &pair.question);
        pair.passages.retain(|passage| !refused.contains(&Refused { key: key.clone(), passage: *passage }));
        (!known.contains(&key) && !pair.passages.is_empty()).then_some(pair)
    });
    let others = merged(others.collect());
    people.into_iter().chain(others).collect()
}

/// Pairs with the same question in the same document become one with the passages of all.
fn merged(pairs: Vec<Pair>) -> Vec<Pair> {
    let mut places = HashMap::new();
    let mut all = Vec::<Pair>::new();
    for pair in pairs {
        let place = *places.entry(Key::new(pair.document, &pair.question)).or_insert(all.len());
        match all.get_mut(place) {
            Some(former) => {
                let new = pair.passages.into_iter().filter(|it| !former.passages.contains(it)).collect::<Vec<_>>();
                former.passages.extend(new);
            }
            None => all.push(pair),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(document: usize, question: &str, passages: &[usize]) -> Pair {
        Pair { question: question.to_owned(), document, passages: passages.to_vec() }
    }

    #[test]
    fn people_are_right() {
        let people = vec![pair(0, "Who pays?", &[3]), pair(0, "who pays", &[4])];
        let programs = vec![
            pair(0, "Who  pays?", &[7]),
            pair(1, "Who pays?", &[7]),
            pair(0, "When?", &[1]),
            pair(0, "When?", &[2]),
            pair(0, "Where?", &[5]),
        ];
        let refused =
            [("when", 1), ("Where?", 5)].map(|(question, passage)| Refused { key: Key::new(0, question), passage });
        let refused = HashSet::from(refused);
        let joined = joined(people, programs, &refused);
        let expected = [pair(0, "Who pays?", &[3, 4]), pair(1, "Who pays?", &[7]), pair(0, "When?", &[2])];
        assert_eq!(joined, expected, "what people say of a question counts, in its document, and each question once");
    }
}
