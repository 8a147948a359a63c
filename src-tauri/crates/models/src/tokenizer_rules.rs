//! Validates the rules of a `tokenizer.json`: none may make a text much longer, and all kinds must be known.
//!
//! The tokenizer library trusts these rules. A replacement of one letter by a million, or thirty replacements of one
//! letter by two, would exhaust the memory. Not for the vocabulary.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;

use crate::{Error, Result};

/// Growth limit of a text: a factor of its bytes. The rules of T5 and XLM-R may reach 132.
const GROWTH: usize = 256;
/// Most rules in one list.
const RULES: usize = 32;
/// Longest prefix that a rule may add, in bytes.
const PREFIX: usize = 64;
/// Limit of tokens that a template may add to an input.
const TEMPLATE: usize = 32;
/// Longest word in characters that WordPiece may split. Its time grows quadratically.
const WORD: u64 = 1000;

/// The validated parts. The vocabulary is skipped.
#[derive(Deserialize)]
struct Rules {
    normalizer: Option<Value>,
    post_processor: Option<Value>,
    decoder: Option<Value>,
    model: Model,
}

#[derive(Deserialize)]
struct Model {
    max_input_chars_per_word: Option<u64>,
}

/// Refuses a `tokenizer.json` whose rules are not harmless.
pub(crate) fn check(file: &Path, json: &[u8]) -> Result<()> {
    let rules: Rules = serde_json::from_slice(json).map_err(|error| Error::bad(file, error))?;
    harmless(&rules).map_err(|reason| Error::bad(file, reason))
}

fn harmless(rules: &Rules) -> Result<(), String> {
    for (name, part) in [("normalizer", &rules.normalizer), ("decoder", &rules.decoder)] {
        let growth = part.as_ref().map_or(Ok(1), growth)?;
        if growth > GROWTH {
            return Err(format!("its {name} can make a text {growth} times as long; {GROWTH} is supported"));
        }
    }
    if rules.model.max_input_chars_per_word.is_some_and(|most| most > WORD) {
        return Err(format!("it cuts words of more than {WORD} characters"));
    }
    rules.post_processor.as_ref().map_or(Ok(()), post_processor)
}

/// Upper bound of the growth by a rule, as a factor of bytes.
fn growth(rule: &Value) -> Result<usize, String> {
    match text(rule, "type")? {
        "Sequence" => {
            let list = ["normalizers", "decoders"].into_iter().find_map(|name| rule.get(name)?.as_array());
            let list = list.ok_or("a list of rules is missing")?;
            if list.len() > RULES {
                return Err(format!("it has {} rules in one list; {RULES} are supported", list.len()));
            }
            list.iter().try_fold(1_usize, |all, rule| Ok(all.saturating_mul(growth(rule)?)))
        }
        "Replace" => replacement(rule),
        "Precompiled" => charsmap(text(rule, "precompiled_charsmap")?),
        "Prepend" if text(rule, "prepend")?.len() > PREFIX => Err("it puts a long text before every input".to_owned()),
        // One character can become eleven times its bytes (U+FDFA).
        "NFKC" | "NFKD" => Ok(11),
        "NFC" | "NFD" | "BertNormalizer" | "Bert" => Ok(4),
        "Lowercase" | "ByteLevel" => Ok(2),
        "Prepend" | "Nmt" | "Strip" | "StripAccents" => Ok(1),
        "WordPiece" | "BPEDecoder" | "Metaspace" | "CTC" | "Fuse" | "ByteFallback" => Ok(2),
        other => Err(format!("a rule `{other}` is not supported")),
    }
}

/// A regular expression can match at every byte.
fn replacement(rule: &Value) -> Result<usize, String> {
    let content = text(rule, "content")?.len();
    let pattern = rule.get("pattern").ok_or("a replacement has no pattern")?;
    match pattern.get("String").and_then(Value::as_str).map(str::len) {
        Some(0) => Err("it replaces nothing by something".to_owned()),
        Some(matched) => Ok(content.div_ceil(matched).max(1)),
        None => Ok(content + 1),
    }
}

/// SentencePiece's table: the length of a trie (32 bits), the trie, and the zero-terminated texts it points to. One
/// character can become the longest of them.
fn charsmap(encoded: &str) -> Result<usize, String> {
    let damaged = || "its precompiled_charsmap is damaged".to_owned();
    let bytes = STANDARD.decode(encoded).map_err(|_| damaged())?;
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
    let length = u32::from_le_bytes(*length) as usize;
    let texts = rest.get(length..).filter(|_| length > 0 && length.is_multiple_of(4)).ok_or_else(damaged)?;
    std::str::from_utf8(texts).map_err(|_| damaged())?;
    Ok(texts.split(|byte| *byte == 0).map(<[u8]>::len).max().unwrap_or(0).max(1))
}

