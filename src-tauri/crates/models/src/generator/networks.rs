//! The encoder and decoder networks in ONNX Runtime, with the names of their inputs and outputs. Not for their inputs'
//! values (`rows`).

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::thread::available_parallelism;

use ort::ep::{ExecutionProviderDispatch, WebGPU};
use ort::session::Session as OrtSession;
use ort::value::{Outlet, TensorElementType};

use super::decoding::{Decoding, Search};
use super::files::Files;
use super::search::{FoundText, SearchBatch};
use super::settings::Settings;
use crate::error::Error;
use crate::fallback::Comparison;
use crate::session::{failed, options};
use crate::stop::Stop;

pub(super) const INPUT_IDS: &str = "input_ids";
pub(super) const ATTENTION_MASK: &str = "attention_mask";
pub(super) const HIDDEN: &str = "last_hidden_state";
pub(super) const ENCODER_MASK: &str = "encoder_attention_mask";
pub(super) const ENCODER_HIDDEN: &str = "encoder_hidden_states";
pub(super) const USE_CACHE: &str = "use_cache_branch";
pub(super) const LOGITS: &str = "logits";
const PAST: &str = "past_key_values.";
const PRESENT: &str = "present.";

/// Keys or values of one layer: names of input and output, number of heads, width of a head.
pub(super) struct Slot {
    pub(super) past: String,
    pub(super) present: String,
    pub(super) heads: usize,
    pub(super) width: usize,
}

/// An opened encoder with its decoder.
pub(super) struct Networks {
    pub(super) name: String,
    pub(super) encoder: Mutex<OrtSession>,
    pub(super) decoder: Mutex<OrtSession>,
    /// Keys and values of the generated text.
    pub(super) own: Vec<Slot>,
    /// Keys and values of the input.
    pub(super) cross: Vec<Slot>,
    /// Whether the decoder needs the encoder's output.
    pub(super) wants_hidden: bool,
}

impl Networks {
    /// Opens them on `provider`, or on the CPU.
    pub(super) fn open(name: &str, files: &Files, provider: Option<ExecutionProviderDispatch>) -> Result<Self, Error> {
        let encoder = session(name, &files.encoder, provider.clone())?;
        let decoder = session(name, &files.decoder, provider)?;
        check(&files.encoder, &encoder, &[INPUT_IDS, ATTENTION_MASK], HIDDEN)?;
        check(&files.decoder, &decoder, &[INPUT_IDS, ENCODER_MASK, USE_CACHE], LOGITS)?;
        let slots = |part: &str| {
            let wanted = decoder.inputs().iter().filter(|input| input.name().starts_with(PAST));
            wanted.filter(|input| input.name().contains(part)).map(|input| slot(&files.decoder, input)).collect()
        };
        let [own, cross]: [Result<Vec<Slot>, Error>; 2] = [slots(".decoder."), slots(".encoder.")];
        let wants_hidden = decoder.inputs().iter().any(|input| input.name() == ENCODER_HIDDEN);
        let (encoder, decoder) = (Mutex::new(encoder), Mutex::new(decoder));
        Ok(Self { name: name.to_owned(), encoder, decoder, own: own?, cross: cross?, wants_hidden })
    }

    /// Cached bytes per token of one row.
    pub(super) fn bytes_per_token(&self) -> usize {
        let numbers = |slots: &[Slot]| slots.iter().map(|slot| slot.heads * slot.width).sum::<usize>();
        numbers(&self.own).max(numbers(&self.cross)) * size_of::<f32>()
    }
}

fn session(name: &str, file: &Path, provider: Option<ExecutionProviderDispatch>) -> Result<OrtSession, Error> {
    let threads = if provider.is_some() { 1 } else { available_parallelism().map_or(1, usize::from) };
    options(provider, threads)
        // Memory patterns are cached per shape, and no two steps have the same shape.
        .and_then(|builder| Ok(builder.with_memory_pattern(false)?))
        .and_then(|mut builder| builder.commit_from_file(file))
        .map_err(|error| failed(name, "loading", error))
}

