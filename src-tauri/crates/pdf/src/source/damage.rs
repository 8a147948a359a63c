//! Detects incomplete files. hayro repairs what it can and does not report it. Not for repairing.

use crate::Damage;
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier};
use std::collections::HashSet;

const START: &[u8] = b"startxref";

/// Damage of a file.
pub(super) fn detect(pdf: &Pdf, catalog: &Dict<'_>) -> Damage {
    let rebuilt = !ends_in_cross_reference(pdf.data().as_ref());
    Damage { rebuilt, missing_pages: missing_pages(pdf, catalog, rebuilt) }
}

/// Whether the last "startxref" points to a cross-reference, and no object follows it. A truncated file ends in an
/// object, or in the cross-reference of an earlier version.
fn ends_in_cross_reference(bytes: &[u8]) -> bool {
    let Some(start) = last(bytes, START) else { return false };
    let rest = &bytes[start + START.len()..];
    let at = number(rest.trim_ascii_start()).and_then(|offset| bytes.get(offset..));
    at.is_some_and(|at| is_cross_reference(at.trim_ascii_start())) && last(rest, b" obj").is_none()
}

/// A table ("xref"), or a stream ("12 0 obj").
fn is_cross_reference(bytes: &[u8]) -> bool {
    let mut words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let is_object = [words.next(), words.next()].iter().all(|word| word.and_then(number).is_some());
    bytes.starts_with(b"xref") || is_object && words.next().is_some_and(|word| word.starts_with(b"obj"))
}

fn last(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).rposition(|window| window == wanted)
}

/// The decimal number at the start of the bytes.
fn number(bytes: &[u8]) -> Option<usize> {
    let length = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&bytes[..length]).ok()?.parse().ok()
}

/// Number of pages that the page tree names but the file lacks. Some programs write a wrong count, so it is believed
/// only for a damaged file.
fn missing_pages(pdf: &Pdf, catalog: &Dict<'_>, rebuilt: bool) -> u32 {
    let Some(root) = catalog.get::<Dict<'_>>("Pages") else { return 0 };
    let unresolved = unresolved_kids(pdf, &root);
    let counted = root.get::<u32>("Count").filter(|_| rebuilt || unresolved > 0).unwrap_or(0);
    let found = u32::try_from(pdf.pages().len()).unwrap_or(u32::MAX);
    counted.saturating_sub(found).max(unresolved)
}

/// Number of nodes that the page tree names but the file lacks.
fn unresolved_kids(pdf: &Pdf, root: &Dict<'_>) -> u32 {
    let (mut seen, mut missing) = (HashSet::new(), 0_u32);
    let mut nodes = vec![root.clone()];
    while let Some(node) = nodes.pop() {
        let kids = node.get::<Array<'_>>("Kids");
        for kid in kids.iter().flat_map(Array::raw_iter) {
            match kid {
                MaybeRef::Ref(id) if !seen.insert(ObjectIdentifier::from(id)) => {}
                MaybeRef::Ref(id) => match pdf.xref().get::<Dict<'_>>(id.into()) {
                    Some(dict) => nodes.extend(Some(dict).filter(is_node)),
                    None => missing = missing.saturating_add(1),
                },
                MaybeRef::NotRef(Object::Dict(dict)) => nodes.extend(Some(dict).filter(is_node)),
                MaybeRef::NotRef(_) => {}
            }
        }
    }
    missing
}

/// Whether a dictionary of the page tree is an inner node.
fn is_node(dict: &Dict<'_>) -> bool {
    dict.get::<Name<'_>>("Type").as_deref() == Some(b"Pages")
}

#[cfg(test)]
mod tests {
    use super::ends_in_cross_reference;

    #[test]
    fn a_whole_file_ends_in_its_cross_reference() {
        let whole = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n29\n%%EOF";
        assert!(ends_in_cross_reference(whole));
        assert!(!ends_in_cross_reference(&whole[..50]), "cut off before it");
        assert!(!ends_in_cross_reference(&whole[1..]), "moved by a byte");
        let mut cut = whole.to_vec();
        cut.extend(b"\n2 0 obj\n<< /Type");
        assert!(!ends_in_cross_reference(&cut), "cut off in a later version");
    }

    #[test]
    fn a_cross_reference_may_be_a_stream() {
        let stream = b"%PDF-1.7\n7 0 obj\n<< /Type /XRef >>stream\nendstream\nendobj\nstartxref\n9\n%%EOF";
        assert!(ends_in_cross_reference(stream));
    }
}
