//! `pincite ask` and `pincite annotate`: answers in the terminal, in a file, or highlighted in a copy of a document.

use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output::{self, FAINT, STRONG, WARN};
use anstyle::Style as Look;
use clap::{Args, ValueEnum};
use pincite_api::{
    Answer, CitationStyle, ComputedAnswer, ComputedValue, Figure, FigureRow, Gather, Hit, Match, Question, Score,
};
use pincite_engine::{Output, citation_in, escaped, escaped_path};
use serde::Serialize;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Ask {
    /// The question. A phrase in double quotes must occur.
    #[arg(required = true, num_args = 1.., value_name = "QUESTION")]
    question: Vec<String>,
    #[command(flatten)]
    place: InCollection,
    /// Search only this document (number, file name, or the start of either). May be repeated.
    #[arg(long = "document", short, value_name = "DOCUMENT")]
    documents: Vec<String>,
    /// Number of passages. All answers may be more.
    #[arg(short, default_value_t = 5, value_name = "COUNT")]
    k: u32,
    /// Print all passages that answer the question, as for a question that asks for a list ("Which clauses …?").
    #[arg(long, conflicts_with = "best")]
    all: bool,
    /// Print the best passages, also for a question that asks for a list.
    #[arg(long)]
    best: bool,
    /// Ranking signals of the search.
    #[arg(long, value_enum, default_value_t = Mode::Hybrid)]
    mode: Mode,
    /// Skip the cross-encoder: faster, and less exact.
    #[arg(long)]
    no_rerank: bool,
    /// Let the cross-encoder read only so many of the first passages.
    #[arg(long, value_name = "PASSAGES", value_parser = clap::value_parser!(u32).range(1..=50), conflicts_with = "no_rerank")]
    depth: Option<u32>,
    #[command(flatten)]
    citing: Citing,
    #[command(flatten)]
    file: OptionalOut,
}

/// Ranking signals of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    /// Lexical and dense ranking combined.
    Hybrid,
    /// Dense ranking only (the encoder).
    Dense,
    /// Lexical ranking only (BM25).
    Lexical,
}

/// How citations are written.
#[derive(Args, Clone, Copy, Debug)]
struct Citing {
    /// Style of the citations.
    #[arg(long, value_enum, default_value_t = Style::Plain)]
    style: Style,
}

/// Style of citations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Style {
    /// Agreement, p. 4, § 7.2 — Termination
    Plain,
    /// Agreement § 7.2, at 4 (Termination).
    Bluebook,
    /// Agreement, § 7.2 (“Termination”), p. 4.
    Footnote,
    /// The plain style, in Markdown.
    Markdown,
}

impl From<Style> for pincite_api::CitationStyle {
    fn from(style: Style) -> Self {
        match style {
            Style::Plain => Self::Plain,
            Style::Bluebook => Self::Bluebook,
            Style::Footnote => Self::Footnote,
            Style::Markdown => Self::Markdown,
        }
    }
}

