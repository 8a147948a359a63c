//! `pincite status`.

use super::Context;
use crate::Outcome;
use crate::error::Error;
use crate::output;

/// Says where data lives and what the search runs on.
pub(crate) async fn run(context: &Context) -> Result<Outcome, Error> {
    let status = context.engine.status().await?;
    if context.json {
        output::json(&status);
        return Ok(Outcome::Done);
    }
    output::line(&format!("data     {}", status.home));
    output::line(&format!("encoder  {}", status.encoder.as_deref().unwrap_or("none")));
    output::line(&format!("device   {}", status.device));
    status.notes.iter().for_each(output::note);
    Ok(Outcome::Done)
}
