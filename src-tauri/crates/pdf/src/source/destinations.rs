//! Places that outline entries and links name (ISO 32000-2, 12.3.2): a page with a position, or a name for one. Not for
//! places in other files.

use crate::Destination;
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier};
use hayro_syntax::page::Page;
use kurbo::{Affine, Point};
use std::collections::HashMap;

/// Limits of names, of nested names, and of the depth of their tree. No honest file exceeds them.
const MAX_NAMES: usize = 50_000;
const MAX_NESTED: u32 = 4;
const MAX_DEPTH: u32 = 32;

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
