//! Adapting as an evaluation does it, with a tiny encoder of random weights: what is learned from, and what is measured.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pincite_adapt::{Subject, Writer};
use pincite_api::{Filter, Origin};
use pincite_eval::squad::{Article, Paragraph, Question};
use pincite_lab::Error;
use pincite_lab::adapt::{Adapted, Adapting, Author, Recipe, Stage, Student};
use pincite_lab::losses::Loss;
use pincite_lab::squad::{Systems, adapt};
use pincite_models::{CrossEncoder, Device, Memory, Trainee, runtime};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src-tauri/crates/models/tests/fixtures").join(name)
}

fn trainee() -> Trainee {
    let home = std::env::var_os("PINCITE_HOME").map(PathBuf::from).unwrap_or_default();
    runtime::start(&runtime::candidates(&home)).expect("ONNX Runtime is there");
    Trainee::open(&fixture("tiny-mean"), false, Memory::default()).expect("the fixture opens")
}

/// Articles of which every passage speaks of things of its own, with one question people asked.
fn articles() -> Vec<Article> {
    const THINGS: [&str; 6] = ["barge", "orchard", "lantern", "quarry", "chapel", "ferry"];
    let paragraph = |article: usize, at: usize| {
        let (one, other) = (THINGS[at], THINGS[(at + article + 1) % THINGS.len()]);
        let text = format!(
            "The {one} number {article}{at} stands beside the {other} since 18{article}{at}. Its owner repaired the roof twice."
        );
        let question = Question { text: format!("Which thing stands beside the {other}?"), is_impossible: false };
        Paragraph { context: text, questions: vec![question] }
    };
    let article = |number: usize| Article {
        title: format!("Village {number}"),
        paragraphs: (0..THINGS.len()).map(|at| paragraph(number, at)).collect(),
    };
    (0..5).map(article).collect()
}

/// Asks about the words of a passage that name its things.
struct Things;

impl Writer for Things {
    fn name(&self) -> &str {
        "things"
    }

    fn recipe(&self) -> String {
        "things".to_owned()
    }

    fn write(
        &mut self,
        passages: &[Subject<'_>],
        count: usize,
        _: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> pincite_adapt::Result<Vec<Vec<String>>> {
        let questions = |subject: &Subject<'_>| {
            let words: Vec<&str> = subject.text.split_whitespace().collect();
            vec![
                format!("What is number {} of the {}?", words[3], words[1]),
                format!("What is the {} beside?", words[1]),
            ]
            .into_iter()
            .take(count)
            .collect()
        };
        Ok(passages.iter().map(questions).collect())
    }
}

fn run(trainee: &mut Trainee, hear: &mut dyn FnMut(Stage) -> ControlFlow<()>) -> Result<Adapted<Systems>, Error> {
    run_by(Recipe::default(), trainee, None, hear)
}

fn run_by(
    recipe: Recipe,
    trainee: &mut Trainee,
    teacher: Option<&CrossEncoder>,
    hear: &mut dyn FnMut(Stage) -> ControlFlow<()>,
) -> Result<Adapted<Systems>, Error> {
    let adapting = Adapting { per_passage: 2, filter: Filter::default(), recipe };
    let mut writer_of = |_: &[String]| -> Result<Box<dyn Writer + Send>, Error> { Ok(Box::new(Things)) };
    let mut author = Author { origin: Origin::Generator, writer_of: &mut writer_of };
    let folder = fixture("tiny-mean");
    adapt(&articles(), Student { trainee, folder: &folder, teacher }, &adapting, &mut author, hear)
}

#[test]
fn nothing_is_learned_from_the_questions_people_asked() {
    let adapted = run(&mut trainee(), &mut |_| ControlFlow::Continue(())).expect("it ends");
    let written: BTreeSet<&str> = adapted.authored.lines.iter().map(|line| line.question.as_str()).collect();
    let articles = articles();
    let asked = articles.iter().flat_map(|article| &article.paragraphs).flat_map(|paragraph| &paragraph.questions);
    assert!(asked.into_iter().all(|question| !written.contains(question.text.as_str())), "questions are our own");
    let tuning = &adapted.tuning;
    assert_eq!(
        tuning.training + tuning.held_out,
        adapted.authored.tally.kept,
        "every question kept is a pair, no other"
    );
    assert_eq!(adapted.authored.lines.len(), adapted.authored.tally.asked, "all are told, kept or not");
}

#[test]
fn before_and_after_are_measured_on_the_questions_people_asked() {
    let adapted = run(&mut trainee(), &mut |_| ControlFlow::Continue(())).expect("it ends");
    let names: Vec<&str> = adapted.measured.iter().map(|it| it.encoder.as_str()).collect();
    assert!(names[0] == "base" && names.contains(&"tuned"), "each encoder once: {names:?}");
    assert!(adapted.measured.iter().all(|it| it.figures.0["hybrid"].n == 30), "all questions people asked");
}

#[test]
fn the_encoder_is_afterwards_as_it_was() {
    let mut trainee = trainee();
    let first = run(&mut trainee, &mut |_| ControlFlow::Continue(())).expect("it ends");
    let again = run(&mut trainee, &mut |_| ControlFlow::Continue(())).expect("it ends");
    assert_eq!(first.measured[0].figures, again.measured[0].figures, "a second study starts from the same base");
    assert_eq!(first.tuning.losses, again.tuning.losses, "and repeats itself");
}

#[test]
fn it_can_be_stopped() {
    let stopped = run(&mut trainee(), &mut |_| ControlFlow::Break(()));
    let error = stopped.expect_err("it stops");
    assert!(matches!(error.downcast_ref(), Some(pincite_eval::Error::Stopped)), "no figures of half a run: {error}");
}

/// A cross-encoder of random weights that is sure of everything: above 0 a passage answers, below it does not.
fn teacher() -> CrossEncoder {
    let copy = tempfile::tempdir().expect("temporary folder");
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        std::fs::copy(fixture("cross/tiny-one-label").join(file), copy.path().join(file)).expect("it can be copied");
    }
    let calibration = r#"{ "calibration": { "slope": 1000.0, "offset": 0.0 } }"#;
    std::fs::write(copy.path().join("pincite.json"), calibration).expect("it can be written");
    CrossEncoder::open(copy.path(), Device::Cpu).expect("the fixture opens")
}

