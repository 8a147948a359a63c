//! The outline (bookmarks) and the pages its entries point to (ISO 32000-2, 12.3). Not for headings found in the text.

use super::strings;
use crate::OutlineItem;
use hayro_syntax::object::{Array, Dict, MaybeRef, Object, ObjectIdentifier, String as PdfString};
use hayro_syntax::page::Page;
use std::collections::{HashMap, HashSet};

/// Limits of entries and depth. No table of contents exceeds them.
const MAX_ITEMS: usize = 20_000;
const MAX_DEPTH: u32 = 32;

/// All entries in order, flattened.
pub(super) fn read(catalog: &Dict<'_>, pages: &[Page<'_>]) -> Vec<OutlineItem> {
    let Some(root) = catalog.get::<Dict<'_>>("Outlines") else { return Vec::new() };
    let by_id = (0..).zip(pages).filter_map(|(index, page)| Some((page.raw().obj_id()?, index))).collect();
    let mut walk = Walk { by_id, named: None, catalog, seen: HashSet::new(), items: Vec::new() };
    walk.level(&root, 0);
    walk.items
}

struct Walk<'c, 'a> {
    by_id: HashMap<ObjectIdentifier, u32>,
    named: Option<HashMap<Vec<u8>, Object<'a>>>,
    catalog: &'c Dict<'a>,
    seen: HashSet<ObjectIdentifier>,
    items: Vec<OutlineItem>,
}

impl<'a> Walk<'_, 'a> {
    fn level(&mut self, parent: &Dict<'a>, level: u32) {
        let mut next = parent.get::<Dict<'a>>("First");
        while let Some(item) = next {
            let first_visit = item.obj_id().is_none_or(|id| self.seen.insert(id));
            if !first_visit || level > MAX_DEPTH || self.items.len() >= MAX_ITEMS {
                return;
            }
            self.add(&item, level);
            self.level(&item, level + 1);
            next = item.get::<Dict<'a>>("Next");
        }
    }

    fn add(&mut self, item: &Dict<'a>, level: u32) {
        let title = item.get::<PdfString<'_>>("Title").map(|t| strings::decode(&t)).unwrap_or_default();
        let target = item.get::<Object<'a>>("Dest").or_else(|| item.get::<Dict<'a>>("A")?.get::<Object<'a>>("D"));
        let page = target.and_then(|t| self.page(t, 0));
        if !title.is_empty() {
            self.items.push(OutlineItem { level, title, page });
        }
    }

    /// The page of a destination: an array that starts with the page, or the name of such an array.
    fn page(&mut self, target: Object<'a>, depth: u32) -> Option<u32> {
        match target {
            Object::Array(array) => match array.raw_iter().next()? {
                MaybeRef::Ref(id) => self.by_id.get(&id.into()).copied(),
                MaybeRef::NotRef(number) => u32::try_from(number.into_i32()?).ok(),
            },
            Object::Dict(dict) if depth < 4 => self.page(dict.get::<Object<'a>>("D")?, depth + 1),
            Object::Name(name) if depth < 4 => self.by_name(&name, depth),
            Object::String(name) if depth < 4 => self.by_name(&name, depth),
            _ => None,
        }
    }

    fn by_name(&mut self, name: &[u8], depth: u32) -> Option<u32> {
        let catalog = self.catalog;
        let named = self.named.get_or_insert_with(|| named_destinations(catalog));
        let target = named.get(name)?.clone();
        self.page(target, depth + 1)
    }
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
    let kids = node.get::<Array<'a>>("Kids").filter(|_| depth < MAX_DEPTH && named.len() < MAX_ITEMS);
    for kid in kids.iter().flat_map(|kids| kids.iter::<Dict<'a>>()) {
        collect_names(&kid, named, depth + 1);
    }
}
