//! Tiny encoder-decoders against transformers' `generate()`, token for token (`fixtures/generator/make.py` made both).

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod common;

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use common::{fixture, start};
use pincite_models::{Decoding, Device, Error, Generated, Generator, Search};
use serde::Deserialize;
use tempfile::TempDir;

/// How far a score may be from the reference's, relatively: the tokens are the same, rounding is not.
const TOLERANCE: f32 = 2e-4;

#[derive(Deserialize)]
struct Case {
    decoding: Decoding,
    texts: Vec<String>,
    generated: Vec<Vec<Generated>>,
}

#[derive(Deserialize)]
struct FirstStep {
    text: String,
    repetition_penalty: f32,
    temperature: f32,
    top_k: usize,
    top_p: f32,
    probabilities: Vec<f64>,
}

fn folder(name: &str) -> PathBuf {
    fixture("generator").join(name)
}

fn read<T: for<'de> Deserialize<'de>>(name: &str) -> T {
    serde_json::from_slice(&fs::read(folder(name)).expect("the fixture is there")).expect("it is JSON of that form")
}

fn open(name: &str) -> Generator {
    start();
    Generator::open(&folder(name), Device::Cpu).expect("the fixture opens")
}

fn cases(name: &str) -> Vec<Case> {
    read::<HashMap<String, Vec<Case>>>("reference.json").remove(name).expect("the reference has this model")
}

fn generate(generator: &Generator, texts: &[&str], decoding: &Decoding) -> Vec<Vec<Generated>> {
    generator.generate(texts, decoding, &mut |_| ControlFlow::Continue(())).expect("it generates")
}

fn compare(ours: &[Vec<Generated>], case: &Case, model: &str) {
    assert_eq!(ours.len(), case.generated.len(), "one list for each text");
    for ((ours, theirs), text) in ours.iter().zip(&case.generated).zip(&case.texts) {
        let about = format!("{model}, {:?}, of {text:?}", case.decoding);
        let tokens = |list: &[Generated]| list.iter().map(|one| one.tokens.clone()).collect::<Vec<_>>();
        assert_eq!(tokens(ours), tokens(theirs), "other tokens than the reference: {about}");
        for (ours, theirs) in ours.iter().zip(theirs) {
            assert_eq!(ours.text, theirs.text, "the same tokens must read the same: {about}");
            let difference = (ours.score - theirs.score).abs();
            assert!(difference <= TOLERANCE * theirs.score.abs().max(1.0), "score off by {difference}: {about}");
        }
    }
}

fn texts(case: &Case) -> Vec<&str> {
    case.texts.iter().map(String::as_str).collect()
}

#[test]
fn every_mode_gives_the_reference_s_tokens() {
    for model in ["tiny-t5", "tiny-flan"] {
        let generator = open(model);
        for case in cases(model) {
            compare(&generate(&generator, &texts(&case), &case.decoding), &case, model);
        }
    }
}

#[test]
fn a_quantised_network_in_the_hub_s_folder_does_too() {
    let generator = open("tiny-flan-int8");
    for case in cases("tiny-flan-int8") {
        let one = |text: &&str| generate(&generator, &[text], &case.decoding).remove(0);
        compare(&texts(&case).iter().map(one).collect::<Vec<_>>(), &case, "tiny-flan-int8");
    }
}

#[test]
fn a_text_does_not_depend_on_its_neighbours() {
    let generator = open("tiny-flan");
    let sampling = Decoding {
        search: Search::Sample { top_k: 20, top_p: 0.9, temperature: 1.2 },
        returned: 3,
        max_new_tokens: 12,
        ..Decoding::default()
    };
    let modes = cases("tiny-flan").into_iter().map(|case| case.decoding).chain([sampling]);
    let case = cases("tiny-flan").remove(0);
    let texts = texts(&case);
    for decoding in modes {
        let together = generate(&generator, &texts, &decoding);
        for (text, together) in texts.iter().zip(together) {
            let alone = generate(&generator, &[text], &decoding).remove(0);
            let tokens = |list: &[Generated]| list.iter().map(|one| one.tokens.clone()).collect::<Vec<_>>();
            assert_eq!(tokens(&alone), tokens(&together), "padding or order leaks into {text:?} with {decoding:?}");
        }
    }
}

