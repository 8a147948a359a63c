//! The command line of the studies.

use clap::{Args, Parser, Subcommand, ValueEnum};
use pincite_adapt::Settings;
use pincite_lab::adapt::Recipe;
use pincite_lab::losses::Loss;
use std::path::PathBuf;

/// Studies and ablations of adapting.
#[derive(Debug, Parser)]
#[command(name = "pincite-lab", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Folder with the models [default: that of the product].
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) home: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) study: Study,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Study {
    /// SQuAD 2.0: adapt to its articles, or train on some articles' questions and search others.
    Squad(Squad),
    /// PDFs with questions and evidence: adapt to the PDFs.
    Pdf(Pdf),
    /// What learning brings to the search that people see, in one document and in all of them together.
    Learning(Learning),
    /// Metrics with each of several weights of the cross-encoder.
    Rerank(Rerank),
    /// Metrics of the first stage with each of several weights of vectors beside words.
    Dense(Dense),
    /// The candidates of a joint ranking as JSON lines: its training data.
    Candidates(Candidates),
    /// The passages of PDFs as JSON lines: input for training data.
    Passages(Passages),
    /// What speaks for an answer in a document, as JSON lines: training data of the model of presence.
    Evidence(Evidence),
    /// The parts of the scores of all passages, as JSON lines: for fitting weights.
    Fusion(Evidence),
    /// PDFs with questions: tables and all parts of the scores of passages, as JSON lines.
    Filings(Joint),
    /// Ways to select several passages, compared on questions about PDFs.
    Joint(Joint),
    /// The same on candidates of questions.
    CompareJoint(CompareJoint),
    /// Train a joint ranker on candidates of questions.
    TrainJoint(TrainJoint),
    /// The tables of some pages of a PDF as JSON, for comparing them with what people read.
    Tables(Tables),
    /// The claims of a memo with the places of documents that may say the same, as JSON lines: for fitting weights.
    Claims(Claims),
    /// Train an encoder on a file of pairs for one epoch, as other trainers do: for comparison with them.
    TrainEncoder(TrainEncoder),
}

#[derive(Args, Debug)]
pub(crate) struct Claims {
    /// The library with the documents.
    pub(crate) library: PathBuf,
    /// Name of their collection.
    pub(crate) collection: String,
    /// The memo, a text file.
    pub(crate) memo: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Tables {
    /// The PDF.
    pub(crate) file: PathBuf,
    /// The first page, counted from 0.
    pub(crate) first: u32,
    /// The last page.
    pub(crate) last: u32,
}

#[derive(Args, Debug)]
pub(crate) struct TrainEncoder {
    /// Folder of the encoder.
    pub(crate) model: PathBuf,
    /// JSON lines with `question`, `passage` and perhaps `document`.
    pub(crate) pairs: PathBuf,
    /// New folder for what the trained weights differ by.
    pub(crate) to: PathBuf,
    /// Highest learning rate [default: the product's].
    #[arg(long, value_name = "RATE")]
    pub(crate) learning_rate: Option<f64>,
}

/// What an encoder learns from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Lesson {
    /// Generated questions.
    Generated,
    /// Natural pairs of the documents.
    Natural,
    /// Both.
    Both,
}

#[derive(Args, Debug)]
pub(crate) struct Learning {
    /// JSON lines, a document each, as `learning_sets.py` writes them.
    pub(crate) set: PathBuf,
    /// What is learned from, each in a training of its own.
    #[arg(long, value_delimiter = ',', default_value = "generated,natural,both")]
    pub(crate) lessons: Vec<Lesson>,
    /// Ask only every so many-th question.
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    pub(crate) every: usize,
    #[command(flatten)]
    pub(crate) writing: Writing,
    #[command(flatten)]
    pub(crate) training: Training,
}

#[derive(Args, Debug)]
pub(crate) struct Evidence {
    /// JSON lines, a document each, as `models/presence/data.py` writes them. A question that nothing answers has no `right`.
    pub(crate) set: PathBuf,
    /// How many passages are read for a question.
    #[arg(long, value_name = "COUNT", default_value_t = 16)]
    pub(crate) depth: usize,
}

