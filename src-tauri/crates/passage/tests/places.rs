//! Headings above a passage and the number of its clause.
#![allow(clippy::panic, reason = "a helper of tests says which word is missing")]

mod pages;

use pages::{Sheet, contents, count_words};
use pincite_passage::{Passage, Splitting, split};
use pincite_pdf::{Contents, OutlineItem, Page};

fn passages_of(pages: &[Page], contents: &Contents, max_tokens: usize) -> Vec<Passage> {
    split(contents, pages, Splitting { max_tokens }, &count_words)
}

/// The passage that holds a word.
fn with<'p>(passages: &'p [Passage], word: &str) -> &'p Passage {
    passages.iter().find(|passage| passage.text.contains(word)).unwrap_or_else(|| panic!("{word:?} is in no passage"))
}

fn agreement() -> Vec<Page> {
    let sheet = Sheet::new(0)
        .header("Master Agreement page one")
        .bold("ARTICLE VII")
        .bold("TERM AND TERMINATION")
        .text(&[
            "7.1 Term. This agreement runs for five years from the date on which it is",
            "signed by the last of the parties.",
        ])
        .text(&["7.2 Termination for Cause. Either party may terminate if the other:"])
        .text(&["(a) fails to pay within thirty days after it has received a reminder; or"])
        .text(&["(b) becomes subject to an insolvency event, which means that it:"])
        .text(&["(i) cannot pay its debts as they fall due in the ordinary course; or"])
        .text(&["(ii) has a receiver appointed over any substantial part of its assets."])
        .footer("12");
    vec![sheet.done()]
}

#[test]
fn headings_and_clauses_are_known() {
    let pages = agreement();
    let passages = passages_of(&pages, &contents(&pages), 22);
    let term = with(&passages, "five years");
    assert_eq!(
        term.headings,
        ["ARTICLE VII TERM AND TERMINATION", "7.1 Term"],
        "a number and its title are one heading"
    );
    assert_eq!(term.clause.as_deref(), Some("7.1"), "the paragraph's own number");
    assert_eq!(with(&passages, "reminder").clause.as_deref(), Some("7.2(a)"), "marks follow the number above them");
    assert_eq!(
        with(&passages, "ordinary").clause.as_deref(),
        Some("7.2(b)(i)"),
        "(i) after (b) is one level further in"
    );
    assert_eq!(with(&passages, "receiver").clause.as_deref(), Some("7.2(b)(ii)"), "and (ii) follows it");
    let receiver = with(&passages, "receiver");
    assert_eq!(receiver.headings, ["ARTICLE VII TERM AND TERMINATION", "7.2 Termination for Cause"]);
}

#[test]
fn a_paragraph_after_an_enumeration_belongs_to_the_clause_around_it() {
    let mut pages = agreement();
    pages.push(
        Sheet::new(1).text(&["Notice under paragraph (b) must be given within six months after the event."]).done(),
    );
    let passages = passages_of(&pages, &contents(&pages), 22);
    assert_eq!(with(&passages, "months").clause.as_deref(), Some("7.2"), "it is no part of (ii)");
}

#[test]
fn paragraphs_counted_anew_stand_below_their_heading() {
    let filler = "The supplier keeps full and accurate records of all work that it has done.";
    let first = format!("1. Records. {filler}");
    let page = Sheet::new(0).text(&["SERVICES"]).text(&[&first]).text(&["INDEMNITY"]).text(&[&first]).done();
    let passages = passages_of(&[page], &Contents::default(), 20);
    assert_eq!(passages[0].headings, ["SERVICES", "1. Records"]);
    assert_eq!(passages[1].headings, ["INDEMNITY", "1. Records"], "a heading without a number ends the one before it");
}

#[test]
fn headers_and_footers_are_kept_once_behind_the_text() {
    let page = |i: u32| {
        let sheet = Sheet::new(i).header(&format!("Acme Form 10-K {}", i + 7)).text(&["Some text of this page."]);
        sheet.footer("Confidential").done()
    };
    let pages: Vec<Page> = (0..3).map(page).collect();
    let passages = passages_of(&pages, &contents(&pages), 200);
    let (margin, text) = passages.split_last().expect("passages");
    let lines = "Acme Form 10-K 7\nConfidential\nAcme Form 10-K 8\nAcme Form 10-K 9";
    assert_eq!(margin.text, lines, "each once, and whole, so that a quoted phrase finds it");
    assert_eq!(margin.spans.last().map(|span| span.page), Some(2), "each at its place");
    assert!(margin.headings.is_empty() && margin.ordinal as usize == text.len());
    assert!(text.iter().all(|passage| !passage.text.contains("Confidential")), "not between sentences");
}

