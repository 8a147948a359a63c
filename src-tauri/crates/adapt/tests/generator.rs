//! A tiny generator, really run: each passage gets what the generator gives for its prompts, and no other passage's.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on says so")]

use pincite_adapt::{Error, Frequencies, GeneratorWriter, Prompt, Subject, Writer, focus};
use pincite_models::{Decoding, Device, Generator, Search, runtime};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const TEXTS: [&str; 3] = [
    "The tenant pays the monthly rent of $1,577 in Vienna. Either party may give written notice of termination.",
    "Insurance.",
    "Interest accrues on late payments at a rate of 8.5% a year.",
];

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/generator/tiny-flan")
}

fn generator() -> Arc<Generator> {
    open(&fixture())
}

fn open(folder: &Path) -> Arc<Generator> {
    let home = std::env::var_os("PINCITE_HOME").map(PathBuf::from).unwrap_or_default();
    runtime::start(&runtime::candidates(&home)).expect("the runtime loads");
    Arc::new(Generator::open(folder, Device::Cpu).expect("the fixture opens"))
}

fn beams(beams: usize) -> Decoding {
    let search = Search::Beam { beams, length_penalty: 1.0, early_stopping: true };
    Decoding { search, max_new_tokens: 8, ..Decoding::default() }
}

fn writer(prompt: &str, decoding: Decoding) -> GeneratorWriter {
    let prompt = Some(Prompt::new(prompt).unwrap());
    GeneratorWriter::new(generator(), prompt, decoding, Frequencies::of(TEXTS)).unwrap()
}

fn write(writer: &mut GeneratorWriter, count: usize) -> Vec<Vec<String>> {
    let subjects = TEXTS.map(|text| Subject { text, heading: Some("Rent") });
    writer.write(&subjects, count, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// What the generator gives for one prompt, by itself.
fn direct(prompt: &str, decoding: Decoding) -> Vec<String> {
    let found = generator().generate(&[prompt], &decoding, &mut |_| ControlFlow::Continue(())).unwrap();
    found.into_iter().flatten().map(|one| one.text).collect()
}

#[test]
fn a_prompt_for_the_passage_gives_all_its_questions() {
    let written = write(&mut writer("{heading}: {passage}", beams(2)), 3);
    for (text, questions) in TEXTS.iter().zip(&written) {
        let expected = direct(&format!("Rent: {text}"), Decoding { returned: 3, ..beams(3) });
        assert_eq!(*questions, expected, "as many beams as questions, in the order of the passages");
    }
}

#[test]
fn a_prompt_for_sentences_gives_each_its_question() {
    let decoding = beams(2);
    let written = write(&mut writer("Ask: {sentence}", decoding.clone()), 2);
    let sentences = focus(TEXTS[0], 2, &Frequencies::of(TEXTS), decoding.seed);
    let expected: Vec<String> = sentences
        .iter()
        .flat_map(|range| direct(&format!("Ask: {}", &TEXTS[0][range.clone()]), decoding.clone()))
        .collect();
    assert_eq!((sentences.len(), &written[0]), (2, &expected), "one question about each of two sentences");
    let both = direct(&format!("Ask: {}", TEXTS[2]), Decoding { returned: 2, ..decoding });
    assert_eq!(written[2], both, "two about the only sentence");
}

#[test]
fn a_greedy_search_gives_one_and_nothing_is_asked_for_none() {
    let decoding = Decoding { search: Search::Greedy, max_new_tokens: 8, ..Decoding::default() };
    let counts =
        |count| write(&mut writer("{passage}", decoding.clone()), count).iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!(counts(3), [1, 1, 1], "rather one question than an error");
    assert_eq!(counts(0), [0, 0, 0]);
}

#[test]
fn it_tells_how_far_it_is_and_stops_when_told() {
    let mut writer = writer("{sentence}", beams(2));
    let subjects = TEXTS.map(|text| Subject { text, heading: None });
    let mut heard = Vec::new();
    let all = writer.write(&subjects, 2, &mut |done| {
        heard.push(done);
        ControlFlow::Continue(())
    });
    assert_eq!((all.unwrap().len(), heard.last()), (3, Some(&3)), "in passages, to the last: {heard:?}");
    assert!(heard.is_sorted(), "never backwards: {heard:?}");
    let stopped = writer.write(&subjects, 2, &mut |_| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(Error::Cancelled)), "a stop is no failure");
}

#[test]
fn the_recipe_knows_all_that_shapes_the_questions() {
    let recipes = [
        writer("{passage}", beams(2)).recipe(),
        writer("{passage} ", beams(2)).recipe(),
        writer("{passage}", beams(3)).recipe(),
        writer("{passage}", Decoding { seed: 7, ..beams(2) }).recipe(),
    ];
    let distinct: std::collections::HashSet<&String> = recipes.iter().collect();
    assert_eq!(distinct.len(), recipes.len(), "another prompt, search or seed asks every passage anew");
    let same = Decoding { returned: 2, ..beams(2) };
    assert_eq!(writer("{passage}", same).recipe(), recipes[0], "the number returned is not the writer's to say");
}

#[test]
fn what_a_generator_without_capitals_writes_is_written_as_the_passage_is() {
    let folder = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(fixture()).unwrap().flatten() {
        std::fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    std::fs::write(folder.path().join("pincite.json"), r#"{"uncased": true}"#).unwrap();
    let prompt = Some(Prompt::new("{passage}").unwrap());
    let mut uncased = GeneratorWriter::new(open(folder.path()), prompt, beams(2), Frequencies::of(TEXTS)).unwrap();
    assert_ne!(uncased.recipe(), writer("{passage}", beams(2)).recipe(), "other questions, another recipe");
    let text = "Whatever the TERM is, no PARTY, no TENANT and no COMPANY pays.";
    let subject = [Subject { text, heading: None }];
    let write = |by: &mut GeneratorWriter| by.write(&subject, 3, &mut |_| ControlFlow::Continue(())).unwrap().remove(0);
    let shown = write(&mut uncased);
    let plain = write(&mut writer("{passage}", beams(2)));
    let letters = |text: &String| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let same = shown.iter().zip(&plain).all(|(shown, plain)| letters(shown) == letters(plain));
    assert!(same && shown.len() == 3, "the same words: {shown:?}, {plain:?}");
    let loud = |texts: &[String]| {
        texts.iter().any(|text| ["TERM", "PARTY", "TENANT", "COMPANY"].iter().any(|it| text.contains(it)))
    };
    assert!(loud(&shown) && !loud(&plain), "written as the passage writes them: {shown:?}, {plain:?}");
}
