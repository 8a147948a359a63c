//! What writes the questions, opened once for a run. Not for writing: `pincite_question` does.

use crate::view::{Problem, QuestionWish, WriterChoice};
use crate::{Engine, Error};
use pincite_models::{Catalogue, Decoding, Device, Generator, Kind, ModelStatus, State, runtime};
use pincite_question::{Frequencies, GeneratorWriter, KeywordWriter, Keywords, Origin, RowWriter, Writer};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Grows whenever the same writer, asked the same, would have its questions kept or rejected otherwise.
const VERSION: u32 = 1;

/// Longest question in tokens: one of more than forty words is not kept.
const LONGEST: usize = 64;

/// What writes.
#[derive(Clone)]
pub enum Pen {
    /// Keyword questions; where a generator would write if it could, with why it does not.
    Keywords(Option<Problem>),
    /// A generator, opened for one run: once stopped it writes no more.
    Generator(Arc<Generator>),
}

impl Pen {
    /// Opens what was wished for. Left to Pincite it is the generator that comes with it, or else keywords.
    pub(crate) async fn open(engine: &Engine, choice: &WriterChoice) -> Result<Self, Error> {
        let (home, device) = (engine.0.home.folder().to_owned(), engine.0.encoders.device());
        let choice = choice.clone();
        let opening = tokio::task::spawn_blocking(move || Self::of(&Catalogue::builtin()?, &home, device, &choice));
        opening.await.map_err(|_| Error::Stopped { what: "Opening the question generator".to_owned() })?
    }

    /// The same, with the models of a catalogue; takes its time.
    fn of(catalogue: &Catalogue, home: &Path, device: Device, choice: &WriterChoice) -> Result<Self, Error> {
        let opened = folder(catalogue, home, choice).and_then(|folder| match folder {
            Some(folder) => Self::generator(&folder, home, device),
            None => Ok(Self::Keywords(None)),
        });
        match (choice, catalogue.default_generator()) {
            (WriterChoice::Auto, Some(entry)) => {
                Ok(opened.unwrap_or_else(|reason| Self::instead_of(&entry.name, reason)))
            }
            _ => opened,
        }
    }

    fn generator(folder: &Path, home: &Path, device: Device) -> Result<Self, Error> {
        runtime::start(&runtime::candidates(home))?;
        Ok(Self::Generator(Arc::new(Generator::open(folder, device)?)))
    }

    /// Keywords, because a generator cannot be used.
    fn instead_of(name: &str, reason: Error) -> Self {
        let unusable = Error::GeneratorUnusable { name: name.to_owned(), reason: Box::new(reason) };
        Self::Keywords(Some(Problem::from(&unusable)))
    }

    /// Why it is not the writer it would be if it could.
    pub fn note(&self) -> Option<&Problem> {
        match self {
            Self::Keywords(note) => note.as_ref(),
            Self::Generator(_) => None,
        }
    }

    /// Its name, for people and for the library.
    pub fn name(&self) -> &str {
        match self {
            Self::Keywords(_) => "keywords",
            Self::Generator(generator) => generator.name(),
        }
    }

    /// What it runs on.
    pub(crate) fn device(&self) -> &str {
        match self {
            Self::Keywords(_) => "cpu",
            Self::Generator(generator) => generator.device(),
        }
    }

    /// Where its questions come from.
    pub fn origin(&self) -> Origin {
        match self {
            Self::Keywords(_) => Origin::Keywords,
            Self::Generator(_) => Origin::Generator,
        }
    }

