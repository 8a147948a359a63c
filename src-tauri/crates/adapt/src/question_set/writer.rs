//! The generator that writes questions and the cross-encoder that reads them, opened once for a run. Not for the prompts
//! (`questions`).

use crate::adapt::blocking;
use crate::{Adapt, Error, Frequencies, GeneratorWriter, Prompt, Result, RowWriter, Writer};
use pincite_api::{QuestionRequest, WriterChoice};
use pincite_language::Language;
use pincite_models::{
    Catalogue, CrossEncoder, Decoding, Device, Generator, Kind, Languages, ModelStatus, State, runtime,
};
use sha2::{Digest, Sha256};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Grows whenever the same generator, asked the same, would have its questions kept or rejected otherwise.
const VERSION: u32 = 1;

/// Longest question in tokens: one of more than forty words is not kept.
const LONGEST: usize = 64;

/// A generator, opened for one run: once stopped it writes no more.
#[derive(Clone)]
pub struct QuestionWriter {
    generator: Arc<Generator>,
    /// Reads the questions with their passages. Without one they are kept, but never suggested to people.
    reader: Option<Arc<CrossEncoder>>,
}

impl Adapt {
    /// The generator that was chosen to write questions.
    ///
    /// # Errors
    /// [`Error::NoGenerator`], [`Error::GeneratorUnusable`].
    pub async fn question_writer(&self, choice: &WriterChoice) -> Result<QuestionWriter> {
        let home = self.home.folder().to_owned();
        let device = self.encoders.device();
        let choice = choice.clone();
        let opening = move || QuestionWriter::of(&Catalogue::builtin()?, &home, device, &choice);
        blocking("Opening the question generator", opening).await
    }
}

impl QuestionWriter {
    /// Opens the generator that was chosen from a catalogue; takes its time.
    fn of(catalogue: &Catalogue, home: &Path, device: Device, choice: &WriterChoice) -> Result<Self> {
        let folder = folder(catalogue, home, choice)?;
        runtime::start(&runtime::candidates(home))?;
        let opened = Generator::open(&folder, device);
        let generator = Arc::new(opened.map_err(|error| unusable(catalogue, choice, error))?);
        let reader = catalogue.open_reranker(home, device);
        let reader =
            reader.inspect_err(|error| tracing::warn!(code = error.code(), "no cross-encoder reads questions"));
        Ok(Self { generator, reader: reader.ok().map(Arc::new) })
    }

    /// Its name, for people and for the library.
    pub fn name(&self) -> &str {
        self.generator.name()
    }

    /// Whether it can write in a language.
    pub(super) fn knows(&self, language: Language) -> bool {
        Languages::of_model(self.name()).include(language)
    }

    /// What it runs on.
    pub(crate) fn device(&self) -> &str {
        self.generator.device()
    }

    /// The probability that a passage, with its headings, answers a question: 0 to 1. `None` if no cross-encoder can read
    /// them.
    pub(super) fn probability(&self, question: &str, passage: &str) -> Option<f32> {
        let reader = self.reader.as_ref()?;
        let scores = reader.score(question, &[passage], &mut |_| ControlFlow::Continue(()));
        let scores = scores.inspect_err(|error| tracing::warn!(code = error.code(), "a question was not read"));
        scores.ok()?.first().map(|score| reader.probability(*score))
    }

    /// A writer for the passages of one document. Tables of English documents are asked about by their rows, unless the
    /// request has a prompt: then it is meant for every passage.
    ///
    /// # Errors
    /// [`Error::Template`] if the prompt of the request, or of the generator, is none.
    pub fn for_document<T: AsRef<str>>(
        &self,
        passages: &[T],
        language: Language,
        request: &QuestionRequest,
    ) -> Result<Box<dyn Writer + Send>> {
        let frequencies = Frequencies::of(passages);
        let seed = request.seed;
        let decoding = Decoding { max_new_tokens: LONGEST, seed, ..self.generator.decoding() };
        let writer = GeneratorWriter::new(Arc::clone(&self.generator), prompt_of(request)?, decoding, frequencies)?;
        let writer: Box<dyn Writer + Send> = Box::new(writer);
        let by_rows = request.prompt.is_none() && language.is_english();
        Ok(if by_rows { Box::new(RowWriter::new(writer, seed)) } else { writer })
    }

