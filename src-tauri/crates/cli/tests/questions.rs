//! Questions about passages with the real command and the generator that comes with it: generated, listed, changed, exported,
//! deleted.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use pincite_models::{Catalogue, Home};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Stdio;

fn with_report() -> Pincite {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    pincite
}

fn list(pincite: &Pincite, words: &[&str]) -> Value {
    let (code, listed) = pincite.run(&[&["questions", "list", "--limit", "1000"], words].concat());
    assert_eq!(code, 0, "{listed}");
    listed
}

fn texts(listed: &Value) -> Vec<String> {
    let mut texts: Vec<String> =
        listed["questions"].as_array().unwrap().iter().map(|it| it["text"].to_string()).collect();
    texts.sort();
    texts
}

#[test]
fn questions_are_generated_and_listed_with_why_they_are_kept_or_not() {
    let pincite = with_report();
    let (code, run) = pincite.run(&["questions", "generate", "--per-passage", "2"]);
    let tally = &run["report"]["questions"];
    assert_eq!((code, &run["state"], &run["kind"]), (0, &"done".into(), &"questions".into()), "{run}");
    assert!(tally["kept"].as_u64().unwrap() > 10, "most questions about a contract are good: {tally}");
    let all = list(&pincite, &[]);
    let kept = list(&pincite, &["--kept"]);
    assert_eq!(kept["total"], tally["kept"], "the report is what is there");
    assert!(all["total"].as_u64() <= tally["asked"].as_u64(), "a text that comes twice is stored once");
    let counted: u64 = all["counts"].as_array().unwrap().iter().map(|it| it["count"].as_u64().unwrap()).sum();
    assert_eq!(all["total"], counted, "and it adds up");
    let first = &kept["questions"][0];
    assert!(
        first["passage"].is_number() && first["writer"] == "pincite-questions" && first["rank"].is_number(),
        "{first}"
    );
    let rejected = list(&pincite, &["--rejected"]);
    let reasons = rejected["questions"].as_array().unwrap();
    assert!(
        reasons.iter().all(|it| it["rejected"]["message"].as_str().is_some_and(|it| it.ends_with('.'))),
        "{rejected}"
    );
    let (_, again) = pincite.run(&["questions", "generate", "--per-passage", "2"]);
    assert_eq!(again["report"]["questions"]["asked"], 0, "nothing is asked twice: {again}");
    assert_eq!(texts(&list(&pincite, &[])), texts(&all));
}

#[test]
fn left_to_pincite_the_generator_writes_that_comes_with_it() {
    let pincite = with_report();
    let (code, run) = pincite.run(&["questions", "generate", "--per-passage", "1"]);
    assert_eq!((code, &run["report"]["writer"]), (0, &"pincite-questions".into()), "{run}");
    assert!(run["report"]["questions"]["kept"] != 0, "{run}");
    let suggested = pincite.run(&["questions", "suggest"]).1;
    assert_eq!(suggested, json!([]), "without a cross-encoder nobody knows whether they are good");
}

#[test]
fn questions_that_read_well_are_suggested() {
    let pincite = Pincite::new();
    let name = Catalogue::builtin().unwrap().default_encoder().name.clone();
    let folder = pincite.path("home/models").join(&name);
    copy_folder(&Home::of_this_user().folder().join("models").join(name), &folder);
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    pincite.run(&["questions", "generate", "--per-passage", "1"]);
    let suggested = pincite.run(&["questions", "suggest", "--count", "3"]).1;
    let texts: Vec<&str> = suggested.as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap()).collect();
    assert_eq!(texts.len(), 3, "people are shown what it wrote: {suggested}");
    let reads_well = |text: &&str| text.starts_with(char::is_uppercase) && text.ends_with('?') && !text.contains(" ?");
    assert!(texts.iter().all(reads_well), "as people write: {texts:?}");
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in fs::read_dir(from).unwrap().map(|file| file.unwrap().path()) {
        let place = to.join(file.file_name().unwrap());
        if file.is_dir() { copy_folder(&file, &place) } else { fs::copy(&file, &place).map(drop).unwrap() }
    }
}

#[test]
fn an_interrupted_command_goes_on_where_it_stood() {
    let pincite = with_report();
    let whole = with_report();
    pincite.run(&["add", &sample("annual-report.pdf")]);
    whole.run(&["add", &sample("annual-report.pdf")]);
    let mut command = pincite.command(&["questions", "generate", "--per-passage", "1", "--json"]);
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    while list(&pincite, &[])["total"] == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it is at work until it is killed");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (code, run) = pincite.run(&["questions", "generate", "--per-passage", "1"]);
    assert_eq!((code, &run["state"]), (0, &"done".into()), "{run}");
    let (_, expected) = whole.run(&["questions", "generate", "--per-passage", "1"]);
    assert_eq!(run["report"]["questions"], expected["report"]["questions"], "as if nothing had happened");
    assert_eq!(texts(&list(&pincite, &[])), texts(&list(&whole, &[])));
}

