//! Which documents belong to which contract: amendments, addenda, exhibits and schedules, by their names. English only. Not for
//! finding names (`name`).

use crate::pattern::{Pattern, compiled};
use regex::Captures;
use std::sync::LazyLock;

/// Numbers of amendments, in words.
const ORDINALS: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
/// "First Amendment to the Supply Agreement", "Exhibit B to Lease".
static TO: Pattern =
    LazyLock::new(|| compiled(&format!(r"^{}(?:\s+to\s+(?:the\s+|that\s+)?(?P<base>.+))?$", numbered())));
/// "Supply Agreement - Amendment 2", "Lease, First Amendment".
static AFTER: Pattern = LazyLock::new(|| compiled(&format!(r"^(?P<base>.+?)[\s,–_-]+{}$", numbered())));

/// The pattern of what changes or completes a contract, with its number or letter.
fn numbered() -> String {
    let ordinals = ORDINALS.join("|");
    format!(
        r"(?:(?P<ordinal>{ordinals})\s+)?(?:amendment|addendum|exhibit|schedule|annex|appendix)(?:\s+(?:no\.?\s*)?(?P<number>\d+|[a-z]\b))?"
    )
}

/// Endings of file names.
const ENDING: &str = ".pdf";

/// What a name says of the family of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Member {
    /// The title of the contract, if it is named.
    base: Option<String>,
    /// Parties, if they are named.
    parties: Option<String>,
    /// For what changes or completes a contract: its number, 0 if it has none.
    number: Option<u32>,
}

/// For each document, by the names of all, the place of the contract that it changes or completes, and its number: amendment 2
/// is 2. A document belongs to a contract if it names its title or its parties, and no other one has the same.
pub fn families(names: &[&str]) -> Vec<Option<(usize, u32)>> {
    let members: Vec<Member> = names.iter().map(|name| Member::of(name)).collect();
    members.iter().map(|member| Some((contract_of(member, &members)?, member.number?))).collect()
}

/// The only contract that fits.
fn contract_of(member: &Member, all: &[Member]) -> Option<usize> {
    member.number?;
    let mut fitting = all.iter().enumerate().filter(|(_, other)| other.number.is_none() && member.fits(other));
    let (place, _) = fitting.next()?;
    fitting.next().is_none().then_some(place)
}

impl Member {
    /// Of a name such as "First Amendment to Supply Agreement · Vericel, Matricel".
    fn of(name: &str) -> Self {
        let (title, parties) = match name.split_once(" · ") {
            Some((title, parties)) => (title, Some(parties.trim().to_lowercase())),
            None => (name, None),
        };
        let title = title.trim().to_lowercase();
        let title = title.strip_suffix(ENDING).unwrap_or(&title);
        let found = [&TO, &AFTER].into_iter().find_map(|pattern| pattern.as_ref()?.captures(title));
        match found {
            Some(found) => Self {
                base: found.name("base").map(|base| plain(base.as_str())),
                parties,
                number: Some(number_of(&found)),
            },
            None => Self { base: Some(plain(title)), parties, number: None },
        }
    }

    /// Whether this may belong to a contract: the titles and the parties that both name are the same, and one of them is named.
    fn fits(&self, contract: &Self) -> bool {
        let same = |one: &Option<String>, other: &Option<String>| match (one, other) {
            (Some(one), Some(other)) => Some(one == other),
            _ => None,
        };
        let titles = same(&self.base, &contract.base);
        let parties = same(&self.parties, &contract.parties);
        titles != Some(false) && parties != Some(false) && (titles.is_some() || parties.is_some())
    }
}

/// "Amendment No. 2", "Second Amendment" and "Exhibit B" are 2.
fn number_of(found: &Captures<'_>) -> u32 {
    let ordinal = found.name("ordinal").map(|ordinal| ordinal.as_str());
    if let Some(place) = ordinal.and_then(|ordinal| ORDINALS.iter().position(|one| *one == ordinal)) {
        return place as u32 + 1;
    }
    let Some(number) = found.name("number").map(|number| number.as_str()) else { return 0 };
    let letter = number.bytes().next().filter(u8::is_ascii_lowercase);
    letter.map_or_else(|| number.parse().unwrap_or(0), |letter| u32::from(letter - b'a') + 1)
}

/// A title with signs and white space as one space: file names have dashes and underscores.
fn plain(title: &str) -> String {
    let words: Vec<&str> = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amendments_and_exhibits_belong_to_their_contract() {
        let names = [
            "Supply Agreement · Vericel, Matricel",
            "First Amendment to the Supply Agreement · Vericel, Matricel",
            "Amendment No. 2 · Vericel, Matricel",
            "Lease",
            "Exhibit B to Lease",
            "Lease - Addendum 3.pdf",
            "Annual Report",
        ];
        let expected = [None, Some((0, 1)), Some((0, 2)), None, Some((3, 2)), Some((3, 3)), None];
        assert_eq!(families(&names), expected);
    }

    #[test]
    fn what_may_belong_to_two_contracts_belongs_to_none() {
        let two = ["Supply Agreement · A, B", "License Agreement · A, B", "First Amendment · A, B"];
        assert_eq!(families(&two), [None, None, None]);
        let other = ["Supply Agreement · A, B", "First Amendment to Supply Agreement · A, C", "Second Amendment"];
        assert_eq!(families(&other), [None, None, None], "other parties, and a name that says nothing");
    }

    #[test]
    fn a_contract_about_amendments_is_one() {
        assert_eq!(families(&["Amendment Services Agreement", "Schedule of fees"]), [None, None]);
    }

    proptest! {
        #[test]
        fn no_name_makes_it_panic(names in proptest::collection::vec(".{0,60}|(first )?amendment( [a-z0-9]{1,3})? to .{0,9}", 0..6)) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            for (place, found) in families(&names).into_iter().enumerate() {
                prop_assert!(found.is_none_or(|(contract, _)| contract != place && contract < names.len()));
            }
        }
    }
}
