//! Where a contract is signed. Not for clauses that say how.

use crate::questions::words::words;
use pincite_search::is_stop_word;

/// A line that begins with one of these is filled in by hand.
const FIELDS: &[&str] = &[
    "by:",
    "by :",
    "by _",
    "name:",
    "print name",
    "printed name",
    "title:",
    "its:",
    "date:",
    "dated:",
    "signature",
    "signed",
    "witness",
    "attest",
    "duly authorized",
];

/// A line that begins with one of these leads to the fields, however long it is.
const FORMULAS: &[&str] = &[
    "accepted and agreed",
    "acknowledged and agreed",
    "acknowledged and accepted",
    "agreed and accepted",
    "agreed to",
];

/// Only where something is signed.
const STRONG: &[&str] = &["by:", "by :", "by _", "/s/", "in witness whereof", "[signature"];

/// Where "in witness whereof" begins a line: what stands further in is the end of a clause.
const BEGINNING: usize = 90;

/// Words of a line that may be prose.
const PROSE: usize = 8;

/// Whether these lines are where people sign, and no sentence of a contract is among them.
pub(crate) fn is_signature(lines: &[&str]) -> bool {
    let lower: Vec<String> = lines.iter().map(|line| line.to_lowercase()).collect();
    let fields = lower.iter().filter(|line| is_field(line)).count();
    let strong = lower.iter().any(|line| is_strong(line));
    fields >= 2 && strong && !lower.iter().any(|line| !is_field(line) && is_prose(line))
}

fn is_field(line: &str) -> bool {
    let begins = |all: &[&str]| all.iter().any(|field| line.starts_with(field));
    begins(FIELDS) && !is_sentence(line) || begins(FORMULAS) || is_strong(line) || line.contains("____")
}

fn is_strong(line: &str) -> bool {
    let near = |found: usize| found < BEGINNING;
    STRONG.iter().any(|mark| match *mark {
        "/s/" => line.contains("/s/"),
        "in witness whereof" => line.find(mark).is_some_and(near),
        begins => line.starts_with(begins) && !is_sentence(line),
    })
}

/// A sentence may begin like a field: "Title: the licensor warrants that it has title to …".
fn is_sentence(line: &str) -> bool {
    line.ends_with('.') && is_prose(line)
}

/// Many words, and a quarter of them such as hold a sentence together.
fn is_prose(line: &str) -> bool {
    let (all, small) =
        words(line).fold((0, 0), |(all, small), word| (all + 1, small + usize::from(is_stop_word(word))));
    all > PROSE && small * 4 >= all
}

#[cfg(test)]
mod tests {
    use super::is_signature;

    fn signature(text: &str) -> bool {
        is_signature(&text.lines().collect::<Vec<_>>())
    }

    #[test]
    fn signature_pages_are_known() {
        for text in [
            "IN WITNESS WHEREOF, the parties hereto have caused this Agreement to be executed as of the date below.\nACME, \
             INC.\nBy: /s/ Mark L. Baum\nName: Mark L. Baum\nTitle: Chief Executive Officer",
            "Seller\nBy: ________\nPrint Name:\nTitle:\nAcknowledged and Agreed to as of the date first above written.",
            "PEPSICO, INC.\n/s/ Ada Cheng Name: Ada Cheng\nDate: December 19, 2022",
        ] {
            assert!(signature(text), "{text:?}");
        }
    }

    #[test]
    fn clauses_are_kept_even_above_a_signature() {
        for text in [
            "12. Counterparts. This Agreement may be executed in one or more counterparts, each of which is an original.\n\
             By: /s/ Mark L. Baum\nTitle: Chief Executive Officer",
            "Name: Acme\nTitle: Supply of Lamps\nDate: 4/26/2017\nFee: $12,000",
            "Title: the licensor warrants that it has good title to the works.\nDate: the date of this notice is the one on it.",
            "Governing law. This Agreement is governed by the laws of Ohio without regard to its conflict of laws, and the \
             parties agree to it, in witness whereof they sign.\nBy: John\nTitle: CEO",
        ] {
            assert!(!signature(text), "what it says may be asked: {text:?}");
        }
    }
}
