//! A data folder with a tiny encoder and a collection in a made-up language: passages say three things by words, and
//! questions ask for them by numbers. No word occurs in both, so that only an encoder that learned which number means
//! which word finds the answer. Not for assertions.

mod working;

use futures_util::future::BoxFuture;
use pincite_adapt::{Adapt, Options, QueueMissingVectors, Settings};
use pincite_api::Event;
use pincite_library::{
    self as library, CollectionId, Document, DocumentId, Generation, Library, PassageId, TestDocument,
};
use pincite_models::{Catalogue, Device, Encode, Encoder, Home, Side, cosine, runtime};
use pincite_search::{
    CollectionIndex, Embedder, Encoders, Gather, Hit, Mode, Rerankers, SearchModels, SearchRequest, search,
};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// Words of the tiny encoder's vocabulary, and what questions call them.
const LANGUAGE: [(&str, &str); 12] = [
    ("party", "0"),
    ("agreement", "1"),
    ("terminate", "2"),
    ("notice", "3"),
    ("days", "4"),
    ("written", "5"),
    ("revenue", "6"),
    ("net", "7"),
    ("income", "8"),
    ("fiscal", "9"),
    ("year", "x"),
    ("total", "z"),
];

const DOCUMENTS: usize = 2;

/// The encoder that [`Classroom::add_encoder`] installs.
pub(crate) const OTHER: &str = "tiny-other";

/// The tiny generator of the tests.
pub(crate) const GENERATOR: &str = "tiny-flan";

/// A run that learns the language within seconds.
pub(crate) const LESSON: Settings = Settings {
    batch: 32,
    questions_per_passage: 4,
    epochs: 30,
    learning_rate: 3e-3,
    warm_up: 0.1,
    weight_decay: 0.01,
    max_norm: 1.0,
    held_out: 0.3,
    exams: 1,
    patience: 8,
    seed: 1,
};

pub(crate) struct Classroom {
    pub(crate) adapt: Adapt,
    pub(crate) collection: CollectionId,
    opened: Opened,
    folder: TempDir,
}

/// What a process has opened.
pub(crate) struct Opened {
    pub(crate) adapt: Adapt,
    pub(crate) events: broadcast::Sender<Event>,
    library: Library,
    encoders: Arc<Encoders>,
    closing: CancellationToken,
}

impl Opened {
    pub(crate) async fn work(&self) -> tokio::task::JoinHandle<()> {
        self.adapt.sweep().await.unwrap();
        tokio::spawn(working::work_off(self.adapt.clone(), self.library.clone(), self.closing.clone()))
    }
}

/// Computes missing vectors at once.
struct Completion {
    library: Library,
    encoders: Arc<Encoders>,
}

impl QueueMissingVectors for Completion {
    fn queue_missing_vectors(&self) -> BoxFuture<'_, Result<(), library::Error>> {
        Box::pin(async {
            for collection in self.library.collections().await? {
                let embedder = Embedder::active(&self.library, &self.encoders, collection.id).await.unwrap();
                for content in self.library.contents_without_vectors(embedder.generation.id).await? {
                    embedder.add(&self.library, content, |_, _| ControlFlow::Continue(())).await.unwrap();
                }
            }
            Ok(())
        })
    }
}

impl Classroom {
    /// With the documents embedded; runs are done after [`Classroom::work`].
    pub(crate) async fn new() -> Self {
        start_runtime();
        let folder = tempfile::tempdir().unwrap();
        copy_folder(&fixtures().join("tiny-mean"), &folder.path().join("models").join(base()));
        copy_folder(&fixtures().join("generator/tiny-flan"), &folder.path().join("models").join(GENERATOR));
        let opened = open(folder.path()).await;
        let collection = opened.library.create_collection("Matter").await.unwrap().id;
        let room = Self { adapt: opened.adapt.clone(), collection, opened, folder };
        room.store_lessons(collection).await;
        room.complete().await;
        room
    }

    /// Gives documents the vectors they lack.
    async fn complete(&self) {
        let Opened { library, encoders, .. } = &self.opened;
        let completion = Completion { library: library.clone(), encoders: Arc::clone(encoders) };
        completion.queue_missing_vectors().await.unwrap();
    }

    /// Does the runs from now on, like a program that was started.
    pub(crate) async fn work(&self) -> tokio::task::JoinHandle<()> {
        self.opened.work().await
    }

    /// Closes the program.
    pub(crate) fn close(&self) {
        self.opened.closing.cancel();
    }

    pub(crate) fn events(&self) -> broadcast::Receiver<Event> {
        self.opened.events.subscribe()
    }

    pub(crate) async fn documents(&self) -> Vec<Document> {
        self.opened.library.documents(self.collection).await.unwrap()
    }

    /// Stores the documents of the language in a collection.
    pub(crate) async fn store_lessons(&self, collection: CollectionId) {
        let library = self.library().await;
        for document in 0..DOCUMENTS {
            let passages = lesson(document).into_iter().map(|(_, passage)| passage).collect();
            store(&library, collection, document, passages).await;
        }
    }