/// A template may contain the input once, with few tokens around it.
fn post_processor(part: &Value) -> Result<(), String> {
    if let Some(list) = part.get("processors").and_then(Value::as_array) {
        return if list.len() > RULES {
            Err(format!("it has {} rules in one list; {RULES} are supported", list.len()))
        } else {
            list.iter().try_for_each(post_processor)
        };
    }
    let single = part.get("single").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let inputs = single.iter().filter(|piece| piece.get("Sequence").is_some()).count();
    let tokens = part.get("special_tokens").and_then(Value::as_object).into_iter().flatten();
    let ids = tokens.filter_map(|(_, token)| token.get("ids")?.as_array()).map(Vec::len).max().unwrap_or(0);
    match inputs > 1 || single.len().saturating_mul(ids.max(1)) > TEMPLATE {
        true => Err("its template repeats the input, or puts too many tokens around it".to_owned()),
        false => Ok(()),
    }
}

fn text<'v>(rule: &'v Value, name: &str) -> Result<&'v str, String> {
    rule.get(name).and_then(Value::as_str).ok_or_else(|| format!("a rule has no `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;
    use tokenizers::{NormalizedString, Normalizer, NormalizerWrapper};

    fn replace(pattern: &str, content: &str) -> Value {
        json!({ "type": "Replace", "pattern": { "String": pattern }, "content": content })
    }

    fn sequence(rules: Vec<Value>) -> Value {
        json!({ "type": "Sequence", "normalizers": rules })
    }

    fn charsmap_of(trie: u32, texts: &[u8]) -> Value {
        let bytes = [&trie.to_le_bytes()[..], &vec![0; trie as usize & !3], texts].concat();
        json!({ "type": "Precompiled", "precompiled_charsmap": STANDARD.encode(bytes) })
    }

    fn checked(normalizer: Value) -> Result<(), Error> {
        let file = json!({ "normalizer": normalizer, "model": {} });
        check(Path::new("tokenizer.json"), file.to_string().as_bytes())
    }

    #[test]
    fn rules_that_blow_up_a_text_are_refused() {
        checked(replace(" ", &"x".repeat(1000))).expect_err("one letter becomes a thousand");
        checked(replace("", "x")).expect_err("between any two letters");
        checked(sequence(vec![replace("a", "aa"); 30])).expect_err("two to the power of thirty");
        checked(sequence(vec![sequence(vec![replace("a", "aa"); 6]); 6])).expect_err("the same, nested");
        checked(charsmap_of(4, &[b'x'; 1000])).expect_err("a long text for one character");
        checked(json!({ "type": "Invented" })).expect_err("what it does is not known");
    }

    #[test]
    fn a_charsmap_that_is_cut_short_is_refused() {
        checked(charsmap_of(4, b"a\0ss\0")).expect("this one is whole");
        let short = json!({ "type": "Precompiled", "precompiled_charsmap": STANDARD.encode([255, 255, 255, 255, 1]) });
        checked(short).expect_err("its trie is said to be longer than the file");
        checked(json!({ "type": "Precompiled", "precompiled_charsmap": "!" })).expect_err("not even base64");
    }

    #[test]
    fn rules_of_known_models_are_accepted() {
        let charsmap = charsmap_of(4, &[&[b'x'; 33][..], b"\0"].concat());
        let spaces = json!({ "type": "Replace", "pattern": { "Regex": " {2,}" }, "content": "\u{2581}" });
        let t5 = json!([charsmap, { "type": "Strip", "strip_left": false, "strip_right": true }, spaces]);
        checked(sequence(t5.as_array().cloned().unwrap_or_default())).expect("as T5 and XLM-R have them");
        checked(json!({ "type": "BertNormalizer", "lowercase": true })).expect("as BERT has it");
        checked(Value::Null).expect("none at all");
    }

    #[test]
    fn a_template_holds_the_input_once() {
        let with = |single: Value| {
            let template = json!({ "type": "TemplateProcessing", "single": single, "special_tokens": {} });
            let file = json!({ "post_processor": template, "model": {} });
            check(Path::new("tokenizer.json"), file.to_string().as_bytes())
        };
        let input = json!({ "Sequence": { "id": "A", "type_id": 0 } });
        with(json!([input])).expect("once");
        with(json!([input, input])).expect_err("twice");
        with(Value::Array(vec![json!({ "SpecialToken": { "id": "x", "type_id": 0 } }); 100])).expect_err("many tokens");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_rules_that_are_accepted_grow_a_text_beyond_the_bound(
            rules in prop::collection::vec(("[ab]{0,2}", "[ab]{0,6}"), 0..6),
            text in "[ab]{1,40}",
        ) {
            let rules = sequence(rules.iter().map(|(pattern, content)| replace(pattern, content)).collect());
            if checked(rules.clone()).is_ok() {
                let bound = growth(&rules).unwrap();
                let normalizer: NormalizerWrapper = serde_json::from_value(rules).unwrap();
                let mut normalized = NormalizedString::from(text.as_str());
                normalizer.normalize(&mut normalized).unwrap();
                prop_assert!(normalized.get().len() <= bound * text.len(), "{} bytes", normalized.get().len());
            }
        }

        #[test]
        fn no_bytes_stop_the_program(text in ".{0,200}", charsmap in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = check(Path::new("tokenizer.json"), text.as_bytes());
            let _ = checked(json!({ "type": "Precompiled", "precompiled_charsmap": STANDARD.encode(charsmap) }));
        }
    }
}
