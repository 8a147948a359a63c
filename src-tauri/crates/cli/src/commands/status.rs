//! `pincite status`.

use super::Context;
use crate::Outcome;
use crate::error::Error;
use crate::output;

/// Prints the paths of data and log and what the search uses, or the details for a bug report.
pub(crate) async fn run(context: &Context, report: bool) -> Result<Outcome, Error> {
    if report {
        output::line(&context.engine.bug_report().await?);
        return Ok(Outcome::Done);
    }
    let status = context.engine.status().await?;
    if context.json {
        output::json(&status);
        return Ok(Outcome::Done);
    }
    output::line(&format!("data     {}", status.home));
    output::line(&format!("log      {}", status.log));
    output::line(&format!("encoder  {}", status.encoder.as_deref().unwrap_or("none")));
    output::line(&format!("device   {}", status.device));
    status.notes.iter().for_each(output::note);
    Ok(Outcome::Done)
}