    pub(crate) fn home(&self) -> &Path {
        self.folder.path()
    }

    /// The library as another process has it.
    pub(crate) async fn library(&self) -> Library {
        Library::open(&self.home().join("library.db")).await.unwrap()
    }

    pub(crate) async fn active(&self) -> Generation {
        let all = self.library().await.generations(self.collection).await.unwrap();
        let mut active = all.into_iter().filter(|one| one.active);
        let one = active.next().expect("one generation answers");
        assert_eq!(active.next(), None, "exactly one generation answers");
        one
    }

    /// Adds documents of so many tables, each with rows of its own; their vectors, too.
    pub(crate) async fn add_tables(&self, documents: usize, passages: usize) {
        let library = self.library().await;
        for document in 0..documents {
            let texts = (0..passages).map(|passage| table(document, passage)).collect();
            store(&library, self.collection, 100 + document, texts).await;
        }
        self.complete().await;
    }

    /// Installs another encoder: the same network, which reads each passage behind a word.
    pub(crate) fn add_encoder(&self) {
        let folder = self.home().join("models").join(OTHER);
        copy_folder(&fixtures().join("tiny-mean"), &folder);
        std::fs::write(folder.join("pincite.json"), "{\"passage_prefix\": \"party \"}").unwrap();
    }

    /// Adds a cross-encoder, or puts it in place of the former one. Its scores lie between -1 and 1; this is added.
    pub(crate) fn add_cross_encoder(&self, offset: f32) {
        let folder = self.home().join("models/tiny-one-label");
        copy_folder(&fixtures().join("cross/tiny-one-label"), &folder);
        let calibration = format!("{{\"calibration\": {{\"slope\": 1.0, \"offset\": {offset}}}}}");
        std::fs::write(folder.join("pincite.json"), calibration).unwrap();
    }

    /// Stores a document that no question is about, without vectors.
    pub(crate) async fn store_late(&self) {
        store(&self.library().await, self.collection, 200, vec![table(0, 0)]).await;
    }

    /// The hits of questions about a document.
    async fn ask(&self, questions: &[String], document: DocumentId) -> Vec<Vec<Hit>> {
        let Opened { library, encoders, .. } = &self.opened;
        let index = CollectionIndex::load(library, self.collection).await.unwrap();
        let encoder = encoders.of(index.generation()).await.unwrap();
        let models = SearchModels { encoder: Some(&encoder), reranker: None };
        let content = library.content_of(document).await.unwrap();
        let mut hits = Vec::new();
        for text in questions {
            let request = SearchRequest { text, contents: &[content], k: 10, mode: Mode::Hybrid, gather: Gather::Best };
            let found = search(&index, library, models, &request).await.unwrap();
            assert!(found.notes.is_empty(), "the encoder in use is there all the time");
            hits.push(found.hits);
        }
        hits
    }

    /// The first hit of a question in a document.
    pub(crate) async fn first(&self, question: &str, document: DocumentId) -> PassageId {
        self.ask(&[question.to_owned()], document).await[0][0].id
    }

    /// Scores of a question's hits in the first document, bit for bit: which generation answered can be told by them.
    pub(crate) async fn scores(&self) -> BTreeMap<PassageId, u32> {
        let hits = self.ask(&["0 4 9".to_owned()], self.documents().await[0].id).await.concat();
        hits.iter().map(|hit| (hit.id, hit.score.dense.unwrap().to_bits())).collect()
    }

    /// How many of all questions are answered by their passage first, within its document.
    pub(crate) async fn answered(&self) -> usize {
        let mut right = 0;
        for (number, listed) in self.documents().await.iter().take(DOCUMENTS).enumerate() {
            let (questions, passages): (Vec<String>, Vec<String>) = lesson(number).into_iter().unzip();
            for (hits, passage) in self.ask(&questions, listed.id).await.into_iter().zip(passages) {
                let text = |hit: &Hit| hit.pieces.iter().map(|piece| piece.text.as_str()).collect::<String>();
                right += usize::from(hits.first().is_some_and(|hit| text(hit) == passage));
            }
        }
        right
    }

    /// A file of pairs by people; shuffled, each question is given a passage that chance has drawn, so nothing can be learned.
    pub(crate) fn pairs(&self, shuffled: bool) -> PathBuf {
        self.write_pairs(shuffled, "")
    }

