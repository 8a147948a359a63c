//! Limits of a model's file sizes and of the numbers in its `config.json`. They are checked before anything is read or
//! built, because models are untrusted. Not for the meaning of the numbers (`pincite_graph`).

use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::Path;

use pincite_graph::bert;

use crate::error::Error;

/// Size limit of a JSON file in bytes. The tokenizer of a model for a hundred languages has 17 million.
pub(crate) const JSON: u64 = 64 << 20;
/// Size limit of a weights file in bytes.
pub(crate) const WEIGHTS: u64 = 8 << 30;

const LAYERS: RangeInclusive<i64> = 1..=128;
const HEADS: RangeInclusive<i64> = 1..=256;
const WIDTH: RangeInclusive<i64> = 1..=16_384;
const INNER_WIDTH: RangeInclusive<i64> = 1..=131_072;
const TOKENS: RangeInclusive<i64> = 1..=4_000_000;
const POSITIONS: RangeInclusive<i64> = 1..=131_072;
const SEGMENTS: RangeInclusive<i64> = 1..=1024;

/// Checks that `path` is a regular file of at most `most` bytes.
pub(crate) fn check(path: &Path, most: u64) -> Result<Metadata, Error> {
    let metadata = std::fs::metadata(path).map_err(Error::reading(path))?;
    match metadata.len() {
        _ if !metadata.is_file() => Err(Error::bad(path, "it is not a regular file")),
        length if length > most => Err(Error::bad(path, format!("it has {length} bytes, more than {most}"))),
        _ => Ok(metadata),
    }
}

/// Opens a regular file for reading. A named pipe is refused, because opening it could wait for ever.
pub(crate) fn open(path: &Path, most: u64) -> Result<File, Error> {
    check(path, most)?;
    File::open(path).map_err(Error::reading(path))
}

/// Reads a regular file of at most `most` bytes.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    check(path, most)?;
    std::fs::read(path).map_err(Error::reading(path))
}

/// Reads it, or returns nothing if there is no such file.
pub(crate) fn read_if_there(path: &Path, most: u64) -> Result<Option<Vec<u8>>, Error> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        _ => read(path, most).map(Some),
    }
}

/// Refuses sizes that no encoder has. The graph would take hours to build, or its shapes would be invalid.
pub(crate) fn check_config(file: &Path, config: &bert::Config) -> Result<(), Error> {
    let sizes = [
        ("num_hidden_layers", i64::try_from(config.num_hidden_layers).unwrap_or(i64::MAX), LAYERS),
        ("num_attention_heads", config.num_attention_heads, HEADS),
        ("hidden_size", config.hidden_size, WIDTH),
        ("intermediate_size", config.intermediate_size, INNER_WIDTH),
        ("vocab_size", config.vocab_size, TOKENS),
        ("max_position_embeddings", config.max_position_embeddings, POSITIONS),
        ("type_vocab_size", config.type_vocab_size, SEGMENTS),
    ];
    match sizes.into_iter().find(|(_, size, range)| !range.contains(size)) {
        None => Ok(()),
        Some((name, size, range)) => {
            let (least, most) = range.into_inner();
            Err(Error::bad(file, format!("{name} is {size}; between {least} and {most} is supported")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use proptest::prelude::*;

    fn config(changes: &[(&str, i64)]) -> String {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny-dpr/config.json");
        let mut fields: serde_json::Value = serde_json::from_slice(&std::fs::read(fixture).unwrap()).unwrap();
        for (name, size) in changes {
            fields[name] = (*size).into();
        }
        fields.to_string()
    }

    fn settings_of(config: &str) -> Result<Settings, Error> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("config.json"), config).unwrap();
        Settings::read(folder.path())
    }

    #[test]
    fn a_million_layers_are_refused_before_the_graph_is_built() {
        let error = settings_of(&config(&[("num_hidden_layers", 1_000_000)])).unwrap_err();
        assert_eq!(error.code(), "models.bad_file");
        assert!(error.to_string().contains("num_hidden_layers is 1000000"), "{error}");
        settings_of(&config(&[])).expect("the fixture itself is sound");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_not_read_as_a_file() {
        let error = read(Path::new("/dev/zero"), JSON).unwrap_err();
        assert_eq!(error.code(), "models.bad_file", "it would never end: {error}");
    }

    proptest! {
        #[test]
        fn whatever_config_json_says_is_accepted_within_limits_or_refused(
            name in prop::sample::select(vec![
                "num_hidden_layers", "num_attention_heads", "hidden_size", "intermediate_size", "vocab_size",
                "max_position_embeddings", "type_vocab_size",
            ]),
            size in prop_oneof![any::<i64>(), -2..300_i64],
        ) {
            if let Ok(settings) = settings_of(&config(&[(name, size)])) {
                let config = settings.config;
                prop_assert!(LAYERS.contains(&(config.num_hidden_layers as i64)), "{config:?}");
                prop_assert!(WIDTH.contains(&config.hidden_size) && HEADS.contains(&config.num_attention_heads));
                prop_assert_eq!(config.hidden_size % config.num_attention_heads, 0);
                prop_assert!(settings.max_length >= 1 && settings.max_length as i64 <= config.max_position_embeddings);
            }
        }

        #[test]
        fn no_bytes_in_config_json_stop_the_program(text in ".{0,200}") {
            let _ = settings_of(&text);
        }
    }
}