    /// A writer for the passages of one document. Tables are asked about by their rows, unless the wish has a prompt:
    /// whoever says what is to be asked means every passage.
    ///
    /// # Errors
    /// [`Error::Question`] if the generator wants to be given what is no prompt.
    pub fn writer<T: AsRef<str>>(&self, passages: &[T], wish: &QuestionWish) -> Result<Box<dyn Writer + Send>, Error> {
        let (frequencies, seed) = (Frequencies::of(passages), wish.seed);
        let writer: Box<dyn Writer + Send> = match self {
            Self::Keywords(_) => Box::new(KeywordWriter::new(Keywords::new(frequencies), seed)),
            Self::Generator(generator) => {
                let decoding = Decoding { max_new_tokens: LONGEST, seed, ..generator.decoding() };
                Box::new(GeneratorWriter::new(Arc::clone(generator), wish.prompt.clone(), decoding, frequencies)?)
            }
        };
        Ok(if wish.prompt.is_some() { writer } else { Box::new(RowWriter::new(writer, seed)) })
    }

    /// Names all that shapes what is asked and kept, in a few letters: a passage asked about by this recipe need not be
    /// asked about again. What the search finds changes with its encoder, and is not part of it.
    pub(crate) fn recipe(&self, wish: &QuestionWish) -> Result<String, Error> {
        let QuestionWish { per_passage, filter, .. } = wish;
        let writer = self.writer::<&str>(&[], wish)?.recipe();
        let digest = Sha256::digest(format!("{VERSION}, {writer}, {per_passage} a passage, {filter:?}"));
        Ok(digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Ends the writing in its midst when the run is cancelled; to be aborted when it is over.
    pub(crate) fn stopped_by(&self, token: &CancellationToken) -> JoinHandle<()> {
        let (pen, token) = (self.clone(), token.clone());
        tokio::spawn(async move {
            token.cancelled().await;
            if let Self::Generator(generator) = pen {
                generator.stop().now();
            }
        })
    }
}

/// Where the questions of the writer wished for would come from, without opening it.
pub(crate) async fn find(engine: &Engine, choice: &WriterChoice) -> Result<Origin, Error> {
    let (home, choice) = (engine.0.home.folder().to_owned(), choice.clone());
    let looking = tokio::task::spawn_blocking(move || origin(&Catalogue::builtin()?, &home, &choice));
    looking.await.map_err(|_| Error::Stopped { what: "Looking for generators".to_owned() })?
}

fn origin(catalogue: &Catalogue, home: &Path, choice: &WriterChoice) -> Result<Origin, Error> {
    match (folder(catalogue, home, choice), choice) {
        (Ok(Some(_)), _) => Ok(Origin::Generator),
        (Ok(None), _) | (Err(_), WriterChoice::Auto) => Ok(Origin::Keywords),
        (Err(error), _) => Err(error),
    }
}

/// The folder of the generator wished for, left to Pincite that which comes with it; none if keywords are to write.
fn folder(catalogue: &Catalogue, home: &Path, choice: &WriterChoice) -> Result<Option<PathBuf>, Error> {
    match choice {
        WriterChoice::Keywords => Ok(None),
        WriterChoice::Generator(name) => installed(catalogue, home, name).map(Some),
        WriterChoice::Auto => {
            let at_hand = catalogue.default_generator().map(|entry| catalogue.installed_or_shipped(&entry.name, home));
            Ok(at_hand.transpose()?)
        }
    }
}

/// The folder of a generator that is installed.
fn installed(catalogue: &Catalogue, home: &Path, name: &str) -> Result<PathBuf, Error> {
    let mut models = catalogue.status(home).into_iter();
    let is_it =
        |model: &ModelStatus| model.name == name && model.kind == Kind::Generator && model.state == State::Installed;
    let found = models.find(is_it).map(|model| model.folder);
    found.ok_or_else(|| Error::NoGenerator { name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Home;
    use pincite_question::{Prompt, Subject};
    use std::ops::ControlFlow;

    fn fixture() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/generator/tiny-flan")
    }

    /// A data folder with the runtime that set-up brought about.
    fn home() -> tempfile::TempDir {
        let here = Home::of_this_user();
        runtime::start(&runtime::candidates(here.folder())).unwrap();
        tempfile::tempdir().unwrap()
    }

    /// A catalogue whose default generator comes along in `folder`, under the name of the tests' tiny one.
    fn coming_along_in(folder: &Path) -> Catalogue {
        let names = std::fs::read_dir(fixture()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let files: Vec<String> = names.map(|name| format!("{{ path = \"{name}\" }}")).collect();
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

    fn pen(catalogue: &Catalogue, home: &Path, choice: &WriterChoice) -> Result<Pen, Error> {
        Pen::of(catalogue, home, Device::Cpu, choice)
    }

    #[test]
    fn what_comes_along_writes_unless_another_writer_is_chosen() {
        let home = home();
        let catalogue = coming_along_in(fixture().parent().unwrap());
        let none = pen(&catalogue, home.path(), &WriterChoice::Generator("tiny".into())).err().unwrap();
        assert_eq!(none.code(), "engine.no_generator", "by name it is one like others, and not installed");
        let auto = pen(&catalogue, home.path(), &WriterChoice::Auto).unwrap();
        assert_eq!((auto.name(), auto.origin(), auto.note()), ("tiny", Origin::Generator, None));
        assert!(home.path().join("models/tiny/config.json").is_file(), "it is installed from now on");
        let from = |choice| origin(&catalogue, home.path(), &choice).unwrap();
        assert_eq!((from(WriterChoice::Auto), from(WriterChoice::Keywords)), (Origin::Generator, Origin::Keywords));
        assert_eq!(pen(&catalogue, home.path(), &WriterChoice::Generator("tiny".into())).unwrap().name(), "tiny");
        let keywords = pen(&catalogue, home.path(), &WriterChoice::Keywords).unwrap();
        assert_eq!((keywords.name(), keywords.note()), ("keywords", None), "what was chosen needs no reason");
    }

    #[test]
    fn tables_are_asked_about_by_their_rows_unless_the_user_has_a_prompt() {
        let table = "2019 2018\nNet sales 12 13\nEBITDA 14 15\nCost of sales 5 6\n";
        let ask = |wish: &QuestionWish| {
            let subjects = [Subject { text: table, heading: None }];
            let mut writer = Pen::Keywords(None).writer(&[table], wish).unwrap();
            writer.write(&subjects, 1, &mut |_| ControlFlow::Continue(())).unwrap().concat().concat()
        };
        let usual = QuestionWish::default();
        let prompted = QuestionWish { prompt: Some(Prompt::default()), ..usual.clone() };
        let is_of_rows = |question: &str| question.contains("2019") || question.contains("2018");
        let both = (0..9).map(|seed| [&usual, &prompted].map(|wish| ask(&QuestionWish { seed, ..wish.clone() })));
        let both: Vec<[String; 2]> = both.collect();
        assert!(both.iter().all(|[rows, _]| rows.ends_with('?') && is_of_rows(rows)), "{both:?}");
        assert!(both.iter().any(|[_, other]| !is_of_rows(other)), "the prompt is asked about every passage: {both:?}");
    }

    #[test]
    fn where_it_cannot_write_keywords_do_and_say_why() {
        let (home, nowhere, broken) = (home(), home(), tempfile::tempdir().unwrap());
        let nothing = coming_along_in(nowhere.path());
        assert_eq!(origin(&nothing, home.path(), &WriterChoice::Auto).unwrap(), Origin::Keywords);
        let auto = pen(&nothing, home.path(), &WriterChoice::Auto).unwrap();
        let note = auto.note().unwrap();
        assert_eq!((auto.name(), &*note.code), ("keywords", "engine.generator_unusable"));
        assert!(note.message.contains("tiny") && note.message.contains("keyword"), "{}", note.message);
        let folder = broken.path().join("tiny-flan");
        std::fs::create_dir(&folder).unwrap();
        for file in std::fs::read_dir(fixture()).unwrap().flatten() {
            std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
        std::fs::write(folder.join("decoder_model_merged.onnx"), b"no network").unwrap();
        let auto = pen(&coming_along_in(broken.path()), home.path(), &WriterChoice::Auto).unwrap();
        assert_eq!((auto.name(), auto.note().is_some()), ("keywords", true), "a damaged one fails no run");
    }
}