#[derive(Args, Debug)]
pub(crate) struct Joint {
    /// JSON lines with `id`, `pdf`, `question` and `evidence`.
    pub(crate) questions: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct CompareJoint {
    /// JSON lines, as `candidates` writes them.
    pub(crate) candidates: PathBuf,
    /// Weights [default: those that come with Pincite].
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Further bounds of a complete selection, separated by commas.
    #[arg(long, value_name = "SCORES", value_delimiter = ',', allow_negative_numbers = true)]
    pub(crate) bounds: Vec<f32>,
}

#[derive(Args, Debug)]
pub(crate) struct TrainJoint {
    /// JSON lines, as `candidates` writes them.
    pub(crate) candidates: PathBuf,
    /// New file for the weights.
    #[arg(long, value_name = "FILE")]
    pub(crate) to: PathBuf,
    /// The next passage as the only target: the ablation of the dynamic oracle.
    #[arg(long)]
    pub(crate) teacher_forcing: bool,
    /// Times every question is used.
    #[arg(long, value_name = "COUNT", default_value_t = 15)]
    pub(crate) epochs: usize,
    /// Highest learning rate.
    #[arg(long, value_name = "RATE", default_value_t = 3e-3)]
    pub(crate) learning_rate: f64,
    /// Another seed, other weights.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct Rerank {
    /// A SQuAD file, or JSON lines with `id`, `pdf`, `question` and `evidence`.
    pub(crate) questions: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Dense {
    /// A SQuAD file.
    pub(crate) questions: PathBuf,
    /// Name of an installed encoder.
    #[arg(long, value_name = "NAME")]
    pub(crate) encoder: String,
}

#[derive(Args, Debug)]
pub(crate) struct Candidates {
    /// JSON lines with `id`, `pdf`, `question` and `evidence`.
    pub(crate) questions: PathBuf,
    /// Candidates for each question.
    #[arg(long, value_name = "COUNT", default_value_t = 50)]
    pub(crate) count: usize,
}

#[derive(Args, Debug)]
pub(crate) struct Passages {
    /// PDFs and folders with PDFs.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Squad {
    /// The JSON file.
    pub(crate) file: PathBuf,
    /// Cut the articles into so many parts, and search each with an encoder trained on the questions of the others.
    #[arg(long, value_name = "COUNT")]
    pub(crate) folds: Option<usize>,
    /// Only this part, counted from 0.
    #[arg(long, value_name = "NUMBER", requires = "folds")]
    pub(crate) fold: Option<usize>,
    #[command(flatten)]
    pub(crate) writing: Writing,
    #[command(flatten)]
    pub(crate) training: Training,
}

#[derive(Args, Debug)]
pub(crate) struct Pdf {
    /// JSON lines with `id`, `pdf`, `question` and `evidence`.
    pub(crate) questions: PathBuf,
    /// Longest passage, in tokens of the encoder [default: the product's].
    #[arg(long, value_name = "TOKENS")]
    pub(crate) max_tokens: Option<usize>,
    /// Adapt to the PDFs, and ask before and after; else only ask.
    #[arg(long)]
    pub(crate) adapt: bool,
    #[command(flatten)]
    pub(crate) writing: Writing,
    #[command(flatten)]
    pub(crate) training: Training,
}

/// Who writes the questions that are adapted to.
#[derive(Args, Clone, Debug)]
pub(crate) struct Writing {
    /// "auto" (the product's generator), "keywords" (the ablation without a model), or the name of a generator.
    #[arg(long, value_name = "WRITER", default_value = "auto")]
    pub(crate) writer: String,
    /// Questions for each passage.
    #[arg(long, value_name = "COUNT", default_value_t = 3)]
    pub(crate) per_passage: usize,
    /// Keep questions wherever the search finds their passage.
    #[arg(long)]
    pub(crate) no_filter: bool,
}

/// How the encoder is trained. What is not given is as in the product.
#[derive(Args, Clone, Debug)]
pub(crate) struct Training {
    /// What is minimised. With several, separated by commas, each has its own run on the same questions.
    #[arg(long, value_name = "LOSS", value_delimiter = ',', default_value = "dl-dpr")]
    pub(crate) loss: Vec<Objective>,
    /// Batches from all documents instead of one: the ablation of the DL-DPR paper. All documents are one to the training.
    #[arg(long)]
    pub(crate) mixed_batch: bool,
    /// Start from the base encoder instead of the pretrained checkpoint that comes with Pincite.
    #[arg(long)]
    pub(crate) from_base: bool,
    /// Times every pair is used, at most.
    #[arg(long, value_name = "COUNT")]
    pub(crate) epochs: Option<usize>,
    /// Highest learning rate.
    #[arg(long, value_name = "RATE")]
    pub(crate) learning_rate: Option<f64>,
    /// Passages per batch.
    #[arg(long, value_name = "PASSAGES")]
    pub(crate) batch: Option<usize>,
    /// Questions of one passage that share a batch, at most.
    #[arg(long, value_name = "COUNT")]
    pub(crate) questions_per_passage: Option<usize>,
    /// Another seed, another run.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
}

/// A loss, by its method.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Objective {
    /// Softmax over the passages of a batch, and over its questions.
    DlDpr,
    /// Passage-centric similarity in a first stage, with pairs that the cross-encoder confirms.
    Pair,
    /// The cross-encoder's margins between answers and hard negatives (MarginMSE).
    Gpl,
    /// Binary cross-entropy with up to three positives for a question.
    DprPlus,
}

/// Share of the passage-centric loss in the first stage of PAIR (Ren et al. 2021).
const PASSAGE_SHARE: f32 = 0.1;

impl Objective {
    fn loss(self) -> Loss {
        match self {
            Self::DlDpr => Loss::DlDpr,
            Self::Pair => Loss::Pair { passage_share: PASSAGE_SHARE },
            Self::Gpl => Loss::MarginMse,
            Self::DprPlus => Loss::DprPlus,
        }
    }
}

impl Training {
    /// For each loss, the product's settings with what was given instead.
    pub(crate) fn recipes(&self) -> impl Iterator<Item = Recipe> {
        self.loss.iter().map(|objective| Recipe {
            loss: objective.loss(),
            mixed: self.mixed_batch,
            settings: self.settings(),
        })
    }

    fn settings(&self) -> Settings {
        let usual = Settings::default();
        Settings {
            epochs: self.epochs.unwrap_or(usual.epochs),
            learning_rate: self.learning_rate.unwrap_or(usual.learning_rate),
            batch: self.batch.unwrap_or(usual.batch),
            questions_per_passage: self.questions_per_passage.unwrap_or(usual.questions_per_passage),
            seed: self.seed.unwrap_or(usual.seed),
            ..usual
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn without_switches_the_recipe_is_the_products() {
        let arguments = Arguments::parse_from(["pincite-lab", "squad", "dev.json"]);
        let Study::Squad(squad) = arguments.study else { unreachable!("squad was asked for") };
        assert_eq!(squad.training.recipes().collect::<Vec<_>>(), [Recipe::default()]);
    }
}
