//! Prints the claims of a memo, each with the places of documents that may say the same or otherwise: what the weights of claims are
//! fitted to (`research/number_check.py`).

use crate::arguments::Claims;
use pincite_claim::{Agreement, Candidate, Check, Claim, Document, Said, Support};
use pincite_engine::{Engine, Options};
use pincite_lab::Result;
use serde_json::{Value, json};
use std::io::Write;

/// Reads the documents of a collection, and prints a JSON line for each claim.
pub(crate) async fn run(options: Options, given: &Claims) -> Result<()> {
    let engine = Engine::open(Options { library: Some(given.library.clone()), ..options }).await?;
    let collection = engine.collection_or_new(&given.collection).await?.id;
    let documents = engine.documents(collection).await?;
    let names: Vec<String> = documents.iter().map(|document| document.name.clone()).collect();
    let memo = std::fs::read_to_string(&given.memo)?;
    let mut check = Check::new(&memo, &names);
    for (number, document) in documents.iter().enumerate() {
        let searched = engine.searched(collection, document.id).await?;
        let language = searched.index.language();
        check.read(Document { number, passages: &searched.passages, tables: &searched.tables, language });
    }
    check.read_closely(&*engine.reranker().await?)?;
    let findings = check.findings();
    let files: Vec<&str> = documents.iter().map(|document| document.file.as_str()).collect();
    let mut output = std::io::stdout().lock();
    for (number, claim) in check.claims().iter().enumerate() {
        let [agreeing, other] = check.candidates(number);
        let places =
            |places: &[Candidate]| places.iter().map(|one| candidate_json(one, &files)).collect::<Vec<Value>>();
        let mut line = claim_json(claim, check.text(&claim.range));
        line["verdict"] = findings[number].as_ref().map_or("none", |finding| verdict(finding.support)).into();
        line["agreeing"] = places(agreeing).into();
        line["other"] = places(other).into();
        serde_json::to_writer(&mut output, &line)?;
        writeln!(output)?;
    }
    Ok(())
}

fn claim_json(claim: &Claim, text: &str) -> Value {
    let kind = match claim.said {
        Said::Number(_) => "number",
        Said::Date(_) => "date",
        Said::Duration(_) => "duration",
        Said::Quote(_) => "quote",
        Said::Sentence(_) => "sentence",
    };
    json!({"start": claim.range.start, "end": claim.range.end, "kind": kind, "text": text, "about": claim.is_about})
}

fn verdict(support: Support) -> &'static str {
    match support {
        Support::Exact => "exact",
        Support::Near => "near",
        Support::Doubtful(_) => "doubtful",
        Support::NotFound => "not found",
    }
}

fn candidate_json(candidate: &Candidate, files: &[&str]) -> Value {
    let Candidate { document, page, printed, text, agreement, features, score, .. } = candidate;
    let agreement = match agreement {
        Agreement::Exact => "exact",
        Agreement::Near => "near",
        Agreement::Other => "other",
    };
    json!({
        "pdf": files.get(*document), "page": page, "printed": printed, "text": text, "agreement": agreement,
        "features": features, "score": score,
    })
}
