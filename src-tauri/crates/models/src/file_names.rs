//! Names of the files in a model's folder. Not for reading them.

/// File with the sizes of the network.
pub(crate) const CONFIG: &str = "config.json";
/// File with the catalogue's settings for what a model's own files leave open.
pub(crate) const OVERRIDES: &str = "pincite.json";
/// File with the vocabulary and the rules of the tokenizer.
pub(crate) const TOKENIZER: &str = "tokenizer.json";
/// File with the weights of an encoder.
pub(crate) const WEIGHTS: &str = "model.safetensors";
/// File with the differences of a tuned encoder. A folder with this file is a tuned encoder.
pub(crate) const DELTA: &str = "delta.safetensors";
