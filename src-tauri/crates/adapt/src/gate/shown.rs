//! The gate judges the search that is shown: an answer has the rank that a person sees, whatever the corpus, the mode and
//! the question.

use crate::{Corpus, DocumentText, Encoded, Exam, Pair};
use pincite_language::Language;
use pincite_library::{ContentId, Generation, Library, NewPassage, NewVectors, TestDocument, Vectors};
use pincite_models::{Device, Encode, Error, Home, PairScore, Side, TextPair, runtime};
use pincite_passage::Passage;
use pincite_search::{
    CachedScorer, CollectionIndex, CollectionQuestion, DocumentIndex, Encoders, Gather, JointRanker, Mode, OnPairs,
    PairScorer, PreparedQuestion, PresenceModel, RERANK_DEPTH, Reranker, Rerankers, Search, Wanted, Weights,
    read_together, terms_of,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use tempfile::TempDir;

const WIDTH: usize = 8;
/// More than are read, so that some passages stay behind.
const MOST_PASSAGES: usize = 70;
/// Questions that need each part of the search: words, a number, a phrase, words that are nowhere.
const QUESTIONS: [&str; 4] =
    ["Which tenant pays the rent?", "How much rent is due?", "who gives a \"rent notice\"", "rent of zebras and boats"];
const WORDS: [&str; 8] = ["tenant", "rent", "notice", "pays", "due", "boats", "the", "fee"];

/// Stands in for a cross-encoder: a score that depends on both texts and on nothing else.
struct Stand;

impl PairScorer for Stand {
    fn score(&self, pairs: &[TextPair<'_>], _: OnPairs<'_>) -> Result<Vec<PairScore>, Error> {
        let score = |pair: &TextPair<'_>| {
            let mut hasher = DefaultHasher::new();
            (pair.question, pair.passage).hash(&mut hasher);
            PairScore::from((hasher.finish() % 10_000) as f32 / 1_000.0 - 5.0)
        };
        Ok(pairs.iter().map(score).collect())
    }

    fn probability(&self, score: PairScore) -> f32 {
        1.0 / (1.0 + (-score.presence).exp())
    }
}

/// A document, in a library and as the gate has it.
struct Both {
    library: Library,
    content: ContentId,
    generation: Generation,
    corpus: Corpus,
    encoded: Encoded,
    _folder: TempDir,
}

/// What an encoder made of a document and a question.
struct Made {
    vectors: Vectors,
    question: Vec<f32>,
}

impl Both {
    async fn new(passages: &[Passage], made: &Made) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(&folder.path().join("library.db")).await.unwrap();
        let collection = library.create_collection("Matter").await.unwrap().id;
        let width = made.vectors.width;
        let generation = library.ensure_generation(collection, "test", "fingerprint", width).await.unwrap();
        let new: Vec<NewPassage> = passages.iter().map(new_passage).collect();
        let vectors = NewVectors { generation: generation.id, vectors: made.vectors.clone() };
        let stored = TestDocument { vectors: Some(vectors), ..TestDocument::new("/papers/lease.pdf", 1, new.clone()) };
        let content = stored.store(&library, collection).await.unwrap().content;
        let texts = passages.iter().map(|passage| passage.text.clone()).collect();
        let index = DocumentIndex::new(new.iter().map(|passage| &passage.terms), pincite_search::Vectors::default());
        let document = DocumentText {
            read: passages.iter().map(read_together).collect(),
            ..DocumentText::new("lease", texts, index)
        };
        let owners = made.vectors.owners.clone();
        let rows = pincite_search::Vectors::new(width as usize, owners, made.vectors.values.clone());
        let encoded = Encoded { passages: vec![rows], questions: vec![made.question.clone()] };
        Self { library, content, generation, corpus: Corpus { documents: vec![document] }, encoded, _folder: folder }
    }

    /// Numbers of the passages that the search shows, in the order of its hits.
    async fn shown(&self, asked: PreparedQuestion, model: Option<&dyn PairScorer>) -> Vec<usize> {
        let generation = self.generation.clone();
        let collection = generation.collection;
        let index = CollectionIndex::load_with(&self.library, collection, Some(generation)).await.unwrap();
        let search = Search { index: &index, library: &self.library };
        let question = CollectionQuestion::from(asked);
        let wanted = Wanted { contents: &[self.content], without: &[], k: MOST_PASSAGES, gather: Gather::Best };
        let stage = search.first_stage(&question, &wanted).await.unwrap();
        let found = match model {
            Some(model) => {
                let joint = JointRanker::shipped().unwrap();
                let presence = PresenceModel::shipped().unwrap();
                let reranker = Reranker { model, joint: &joint, presence: &presence, depth: RERANK_DEPTH };
                stage.read(reranker, &mut |_| ControlFlow::Continue(())).await.unwrap()
            }
            None => stage.unread().await.unwrap(),
        };
        let first = self.library.content(self.content).await.unwrap().first_passage;
        found.hits.iter().map(|hit| (hit.id.0 - first.0) as usize).collect()
    }

    /// Compares both for answers at some places.
    async fn compare(&self, text: &str, mode: Mode, model: Option<&dyn PairScorer>) {
        let vector = Some(self.encoded.questions[0].clone());
        let asked = PreparedQuestion { vector, ..PreparedQuestion::new(text, mode) };
        let shown = self.shown(asked, model.filter(|_| mode == Mode::Hybrid)).await;
        let passages = self.corpus.documents[0].passages.len();
        for answer in (0..passages).step_by(passages.div_ceil(6)) {
            let pairs = [Pair { question: text.to_owned(), document: 0, passages: vec![answer] }];
            let exam = Exam::new(&self.corpus, &pairs, Weights::of_generation(Some(&self.generation)), model);
            let judged = match mode {
                Mode::Hybrid => exam.trial(&self.encoded, &mut |_| ControlFlow::Continue(())).unwrap()[0],
                _ => exam.first_stage(&self.encoded, mode)[0],
            };
            let seen = shown.iter().position(|passage| *passage == answer).map(|before| before + 1);
            assert_eq!(judged, seen, "passage {answer} of {passages} for {text:?}, {mode:?}: {shown:?}");
        }
    }
}

