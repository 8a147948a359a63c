//! `pincite eval squad`.

use super::{Context, measured};
use crate::Outcome;
use crate::error::Error;
use crate::progress;
use pincite_eval::{Embed, squad};
use std::path::Path;

/// Ranks every article's paragraphs for its questions and prints the figures.
pub(crate) async fn run(context: &Context, file: &Path) -> Result<Outcome, Error> {
    let articles = squad::read(file)?;
    let encoder = measured::encoder(&context.engine).await;
    let mut encoder = encoder.as_deref();
    let bar = progress::steps("questions", 0);
    let embed = encoder.as_mut().map(|encoder| encoder as &mut dyn Embed);
    let report = squad::run(&articles, embed, &mut measured::advance(&bar))?;
    bar.finish_and_clear();
    measured::print(context, &report);
    Ok(Outcome::Done)
}
