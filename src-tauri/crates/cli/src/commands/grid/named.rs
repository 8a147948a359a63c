//! The review table and the question that are named on the command line.

use crate::context::{Context, InCollection};
use crate::error::Error;
use clap::Args;
use pincite_api::{GridId, GridQuestionId, GridView};
use pincite_engine::Error as EngineError;

/// A grid of a collection.
#[derive(Args, Debug)]
pub(super) struct OneGrid {
    /// The grid (number or name).
    #[arg(value_name = "GRID")]
    pub(super) grid: String,
    #[command(flatten)]
    pub(super) place: InCollection,
}

/// The grid of this number or name.
pub(super) async fn find(context: &Context, given: &OneGrid) -> Result<GridId, Error> {
    let grids = context.engine.grids(context.collection(&given.place).await?).await?;
    let named = grids.iter().find(|grid| grid.name == given.grid || grid.id.to_string() == given.grid);
    Ok(named.ok_or_else(|| EngineError::UnknownGrid { name: given.grid.clone() })?.id)
}

/// The question of this number or name.
pub(super) fn question_of(view: &GridView, name: &str) -> Result<GridQuestionId, Error> {
    let question = view.questions.iter().find(|it| it.name == name || it.id.to_string() == name);
    Ok(question.ok_or_else(|| Error::UnknownQuestion { name: name.to_owned() })?.id)
}
