//! The law that a clause names: "the laws of the State of New York", "English law".

use crate::pattern::{Pattern, compiled, matches};
use crate::{Value, ValueInText};
use std::sync::LazyLock;

const NAME: &str = r"[A-Z][\w.'’-]*(?:\s+(?:(?:of|and)\s+)?(?:the\s+)?[A-Z][\w'’-]*)*";

static LAWS_OF: Pattern = LazyLock::new(|| {
    compiled(&format!(
        r"\b(?i:laws?|legislation|statutes)\s+(?:(?i:and regulations|in force|then in force|in effect|applicable)\s+)?(?i:of|in)\s+(?i:the\s+)?(?:(?i:states?|commonwealth|province|(?:federal\s+)?republic|kingdom|people['’]s republic|district)\s+(?i:of)\s+)?(?i:the\s+)?(?P<name>{NAME})"
    ))
});
static NAMED_LAW: Pattern = LazyLock::new(|| {
    compiled(&format!(r"(?:\b(?i:by|under|with|to)\s+(?i:the\s+)?)?\b(?P<name>{NAME})\s+(?:State\s+)?(?i:laws?)\b"))
});

/// Words before "law" that name no country: "Applicable Law".
const NO_NAMES: [&str; 14] = [
    "Applicable", "Governing", "All", "Any", "The", "Such", "Other", "Securities", "Privacy", "Tax", "Bankruptcy",
    "Federal", "State", "This",
];
/// Words after which no name goes on.
const ENDS: [&str; 4] = [" and the ", " without ", " applicable", " Without"];

pub(crate) fn laws(text: &str) -> Vec<ValueInText> {
    let mut found: Vec<ValueInText> = Vec::new();
    for pattern in [&LAWS_OF, &NAMED_LAW] {
        for captures in matches(pattern, text) {
            let Some(name) = captures.name("name") else { continue };
            let length = ENDS.iter().filter_map(|end| name.as_str().find(end)).min().unwrap_or(name.len());
            let written = name.as_str()[..length].trim_end_matches(['.', ' ']);
            let first = written.split_whitespace().next().unwrap_or_default();
            if written.is_empty() || NO_NAMES.contains(&first) {
                continue;
            }
            let range = name.start()..name.start() + written.len();
            found.push(ValueInText { value: Value::Law(plain(written)), range });
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// The name in single spaces, in small letters where all were capital ones.
fn plain(name: &str) -> String {
    let words: Vec<String> = name.split_whitespace().map(ToOwned::to_owned).collect();
    let is_shouted = words.iter().all(|word| word.len() > 3 && word.chars().all(|c| !c.is_lowercase()));
    let calm = |word: String| match is_shouted {
        true => word[..1].to_owned() + &word[1..].to_lowercase(),
        false => word,
    };
    words.into_iter().map(calm).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {

    use crate::ValueKind;

    fn said(text: &str) -> Vec<String> {
        crate::said(text, ValueKind::Law)
    }

    #[test]
    fn the_law_of_a_clause_is_named() {
        for (text, expected) in [
            ("governed by the laws of the State of New York, without regard to conflicts", "New York"),
            ("construed under the laws of Delaware.", "Delaware"),
            (
                "in accordance with the laws of the Province of British Columbia and the federal laws",
                "British Columbia",
            ),
            ("This agreement is governed by English law.", "English"),
            ("the law of England and Wales applies", "England and Wales"),
            ("the laws of the People's Republic of China", "China"),
            ("the laws of the STATE OF FLORIDA", "Florida"),
            ("the substantive laws in force in the United States of America", "United States of America"),
        ] {
            assert_eq!(said(text).first().map(String::as_str), Some(expected), "{text}");
        }
        assert_eq!(said("in accordance with Applicable Law and all other laws"), [""; 0]);
    }
}
