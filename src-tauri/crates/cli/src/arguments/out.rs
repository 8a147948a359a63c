//! Arguments of what is carried out: citations, files, links. Not for carrying it out (`commands`).

use super::InCollection;
use clap::{Args, ValueEnum};
use pincite_api::PassageId;
use std::path::PathBuf;

/// How citations are written.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Citing {
    /// Style of the citations.
    #[arg(long, value_enum, default_value_t = Style::Plain)]
    pub(crate) style: Style,
}

/// Style of citations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
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
    pub(crate) out: Option<PathBuf>,
    /// Replace an existing file. A document of the library is never replaced.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Marks {
    #[command(flatten)]
    pub(crate) place: InCollection,
    #[command(flatten)]
    pub(crate) file: OptionalOut,
}

#[derive(Args, Debug)]
pub(crate) struct Annotate {
    /// The document (number, file name, or the start of either).
    #[arg(value_name = "DOCUMENT")]
    pub(crate) document: String,
    #[command(flatten)]
    pub(crate) place: InCollection,
    /// The question whose answers are highlighted. It becomes the note of each highlight.
    #[arg(long, short, value_name = "QUESTION")]
    pub(crate) question: String,
    /// Most highlights. All answers may be more.
    #[arg(short, default_value_t = 5, value_name = "COUNT")]
    pub(crate) k: u32,
    /// The copy. An existing file is not replaced.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace an existing file. A document of the library is never replaced.
    #[arg(long)]
    pub(crate) force: bool,
    /// Password of an encrypted file. The copy keeps it.
    #[arg(long, value_name = "PASSWORD")]
    pub(crate) password: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct MakeLink {
    /// The document (number, file name, or the start of either).
    #[arg(value_name = "DOCUMENT")]
    pub(crate) document: String,
    #[command(flatten)]
    pub(crate) place: InCollection,
    /// Number of the page, counted from 1.
    #[arg(long, value_name = "PAGE", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) page: u32,
    /// Highlight this passage of the page (its number from `ask`).
    #[arg(long, value_name = "NUMBER")]
    pub(crate) hit: Option<PassageId>,
}

#[derive(Args, Debug)]
pub(crate) struct OpenLink {
    /// The link: pincite://open?…
    #[arg(value_name = "LINK")]
    pub(crate) link: String,
}
