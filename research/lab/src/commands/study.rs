//! What the studies share: the encoder to train, the writer of questions, progress and report. Not for a data set.

use crate::arguments::{Training, Writing};
use pincite_adapt::{Frequencies, QuestionWriter, Writer};
use pincite_api::{Filter, Origin, QuestionRequest, WriterChoice};
use pincite_engine::{Engine, Home};
use pincite_lab::Result;
use pincite_lab::adapt::{Adapted, Adapting, Author, Stage, StageStep, Student};
use pincite_lab::keywords::Keywords;
use pincite_lab::losses::Loss;
use pincite_lab::written::Written;
use pincite_language::Language;
use pincite_models::{Catalogue, CrossEncoder, Memory, Trainee};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Name of the writer without a model.
const KEYWORDS: &str = "keywords";

/// The default encoder, to be trained from its pretrained checkpoint or from its own weights.
pub(crate) async fn trainee(engine: &Engine, folder: &Path, training: &Training) -> Result<Trainee> {
    let pretrained = engine.adapt().trainee().await?.trainee;
    match training.from_base {
        true => Ok(Trainee::open(folder, false, Memory::default())?),
        false => Ok(pretrained),
    }
}

/// The folder of the default encoder.
pub(crate) fn encoder_folder(home: &Home) -> Result<PathBuf> {
    Ok(home.model(&Catalogue::builtin()?.default_encoder().name))
}

/// The cross-encoder of the search, if a loss needs a teacher.
pub(crate) async fn teacher(engine: &Engine, training: &Training) -> Result<Option<Arc<CrossEncoder>>> {
    match training.recipes().any(|recipe| recipe.loss != Loss::DlDpr) {
        true => Ok(Some(engine.reranker().await?)),
        false => Ok(None),
    }
}

/// Adapts with `adapt`, which knows the data set, by each loss in turn, and prints a report of each. The first run writes the
/// questions of all.
pub(crate) async fn adapt<F: Serialize>(
    engine: &Engine,
    home: &Home,
    writing: &Writing,
    training: &Training,
    adapt: impl Fn(Student<'_>, &Adapting, &mut Author<'_>, &mut dyn FnMut(Stage) -> ControlFlow<()>) -> Result<Adapted<F>>,
) -> Result<()> {
    let folder = encoder_folder(home)?;
    let mut trainee = trainee(engine, &folder, training).await?;
    let teacher = teacher(engine, training).await?;
    let generator = generator(engine, writing).await?;
    let mut written: Option<Written> = None;
    for recipe in training.recipes() {
        let request = request(writing, recipe.settings.seed);
        let mut writer_of = |passages: &[String]| match &written {
            Some(written) => Ok(Box::new(written.clone()) as Box<dyn Writer + Send>),
            None => writer(generator.as_ref(), passages, &request),
        };
        let mut author = Author { origin: Origin::Generator, writer_of: &mut writer_of };
        let adapting = Adapting { per_passage: writing.per_passage, filter: request.filter, recipe };
        let student = Student { trainee: &mut trainee, folder: &folder, teacher: teacher.as_deref() };
        let adapted = adapt(student, &adapting, &mut author, &mut |stage| {
            progress(&stage);
            ControlFlow::Continue(())
        })?;
        print(&adapted)?;
        written.get_or_insert_with(|| Written::from(adapted.authored));
    }
    Ok(())
}

/// How questions are written.
pub(crate) fn request(writing: &Writing, seed: u64) -> QuestionRequest {
    let usual = Filter::default();
    let filter = if writing.no_filter { usual.without_round_trip() } else { usual };
    QuestionRequest { per_passage: writing.per_passage as u32, filter, seed, ..QuestionRequest::default() }
}

/// The generator that writes; none for keywords.
pub(crate) async fn generator(engine: &Engine, writing: &Writing) -> Result<Option<QuestionWriter>> {
    match writing.writer.as_str() {
        KEYWORDS => Ok(None),
        name => Ok(Some(engine.adapt().question_writer(&WriterChoice::from(name.to_owned())).await?)),
    }
}

/// Writes about the passages of one document.
pub(crate) fn writer(
    generator: Option<&QuestionWriter>,
    passages: &[String],
    request: &QuestionRequest,
) -> Result<Box<dyn Writer + Send>> {
    match generator {
        Some(generator) => Ok(generator.for_document(passages, Language::English, request)?),
        None => Ok(Box::new(Keywords::new(Frequencies::of(passages), request.seed))),
    }
}

/// Writes where the study is to standard error.
pub(crate) fn progress(stage: &Stage) {
    if let Some(StageStep { units, done, total }) = stage.step() {
        let _ = writeln!(std::io::stderr(), "{units} {done}/{total}");
    }
}

/// Writes a report to standard output.
pub(crate) fn print(report: &impl Serialize) -> Result<()> {
    let mut output = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut output, report)?;
    Ok(writeln!(output)?)
}
