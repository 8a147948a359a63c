//! Any text can be checked: no memo stops the program, and every claim stands in its memo.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

use pincite_claim::{Check, Document, Said, Support};
use pincite_language::Language;
use pincite_passage::{Passage, Span};
use pincite_pdf::Rect;
use proptest::prelude::*;

/// A passage of one sentence, one box a word.
fn passage(text: &str) -> Passage {
    let mut spans = Vec::new();
    let mut start = 0;
    for word in text.split(' ') {
        let rect = Rect { x0: start as f32, ..Rect::default() };
        spans.push(Span { start: start as u32, end: (start + word.len()) as u32, page: 0, rect });
        start += word.len() + 1;
    }
    Passage { text: text.to_owned(), sentences: vec![(0, text.len() as u32)], spans, ..Passage::default() }
}

fn checked(memo: &str, passages: &[Passage]) -> Check {
    checked_in(Language::English, memo, passages)
}

fn checked_in(language: Language, memo: &str, passages: &[Passage]) -> Check {
    let mut check = Check::new(memo, &["Alder Inc., 10-K 2018".to_owned()]);
    check.read(Document { number: 0, passages, tables: &[], language });
    check
}

fn supports(memo: &str, printed: &str) -> Vec<Support> {
    checked(memo, &[passage(printed)]).findings().into_iter().flatten().map(|finding| finding.support).collect()
}

#[test]
fn a_value_is_found_where_its_words_stand() {
    let printed = "The management fee is $50,400, payable in four installments of $12,600 each.";
    assert_eq!(supports("The management fee is $50,400.", printed), [Support::Exact]);
    assert_eq!(supports("The management fee is about $50 thousand.", printed), [Support::Near]);
    let [Support::Doubtful(_)] = supports("The management fee is $60,000.", printed)[..] else {
        unreachable!("another value is printed")
    };
    assert_eq!(supports("It rained on May 3, 1987.", printed), [Support::NotFound]);
}

#[test]
fn a_document_is_read_in_its_own_language() {
    let printed =
        "Die Verwaltungsgebühr beträgt 1.250,50 Euro und ist binnen 30 Tagen nach Zugang der Rechnung zu zahlen.";
    let support = |memo| {
        let mut check = checked_in(Language::German, memo, &[passage(printed)]);
        check.findings().into_iter().flatten().map(|finding| finding.support).collect::<Vec<_>>()
    };
    assert_eq!(
        support("Die Höhe der Verwaltungsgebühren ist vereinbart. Die Verwaltungsgebühr beträgt 1.250,50 Euro."),
        [Support::Exact],
        "a decimal comma"
    );
    let [Support::Doubtful(_)] = support("Die Verwaltungsgebühr ist binnen 60 Tagen nach der Rechnung zu zahlen.")[..]
    else {
        unreachable!("another length of time is printed")
    };
}

#[test]
fn years_and_clauses_are_no_claims() {
    assert_eq!(supports("In 2018, Section 5.2 and page 31 of the 10-K applied.", "Nothing."), []);
}

proptest! {
    #[test]
    fn any_memo_has_its_claims_within_it(
        words in proptest::collection::vec(
            proptest::sample::select(vec![
                "Alder", "revenue", "was", "$5.3 million", "in 2018", "(7.2)%", "“to pay the whole fee when due”", "\"", "”", "\n\n",
                "\n", "- ", "1.", "30 days", "May 3, 2018", "respectively", "…", "é", ".", ":", "/", "from", "about", "(", "401(k)",
            ]),
            0..60,
        ),
    ) {
        let memo = words.join(" ");
        let mut check = checked(&memo, &[passage(&memo.replace('\n', " "))]);
        let findings = check.findings();
        prop_assert_eq!(findings.len(), check.claims().len());
        for claim in check.claims() {
            prop_assert!(!check.text(&claim.range).is_empty(), "{claim:?}");
        }
        for (claim, finding) in check.claims().iter().zip(&findings) {
            prop_assert!(finding.is_some() || matches!(claim.said, Said::Sentence(_)), "{claim:?}");
        }
    }
}
