//! Evaluating what adapting brings: who writes the questions, the bar, the report. Not for measuring: `pincite_eval` does.

use super::{Context, measured};
use crate::Outcome;
use crate::arguments::{self, Adapt};
use crate::error::Error;
use crate::output;
use crate::progress::Stages;
use pincite_engine::view::{QuestionWish, WriterChoice};
use pincite_eval::adapt::{Adapted, Adapting, Author, Rows, Stage};
use pincite_models::Trainee;
use pincite_question::{Filter, write_lines};
use pincite_tune::{Progress, Recipe};
use serde::Serialize;
use std::fs::File;
use std::io::BufWriter;
use std::ops::ControlFlow;
use std::path::Path;

/// Adapts with `adapt`, which knows the data set, and prints before and after.
pub(crate) async fn run<F: Rows + Serialize>(
    context: &Context,
    (given, recipe): (&Adapt, &arguments::Recipe),
    adapt: impl FnOnce(
        &mut Trainee,
        &Adapting,
        &mut Author<'_>,
        &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> pincite_eval::Result<Adapted<F>>,
) -> Result<Outcome, Error> {
    let mut trainee = measured::trainee(context).await?;
    let filter = Filter::default();
    let filter = if given.no_filter { filter.without_round_trip() } else { filter };
    let writer = WriterChoice::from(given.adapt.clone().unwrap_or_default());
    let pen = context.engine.pen(&writer).await?;
    let settings = Recipe::from(recipe).for_questions_of(pen.origin());
    let adapting = Adapting { per_passage: given.per_passage as usize, filter, settings };
    pen.note().into_iter().for_each(output::note);
    let wish = QuestionWish { writer, per_passage: given.per_passage, filter, prompt: None, seed: settings.seed };
    let mut writer_of = |passages: &[String]| {
        pen.writer(passages, &wish).map_err(|error| pincite_eval::Error::Writer(error.to_string()))
    };
    let mut author = Author { origin: pen.origin(), writer_of: &mut writer_of };
    let mut progress = Stages::new();
    let adapted = adapt(&mut trainee, &adapting, &mut author, &mut |stage| advance(&mut progress, &stage))?;
    drop(progress);
    if let Some(file) = &given.questions_to {
        write(&adapted, file)?;
    }
    measured::print(context, &adapted);
    Ok(Outcome::Done)
}

fn advance(progress: &mut Stages, stage: &Stage) -> ControlFlow<()> {
    let (unit, done, total) = match stage {
        Stage::Writing(done, total) => ("documents asked about", *done, *total),
        Stage::Tuning(Progress::Step(step)) => ("steps", step.step, step.steps),
        Stage::Tuning(_) => return ControlFlow::Continue(()),
        Stage::Measuring(done, total) => ("encoders measured", *done, *total),
    };
    progress.show(unit, done, total);
    ControlFlow::Continue(())
}

fn write<F>(adapted: &Adapted<F>, path: &Path) -> Result<(), Error> {
    let failed = |source| Error::Write { path: path.to_owned(), source };
    let mut to = BufWriter::new(File::create(path).map_err(failed)?);
    write_lines(&adapted.authored.lines, &mut to).map_err(failed)
}
