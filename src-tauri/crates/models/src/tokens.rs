//! Tokenizes texts, and decodes token ids to text. Not for running networks.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use tokenizers::{Encoding, Tokenizer, TruncationParams};

use crate::files::{self, TOKENIZER};
use crate::{Error, Result, tokenizer_rules};

/// A question and a passage, to be read together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPair<'t> {
    /// The question.
    pub question: &'t str,
    /// The passage.
    pub passage: &'t str,
}

impl<'t> TextPair<'t> {
    /// A question with each of some passages.
    pub fn each(question: &'t str, passages: &[&'t str]) -> Vec<Self> {
        passages.iter().map(|passage| Self { question, passage }).collect()
    }
}

/// The tokens of two texts that are read together.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PairTokens {
    pub(crate) ids: Vec<u32>,
    /// 0 for a token of the first text, 1 for one of the second.
    pub(crate) types: Vec<u32>,
    /// Bytes of each token in its text; none if they were not asked for. A special token has no bytes.
    pub(crate) places: Vec<Range<usize>>,
}

impl PairTokens {
    fn of(encoding: &Encoding) -> Self {
        let ids = encoding.get_ids().to_vec();
        let types = encoding.get_type_ids().to_vec();
        Self { ids, types, places: Vec::new() }
    }
}

/// A model's tokenizer, which truncates. There is one: with a vocabulary of many languages it takes 300 MB.
pub(crate) struct Tokens {
    file: PathBuf,
    tokenizer: Tokenizer,
    lower_case: bool,
    special: usize,
}

impl Tokens {
    /// Reads the tokenizer in `folder`. Inputs are truncated at `max_length` tokens, special tokens included.
    pub(crate) fn read(folder: &Path, max_length: usize, lower_case: bool) -> Result<Self> {
        let file = folder.join(TOKENIZER);
        let bytes = files::read(&file, files::JSON_BYTES)?;
        Self::of_bytes(file, &bytes, max_length, lower_case)
    }

    /// The same of a file that holds these bytes.
    pub(crate) fn of_bytes(file: PathBuf, bytes: &[u8], max_length: usize, lower_case: bool) -> Result<Self> {
        tokenizer_rules::check(&file, bytes)?;
        let mut tokenizer = guarded(&file, || Tokenizer::from_bytes(bytes))?;
        tokenizer.with_padding(None).with_truncation(None).map_err(|error| Error::bad(&file, error))?;
        let special = guarded(&file, || tokenizer.encode_fast("", true))?.len();
        if max_length <= special {
            return Err(Error::bad(&file, format!("inputs of {max_length} tokens have no room for text")));
        }
        let limit = TruncationParams { max_length, ..Default::default() };
        tokenizer.with_truncation(Some(limit)).map_err(|error| Error::bad(&file, error))?;
        Ok(Self { file, tokenizer, lower_case, special })
    }

    /// Number of special tokens of an input ("[CLS]", "[SEP]").
    pub(crate) fn special(&self) -> usize {
        self.special
    }

    /// Number of tokens of the text alone, with those that truncation cuts off.
    pub(crate) fn count(&self, text: &str) -> usize {
        let encoding = guarded(&self.file, || self.tokenizer.encode_fast(self.cased(text), false));
        let all = |encoding: Encoding| {
            encoding.len() + encoding.get_overflowing().iter().map(|part| part.len()).sum::<usize>()
        };
        encoding.map_or(0, all)
    }

    /// Token ids of each text with its prefix, special tokens included, truncated at the limit.
    pub(crate) fn ids(&self, prefix: &str, texts: &[&str]) -> Result<Vec<Vec<u32>>> {
        let encodings = guarded(&self.file, || self.tokenizer.encode_batch_fast(self.inputs(prefix, texts), true))?;
        Ok(encodings.into_iter().map(|encoding| encoding.get_ids().to_vec()).collect())
    }

