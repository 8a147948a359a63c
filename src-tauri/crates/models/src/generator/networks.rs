//! The encoder and decoder networks in ONNX Runtime, with the names of their inputs and outputs. Not for their inputs'
//! values (`rows`).

use std::path::Path;
use std::sync::Mutex;

use ort::session::Session as OrtSession;
use ort::value::{Outlet, TensorElementType};

use super::settings::Files;
use crate::session::{failed, options};
use crate::{Error, Processor, Result};

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
    pub(super) fn open(name: &str, files: &Files, processor: Processor) -> Result<Self> {
        let encoder = session(name, &files.encoder, processor)?;
        let decoder = session(name, &files.decoder, processor)?;
        check(&files.encoder, &encoder, &[INPUT_IDS, ATTENTION_MASK], HIDDEN)?;
        check(&files.decoder, &decoder, &[INPUT_IDS, ENCODER_MASK, USE_CACHE], LOGITS)?;
        let slots = |part: &str| {
            let wanted = decoder.inputs().iter().filter(|input| input.name().starts_with(PAST));
            wanted.filter(|input| input.name().contains(part)).map(|input| slot(&files.decoder, input)).collect()
        };
        let [own, cross]: [Result<Vec<Slot>>; 2] = [slots(".decoder."), slots(".encoder.")];
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

fn session(name: &str, file: &Path, processor: Processor) -> Result<OrtSession> {
    options(processor)
        // Memory patterns are cached per shape, and no two steps have the same shape.
        .and_then(|builder| Ok(builder.with_memory_pattern(false)?))
        .and_then(|mut builder| builder.commit_from_file(file))
        .map_err(|error| failed(name, "loading", error))
}

/// Checks that a graph has the expected inputs and output, before it runs.
fn check(file: &Path, session: &OrtSession, needed: &[&str], output: &str) -> Result<()> {
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
fn slot(file: &Path, input: &Outlet) -> Result<Slot> {
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
