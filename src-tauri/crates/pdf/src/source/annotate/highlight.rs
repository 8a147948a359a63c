//! One highlight annotation with its appearance, so that every viewer shows it alike. Not for its place among others.

use crate::{Annotation, Rect};
use kurbo::{Affine, Point};
use lopdf::{Dictionary, Document, Object, ObjectId, Result, Stream, dictionary, text_string};

/// Yellow.
const COLOUR: [f32; 3] = [1.0, 0.87, 0.35];

/// The corners of a marked line in the coordinates of the page's content: upper left, upper right, lower left and lower
/// right as the line is read, which is the order that readers expect.
type Quad = [Point; 4];

/// Adds the annotation as an object. `to_page` maps the displayed page to the page's content.
pub(super) fn highlight(
    file: &mut Document,
    page: ObjectId,
    annotation: &Annotation,
    to_page: Affine,
) -> Result<Object> {
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
    let corners = || quads.iter().flatten();
    let least = |side: fn(&Point) -> f64| corners().map(side).fold(f64::INFINITY, f64::min);
    let most = |side: fn(&Point) -> f64| corners().map(side).fold(f64::NEG_INFINITY, f64::max);
    [least(|p| p.x), least(|p| p.y), most(|p| p.x), most(|p| p.y)].map(number).to_vec()
}

/// The marked lines filled with the colour, multiplied so that the text stays black.
fn appearance(quads: &[Quad], frame: &[Object]) -> Stream {
    let [red, green, blue] = COLOUR;
    let mut drawn = format!("/Marked gs {red} {green} {blue} rg\n");
    for [upper_left, upper_right, lower_left, lower_right] in quads {
        let [a, b, c, d] = [upper_left, upper_right, lower_right, lower_left].map(|p| format!("{:.2} {:.2}", p.x, p.y));
        drawn += &format!("{a} m {b} l {c} l {d} l h f\n");
    }
    Stream::new(form(frame), drawn.into_bytes())
}

fn form(frame: &[Object]) -> Dictionary {
    let blend = dictionary! { "Type" => "ExtGState", "BM" => "Multiply" };
    dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => frame.to_vec(),
        "Group" => dictionary! { "S" => "Transparency" },
        "Resources" => dictionary! { "ExtGState" => dictionary! { "Marked" => blend } },
    }
}

fn number(value: f64) -> Object {
    Object::Real(value as f32)
}
