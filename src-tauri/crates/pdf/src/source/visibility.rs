//! Optional content: layers of a page that are switched off (ISO 32000-2, 8.11).

use hayro_syntax::object::{Array, Dict, Name, ObjectIdentifier};
use std::collections::HashSet;

/// The layers that are off, and whether the current content is visible.
#[derive(Debug, Default)]
pub(super) struct Visibility {
    off: HashSet<ObjectIdentifier>,
    stack: Vec<bool>,
}

impl Visibility {
    /// The default configuration of a document.
    pub(super) fn from_catalog(catalog: &Dict<'_>) -> Self {
        let mut off = HashSet::new();
        if let Some(properties) = catalog.get::<Dict<'_>>("OCProperties") {
            let configuration = properties.get::<Dict<'_>>("D").unwrap_or_default();
            if configuration.get::<Name<'_>>("BaseState").as_deref() == Some(b"OFF") {
                off.extend(references(&properties, "OCGs"));
            }
            for on in references(&configuration, "ON") {
                off.remove(&on);
            }
            off.extend(references(&configuration, "OFF"));
        }
        Self { off, stack: Vec::new() }
    }

    pub(super) fn is_visible(&self) -> bool {
        self.stack.last().copied().unwrap_or(true)
    }

    /// Enters content that belongs to the layer under `key`, if there is one.
    pub(super) fn enter(&mut self, holder: &Dict<'_>, key: &[u8]) {
        let visible = self.is_visible() && (self.off.is_empty() || self.shows(holder, key));
        self.stack.push(visible);
    }

    pub(super) fn enter_plain(&mut self) {
        self.stack.push(self.is_visible());
    }

    pub(super) fn leave(&mut self) {
        self.stack.pop();
    }

    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Leaves all levels below this depth, even if the content did not leave them itself.
    pub(super) fn leave_to(&mut self, depth: usize) {
        self.stack.truncate(depth);
    }

    fn shows(&self, holder: &Dict<'_>, key: &[u8]) -> bool {
        let Some(dict) = holder.get::<Dict<'_>>(key) else { return true };
        if dict.get::<Name<'_>>("Type").as_deref() != Some(b"OCMD") {
            return holder.get_ref(key).is_none_or(|id| !self.off.contains(&id.into()));
        }
        let mut members = references(&dict, "OCGs");
        members.extend(dict.get_ref("OCGs").map(ObjectIdentifier::from).filter(|_| members.is_empty()));
        let is_on = |id: &ObjectIdentifier| !self.off.contains(id);
        members.is_empty()
            || match dict.get::<Name<'_>>("P").as_deref() {
                Some(b"AllOn") => members.iter().all(is_on),
                Some(b"AnyOff") => !members.iter().all(is_on),
                Some(b"AllOff") => !members.iter().any(is_on),
                _ => members.iter().any(is_on),
            }
    }
}

fn references(dict: &Dict<'_>, key: &str) -> Vec<ObjectIdentifier> {
    let array = dict.get::<Array<'_>>(key);
    array.iter().flat_map(|a| a.raw_iter()).filter_map(|item| item.as_obj_ref().map(Into::into)).collect()
}
