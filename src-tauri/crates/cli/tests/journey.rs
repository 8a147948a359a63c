//! The main job from end to end with the real command: add, ask, show, watch, remove.

mod common;

use common::{Pincite, sample};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

fn texts(answer: &Value) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |hit: &Value| list(&hit["pieces"]).iter().filter_map(|piece| piece["text"].as_str()).collect();
    list(&answer["hits"]).iter().map(text).collect()
}

#[test]
fn a_question_is_answered_with_a_citation_and_a_highlighted_page() {
    let pincite = Pincite::new();
    let (code, report) = pincite.run(&["add", &sample("services-agreement.pdf")]);
    assert_eq!((code, &report["documents"][0]["status"]), (0, &"ready".into()), "{report}");

    let (code, answer) = pincite.run(&["ask", "Which law governs the agreement?", "-k", "3"]);
    assert_eq!(code, 0);
    let best = &answer["hits"][0];
    assert!(texts(&answer)[0].to_lowercase().contains("governed by"), "the governing law is the best hit: {best}");
    let citation = best["citation"].as_str().unwrap();
    assert!(citation.contains(", p. ") && citation.contains('§'), "page and clause are cited: {citation}");

    let hit = best["id"].to_string();
    let out = pincite.path("page.png").display().to_string();
    let document = best["document"].to_string();
    let (code, _) = pincite.run(&["show", &document, "--hit", &hit, "--question", "Which law governs?", "--out", &out]);
    assert_eq!(code, 0);
    let marked = fs::read(&out).unwrap();
    assert!(marked.starts_with(b"\x89PNG"), "the page is a PNG image");
    let page = (best["page"].as_u64().unwrap() + 1).to_string();
    let (code, _) = pincite.run(&["show", &document, "--page", &page, "--out", &out, "--force"]);
    assert_eq!(code, 0);
    assert_ne!(fs::read(&out).unwrap(), marked, "the hit is painted on the page");
}

#[test]
fn quoted_words_must_occur() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    let (code, answer) = pincite.run(&["ask", "\"written notice\" of the Supplier"]);
    assert_eq!(code, 0);
    let lower: Vec<String> = texts(&answer).iter().map(|text| text.to_lowercase().replace('\n', " ")).collect();
    assert!(lower.iter().all(|text| text.contains("written notic")), "every hit has the phrase: {lower:?}");
    let (code, answer) = pincite.run(&["ask", "\"purple zebra covenant\""]);
    let notes = answer["notes"].as_array().unwrap();
    assert!(
        code == 4 && notes.iter().any(|note| note["code"] == "search.phrase_nowhere"),
        "nothing found, and said: {answer}"
    );
}

#[test]
fn the_same_file_twice_is_stored_once() {
    let pincite = Pincite::new();
    let copy = pincite.path("copy of it.pdf");
    fs::copy(sample("awkward.pdf"), &copy).unwrap();
    pincite.run(&["add", &sample("awkward.pdf")]);
    let (_, report) = pincite.run(&["add", &copy.display().to_string()]);
    assert_eq!(report["documents"].as_array().unwrap().len(), 1, "what became of the copy is told: {report}");
    let (_, documents) = pincite.run(&["documents"]);
    assert_eq!(documents.as_array().unwrap().len(), 1, "one document, seen at two places: {documents}");
}

#[test]
fn a_changed_file_is_not_shown_with_old_highlights() {
    let pincite = Pincite::new();
    let file = pincite.path("contract.pdf");
    fs::copy(sample("services-agreement.pdf"), &file).unwrap();
    pincite.run(&["add", &file.display().to_string()]);
    fs::copy(sample("awkward.pdf"), &file).unwrap();
    let (code, told) = pincite.run(&["show", "contract", "--page", "1", "--out", "unused.png"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"engine.document_changed".into()), "{told}");
    fs::remove_file(&file).unwrap();
    let (_, told) = pincite.run(&["show", "contract", "--page", "1", "--out", "unused.png"]);
    assert_eq!(told["error"]["code"], "engine.document_missing", "{told}");
    let (code, _) = pincite.run(&["ask", "termination for convenience"]);
    assert_eq!(code, 0, "its text can still be searched");
}

