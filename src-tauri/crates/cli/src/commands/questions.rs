//! `pincite questions`: the questions that passages of a collection answer.

use super::{asked, runs};
use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output::line;
use clap::{Args, Subcommand, ValueEnum};
use pincite_api::{
    CollectionId, Filter, Imported, PassageId, QuestionCount, QuestionId, QuestionRequest, QuestionView,
    WhichQuestions, WriterChoice,
};
use pincite_engine::{Output, escaped_path};
use serde_json::json;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Questions {
    #[command(subcommand)]
    action: QuestionAction,
}

#[derive(Debug, Subcommand)]
enum QuestionAction {
    /// Generate questions about the passages that were not asked about in this way, and keep the good ones.
    ///
    /// Interrupted, it goes on when it is started again.
    Generate(Generate),
    /// List questions with why they are not used, and count them.
    List(List),
    /// Write questions to a file, which `import` and `tune --pairs` read.
    Export(Export),
    /// Take questions from a file: JSON lines with `question`, `passage` (its text, or a part of it) and perhaps
    /// `document`.
    Import(Import),
    /// Delete questions: some by their numbers, or all that are of a kind.
    Delete(Delete),
    /// Add a question that a passage answers.
    Add(AboutPassage),
    /// Change the words of a question.
    Edit(Edit),
    /// Use questions that were set aside.
    Keep(Numbers),
    /// Set questions aside: they stay in the list, and are not written again.
    Drop(Numbers),
    /// Suggest questions that this collection can answer.
    Suggest(Suggest),
    /// List the questions that you asked of this collection, the last one first.
    Asked(InCollection),
    /// Forget the questions that you asked of this collection, one of them, or those of all collections.
    Forget(asked::Forget),
    /// Keep the questions that you ask, or keep none and forget all. Without a word: say which.
    Remember(asked::Remember),
}

/// A question and the passage it is about.
#[derive(Args, Debug)]
pub(crate) struct AboutPassage {
    /// The question.
    #[arg(required = true, num_args = 1.., value_name = "QUESTION")]
    pub(super) question: Vec<String>,
    /// The document (number, file name, or the start of either).
    #[arg(long, short, value_name = "DOCUMENT")]
    pub(super) document: String,
    /// The passage (its number from `ask`).
    #[arg(long, short, value_name = "NUMBER")]
    pub(super) passage: PassageId,
    #[command(flatten)]
    pub(super) place: InCollection,
}

#[derive(Args, Debug)]
struct Generate {
    /// Which generator writes them: "auto" (the one that comes with Pincite), or the name of one that is here.
    #[arg(long, default_value = "auto", value_name = "NAME")]
    writer: String,
    /// How many about each passage, at most.
    #[arg(long, default_value_t = 3, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=100))]
    per_passage: u32,
    /// Keep questions though the search does not find their passage in the first places of its document.
    #[arg(long)]
    no_filter: bool,
    /// How many first places those are [default: 10].
    #[arg(long, value_name = "COUNT", conflicts_with = "no_filter")]
    places: Option<usize>,
    /// The generator's input, with {passage} or {sentence} and perhaps {heading} in it [default: as it wants it].
    #[arg(long, value_name = "TEXT")]
    prompt: Option<String>,
    /// Another seed, other questions.
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    seed: u64,
    #[command(flatten)]
    place: InCollection,
}

/// Which questions are meant.
#[derive(Args, Debug)]
struct Which {
    /// Only those about this document (number, file name, or the start of either).
    #[arg(long, short, value_name = "DOCUMENT")]
    document: Option<String>,
    /// Only those that are used.
    #[arg(long)]
    kept: bool,
    /// Only those that are not used.
    #[arg(long, conflicts_with = "kept")]
    rejected: bool,
    /// Only those that come from there.
    #[arg(long, value_enum)]
    origin: Option<Origin>,
    #[command(flatten)]
    place: InCollection,
}

/// Where questions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Origin {
    /// A generator.
    Generator,
    /// A file.
    Import,
    /// A person.
    Person,
}

#[derive(Args, Debug)]
struct List {
    #[command(flatten)]
    which: Which,
    /// How many.
    #[arg(long, default_value_t = 20, value_name = "COUNT")]
    limit: u32,
    /// How many before them are left out.
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    offset: u32,
}

