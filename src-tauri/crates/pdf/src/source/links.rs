//! The links of a page (ISO 32000-2, 12.5.6.5). Not for following them: a place is returned, an address is only text.

use super::destinations::Destinations;
use super::strings;
use crate::{Link, LinkTarget, Rect};
use hayro_syntax::object::{Array, Dict, Name, Rect as PdfRect, String as PdfString};
use hayro_syntax::page::Page;
use kurbo::Affine;

/// Limit of links on a page, and of characters in an address. Only an attack exceeds them.
const MAX_LINKS: usize = 5_000;
const MAX_ADDRESS: usize = 2_000;

/// The links of a page, in the order of the file.
pub(super) fn read<'a>(page: &Page<'a>, destinations: &mut Destinations<'a>) -> Vec<Link> {
    let to_display = Affine::new(page.initial_transform(true).as_coeffs());
    let annotations = page.raw().get::<Array<'a>>("Annots");
    let dicts = annotations.iter().flat_map(|array| array.iter::<Dict<'a>>());
    dicts.filter_map(|annotation| link(&annotation, destinations, to_display)).take(MAX_LINKS).collect()
}

fn link<'a>(annotation: &Dict<'a>, destinations: &mut Destinations<'a>, to_display: Affine) -> Option<Link> {
    const HIDDEN_OR_NO_VIEW: u32 = 1 << 1 | 1 << 5;
    let is_link = annotation.get::<Name<'_>>("Subtype").as_deref() == Some(b"Link");
    if !is_link || annotation.get::<u32>("F").unwrap_or(0) & HIDDEN_OR_NO_VIEW != 0 {
        return None;
    }
    let place = annotation.get::<PdfRect>("Rect")?;
    let area = to_display.transform_rect_bbox(kurbo::Rect::new(place.x0, place.y0, place.x1, place.y1));
    let target = address(annotation).or_else(|| destinations.of(annotation).map(LinkTarget::Place))?;
    let [x0, y0, x1, y1] = [area.x0, area.y0, area.x1, area.y1].map(|v| v as f32);
    let rect = Rect { x0, y0, x1, y1 };
    [x0, y0, x1, y1].iter().all(|v| v.is_finite()).then_some(Link { rect, target })
}

fn address(annotation: &Dict<'_>) -> Option<LinkTarget> {
    let action = annotation.get::<Dict<'_>>("A")?;
    let address = strings::decode(&action.get::<PdfString<'_>>("URI")?);
    (!address.is_empty()).then(|| LinkTarget::Address(address.chars().take(MAX_ADDRESS).collect()))
}