/// The encoder reads about two thousand tokens at a time, the decoder goes on with all of them.
#[test]
fn nor_on_where_a_large_batch_is_cut_for_the_encoder() {
    let generator = open("tiny-flan");
    let case = cases("tiny-flan").remove(0);
    let long = texts(&case).join(" ").repeat(4);
    let words: Vec<&str> = long.split(' ').collect();
    let many: Vec<String> = (0..80).map(|first| words[first % 20..].join(" ")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let decoding = Decoding { search: Search::Greedy, max_new_tokens: 4, ..Decoding::default() };
    let together = generate(&generator, &many, &decoding);
    for (text, together) in many.iter().zip(together).step_by(7) {
        assert_eq!(generate(&generator, &[text], &decoding).remove(0)[0].tokens, together[0].tokens, "{text:?}");
    }
}

/// The first token of so many texts, drawn from the reference's distribution?
#[test]
fn chance_follows_the_reference_s_distribution() {
    const DRAWN: usize = 4000;
    let generator = open("tiny-flan");
    let expected = read::<FirstStep>("sampling.json");
    let FirstStep { repetition_penalty, temperature, top_k, top_p, .. } = expected;
    let search = Search::Sample { top_k, top_p, temperature };
    let decoding = Decoding { search, repetition_penalty, max_new_tokens: 1, returned: DRAWN, seed: 7 };
    let drawn = generate(&generator, &[&expected.text], &decoding).remove(0);
    let mut counts = vec![0usize; expected.probabilities.len()];
    drawn.iter().for_each(|one| counts[one.tokens[0] as usize] += 1);
    let impossible = counts.iter().zip(&expected.probabilities).filter(|(_, chance)| **chance == 0.0);
    assert_eq!(impossible.map(|(count, _)| count).sum::<usize>(), 0, "tokens cut off by top-k or top-p never come");
    // Pearson's test over the tokens expected at least five times; the rest are one class.
    let classes =
        counts.iter().zip(&expected.probabilities).map(|(count, chance)| (*count as f64, chance * DRAWN as f64));
    let (common, rare): (Vec<(f64, f64)>, Vec<_>) = classes.partition(|(_, expected)| *expected >= 5.0);
    let rest = rare.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let terms = common.iter().chain(Some(&rest).filter(|rest| rest.1 > 1.0));
    let statistic: f64 = terms.map(|(count, expected)| (count - expected).powi(2) / expected).sum();
    let freedom = common.len() as f64;
    assert!(common.len() >= 5, "the fixture's distribution must be a wide one: {common:?}");
    // 1 in 10,000 by chance alone (normal approximation); the seed is fixed, so this passes always or never.
    let limit = freedom + 3.72 * (2.0 * freedom).sqrt() + 5.0;
    assert!(statistic < limit, "chi-square {statistic} of at most {limit}: {common:?}");
}

#[test]
fn the_seed_decides() {
    let generator = open("tiny-t5");
    let search = Search::Sample { top_k: 0, top_p: 1.0, temperature: 2.0 };
    let drawn = |seed| {
        let decoding = Decoding { search, max_new_tokens: 10, returned: 2, seed, ..Decoding::default() };
        generate(&generator, &["The term of the lease."], &decoding).remove(0)
    };
    assert_eq!(drawn(1), drawn(1), "a run can be repeated");
    assert_ne!(drawn(1), drawn(2), "another seed is another chance");
    let both = drawn(1);
    assert_ne!(both[0].tokens, both[1].tokens, "two texts of one input are drawn apart");
    assert!(both[0].score >= both[1].score, "the better one comes first");
}

#[test]
fn it_can_be_stopped() {
    let generator = open("tiny-flan");
    let texts = ["The tenant shall pay a monthly rent."; 40];
    let mut steps = 0;
    let stopped = generator.generate(&texts, &Decoding::default(), &mut |_| {
        steps += 1;
        if steps == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(stopped, Err(Error::Cancelled)), "by the caller, at any step");
    assert_eq!(steps, 3, "and not a step later");
    let stop = generator.stop();
    let stopped = generator.generate(&texts, &Decoding::default(), &mut |_| {
        stop.now();
        ControlFlow::Continue(())
    });
    assert!(matches!(stopped, Err(Error::Cancelled)), "and from outside");
}

#[test]
fn it_says_how_many_texts_are_done() {
    let generator = open("tiny-t5");
    let case = cases("tiny-t5").remove(0);
    let mut reported = Vec::new();
    let on_progress = &mut |done| {
        reported.push(done);
        ControlFlow::Continue(())
    };
    generator.generate(&texts(&case), &case.decoding, on_progress).expect("it generates");
    assert!(reported.is_sorted(), "progress goes forward: {reported:?}");
    assert_eq!(reported.last(), Some(&case.texts.len()), "to the end");
    assert!(reported.iter().any(|done| (1..case.texts.len()).contains(done)), "in parts: the third text ends first");
    assert!(generate(&generator, &[], &Decoding::default()).is_empty(), "nothing of nothing");
}

/// A copy that can be damaged.
fn copy(name: &str) -> TempDir {
    let copy = tempfile::tempdir().expect("temporary folder");
    for file in fs::read_dir(folder(name)).expect("the fixture is there").flatten() {
        fs::copy(file.path(), copy.path().join(file.file_name())).expect("copies");
    }
    copy
}

fn refused(folder: &Path) -> Error {
    start();
    match Generator::open(folder, Device::Cpu) {
        Ok(_) => panic!("{} was opened", folder.display()),
        Err(error) => error,
    }
}

#[test]
fn what_is_missing_is_named() {
    for file in ["encoder_model.onnx", "decoder_model_merged.onnx", "tokenizer.json", "config.json"] {
        let copy = copy("tiny-flan");
        fs::remove_file(copy.path().join(file)).expect("removes it");
        let error = refused(copy.path());
        assert_eq!(error.code(), "models.missing_file");
        assert!(error.to_string().contains(file), "the message names {file}: {error}");
    }
}

#[test]
fn what_is_not_supported_is_refused() {
    let wrong = [
        (r#""suppress_tokens": [3]"#, "suppress_tokens"),
        (r#""forced_bos_token_id": 0"#, "forced_bos_token_id"),
        (r#""no_repeat_ngram_size": 3"#, "no_repeat_ngram_size"),
        (r#""min_length": 5"#, "min_length"),
    ];
    let rewritten = |setting: &str| {
        let copy = copy("tiny-flan");
        let text = format!(r#"{{"decoder_start_token_id": 0, "eos_token_id": 1, "pad_token_id": 0, {setting}}}"#);
        fs::write(copy.path().join("generation_config.json"), text).expect("writes");
        copy
    };
    for (setting, name) in wrong {
        let error = refused(rewritten(setting).path());
        assert_eq!(error.code(), "models.bad_file");
        assert!(error.to_string().contains(name), "the message names the setting: {error}");
    }
    let harmless =
        rewritten(r#""suppress_tokens": null, "min_length": 0, "num_beams": 4, "forced_eos_token_id": null"#);
    assert!(Generator::open(harmless.path(), Device::Cpu).is_ok(), "what changes nothing is no hindrance");
}

#[test]
fn a_network_of_another_kind_is_refused() {
    let copy = copy("tiny-flan");
    fs::copy(copy.path().join("encoder_model.onnx"), copy.path().join("decoder_model_merged.onnx")).expect("copies");
    let error = refused(copy.path());
    assert_eq!(error.code(), "models.bad_file");
    assert!(error.to_string().contains("encoder_attention_mask"), "the message says what it lacks: {error}");
    fs::write(copy.path().join("decoder_model_merged.onnx"), b"not a network").expect("writes");
    assert_eq!(refused(copy.path()).code(), "models.session", "nor is what is no network at all");
}

#[test]
fn settings_that_contradict_each_other_are_refused() {
    let generator = open("tiny-t5");
    let beam = |beams| Search::Beam { beams, length_penalty: 1.0, early_stopping: false };
    let sample = |temperature, top_p| Search::Sample { top_k: 0, top_p, temperature };
    let good = Decoding::default();
    let wrong = [
        Decoding { returned: 0, ..good.clone() },
        Decoding { max_new_tokens: 0, ..good.clone() },
        Decoding { search: Search::Greedy, returned: 2, ..good.clone() },
        Decoding { search: beam(0), ..good.clone() },
        Decoding { search: beam(usize::MAX), ..good.clone() },
        Decoding { search: beam(3), returned: 4, ..good.clone() },
        Decoding { repetition_penalty: 0.0, ..good.clone() },
        Decoding { search: sample(0.0, 1.0), ..good.clone() },
        Decoding { search: sample(f32::NAN, 1.0), ..good.clone() },
        Decoding { search: sample(1.0, 1.5), ..good },
    ];
    for decoding in wrong {
        let refused = generator.generate(&["a"], &decoding, &mut |_| ControlFlow::Continue(()));
        assert_eq!(refused.expect_err("refused").code(), "models.decoding", "{decoding:?}");
    }
}

#[test]
fn the_fingerprint_tells_generators_apart() {
    let [t5, flan, int8] = ["tiny-t5", "tiny-flan", "tiny-flan-int8"].map(|name| open(name).fingerprint().to_owned());
    assert!(t5.len() == 64 && t5 != flan && flan != int8, "SHA-256 in hexadecimal, another for each");
    let copy = copy("tiny-t5");
    let fingerprint = || Generator::open(copy.path(), Device::Cpu).expect("the copy opens").fingerprint().to_owned();
    assert_eq!(fingerprint(), t5, "the same files are the same generator");
    fs::write(copy.path().join("pincite.json"), r#"{"max_length": 20}"#).expect("writes");
    assert_ne!(fingerprint(), t5, "a shorter input gives other texts");
}

#[test]
fn the_folder_says_how_it_wants_to_be_fed() {
    let copy = copy("tiny-flan");
    let open = || Generator::open(copy.path(), Device::Cpu).expect("the copy opens");
    start();
    assert_eq!(open().prompt(), None);
    fs::write(copy.path().join("pincite.json"), r#"{"prompt": "ask: {passage}"}"#).expect("writes");
    assert_eq!(open().prompt(), Some("ask: {passage}"));
    assert_eq!(open().decoding(), Decoding::default(), "no advice, nothing unusual");
    fs::write(copy.path().join("pincite.json"), r#"{"beams": 2}"#).expect("writes");
    let advised = open().decoding();
    assert!(matches!(advised.search, Search::Beam { beams: 2, .. }), "{advised:?}");
}

#[test]
fn it_can_be_shared_between_threads() {
    let generator = open("tiny-t5");
    let case = cases("tiny-t5").remove(4);
    let texts = texts(&case);
    std::thread::scope(|scope| {
        let both = [0, 1].map(|_| scope.spawn(|| generate(&generator, &texts, &case.decoding)));
        for generated in both {
            compare(&generated.join().expect("it does not panic"), &case, "tiny-t5, twice at once");
        }
    });
}

#[test]
fn settings_are_stored_and_read_again() {
    let decoding = Decoding { returned: 3, ..Decoding::default() };
    let text = serde_json::to_string(&decoding).expect("they can be written");
    assert_eq!(serde_json::from_str::<Decoding>(&text).expect("and read"), decoding);
    assert_eq!(serde_json::from_str::<Decoding>("{}").expect("all is optional"), Decoding::default());
}