/// Checks that a graph has the expected inputs and output, before it runs.
fn check(file: &Path, session: &OrtSession, needed: &[&str], output: &str) -> Result<(), Error> {
    let (inputs, outputs) = (names(session.inputs()), names(session.outputs()));
    let known = |name: &&str| needed.contains(name) || *name == ENCODER_HIDDEN || name.starts_with(PAST);
    let missing = needed.iter().find(|name| !inputs.contains(name));
    if let Some(missing) = missing.or_else(|| Some(&output).filter(|output| !outputs.contains(output))) {
        return Err(Error::bad(file, format!("it has no `{missing}`; export it as encoder and merged decoder")));
    }
    match inputs.iter().find(|name| !known(name)) {
        Some(unknown) => Err(Error::bad(file, format!("it wants `{unknown}`, which is not supported"))),
        None => Ok(()),
    }
}

fn names(outlets: &[Outlet]) -> Vec<&str> {
    outlets.iter().map(Outlet::name).collect()
}

/// Shape of a past input: four dimensions, with fixed heads and width.
fn slot(file: &Path, input: &Outlet) -> Result<Slot, Error> {
    let shape = input.dtype().tensor_shape().map(|shape| shape.to_vec()).unwrap_or_default();
    let floats = input.dtype().tensor_type() == Some(TensorElementType::Float32);
    let fixed = |at: usize| shape.get(at).and_then(|length| usize::try_from(*length).ok()).filter(|length| *length > 0);
    match (fixed(1), fixed(3), floats && shape.len() == 4) {
        (Some(heads), Some(width), true) => {
            let past = input.name().to_owned();
            Ok(Slot { present: past.replacen(PAST, PRESENT, 1), past, heads, width })
        }
        _ => Err(Error::bad(file, format!("`{}` is not 32-bit floats of fixed heads and width", input.name()))),
    }
}

/// A fixed workload to compare the devices. A greedy search must give the same tokens; a search with nine beams
/// measures realistic speed.
pub(super) struct KnownWork<'w> {
    pub(super) name: &'w str,
    pub(super) files: &'w Files,
    pub(super) settings: &'w Settings,
}

/// Lengths of the fixed inputs, and the tokens generated from each.
const LENGTHS: [usize; 4] = [128, 31, 96, 5];
const TOKENS: usize = 8;
/// Token ids that every vocabulary has.
const VOCABULARY: usize = 100;

impl Comparison<Networks> for KnownWork<'_> {
    type Outcome = Vec<Vec<FoundText>>;

    fn on_gpu(&self) -> Result<Networks, Error> {
        Networks::open(self.name, self.files, Some(WebGPU::default().build()))
    }

    fn run(&self, networks: &Networks) -> Result<Self::Outcome, Error> {
        let id = |row: usize, column: usize| ((row * 7919 + column * 104_729 + 3) % VOCABULARY) as u32;
        let input = |(row, length): (usize, &usize)| {
            (0..*length.min(&self.settings.max_input)).map(|column| id(row, column)).collect()
        };
        let inputs: Vec<Vec<u32>> = LENGTHS.iter().enumerate().map(input).collect();
        let inputs: Vec<&[u32]> = inputs.iter().map(Vec::as_slice).collect();
        let search = |search| {
            let decoding = Decoding { search, max_new_tokens: TOKENS, ..Decoding::default() };
            let batched =
                SearchBatch { inputs: &inputs, settings: self.settings, decoding: &decoding, stop: &Stop::new()? };
            batched.run(networks, &mut |_| ControlFlow::Continue(()))
        };
        search(Decoding::default().search)?;
        search(Search::Greedy)
    }

    fn difference(&self, gpu: &Self::Outcome, cpu: &Self::Outcome) -> Option<String> {
        let tokens = |found: &Self::Outcome| found.iter().flatten().map(|one| one.tokens.clone()).collect::<Vec<_>>();
        (tokens(gpu) != tokens(cpu)).then(|| "generates other tokens than the CPU".to_owned())
    }
}
