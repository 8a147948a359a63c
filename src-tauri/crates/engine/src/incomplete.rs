//! What of a file could not be read, or cannot be searched, as problems of its pages and of the document. Not for files
//! that could not be read at all: those are errors.

use crate::Error;
use crate::documents::problem;
use pincite_library::Problem;
use pincite_pdf::{Coverage, Damage};
use std::path::Path;

/// Codes of pages that only a picture shows.
const PAGE_IMAGE: &str = "pdf.page_image";
const PAGE_UNMAPPED: &str = "pdf.page_unmapped";

/// Why a document is only partly searchable or not at all, apart from what its pages say.
pub(crate) fn of_document(path: &Path, pages: usize, passages: usize, damage: Damage) -> Option<Problem> {
    if passages == 0 {
        return Some(problem(&Error::NoText { path: path.to_owned() }));
    }
    let path = path.display();
    let remedy = "Fetch the file again from where it came, and compare its number of pages with the original.";
    let missing = damage.missing_pages;
    match (missing, damage.rebuilt) {
        (0, false) => None,
        (0, true) => Some(new_problem(
            "pdf.damaged",
            format!("{path} is damaged or cut short: {pages} pages were found, and others may be missing. {remedy}"),
        )),
        _ => Some(new_problem(
            "pdf.pages_missing",
            format!(
                "{path} is damaged or cut short: {missing} of its {} pages are missing. {remedy}",
                pages as u64 + u64::from(missing)
            ),
        )),
    }
}

/// Why a page cannot be searched, or not all of it. An empty page has nothing to search and is no problem.
pub(crate) fn of_page(coverage: Coverage) -> Option<Problem> {
    let (code, message) = match coverage {
        Coverage { content_missing: true, .. } => (
            "pdf.page_damaged",
            "The content of this page is damaged or missing. Fetch the file again from where it came.",
        ),
        Coverage { cut: true, .. } => (
            "pdf.page_cut",
            "This page was not read to its end, because it or the document has too much text. Split the file and add its parts.",
        ),
        coverage if coverage.is_usable() => return None,
        Coverage { glyphs: 0, large_images: 0, .. } => return None,
        Coverage { glyphs: 0, .. } => (
            PAGE_IMAGE,
            "This page is a scan without text. The text recognition (pp-ocrv6-tiny) reads it as soon as it is installed.",
        ),
        _ => (
            PAGE_UNMAPPED,
            "The fonts of this page do not say which letters they show. The text recognition (pp-ocrv6-tiny) reads it as soon as it is installed.",
        ),
    };
    Some(new_problem(code, message.to_owned()))
}

/// Why a page has no text although its picture was searched for some.
pub(crate) fn of_empty_picture() -> Problem {
    let message = "No printed text was recognised on this page. Look at it: it may be blank, or written by hand.";
    new_problem("pdf.page_no_print", message.to_owned())
}

/// Whether the text of a page with this problem can be recognised in its picture.
pub(crate) fn is_picture(problem: &Problem) -> bool {
    [PAGE_IMAGE, PAGE_UNMAPPED].contains(&problem.code.as_str())
}

fn new_problem(code: &str, message: String) -> Problem {
    Problem { code: code.to_owned(), message }
}
