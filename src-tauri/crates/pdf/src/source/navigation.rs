//! Ways through a document: the outline (ISO 32000-2, 12.3.3), the links of a page (12.5.6.5), the destinations that both
//! name (12.3.2), and the labels of pages (12.4.2). An address outside the file is only text.

use super::{annotations, unicode};
use crate::document::roman;
use crate::{Destination, Link, LinkTarget, OutlineItem};
use hayro_syntax::object::{
    Array, Dict, MaybeRef, Name, Object, ObjectIdentifier, Rect as PdfRect, String as PdfString,
};
use hayro_syntax::page::Page;
use kurbo::{Affine, Point};
use std::collections::{HashMap, HashSet};

/// Limit of entries of an outline. No table of contents exceeds it.
const MAX_OUTLINE: usize = 20_000;
/// Limit of links on a page, and of characters in an address. Only an attack exceeds them.
const MAX_LINKS: usize = 5_000;
const MAX_ADDRESS: usize = 2_000;
/// Limits of names, and of names of names. No honest file exceeds them.
const MAX_NAMES: usize = 50_000;
const MAX_NESTED: u32 = 4;
/// Limits of the depth of trees, and of the number tree of labels.
const MAX_DEPTH: u32 = 32;
const MAX_LABELS_DEPTH: u32 = 16;

/// All entries in order, flattened.
pub(super) fn outline<'a>(catalog: &Dict<'a>, destinations: &mut Destinations<'a>) -> Vec<OutlineItem> {
    let Some(root) = catalog.get::<Dict<'a>>("Outlines") else { return Vec::new() };
    let mut walk = OutlineWalk { destinations, seen: HashSet::new(), items: Vec::new() };
    walk.level(&root, 0);
    walk.items
}

struct OutlineWalk<'d, 'a> {
    destinations: &'d mut Destinations<'a>,
    seen: HashSet<ObjectIdentifier>,
    items: Vec<OutlineItem>,
}

impl<'a> OutlineWalk<'_, 'a> {
    fn level(&mut self, parent: &Dict<'a>, level: u32) {
        let mut next = parent.get::<Dict<'a>>("First");
        while let Some(item) = next {
            let first_visit = item.obj_id().is_none_or(|id| self.seen.insert(id));
            if !first_visit || level > MAX_DEPTH || self.items.len() >= MAX_OUTLINE {
                return;
            }
            let title = item.get::<PdfString<'_>>("Title").map(|title| unicode::decode(&title)).unwrap_or_default();
            if !title.is_empty() {
                let place = self.destinations.of(&item);
                let page = place.map(|place| place.page);
                self.items.push(OutlineItem { level, title, page, y: place.and_then(|place| place.y) });
            }
            self.level(&item, level + 1);
            next = item.get::<Dict<'a>>("Next");
        }
    }
}

/// The links of a page, in the order of the file.
pub(super) fn links<'a>(page: &Page<'a>, destinations: &mut Destinations<'a>) -> Vec<Link> {
    let to_display = Affine::new(page.initial_transform(true).as_coeffs());
    let shown = annotations::shown(page);
    shown.iter().filter_map(|annotation| link(annotation, destinations, to_display)).take(MAX_LINKS).collect()
}

fn link<'a>(annotation: &Dict<'a>, destinations: &mut Destinations<'a>, to_display: Affine) -> Option<Link> {
    if annotation.get::<Name<'_>>("Subtype").as_deref() != Some(b"Link") {
        return None;
    }
    let place = annotation.get::<PdfRect>("Rect")?;
    let rect = annotations::displayed(place, to_display);
    let target = address(annotation).or_else(|| destinations.of(annotation).map(LinkTarget::Place))?;
    [rect.x0, rect.y0, rect.x1, rect.y1].iter().all(|side| side.is_finite()).then_some(Link { rect, target })
}

