//! Who makes an agreement, by its first sentence: "between Acme Inc., a Delaware corporation (“Buyer”), and Bolt Ltd (“Seller”)".

use crate::pattern::{Pattern, compiled, has, last, matches};
use crate::{Value, ValueInText};
use std::fmt::{Display, Formatter};
use std::sync::LazyLock;

/// A party of an agreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// Its name as written.
    pub name: String,
    /// What the agreement calls it: "Buyer".
    pub role: Option<String>,
}

impl Display for Party {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match &self.role {
            Some(role) => write!(f, "{} ({role})", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// Where the parties begin.
static BEGIN: Pattern = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:by and between|by and among|by and amongst|made between|entered into between|between|among|amongst|(?:entered into|made|executed) by|parties:?\s*\(1\))[:\s]+(?:the parties:?\s*)?",
    )
});
/// What the agreement calls a party, in quotation marks: in brackets, or after "referred to as".
static ROLE: Pattern = LazyLock::new(|| {
    const MARKED: &str = r#"["“”'‘’ʺ]{1,2}(?P<role>[^"“”'’ʺ()]{1,60}?)[.,]?["“”'’ʺ]{1,2}"#;
    const AGAIN: &str = r#"["“”'‘’ʺ]{1,2}(?P<again>[^"“”'’ʺ()]{1,60}?)[.,]?["“”'’ʺ]{1,2}"#;
    compiled(&format!(
        r"\([^()]{{0,160}}?{MARKED}[^()]{{0,250}}\)|(?i:,?\s(?:hereinafter|hereafter|referred to|known as|called)\s[^()\x22“.]{{0,40}}){AGAIN}"
    ))
});
/// What describes a party after its name.
static DESCRIPTION: Pattern = LazyLock::new(|| {
    compiled(
        r#"(?ix),?\s+(?:(?:a|an|the)\s+(?:[\w.]+\s+){0,6}?(?:corporation|company|partnership|trust|association|individual|organi[sz]ation|entity|university|subsidiary|bank|body|institution|firm|resident|division|cooperative|agency)\b
        |with\s+(?:its|a|an|offices?|principal|registered)\b|having\s+(?:its|a|an|offices?)\b|located\s+at|whose\s|organi[sz]ed\s|incorporated\s|existing\s|of\s+\d|and\s+its\s|on\s+behalf\s|acting\s|together\s+with|whether\s|on\s+\d|which\s|and/or\s|duly\s|hereinafter|hereafter|being\s|d/b/a\s)
        |[(\[]|,\s+(?:on\s+the|of\s+the)\s+(?:one|other|first|second)\s"#,
    )
});

/// What ends the list of parties.
static END: Pattern = LazyLock::new(|| {
    compiled(
        r"^\s*\.\s|(?i:\bwhereas\b|\brecitals?\b|\bbackground\b|\bwitnesseth\b|\bsource:|\btable of contents\b|\bdated\b)|(?i:\beach a\b)",
    )
});
/// A name begins with one of these words or signs.
static LEAD: Pattern = LazyLock::new(|| {
    compiled(
        r"(?i)^(?:[\s,;:.*&]|and\b|by\b|between\b|among\b|the following parties\b|for services of\b|its affiliate\b|\((?:\d|i{1,3}|iv|v|[a-e])\)|\d\.|-|of the one part|on the one hand|on the other hand)+",
    )
});

/// Longest name, in characters.
const LONGEST: usize = 90;
/// Most parties of an agreement that are looked for.
const MOST: usize = 8;
/// Last words of what is no role of one party.
const NO_ROLES: [&str; 7] = ["party", "parties", "agreement", "date", "collectively", "territory", "contract"];
/// Those that follow the last party.
const OF_ALL: [&str; 3] = ["party", "parties", "collectively"];

pub(crate) fn parties(text: &str) -> Vec<ValueInText> {
    let begins: Vec<usize> =
        BEGIN.iter().flat_map(|pattern| pattern.find_iter(text)).map(|found| found.end()).collect();
    let with_roles = begins.iter().filter_map(|from| with_roles(text, *from)).next();
    let found = with_roles.or_else(|| begins.iter().filter_map(|from| without_roles(text, *from)).next());
    found.into_iter().collect()
}

/// The parties that have a role, if there are several.
fn with_roles(text: &str, begin: usize) -> Option<ValueInText> {
    let mut named: Vec<Party> = Vec::new();
    let mut from = begin;
    let mut end = begin;
    for captures in matches(&ROLE, text) {
        let all = captures.get_match();
        if all.start() < from {
            continue;
        }
        let before = &text[from..all.start()];
        let role = captures.name("role").or(captures.name("again")).map_or("", |role| role.as_str()).trim();
        let lower = role.to_lowercase();
        let is_over = has(&END, before) || named.len() == MOST;
        if is_over || (named.len() > 1 && OF_ALL.iter().any(|word| lower.ends_with(word))) {
            break;
        }
        from = all.end();
        if NO_ROLES.iter().any(|word| lower.ends_with(word)) {
            continue;
        }
        // Without a name it is another word for the party before.
        if let Some(name) = name(before, !named.is_empty()) {
            named.push(Party { name, role: Some(role.to_owned()) });
            end = from;
        }
    }
    let is_several = named.len() > 1;
    is_several.then_some(ValueInText { value: Value::Parties(named), range: begin..end })
}

/// The parties of "between A and B" without roles.
fn without_roles(text: &str, begin: usize) -> Option<ValueInText> {
    let rest = &text[begin..];
    let ends = [END.as_ref()?.find(rest).map(|found| found.start()), rest.find(". "), rest.find(';')];
    let end = ends.into_iter().flatten().min().unwrap_or(rest.len());
    let and = AND.as_ref()?.find(&rest[..end])?;
    let first = name(&rest[..and.start()], false)?;
    let second = name(&rest[and.end()..end], false)?;
    if [&first, &second].iter().any(|name| name.starts_with("the ")) {
        return None; // "between the Company and the Agent" speaks of parties that were named before
    }
    let named = [first, second].map(|name| Party { name, role: None }).to_vec();
    Some(ValueInText { value: Value::Parties(named), range: begin..begin + end })
}

static AND: Pattern = LazyLock::new(|| compiled(r"\s(?i:and)\s+|\s&\s"));
static COMMA_AND: Pattern = LazyLock::new(|| compiled(r",\s+(?i:and)\s+"));
/// A comma and the capital letter after it.
static NEXT: Pattern = LazyLock::new(|| compiled(r",\s+\p{Lu}"));

/// Where a description begins.
fn description(text: &str) -> Option<usize> {
    Some(DESCRIPTION.as_ref()?.find(text)?.start())
}

/// What follows a description of the party before: after the last semicolon or "and", else after its comma.
fn next_party(rest: &str) -> &str {
    if let Some(at) = rest.rfind(';') {
        return &rest[at + 1..];
    }
    if let Some(and) = last(&COMMA_AND, rest).or_else(|| last(&AND, rest)) {
        return &rest[and.end()..];
    }
    let described = rest.trim_start_matches([',', ' ']);
    let comma = NEXT.as_ref().and_then(|next| next.find(described));
    comma.map_or(rest, |comma| described[comma.start() + 1..].trim_start())
}

/// The name in the text before a role. After another party that may begin with more about that one.
fn name(before: &str, is_later: bool) -> Option<String> {
    let plain = before.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = plain.as_str();
    if is_later && description(&format!(" {}", rest.trim_start_matches([',', ' ']))) == Some(0) {
        rest = next_party(rest);
    }
    let lead = LEAD.as_ref().and_then(|lead| lead.find(rest)).map_or(0, |lead| lead.end());
    rest = &rest[lead..];
    let end = description(rest).unwrap_or(rest.len());
    let name = rest[..end].trim_matches([',', ';', ':', ' ', '"', '“', '”']);
    let first = name.split(' ').next()?;
    let begins_so = ["the", "The"].contains(&first) || first.contains(|c: char| c.is_uppercase() || c == '.');
    let is_name =
        begins_so && name.contains(|c: char| c.is_uppercase()) && (2..=LONGEST).contains(&name.chars().count());
    is_name.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        parties(text).first().map(|found| found.value.to_string()).unwrap_or_default()
    }

    #[test]
    fn parties_have_their_names_and_roles() {
        let text = "This Agreement is made as of May 1, 2020 by and between Acme Widgets, Inc., a Delaware corporation with \
            its office at 1 Main Street (“Buyer”), and Bolt Ltd, a company registered in England (the “Seller”) (each a \
            “Party”).";
        assert_eq!(said(text), "Acme Widgets, Inc. (Buyer); Bolt Ltd (Seller)");
        let three = "AMONG A Corp. (\"A\"), B LLC, a limited liability company (hereinafter referred to as \"B\"), and C \
            Bank, N.A. (\"Bank\")";
        assert_eq!(said(three), "A Corp. (A); B LLC (B); C Bank, N.A. (Bank)");
        assert_eq!(said("an agreement between Ann Oak and Bea Elm. It ends."), "Ann Oak; Bea Elm");
    }

    #[test]
    fn a_name_may_begin_with_any_letter_after_a_description() {
        let text = "between A Corp. (“A”), a Delaware corporation, Électricité SA (“B”)";
        assert_eq!(said(text), "A Corp. (A); Électricité SA (B)");
    }

    #[test]
    fn a_text_without_parties_has_none() {
        assert_eq!(said("The fee is due on May 1."), "");
        assert_eq!(said("the relation between them"), "");
    }
}
