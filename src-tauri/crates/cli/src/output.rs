//! Prints text for people and JSON for programs. Colours appear only on a terminal.

use crate::error::Error;
use anstyle::{AnsiColor, Style};
use pincite_api::{Problem, without_numbers};
use pincite_engine::escaped;
use serde::Serialize;

pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

/// One JSON document on standard output.
pub(crate) fn json(value: &impl Serialize) {
    match serde_json::to_string_pretty(value) {
        Ok(text) => anstream::println!("{text}"),
        Err(error) => anstream::eprintln!("this result cannot be written as JSON: {error}"),
    }
}

/// A failed command, on standard error.
pub(crate) fn failure(error: &Error, as_json: bool) {
    let message = escaped(&without_numbers(&error.to_string()));
    let problem = Problem { code: error.code().to_owned(), message, detail: None };
    if as_json {
        json(&serde_json::json!({ "error": problem }));
    } else {
        anstream::eprintln!("{BAD}error{BAD:#} {} {FAINT}[{}]{FAINT:#}", problem.message, problem.code);
    }
}

/// A note for the user, on standard error.
pub(crate) fn note(problem: &Problem) {
    anstream::eprintln!("{WARN}note{WARN:#} {} {FAINT}[{}]{FAINT:#}", problem.technical(), problem.code);
}

/// A plain line on standard output.
pub(crate) fn line(text: &str) {
    anstream::println!("{text}");
}

/// A remark beside the result, on standard error.
pub(crate) fn remark(text: &str) {
    anstream::eprintln!("{FAINT}{text}{FAINT:#}");
}
