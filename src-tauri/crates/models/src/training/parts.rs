//! Steps in parts, for batches larger than memory or with very different text lengths: gradient caching (Gao et al.
//! 2021). All texts are encoded first, then come the loss and its gradients by the vectors, then the backward pass of
//! each part. The gradients are the same. Intermediate values are kept as far as there is memory; other parts run
//! forward again. Not for whole batches (`step`).

use pincite_graph::bert;
use pincite_graph::training as names;

use super::batch::{Batch, Rates, Stepped, first_number};
use super::programs::Kind;
use super::step::{padded_tokens, targets};
use super::trainee::{Trainee, ids_and_mask};
use crate::{Array, Embeddings, Error, Result};

/// Some texts of a batch, by index, after the forward pass.
struct Part {
    texts: Vec<usize>,
    /// Intermediate values for the backward pass; empty if there was no memory for them.
    kept: Vec<(String, Array)>,
}

/// One side of a batch, in parts.
struct Encoded<'b> {
    /// Token ids of all texts.
    texts: &'b [&'b [u32]],
    parts: Vec<Part>,
}

/// The loss of a batch and its gradients: by the vectors, row by row, and by the temperature.
struct Loss {
    loss: f32,
    by_questions: Vec<f32>,
    by_passages: Vec<f32>,
    by_temperature: Array,
}

impl Trainee {
    pub(super) fn step_in_parts(&mut self, batch: &Batch<'_>, rates: &Rates) -> Result<Stepped> {
        let mut room = self.memory.tokens;
        let mut given = targets(batch)?;
        let questions = self.encoded(&batch.questions, names::QUESTIONS, &mut given, &mut room)?;
        let passages = self.encoded(&batch.passages, names::PASSAGES, &mut given, &mut room)?;
        let Loss { loss, by_questions, by_passages, by_temperature } = self.loss(&given)?;
        let gradients = self.backward(questions, &by_questions, self.state.no_gradients()?)?;
        let mut gradients = self.backward(passages, &by_passages, gradients)?;
        gradients.push((format!("{}{}", names::GRADIENT, names::LOG_TEMPERATURE), by_temperature));
        let gradient_norm = self.state.update(self.programs.get(Kind::Update)?, &gradients, rates, &self.stop)?;
        Ok(Stepped { loss, gradient_norm })
    }

    fn loss(&self, given: &[(&str, Array)]) -> Result<Loss> {
        let temperature = self.state.all().filter(|(name, _)| *name == names::LOG_TEMPERATURE);
        let inputs: Vec<(&str, &Array)> = given.iter().map(|(name, array)| (*name, array)).chain(temperature).collect();
        let mut outputs = self.programs.get(Kind::Loss)?.run(&inputs, &self.stop)?.into_iter();
        Ok(Loss {
            loss: first_number(outputs.next())?,
            by_questions: outputs.next().ok_or_else(Error::short)?.to_floats()?,
            by_passages: outputs.next().ok_or_else(Error::short)?.to_floats()?,
            by_temperature: outputs.next().ok_or_else(Error::short)?,
        })
    }

    /// Adds the vectors of texts to `given`, under this name. Intermediate values are kept for up to `room` tokens,
    /// padding included.
    fn encoded<'b>(
        &self,
        texts: &'b [&'b [u32]],
        name: &'static str,
        given: &mut Vec<(&'static str, Array)>,
        room: &mut usize,
    ) -> Result<Encoded<'b>> {
        let mut rows = Embeddings::zeros(texts.len(), self.width());
        let mut parts = Vec::new();
        for part in self.parts(texts) {
            let rest = room.checked_sub(padded_tokens(part.iter().map(|index| &texts[*index])));
            let kind = if rest.is_some() { Kind::Forward } else { Kind::Embed };
            *room = rest.unwrap_or(*room);
            let mut outputs = self.run(kind, texts, &part)?.into_iter();
            let vectors = outputs.next().ok_or_else(Error::short)?.1.to_floats()?;
            part.iter().zip(vectors.chunks_exact(rows.width.max(1))).for_each(|(at, vector)| rows.set(*at, vector));
            let kept = if rest.is_some() { outputs.collect() } else { Vec::new() };
            parts.push(Part { texts: part, kept });
        }
        given.push((name, Array::floats(&[texts.len(), rows.width], rows.values)?));
        Ok(Encoded { texts, parts })
    }

    /// Adds to `gradients` the gradients of the weights, from the loss's gradient by the vectors.
    fn backward(
        &self,
        encoded: Encoded<'_>,
        adjoints: &[f32],
        mut gradients: Vec<(String, Array)>,
    ) -> Result<Vec<(String, Array)>> {
        let width = self.width();
        for Part { texts: part, kept } in encoded.parts {
            let chosen: Vec<&[u32]> = part.iter().map(|index| encoded.texts[*index]).collect();
            let [ids, mask] = ids_and_mask(&chosen)?;
            let rows = part.iter().flat_map(|index| &adjoints[index * width..][..width]).copied();
            let seeds = Array::floats(&[part.len(), width], rows.collect())?;
            let given = [(bert::INPUT_IDS, &ids), (bert::ATTENTION_MASK, &mask), (bert::EMBEDDING, &seeds)];
            let named = kept.iter().chain(&gradients).map(|(name, array)| (name.as_str(), array));
            let inputs: Vec<(&str, &Array)> =
                given.into_iter().chain(named).chain(self.state.weights(names::LOG_TEMPERATURE)).collect();
            let kind = if kept.is_empty() { Kind::Rerun } else { Kind::Backward };
            let sums = self.programs.get(kind)?.run(&inputs, &self.stop)?;
            gradients = gradients.into_iter().map(|(name, _)| name).zip(sums).collect();
        }
        Ok(gradients)
    }
}
