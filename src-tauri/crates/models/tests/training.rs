//! Training beside PyTorch: gradients, five steps of AdamW, and gradient caching.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

mod common;

use std::ops::ControlFlow;
use std::path::Path;

use common::multilingual::{WORDS, write_multilingual};
use common::pytorch::{Reference, compare_with_pytorch, open, train};
use common::{fixture, start};
use pincite_models::{Batch, Device, Encode, Encoder, Error, Memory, Rates, Side, Trainee, cosine, write_tuned};

#[test]
fn gradients_and_five_steps_are_pytorchs() {
    compare_with_pytorch(Memory::default(), false);
}

#[test]
fn a_batch_larger_than_memory_has_the_same_gradients() {
    compare_with_pytorch(Memory { tokens: 40 }, false);
}

/// An encoder after so many steps, and what they were made of.
fn trained(steps: usize) -> (Reference, Trainee) {
    let reference = Reference::read();
    let mut trainee = open(Memory::default(), false);
    train(&mut trainee, &reference, steps);
    (reference, trainee)
}

#[test]
fn a_step_is_stopped_and_leaves_everything_as_it_was() {
    let (reference, mut trainee) = trained(1);
    let before = trainee.snapshot().expect("weights can be read");
    trainee.stop().now();
    let stopped = trainee.step(&reference.batch(), &reference.rates());
    assert!(matches!(stopped, Err(Error::Cancelled)), "it was asked to stop: {stopped:?}");
    let mut fresh = open(Memory::default(), false);
    fresh.restore(before.clone()).expect("weights can be given");
    assert_eq!(fresh.snapshot().expect("weights can be read"), before, "a stopped step moves nothing");
}

#[test]
fn a_snapshot_is_a_way_back() {
    let (reference, mut trainee) = trained(2);
    let kept = trainee.snapshot().expect("weights can be read");
    let once = train(&mut trainee, &reference, 2);
    trainee.restore(kept.clone()).expect("weights can be given");
    assert_eq!(trainee.snapshot().expect("weights can be read"), kept, "nothing is lost on the way");
    assert_eq!(train(&mut trainee, &reference, 2), once, "from the same weights and moments come the same steps");
}

#[test]
fn a_tuned_encoder_is_opened_from_what_it_differs_by() {
    let (_, trainee) = trained(5);
    let home = tempfile::tempdir().expect("temporary folder");
    let folder = home.path().join("tuned");
    write_tuned(&folder, &fixture("tiny-mean"), &trainee.snapshot().expect("weights"), 1.0).expect("it can be written");
    let texts = ["Either party shall terminate the agreement.", "Net income: $1,577"];
    let go_on = &mut |_| ControlFlow::Continue(());
    let trained = trainee.embed(&texts, Side::Passage, go_on).expect("it embeds");
    let opened = Encoder::open(&folder, Device::Cpu).expect("the tuned encoder opens");
    let base = Encoder::open(&fixture("tiny-mean"), Device::Cpu).expect("the base opens");
    let [tuned, before] =
        [&opened, &base].map(|encoder| encoder.embed(&texts, Side::Passage, go_on).expect("it embeds"));
    for row in 0..texts.len() {
        let same = cosine(trained.row(row), tuned.row(row));
        let moved = cosine(trained.row(row), before.row(row));
        assert!(same > 0.99999, "16 bits are enough for differences: cosine {same}");
        assert!(moved < same, "training moved the vectors: cosine with the base {moved}");
    }
    assert_ne!(opened.fingerprint(), base.fingerprint(), "vectors of the two must never be compared");
}

#[test]
fn an_encoder_that_is_its_base_again_takes_no_space_and_has_a_name_of_its_own() {
    let (_, trainee) = trained(2);
    let snapshot = trainee.snapshot().expect("weights");
    let home = tempfile::tempdir().expect("temporary folder");
    let [one, other] = ["one", "other"].map(|name| {
        let folder = home.path().join(name);
        let bytes = write_tuned(&folder, &fixture("tiny-mean"), &snapshot, 0.0).expect("it can be written");
        assert!(bytes < 1000, "nothing differs: {bytes} bytes");
        Encoder::open(&folder, Device::Cpu).expect("it opens")
    });
    let base = Encoder::open(&fixture("tiny-mean"), Device::Cpu).expect("the base opens");
    let embed = |encoder: &Encoder| {
        encoder.embed(&["Net income"], Side::Passage, &mut |_| ControlFlow::Continue(())).expect("it embeds")
    };
    assert_eq!(embed(&one), embed(&base), "the same weights, the same vectors");
    assert_ne!(one.fingerprint(), other.fingerprint(), "each may count differently in the search");
}

