//! What people call a document: the name they gave it, else its title, else its file name. Not for opening files, which
//! uses their path.

use crate::error::Context;
use crate::{Document, DocumentId, Error, Library, Result, escaped, escaped_name};

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

    /// The same for citations: a file name loses its ending.
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
        let mut tx = self.write().await?;
        let update = sqlx::query!("UPDATE document SET name = ? WHERE id = ?", name, document);
        let changed = update.execute(&mut *tx).await.context(self)?.rows_affected();
        tx.commit().await.context(self)?;
        if changed == 0 { Err(Error::NoDocument(document)) } else { Ok(()) }
    }
}

/// A text in one line, with single spaces.
pub(crate) fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
}
