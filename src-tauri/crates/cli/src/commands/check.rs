//! `pincite check`: the numbers, dates and quotes of a memo or a sheet, each with the place that prints it. Not for the library's own
//! check (`doctor`).

use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output::{self, FAINT, STRONG, WARN};
use clap::Args;
use pincite_api::{CheckedClaim, CheckedMemo, ClaimSource, Support};
use pincite_engine::escaped;
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// The memo or sheet: .docx, .txt, .md, .xlsx, .xls, .ods or .csv. With - the text is read from standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    place: InCollection,
    /// Look only in this document (number, file name, or the start of either). May be repeated.
    #[arg(long = "document", short, value_name = "DOCUMENT")]
    documents: Vec<String>,
}

/// Prints what documents say of each claim. Code 4: a claim is doubtful or not found.
pub(super) async fn check(context: &Context, given: Check) -> Result<Outcome, Error> {
    let collection = context.collection(&given.place).await?;
    let documents = context.documents_in(collection, &given.documents).await?;
    let checked = if given.file == Path::new("-") {
        context.engine.check_text(collection, &documents, standard_input()?).await?
    } else {
        context.engine.check_file(collection, &documents, &given.file).await?
    };
    if !context.as_json(&checked) {
        print(&checked);
    }
    let is_open = |claim: &CheckedClaim| matches!(claim.support, Support::Doubtful | Support::NotFound);
    Ok(if checked.claims.iter().any(is_open) { Outcome::NothingFound } else { Outcome::Done })
}

fn standard_input() -> Result<String, Error> {
    let mut text = String::new();
    let unreadable = |source| pincite_engine::Error::Unreadable { path: PathBuf::from("-"), source };
    std::io::stdin().read_to_string(&mut text).map_err(unreadable)?;
    Ok(text)
}

fn print(checked: &CheckedMemo) {
    for claim in &checked.claims {
        let (Support::Exact | Support::Near) = claim.support else {
            output::line(&format!("{WARN}{}{WARN:#}  {}", support(claim), escaped(&claim.written)));
            claim.sources.iter().for_each(print_source);
            continue;
        };
        output::line(&format!("{STRONG}{}{STRONG:#}  {}", support(claim), escaped(&claim.written)));
        claim.sources.iter().take(1).for_each(print_source);
    }
    for claim in &checked.taken {
        output::line(&format!("{STRONG}Taken from a document{STRONG:#}  {}", escaped(&claim.written)));
        claim.sources.iter().take(1).for_each(print_source);
    }
    output::line(&counts(&checked.claims));
}

fn support(claim: &CheckedClaim) -> String {
    match claim.doubt {
        Some(doubt) => format!("{}: {doubt}", claim.support),
        None => claim.support.to_string(),
    }
}

fn print_source(source: &ClaimSource) {
    output::line(&format!("    {}  {FAINT}{}{FAINT:#}", escaped(&source.printed), escaped(&source.citation)));
}

/// "60 claims: 20 exact, 20 rounded, 12 doubtful, 8 not found".
fn counts(claims: &[CheckedClaim]) -> String {
    let count = |support| claims.iter().filter(|claim| claim.support == support).count();
    format!(
        "{} claims: {} exact, {} rounded, {} doubtful, {} not found",
        claims.len(),
        count(Support::Exact),
        count(Support::Near),
        count(Support::Doubtful),
        count(Support::NotFound),
    )
}