    /// Tokens of each pair, special tokens included. The longer text of a pair is truncated.
    pub(crate) fn pairs(&self, pairs: &[TextPair<'_>]) -> Result<Vec<PairTokens>> {
        let inputs: Vec<_> = pairs.iter().map(|pair| (self.cased(pair.question), self.cased(pair.passage))).collect();
        let encodings = guarded(&self.file, || self.tokenizer.encode_batch_fast(inputs, true))?;
        Ok(encodings.iter().map(PairTokens::of).collect())
    }

    /// A pair with the place of each token. `None` if the text changes its length in small letters, so that places are lost.
    pub(crate) fn placed_pair(&self, pair: &TextPair<'_>) -> Result<Option<PairTokens>> {
        let question = self.cased(pair.question);
        let passage = self.cased(pair.passage);
        if passage.len() != pair.passage.len() {
            return Ok(None);
        }
        let encoding = guarded(&self.file, || self.tokenizer.encode((question, passage), true))?;
        let places = encoding.get_offsets().iter().map(|(start, end)| *start..*end).collect();
        Ok(Some(PairTokens { places, ..PairTokens::of(&encoding) }))
    }

    /// Decodes tokens to text, without special tokens.
    pub(crate) fn text(&self, ids: &[u32]) -> Result<String> {
        guarded(&self.file, || self.tokenizer.decode(ids, true))
    }

    fn inputs(&self, prefix: &str, texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| self.cased(&format!("{prefix}{text}"))).collect()
    }

    fn cased(&self, text: &str) -> String {
        if self.lower_case { text.to_lowercase() } else { text.to_owned() }
    }
}

/// Catches panics of the library, which some damaged files cause with some texts. They become errors of the file.
fn guarded<T>(file: &Path, work: impl FnOnce() -> tokenizers::Result<T>) -> Result<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| Error::bad(file, error)),
        Err(_) => Err(Error::bad(file, "the tokenizer met something it cannot handle")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde_json::{Value, json};

    #[test]
    fn what_is_cut_off_is_counted() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny-dpr");
        let text = "the party of the agreement ".repeat(50);
        let long = Tokens::read(&folder, 10_000, false).unwrap();
        let all = long.ids("", &[&text]).unwrap()[0].len() - long.special();
        let short = Tokens::read(&folder, 8, false).unwrap();
        assert_eq!((short.ids("", &[&text]).unwrap()[0].len(), short.count(&text)), (8, all));
        assert_eq!(long.count(&text), all);
    }

    /// A tokenizer whose charsmap points beyond its texts wherever a text has an "a".
    #[test]
    fn a_charsmap_that_panics_is_an_error_of_its_file() {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny-dpr").join(TOKENIZER);
        let mut file: Value = serde_json::from_slice(&std::fs::read(fixture).unwrap()).unwrap();
        file["normalizer"] = json!({ "type": "Precompiled", "precompiled_charsmap": STANDARD.encode(broken()) });
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(TOKENIZER), file.to_string()).unwrap();
        let tokens = Tokens::read(folder.path(), 64, false).expect("nothing shows before an `a` comes");
        tokens.ids("", &["the lessee"]).expect("there is no such letter in it");
        let error = tokens.ids("", &["a lease"]).expect_err("but here");
        assert!(matches!(error, Error::BadFile { .. }), "{error}");
        assert_eq!(tokens.count("a lease"), 0);
    }

    /// A trie of 256 units in which "a" leads to a leaf whose value is far beyond the texts.
    fn broken() -> Vec<u8> {
        let mut units = vec![0_u32; 256];
        let letter = u32::from(b'a');
        units[97] = letter | 1 << 8;
        // The leaf of "a" stands at its own place XOR offset 0, which is the unit itself: its value is its low 31 bits.
        let length = (units.len() * 4) as u32;
        let trie = units.iter().flat_map(|unit| unit.to_le_bytes());
        length.to_le_bytes().into_iter().chain(trie).chain(*b"x\0").collect()
    }
}
