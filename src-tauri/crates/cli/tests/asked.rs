//! Questions that people ask with the real command are kept, listed and forgotten, as they wish; people may ask for all
//! answers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use serde_json::{Value, json};

fn with_agreement() -> Pincite {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    pincite
}

/// Text and number of times of each question, the last one first.
fn asked(pincite: &Pincite) -> Vec<(String, u64)> {
    let (code, list) = pincite.run(&["questions", "asked"]);
    assert_eq!(code, 0, "{list}");
    let told = |it: &Value| (it["text"].as_str().unwrap().to_owned(), it["times"].as_u64().unwrap());
    list.as_array().unwrap().iter().map(told).collect()
}

#[test]
fn questions_are_kept_in_their_scope() {
    let pincite = with_agreement();
    for words in [&["Who may terminate?"][..], &["Who pays?", "--document", "1"], &["Who may  terminate?"]] {
        pincite.run(&[&["ask"], words].concat());
    }
    pincite.run(&["ask", "pays", "--mode", "lexical"]);
    let kept = [("Who may terminate?".to_owned(), 2), ("Who pays?".to_owned(), 1)];
    assert_eq!(asked(&pincite), kept, "once each; only the default search is tested with them");
    let (_, list) = pincite.run(&["questions", "asked"]);
    assert_eq!((&list[0]["document"], &list[1]["document"]), (&Value::Null, &1.into()), "{list}");
}

#[test]
fn people_may_forget_them_or_keep_none() {
    let pincite = with_agreement();
    pincite.run(&["ask", "Who pays?"]);
    pincite.run(&["collections", "create", "Other"]);
    assert_eq!(pincite.run(&["questions", "forget", "-c", "Other"]).1, json!({ "forgotten": 0 }));
    assert_eq!(pincite.run(&["questions", "forget"]).1, json!({ "forgotten": 1 }));
    pincite.run(&["ask", "Who pays?"]);
    assert_eq!(pincite.run(&["questions", "remember"]).1, json!({ "on": true, "count": 1 }));
    assert_eq!(pincite.run(&["questions", "remember", "off"]).1, json!({ "on": false, "count": 0 }));
    let (code, answer) = pincite.run(&["ask", "Who pays?"]);
    assert!(code == 0 && answer["hits"][0].is_object(), "it is answered all the same: {answer}");
    assert_eq!(asked(&pincite), []);
    pincite.run(&["questions", "remember", "on"]);
    pincite.run(&["ask", "Who pays?"]);
    assert_eq!(pincite.run(&["questions", "forget", "--all"]).1, json!({ "forgotten": 1 }));
}

#[test]
fn one_question_may_be_forgotten() {
    let pincite = with_agreement();
    for question in ["Who pays?", "Who may terminate?"] {
        pincite.run(&["ask", question]);
    }
    assert_eq!(pincite.run(&["questions", "forget", "Who", "pays?"]).1, json!({ "forgotten": 1 }));
    assert_eq!(asked(&pincite), [("Who may terminate?".to_owned(), 1)]);
}

#[test]
fn several_documents_can_be_searched() {
    let pincite = with_agreement();
    pincite.run(&["add", &sample("annual-report.pdf")]);
    let scope = |documents: &[&str]| -> Vec<u64> {
        let named = documents.iter().flat_map(|name| ["--document", name]);
        let (_, answer) = pincite.run(&["ask", "fee", "-k", "30"].into_iter().chain(named).collect::<Vec<_>>());
        let mut seen: Vec<u64> =
            answer["hits"].as_array().unwrap().iter().map(|hit| hit["document"].as_u64().unwrap()).collect();
        seen.sort_unstable();
        seen.dedup();
        seen
    };
    assert_eq!(scope(&["services"]), [1]);
    assert_eq!(scope(&["services", "annual"]), [1, 2], "both together");
    assert_eq!(asked(&pincite)[0], ("fee".to_owned(), 1), "kept as a question of the collection");
}

#[test]
fn people_may_ask_for_all_answers() {
    let pincite = with_agreement();
    let codes = |answer: &Value| -> Vec<String> {
        let notes = answer["notes"].as_array().unwrap().iter();
        notes.map(|note| note["code"].as_str().unwrap().to_owned()).collect()
    };
    let question = "Which clauses limit liability?";
    let (code, answer) = pincite.run(&["ask", "--all", question]);
    assert_eq!((code, &answer["question"]["gather"]), (0, &"all".into()), "{answer}");
    assert_eq!((&answer["gathered"], &answer["found"]), (&"best".into(), &Value::Null), "nothing here can find them");
    assert!(codes(&answer).contains(&"search.not_gathered".to_owned()), "and people are told: {answer}");
    for (choice, gather) in [(&[][..], "auto"), (&["--best"], "best")] {
        let (_, answer) = pincite.run(&[&["ask", question], choice].concat());
        assert_eq!(answer["question"]["gather"], gather);
        assert!(!codes(&answer).contains(&"search.not_gathered".to_owned()), "nobody asked for them: {answer}");
    }
    let both = pincite.command(&["ask", question, "--all", "--best"]).output().unwrap();
    assert_eq!(both.status.code(), Some(2), "one or the other");
}
