//! A tiny encoder in the form of multilingual-e5-small: the network of `tiny-mean` with a tokenizer of pieces and a table of a
//! quarter of a million words. Such files are too large to be kept. Not for reference vectors.

use std::path::{Path, PathBuf};

use half::f16;
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize_to_file};
use serde_json::{Value, json};

use super::fixture;

/// As many as XLM-R has.
pub(crate) const WORDS: usize = 250_002;
const WIDTH: usize = 32;
const TABLE: &str = "embeddings.word_embeddings.weight";
const SPECIAL: [&str; 4] = ["<s>", "<pad>", "</s>", "<unk>"];
const KNOWN: [&str; 8] = ["▁Vertrag", "▁kündigen", "▁loyer", "▁аренда", "▁договор", "▁query:", "▁passage:", "▁."];

/// Writes it below a folder. Its name is that of a family with prefixes.
pub(crate) fn write_multilingual(home: &Path) -> PathBuf {
    let folder = home.join("tiny-e5-large");
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let config = std::fs::read(fixture("tiny-mean").join("config.json")).expect("the fixture has one");
    let mut config: Value = serde_json::from_slice(&config).expect("in JSON");
    config["vocab_size"] = WORDS.into();
    std::fs::write(folder.join("config.json"), config.to_string()).expect("it can be written");
    std::fs::write(folder.join("tokenizer.json"), tokenizer().to_string()).expect("it can be written");
    write_weights(&folder.join("model.safetensors"));
    folder
}

fn write_weights(file: &Path) {
    let bytes = std::fs::read(fixture("tiny-mean").join("model.safetensors")).expect("the fixture has weights");
    let small = SafeTensors::deserialize(&bytes).expect("the fixture is whole");
    let number = |at: usize| f16::from_f32(((at.wrapping_mul(2_654_435_761) >> 8) % 2000) as f32 / 50_000.0 - 0.02);
    let table: Vec<u8> = (0..WORDS * WIDTH).flat_map(|at| number(at).to_le_bytes()).collect();
    let words = TensorView::new(Dtype::F16, vec![WORDS, WIDTH], &table).expect("the sizes fit");
    let mut tensors: Vec<(&str, TensorView<'_>)> = small.iter().filter(|(name, _)| *name != TABLE).collect();
    assert_eq!(tensors.len() + 1, small.len(), "the fixture names the table as BERT does");
    tensors.push((TABLE, words));
    serialize_to_file(tensors, None, file).expect("it can be written");
}

/// A unigram model as XLM-R has one. What it does not know becomes one piece.
fn tokenizer() -> Value {
    let special = SPECIAL.iter().enumerate().map(|(id, content)| {
        json!({ "id": id, "content": content, "single_word": false, "lstrip": false, "rstrip": false,
                "normalized": false, "special": true })
    });
    let pieces = SPECIAL.iter().chain(&KNOWN).map(|piece| (*piece).to_owned());
    let others = (0..WORDS - SPECIAL.len() - KNOWN.len()).map(|number| format!("▁{number}"));
    let vocabulary: Vec<Value> = pieces.chain(others).map(|piece| json!([piece, -10.0])).collect();
    let around = |id: usize| json!({ "SpecialToken": { "id": SPECIAL[id], "type_id": 0 } });
    let text = |id: &str| json!({ "Sequence": { "id": id, "type_id": 0 } });
    let named = |id: usize| json!({ "id": SPECIAL[id], "ids": [id], "tokens": [SPECIAL[id]] });
    let spaces = json!({ "type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true });
    json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": special.collect::<Vec<_>>(),
        "normalizer": { "type": "NFKC" },
        "pre_tokenizer": { "type": "Sequence", "pretokenizers": [{ "type": "WhitespaceSplit" }, spaces] },
        "post_processor": {
            "type": "TemplateProcessing", "single": [around(0), text("A"), around(2)],
            "pair": [around(0), text("A"), around(2), around(2), text("B"), around(2)],
            "special_tokens": { "<s>": named(0), "</s>": named(2) },
        },
        "decoder": spaces,
        "model": { "type": "Unigram", "unk_id": 3, "vocab": vocabulary, "byte_fallback": false },
    })
}
