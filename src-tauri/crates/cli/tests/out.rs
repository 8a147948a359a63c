//! Carrying results out with the real command: citations in styles, files, annotated copies and links.

mod common;

use common::{Pincite, sample};
use std::fs;

const QUESTION: &str = "Which law governs the agreement?";

fn asked(pincite: &Pincite, more: &[&str]) -> (i32, serde_json::Value) {
    pincite.run(&[&["ask", QUESTION, "-k", "2", "--mode", "lexical"], more].concat())
}

#[test]
fn results_are_written_once_in_the_format_of_the_name() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    let file = pincite.path("results.csv").display().to_string();
    let (code, answer) = asked(&pincite, &["--out", &file, "--style", "bluebook"]);
    assert_eq!(code, 0, "{answer}");
    let written = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = written.lines().collect();
    assert!(lines.len() == 3 && lines[0].ends_with("Clause,Question,Date,Searched"), "{written}");
    assert!(lines[1].contains(", at ") && lines[1].contains(QUESTION), "{written}");
    let (code, told) = asked(&pincite, &["--out", &file]);
    assert_eq!((code, &told["error"]["code"]), (1, &"engine.exists".into()));
    let (code, told) = asked(&pincite, &["--out", &pincite.path("results.pdf").display().to_string()]);
    assert_eq!((code, &told["error"]["code"]), (1, &"export.unknown_format".into()));
    let (code, _) = asked(&pincite, &["--out", &file, "--force"]);
    assert_eq!(code, 0);
}

#[test]
fn marks_are_written_with_their_citations() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    let (_, answer) = asked(&pincite, &[]);
    let hit = &answer["hits"][0];
    pincite.run(&["mark", QUESTION, "-d", "services", "-p", &hit["id"].to_string(), "--not"]);
    let file = pincite.path("marks.md").display().to_string();
    let (code, told) = pincite.run(&["marks", "--out", &file]);
    assert_eq!((code, &told["marks"]), (0, &1.into()), "{told}");
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.contains(&format!("**Not relevant · {QUESTION}**")), "{written}");
    let title = hit["cited"]["document"].as_str().unwrap();
    assert!(written.contains(&format!("— {title}, p. ")), "{written}");
}

/// What a person said here stays, whatever a file says of the same passage.
#[test]
fn marks_are_carried_to_another_library() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    let (_, answer) = asked(&pincite, &[]);
    let passage = |at: usize| answer["hits"][at]["id"].to_string();
    for (at, not) in [(0, &[][..]), (1, &["--not"][..])] {
        pincite.run(&[&["mark", QUESTION, "-d", "services", "-p", &passage(at)], not].concat());
    }
    let file = pincite.path("marks.jsonl").display().to_string();
    assert_eq!(pincite.run(&["marks", "--out", &file]).1["marks"], 2);

    let other = Pincite::new();
    other.run(&["add", &sample("services-agreement.pdf")]);
    other.run(&["mark", QUESTION, "-d", "services", "-p", &passage(0), "--not"]);
    let import = || other.run(&["marks", "--import", &file]).1;
    assert_eq!(import(), serde_json::json!({ "stored": 1, "unmatched": 0 }));
    let (_, marks) = other.run(&["marks"]);
    let said: Vec<_> = marks.as_array().unwrap().iter().map(|mark| (&mark["passage"], &mark["answers"])).collect();
    assert_eq!(said, [(&answer["hits"][0]["id"], &false.into()), (&answer["hits"][1]["id"], &false.into())]);
    assert_eq!(import()["stored"], 0, "a second time there is nothing new");
    let (_, pairs) = other.run(&["questions", "import", &file]);
    assert_eq!(pairs["stored"], 1, "what does not answer is no question with its answer: {pairs}");
    let empty = Pincite::new();
    assert_eq!(empty.run(&["marks", "--import", &file]).1["error"]["code"], "engine.unknown_collection");
}

#[test]
fn a_copy_has_the_answers_highlighted_and_the_document_is_not_touched() {
    let pincite = Pincite::new();
    let document = pincite.path("agreement.pdf");
    fs::copy(sample("services-agreement.pdf"), &document).unwrap();
    pincite.run(&["add", &document.display().to_string()]);
    let before = fs::read(&document).unwrap();
    let copy = pincite.path("copy.pdf");
    let annotate = |out: &str, force: &[&str]| {
        pincite.run(&[&["annotate", "agreement", "--question", QUESTION, "-k", "2", "--out", out], force].concat())
    };
    let (code, told) = annotate(&copy.display().to_string(), &[]);
    assert!(code == 0 && told["highlights"].as_u64() > Some(0), "{told}");
    let written = fs::read(&copy).unwrap();
    assert!(written.starts_with(&before) && written.len() > before.len(), "the copy adds to the document");
    assert_eq!(fs::read(&document).unwrap(), before, "which stays as it is");
    let (code, told) = annotate(&document.display().to_string(), &["--force"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"engine.is_ours".into()));
}

#[test]
fn a_link_leads_back_to_its_page_in_any_library_with_the_document() {
    let pincite = Pincite::new();
    let other = Pincite::new();
    for library in [&pincite, &other] {
        library.run(&["add", &sample("services-agreement.pdf")]);
    }
    let (_, answer) = asked(&pincite, &[]);
    let hit = &answer["hits"][0];
    let page = hit["page"].as_u64().unwrap();
    let id = hit["id"].to_string();
    let (code, link) = pincite.run(&["link", "services", "--page", &(page + 1).to_string(), "--hit", &id]);
    assert_eq!(code, 0);
    let link = link.as_str().unwrap();
    let (_, place) = pincite.run(&["open", link]);
    assert_eq!((&place["page"], &place["document"]), (&hit["page"], &hit["document"]), "{place}");
    assert!(!place["highlights"].as_array().unwrap().is_empty(), "the passage is marked: {place}");
    assert_eq!(other.run(&["open", link]).1["page"], hit["page"]);
    for wrong in ["pincite://open?document=0000000000000000&page=1", "https://example.org/", &format!("{link}9999999")]
    {
        let (code, told) = pincite.run(&["open", wrong]);
        let is_refused = told["error"]["code"] == "engine.unknown_place";
        assert!(is_refused && code == 1 || told["highlights"].as_array().is_some_and(Vec::is_empty), "{wrong}: {told}");
    }
}