#[derive(Args, Debug)]
struct Export {
    /// The file. One that is there is not replaced.
    file: PathBuf,
    /// Replace the file if it is there. A document of the library is never replaced.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    which: Which,
}

#[derive(Args, Debug)]
struct Import {
    /// The file.
    file: PathBuf,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Args, Debug)]
struct Delete {
    /// Their numbers.
    #[arg(value_name = "NUMBER", required_unless_present_any = ["all", "document", "kept", "rejected", "origin"])]
    numbers: Vec<QuestionId>,
    /// All of the collection.
    #[arg(long, conflicts_with_all = ["numbers", "document", "kept", "rejected", "origin"])]
    all: bool,
    #[command(flatten)]
    which: Which,
}

#[derive(Args, Debug)]
struct Edit {
    /// Its number.
    number: QuestionId,
    /// Its new words.
    #[arg(required = true, num_args = 1.., value_name = "QUESTION")]
    question: Vec<String>,
}

#[derive(Args, Debug)]
struct Numbers {
    /// Their numbers.
    #[arg(required = true, value_name = "NUMBER")]
    numbers: Vec<QuestionId>,
}

#[derive(Args, Debug)]
struct Suggest {
    /// How many.
    #[arg(long, default_value_t = 5, value_name = "COUNT")]
    count: usize,
    /// Another seed, other questions.
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    seed: u64,
    #[command(flatten)]
    place: InCollection,
}

/// Does what is asked for with a collection's questions.
pub(super) async fn questions(context: &Context, given: Questions) -> Result<Outcome, Error> {
    let questions = context.engine.adapt().questions();
    match given.action {
        QuestionAction::Generate(given) => generate(context, given).await,
        QuestionAction::List(given) => list(context, given).await,
        QuestionAction::Export(given) => export(context, given).await,
        QuestionAction::Import(given) => import(context, given).await,
        QuestionAction::Delete(given) => delete(context, given).await,
        QuestionAction::Add(given) => {
            let document = context.document(&given.place, &given.document).await?;
            let text = given.question.join(" ");
            let added = questions.add(document.collection, document.id, given.passage, &text).await?;
            Ok(print(context, &[added]))
        }
        QuestionAction::Edit(given) => {
            let changed = questions.edit(given.number, &given.question.join(" ")).await?;
            Ok(print(context, &[changed]))
        }
        QuestionAction::Keep(given) => keep(context, &given.numbers, true).await,
        QuestionAction::Drop(given) => keep(context, &given.numbers, false).await,
        QuestionAction::Suggest(given) => {
            let collection = context.collection(&given.place).await?;
            Ok(print(context, &questions.suggest(collection, given.count, given.seed).await?))
        }
        QuestionAction::Asked(place) => asked::list(context, &place).await,
        QuestionAction::Forget(given) => asked::forget(context, given).await,
        QuestionAction::Remember(given) => asked::remember(context, given).await,
    }
}

/// Starts to generate, or goes on with the run of the collection that has not ended, and waits for its end.
async fn generate(context: &Context, given: Generate) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let adapt = engine.adapt();
    let collection = context.collection(&given.place).await?;
    let request = request(given);
    let events = engine.events();
    let run = match adapt.unfinished(collection).await? {
        Some(run) => run.id,
        None => {
            let plan = adapt.questions().plan(collection, &request).await?;
            if let Some(problem) = plan.problem {
                return Err(Error::Run(problem));
            }
            if !context.json {
                runs::print_plan(&plan);
            }
            adapt.questions().generate(collection, request).await?.id
        }
    };
    engine.work().await?;
    let ended = runs::to_its_end(context, events, run).await?;
    runs::print(context, &ended, "generating was cancelled; the questions so far are kept")
}

fn request(given: Generate) -> QuestionRequest {
    let usual = Filter::default();
    let round_trip = if given.no_filter { None } else { given.places.or(usual.round_trip) };
    QuestionRequest {
        writer: WriterChoice::from(given.writer),
        per_passage: given.per_passage,
        filter: Filter { round_trip, ..usual },
        prompt: given.prompt,
        seed: given.seed,
    }
}

