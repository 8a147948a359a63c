//! What people call an agreement: its title and its parties, "Supply Agreement · Vericel, Matricel". English only. Not for
//! documents that are none.

use crate::parties::Party;
use crate::pattern::{Pattern, compiled, matches};
use crate::{Value, preamble};
use std::sync::LazyLock;

/// A word of a title.
const WORD: &str = r"[\w&,/'’().–-]+";
/// What a contract is called.
const CONTRACT: &str = "agreement|contract|lease|deed|indenture";
/// A title in a line of its own, after the number of an exhibit.
static TITLE: Pattern = LazyLock::new(|| {
    compiled(&format!(
        r"(?im)^\s*(?:exhibit\s+[\w.()-]+\s+)?(?P<title>(?:{WORD}[ \t]+){{0,9}}?{})(?:\s*$|\s+\p{{Lu}})",
        kind()
    ))
});
/// The title as the first sentence has it: "This Supply Agreement".
static THIS: Pattern =
    LazyLock::new(|| compiled(&format!(r"(?i)\bthis\s+(?P<title>(?:{WORD}\s+){{1,9}}?{})\b", kind())));

/// The end of a title: "Agreement", "Amendment No. 2", "Amendment to the Supply Agreement".
fn kind() -> String {
    format!(r"(?:{CONTRACT}|addendum|amendment)(?:\s+no\.?\s*\d+)?(?:\s+to\s+(?:{WORD}\s+){{0,9}}?(?:{CONTRACT}))?")
}

/// Legal forms at the end of a company's name.
static FORM: Pattern = LazyLock::new(|| {
    compiled(
        r"(?i)[,\s]+(?:inc|incorporated|llc|l\.l\.c|ltd|limited|corp|corporation|company|co|gmbh|ag|plc|llp|l\.?p|n\.?a|s\.?a|n\.?v|b\.?v|pty)\.?$",
    )
});

/// The title stands in so many first bytes.
const FIRST: usize = 6000;
/// Most parties that are named.
const MOST: usize = 3;
/// Longest name of a party, in characters. What is longer is called by its role.
const LONGEST: usize = 40;
/// Longest name in capitals that may be initials, in characters.
const SHORT: usize = 5;
/// Words that titles write small.
const SMALL: [&str; 11] = ["of", "and", "for", "the", "to", "in", "by", "with", "on", "a", "an"];

/// The name of an agreement with this beginning, if its preamble and its title are found there.
pub fn agreement_name(beginning: &str) -> Option<String> {
    let text = &beginning[..beginning.floor_char_boundary(FIRST)];
    let parties = preamble(text)?.parties;
    let title = plain(&title(text)?);
    let named = parties.map(|found| found.value).and_then(|value| match value {
        Value::Parties(parties) => Some(listed(&parties)),
        _ => None,
    });
    Some(named.map_or(title.clone(), |parties| format!("{title} · {parties}")))
}

/// The title of the first page. Where it goes over two lines, or leaves out what it changes, the first sentence has the whole.
fn title(text: &str) -> Option<String> {
    let line = first_title(&TITLE, text);
    let whole = first_title(&THIS, text);
    match (line, whole) {
        (Some(line), Some(whole)) if is_part(&line.to_lowercase(), &whole.to_lowercase()) => Some(whole),
        (line, whole) => line.or(whole),
    }
}

/// Whether a title is the beginning or the end of another one.
fn is_part(line: &str, whole: &str) -> bool {
    whole.starts_with(line) || whole.ends_with(line)
}

fn first_title(pattern: &'static Pattern, text: &str) -> Option<String> {
    let titles = matches(pattern, text).filter_map(|found| found.name("title").map(|title| title.as_str()));
    let single_spaced = |title: &str| title.split_whitespace().collect::<Vec<_>>().join(" ");
    titles.map(single_spaced).find(|title| is_title(title))
}

/// Whether a text is a title and no part of a sentence: more than "Agreement" alone, and all but small words in capitals.
fn is_title(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let is_capital = |word: &&str| word.starts_with(|c: char| !c.is_lowercase()) || SMALL.contains(word);
    let begins_title = !["this", "the", "said"].contains(&words[0].to_lowercase().as_str());
    words.len() > 1 && begins_title && words.iter().all(is_capital)
}

fn listed(parties: &[Party]) -> String {
    let names: Vec<String> = parties.iter().map(short).collect();
    match names.len() {
        0..=MOST => names.join(", "),
        _ => format!("{} and others", names[..MOST - 1].join(", ")),
    }
}

/// The name of a party without its legal form.
fn short(party: &Party) -> String {
    let mut name = party.name.trim_end_matches([',', ' ']);
    while let Some(form) = FORM.as_ref().and_then(|form| form.find(name)).filter(|form| form.start() > 0) {
        name = name[..form.start()].trim_end_matches([',', ' ']);
    }
    let role = party.role.as_deref().filter(|_| name.chars().count() > LONGEST);
    plain(role.unwrap_or(name))
}

