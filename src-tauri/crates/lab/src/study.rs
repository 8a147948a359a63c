//! What the studies share: the encoder to train, the writer of questions, progress and report. Not for a data set.

use crate::Error;
use crate::arguments::{Training, Writing};
use crate::keywords::Keywords;
use crate::written::Written;
use pincite_adapt::{Frequencies, QuestionWriter, Writer};
use pincite_api::{Filter, Origin, QuestionRequest, WriterChoice};
use pincite_engine::Engine;
use pincite_eval::adapt::{Adapted, Adapting, Author, Stage, StageStep, Student};
use pincite_models::{CrossEncoder, Trainee};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Name of the writer without a model.
const KEYWORDS: &str = "keywords";

/// The default encoder, to be trained from its pretrained checkpoint or from its own weights.
pub(crate) async fn trainee(engine: &Engine, training: &Training) -> Result<Trainee, Error> {
    match training.from_base {
        true => Ok(engine.adapt().trainee_from_base().await?),
        false => Ok(engine.adapt().trainee().await?.trainee),
    }
}

/// The cross-encoder of the search, if a loss needs a teacher.
pub(crate) async fn teacher(engine: &Engine, training: &Training) -> Result<Option<Arc<CrossEncoder>>, Error> {
    match training.recipes().any(|settings| settings.needs_teacher()) {
        true => Ok(Some(engine.reranker().await?)),
        false => Ok(None),
    }
}

/// Adapts with `adapt`, which knows the data set, by each loss in turn, and prints a report of each. The first run writes the
/// questions of all.
pub(crate) async fn adapt<F: Serialize>(
    engine: &Engine,
    writing: &Writing,
    training: &Training,
    adapt: impl Fn(
        Student<'_>,
        &Adapting,
        &mut Author<'_>,
        &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> pincite_eval::Result<Adapted<F>>,
) -> Result<(), Error> {
    let (mut trainee, teacher) = (trainee(engine, training).await?, teacher(engine, training).await?);
    let usual = Filter::default();
    let filter = if writing.no_filter { usual.without_round_trip() } else { usual };
    let generator = match writing.writer.as_str() {
        KEYWORDS => None,
        name => Some(engine.adapt().question_writer(&WriterChoice::from(name.to_owned())).await?),
    };
    let mut written: Option<Written> = None;
    for settings in training.recipes() {
        let seed = settings.seed;
        let request = QuestionRequest { per_passage: writing.per_passage as u32, filter, seed, ..Default::default() };
        let mut writer_of = |passages: &[String]| match &written {
            Some(written) => Ok(Box::new(written.clone()) as Box<dyn Writer + Send>),
            None => writer(generator.as_ref(), passages, &request),
        };
        let mut author = Author { origin: Origin::Generator, writer_of: &mut writer_of };
        let adapting = Adapting { per_passage: writing.per_passage, filter, settings };
        let student = Student { trainee: &mut trainee, teacher: teacher.as_deref() };
        let adapted = adapt(student, &adapting, &mut author, &mut |stage| {
            progress(&stage);
            ControlFlow::Continue(())
        })?;
        print(&adapted)?;
        written.get_or_insert_with(|| Written::from(adapted.authored));
    }
    Ok(())
}

fn writer(
    generator: Option<&QuestionWriter>,
    passages: &[String],
    request: &QuestionRequest,
) -> pincite_eval::Result<Box<dyn Writer + Send>> {
    match generator {
        Some(generator) => {
            let writer = generator.for_document(passages, request);
            writer.map_err(|error| pincite_eval::Error::Writer(error.to_string()))
        }
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
pub(crate) fn print(report: &impl Serialize) -> Result<(), Error> {
    let mut output = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut output, report)?;
    Ok(writeln!(output)?)
}
