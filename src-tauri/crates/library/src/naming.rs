//! What people call a document: the name they gave it, else its title, else its file name; and its tags. Names of files are
//! escaped for display. Not for opening files, which uses their path.

use crate::store::query;
use crate::{Document, DocumentId, Error, Library, Result};
use std::path::Path;

/// Longest title in characters. What is longer is a paragraph that a program took for a title.
const LONGEST: usize = 160;
/// Beginnings of titles that programs leave, in lower case.
const LEFT_OVER: &[&str] =
    &["microsoft word", "untitled", "document", "powerpoint presentation", "slide 1", "print", "layout 1", "book1"];
/// Endings of file names, in lower case.
const FILES: &[&str] = &[
    ".doc", ".docx", ".pdf", ".htm", ".html", ".rtf", ".txt", ".xls", ".xlsx", ".ppt", ".pptx", ".indd", ".wpd", ".odt",
];

impl Document {
    /// What a person reads, in one line: the given name, the title, or the file name with its ending.
    pub fn display_name(&self) -> String {
        self.own_name().unwrap_or_else(|| escaped_name(&self.path))
    }

    /// The name of its file as it is, by which a file of questions names a document.
    pub fn file_name(&self) -> Option<String> {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned())
    }

    /// What a person reads, for citations: a file name loses its ending.
    pub fn citation_name(&self) -> String {
        let stem = || {
            let file = escaped_name(&self.path);
            file.rsplit_once('.').map_or(file.clone(), |(stem, _)| stem.to_owned())
        };
        self.own_name().unwrap_or_else(stem)
    }

    fn own_name(&self) -> Option<String> {
        let title = self.title.as_deref().map(str::trim).filter(|title| is_title(title));
        self.name.as_deref().or(title).map(escaped)
    }
}

/// Whether people would call a document by this title. Programs leave titles such as "Microsoft Word - draft7.doc".
pub fn is_title(title: &str) -> bool {
    let lower = title.to_lowercase();
    let is_code = !title.contains(char::is_whitespace) && title.contains(|c: char| c.is_ascii_digit() || c == '_');
    title.chars().filter(|c| c.is_alphabetic()).count() > 2
        && title.chars().count() <= LONGEST
        && !is_code
        && !title.contains(char::REPLACEMENT_CHARACTER)
        && !LEFT_OVER.iter().any(|left| lower.starts_with(left))
        && !FILES.iter().any(|ending| lower.ends_with(ending))
}

impl Library {
    /// Gives a document another name. White space around it is removed, and inside becomes single spaces. Without any
    /// name left the document is called by its title or its file name again.
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn rename_document(&self, document: DocumentId, name: &str) -> Result<()> {
        let name = Some(single_spaced(name)).filter(|name| !name.is_empty());
        let update = query!("UPDATE document SET name = $1 WHERE id = $2", name, document);
        self.change_some(update, Error::NoDocument(document)).await
    }
}

/// A text in one line, with single spaces.
pub(crate) fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Library {
    /// Puts a tag on a document. One that differs only in capitals is the same tag, and stays as it was first written.
    ///
    /// # Errors
    /// [`Error::TagEmpty`], [`Error::NoDocument`].
    pub async fn add_tag(&self, document: DocumentId, tag: &str) -> Result<()> {
        let tag = Some(single_spaced(tag)).filter(|tag| !tag.is_empty()).ok_or(Error::TagEmpty)?;
        let insert = query!("INSERT INTO tag (document, name) VALUES ($1, $2) ON CONFLICT DO NOTHING", document, tag);
        self.change(insert).await.map(drop).map_err(|error| error.or_missing(Error::NoDocument(document)))
    }

    /// Takes a tag off a document, if it is there.
    ///
    /// # Errors
    /// [`Error::Database`].
    pub async fn remove_tag(&self, document: DocumentId, tag: &str) -> Result<()> {
        let tag = single_spaced(tag);
        let delete = query!("DELETE FROM tag WHERE document = $1 AND lower(name) = lower($2)", document, tag);
        self.change(delete).await.map(drop)
    }
}

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

/// A path as text.
///
/// # Errors
/// [`Error::PathNotUnicode`].
pub(crate) fn path_text(path: &Path) -> Result<&str> {
    path.to_str().ok_or_else(|| Error::PathNotUnicode { path: path.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CollectionId, Recognition, Status};

    fn document(name: Option<&str>, title: Option<&str>, path: &str) -> Document {
        Document {
            id: DocumentId(1),
            collection: CollectionId(1),
            path: path.into(),
            content: None,
            hash: None,
            name: name.map(str::to_owned),
            title: title.map(str::to_owned),
            language: None,
            tags: Vec::new(),
            pages: 0,
            passages: 0,
            status: Status::Waiting,
            problem: None,
            skipped: Vec::new(),
            recognition: Recognition::default(),
            added_at: 0,
        }
    }

    fn cited(title: Option<&str>, path: &str) -> String {
        document(None, title, path).citation_name()
    }

    #[test]
    fn a_given_name_comes_before_the_title_and_the_title_before_the_file_name() {
        let named = document(Some("Larch MSA"), Some("Master Services Agreement"), "/a/msa.pdf");
        assert_eq!((named.display_name(), named.citation_name()), ("Larch MSA".to_owned(), "Larch MSA".to_owned()));
        assert_eq!(
            document(None, Some(" Master Services Agreement "), "/a.pdf").display_name(),
            "Master Services Agreement"
        );
        assert_eq!(document(None, None, "/a/msa.pdf").display_name(), "msa.pdf", "the list shows files as they are");
    }

    #[test]
    fn titles_left_by_programs_are_not_used() {
        assert_eq!(cited(Some("Annual Report 2025"), "a.pdf"), "Annual Report 2025");
        assert_eq!(cited(Some("Microsoft Word - draft7"), "Lease 2025.pdf"), "Lease 2025");
        assert_eq!(cited(Some("d123.htm"), "10-K.v2.pdf"), "10-K.v2", "only the last ending goes");
        assert_eq!(cited(Some("d51234dex101"), "Lease.pdf"), "Lease", "a code is no title");
        assert_eq!(cited(Some("untitled"), "Lease.pdf"), "Lease");
        assert_eq!(cited(None, "Lease"), "Lease", "a name without ending stays");
        assert_eq!(cited(Some(&"word ".repeat(60)), "Lease.pdf"), "Lease", "a paragraph is no title");
    }

    #[test]
    fn a_name_cannot_look_like_two_lines() {
        assert_eq!(document(Some("a\u{202e}b"), None, "/a.pdf").display_name(), r"a\u{202e}b");
    }

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