#[test]
fn each_loss_is_learned_and_leaves_the_encoder_as_it_was() {
    let mut trainee = trainee();
    let teacher = teacher();
    let before = trainee.snapshot().expect("weights");
    for loss in [Loss::Pair { passage_share: 0.1 }, Loss::MarginMse, Loss::DprPlus] {
        let mut recipe = Recipe { loss, ..Recipe::default() };
        (recipe.settings.epochs, recipe.settings.learning_rate) = (6, 2e-3);
        let adapted = run_by(recipe, &mut trainee, Some(&teacher), &mut |_| ControlFlow::Continue(()));
        let losses = adapted.expect("it ends").tuning.losses;
        assert!(losses.len() > 4 && losses.iter().all(|loss| loss.is_finite()), "{loss:?}: {losses:?}");
        let half = losses.len() / 2;
        let mean = |losses: &[f32]| losses.iter().sum::<f32>() / losses.len() as f32;
        assert!(mean(&losses[half..]) < mean(&losses[..half]), "{loss:?} falls: {losses:?}");
        assert_eq!(trainee.snapshot().expect("weights").weights[0].values, before.weights[0].values, "as it was");
    }
}

#[test]
fn a_loss_that_needs_a_teacher_says_so() {
    let recipe = Recipe { loss: Loss::MarginMse, ..Recipe::default() };
    let error = run_by(recipe, &mut trainee(), None, &mut |_| ControlFlow::Continue(())).expect_err("there is none");
    assert!(error.to_string().contains("reranker"), "{error}");
}

#[test]
fn mixed_batches_come_from_all_documents() {
    let recipe = Recipe { mixed: true, ..Recipe::default() };
    let adapted = run_by(recipe, &mut trainee(), None, &mut |_| ControlFlow::Continue(())).expect("it ends");
    assert!(adapted.measured.iter().all(|it| it.figures.0["hybrid"].n == 30), "each article is asked as it is");
    let usual = run(&mut trainee(), &mut |_| ControlFlow::Continue(())).expect("it ends");
    assert!(adapted.tuning.losses[0] > usual.tuning.losses[0], "more passages in a batch, harder to tell apart");
}