/// A file to write besides printing.
#[derive(Args, Debug)]
pub(crate) struct OptionalOut {
    /// Also write this file; its ending says the format: .docx, .xlsx, .csv or .md. An existing file is not replaced.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Replace an existing file. A document of the library is never replaced.
    #[arg(long, requires = "out")]
    pub(super) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Annotate {
    /// The document (number, file name, or the start of either).
    #[arg(value_name = "DOCUMENT")]
    document: String,
    #[command(flatten)]
    place: InCollection,
    /// The question whose answers are highlighted. It becomes the note of each highlight.
    #[arg(long, short, value_name = "QUESTION")]
    question: String,
    /// Most highlights. All answers may be more.
    #[arg(short, default_value_t = 5, value_name = "COUNT")]
    k: u32,
    /// The copy. An existing file is not replaced.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace an existing file. A document of the library is never replaced.
    #[arg(long)]
    force: bool,
    /// Password of an encrypted file. The copy keeps it.
    #[arg(long, value_name = "PASSWORD")]
    password: Option<String>,
}

/// Asks and prints the ranked passages.
pub(super) async fn ask(context: &Context, given: Ask) -> Result<Outcome, Error> {
    let collection = context.collection(&given.place).await?;
    let documents = context.documents_in(collection, &given.documents).await?;
    let style = given.citing.style.into();
    let question = Question {
        text: given.question.join(" "),
        collection,
        documents,
        k: given.k,
        mode: mode(given.mode),
        gather: gather(&given),
        rerank: !given.no_rerank,
        depth: given.depth,
        remember: true,
    };
    let output = given.file.output();
    if let Some(output) = &output {
        context.engine.refuse_to_export(output).await?;
    }
    let answer = context.engine.ask_in_stages(question, reading).await?;
    if !context.as_json(&answer) {
        print(&answer, style);
    }
    if let Some(output) = &output {
        context.engine.export_results(&answer, style, output).await?;
        output::remark(&format!("written to {}", escaped_path(&output.path)));
    }
    let nothing = answer.hits.is_empty() || answer.state == Some(Match::NotFound);
    Ok(if nothing { Outcome::NothingFound } else { Outcome::Done })
}

impl OptionalOut {
    /// The file, if there is one to write.
    pub(super) fn output(self) -> Option<Output> {
        Some(Output { path: self.out?, force: self.force })
    }
}

/// Says that the final order is still to come.
fn reading(first: Answer) {
    let found = first.hits.len();
    let passages = if found == 1 { "passage" } else { "passages" };
    output::remark(&format!("{found} {passages} found in {:.1} s, reading closely …", first.milliseconds / 1000.0));
}

fn gather(given: &Ask) -> Gather {
    match (given.all, given.best) {
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

/// The ranked passages of an answer, with citations in a style.
fn print(answer: &Answer, style: CitationStyle) {
    for problem in &answer.notes {
        output::note(problem);
    }
    if !answer.hits.is_empty() {
        headline(answer);
    }
    answer.computed.iter().for_each(computed);
    for (rank, hit) in answer.hits.iter().enumerate() {
        let unsure = if answer.is_unsure(hit) { " (unsure)" } else { "" };
        passage(&format!("{}. {}{unsure}", rank + 1, citation_in(style, &hit.cited).text), hit);
    }
    let without: Vec<&str> =
        answer.documents_with(Match::NotFound).map(|document| document.document_name.as_str()).collect();
    if !without.is_empty() {
        output::line(&format!("Not found in: {}\n", without.join(", ")));
    }
    anstream::println!("{FAINT}{} passages in {:.0} ms{FAINT:#}", answer.hits.len(), answer.milliseconds);
}

fn headline(answer: &Answer) {
    let Some(result) = answer.result() else { return };
    match answer.state {
        Some(Match::Found) => anstream::println!("{STRONG}{result}{STRONG:#}\n"),
        Some(Match::NotFound) => {
            anstream::println!("{WARN}{result} in these documents.{WARN:#} Nearest passages:\n");
        }
        _ => anstream::println!("{WARN}{result}.{WARN:#} Nearest passages:\n"),
    }
}

/// What was computed: the formula, and for each year the value with its figures.
fn computed(answer: &ComputedAnswer) {
    let ComputedAnswer { name, formula, values, .. } = answer;
    let title = if name.is_empty() { "Change".to_owned() } else { format!("{name} = {formula}") };
    output::line(&format!("{STRONG}{}{STRONG:#}", escaped(&title)));
    for ComputedValue { year, value, parts } in values {
        output::line(&format!("   {year}: {STRONG}{}{STRONG:#}", escaped(value)));
        for part in parts {
            let figure = [&part.label, &part.figure, &part.period].map(|text| escaped(text)).join(" · ");
            output::line(&format!("      {figure}  {FAINT}{}{FAINT:#}", escaped(&part.citation)));
        }
    }
    anstream::println!();
}

fn passage(title: &str, hit: &Hit) {
    anstream::println!("{STRONG}{title}{STRONG:#}");
    anstream::println!("   {FAINT}document {} · passage {} · {}{FAINT:#}", hit.document, hit.id, score(hit));
    if let Some(value) = &hit.value {
        output::line(&format!("   {}", value.normalised));
    }
    if let Some(row) = &hit.row {
        figures(row);
    }
    for line in pieces(hit).lines() {
        output::line(&format!("   {line}"));
    }
    for other in &hit.same_as {
        anstream::println!("   {FAINT}also: {} · passage {}{FAINT:#}", other.citation, other.passage);
    }
    anstream::println!();
}

/// The row that answers: its table and labels, then its figures with the heads of their columns.
fn figures(FigureRow { title, path, figures }: &FigureRow) {
    let labels = std::iter::once(title).chain(path).filter(|label| !label.is_empty());
    output::line(&format!("   {}", labels.map(String::as_str).collect::<Vec<_>>().join(" › ")));
    let figure = |Figure { head, text, scale, asked, .. }: &Figure| {
        let style = if *asked { Look::new().bold() } else { Look::new() };
        format!("{style}{}{style:#}", [head, text, scale].map(String::as_str).join(" ").trim())
    };
    output::line(&format!("   {}", figures.iter().map(figure).collect::<Vec<_>>().join(" · ")));
}

fn score(hit: &Hit) -> String {
    let Score { total, lexical, dense, numeric, rows, named, cross } = hit.score;
    let mut text = format!("score {total:.2}");
    let parts = [
        ("words", lexical),
        ("meaning", dense),
        ("numbers", numeric),
        ("row", rows),
        ("name", named),
        ("reading", cross),
    ];
    for (name, value) in parts {
        if let Some(value) = value {
            text += &format!(" · {name} {value:.2}");
        }
    }
    text
}

/// The passage's text with its best sentence in bold and the question's words underlined.
fn pieces(hit: &Hit) -> String {
    let mut text = String::new();
    for piece in &hit.pieces {
        let mut style = if piece.sentence { Look::new().bold() } else { Look::new() };
        if piece.matched {
            style = style.underline();
        }
        text.push_str(&format!("{style}{}{style:#}", piece.text));
    }
    text
}

#[derive(Serialize)]
struct Written {
    highlights: u32,
    out: String,
}

/// Writes a copy of a document with the answers highlighted.
pub(super) async fn annotate(context: &Context, given: Annotate) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let document = context.unlocked(&given.place, &given.document, given.password).await?;
    let output = Output { path: given.out, force: given.force };
    engine.refuse_to_replace(&output).await?;
    let answer = engine.ask(Question {
        text: given.question,
        collection: document.collection,
        documents: vec![document.id],
        k: given.k,
        mode: pincite_api::Mode::Hybrid,
        gather: Gather::Auto,
        rerank: true,
        depth: None,
        remember: true,
    });
    let highlights = engine.highlighted_copy(document.id, &answer.await?, &output).await?;
    let out = escaped_path(&output.path);
    let written = Written { highlights, out };
    if !context.as_json(&written) {
        output::line(&format!("{highlights} highlights written to {}", written.out));
    }
    Ok(if highlights == 0 { Outcome::NothingFound } else { Outcome::Done })
}
