//! Full stops of abbreviations in legal and financial English. They do not end a sentence. Not for other rules of
//! sentences (`sentence`).

/// Abbreviations that never end a sentence.
const NEVER_LAST: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "hon", "rev", "gen", "sen", "rep", "gov", "messrs", "st", "v", "vs", "cf", "e.g",
    "i.e", "viz", "eg", "ie", "al", "approx", "ca", "no", "nos", "nr", "sec", "secs", "art", "arts", "para", "paras",
    "par", "cl", "ch", "chap", "reg", "regs", "sched", "exh", "ex", "app", "fig", "p", "pp", "vol", "ed", "eds", "fn",
    "n", "lit", "supp", "stat", "u.s.c", "c.f.r", "fed", "u.s", "cir", "ct", "sup", "cal", "del", "mass", "tex", "fla",
    "pty", "mt", "ft", "tel",
];

/// Abbreviations that end a sentence only if a clear start of a sentence follows ("Acme, Inc. The Company …", but
/// "Acme, Inc. Common Stock").
const SOMETIMES_LAST: &[&str] = &[
    "inc", "corp", "co", "ltd", "llc", "l.l.c", "l.p", "llp", "plc", "n.a", "s.a", "n.v", "b.v", "gmbh", "bros",
    "assn", "etc", "jr", "sr", "esq", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov",
    "dec", "a.m", "p.m", "d.c", "ph.d", "m.d", "avg", "est", "int'l", "nat'l", "dept", "div", "mfg", "rec", "ave",
    "blvd", "rd", "ste",
];

/// Words that start a sentence far more often than they follow the name of a company.
const STARTERS: &[&str] = &[
    "the",
    "this",
    "that",
    "these",
    "those",
    "if",
    "in",
    "on",
    "at",
    "by",
    "for",
    "as",
    "we",
    "our",
    "it",
    "its",
    "he",
    "she",
    "they",
    "such",
    "any",
    "each",
    "all",
    "no",
    "an",
    "a",
    "upon",
    "when",
    "where",
    "after",
    "before",
    "during",
    "under",
    "to",
    "there",
    "however",
    "subject",
    "unless",
    "except",
    "notwithstanding",
    "provided",
    "neither",
    "either",
    "both",
    "nothing",
    "with",
    "without",
    "from",
];

/// Words before a letter that is no initial: "Party A."
const NAMED_BY_LETTER: &[&str] = &[
    "party",
    "parties",
    "section",
    "exhibit",
    "schedule",
    "annex",
    "appendix",
    "attachment",
    "article",
    "part",
    "class",
    "series",
    "type",
    "phase",
    "group",
    "tranche",
    "item",
    "lot",
    "tier",
    "level",
    "option",
    "plan",
];

/// Whether `sentence` ends in an abbreviation and continues in `next`.
pub(crate) fn ends_with_abbreviation(sentence: &str, next: &str) -> bool {
    let Some(body) = sentence.strip_suffix('.') else { return false };
    let word = last_word(body);
    let lower = word.to_lowercase();
    if NEVER_LAST.contains(&lower.as_str()) {
        return !(lower == "no" && word == "no"); // "No. 5", but "the answer is no."
    }
    is_initial(word) && !NAMED_BY_LETTER.contains(&word_before(body, word).as_str())
        || SOMETIMES_LAST.contains(&lower.as_str()) && !starts_sentence(next)
}

/// The word before the last one, in lower case.
fn word_before(body: &str, last: &str) -> String {
    let before = body.strip_suffix(last).unwrap_or_default();
    last_word(before.trim_end()).to_lowercase()
}

/// The text between the last white space or opening bracket and the full stop.
fn last_word(body: &str) -> &str {
    let start = |c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '“' | '‘' | '\'' | '/' | '§' | ',' | '—');
    body.rsplit(start).next().unwrap_or(body)
}

/// "J." and "J.P.", not "I" at the end of "Section I".
fn is_initial(word: &str) -> bool {
    let mut letters = word.split('.');
    !word.is_empty() && letters.all(|part| part.len() == 1 && part.chars().all(|c| c.is_ascii_uppercase()))
}

fn starts_sentence(next: &str) -> bool {
    let word = next.split(|c: char| !c.is_alphanumeric()).find(|part| !part.is_empty()).unwrap_or_default();
    next.is_empty() || STARTERS.contains(&word.to_lowercase().as_str())
}