#[test]
fn a_watched_folder_feeds_its_collection() {
    let pincite = Pincite::new();
    let folder = pincite.path("inbox");
    fs::create_dir_all(folder.join("deep/er")).unwrap();
    let watching = pincite.command(&["watch", "--collection", "Inbox", &folder.display().to_string()]);
    let mut child = { watching }.arg("--json").stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next(); // it watches now
    fs::copy(sample("awkward.pdf"), folder.join("deep/er/new.pdf")).unwrap();
    let seen = lines.map_while(Result::ok).any(|line| line.contains("\"partly\""));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(seen, "the file became searchable");
    let (code, _) = pincite.run(&["ask", "--collection", "Inbox", "gazette"]);
    assert_eq!(code, 0, "and it is found");
}

#[test]
fn a_removed_document_is_gone_and_its_file_is_not() {
    let pincite = Pincite::new();
    let file = pincite.path("mine.pdf");
    fs::copy(sample("awkward.pdf"), &file).unwrap();
    pincite.run(&["add", &file.display().to_string()]);
    let (code, _) = pincite.run(&["remove", "mine"]);
    assert_eq!(code, 0);
    let (_, documents) = pincite.run(&["documents"]);
    assert_eq!(documents, Value::Array(Vec::new()));
    assert!(file.exists(), "users' files are never touched");
}

#[test]
fn marked_answers_are_what_a_tuning_learns_from() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    let (_, answer) = pincite.run(&["ask", "Which law governs the agreement?", "-k", "1"]);
    let document = answer["hits"][0]["document"].to_string();
    let passage = answer["hits"][0]["id"].to_string();
    let question = "Which law governs the agreement?";
    let (code, mark) = pincite.run(&["mark", question, "--document", "services", "--passage", &passage]);
    assert_eq!((code, &mark["question"], &mark["answers"]), (0, &question.into(), &true.into()), "{mark}");
    assert_eq!(mark["passage"].to_string(), passage, "the passage that the answer named, in document {document}");
    let (code, refused) = pincite.run(&["tune"]);
    assert_eq!(code, 1, "here is no encoder: {refused}");
    let (code, history) = pincite.run(&["tune", "history"]);
    assert_eq!((code, history["tunings"].as_array().map(Vec::len)), (0, Some(0)), "nothing was begun: {history}");
}

/// What people send along with a bug report goes to strangers, and so may the log.
#[test]
fn the_log_and_the_bug_report_tell_what_happened_and_name_no_document() {
    let pincite = Pincite::new();
    let file = pincite.path("Secret-Client.pdf");
    fs::copy(sample("awkward.pdf"), &file).unwrap();
    let bad = pincite.path("Other-Client.pdf");
    fs::write(&bad, "Dear Sir or Madam").unwrap();
    pincite.run(&["add", &file.display().to_string(), &bad.display().to_string()]);
    pincite.run(&["ask", "clandestine indemnification"]);
    let (_, status) = pincite.run(&["status"]);
    let log = std::path::PathBuf::from(status["log"].as_str().unwrap());
    let logged: String =
        fs::read_dir(log).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    let report = String::from_utf8(pincite.command(&["status", "--report"]).output().unwrap().stdout).unwrap();
    for (name, text) in [("log", &logged), ("report", &report)] {
        assert!(text.contains("job is done") && text.contains("pdf.not_a_pdf"), "{name}: {text}");
        for private in ["Client", "clandestine", pincite.path("").to_str().unwrap()] {
            assert!(!text.contains(private), "the {name} holds {private:?}: {text}");
        }
    }
    assert!(report.contains("documents: 2 (0 ready, 1 partly, 0 waiting, 1 failed)"), "{report}");
}
