//! `pincite doctor`: checks the library, and repairs it.

use crate::context::{Context, Outcome};
use crate::error::Error;
use crate::output;
use clap::Args;
use pincite_api::{CheckUp, Repair};
use pincite_engine::{Salvage, escaped_path};
use serde::Serialize;
use std::path::Path;

#[derive(Args, Debug)]
pub(crate) struct Doctor {
    /// Repair what can be repaired: damaged text is read again from its file. Pincite must be closed.
    #[arg(long)]
    repair: bool,
}

impl Doctor {
    /// Whether a damaged library file is replaced before it is opened.
    pub(crate) fn salvage(&self) -> Salvage {
        if self.repair { Salvage::IfDamaged } else { Salvage::Never }
    }
}

/// What `--repair` says for programs.
#[derive(Serialize)]
struct Repaired<'a> {
    /// What was found at first.
    found: &'a CheckUp,
    /// What is left after the repair.
    left: &'a CheckUp,
    /// Where the damaged library file is now, if a new one was made.
    aside: Option<&'a Path>,
}

/// Prints what is not as it was stored, and repairs it if that is wanted.
pub(super) async fn doctor(context: &Context, given: Doctor) -> Result<Outcome, Error> {
    let found = context.engine.check_up().await?;
    if !given.repair {
        if !context.as_json(&found) {
            print(&found);
        }
        return Ok(if found.findings.is_empty() { Outcome::Done } else { Outcome::Partly });
    }
    let left = if found.findings.is_empty() { found.clone() } else { repaired(context).await? };
    let aside = context.engine.salvaged();
    if !context.as_json(&Repaired { found: &found, left: &left, aside }) {
        print_repair(context, &found, &left);
    }
    Ok(if left.findings.is_empty() { Outcome::Done } else { Outcome::Partly })
}

/// Repairs what was found, and checks again.
async fn repaired(context: &Context) -> Result<CheckUp, Error> {
    context.engine.work().await?;
    context.engine.repair().await?;
    context.engine.wait_until_idle().await?;
    Ok(context.engine.check_up().await?)
}

fn print_repair(context: &Context, found: &CheckUp, left: &CheckUp) {
    if let Some(aside) = context.engine.salvaged() {
        output::line(&format!("The library file was damaged. It is now {}", escaped_path(aside)));
    }
    found.findings.iter().for_each(|finding| output::note(&finding.problem));
    if !found.findings.is_empty() {
        output::line("After the repair:");
    }
    print(left);
}

fn print(found: &CheckUp) {
    if found.findings.is_empty() {
        output::line(&format!("All is well: {} documents and {} models were checked.", found.documents, found.models));
        return;
    }
    found.findings.iter().for_each(|finding| output::note(&finding.problem));
    if found.findings.iter().any(|finding| finding.repair != Repair::None) {
        output::line("Close Pincite and run `pincite doctor --repair`.");
    }
}
