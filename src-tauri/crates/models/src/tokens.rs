//! Texts become token ids, and token ids texts. Not for running them.

use std::path::{Path, PathBuf};

use tokenizers::{Tokenizer, TruncationParams};

use crate::error::Error;

/// File with the vocabulary and the rules.
pub(crate) const FILE: &str = "tokenizer.json";

/// A model's tokenizer, once with and once without its limit of length.
pub(crate) struct Tokens {
    file: PathBuf,
    whole: Tokenizer,
    truncating: Tokenizer,
    lower_case: bool,
    special: usize,
}

impl Tokens {
    /// Reads the tokenizer in `folder`; inputs are cut at `max_length` tokens, special ones included.
    pub(crate) fn read(folder: &Path, max_length: usize, lower_case: bool) -> Result<Self, Error> {
        let file = folder.join(FILE);
        let bytes = std::fs::read(&file).map_err(Error::reading(&file))?;
        let mut whole = Tokenizer::from_bytes(bytes).map_err(|error| Error::bad(&file, error))?;
        whole.with_padding(None).with_truncation(None).map_err(|error| Error::bad(&file, error))?;
        let special = whole.encode_fast("", true).map_err(|error| Error::bad(&file, error))?.len();
        if max_length <= special {
            return Err(Error::bad(&file, format!("inputs of {max_length} tokens have no room for text")));
        }
        let limit = TruncationParams { max_length, ..Default::default() };
        let mut truncating = whole.clone();
        truncating.with_truncation(Some(limit)).map_err(|error| Error::bad(&file, error))?;
        Ok(Self { file, whole, truncating, lower_case, special })
    }

    /// Tokens an input needs besides those of its text ("[CLS]", "[SEP]").
    pub(crate) fn special(&self) -> usize {
        self.special
    }

    /// Number of tokens of the text alone, however long.
    pub(crate) fn count(&self, text: &str) -> usize {
        self.whole.encode_fast(self.cased(text), false).map_or(0, |encoding| encoding.len())
    }

    /// Token ids of each text with its prefix, special tokens included, cut at the limit.
    pub(crate) fn ids(&self, prefix: &str, texts: &[&str]) -> Result<Vec<Vec<u32>>, Error> {
        let encodings = self.truncating.encode_batch_fast(self.inputs(prefix, texts), true);
        let encodings = encodings.map_err(|error| Error::bad(&self.file, error))?;
        Ok(encodings.into_iter().map(|encoding| encoding.get_ids().to_vec()).collect())
    }

    /// Where the tokens of each text stand in it, in bytes, without the marks of its beginning and end; (0, 0) for those of
    /// the prefix.
    pub(crate) fn spans(&self, prefix: &str, texts: &[&str]) -> Result<Vec<Vec<(usize, usize)>>, Error> {
        let encodings = self.truncating.encode_batch(self.inputs(prefix, texts), true);
        let in_text =
            |(start, end): &(usize, usize)| (start.saturating_sub(prefix.len()), end.saturating_sub(prefix.len()));
        let inner = |offsets: &[(usize, usize)]| {
            let end = offsets.len().saturating_sub(1).max(1);
            offsets.get(1..end).unwrap_or_default().iter().map(in_text).collect()
        };
        let encodings = encodings.map_err(|error| Error::bad(&self.file, error))?;
        Ok(encodings.iter().map(|encoding| inner(encoding.get_offsets())).collect())
    }

    /// The text of tokens, without special ones.
    pub(crate) fn text(&self, ids: &[u32]) -> Result<String, Error> {
        self.whole.decode(ids, true).map_err(|error| Error::bad(&self.file, error))
    }

    fn inputs(&self, prefix: &str, texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| self.cased(&format!("{prefix}{text}"))).collect()
    }

    fn cased(&self, text: &str) -> String {
        if self.lower_case { text.to_lowercase() } else { text.to_owned() }
    }
}
