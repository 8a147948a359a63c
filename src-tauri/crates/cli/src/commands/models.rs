//! `pincite models`.

use super::Context;
use crate::Outcome;
use crate::arguments::ModelAction;
use crate::error::Error;
use crate::output;
use crate::progress;

/// Fetches or imports a model if requested, then lists the models.
pub(crate) async fn run(context: &Context, action: Option<ModelAction>) -> Result<Outcome, Error> {
    match action {
        None | Some(ModelAction::List) => {}
        Some(ModelAction::Fetch { name }) => fetch(context, name).await?,
        Some(ModelAction::Import { folder }) => context.engine.import_model(&folder).await?,
    }
    let models = context.engine.models().await?;
    if context.json {
        output::json(&models)
    } else {
        output::models(&models)
    }
    Ok(Outcome::Done)
}

async fn fetch(context: &Context, name: Option<String>) -> Result<(), Error> {
    let bar = progress::steps("fetching", 0);
    let shown = bar.clone();
    let on_progress = move |done: u64, total: u64| {
        shown.set_length(total);
        shown.set_position(done);
    };
    context.engine.fetch_model(name, on_progress).await?;
    bar.finish_and_clear();
    Ok(())
}
