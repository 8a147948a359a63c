//! The studies on SQuAD 2.0. Not for the measuring: `pincite_eval` does it.

use crate::Error;
use crate::arguments::Squad;
use crate::study;
use pincite_engine::Engine;
use pincite_eval::adapt::{Stage, Student};
use pincite_eval::squad::{self, Folds};
use std::ops::ControlFlow;

/// Trains on parts of the articles and searches the others, or adapts to all of them.
pub(crate) async fn run(engine: &Engine, given: &Squad) -> Result<(), Error> {
    let articles = squad::read(&given.file)?;
    let Some(count) = given.folds else {
        return study::adapt(engine, &given.writing, &given.training, |student, how, author, on_stage| {
            squad::adapt(&articles, student, how, author, on_stage)
        })
        .await;
    };
    let (teacher, mut trainee) =
        (study::teacher(engine, &given.training).await?, study::trainee(engine, &given.training).await?);
    for settings in given.training.recipes() {
        let folds = Folds { count, only: given.fold, settings };
        let student = Student { trainee: &mut trainee, teacher: teacher.as_deref() };
        let report = folds.run(&articles, student, &mut |_, progress| {
            study::progress(&Stage::Tuning(progress));
            ControlFlow::Continue(())
        })?;
        study::print(&report)?;
    }
    Ok(())
}
