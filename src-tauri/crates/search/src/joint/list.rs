//! Whether a question asks for a list: for all passages that answer it. English only. Not for finding them.
//!
//! The rules know the beginning of a question and its nouns. Where they are in doubt, a question asks for one answer.

use crate::text::{Query, fold, words};

/// Words that begin a request: "please show me …", "give me a list of …".
const REQUESTS: [&str; 29] = [
    "a", "can", "collect", "could", "enumerate", "extract", "find", "get", "give", "identify", "kindly", "like",
    "list", "me", "name", "need", "of", "please", "see", "show", "summarise", "summarize", "tell", "the", "to", "us",
    "want", "would", "you",
];

/// Words that end a noun phrase: auxiliaries, prepositions, articles and the like.
const ENDS: [&str; 54] = [
    "a", "an", "and", "apply", "are", "as", "at", "be", "by", "can", "could", "did", "do", "does", "during", "exist",
    "for", "from", "had", "has", "have", "if", "in", "into", "is", "it", "may", "might", "must", "of", "on", "or",
    "remain", "shall", "should", "so", "survive", "than", "that", "the", "they", "to", "under", "unless", "was", "we",
    "were", "when", "where", "which", "who", "will", "with", "would",
];

/// Verbs beside a plural noun.
const AGREE: [&str; 18] = [
    "apply", "are", "can", "could", "did", "do", "exist", "had", "have", "may", "must", "remain", "shall", "should",
    "survive", "were", "will", "would",
];

/// Verbs that stand before the plural of a question such as "Which provides …?".
const VERBS: [&str; 12] = [
    "applies", "comes", "controls", "counts", "governs", "happens", "means", "pays", "prevails", "provides",
    "requires", "takes",
];

/// What a text does with its subjects. It may do so at several places.
const TREATED: [&str; 20] = [
    "address", "addressed", "cited", "cover", "covered", "dealt", "describe", "described", "disclose", "disclosed",
    "discuss", "discussed", "mention", "mentioned", "refer", "referenced", "referred", "regulated", "talk", "talked",
];

/// Words after which "any" asks whether there is something.
const HAVING: [&str; 13] = [
    "contain", "contains", "find", "has", "have", "impose", "imposes", "include", "includes", "is", "provide",
    "provides", "there",
];

const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

const PREPOSITIONS: [&str; 11] = ["against", "at", "by", "for", "from", "in", "of", "on", "to", "under", "with"];

/// Words before a noun that say nothing about it.
const DETERMINERS: [&str; 11] = ["all", "any", "its", "of", "our", "some", "the", "their", "these", "those", "your"];

/// Longest noun phrase, in words.
const PHRASE: usize = 5;
/// Longest request without a verb, in words.
const SHORT: usize = 5;

/// Whether a question asks for all passages that answer it, and not for the best one.
pub fn asks_for_list(text: &str) -> bool {
    let folded: Vec<String> = words(text).iter().map(|word| fold(&text[word.start..word.end])).collect();
    let words: Vec<&str> = folded.iter().map(String::as_str).collect();
    let lead = count(&words, &REQUESTS);
    let (request, rest) = words.split_at(lead);
    asks_for_every(rest)
        || asks_for_any(&words)
        || asks_where(rest)
        || asks_which(rest, Query::new(text).asks_for_number)
        || requests(request, rest)
        || (request.is_empty() && names_clauses(&words))
}

/// "list …", "give me a list of …", "show me the clauses …".
fn requests(request: &[&str], rest: &[&str]) -> bool {
    let article = request.iter().position(|word| *word == "the").unwrap_or(request.len());
    let lists = request[..article].iter().any(|word| matches!(*word, "list" | "enumerate"));
    let finds = request.iter().any(|word| !matches!(*word, "a" | "of" | "the" | "to" | "would" | "could" | "can"));
    let priced = rest.first().is_some_and(|word| matches!(*word, "price" | "prices"));
    (lists && !priced && !rest.is_empty()) || (finds && phrase(rest).iter().any(|word| are_clauses(word)))
}

/// "all rights …", "where are all references to …", "every clause about …". Not "Do all parties …?".
fn asks_for_every(rest: &[&str]) -> bool {
    let question = usize::from(rest.first().is_some_and(|word| matches!(*word, "what" | "where" | "which" | "who")));
    let verb = rest.get(question).is_some_and(|word| question == 1 && matches!(*word, "are" | "were"));
    match rest.get(question + usize::from(verb)..) {
        Some(["every" | "each", _, ..]) => true,
        Some(["all", things @ ..]) => things.iter().take(PHRASE).any(|word| looks_plural(word)),
        _ => false,
    }
}

/// "Are there any clauses about …?", "any rights of refusal". Not "May the buyer assign any rights?".
fn asks_for_any(words: &[&str]) -> bool {
    let asked = |at: usize| words[at] == "any" && (at == 0 || HAVING.contains(&words[at - 1]));
    let listed = |at: usize| phrase(&words[at + 1..]).iter().any(|word| are_listed(word));
    (0..words.len()).any(|at| asked(at) && listed(at))
}

/// "Where is … discussed?", "Where does the report mention …?". Not "Where is the office?".
fn asks_where(rest: &[&str]) -> bool {
    matches!(rest, ["where", "is" | "are" | "was" | "were" | "do" | "does" | "did", ..])
        && rest.iter().any(|word| TREATED.contains(word))
}

