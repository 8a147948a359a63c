//! Opens files that encrypt only their attachments: hayro refuses them, but their pages are open. Not for decrypting:
//! hayro does that.

use super::Refusal;
use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, FromBytes, Name, ObjRef};

const KEY: &[u8] = b"/Encrypt";

/// An unused key of the same length, so that all byte offsets stay valid.
const MASK: &[u8] = b"/Ignored";

/// Opens a file whose pages are not encrypted although it has an encryption dictionary. `None` if it is no such file,
/// or cannot be opened without its encryption.
pub(super) fn open_unencrypted(mut bytes: Vec<u8>) -> Option<Result<Pdf, Refusal>> {
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
    let ends = |at: usize| bytes.get(at + KEY.len()).is_some_and(|b| !b.is_ascii_alphanumeric());
    bytes.windows(KEY.len()).enumerate().filter(|(at, w)| *w == KEY && ends(*at)).map(|(at, _)| at).collect()
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
    match names_filters && identity("StmF") && identity("StrF") {
        true => None,
        false if is("Filter", "Standard") => Some(Refusal::Password),
        false => Some(Refusal::Encryption),
    }
}
