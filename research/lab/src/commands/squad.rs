//! The studies on SQuAD 2.0.

use super::study;
use crate::arguments::Squad;
use pincite_engine::{Engine, Options};
use pincite_eval::squad;
use pincite_lab::Result;
use pincite_lab::adapt::Student;
use pincite_lab::squad::Folds;
use std::ops::ControlFlow;

/// Trains on parts of the articles and searches the others, or adapts to all of them.
pub(crate) async fn run(options: Options, given: &Squad) -> Result<()> {
    let home = options.home.clone();
    let engine = &Engine::open(options).await?;
    let articles = squad::read(&given.file)?;
    let Some(count) = given.folds else {
        return study::adapt(engine, &home, &given.writing, &given.training, |student, how, author, on_stage| {
            pincite_lab::squad::adapt(&articles, student, how, author, on_stage)
        })
        .await;
    };
    let folder = study::encoder_folder(&home)?;
    let teacher = study::teacher(engine, &given.training).await?;
    let mut trainee = study::trainee(engine, &folder, &given.training).await?;
    for recipe in given.training.recipes() {
        let folds = Folds { count, only: given.fold, recipe };
        let student = Student { trainee: &mut trainee, folder: &folder, teacher: teacher.as_deref() };
        let report = folds.run(&articles, student, &mut |_, stage| {
            study::progress(&stage);
            ControlFlow::Continue(())
        })?;
        study::print(&report)?;
    }
    Ok(())
}
