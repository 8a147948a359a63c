//! Escapes file names for display. Not for opening files, which uses their path.

use std::path::Path;

/// Escapes an untrusted text for one line of a list: control characters, line breaks and marks of writing direction
/// (`\n`, `\u{202e}`). Otherwise a file could pretend to have another name, or to be two lines.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            hidden if misleads(hidden) => escaped.extend(hidden.escape_default()),
            plain => escaped.push(plain),
        }
    }
    escaped
}

/// Escapes a path for one line of a list.
pub fn escaped_path(path: &Path) -> String {
    escaped(&path.to_string_lossy())
}

/// Escapes the last part of a path for one line of a list. A path that ends in ".." is shown whole.
pub fn escaped_name(path: &Path) -> String {
    escaped(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy())
}

/// Whether a character must be escaped: control characters, line separators, and Unicode's explicit marks of direction
/// (UAX #9).
fn misleads(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_look_like_another_one() {
        assert_eq!(escaped_name(Path::new("/a/invoice\u{202e}fdp.exe")), r"invoice\u{202e}fdp.exe");
        assert_eq!(escaped_name(Path::new("/a/one.pdf\n  2  ready  two.pdf")), r"one.pdf\n  2  ready  two.pdf");
        assert_eq!(escaped("\u{1b}[31mred"), r"\u{1b}[31mred", "nor colour a terminal");
    }

    #[test]
    fn names_in_any_script_stay_as_they_are() {
        for name in ["Mietvertrag – Köln.pdf", "租約.pdf", "עסקה.pdf", "C:\\files\\a.pdf", "it's \"x\".pdf"] {
            assert_eq!(escaped(name), name);
        }
    }
}