    /// Identifies all that shapes what is asked and kept: a passage asked about by this recipe need not be asked about
    /// again. What the search finds changes with its encoder, and is not part of it.
    pub(crate) fn recipe(&self, request: &QuestionRequest) -> Result<String> {
        let QuestionRequest { per_passage, filter, .. } = request;
        let writer = self.for_document::<&str>(&[], Language::English, request)?.recipe();
        let digest = Sha256::digest(format!("{VERSION}, {writer}, {per_passage} a passage, {filter:?}"));
        Ok(digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Stops the generator when the run is cancelled; to be aborted when it is over.
    pub(crate) fn stopped_by(&self, token: &CancellationToken) -> JoinHandle<()> {
        let stop = self.generator.stop();
        let token = token.clone();
        tokio::spawn(async move {
            token.cancelled().await;
            stop.now();
        })
    }
}

/// Whether the generator that was chosen is here, without opening it.
pub(crate) async fn find(adapt: &Adapt, choice: &WriterChoice) -> Result<()> {
    let home = adapt.home.folder().to_owned();
    let choice = choice.clone();
    blocking("Looking for generators", move || folder(&Catalogue::builtin()?, &home, &choice).map(drop)).await
}

/// The folder of the generator that was chosen.
fn folder(catalogue: &Catalogue, home: &Path, choice: &WriterChoice) -> Result<PathBuf> {
    match (choice, catalogue.default_generator()) {
        (WriterChoice::Generator(name), _) => installed(catalogue, home, name),
        (WriterChoice::Auto, Some(entry)) => {
            catalogue.installed_or_shipped(&entry.name, home).map_err(|error| unusable(catalogue, choice, error))
        }
        (WriterChoice::Auto, None) => Err(Error::NoGenerator { name: String::from(choice.clone()) }),
    }
}

fn unusable(catalogue: &Catalogue, choice: &WriterChoice, reason: pincite_models::Error) -> Error {
    let name = match (choice, catalogue.default_generator()) {
        (WriterChoice::Auto, Some(entry)) => entry.name.clone(),
        _ => String::from(choice.clone()),
    };
    Error::GeneratorUnusable { name, reason: Box::new(reason) }
}

/// The folder of a generator that is installed.
fn installed(catalogue: &Catalogue, home: &Path, name: &str) -> Result<PathBuf> {
    let mut models = catalogue.status(home).into_iter();
    let is_it =
        |model: &ModelStatus| model.name == name && model.kind == Kind::Generator && model.state == State::Installed;
    let found = models.find(is_it).map(|model| model.folder);
    found.ok_or_else(|| Error::NoGenerator { name: name.to_owned() })
}

/// The prompt of a request.
///
/// # Errors
/// [`Error::Template`] if there is no place for the passage in it.
pub(crate) fn prompt_of(request: &QuestionRequest) -> Result<Option<Prompt>> {
    request.prompt.as_deref().map(Prompt::new).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subject;
    use pincite_models::Home;
    use sha2::{Digest, Sha256};

    fn fixture() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/generator/tiny-flan")
    }

    /// A data folder with the runtime that set-up brought about.
    fn home() -> tempfile::TempDir {
        let here = Home::of_this_user();
        runtime::start(&runtime::candidates(here.folder())).unwrap();
        tempfile::tempdir().unwrap()
    }

    fn home_without_models() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    /// A catalogue whose default generator comes along in `folder`, under the name of the tests' tiny one.
    fn coming_along_in(folder: &Path) -> Catalogue {
        let pinned = |file: std::fs::DirEntry| {
            let bytes = std::fs::read(file.path()).unwrap();
            let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            let name = file.file_name().into_string().unwrap();
            format!("{{ path = \"{name}\", size = {}, sha256 = \"{hash}\" }}", bytes.len())
        };
        let files: Vec<String> = std::fs::read_dir(fixture()).unwrap().map(|file| pinned(file.unwrap())).collect();
        let entry = |name: &str, kind: &str, files: &str, sources: &str| {
            format!(
                "[[model]]\nname = \"{name}\"\nkind = \"{kind}\"\ndefault = true\ndescription = \"\"\n\
                 licence = \"MIT\"\nfiles = [{files}]\nsources = [{sources}]\n"
            )
        };
        let encoder = entry("encoder", "encoder", "", "");
        let generator = entry("tiny", "generator", &files.join(", "), "{ shipped = \"tiny-flan\" }");
        let text = format!("hub = \"http://127.0.0.1:1\"\n{encoder}{generator}");
        Catalogue::parse(&text).unwrap().with_shipped(vec![folder.to_owned()])
    }

    fn open(catalogue: &Catalogue, home: &Path, choice: &WriterChoice) -> Result<QuestionWriter> {
        QuestionWriter::of(catalogue, home, Device::Cpu, choice)
    }

    #[test]
    fn the_generator_that_comes_with_pincite_writes_unless_another_is_chosen() {
        let home = home();
        let catalogue = coming_along_in(fixture().parent().unwrap());
        let named = WriterChoice::Generator("tiny".into());
        let none = open(&catalogue, home.path(), &named).err().unwrap();
        assert_eq!(none.code(), "adapt.no_generator", "by name it is one like others, and not installed");
        assert_eq!(open(&catalogue, home.path(), &WriterChoice::Auto).unwrap().name(), "tiny");
        assert!(home.path().join("models/tiny/config.json").is_file(), "it is installed from now on");
        assert_eq!(open(&catalogue, home.path(), &named).unwrap().name(), "tiny");
    }

    #[test]
    fn tables_are_asked_about_by_their_rows_unless_the_user_has_a_prompt() {
        let home = home();
        let writer = open(&coming_along_in(fixture().parent().unwrap()), home.path(), &WriterChoice::Auto).unwrap();
        let table = "2019 2018\nNet sales 12 13\nEBITDA 14 15\nCost of sales 5 6\n";
        let ask = |request: &QuestionRequest| {
            let subjects = [Subject { text: table, heading: None }];
            let mut writer = writer.for_document(&[table], Language::English, request).unwrap();
            writer.write(&subjects, 1, &mut |_| ControlFlow::Continue(())).unwrap().concat().concat()
        };
        let usual = QuestionRequest::default();
        let prompted = QuestionRequest { prompt: Some(Prompt::default().into()), ..usual.clone() };
        let is_of_rows =
            |question: &str| question.ends_with('?') && (question.contains("2019") || question.contains("2018"));
        assert!(is_of_rows(&ask(&usual)), "{}", ask(&usual));
        assert!(!is_of_rows(&ask(&prompted)), "the prompt is for every passage: {}", ask(&prompted));
    }

    #[test]
    fn without_a_usable_generator_an_error_says_why_and_what_to_do() {
        let home = home();
        let nowhere = home_without_models();
        let broken = tempfile::tempdir().unwrap();
        let folder = broken.path().join("tiny-flan");
        std::fs::create_dir(&folder).unwrap();
        for file in std::fs::read_dir(fixture()).unwrap().flatten() {
            std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
        std::fs::write(folder.join("decoder_model_merged.onnx"), b"no network").unwrap();
        for shipped in [nowhere.path(), broken.path()] {
            let error = open(&coming_along_in(shipped), home.path(), &WriterChoice::Auto).err().unwrap();
            assert_eq!(error.code(), "adapt.generator_unusable");
            let message = error.to_string();
            assert!(message.contains("tiny") && message.contains("pincite models import"), "{message}");
        }
    }
}
