//! A data folder with a tiny encoder, the same one tuned, and a collection of sample documents. Not for assertions.

use crate::folders::copy_folder;
use pincite_api::{Answer, Gather, Mode, Question};
use pincite_engine::{Adding, Engine, Home, Options, SPLITTING, Salvage};
use pincite_language::Language;
use pincite_library::{
    CollectionId, ContentHash, ContentId, DocumentId, FileVersion, GenerationId, Library, NewContent, NewGeneration,
    NewPassage, NewVectors, PassageId, Vectors,
};
use pincite_models::{Catalogue, Device, Encode, Encoder, Side, runtime};
use pincite_pdf::{Limits, Reader};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use tokio::sync::{Mutex, MutexGuard};

/// Read in no time.
pub(crate) const SHORT: &str = "awkward.pdf";
/// Read long enough to do something meanwhile.
pub(crate) const LONG: &str = "annual-report.pdf";

/// The encoder that [`Shelf::add_encoder`] installs.
pub(crate) const OTHER: &str = "tiny-cls";

const TUNED: &str = "tiny-tuned";
const QUESTION: &str = "What does the party pay when notice is given under the agreement?";

/// Name of the encoder that collections start with.
pub(crate) fn base() -> String {
    Catalogue::builtin().unwrap().default_encoder().name.clone()
}

pub(crate) struct Shelf {
    pub(crate) engine: Engine,
    pub(crate) collection: CollectionId,
    folder: TempDir,
    _alone: MutexGuard<'static, ()>,
}

/// What happens while something else does needs the processors: one shelf at a time.
static ALONE: Mutex<()> = Mutex::const_new(());

impl Shelf {
    /// With one sample document, embedded.
    pub(crate) async fn with(sample: &str) -> Self {
        let alone = ALONE.lock().await;
        runtime::start(&runtime::candidates(Home::of_this_user().folder())).expect("set-up put the runtime there");
        let folder = tempfile::tempdir().unwrap();
        copy_folder(&fixture("tiny-mean"), &folder.path().join("models").join(base()));
        let tuned = folder.path().join("tuned").join(TUNED);
        copy_folder(&fixture("tiny-mean"), &tuned);
        tune(&tuned.join("model.safetensors"));
        let engine = open(folder.path()).await;
        let collection = engine.create_collection("Matter").await.unwrap().id;
        let shelf = Self { engine, collection, folder, _alone: alone };
        shelf.add(sample).await;
        assert_eq!(shelf.lacking().await, [], "the document is embedded");
        shelf
    }

    /// The engine of the next start of the program.
    pub(crate) async fn reopen(&mut self) {
        self.engine = open(self.folder.path()).await;
    }

