//! The outline (bookmarks) of a file (ISO 32000-2, 12.3.3). Not for the places its entries point to (`destinations`), nor
//! for headings found in the text.

use super::destinations::Destinations;
use super::strings;
use crate::OutlineItem;
use hayro_syntax::object::{Dict, ObjectIdentifier, String as PdfString};
use std::collections::HashSet;

/// Limits of entries and depth. No table of contents exceeds them.
const MAX_ITEMS: usize = 20_000;
const MAX_DEPTH: u32 = 32;

/// All entries in order, flattened.
pub(super) fn read<'a>(catalog: &Dict<'a>, destinations: &mut Destinations<'a>) -> Vec<OutlineItem> {
    let Some(root) = catalog.get::<Dict<'a>>("Outlines") else { return Vec::new() };
    let mut walk = Walk { destinations, seen: HashSet::new(), items: Vec::new() };
    walk.level(&root, 0);
    walk.items
}

struct Walk<'d, 'a> {
    destinations: &'d mut Destinations<'a>,
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
        if title.is_empty() {
            return;
        }
        let place = self.destinations.of(item);
        let (page, y) = (place.map(|place| place.page), place.and_then(|place| place.y));
        self.items.push(OutlineItem { level, title, page, y });
    }
}
