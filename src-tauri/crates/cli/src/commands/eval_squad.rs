//! `pincite eval squad`.

use super::Context;
use super::embedding::Embedding;
use crate::Outcome;
use crate::error::Error;
use crate::output;
use crate::progress;
use pincite_eval::{Embed, squad};
use std::ops::ControlFlow;
use std::path::Path;

/// Ranks every article's paragraphs for its questions and prints the figures.
pub(crate) async fn run(context: &Context, file: &Path) -> Result<Outcome, Error> {
    let articles = squad::read(file)?;
    let mut encoder = Embedding::of(&context.engine).await;
    let bar = progress::steps("questions", 0);
    let report =
        squad::run(&articles, encoder.as_mut().map(|encoder| encoder as &mut dyn Embed), &mut |done, total| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
            ControlFlow::Continue(())
        })?;
    bar.finish_and_clear();
    if context.json {
        output::json(&report)
    } else {
        output::line(&report.to_string())
    }
    Ok(Outcome::Done)
}
