//! Which questions ask for a list. The questions are written for this test.

use pincite_search::asks_for_list;
use proptest::prelude::*;

const LISTS: [&str; 42] = [
    "Which clauses limit liability?",
    "Which provisions survive termination?",
    "Which vendors supply steel to the plant?",
    "Which termination rights does the customer have?",
    "Which notice periods apply?",
    "Which of these clauses bind affiliates?",
    "what obligations does the tenant have after the term",
    "What types of insurance must the contractor carry?",
    "What restrictions on transfer are there?",
    "What are the exceptions to the confidentiality duty?",
    "What are the main competitors of the company?",
    "What are the supplier's indemnification obligations?",
    "What were the risks described by management?",
    "In which cases may the lender accelerate the loan?",
    "Under what circumstances can the escrow be released?",
    "On what grounds may the board remove a director?",
    "For which reasons may consent be refused?",
    "all termination rights",
    "All references to Project Heron",
    "Show me all clauses about audits",
    "Find every mention of asbestos.",
    "Where are all the guarantees?",
    "Every indemnity given by the seller",
    "each obligation of the landlord",
    "What are all the ways to end the lease?",
    "List the conditions precedent",
    "Please list the fees.",
    "Can you give me a list of subsidiaries?",
    "list of pending lawsuits",
    "Enumerate the events of default",
    "Show the provisions that restrict assignment",
    "Find exclusions from the warranty",
    "Are there any non-compete clauses?",
    "Is there any provision, or are there any remedies, for late delivery?",
    "any change of control provisions",
    "Does the lease contain any options to renew?",
    "Where is segment revenue discussed?",
    "Where are related parties mentioned?",
    "Where does the report describe climate risk?",
    "termination rights",
    "limitation of liability clauses",
    "conditions to closing",
];

const SINGLE_ANSWERS: [&str; 49] = [
    "Which law governs the agreement?",
    "Which clause limits liability?",
    "Which party pays the taxes?",
    "Which party bears the costs of the audit?",
    "Which two clauses limit liability?",
    "Which of the two clauses prevails?",
    "Which of the parties pays for storage?",
    "Which one of the warranties lapses first?",
    "Which prevails, the schedule or the agreement?",
    "Which governs if they differ?",
    "Which section mentions asbestos?",
    "What three conditions must be met?",
    "What is the cap on liability?",
    "What notice must the tenant give?",
    "What happens if the buyer is late?",
    "What triggers the earn-out?",
    "What constitutes a material breach?",
    "What limits liability?",
    "What were total revenues in 2021?",
    "What were net sales by segment?",
    "What were inventories at year end?",
    "What are the payment terms?",
    "What are the business hours?",
    "What percentage of sales came from Asia?",
    "What was the operating margin?",
    "How many clauses limit liability?",
    "How much are the fees?",
    "Who are the parties?",
    "Who signed for the lender?",
    "When does the term begin?",
    "Why did costs rise?",
    "Where is the registered office?",
    "Where are disputes heard?",
    "Where is the list of exhibits?",
    "Where does the sun rise?",
    "May the buyer assign any rights?",
    "Must all invoices be in euro?",
    "Do all parties have to consent?",
    "Is each party liable for its agents?",
    "sale of all or substantially all assets",
    "list price of the shares",
    "net revenue 2023",
    "governing law",
    "payment terms",
    "force majeure",
    "Does the seller give warranties?",
    "How is the agreement terminated?",
    "all",
    "",
];

#[test]
fn a_list_is_known_by_its_question() {
    let wrong: Vec<&&str> = LISTS.iter().filter(|text| !asks_for_list(text)).collect();
    assert!(wrong.is_empty(), "they ask for lists: {wrong:#?}");
}

#[test]
fn other_questions_ask_for_one_answer() {
    let wrong: Vec<&&str> = SINGLE_ANSWERS.iter().filter(|text| asks_for_list(text)).collect();
    assert!(wrong.is_empty(), "they ask for one answer: {wrong:#?}");
}

#[test]
fn quotes_and_letter_case_do_not_matter() {
    assert!(asks_for_list("WHICH “CLAUSES” LIMIT LIABILITY?"));
}

proptest! {
    #[test]
    fn any_text_is_asked_without_a_panic(text in "\\PC{0,60}") {
        asks_for_list(&text);
    }

    #[test]
    fn words_of_questions_in_any_order_are_no_trouble(
        words in proptest::collection::vec(
            proptest::sample::select(vec!["which", "of", "the", "all", "any", "list", "where", "are", "clauses", "one"]),
            0..8,
        ),
    ) {
        asks_for_list(&words.join(" "));
    }
}
