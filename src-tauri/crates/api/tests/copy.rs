//! What people read about an error or a result has no word that only Pincite's makers know. The sources are read as tokens,
//! so that nothing depends on how they are formatted.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by failing")]

use pincite_api::Problem;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Words inside Pincite, and remedies that only a command line has.
const INSIDE: &str = "encoder candidate generation generations fingerprint embed embeds embedded vector vectors checkpoint \
    pairs loss job queue hash graph gradient operator weight weights onnx pincite_home";
const PARTS: &[&str] = &["config.json", "ORT_", "content {", "`pincite", "`npm", "`auto", "`cpu", " --", "::"];

/// Crates whose errors the window shows.
const CRATES: &[&str] = &["pdf", "ocr", "models", "graph", "library", "search", "adapt", "engine"];

/// Files with sentences that the window shows as they are.
const SENTENCES: &[&str] = &[
    "api/src/verdict.rs",
    "api/src/sentences.rs",
    "search/src/answer/hit.rs",
    "engine/src/doctor/findings.rs",
    "engine/src/doctor/opening.rs",
    "engine/src/files/splitting.rs",
];

fn is_inside(sentence: &str) -> bool {
    let mut words = sentence.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.any(|word| INSIDE.split(' ').any(|inside| inside.eq_ignore_ascii_case(word)))
        || PARTS.iter().any(|part| sentence.contains(part))
}

/// Whether people read other words than the technical message of an error with this code.
fn has_copy(code: &str) -> bool {
    Problem::new(code, String::new()).detail.is_some()
}

/// The tokens of a source file that come before its tests.
fn source(path: &str) -> Vec<TokenTree> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let tokens: TokenStream = fs::read_to_string(&path).unwrap().parse().unwrap();
    let is_test =
        |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.stream().to_string() == "cfg (test)");
    tokens.into_iter().take_while(|token| !is_test(token)).collect()
}

/// The tokens of a crate's errors: in one file, or in a folder.
fn error_source(name: &str) -> Vec<TokenTree> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src/error");
    let Ok(files) = fs::read_dir(folder) else { return source(&format!("{name}/src/error.rs")) };
    files.flat_map(|file| source(&format!("{name}/src/error/{}", file.unwrap().file_name().display()))).collect()
}

/// The message of each error by its code.
fn messages() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for name in CRATES {
        let tokens = error_source(name);
        let mut messages = BTreeMap::new();
        find_messages(&tokens, &mut messages);
        let mut codes = Vec::new();
        find_codes(&tokens, &mut codes);
        for (variant, code) in codes {
            let message = messages.get(&variant).unwrap_or_else(|| panic!("{code} has no message: {variant}"));
            found.insert(code, message.clone());
        }
    }
    found
}

/// `#[error("message")] Variant`, by variant. A transparent variant has the message of another error.
fn find_messages(tokens: &[TokenTree], found: &mut BTreeMap<String, String>) {
    let mut message = None;
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                message = error_text(group.stream()).or(message);
            }
            TokenTree::Group(group) => find_messages(&trees(group.stream()), found),
            TokenTree::Ident(variant) => {
                if let Some(message) = message.take() {
                    found.insert(variant.to_string(), message);
                }
            }
            _ => {}
        }
    }
}

/// The text of `error("text", …)`.
fn error_text(attribute: TokenStream) -> Option<String> {
    match trees(attribute).as_slice() {
        [TokenTree::Ident(name), TokenTree::Group(group)] if name == "error" => text_of(trees(group.stream()).first()?),
        _ => None,
    }
}

/// `Self::Variant { .. } | Self::Other => "code"`, a pair for each variant.
fn find_codes(tokens: &[TokenTree], found: &mut Vec<(String, String)>) {
    let mut variants = Vec::new();
    let mut last = "";
    let mut after_self = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) => find_codes(&trees(group.stream()), found),
            TokenTree::Ident(name) if name == "Self" => after_self = true,
            TokenTree::Ident(name) if after_self => {
                variants.push(name.to_string());
                after_self = false;
            }
            TokenTree::Punct(mark) if mark.as_char() == ',' => variants.clear(),
            TokenTree::Literal(_) if last == "=>" => {
                let code = text_of(token).filter(|text| is_code(text));
                found.extend(
                    code.iter().flat_map(|code| variants.iter().map(|variant| (variant.clone(), code.clone()))),
                );
            }
            _ => {}
        }
        last = match token {
            TokenTree::Punct(mark) if mark.as_char() == '=' => "=",
            TokenTree::Punct(mark) if mark.as_char() == '>' && last == "=" => "=>",
            _ => "",
        };
    }
}

fn trees(tokens: TokenStream) -> Vec<TokenTree> {
    tokens.into_iter().collect()
}

/// What a literal says, if it is a text. A line that ends with a backslash goes on without its margin.
fn text_of(token: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else { return None };
    let literal = literal.to_string();
    let text = literal.strip_prefix('"')?.strip_suffix('"')?;
    let lines: Vec<_> =
        text.split("\\\n").enumerate().map(|(at, line)| if at == 0 { line } else { line.trim_start() }).collect();
    Some(lines.concat().replace("\\\"", "\""))
}

/// `library.newer`.
fn is_code(text: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    text.split_once('.').is_some_and(|(name, rest)| plain(name) && plain(rest))
}

/// All texts of a file, but for its documentation, which is in brackets.
fn texts(tokens: &[TokenTree]) -> Vec<String> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.stream().to_string().starts_with("doc =") => {}
            TokenTree::Group(group) => found.extend(texts(&trees(group.stream()))),
            _ => found.extend(text_of(token)),
        }
    }
    found
}

#[test]
fn an_error_with_inside_words_has_copy() {
    let messages = messages();
    assert!(messages.len() > 90, "an empty listing would let everything pass: {}", messages.len());
    let bare: Vec<_> = messages.iter().filter(|(code, message)| is_inside(message) && !has_copy(code)).collect();
    assert!(bare.is_empty(), "a lawyer must understand it: add copy for its code to src/sentences.rs: {bare:#?}");
}

#[test]
fn copy_is_for_an_error_that_exists_and_has_no_inside_words() {
    let messages = messages();
    let (codes, copy): (Vec<_>, Vec<_>) =
        texts(&source("api/src/sentences.rs")).into_iter().partition(|text| is_code(text));
    assert!(codes.len() > 40 && copy.len() > 40, "{} codes, {} sentences", codes.len(), copy.len());
    assert!(codes.iter().all(|code| has_copy(code)), "every code has its sentence");
    let unread: Vec<_> = codes.iter().filter(|code| !messages.contains_key(*code)).collect();
    assert!(unread.is_empty(), "copy for no error is never read: {unread:?}");
    let odd: Vec<_> = copy.iter().filter(|sentence| is_inside(sentence)).collect();
    assert!(odd.is_empty(), "copy is for people who use Pincite: {odd:#?}");
}

#[test]
fn sentences_about_results_have_no_inside_words() {
    let all = SENTENCES.iter().flat_map(|path| texts(&source(path)));
    let starts = |letter: char| letter.is_uppercase() || letter == '{';
    let sentences: Vec<_> = all.filter(|text| text.ends_with('.') && text.starts_with(starts)).collect();
    assert!(sentences.len() > 20, "an empty listing would let everything pass: {sentences:#?}");
    let odd: Vec<_> = sentences.iter().filter(|sentence| is_inside(sentence)).collect();
    assert!(odd.is_empty(), "the window shows them as they are: {odd:#?}");
}
