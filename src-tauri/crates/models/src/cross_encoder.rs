//! The cross-encoder: scores how well a passage answers a question, and whether it answers, reading both together. Not for
//! ranking (the crate `search`).

use std::ops::{ControlFlow, Range};
use std::path::Path;

use pincite_graph::bert::{self, CLASSIFIER, Heads, Labels, PRESENCE_CLASSIFIER, SPAN_CLASSIFIER};

use crate::device::WithFallback;
use crate::files::{CONFIG, OVERRIDES, json};
use crate::session::{AfterRun, BUDGET, PairScore, Session, initialisers, plan};
use crate::settings::{Calibration, Overrides};
use crate::tokens::{PairTokens, Tokens};
use crate::weights::{ModelFolder, Weights};
use crate::{Device, Error, Result, TextPair};

/// Greatest difference between the scores of both devices.
const TOLERANCE: f32 = 0.02;
/// Texts of the pairs that compare both devices.
const KNOWN: [&str; 3] =
    ["Rent is due on the first day of every month.", "A notice", "Section 12.3 survives termination."];

/// A cross-encoder, opened and ready.
pub struct CrossEncoder {
    name: String,
    tokens: Tokens,
    calibration: Calibration,
    network: WithFallback<Session>,
}

impl CrossEncoder {
    /// Opens the model in `folder`: a Hugging Face sequence classifier of the BERT family with one label, or with the two
    /// labels "no" and "yes". A folder with differences from an encoder's weights names that encoder's folder.
    ///
    /// # Errors
    /// When a file is missing or damaged, the architecture or the number of labels is not supported, or the runtime was
    /// not started. For [`Device::Gpu`] also when there is no usable graphics processor.
    pub fn open(folder: &Path, device: Device) -> Result<Self> {
        let mut model = ModelFolder::read(folder)?;
        let stored = model.weights()?;
        let ModelFolder { name, base, settings, tokens, .. } = model;
        let labels = labels(&base, &stored, settings.config.hidden_size)?;
        let presence = stored.has(PRESENCE_CLASSIFIER)?;
        let span = stored.has(SPAN_CLASSIFIER)?;
        let heads = Heads { labels, presence, span };
        let graph = bert::cross_encoder(&settings.config, heads)
            .map_err(|source| Error::Graph { file: base.join(CONFIG), source })?;
        let weights = initialisers(&graph, &stored)?;
        drop(stored);
        let network = WithFallback::open(
            device,
            |processor| Session::open(&name, &graph, &weights, processor),
            |session| session.score(&known_pairs(&tokens)?.iter().collect::<Vec<_>>(), AfterRun::Free),
            |gpu, cpu| difference(gpu, cpu),
        )?;
        let own: Overrides = json(&folder.join(OVERRIDES))?.unwrap_or_default();
        Ok(Self { name, tokens, calibration: own.calibration.unwrap_or_default(), network })
    }

    /// Name of the model, which is that of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The device, for people: "cpu" or "gpu".
    pub fn device(&self) -> &str {
        self.network.device()
    }

    /// The probability that a passage with this score answers the question, 0 to 1. A model without calibration in its
    /// folder (`pincite.json`) is taken at its word: the logistic function of its presence.
    pub fn probability(&self, score: PairScore) -> f32 {
        let Calibration { slope, offset } = self.calibration;
        1.0 / (1.0 + (-(slope * score.presence + offset)).exp())
    }

