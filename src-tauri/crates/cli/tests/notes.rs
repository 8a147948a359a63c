//! Words of a page are cited and highlighted with the real command.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};

const WORDS: &str = "not less than 120 days' written notice";

fn with_agreement() -> Pincite {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    pincite
}

/// The number, from 1, of the page with the notice period, and the citation of the hit there.
fn place(pincite: &Pincite) -> (String, String) {
    let (_, answer) = pincite.run(&["ask", "\"120 days\" terminate for convenience", "-k", "1", "--best"]);
    let hit = &answer["hits"][0];
    ((hit["page"].as_u64().unwrap() + 1).to_string(), hit["citation"].as_str().unwrap().to_owned())
}

#[test]
fn words_of_a_page_are_cited_as_the_hit_there() {
    let pincite = with_agreement();
    let (page, citation) = place(&pincite);
    let (code, cited) = pincite.run(&["cite", "services", WORDS, "--page", &page]);
    assert_eq!((code, cited["citation"].as_str()), (0, Some(citation.as_str())), "{cited}");
    let quote = cited["quote"].as_str().unwrap();
    assert!(quote.starts_with("“not less than 120 days") && quote.ends_with(&citation), "{quote}");

    let (code, told) = pincite.run(&["cite", "services", "purple zebra", "--page", &page]);
    assert_eq!((code, told["error"]["code"].as_str()), (1, Some("engine.words_not_found")), "{told}");
}

#[test]
fn a_highlight_is_added_listed_and_removed() {
    let pincite = with_agreement();
    let (page, citation) = place(&pincite);
    let add = ["notes", "add", "services", WORDS, "--page", &page, "--note", "Too long?", "--colour", "green"];
    let (code, made) = pincite.run(&add);
    assert_eq!(code, 0, "{made}");
    let (code, list) = pincite.run(&["notes", "services"]);
    assert_eq!((code, list.as_array().map(Vec::len)), (0, Some(1)), "{list}");
    let note = &list[0];
    assert_eq!((&note["note"], &note["colour"]), (&"Too long?".into(), &"green".into()));
    assert_eq!(note["citation"], citation.as_str());
    assert!(!note["boxes"].as_array().unwrap().is_empty(), "it lies on the page: {note}");

    let (code, _) = pincite.run(&["notes", "remove", &note["id"].to_string()]);
    assert_eq!(code, 0);
    assert_eq!(pincite.run(&["notes", "services"]).1.as_array().map(Vec::len), Some(0));
    let (code, told) = pincite.run(&["notes", "remove", &note["id"].to_string()]);
    assert_eq!((code, told["error"]["code"].as_str()), (1, Some("library.no_annotation")), "{told}");
}