#[test]
fn a_heading_begins_the_passage_of_its_text() {
    let filler = "The supplier keeps full and accurate records of all work that it has done here.";
    let page = Sheet::new(0).text(&[filler, filler]).bold("9. Audit Rights").text(&[filler, filler]).done();
    let passages = passages_of(std::slice::from_ref(&page), &Contents::default(), 36);
    assert!(passages.len() > 1, "the limit is too small for one passage");
    for passage in &passages {
        assert!(!passage.text.trim_end().ends_with("Audit Rights"), "a heading is not left alone at an end");
    }
    assert!(passages.iter().any(|passage| passage.text.starts_with("9. Audit Rights\n")), "it begins a passage");
}

#[test]
fn an_outline_names_headings_that_look_like_text() {
    let page = Sheet::new(0)
        .text(&["Ownership of results"])
        .text(&["All results belong to the customer when they are made."])
        .done();
    let outline = vec![OutlineItem { level: 0, title: "Ownership of Results".into(), page: Some(0), y: None }];
    let known = Contents { outline, ..Contents::default() };
    let without = passages_of(std::slice::from_ref(&page), &Contents::default(), 60);
    assert!(without[0].headings.is_empty(), "without an outline nothing sets the line off");
    assert_eq!(passages_of(&[page], &known, 60)[0].headings, ["Ownership of results"]);
}

#[test]
fn an_entry_of_a_table_of_contents_is_no_heading() {
    let entries: Vec<String> =
        (1..9).map(|n| format!("{n}. Clause Title ........................................ {n}")).collect();
    let lines: Vec<&str> = entries.iter().map(String::as_str).collect();
    let page = Sheet::new(0).bold("CONTENTS").text(&lines).done();
    let passages = passages_of(&[page], &Contents::default(), 200);
    assert_eq!(passages.len(), 1, "the entries are one passage");
    assert_eq!(passages[0].headings, ["CONTENTS"]);
    assert!(!passages[0].text.contains(".."), "leader dots are left out: {}", passages[0].text);
}

#[test]
fn a_paragraph_in_capitals_is_no_heading() {
    let page = Sheet::new(0)
        .text(&[
            "IN NO EVENT SHALL EITHER PARTY BE LIABLE TO THE OTHER FOR ANY LOSS OF",
            "PROFIT OR FOR ANY INDIRECT DAMAGES WHATSOEVER, EVEN IF IT WAS ADVISED",
            "THAT SUCH DAMAGES WERE POSSIBLE AT THE TIME OF THE CONTRACT.",
        ])
        .done();
    assert!(passages_of(&[page], &Contents::default(), 100)[0].headings.is_empty(), "it is text");
}

/// The clause of the sentence that holds a word.
fn clause_of<'p>(passages: &'p [Passage], word: &str) -> Option<&'p str> {
    let passage = with(passages, word);
    let number = (0..passage.sentences.len()).find(|number| passage.sentence(*number).contains(word));
    number.and_then(|number| passage.clause_of(number))
}

#[test]
fn every_sentence_has_the_clause_it_stands_in() {
    let page = Sheet::new(0)
        .text(&["7.1 Term. It runs for five years. (a) It can be renewed. (b) It cannot be assigned."])
        .bold("Section 7.2 Termination")
        .text(&["Either party may terminate."])
        .text(&["7.2.1 each party shall return what it has received; and"])
        .text(&["7.2.2 each party shall destroy all copies."])
        .done();
    let passages = passages_of(&[page], &Contents::default(), 200);
    assert_eq!(passages.len(), 1, "one passage over four clauses");
    let clauses = ["five years", "renewed", "assigned", "may terminate", "received", "destroy"];
    let found = clauses.map(|word| clause_of(&passages, word).unwrap_or("none"));
    assert_eq!(found, ["7.1", "7.1(a)", "7.1(b)", "7.2", "7.2.1", "7.2.2"]);
    let headings = |word: &str| {
        let number = (0..passages[0].sentences.len()).find(|number| passages[0].sentence(*number).contains(word));
        passages[0].headings_of(number.unwrap_or_default()).last().cloned()
    };
    assert_eq!(headings("five years").as_deref(), Some("7.1 Term"));
    assert_eq!(headings("may terminate").as_deref(), Some("Section 7.2 Termination"), "and the heading above it");
    assert!(passages[0].is_title(0), "a title at the start of a clause says nothing alone");
}

#[test]
fn numbers_inside_an_enumeration_count_its_items() {
    let page = Sheet::new(0)
        .text(&["2. The licensee shall keep the following rules."])
        .text(&["(c) The licensee shall pay these costs."])
        .text(&["1. Costs. The licensee shall repay all of them."])
        .text(&["2. Notice. The licensee shall be informed before."])
        .text(&["3. The parties shall meet once a year."])
        .text(&["4. Law. The law of England applies."])
        .done();
    let passages = passages_of(&[page], &Contents::default(), 200);
    assert_eq!(clause_of(&passages, "repay"), Some("2(c)(1)"));
    assert_eq!(clause_of(&passages, "informed"), Some("2(c)(2)"), "with a title too");
    assert_eq!(clause_of(&passages, "England"), Some("2(c)(4)"));
}

