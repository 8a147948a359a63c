//! Ways to select several passages, compared on a document with a tiny cross-encoder of random weights and the real joint
//! ranker: every system selects, and the report has the fields that scripts read.

#![allow(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pincite_eval::pdf::{Clause, Document, Evidence, Question};
use pincite_eval::{Error, Models};
use pincite_lab::pdf::run_joint;
use pincite_language::Language;
use pincite_models::{CrossEncoder, Device, runtime};
use pincite_passage::{Passage, Span};
use pincite_search::{DocumentIndex, JointRanker, Vectors, terms_of};

const TEXTS: [&str; 4] = [
    "The liability of the carrier is limited to the price of the load.",
    "Boats are washed on Fridays.",
    "The carrier bears no liability for delay.",
    "Notices are sent by post.",
];

fn document() -> Document {
    let passage = |(at, text): (usize, &&str)| Passage {
        ordinal: at as u32,
        text: (*text).to_owned(),
        sentences: vec![(0, text.len() as u32)],
        spans: vec![Span { start: 0, end: text.len() as u32, page: at as u32, rect: pincite_pdf::Rect::default() }],
        ..Passage::default()
    };
    let passages: Vec<Passage> = TEXTS.iter().enumerate().map(passage).collect();
    let terms = passages.iter().map(|passage| terms_of(&passage.text, &passage.sentences, Language::English));
    Document::new(&passages, DocumentIndex::new(terms.collect::<Vec<String>>(), Vectors::default()), Vec::new())
}

fn question(id: &str, texts: &[&str]) -> Question {
    let evidence = (0..).zip(texts).map(|(clause, text)| Evidence {
        pages: vec![0],
        text: (*text).to_owned(),
        clause: Some(Clause::Number(clause)),
    });
    Question {
        id: id.to_owned(),
        pdf: "contract.pdf".to_owned(),
        text: "Which clauses limit the liability of the carrier?".to_owned(),
        evidence: evidence.collect(),
    }
}

/// The JSON report of questions about the document.
fn report(questions: &[Question]) -> pincite_lab::Result<serde_json::Value> {
    let home = std::env::var_os("PINCITE_HOME").map(PathBuf::from).unwrap_or_default();
    runtime::start(&runtime::candidates(&home)).expect("ONNX Runtime is there");
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src-tauri/crates/models/tests/fixtures/cross/tiny-one-label");
    let reader = CrossEncoder::open(&folder, Device::Cpu).expect("the fixture opens");
    let ranker = JointRanker::shipped().expect("it comes with Pincite");
    let documents = BTreeMap::from([("contract.pdf".to_owned(), document())]);
    let models = Models { encoder: None, reader: Some(&reader) };
    let report = run_joint(questions, &documents, models, &ranker, &mut |_, _| ControlFlow::Continue(()))?;
    Ok(serde_json::to_value(report).expect("it is JSON"))
}

#[test]
fn each_way_to_select_is_reported_by_the_number_of_answers() {
    let report = report(&[question("two", &[TEXTS[0], TEXTS[2]]), question("one", &[TEXTS[0]])]).expect("it runs");
    for system in ["independent", "folded", "cut", "mmr", "joint", "complete"] {
        let groups = &report["systems"][system];
        assert_eq!((&groups["multi"]["n"], &groups["single"]["n"]), (&1.into(), &1.into()), "{system}: {report}");
        let figure = |name: &str| groups["multi"][name].as_f64().expect("a number");
        assert!((0.0..=100.0).contains(&figure("precision")), "{system}: {groups}");
        assert!(figure("mrecall5") <= figure("mrecall10"), "{system}: {groups}");
    }
    let joint = &report["systems"]["joint"]["multi"];
    assert_eq!((&joint["coverage5"], &joint["mrecall5"]), (&100.0.into(), &100.0.into()), "all fit: {joint}");
}

#[test]
fn a_document_that_is_not_there_is_named() {
    let other = Question { pdf: "gone.pdf".to_owned(), ..question("one", &[TEXTS[0]]) };
    let error = report(&[other]).expect_err("it cannot be asked");
    assert!(matches!(error.downcast_ref(), Some(Error::NoDocument { .. })), "{error}");
    assert!(error.to_string().contains("gone.pdf"), "{error}");
}