async fn list(context: &Context, given: List) -> Result<Outcome, Error> {
    let questions = context.engine.adapt().questions();
    let (collection, which) = meant(context, &given.which).await?;
    let page = questions.page(collection, &which, given.offset, given.limit).await?;
    let counts = questions.tally(collection).await?;
    if !context.as_json(&json!({ "questions": page.questions, "total": page.total, "counts": counts })) {
        page.questions.iter().for_each(print_question);
        line(&format!("{} of {} questions", page.questions.len(), page.total));
        counts.iter().for_each(print_count);
    }
    Ok(Outcome::Done)
}

async fn export(context: &Context, given: Export) -> Result<Outcome, Error> {
    let (collection, which) = meant(context, &given.which).await?;
    let output = Output { path: given.file, force: given.force };
    let written = context.engine.export_questions(collection, &which, &output).await?;
    if !context.as_json(&json!({ "written": written })) {
        line(&format!("{written} questions written to {}", escaped_path(&output.path)));
    }
    Ok(Outcome::Done)
}

async fn import(context: &Context, given: Import) -> Result<Outcome, Error> {
    let collection = context.collection(&given.place).await?;
    let imported = context.engine.adapt().questions().import(collection, &given.file).await?;
    let Imported { stored, unmatched } = imported;
    if !context.as_json(&imported) {
        line(&format!("{stored} questions stored; {unmatched} lines are about no passage of the collection"));
    }
    Ok(if unmatched == 0 { Outcome::Done } else { Outcome::Partly })
}

async fn delete(context: &Context, given: Delete) -> Result<Outcome, Error> {
    let questions = context.engine.adapt().questions();
    let (collection, which) = meant(context, &given.which).await?;
    let deleted = if given.numbers.is_empty() {
        questions.delete_all(collection, &which).await?
    } else {
        for number in &given.numbers {
            questions.delete(*number).await?;
        }
        given.numbers.len() as u32
    };
    if !context.as_json(&json!({ "deleted": deleted })) {
        line(&format!("{deleted} questions deleted"));
    }
    Ok(Outcome::Done)
}

async fn keep(context: &Context, numbers: &[QuestionId], kept: bool) -> Result<Outcome, Error> {
    let mut changed = Vec::new();
    for number in numbers {
        changed.push(context.engine.adapt().questions().keep(*number, kept).await?);
    }
    Ok(print(context, &changed))
}

/// The collection, and which of its questions are meant.
async fn meant(context: &Context, given: &Which) -> Result<(CollectionId, WhichQuestions), Error> {
    let collection = context.collection(&given.place).await?;
    let document = match &given.document {
        Some(name) => Some(context.document_in(collection, name).await?.id),
        None => None,
    };
    let kept = (given.kept || given.rejected).then_some(given.kept);
    let origin = given.origin.map(|origin| match origin {
        Origin::Generator => pincite_api::Origin::Generator,
        Origin::Import => pincite_api::Origin::Import,
        Origin::Person => pincite_api::Origin::Person,
    });
    Ok((collection, WhichQuestions { document, kept, origin }))
}

fn print(context: &Context, questions: &[QuestionView]) -> Outcome {
    if !context.as_json(&questions) {
        questions.iter().for_each(print_question);
    }
    Outcome::Done
}

/// One question in two lines, or three.
fn print_question(question: &QuestionView) {
    let found = question.rank.map(|rank| format!(", found in place {rank}")).unwrap_or_default();
    let from = question.writer.as_deref().unwrap_or(name(question.origin));
    let passage = question.passage.map_or("no passage any more".to_owned(), |id| format!("passage {id}"));
    let state = if question.kept { "+" } else { "–" };
    line(&format!("{:>6} {state} {}", question.id, question.text));
    line(&format!("         document {}, {passage}, by {from}{found}", question.document));
    if let Some(reason) = &question.rejected {
        line(&format!("         {}", reason.message));
    }
}

/// One line of the counts.
fn print_count(count: &QuestionCount) {
    let fate = count.rejected.as_ref().map_or("kept".to_owned(), |reason| reason.code.replace('_', " "));
    let unplaced = if count.unplaced > 0 { format!(" ({} without a passage)", count.unplaced) } else { String::new() };
    line(&format!("{:>8} {} {fate}{unplaced}", count.count, name(count.origin)));
}

fn name(origin: pincite_api::Origin) -> &'static str {
    match origin {
        pincite_api::Origin::Generator => "generator",
        pincite_api::Origin::Import => "import",
        pincite_api::Origin::Person => "person",
    }
}
