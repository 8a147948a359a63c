//! A data folder with a tiny encoder and a collection in a made-up language: passages say three things by words, and
//! questions ask for them by numbers. No word occurs in both, so that only an encoder that learned which number means
//! which word finds the answer. Not for assertions.

use crate::folders::copy_folder;
use pincite_adapt::Settings;
use pincite_api::{Answer, DocumentId, Hit, Mode, Question};
use pincite_engine::{Adding, Engine, Home, Options, SPLITTING};
use pincite_library::{
    CollectionId, ContentHash, FileVersion, Generation, Library, NewContent, NewPassage, PageMeta, PassageId,
};
use pincite_models::{Catalogue, Device, Encoder, Side, cosine, runtime};
use pincite_passage::Passage;
use pincite_pdf::Reader;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

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
    mixing: pincite_adapt::Mixing::OneDocument,
    held_out: 0.3,
    exams: 1,
    patience: 8,
    seed: 1,
};

pub(crate) struct Classroom {
    pub(crate) engine: Engine,
    pub(crate) collection: CollectionId,
    folder: TempDir,
}

impl Classroom {
    /// With the documents embedded; the engine works if it is told to.
    pub(crate) async fn new() -> Self {
        start_runtime();
        let folder = tempfile::tempdir().unwrap();
        copy_folder(&fixtures().join("tiny-mean"), &folder.path().join("models").join(base()));
        copy_folder(&fixtures().join("generator/tiny-flan"), &folder.path().join("models").join(GENERATOR));
        let engine = open(folder.path()).await;
        let collection = engine.create_collection("Matter").await.unwrap().id;
        let room = Self { engine, collection, folder };
        let (library, encoder) = (room.library().await, room.encoder(&base()));
        library
            .ensure_generation(collection, encoder.name(), encoder.fingerprint(), encoder.width() as u32)
            .await
            .unwrap();
        room.store_lessons(collection).await;
        room.engine.activate(collection, room.active().await.id).await.unwrap();
        room
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
        self.engine.activate(self.collection, self.active().await.id).await.unwrap();
    }

    /// Adds a real file through the reader.
    pub(crate) async fn add(&self, sample: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets").join(sample).canonicalize().unwrap();
        self.engine.add(self.collection, Adding { paths: vec![path], password: None }).await.unwrap();
    }

    async fn ask(&self, text: &str, document: Option<DocumentId>) -> Answer {
        let (text, collection) = (text.to_owned(), self.collection);
        self.engine.ask(Question { text, collection, document, k: 10, mode: Mode::Hybrid }).await.unwrap()
    }

    /// Scores of a question's hits in the first document, bit for bit: which generation answered can be told by them.
    pub(crate) async fn scores(&self) -> BTreeMap<PassageId, u32> {
        let first = self.engine.documents(self.collection).await.unwrap()[0].id;
        let answer = self.ask("0 4 9", Some(first)).await;
        assert_eq!(answer.notes, [], "the encoder in use is there all the time");
        answer.hits.iter().map(|hit| (hit.id, hit.score.dense.unwrap().to_bits())).collect()
    }

    /// How many of all questions are answered by their passage first, within its document.
    pub(crate) async fn answered(&self) -> usize {
        let mut right = 0;
        for (number, listed) in self.engine.documents(self.collection).await.unwrap().iter().take(DOCUMENTS).enumerate()
        {
            for (question, passage) in lesson(number) {
                let hits = self.ask(&question, Some(listed.id)).await.hits;
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

    fn encoder(&self, name: &str) -> Encoder {
        let kind = if name == base() { "models" } else { "tuned" };
        Encoder::open(&self.home().join(kind).join(name), Device::Cpu).unwrap()
    }

    /// The vectors of the generation that answers are complete, and made by its encoder.
    pub(crate) async fn check_vectors(&self) {
        let (library, active) = (self.library().await, self.active().await);
        assert_eq!(library.contents_without_vectors(active.id).await.unwrap(), [], "what answers is whole");
        let encoder = self.encoder(&active.encoder);
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

    /// An engine that does not work, as another process has it.
    pub(crate) async fn other_process(&self) -> Engine {
        open(self.home()).await
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

/// An engine on a data folder.
pub(crate) async fn open(home: &Path) -> Engine {
    let reader = Reader::of_this_program().unwrap();
    let home = Home::from(home.to_owned());
    let options = Options { home, library: None, device: Device::Cpu, reader, splitting: Some(SPLITTING) };
    Engine::open(options).await.unwrap()
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
    let path = PathBuf::from(format!("{number}.pdf"));
    let listed = library.list_files(collection, std::slice::from_ref(&path)).await.unwrap().remove(0);
    library.finish_job(listed.job).await.unwrap(); // there is no such file to read
    let passage = |(ordinal, text): (u32, String)| {
        let sentences = vec![(0, text.len() as u32)];
        let (headings, spans) = (Vec::new(), Vec::new());
        let passage = Passage { ordinal, text, headings, clause: None, sentences, spans, ..Passage::default() };
        NewPassage { terms: pincite_search::passage_terms(&passage), passage }
    };
    let passages: Vec<NewPassage> = (0..).zip(passages).map(passage).collect();
    let new = NewContent {
        document: listed.document,
        seen: FileVersion { path: &path, bytes: 1, modified_ms: 1 },
        hash: ContentHash([number as u8; 32]),
        title: None,
        recipe: "made up",
        problem: None,
        pages: &[PageMeta { label: "1".into(), width: 600.0, height: 800.0, problem: None }],
        passages: &passages,
        vectors: None,
    };
    library.store_content(&new).await.unwrap();
}