#[test]
fn a_list_starts_again_below_a_heading_without_a_number() {
    let text = "I have entered into an agreement with the company.";
    let page = Sheet::new(0)
        .text(&["14.11. Force Majeure. No party is liable for what it cannot help."])
        .bold("Inducement")
        .text(&[&format!("1. {text}")])
        .done();
    assert_eq!(clause_of(&passages_of(&[page], &Contents::default(), 200), "entered"), Some("1"));
}

#[test]
fn articles_and_small_letters_are_cited() {
    let page = Sheet::new(0)
        .bold("ARTICLE IX")
        .text(&["d. Facilities. The station is kept in good order."])
        .text(&["e. Title. The owner keeps good title to the station."])
        .text(&["7) The owner pays the taxes that fall due on the station."])
        .done();
    let passages = passages_of(&[page], &Contents::default(), 200);
    assert_eq!(clause_of(&passages, "good order"), Some("ARTICLE IX.d"));
    assert_eq!(clause_of(&passages, "taxes"), Some("ARTICLE IX.e(7)"));
}

#[test]
fn what_parties_sign_is_below_no_heading() {
    let page = Sheet::new(0)
        .text(&["9. Law. The law of England applies to this agreement and to all that follows from it."])
        .text(&["IN WITNESS WHEREOF, the parties have signed this agreement on the date above."])
        .bold("ACME WIDGETS")
        .bold("By: John Smith")
        .bold("Title: President")
        .done();
    let passages = passages_of(&[page], &Contents::default(), 200);
    assert_eq!(clause_of(&passages, "WITNESS"), None);
    let last = &passages[0];
    let names = last.headings_of(last.sentences.len() - 1);
    assert!(names.is_empty(), "neither the party nor its signature is a heading: {names:?}");
}

#[test]
fn footnotes_below_a_table_are_no_clauses() {
    let rows = ["Net sales 2,018 2,017", "Cost of sales 1,654 1,622", "Gross profit 364 395"];
    let page = Sheet::new(0)
        .bold("Results")
        .rows(&rows)
        .text(&["(a) Excludes the business that was sold."])
        .text(&["The business grew."])
        .text(&["(b) Notices are given in writing."])
        .done();
    let passages = passages_of(&[page], &Contents::default(), 200);
    assert_eq!(clause_of(&passages, "Excludes"), None);
    assert_eq!(clause_of(&passages, "Notices"), Some("(b)"), "further below it is an enumeration");
}

#[test]
fn the_title_of_an_item_above_a_table_is_a_heading() {
    let rows = [
        "Item 8. Financial Statements",
        "Index to Financial Statements Page",
        "Balance Sheets for 2018 29",
        "Notes 31 of 40",
    ];
    let page = Sheet::new(0).rows(&rows).text(&["All other schedules are left out."]).done();
    let passages = passages_of(&[page], &Contents::default(), 200);
    assert_eq!(with(&passages, "schedules").headings, ["Item 8. Financial Statements"]);
}

#[test]
fn a_heading_without_a_number_ends_an_enumeration() {
    let page = Sheet::new(0)
        .text(&["(i) The first control works well."])
        .text(&["(ii) The second control works too."])
        .bold("Limits of Controls")
        .text(&["No control is perfect."])
        .done();
    assert_eq!(clause_of(&passages_of(&[page], &Contents::default(), 200), "perfect"), None);
}

/// A balance sheet was cited under "Critical Audit Matters", which the report of the auditor before it had.
#[test]
fn a_statement_after_the_report_of_the_auditor_has_its_own_heading() {
    let filler = "The matter was communicated to the audit committee by us, and it was complex to judge.";
    let report = Sheet::new(0)
        .bold("20. Restructuring")
        .text(&[filler])
        .bold("Report of Independent Registered Public Accounting Firm")
        .text(&[filler])
        .bold("Critical Audit Matters")
        .text(&[filler])
        .done();
    let statement =
        Sheet::new(1).text(&["Consolidated Balance Sheets"]).text(&["Assets are shown at cost here."]).done();
    let pages = [report, statement];
    let passages = passages_of(&pages, &contents(&pages), 30);
    assert_eq!(with(&passages, "at cost").headings, ["Consolidated Balance Sheets"]);
    let matters = passages.iter().find(|passage| passage.headings.iter().any(|it| it == "Critical Audit Matters"));
    let headings = matters.map(|passage| passage.headings.clone()).unwrap_or_default();
    assert_eq!(headings.first().map(String::as_str), Some("Report of Independent Registered Public Accounting Firm"));
}
