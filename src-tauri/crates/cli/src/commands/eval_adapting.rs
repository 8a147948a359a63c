//! Evaluating what adapting brings: the generator, the bar, the report. Not for measuring: `pincite_eval` does.

use super::{Context, measured};
use crate::Outcome;
use crate::arguments::Adapt;
use crate::error::Error;
use crate::progress::Stages;
use pincite_adapt::{Settings, write_lines};
use pincite_api::{Filter, Origin, QuestionRequest, SEED, WriterChoice};
use pincite_eval::adapt::{Adapted, Adapting, Author, Rows, Stage, Student};
use serde::Serialize;
use std::fs::File;
use std::io::BufWriter;
use std::ops::ControlFlow;
use std::path::Path;

/// Adapts with `adapt`, which knows the data set, and prints before and after.
pub(crate) async fn run<F: Rows + Serialize>(
    context: &Context,
    given: &Adapt,
    adapt: impl FnOnce(
        Student<'_>,
        &Adapting,
        &mut Author<'_>,
        &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> pincite_eval::Result<Adapted<F>>,
) -> Result<Outcome, Error> {
    let mut trainee = measured::trainee(context).await?;
    let filter = Filter::default();
    let filter = if given.no_filter { filter.without_round_trip() } else { filter };
    let choice = WriterChoice::from(given.adapt.clone().unwrap_or_default());
    let writer = context.engine.adapt().question_writer(&choice).await?;
    let adapting = Adapting { per_passage: given.per_passage as usize, filter, settings: Settings::default() };
    let request = QuestionRequest { writer: choice, per_passage: given.per_passage, filter, prompt: None, seed: SEED };
    let mut writer_of = |passages: &[String]| {
        writer.for_document(passages, &request).map_err(|error| pincite_eval::Error::Writer(error.to_string()))
    };
    let mut author = Author { origin: Origin::Generator, writer_of: &mut writer_of };
    let mut progress = Stages::new();
    let student = Student { trainee: &mut trainee, teacher: None };
    let adapted = adapt(student, &adapting, &mut author, &mut |stage| {
        stage.step().iter().for_each(|step| progress.show(step.units, step.done, step.total));
        ControlFlow::Continue(())
    })?;
    drop(progress);
    if let Some(file) = &given.questions_to {
        write(&adapted, file)?;
    }
    measured::print(context, &adapted);
    Ok(Outcome::Done)
}

fn write<F>(adapted: &Adapted<F>, path: &Path) -> Result<(), Error> {
    let failed = |source| Error::Write { path: path.to_owned(), source };
    let mut to = BufWriter::new(File::create(path).map_err(failed)?);
    write_lines(&adapted.authored.lines, &mut to).map_err(failed)
}
