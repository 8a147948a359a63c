//! Where sentences end, in the English of contracts and filings and in other scripts.

use pincite_passage::sentences;

/// Asserts that the text, written with "¦" between its sentences, is cut just there.
fn cut(marked: &str) {
    let expected: Vec<&str> = marked.split('¦').map(str::trim).collect();
    let text = expected.join(" ");
    let found: Vec<&str> = sentences(&text).into_iter().map(|range| &text[range]).collect();
    assert_eq!(found, expected, "sentences of {text:?}");
}

#[test]
fn company_names_do_not_end_sentences() {
    cut("Corvane Instruments, Inc. Common Stock is listed.¦ The Company pays dividends.");
    cut("The buyer is Acme Corp.¦ It shall pay on delivery.");
    cut("Pemberton Lisle & Co. LLP audited the accounts.¦ We agreed.");
}

#[test]
fn citations_do_not_end_sentences() {
    cut("See 15 U.S.C. § 78j(b) and Sec. 4 of the Act.¦ Each party agrees.");
    cut("In Smith v. Jones, No. 12-345, the court held otherwise.¦ See p. 12 and pp. 14 et seq.");
    cut("Under § 12.3(b) and Art. 5 the Seller may withdraw.¦ Nothing else applies.");
    cut("Exhibit No. 10.4 is attached, cf. para. 3, e.g. Table 2, i.e. The Table.");
}

#[test]
fn titles_and_initials_do_not_end_sentences() {
    cut("Mr. Abernathy and Dr. A. O. Pryce met J.P. Morgan.¦ They left.");
    cut("Imogen R. Hartsfield signed.¦ Ms. Nwosu did not.");
    cut("It is sent to Party A.¦ Party B pays under Exhibit C.¦ Such notice ends it.");
}

#[test]
fn figures_do_not_end_sentences() {
    cut("Sales rose by 7.1% to $1,077.5 million.¦ Costs fell by 2.0%.");
    cut("It closes at 9.00 a.m. on Monday.¦ The rate was 3.5 to 1.0.");
}

#[test]
fn numbers_stay_with_their_sentence() {
    cut("7.2. Either party may terminate.¦ 7.3. Notices must be in writing.");
    cut("(a) the Supplier shall deliver; (b) the Customer shall pay.");
    cut("The following apply.¦ (a) the Supplier shall deliver.¦ (b) the Customer shall pay.");
    cut("Item 1A. Risk Factors are set out below.¦ A. Background follows.");
}

#[test]
fn quotes_and_brackets_close_the_sentence() {
    cut("He said “I agree.”¦ She did not.¦ (They left.)¦ All was well.");
}

#[test]
fn other_scripts_have_their_own_signs() {
    cut("ما هي المدة؟¦ المدة خمس سنوات.");
    let text = "本契約は五年とする。更新はない。";
    assert_eq!(sentences(text).len(), 2, "a full-width stop ends a sentence without a space");
    assert_eq!(sentences("यह अनुबंध है। यह पाँच वर्ष का है।").len(), 2, "a danda ends a sentence");
}

#[test]
fn a_line_feed_ends_a_sentence() {
    assert_eq!(sentences("Net sales 1,077.5\nCost of sales 654.5").len(), 2, "rows are sentences of their own");
}
