//! An encoder that remembers what it encoded: studies ask the same texts of the same encoder again and again.

use pincite_eval::{Embed, Result};
use pincite_models::{Embeddings, Side};
use std::collections::HashMap;

/// An encoder with a cache, for texts that are encoded repeatedly.
pub struct CachedEncoder<'e> {
    encoder: &'e mut dyn Embed,
    questions: Vectors,
    passages: Vectors,
}

/// Vectors by text.
type Vectors = HashMap<String, Vec<f32>>;

impl<'e> CachedEncoder<'e> {
    /// Nothing is encoded yet.
    pub fn new(encoder: &'e mut dyn Embed) -> Self {
        Self { encoder, questions: HashMap::new(), passages: HashMap::new() }
    }
}

impl Embed for CachedEncoder<'_> {
    fn embed(&mut self, texts: &[&str], side: Side) -> Result<Embeddings> {
        let known = match side {
            Side::Question => &mut self.questions,
            Side::Passage => &mut self.passages,
        };
        let new: Vec<&str> = texts.iter().copied().filter(|text| !known.contains_key(*text)).collect();
        if !new.is_empty() {
            let encoded = self.encoder.embed(&new, side)?;
            known.extend(new.iter().zip(encoded.iter()).map(|(text, vector)| ((*text).to_owned(), vector.to_vec())));
        }
        let found: Vec<&Vec<f32>> = texts.iter().filter_map(|text| known.get(*text)).collect();
        let width = found.first().map_or(0, |vector| vector.len());
        Ok(Embeddings { width, values: found.into_iter().flatten().copied().collect() })
    }
}