    /// The same, written by a generator.
    pub(crate) fn generated_pairs(&self) -> PathBuf {
        self.write_pairs(false, r#", "origin": "generator""#)
    }

    fn write_pairs(&self, shuffled: bool, more: &str) -> PathBuf {
        let mut lines = String::new();
        for document in 0..DOCUMENTS {
            let (questions, mut passages): (Vec<_>, Vec<_>) = lesson(document).into_iter().unzip();
            if shuffled {
                passages.shuffle(&mut Pcg64::seed_from_u64(10 + document as u64));
            }
            for (question, passage) in questions.iter().zip(passages) {
                lines += &format!(
                    "{{\"question\": \"{question}\", \"passage\": \"{passage}\", \"document\": \"{document}.pdf\"{more}}}\n"
                );
            }
        }
        let path = self.home().join("given.jsonl");
        std::fs::write(&path, lines).unwrap();
        path
    }

    fn encoder(&self, generation: &Generation) -> Encoder {
        let kind = if generation.base.is_none() { "models" } else { "tuned" };
        Encoder::open(&self.home().join(kind).join(&generation.encoder), Device::Cpu).unwrap()
    }

    /// The vectors of the generation that answers are complete, and made by its encoder.
    pub(crate) async fn check_vectors(&self) {
        let library = self.library().await;
        let active = self.active().await;
        assert_eq!(library.contents_without_vectors(active.id).await.unwrap(), [], "what answers is whole");
        let encoder = self.encoder(&active);
        assert_eq!(encoder.fingerprint(), active.fingerprint, "its encoder is the one it was made by");
        for document in library.contents(active.collection).await.unwrap() {
            let stored = library.vectors(active.id, document.id).await.unwrap().expect("it has vectors");
            let passages = library.passages(document.id).await.unwrap();
            let texts: Vec<&str> = passages.iter().map(|stored| stored.passage.text.as_str()).collect();
            let made = encoder.embed(&texts, Side::Passage, &mut |_| ControlFlow::Continue(())).unwrap();
            let rows = stored.values.chunks_exact(made.width).zip(made.values.chunks_exact(made.width));
            let alike = rows.map(|(one, other)| cosine(one, other)).fold(1.0, f32::min);
            assert!(alike > 0.9999, "vectors of another encoder are among them: {alike}");
        }
    }

    /// As another process has it that does no runs.
    pub(crate) async fn other_process(&self) -> Adapt {
        open(self.home()).await.adapt
    }

    /// Waits for what a run leaves to be cleared; never for long.
    pub(crate) async fn nothing_left(&self) {
        for _ in 0..40 {
            if !self.names("tuning").is_empty() || !self.names("tuned").is_empty() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        assert_eq!((self.names("tuning"), self.names("tuned")), (vec![], vec![]), "left behind");
    }

    /// Names in a folder of the home.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let found = std::fs::read_dir(self.home().join(folder)).into_iter().flatten().flatten();
        let mut names: Vec<String> = found.map(|one| one.file_name().into_string().unwrap()).collect();
        names.retain(|name| name != "lock");
        names.sort();
        names
    }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures")
}

/// Name of the encoder that collections start with.
pub(crate) fn base() -> String {
    Catalogue::builtin().unwrap().default_encoder().name.clone()
}

/// Loads the ONNX Runtime library of this machine: the data folder of a test has none.
pub(crate) fn start_runtime() {
    runtime::start(&runtime::candidates(Home::of_this_user().folder())).expect("set-up put the runtime there");
}

/// Opens a data folder.
pub(crate) async fn open(home: &Path) -> Opened {
    let home = Home::from(home.to_owned());
    let library = Library::open(&home.library()).await.unwrap();
    let encoders = Arc::new(Encoders::new(home.clone(), Device::Cpu));
    let events = broadcast::Sender::new(4096);
    let closing = CancellationToken::new();
    let rerankers = Arc::new(Rerankers::new(home.clone(), Device::Cpu));
    let adapt = Adapt::open(Options {
        library: library.clone(),
        home,
        encoders: Arc::clone(&encoders),
        rerankers,
        events: events.clone(),
        missing: Arc::new(Completion { library: library.clone(), encoders: Arc::clone(&encoders) }),
    });
    Opened { adapt, events, library, encoders, closing }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for file in std::fs::read_dir(from).unwrap().map(|file| file.unwrap().path()) {
        let place = to.join(file.file_name().unwrap());
        if file.is_dir() { copy_folder(&file, &place) } else { std::fs::copy(&file, &place).map(drop).unwrap() }
    }
}

/// A table whose rows are about things that no other one is about.
fn table(document: usize, passage: usize) -> String {
    let [one, two, three] = ["tenant", "lender", "buyer"].map(|who| format!("{who}{document}x{passage}"));
    format!("2019 2018\nNet income of {one} 12 13\nTotal revenue of {two} 14 15\nWritten notice to {three} 16 17\n")
}

/// Questions and passages of a document: three things of twelve, in the language's order.
fn lesson(document: usize) -> Vec<(String, String)> {
    let count = LANGUAGE.len();
    let thirds = (0..count).flat_map(|a| (a + 1..count).flat_map(move |b| (b + 1..count).map(move |c| [a, b, c])));
    let of_it = thirds.enumerate().filter(|(at, _)| at % DOCUMENTS == document).map(|(_, three)| three);
    of_it
        .map(|three| {
            let [question, passage] = [|(_, code): (&'static str, &'static str)| code, |(word, _)| word]
                .map(|side| three.map(|at| side(LANGUAGE[at])).join(" "));
            (question, passage)
        })
        .collect()
}

async fn store(library: &Library, collection: CollectionId, number: usize, passages: Vec<String>) {
    let document =
        TestDocument::of_texts(format!("{number}.pdf"), number as u8, &passages, pincite_search::passage_terms);
    document.store(library, collection).await.unwrap();
}