/// A text in capitals as titles are written: "SUPPLY AGREEMENT" is "Supply Agreement". A short word alone stays: "CNET".
fn plain(text: &str) -> String {
    let is_short = !text.contains(' ') && text.chars().count() <= SHORT;
    if is_short || text.chars().any(char::is_lowercase) {
        return text.to_owned();
    }
    let words = text.split(' ').enumerate().map(|(at, word)| match word.to_lowercase() {
        lower if at > 0 && SMALL.contains(&lower.as_str()) => lower,
        lower if lower == "no." => capitalised(&lower),
        _ if is_initials(word) => word.to_owned(),
        lower => capitalised(&lower),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Letters that stand for words, or a number in Roman numerals: "LP", "U.S.", "III".
fn is_initials(word: &str) -> bool {
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    let has_vowel = letters.iter().any(|c| "AEIOUY".contains(*c));
    let is_roman = letters.iter().all(|c| "IVX".contains(*c));
    letters.len() < 3 || word.contains('.') && letters.len() < 5 || is_roman || !has_vowel
}

/// Each part of a word with a hyphen begins with a capital.
fn capitalised(lower: &str) -> String {
    let mut after_sign = true;
    let letter = |c: char| {
        let begins = std::mem::replace(&mut after_sign, !c.is_alphanumeric() && c != '\'' && c != '’');
        if begins { c.to_uppercase().collect::<String>() } else { c.to_string() }
    };
    lower.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(beginning: &str) -> String {
        agreement_name(beginning).unwrap_or_default()
    }

    #[test]
    fn an_agreement_is_called_by_its_title_and_parties() {
        let text = "Exhibit 10.2\nCO-HOSTING AGREEMENT\nThis Co-Hosting Agreement (the \"Agreement\") is made by and \
            between NETWORKS ASSOCIATES, INC., a Delaware corporation (\"NAI\"), and Beyond.com Corporation, a Delaware \
            corporation (\"Co-Host\").";
        assert_eq!(name(text), "Co-Hosting Agreement · Networks Associates, Beyond.com");
        let merged = "Exhibit 10.16 ENDORSEMENT AGREEMENT\nTHIS ENDORSEMENT AGREEMENT (“Agreement”) by and between GENO \
            AURIEMMA (“Auriemma”) and BERKSHIRE BANK, a Massachusetts savings bank (“Berkshire”).";
        assert_eq!(name(merged), "Endorsement Agreement · Geno Auriemma, Berkshire Bank");
    }

    #[test]
    fn a_title_over_two_lines_is_whole() {
        let text = "EXCLUSIVE LICENSE AND PRODUCT\nDEVELOPMENT AGREEMENT\nTHIS EXCLUSIVE LICENSE AND PRODUCT DEVELOPMENT \
            AGREEMENT is entered into as of June 12, 2019 by and between Eton Pharmaceuticals, Inc. (“Eton”) and Aucta \
            Pharmaceuticals, Inc. (“Aucta”).";
        assert_eq!(
            name(text),
            "Exclusive License and Product Development Agreement · Eton Pharmaceuticals, Aucta Pharmaceuticals"
        );
    }

    #[test]
    fn an_amendment_is_called_by_what_it_changes() {
        let parties = "is made by and between Vericel Corporation (“Vericel”) and Matricel GmbH (“Matricel”).";
        let first =
            format!("FIRST AMENDMENT TO SUPPLY AGREEMENT\nThis First Amendment to the Supply Agreement {parties}");
        assert_eq!(name(&first), "First Amendment to Supply Agreement · Vericel, Matricel");
        let second = format!("AMENDMENT NO. 2\nThis Amendment No. 2 to the Supply Agreement {parties}");
        assert_eq!(name(&second), "Amendment No. 2 to the Supply Agreement · Vericel, Matricel");
        let alone = format!("AMENDMENT NO. 3\nThis document {parties}");
        assert_eq!(name(&alone), "Amendment No. 3 · Vericel, Matricel");
    }

    #[test]
    fn without_parties_the_title_stands_alone() {
        assert_eq!(name("SUPPLY AGREEMENT\nThis Supply Agreement is made as of May 1, 2020."), "Supply Agreement");
    }

    #[test]
    fn four_parties_are_two_and_others() {
        let text = "AGENCY AGREEMENT\nThis Agency Agreement is made among A Bank, N.A. (“A”), B LLC (“B”), C Ltd (“C”) \
            and D Corp. (“D”).";
        assert_eq!(name(text), "Agency Agreement · A Bank, B and others");
    }

    #[test]
    fn what_is_no_agreement_has_no_such_name() {
        for text in [
            "FORM 10-K\nANNUAL REPORT\nSee the credit agreement dated May 1, 2020.",
            "Under this agreement the lease ends on May 1, 2020.",
            "Dear Sirs, we refer to our contract.",
        ] {
            assert_eq!(agreement_name(text), None, "{text}");
        }
    }

    #[test]
    fn initials_stay_in_capitals() {
        assert_eq!(plain("JAMES W. NANTZ III"), "James W. Nantz III");
        assert_eq!(["CNET", "I-ESCROW", "U.S. BANK"].map(plain), ["CNET", "I-Escrow", "U.S. Bank"]);
    }
}
