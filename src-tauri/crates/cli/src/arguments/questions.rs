//! The words of `pincite questions`.

use super::{AboutPassage, InCollection};
use clap::{Args, Subcommand, ValueEnum};
use pincite_api::QuestionId;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Questions {
    #[command(subcommand)]
    pub(crate) action: QuestionAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum QuestionAction {
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
    Forget(Forget),
    /// Keep the questions that you ask, or keep none and forget all. Without a word: say which.
    Remember(Remember),
}

#[derive(Args, Debug)]
pub(crate) struct Generate {
    /// Which generator writes them: "auto" (the one that comes with Pincite), or the name of one that is here.
    #[arg(long, default_value = "auto", value_name = "NAME")]
    pub(crate) writer: String,
    /// How many about each passage, at most.
    #[arg(long, default_value_t = 3, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) per_passage: u32,
    /// Keep questions though the search does not find their passage in the first places of its document.
    #[arg(long)]
    pub(crate) no_filter: bool,
    /// How many first places those are [default: 10].
    #[arg(long, value_name = "COUNT", conflicts_with = "no_filter")]
    pub(crate) places: Option<usize>,
    /// The generator's input, with {passage} or {sentence} and perhaps {heading} in it [default: as it wants it].
    #[arg(long, value_name = "TEXT")]
    pub(crate) prompt: Option<String>,
    /// Another seed, other questions.
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

/// Which questions are meant.
#[derive(Args, Debug)]
pub(crate) struct Which {
    /// Only those about this document (number, file name, or the start of either).
    #[arg(long, short, value_name = "DOCUMENT")]
    pub(crate) document: Option<String>,
    /// Only those that are used.
    #[arg(long)]
    pub(crate) kept: bool,
    /// Only those that are not used.
    #[arg(long, conflicts_with = "kept")]
    pub(crate) rejected: bool,
    /// Only those that come from there.
    #[arg(long, value_enum)]
    pub(crate) origin: Option<Origin>,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

/// Where questions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Origin {
    /// A generator.
    Generator,
    /// A file.
    Import,
    /// A person.
    Person,
}

#[derive(Args, Debug)]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) which: Which,
    /// How many.
    #[arg(long, default_value_t = 20, value_name = "COUNT")]
    pub(crate) limit: u32,
    /// How many before them are left out.
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    pub(crate) offset: u32,
}

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The file. One that is there is not replaced.
    pub(crate) file: PathBuf,
    /// Replace the file if it is there. A document of the library is never replaced.
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) which: Which,
}

#[derive(Args, Debug)]
pub(crate) struct Import {
    /// The file.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct Delete {
    /// Their numbers.
    #[arg(value_name = "NUMBER", required_unless_present_any = ["all", "document", "kept", "rejected", "origin"])]
    pub(crate) numbers: Vec<QuestionId>,
    /// All of the collection.
    #[arg(long, conflicts_with_all = ["numbers", "document", "kept", "rejected", "origin"])]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) which: Which,
}

#[derive(Args, Debug)]
pub(crate) struct Edit {
    /// Its number.
    pub(crate) number: QuestionId,
    /// Its new words.
    #[arg(required = true, num_args = 1.., value_name = "QUESTION")]
    pub(crate) question: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Numbers {
    /// Their numbers.
    #[arg(required = true, value_name = "NUMBER")]
    pub(crate) numbers: Vec<QuestionId>,
}

#[derive(Args, Debug)]
pub(crate) struct Suggest {
    /// How many.
    #[arg(long, default_value_t = 5, value_name = "COUNT")]
    pub(crate) count: usize,
    /// Another seed, other questions.
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct Forget {
    /// Only this question. Without it: all of the collection.
    #[arg(num_args = 0.., value_name = "QUESTION", conflicts_with = "all")]
    pub(crate) question: Vec<String>,
    /// Those of all collections.
    #[arg(long, conflicts_with = "collection")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct Remember {
    /// What is wished for.
    #[arg(value_enum)]
    pub(crate) wish: Option<Wish>,
}

/// Whether something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Wish {
    /// It is.
    On,
    /// It is not.
    Off,
}