/// The table of words is most of an encoder for many languages. It is not trained, takes no moments, and is in no file.
#[test]
fn a_table_of_many_words_is_not_trained() {
    start();
    let home = tempfile::tempdir().expect("temporary folder");
    let base = write_multilingual(home.path());
    let mut trainee = Trainee::open(&base, false, Memory::default()).expect("it opens");
    let untrained = trainee.snapshot().expect("weights can be read");
    let values: usize = untrained.weights.iter().map(|weight| weight.values.len()).sum();
    assert!(values < WORDS, "{values} numbers are trained, without the table of {WORDS} words");
    let questions = trainee.token_ids(&["kündigen", "loyer"], Side::Question).expect("tokens");
    let passages = trainee.token_ids(&["Vertrag .", "договор аренда"], Side::Passage).expect("tokens");
    assert!(questions.concat().iter().all(|id| *id != 3), "pieces of four alphabets are known: {questions:?}");
    let batch = Batch {
        questions: questions.iter().map(Vec::as_slice).collect(),
        passages: passages.iter().map(Vec::as_slice).collect(),
        positives: vec![1.0, 0.0, 0.0, 1.0],
        bias: vec![0.0; 4],
    };
    let rates = Rates { learning_rate: 1e-3, weight_decay: 0.01, max_norm: 1.0 };
    let losses: Vec<f32> = (0..8).map(|_| trainee.step(&batch, &rates).expect("the step runs").loss).collect();
    assert!(losses[7] < losses[0], "it learns without the table: {losses:?}");
    let folder = home.path().join("tuned");
    let weights = trainee.snapshot().expect("weights");
    let bytes = write_tuned(&folder, &base, &weights, 1.0).expect("it can be written");
    assert!(bytes < WORDS as u64, "{bytes} bytes have no difference of each word");
    let opened = Encoder::open(&folder, Device::Cpu).expect("the tuned encoder opens");
    let go_on = &mut |_| ControlFlow::Continue(());
    let [ours, theirs] = [&trainee as &dyn Encode, &opened]
        .map(|encoder| encoder.embed(&["Vertrag kündigen"], Side::Passage, go_on).expect("it embeds"));
    assert!(cosine(ours.row(0), theirs.row(0)) > 0.99999, "the table is that of the base");
}

#[test]
fn training_begins_at_the_pretrained_checkpoint() {
    let (reference, trainee) = trained(3);
    let trained = trainee.snapshot().expect("weights");
    let home = tempfile::tempdir().expect("temporary folder");
    let folder = home.path().join("start");
    write_tuned(&folder, &fixture("tiny-mean"), &trained, 1.0).expect("it can be written");
    let base = open(Memory::default(), false);
    assert!(base.pretrained().is_none(), "an encoder begins at its own weights");
    let own = base.snapshot().expect("weights");
    let mut trainee = base.with_pretrained(&folder).expect("a checkpoint of this encoder");
    assert_eq!(trainee.snapshot().expect("weights"), own, "until it begins it is what it was");
    let start = trainee.pretrained().cloned().expect("somewhere else to begin");
    for ((start, trained), own) in start.weights.iter().zip(&trained.weights).zip(&own.weights) {
        let apart = start.values.iter().zip(&trained.values).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        let is_temperature = start.name == pincite_graph::training::LOG_TEMPERATURE;
        assert!(apart < 1e-4 || is_temperature, "{} is {apart} from where the training ended", start.name);
        assert!(!is_temperature || start.values == own.values, "the temperature is the loss's, and begins anew");
    }
    trainee.restore(start).expect("it is of this network");
    let first = train(&mut trainee, &reference, 1)[0].loss;
    let anew = train(&mut open(Memory::default(), false), &reference, 1)[0].loss;
    assert!(first < anew, "what was learned before need not be learned again: {first}, {anew}");
}

#[test]
fn a_checkpoint_of_another_encoder_is_refused() {
    let home = tempfile::tempdir().expect("temporary folder");
    let [base, folder] = ["base", "start"].map(|name| home.path().join(name));
    copy(&fixture("tiny-mean"), &base);
    let weights = open(Memory::default(), false).snapshot().expect("weights");
    write_tuned(&folder, &base, &weights, 1.0).expect("it can be written");
    for no_start in [folder, fixture("tiny-mean")] {
        let refused = open(Memory::default(), false).with_pretrained(&no_start).err().expect("it is refused");
        assert_eq!(refused.code(), "models.bad_file", "{refused}");
        assert!(refused.to_string().contains("tiny-mean"), "the message names the encoder: {refused}");
    }
}

#[test]
fn a_tuned_encoder_refuses_another_base() {
    let home = tempfile::tempdir().expect("temporary folder");
    let [base, folder] = ["base", "tuned"].map(|name| home.path().join(name));
    copy(&fixture("tiny-mean"), &base);
    let trainee = open(Memory::default(), false);
    write_tuned(&folder, &base, &trainee.snapshot().expect("weights"), 1.0).expect("it can be written");
    Encoder::open(&folder, Device::Cpu).expect("it opens beside its base");
    std::fs::copy(fixture("tiny-prompts").join("model.safetensors"), base.join("model.safetensors")).expect("a copy");
    let refused = Encoder::open(&folder, Device::Cpu).err().expect("differences mean nothing to another base");
    assert_eq!(refused.code(), "models.bad_file", "{refused}");
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the fixture is there") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => assert!(std::fs::copy(&path, &target).is_ok(), "the fixture can be copied"),
        }
    }
}
