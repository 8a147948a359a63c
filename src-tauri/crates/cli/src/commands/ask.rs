//! `pincite ask`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::{Ask, Mode};
use crate::error::Error;
use crate::output;
use pincite_api::{Answer, CitationStyle, Gather, Match, Question};
use pincite_engine::{Output, escaped_path};

/// Asks and prints the ranked passages.
pub(crate) async fn run(context: &Context, arguments: Ask) -> Result<Outcome, Error> {
    let collection = pick::collection(&context.engine, &arguments.place.collection).await?.id;
    let mut documents = Vec::with_capacity(arguments.documents.len());
    for name in &arguments.documents {
        documents.push(pick::document(&context.engine, collection, name).await?.id);
    }
    let (text, style) = (arguments.question.join(" "), arguments.citing.style.into());
    let question = Question {
        text,
        collection,
        documents,
        k: arguments.k,
        mode: mode(arguments.mode),
        gather: gather(&arguments),
        rerank: !arguments.no_rerank,
        remember: true,
    };
    let output = arguments.file.out.map(|path| Output { path, force: arguments.file.force });
    if let Some(output) = &output {
        context.engine.refuse_to_export(output).await?;
    }
    let answer = context.engine.ask(question).await?;
    print(context, &answer, style);
    if let Some(output) = &output {
        context.engine.export_results(&answer, style, output).await?;
        output::remark(&format!("written to {}", escaped_path(&output.path)));
    }
    let nothing = answer.hits.is_empty() || answer.answered == Some(Match::None);
    Ok(if nothing { Outcome::NothingFound } else { Outcome::Done })
}

fn print(context: &Context, answer: &Answer, style: CitationStyle) {
    if context.json { output::json(answer) } else { output::answer(answer, style) }
}

fn gather(arguments: &Ask) -> Gather {
    match (arguments.all, arguments.best) {
        (true, _) => Gather::All,
        (_, true) => Gather::Best,
        _ => Gather::Auto,
    }
}

fn mode(mode: Mode) -> pincite_api::Mode {
    match mode {
        Mode::Hybrid => pincite_api::Mode::Hybrid,
        Mode::Dense => pincite_api::Mode::Dense,
        Mode::Lexical => pincite_api::Mode::Lexical,
    }
}
