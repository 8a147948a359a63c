//! Highlight annotations for a copy of a file, as an incremental update: the bytes to append to the file. Nothing of the
//! file itself changes, so signatures and page numbers stay. Not for choosing what is marked.
//!
//! lopdf writes the update. It may abort on a crafted file, so it runs in the reader process only, like all of `source`.

mod highlight;
mod tail;

use crate::{Annotation, wire::Refusal};
use hayro_syntax::{Pdf, page::Page};
use highlight::highlight;
use kurbo::Affine;
use lopdf::{Dictionary, Document, IncrementalDocument, LoadOptions, Object, ObjectId};
use std::collections::BTreeMap;
use tail::Tail;

/// The bytes that add the annotations when they follow the file.
pub(super) fn update(pdf: &Pdf, password: &str, annotations: &[Annotation]) -> Result<Vec<u8>, Refusal> {
    let bytes: &[u8] = pdf.data().as_ref();
    let mut copy = IncrementalDocument::create_from(bytes.to_vec(), load(bytes, password)?);
    for (index, here) in by_page(annotations) {
        let page = pdf.pages().get(index as usize).ok_or(Refusal::NoPage)?;
        annotate(&mut copy, page, &here)?;
    }
    let mut tail = Tail::after(bytes.len());
    copy.save_to(&mut tail).map_err(|_| Refusal::Unmarkable)?;
    Ok(tail.bytes())
}

/// The file as lopdf reads it. A file that had to be repaired has no table of objects to which an update could refer, and
/// one with an unused key in place of `/Encrypt` encrypts its attachments (`encryption`).
fn load(bytes: &[u8], password: &str) -> Result<Document, Refusal> {
    let password = Some(password.to_owned());
    let options = LoadOptions { password, ..LoadOptions::default() };
    let file = Document::load_mem_with_options(bytes, options).map_err(|_| Refusal::Unmarkable)?;
    let complete = file.xref_recovery.is_none() && file.xref_start != 0 && !file.trailer.has(b"Ignored");
    if complete && !file.is_encrypted() { Ok(file) } else { Err(Refusal::Unmarkable) }
}

fn by_page(annotations: &[Annotation]) -> BTreeMap<u32, Vec<&Annotation>> {
    let mut pages: BTreeMap<u32, Vec<&Annotation>> = BTreeMap::new();
    for annotation in annotations.iter().filter(|annotation| !annotation.rects.is_empty()) {
        pages.entry(annotation.page).or_default().push(annotation);
    }
    pages
}

/// Adds annotations to a page, after those it has.
fn annotate(copy: &mut IncrementalDocument, page: &Page<'_>, annotations: &[&Annotation]) -> Result<(), Refusal> {
    let to_page = Affine::new(page.initial_transform(true).as_coeffs()).inverse();
    let id = page_id(page).ok_or(Refusal::Unmarkable)?;
    let mut entry = entry_of(copy, id).ok_or(Refusal::Unmarkable)?;
    let mut all = existing(copy, &entry);
    for annotation in annotations {
        all.push(highlight(&mut copy.new_document, id, annotation, to_page).map_err(|_| Refusal::Unmarkable)?);
    }
    entry.set("Annots", Object::Array(all));
    copy.new_document.set_object(id, Object::Dictionary(entry));
    Ok(())
}

fn page_id(page: &Page<'_>) -> Option<ObjectId> {
    let id = page.raw().obj_id()?;
    Some((id.obj_number, u16::try_from(id.gen_number).ok()?))
}

/// The page's dictionary, if lopdf agrees that the object is a page.
fn entry_of(copy: &IncrementalDocument, id: ObjectId) -> Option<Dictionary> {
    let entry = copy.get_prev_documents().get_dictionary(id).ok()?;
    (entry.has_type(b"Page") || entry.has(b"Parent")).then(|| entry.clone())
}

/// The annotations that the page has.
fn existing(copy: &IncrementalDocument, page: &Dictionary) -> Vec<Object> {
    let file = copy.get_prev_documents();
    let listed = page.get(b"Annots").and_then(|listed| file.dereference(listed));
    listed.ok().and_then(|(_, listed)| listed.as_array().ok().cloned()).unwrap_or_default()
}