fn address(annotation: &Dict<'_>) -> Option<LinkTarget> {
    let action = annotation.get::<Dict<'_>>("A")?;
    let address = unicode::decode(&action.get::<PdfString<'_>>("URI")?);
    (!address.is_empty()).then(|| LinkTarget::Address(address.chars().take(MAX_ADDRESS).collect()))
}

/// The pages and names of a file.
pub(super) struct Destinations<'a> {
    catalog: Dict<'a>,
    pages: &'a [Page<'a>],
    by_id: HashMap<ObjectIdentifier, u32>,
    named: Option<HashMap<Vec<u8>, Object<'a>>>,
}

impl<'a> Destinations<'a> {
    pub(super) fn new(catalog: Dict<'a>, pages: &'a [Page<'a>]) -> Self {
        let by_id = (0..).zip(pages).filter_map(|(index, page)| Some((page.raw().obj_id()?, index))).collect();
        Self { catalog, pages, by_id, named: None }
    }

    /// The place that an outline entry or a link annotation leads to, if it is in this file.
    pub(super) fn of(&mut self, item: &Dict<'a>) -> Option<Destination> {
        let target = item.get::<Object<'a>>("Dest").or_else(|| {
            let action = item.get::<Dict<'a>>("A")?;
            let elsewhere = matches!(action.get::<Name<'_>>("S").as_deref(), Some(b"GoToR" | b"GoToE"));
            if elsewhere { None } else { action.get::<Object<'a>>("D") }
        })?;
        self.resolve(target, 0)
    }

    /// A destination is an array that starts with the page, or the name of such an array.
    fn resolve(&mut self, target: Object<'a>, nested: u32) -> Option<Destination> {
        match target {
            Object::Array(array) => self.place(&array),
            Object::Dict(dict) if nested < MAX_NESTED => self.resolve(dict.get::<Object<'a>>("D")?, nested + 1),
            Object::Name(name) if nested < MAX_NESTED => self.by_name(&name, nested),
            Object::String(name) if nested < MAX_NESTED => self.by_name(&name, nested),
            _ => None,
        }
    }

    fn by_name(&mut self, name: &[u8], nested: u32) -> Option<Destination> {
        let catalog = &self.catalog;
        let named = self.named.get_or_insert_with(|| named_destinations(catalog));
        let target = named.get(name)?.clone();
        self.resolve(target, nested + 1)
    }

    fn place(&self, array: &Array<'a>) -> Option<Destination> {
        let page = match array.raw_iter().next()? {
            MaybeRef::Ref(id) => self.by_id.get(&id.into()).copied()?,
            MaybeRef::NotRef(number) => u32::try_from(number.into_i32()?).ok()?,
        };
        let shown = self.pages.get(page as usize)?;
        Some(Destination { page, y: corner(array).and_then(|corner| below_top(shown, corner)) })
    }
}

/// The upper left corner that a destination names, in the page's own coordinates.
fn corner(array: &Array<'_>) -> Option<Point> {
    let items: Vec<_> = array.iter::<Object<'_>>().skip(1).take(5).collect();
    let number = |at: usize| match items.get(at) {
        Some(Object::Number(number)) => Some(number.as_f64()),
        _ => None,
    };
    let Some(Object::Name(kind)) = items.first() else { return None };
    match &**kind {
        b"XYZ" => Some(Point::new(number(1).unwrap_or(0.0), number(2)?)),
        b"FitH" | b"FitBH" => Some(Point::new(0.0, number(1)?)),
        b"FitR" => Some(Point::new(number(1)?, number(4)?)),
        _ => None,
    }
}

/// How far a point is below the top of the page as displayed.
fn below_top(page: &Page<'_>, corner: Point) -> Option<f32> {
    let (_, height) = page.render_dimensions();
    let y = (Affine::new(page.initial_transform(true).as_coeffs()) * corner).y as f32;
    y.is_finite().then(|| y.clamp(0.0, height.max(0.0)))
}

/// Named destinations of both kinds: the old dictionary and the name tree.
fn named_destinations<'a>(catalog: &Dict<'a>) -> HashMap<Vec<u8>, Object<'a>> {
    let mut named = HashMap::new();
    if let Some(dests) = catalog.get::<Dict<'a>>("Dests") {
        for key in dests.keys() {
            named.extend(dests.get::<Object<'a>>(&*key).map(|target| (key.to_vec(), target)));
        }
    }
    if let Some(tree) = catalog.get::<Dict<'a>>("Names").and_then(|names| names.get::<Dict<'a>>("Dests")) {
        collect_names(&tree, &mut named, 0);
    }
    named
}