fn new_passage(passage: &Passage) -> NewPassage {
    NewPassage { terms: terms_of(&passage.text, &passage.sentences, Language::English), passage: passage.clone() }
}

/// A passage of a sentence. Its number keeps it from being folded into one that says the same.
fn passage(ordinal: u32, words: &str) -> Passage {
    let text = format!("Item {} says {words}.", 1000 + ordinal);
    let sentences = vec![(0, text.len() as u32)];
    let headings = if ordinal.is_multiple_of(3) { vec!["Rent".to_owned()] } else { Vec::new() };
    Passage { ordinal, text, headings, sentences, ..Passage::default() }
}

/// A random document with random vectors.
fn random(seed: u64) -> (Vec<Passage>, Made) {
    let mut random = Pcg64::seed_from_u64(seed);
    let count = random.random_range(1..MOST_PASSAGES as u32);
    let mut row = |numbers: usize| (0..numbers).map(|_| random.random::<f32>() - 0.5).collect::<Vec<f32>>();
    let vectors = Vectors { width: WIDTH as u32, owners: (0..count).collect(), values: row(count as usize * WIDTH) };
    let question = row(WIDTH);
    let mut words = || (0..6).map(|_| WORDS[random.random_range(0..WORDS.len())]).collect::<Vec<_>>().join(" ");
    ((0..count).map(|ordinal| passage(ordinal, &words())).collect(), Made { vectors, question })
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(future)
}

fn home() -> Home {
    let home = Home::of_this_user();
    runtime::start(&runtime::candidates(home.folder())).unwrap();
    home
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn a_rank_in_the_gate_is_the_rank_shown(
        seed: u64, question in 0..QUESTIONS.len(),
        mode in prop::sample::select(vec![Mode::Hybrid, Mode::Hybrid, Mode::Dense, Mode::Lexical]), reads: bool,
    ) {
        home();
        let text = QUESTIONS[question];
        let (passages, made) = random(seed);
        let model = reads.then_some(&Stand as &dyn PairScorer);
        block_on(async { Both::new(&passages, &made).await.compare(text, mode, model).await });
    }
}

#[test]
fn with_the_real_models_it_is_the_same_rank() {
    let home = home();
    let texts =
        WORDS.iter().enumerate().flat_map(|(at, one)| WORDS[at..].iter().map(move |other| format!("{one} {other}")));
    let passages: Vec<Passage> = (0..).zip(texts).map(|(ordinal, words)| passage(ordinal, &words)).collect();
    block_on(async {
        let encoder = Encoders::new(home.clone(), Device::Cpu).default().await.unwrap();
        let opened = Rerankers::new(home, Device::Cpu).current().await.unwrap();
        let of_passages: Vec<&str> = passages.iter().map(|passage| passage.text.as_str()).collect();
        let unwatched = &mut |_| ControlFlow::Continue(());
        let rows = encoder.embed(&of_passages, Side::Passage, unwatched).unwrap();
        let vectors =
            Vectors { width: rows.width as u32, owners: (0..passages.len() as u32).collect(), values: rows.values };
        let scores = CachedScorer::new(&**opened.model());
        for text in &QUESTIONS[..2] {
            let mut asked = [PreparedQuestion::new(text, Mode::Hybrid)];
            PreparedQuestion::encode_all(&mut asked, &*encoder).unwrap();
            let question = asked[0].vector.clone().unwrap();
            let made = Made { vectors: vectors.clone(), question };
            let both = Both::new(&passages, &made).await;
            both.compare(text, Mode::Hybrid, Some(&scores)).await;
        }
    });
}
