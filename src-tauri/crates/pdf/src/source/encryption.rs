//! What hayro refuses as encrypted or broken, looked at again without its encryption: files that lock only their
//! attachments have open pages. Not for decrypting: hayro does that.

use super::Refusal;
use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, FromBytes, Name, ObjRef};

const KEY: &[u8] = b"/Encrypt";

/// A key of the same length that means nothing, so that everything stays where the cross-references say.
const MASK: &[u8] = b"/Ignored";

/// Opens a file whose pages are not encrypted although it says that something is. `None` if it is no file of that kind,
/// or has no sense without its encryption either.
pub(super) fn open_ignoring_it(mut bytes: Vec<u8>) -> Option<Result<Pdf, Refusal>> {
    let places = places(&bytes);
    if places.is_empty() {
        return None;
    }
    for place in &places {
        bytes[*place..place + KEY.len()].copy_from_slice(MASK);
    }
    let pdf = Pdf::new(bytes).ok()?;
    let refusals = places.iter().map(|place| locks_pages(&pdf, place + KEY.len()));
    let refused = refusals.reduce(Option::or).flatten();
    Some(refused.map_or(Ok(pdf), Err))
}

/// Where the key stands, and not the start of a longer one.
fn places(bytes: &[u8]) -> Vec<usize> {
    let ends = |at: usize| bytes.get(at + KEY.len()).is_some_and(|b| !b.is_ascii_alphanumeric());
    bytes.windows(KEY.len()).enumerate().filter(|(at, w)| *w == KEY && ends(*at)).map(|(at, _)| at).collect()
}

/// Why the pages cannot be read, by the encryption dictionary that is named or stands at a place of the file. The
/// filters of streams and of strings are the identity if none is named (ISO 32000-2, table 20).
fn locks_pages(pdf: &Pdf, place: usize) -> Option<Refusal> {
    let rest = pdf.data().as_ref().get(place..)?.trim_ascii_start();
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