fn collect_names<'a>(node: &Dict<'a>, named: &mut HashMap<Vec<u8>, Object<'a>>, depth: u32) {
    if let Some(names) = node.get::<Array<'a>>("Names") {
        let mut items = names.iter::<Object<'a>>();
        while let (Some(key), Some(target)) = (items.next(), items.next()) {
            named.extend(key.into_string().map(|key| (key.to_vec(), target)));
        }
    }
    let kids = node.get::<Array<'a>>("Kids").filter(|_| depth < MAX_DEPTH && named.len() < MAX_NAMES);
    for kid in kids.iter().flat_map(|kids| kids.iter::<Dict<'a>>()) {
        collect_names(&kid, named, depth + 1);
    }
}

/// One label per page. Without a label in the file it is the page number, counted from 1.
pub(super) fn labels(catalog: &Dict<'_>, page_count: u32) -> Vec<String> {
    let mut ranges = Vec::new();
    if let Some(tree) = catalog.get::<Dict<'_>>("PageLabels") {
        collect_labels(&tree, &mut ranges, page_count, 0);
    }
    ranges.sort_by_key(|r| r.first);
    (0..page_count).map(|page| label(&ranges, page)).collect()
}

/// Pages that share a style of labels.
struct LabelRange {
    first: u32,
    prefix: String,
    /// As the file writes it: "D", "r", "R", "a" or "A". Any other means a prefix without a number.
    style: String,
    /// Number of the first page.
    start: u32,
}

fn collect_labels(node: &Dict<'_>, ranges: &mut Vec<LabelRange>, page_count: u32, depth: u32) {
    if let Some(nums) = node.get::<Array<'_>>("Nums") {
        let mut items = nums.iter::<Object<'_>>();
        while let (Some(key), Some(value)) = (items.next(), items.next()) {
            let (Some(first), Some(dict)) = (key.into_i32(), value.into_dict()) else { continue };
            ranges.extend(u32::try_from(first).ok().filter(|f| *f < page_count).map(|f| label_range(f, &dict)));
        }
    }
    let kids =
        node.get::<Array<'_>>("Kids").filter(|_| depth < MAX_LABELS_DEPTH && ranges.len() <= page_count as usize);
    for kid in kids.iter().flat_map(|kids| kids.iter::<Dict<'_>>()) {
        collect_labels(&kid, ranges, page_count, depth + 1);
    }
}

fn label_range(first: u32, dict: &Dict<'_>) -> LabelRange {
    let style = dict.get::<Name<'_>>("S").map(|style| style.as_str().to_owned()).unwrap_or_default();
    let prefix = dict.get::<PdfString<'_>>("P").map(|prefix| unicode::decode(&prefix)).unwrap_or_default();
    LabelRange { first, prefix, style, start: dict.get::<u32>("St").unwrap_or(1) }
}

fn label(ranges: &[LabelRange], page: u32) -> String {
    let Some(range) = ranges.iter().rev().find(|r| r.first <= page) else { return (page + 1).to_string() };
    let number = range.start.saturating_add(page - range.first);
    let digits = match range.style.as_str() {
        "D" => number.to_string(),
        "r" => roman(number),
        "R" => roman(number).to_uppercase(),
        "a" => letters(number),
        "A" => letters(number).to_uppercase(),
        _ => String::new(),
    };
    let label = format!("{}{digits}", range.prefix);
    if label.is_empty() { (page + 1).to_string() } else { label }
}

/// a … z, aa … zz, aaa … Very large numbers are decimal.
fn letters(number: u32) -> String {
    if !(1..=26 * 20).contains(&number) {
        return number.to_string();
    }
    let turns = (number - 1) / 26 + 1;
    let letter = b'a' + ((number - 1) % 26) as u8;
    char::from(letter).to_string().repeat(turns as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_printed() {
        assert_eq!([1, 26, 27, 53].map(letters).join(" "), "a z aa aaa");
    }
}