#[test]
fn people_change_what_was_written() {
    let pincite = with_report();
    pincite.run(&["questions", "generate", "--per-passage", "1"]);
    let listed = list(&pincite, &["--kept"]);
    let number = |at: usize| listed["questions"][at]["id"].to_string();
    let (code, changed) = pincite.run(&["questions", "edit", &number(0), "Who", "may", "terminate?"]);
    assert_eq!((code, &changed[0]["text"], &changed[0]["origin"]), (0, &"Who may terminate?".into(), &"person".into()));
    let (_, dropped) = pincite.run(&["questions", "drop", &number(1), &number(2)]);
    assert!(dropped.as_array().unwrap().iter().all(|it| it["kept"] == false), "{dropped}");
    let (_, kept) = pincite.run(&["questions", "keep", &number(1)]);
    assert_eq!(kept[0]["kept"], true);
    let passage = listed["questions"][3]["passage"].to_string();
    let (code, added) = pincite.run(&["questions", "add", "What is owed?", "-d", "services", "-p", &passage]);
    assert_eq!((code, &added[0]["origin"]), (0, &"person".into()), "{added}");
    let (_, suggested) = pincite.run(&["questions", "suggest", "--count", "2"]);
    assert_eq!(suggested.as_array().unwrap().len(), 2, "people's questions are: {suggested}");
    let (_, deleted) = pincite.run(&["questions", "delete", &number(3)]);
    assert_eq!(deleted["deleted"], 1);
    let (code, deleted) = pincite.run(&["questions", "delete", "--origin", "generator"]);
    assert!(code == 0 && deleted["deleted"].as_u64().unwrap() > 5, "{deleted}");
    assert_eq!(texts(&list(&pincite, &[])), ["\"What is owed?\"", "\"Who may terminate?\""]);
    let (code, told) = pincite.run(&["questions", "edit", "999", "Who?"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"library.no_question".into()));
    let refused = pincite.command(&["questions", "delete"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "nothing is deleted by leaving out a word");
}

#[test]
fn a_file_carries_them_to_another_library() {
    let pincite = with_report();
    let other = with_report();
    pincite.run(&["questions", "generate", "--per-passage", "1"]);
    let file = pincite.path("questions.jsonl").display().to_string();
    let (code, written) = pincite.run(&["questions", "export", &file, "--kept"]);
    assert_eq!((code, &written["written"]), (0, &list(&pincite, &["--kept"])["total"]));
    let (code, imported) = other.run(&["questions", "import", &file]);
    assert_eq!((code, &imported["stored"], &imported["unmatched"]), (0, &written["written"], &0.into()));
    assert_eq!(texts(&list(&other, &[])), texts(&list(&pincite, &["--kept"])));
    let twice = fs::read_to_string(&file).unwrap().repeat(2);
    fs::write(pincite.path("twice.jsonl"), twice).unwrap();
    let (_, imported) = other.run(&["questions", "import", pincite.path("twice.jsonl").to_str().unwrap()]);
    assert_eq!(imported["stored"], written["written"], "what a file says twice is stored once");
    let mut more = fs::read_to_string(&file).unwrap();
    more += "{\"question\": \"Who?\", \"passage\": \"No document speaks of the purple zebra covenant.\"}\n";
    fs::write(&file, more).unwrap();
    let (code, imported) = other.run(&["questions", "import", &file]);
    assert_eq!((code, &imported["unmatched"]), (3, &1.into()), "done, but not all of it");
    fs::write(&file, "{\"question\": 3}\n").unwrap();
    let (code, told) = other.run(&["questions", "import", &file]);
    assert_eq!((code, &told["error"]["code"]), (1, &"adapt.line".into()), "{told}");
    assert!(told["error"]["message"].as_str().unwrap().contains("line 1"), "with its place: {told}");
}

/// It said that all lines were stored.
#[test]
fn a_question_that_a_file_repeats_is_stored_and_counted_once() {
    let pincite = with_report();
    let (_, answer) = pincite.run(&["ask", "\"termination for convenience\"", "-k", "1"]);
    let pieces = answer["hits"][0]["pieces"].as_array().unwrap().iter();
    let passage: String = pieces.filter_map(|piece| piece["text"].as_str()).collect();
    let line = json!({ "question": "How much notice?", "passage": passage }).to_string() + "\n";
    let file = pincite.path("repeated.jsonl").display().to_string();
    fs::write(&file, line.repeat(1500)).unwrap();
    let (code, imported) = pincite.run(&["questions", "import", &file]);
    assert_eq!((code, &imported["stored"], &imported["unmatched"]), (0, &1.into(), &0.into()), "{imported}");
    assert_eq!(list(&pincite, &[])["total"], 1);
}

#[test]
fn what_cannot_be_is_said() {
    let pincite = with_report();
    let (code, told) = pincite.run(&["questions", "generate", "--writer", "nobody"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"adapt.no_generator".into()));
    let (code, told) = pincite.run(&["questions", "generate", "--prompt", "Ask!"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"adapt.template".into()));
    let (code, told) = pincite.run(&["questions", "list", "-c", "Nowhere"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"engine.unknown_collection".into()));
    let text = pincite.command(&["questions", "generate", "--per-passage", "1"]).output().unwrap();
    let told = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(told.contains("passages to be asked about by pincite-questions"), "what it will do: {told}");
    assert!(told.contains("questions by pincite-questions are kept"), "and what it did: {told}");
    let history = pincite.command(&["tune", "history"]).output().unwrap();
    assert!(String::from_utf8_lossy(&history.stdout).contains("questions 1"), "it is among the runs");
}