/// "Which clauses …?", "In what circumstances …?", "What are the exceptions …?". Not "Which two clauses …?".
fn asks_which(rest: &[&str], for_number: bool) -> bool {
    let asked = &rest[usize::from(rest.first().is_some_and(|word| PREPOSITIONS.contains(word)))..];
    match asked {
        ["what" | "which", "are", of @ ..] => !for_number && are_several(of, looks_plural),
        // A plural of the past is most often one figure: "What were inventories at year end?".
        ["what" | "which", "were", of @ ..] => !for_number && are_several(of, are_listed),
        ["which", "of", of @ ..] => are_chosen(of),
        ["which", thing, ..] if looks_plural(thing) => !VERBS.contains(thing),
        ["what" | "which", of @ ..] => has_plural(phrase(of), of),
        _ => false,
    }
}

/// "the main exceptions to …", "the supplier's obligations".
fn are_several(of: &[&str], plural: fn(&str) -> bool) -> bool {
    let things = phrase(&of[count(of, &DETERMINERS)..]);
    let head = things.last().is_some_and(|word| plural(word));
    !is_counted(things) && (head || things.iter().any(|word| are_listed(word)))
}

/// "of these clauses limit …". Not "of the parties pays …".
fn are_chosen(of: &[&str]) -> bool {
    let of = &of[count(of, &DETERMINERS)..];
    let plural = of.first().is_some_and(|word| looks_plural(word));
    let one = of.get(1).is_some_and(|verb| matches!(*verb, "is" | "was" | "has" | "does") || looks_plural(verb));
    plural && !one
}

/// Whether a plural is in a noun phrase: a noun that is known, or any before a verb that agrees ("notice periods apply").
fn has_plural(things: &[&str], text: &[&str]) -> bool {
    let agrees = |at: usize| text.get(at + 1).is_some_and(|verb| AGREE.contains(verb));
    let plural = |(at, word): (usize, &&str)| are_listed(word) || (looks_plural(word) && agrees(at));
    !is_counted(things) && things.iter().enumerate().any(plural)
}

/// "termination rights", "limitation of liability clauses", "conditions to closing".
fn names_clauses(words: &[&str]) -> bool {
    let things = phrase(words);
    let ends = [things.last(), words.last()];
    words.len() <= SHORT && !things.is_empty() && ends.into_iter().flatten().any(|word| are_clauses(word))
}

fn is_counted(things: &[&str]) -> bool {
    things.iter().any(|word| NUMBERS.contains(word) || word.contains(|c: char| c.is_ascii_digit()))
}

/// The words before the first one that ends a noun phrase.
fn phrase<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let length = words.iter().take(PHRASE).take_while(|word| !ENDS.contains(word)).count();
    &words[..length]
}

/// How many of the first words are in a list.
fn count(words: &[&str], list: &[&str]) -> usize {
    words.iter().take_while(|word| list.contains(word)).count()
}

/// Parts of contracts and reports, and what they give or demand. None of them is often a verb. Folded, in alphabetic order.
#[rustfmt::skip]
const CLAUSES: [&str; 30] = [
    "articles", "carve-outs", "clauses", "commitments", "conditions", "covenants", "disclaimers", "duties",
    "exceptions", "exclusions", "exemptions", "factors", "indemnifications", "indemnities", "lawsuits", "limitations",
    "obligations", "options", "prohibitions", "provisions", "remedies", "representations", "responsibilities",
    "restrictions", "rights", "risks", "sections", "undertakings", "waivers", "warranties",
];

/// What else contracts and reports have several of. None of them is often a verb. Folded, in alphabetic order.
#[rustfmt::skip]
const OTHERS: [&str; 60] = [
    "agreements", "appendices", "approvals", "cases", "categories", "circumstances", "competitors", "consents",
    "contracts", "countries", "customers", "deadlines", "definitions", "disclosures", "documents", "examples", "fees",
    "grounds", "guaranties", "guarantors", "instances", "investments", "items", "jurisdictions", "kinds", "lenders",
    "liens", "litigations", "locations", "measures", "methods", "occasions", "paragraphs", "passages", "patents",
    "penalties", "policies", "projects", "reasons", "regulations", "requirements", "rules", "safeguards", "sanctions",
    "segments", "services", "situations", "sorts", "standards", "statements", "statutes", "steps", "subsidiaries",
    "suppliers", "tests", "themes", "topics", "transactions", "trends", "types",
];

/// Words that end like plurals and mean one thing, or have one figure. Folded, in alphabetic order.
#[rustfmt::skip]
const SINGLE: [&str; 38] = [
    "always", "amounts", "analysis", "assets", "basis", "business", "contents", "costs", "damages", "details", "does",
    "earnings", "expenses", "funds", "headquarters", "hours", "income", "interests", "its", "liabilities", "losses",
    "means", "names", "news", "numbers", "others", "premises", "proceeds", "profits", "results", "revenues", "sales",
    "savings", "series", "terms", "this", "was", "years",
];

/// Whether these are parts of documents, or what they give or demand.
fn are_clauses(word: &str) -> bool {
    CLAUSES.binary_search(&word).is_ok()
}

/// Whether a question for these is most likely a question for several passages.
fn are_listed(word: &str) -> bool {
    are_clauses(word) || OTHERS.binary_search(&word).is_ok()
}

/// Whether a word looks like the plural of something with several answers. Verbs may look the same.
fn looks_plural(word: &str) -> bool {
    let ending = word.ends_with('s') && !["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    are_listed(word) || (ending && word.len() > 3 && SINGLE.binary_search(&word).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_for_binary_search() {
        assert!([&CLAUSES[..], &OTHERS, &SINGLE].iter().all(|list| list.is_sorted()), "binary search needs order");
    }

    #[test]
    fn plurals_are_known_by_their_ending() {
        assert!(["clauses", "vendors", "parties"].iter().all(|word| looks_plural(word)));
        assert!(["process", "bonus", "analysis", "revenues", "is", "law"].iter().all(|word| !looks_plural(word)));
    }
}