    pub(crate) fn home(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn tuned_folder(&self) -> PathBuf {
        self.home().join("tuned").join(TUNED)
    }

    pub(crate) async fn add(&self, sample: &str) {
        let adding = Adding { paths: vec![Self::sample(sample)], password: None };
        self.engine.add(self.collection, adding).await.unwrap();
        self.engine.wait_until_idle().await.unwrap();
    }

    /// Where a sample document is.
    pub(crate) fn sample(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets").join(name).canonicalize().unwrap()
    }

    /// The library as another process has it.
    pub(crate) async fn other_process(&self) -> Library {
        Library::open(&self.home().join("library.db")).await.unwrap()
    }

    pub(crate) fn add_encoder(&self) {
        copy_folder(&fixture(OTHER), &self.home().join("models").join(OTHER));
    }

    pub(crate) async fn untuned(&self) -> GenerationId {
        let all = self.other_process().await.generations(self.collection).await.unwrap();
        all.iter().find(|one| one.base.is_none()).unwrap().id
    }

    /// Embeds everything anew with the tuned encoder.
    pub(crate) async fn tuned(&self) -> GenerationId {
        let library = self.other_process().await;
        let encoder = self.tuned_encoder();
        let base = base();
        let new = NewGeneration {
            encoder: TUNED,
            fingerprint: encoder.fingerprint(),
            width: encoder.width() as u32,
            base: Some(&base),
        };
        let generation = library.add_generation(self.collection, &new).await.unwrap().id;
        for content in library.contents_without_vectors(generation).await.unwrap() {
            let vectors = embedded(&library, &encoder, content).await;
            library.store_vectors(content, &NewVectors { generation, vectors }).await.unwrap();
        }
        generation
    }

    fn tuned_encoder(&self) -> Encoder {
        Encoder::open(&self.tuned_folder(), Device::Cpu).unwrap()
    }

    pub(crate) async fn active(&self) -> GenerationId {
        let active = self.other_process().await.active_generation(self.collection).await;
        active.unwrap().unwrap().id
    }

    /// Contents without vectors in the active generation.
    pub(crate) async fn lacking(&self) -> Vec<ContentId> {
        self.other_process().await.contents_without_vectors(self.active().await).await.unwrap()
    }

    /// The contents, and the number of the first passage of each, which changes when it is cut anew.
    pub(crate) async fn stored(&self) -> Vec<(ContentId, PassageId)> {
        let contents = self.other_process().await.contents(self.collection).await.unwrap();
        contents.into_iter().map(|content| (content.id, content.first_passage)).collect()
    }

    /// Stores the first content again as if it were another one, with its vectors of one generation only.
    pub(crate) async fn store_copy(&self, library: &Library, generation: GenerationId) -> ContentId {
        let collection = self.collection;
        let content = library.contents(collection).await.unwrap().remove(0);
        let path = PathBuf::from("copy.pdf");
        let listed = library.list_files(collection, std::slice::from_ref(&path)).await.unwrap().remove(0);
        library.finish_job(listed.job).await.unwrap(); // there is no such file to read
        let stored = library.passages(content.id).await.unwrap().into_iter();
        let passages: Vec<NewPassage> = stored
            .map(|it| NewPassage {
                terms: pincite_search::passage_terms(&it.passage, Language::English),
                passage: it.passage,
            })
            .collect();
        let vectors = library.vectors(generation, content.id).await.unwrap().unwrap();
        let new = NewContent {
            document: listed.document,
            seen: FileVersion { path: &path, bytes: 1, modified_ms: 1 },
            hash: ContentHash([7; 32]),
            title: None,
            recipe: &content.recipe,
            language: Language::English,
            problem: None,
            pages: &library.pages(content.id).await.unwrap(),
            passages: &passages,
            tables: &[],
            vectors: Some(&NewVectors { generation, vectors }),
        };
        library.store_content(&new).await.unwrap().content
    }

    pub(crate) async fn ask(&self, mode: Mode) -> Answer {
        self.ask_of(&[], mode).await
    }

    /// Asks these documents, or all.
    async fn ask_of(&self, documents: &[DocumentId], mode: Mode) -> Answer {
        let question = Question {
            text: QUESTION.into(),
            collection: self.collection,
            documents: documents.to_vec(),
            k: 50,
            mode,
            gather: Gather::Auto,
            rerank: false,
            depth: None,
            remember: false,
        };
        self.engine.ask(question).await.unwrap()
    }

    /// Dense score of each passage, bit for bit.
    pub(crate) async fn scores(&self, mode: Mode) -> BTreeMap<PassageId, u32> {
        self.scores_in(&[], mode).await
    }

    /// The same of these documents, or of all.
    pub(crate) async fn scores_in(&self, documents: &[DocumentId], mode: Mode) -> BTreeMap<PassageId, u32> {
        let answer = self.ask_of(documents, mode).await;
        assert_eq!(answer.notes, [], "both encoders are there all the time");
        answer.hits.iter().map(|hit| (hit.id, hit.score.dense.unwrap().to_bits())).collect()
    }

    /// Passages in order of rank.
    pub(crate) async fn order(&self, mode: Mode) -> Vec<PassageId> {
        self.ask(mode).await.hits.iter().map(|hit| hit.id).collect()
    }
}

async fn open(home: &Path) -> Engine {
    let reader = Reader::new(env!("CARGO_BIN_EXE_pincite-engine-reader").into(), Limits::default());
    let home = Home::from(home.to_owned());
    let options = Options {
        home,
        library: None,
        device: Device::Cpu,
        reader,
        splitting: Some(SPLITTING),
        salvage: Salvage::Never,
    };
    let engine = Engine::open(options).await.unwrap();
    engine.work().await.unwrap();
    engine
}

async fn embedded(library: &Library, encoder: &Encoder, content: ContentId) -> Vectors {
    let passages = library.passages(content).await.unwrap();
    let texts: Vec<&str> = passages.iter().map(|stored| stored.passage.text.as_str()).collect();
    let made = encoder.embed(&texts, Side::Passage, &mut |_| ControlFlow::Continue(())).unwrap();
    Vectors { width: made.width as u32, owners: (0..texts.len() as u32).collect(), values: made.values }
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures").join(name)
}

/// Other weights in the same form: the latter half of them by half as large again.
fn tune(safetensors: &Path) {
    let mut bytes = std::fs::read(safetensors).unwrap();
    let header = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let weights = bytes[8 + header..].as_chunks_mut::<4>().0;
    let half = weights.len() / 2;
    for weight in &mut weights[half..] {
        *weight = (f32::from_le_bytes(*weight) * 1.5).to_le_bytes();
    }
    std::fs::write(safetensors, bytes).unwrap();
}
