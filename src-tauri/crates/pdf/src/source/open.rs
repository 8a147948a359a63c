//! Opens a file, also one that encrypts only its attachments: hayro refuses it, but its pages are open. It also detects
//! incomplete files, because hayro repairs what it can and does not report it.

use crate::Damage;
use crate::wire::Refusal;
use hayro_syntax::object::{Array, Dict, FromBytes, MaybeRef, Name, ObjRef, Object, ObjectIdentifier};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use std::collections::HashSet;
use std::sync::Arc;

const KEY: &[u8] = b"/Encrypt";

/// An unused key of the same length, so that all byte offsets stay valid.
const MASK: &[u8] = b"/Ignored";

const START: &[u8] = b"startxref";

/// Parses a file. The pages of files that encrypt only their attachments can be read without a password.
pub(crate) fn open(bytes: Vec<u8>, password: &str) -> Result<Pdf, Refusal> {
    let bytes = Arc::new(bytes);
    let pdf = match Pdf::new_with_password(Arc::clone(&bytes), password) {
        Ok(pdf) => pdf,
        Err(error) => {
            let refusal = refusal(error, &bytes);
            open_unencrypted(Arc::unwrap_or_clone(bytes)).unwrap_or(Err(refusal))?
        }
    };
    if pdf.pages().is_empty() { Err(Refusal::NoPages) } else { Ok(pdf) }
}

fn refusal(error: LoadPdfError, bytes: &[u8]) -> Refusal {
    let looks_like_one = bytes[..bytes.len().min(1024)].windows(5).any(|w| w == b"%PDF-");
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Refusal::Password,
        LoadPdfError::Decryption(_) => Refusal::Encryption,
        LoadPdfError::Invalid if looks_like_one => Refusal::Truncated,
        LoadPdfError::Invalid => Refusal::NotAPdf,
    }
}

/// Opens a file whose pages are not encrypted although it has an encryption dictionary. `None` if it is no such file,
/// or cannot be opened without its encryption.
fn open_unencrypted(mut bytes: Vec<u8>) -> Option<Result<Pdf, Refusal>> {
    let offsets = offsets(&bytes);
    if offsets.is_empty() {
        return None;
    }
    for offset in &offsets {
        bytes[*offset..offset + KEY.len()].copy_from_slice(MASK);
    }
    let pdf = Pdf::new(bytes).ok()?;
    let refusals = offsets.iter().map(|offset| refusal_of_pages(&pdf, offset + KEY.len()));
    let refused = refusals.reduce(Option::or).flatten();
    Some(refused.map_or(Ok(pdf), Err))
}

/// Offsets of the key. Longer keys that start with it do not count.
fn offsets(bytes: &[u8]) -> Vec<usize> {
    let mut offsets = Vec::new();
    for (at, window) in bytes.windows(KEY.len()).enumerate() {
        if window == KEY && bytes.get(at + KEY.len()).is_some_and(|byte| !byte.is_ascii_alphanumeric()) {
            offsets.push(at);
        }
    }
    offsets
}

/// Why the pages cannot be read, by the encryption dictionary at this offset or the one it refers to. Without names,
/// the filters of streams and strings are the identity (ISO 32000-2, table 20).
fn refusal_of_pages(pdf: &Pdf, offset: usize) -> Option<Refusal> {
    let rest = pdf.data().as_ref().get(offset..)?.trim_ascii_start();
    let named = ObjRef::from_bytes(rest).and_then(|id| pdf.xref().get::<Dict<'_>>(id.into()));
    let Some(dict) = named.or_else(|| Dict::from_bytes(rest)) else { return Some(Refusal::Encryption) };
    let is = |key: &str, name: &str| dict.get::<Name<'_>>(key).is_some_and(|value| value.as_str() == name);
    let identity = |key: &str| is(key, "Identity") || !dict.contains_key(key);
    let names_filters = dict.get::<u8>("V").is_some_and(|version| version >= 4);
    if names_filters && identity("StmF") && identity("StrF") {
        None
    } else if is("Filter", "Standard") {
        Some(Refusal::Password)
    } else {
        Some(Refusal::Encryption)
    }
}

/// Damage of a file.
pub(super) fn damage(pdf: &Pdf, catalog: &Dict<'_>) -> Damage {
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
    let mut seen = HashSet::new();
    let mut missing = 0_u32;
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