    /// One score per passage, in the given order. `on_progress` gets the number of finished passages and may stop the work.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when stopped; [`Error::Session`] when the runtime fails.
    pub fn score(
        &self,
        question: &str,
        passages: &[&str],
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<PairScore>> {
        self.score_pairs(&TextPair::each(question, passages), on_progress)
    }

    /// The same for pairs of several questions: one batch may hold all of them.
    ///
    /// # Errors
    /// As [`Self::score`].
    pub fn score_pairs(
        &self,
        pairs: &[TextPair<'_>],
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<PairScore>> {
        let pairs = self.tokens.pairs(pairs)?;
        let lengths: Vec<usize> = pairs.iter().map(|pair| pair.ids.len()).collect();
        let mut scores = vec![PairScore::default(); pairs.len()];
        let mut done = 0;
        let batches = plan(&lengths, BUDGET);
        for (run, batch) in batches.iter().enumerate() {
            let inputs: Vec<&PairTokens> = batch.iter().map(|index| &pairs[*index]).collect();
            let after = AfterRun::of(run, batches.len());
            let found = self.network.run(|session| session.score(&inputs, after))?;
            batch.iter().zip(found).for_each(|(index, score)| scores[*index] = score);
            done += batch.len();
            if on_progress(done).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(scores)
    }

    /// Where in the passage the answer stands. `None` if the model has no output for it.
    ///
    /// # Errors
    /// [`Error::Session`] when the runtime fails.
    pub fn span(&self, pair: &TextPair<'_>) -> Result<Option<AnswerSpan>> {
        let Some(tokens) = self.tokens.placed_pair(pair)? else { return Ok(None) };
        let logits = self.network.run(|session| session.spans(&tokens))?;
        let mut span = AnswerSpan::default();
        for ((place, kind), logits) in tokens.places.into_iter().zip(&tokens.types).zip(logits.chunks_exact(2)) {
            if *kind == 1 && !place.is_empty() {
                span.tokens.push(SpanToken { place, start: logits[0], end: logits[1] });
            }
        }
        Ok((!span.tokens.is_empty()).then_some(span))
    }
}

/// Where in a passage the answer to a question stands: logits of start and end for each token (Devlin et al. 2019, §4.2).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerSpan {
    tokens: Vec<SpanToken>,
}

/// A token of the passage.
#[derive(Clone, Debug, PartialEq)]
struct SpanToken {
    /// Its bytes in the passage.
    place: Range<usize>,
    start: f32,
    end: f32,
}

impl AnswerSpan {
    /// How much speaks for an answer within these bytes of the passage: the greatest logit of a start there, and that of an
    /// end. `None` if no token stands there.
    pub fn score(&self, place: &Range<usize>) -> Option<f32> {
        let inside = |token: &&SpanToken| token.place.start < place.end && place.start < token.place.end;
        let start = self.tokens.iter().filter(inside).map(|token| token.start).reduce(f32::max)?;
        let end = self.tokens.iter().filter(inside).map(|token| token.end).reduce(f32::max)?;
        Some(start + end)
    }
}

/// Arbitrary but fixed pairs of usual length.
fn known_pairs(tokens: &Tokens) -> Result<Vec<PairTokens>> {
    let passages = KNOWN.map(|text| text.repeat(12));
    let passages: Vec<&str> = passages.iter().map(String::as_str).cycle().take(16).collect();
    tokens.pairs(&TextPair::each("When is the rent due?", &passages))
}

/// The meaning of the outputs, by the size of the classifier.
fn labels(base: &Path, weights: &Weights, width: i64) -> Result<Labels> {
    match weights.rows(CLASSIFIER, usize::try_from(width).unwrap_or(0))? {
        1 => Ok(Labels::One),
        2 => Ok(Labels::NoAndYes),
        other => Err(Error::bad(
            &base.join(CONFIG),
            format!("it has {other} labels; a cross-encoder with 1 or 2 is supported"),
        )),
    }
}

/// How the scores of the GPU differ from those of the CPU.
fn difference(gpu: &[PairScore], cpu: &[PairScore]) -> Option<String> {
    let apart = |a: &PairScore, b: &PairScore| (a.rank - b.rank).abs() + (a.presence - b.presence).abs();
    let difference = gpu.iter().zip(cpu).map(|(a, b)| apart(a, b)).fold(0.0, f32::max);
    let differs = difference.is_nan() || difference > TOLERANCE;
    differs.then(|| format!("computes other scores than the CPU (by {difference})"))
}
