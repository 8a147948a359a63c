//! Highlight annotations for a copy of a file, as an incremental update: the bytes to append to the file. Nothing of the
//! file itself changes, so signatures and page numbers stay.
//!
//! lopdf writes the update. It may abort on a crafted file, so it runs in the reader process only, like all of `source`.

use crate::{Annotation, Rect, wire::Refusal};
use hayro_syntax::{Pdf, page::Page};
use kurbo::{Affine, Point};
use lopdf::{Document, IncrementalDocument, LoadOptions, Object, ObjectId, Stream, dictionary, text_string};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Yellow.
const COLOUR: [f32; 3] = [1.0, 0.87, 0.35];

/// The bytes that add the annotations when they follow the file.
pub(super) fn update(pdf: &Pdf, password: &str, annotations: &[Annotation]) -> Result<Vec<u8>, Refusal> {
    let bytes: &[u8] = pdf.data().as_ref();
    let mut copy = IncrementalDocument::create_from(bytes.to_vec(), load(bytes, password)?);
    let mut by_page: BTreeMap<u32, Vec<&Annotation>> = BTreeMap::new();
    for annotation in annotations.iter().filter(|annotation| !annotation.rects.is_empty()) {
        by_page.entry(annotation.page).or_default().push(annotation);
    }
    for (index, here) in by_page {
        let page = pdf.pages().get(index as usize).ok_or(Refusal::NoPage)?;
        annotate(&mut copy, page, &here)?;
    }
    let mut tail = Tail { drop: bytes.len(), kept: Vec::new() };
    copy.save_to(&mut tail).map_err(|_| Refusal::Unmarkable)?;
    Ok(tail.kept)
}

/// The file as lopdf reads it. A file that had to be repaired has no table of objects to which an update could refer, and
/// one with an unused key in place of `/Encrypt` encrypts its attachments (`open`).
fn load(bytes: &[u8], password: &str) -> Result<Document, Refusal> {
    let password = Some(password.to_owned());
    let options = LoadOptions { password, ..LoadOptions::default() };
    let file = Document::load_mem_with_options(bytes, options).map_err(|_| Refusal::Unmarkable)?;
    let complete = file.xref_recovery.is_none() && file.xref_start != 0 && !file.trailer.has(b"Ignored");
    if complete && !file.is_encrypted() { Ok(file) } else { Err(Refusal::Unmarkable) }
}

/// Adds annotations to a page, after those it has.
fn annotate(copy: &mut IncrementalDocument, page: &Page<'_>, annotations: &[&Annotation]) -> Result<(), Refusal> {
    let to_page = Affine::new(page.initial_transform(true).as_coeffs()).inverse();
    let id = page.raw().obj_id().ok_or(Refusal::Unmarkable)?;
    let id = (id.obj_number, u16::try_from(id.gen_number).map_err(|_| Refusal::Unmarkable)?);
    let file = copy.get_prev_documents();
    let mut entry = file.get_dictionary(id).map_err(|_| Refusal::Unmarkable)?.clone();
    if !entry.has_type(b"Page") && !entry.has(b"Parent") {
        return Err(Refusal::Unmarkable); // lopdf does not agree that the object is a page
    }
    let listed = entry.get(b"Annots").and_then(|listed| file.dereference(listed));
    let mut all = listed.ok().and_then(|(_, listed)| listed.as_array().ok().cloned()).unwrap_or_default();
    for annotation in annotations {
        all.push(highlight(&mut copy.new_document, id, annotation, to_page).map_err(|_| Refusal::Unmarkable)?);
    }
    entry.set("Annots", Object::Array(all));
    copy.new_document.set_object(id, Object::Dictionary(entry));
    Ok(())
}

/// The corners of a marked line in the coordinates of the page's content: upper left, upper right, lower left and lower
/// right as the line is read, which is the order that readers expect.
type Quad = [Point; 4];

/// Adds the annotation as an object, with its appearance, so that every viewer shows it alike. `to_page` maps the displayed
/// page to the page's content.
fn highlight(file: &mut Document, page: ObjectId, annotation: &Annotation, to_page: Affine) -> lopdf::Result<Object> {
    let quads: Vec<Quad> = annotation.rects.iter().map(|rect| quad(*rect, to_page)).collect();
    let frame = frame(&quads);
    let appearance = file.try_add_object(appearance(&quads, &frame))?;
    let corners = quads.iter().flatten().flat_map(|corner| [corner.x, corner.y]);
    let entry = dictionary! {
        "Type" => "Annot",
        "Subtype" => "Highlight",
        "Rect" => frame,
        "QuadPoints" => corners.map(number).collect::<Vec<_>>(),
        "C" => COLOUR.map(Object::Real).to_vec(),
        "Contents" => text_string(&annotation.note),
        "T" => text_string("Pincite"),
        "F" => 4, // it is printed
        "P" => page,
        "AP" => dictionary! { "N" => appearance },
    };
    Ok(Object::Reference(file.try_add_object(entry)?))
}

fn quad(rect: Rect, to_page: Affine) -> Quad {
    let [left, top, right, bottom] = [rect.x0, rect.y0, rect.x1, rect.y1].map(f64::from);
    [(left, top), (right, top), (left, bottom), (right, bottom)].map(|corner| to_page * Point::from(corner))
}

/// The smallest rectangle that holds all corners.
fn frame(quads: &[Quad]) -> Vec<Object> {
    let corners = quads.iter().flatten().map(|corner| kurbo::Rect::from_points(*corner, *corner));
    let frame = corners.reduce(|a, b| a.union(b)).unwrap_or_default();
    [frame.x0, frame.y0, frame.x1, frame.y1].map(number).to_vec()
}

/// The marked lines filled with the colour, multiplied so that the text stays black.
fn appearance(quads: &[Quad], frame: &[Object]) -> Stream {
    let [red, green, blue] = COLOUR;
    let mut drawn = format!("/Marked gs {red} {green} {blue} rg\n");
    for [upper_left, upper_right, lower_left, lower_right] in quads {
        let [a, b, c, d] = [upper_left, upper_right, lower_right, lower_left].map(|p| format!("{:.2} {:.2}", p.x, p.y));
        drawn += &format!("{a} m {b} l {c} l {d} l h f\n");
    }
    let blend = dictionary! { "Type" => "ExtGState", "BM" => "Multiply" };
    let form = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => frame.to_vec(),
        "Group" => dictionary! { "S" => "Transparency" },
        "Resources" => dictionary! { "ExtGState" => dictionary! { "Marked" => blend } },
    };
    Stream::new(form, drawn.into_bytes())
}

fn number(value: f64) -> Object {
    Object::Real(value as f32)
}

/// Keeps what is written after a number of bytes: an update without the file that it follows.
struct Tail {
    drop: usize,
    kept: Vec<u8>,
}

impl Write for Tail {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let dropped = self.drop.min(bytes.len());
        self.drop -= dropped;
        self.kept.extend_from_slice(&bytes[dropped..]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
