//! Cuts a page into regions in reading order. A region is an unordered set of segments.
//!
//! A recursive XY-cut (Nagy & Seth 1984) with one difference: it cuts vertically only where both sides are prose. A
//! gutter also runs between the columns of a table, and a cut there would tear rows apart. Segments that cross a gutter
//! (titles, full-width paragraphs) divide the page into bands. Each band is cut or left whole.

use super::rows::Segment;
use std::borrow::Borrow;

/// Left edges this close belong to one margin (points).
const MARGIN: f32 = 3.0;
/// A column has at least this many lines.
const MIN_LINES: usize = 3;
/// Depth limit of nested cuts.
const MAX_DEPTH: u32 = 6;
/// Limit of margins tried as the left edge of a column.
const MAX_CANDIDATES: usize = 24;

/// Regions in reading order. Every segment is in one region.
pub(super) fn regions(segments: Vec<Segment>) -> Vec<Vec<Segment>> {
    let mut regions = Vec::new();
    cut(segments, 0, &mut regions);
    regions
}

fn cut(segments: Vec<Segment>, depth: u32, regions: &mut Vec<Vec<Segment>>) {
    let gutter = if depth < MAX_DEPTH { gutter(&refs(&segments), depth) } else { None };
    let Some(x) = gutter else {
        regions.extend((!segments.is_empty()).then_some(segments));
        return;
    };
    let mut whole = Vec::new();
    for band in bands(segments, x) {
        match band {
            Band::Whole(segment) => whole.push(segment),
            Band::Sides(left, right) if reads_in_columns(&refs(&left), &refs(&right), depth) => {
                cut(std::mem::take(&mut whole), depth + 1, regions);
                cut(left, depth + 1, regions);
                cut(right, depth + 1, regions);
            }
            Band::Sides(left, right) => whole.extend(left.into_iter().chain(right)),
        }
    }
    cut(whole, depth + 1, regions);
}

/// The leftmost x at which a band has two columns.
fn gutter(segments: &[&Segment], depth: u32) -> Option<f32> {
    for x in margins(segments) {
        for band in bands(segments.to_vec(), x) {
            if matches!(band, Band::Sides(left, right) if reads_in_columns(&left, &right, depth)) {
                return Some(x);
            }
        }
    }
    None
}

/// Left edges shared by several segments, from left to right. Each value is a little to the left of its edge.
fn margins(segments: &[&Segment]) -> Vec<f32> {
    let mut edges: Vec<f32> = segments.iter().map(|s| s.rect.x0).collect();
    edges.sort_by(f32::total_cmp);
    let mut margins = Vec::new();
    let mut start = 0;
    for i in 1..=edges.len() {
        if i == edges.len() || edges[i] - edges[i - 1] > MARGIN {
            if i - start >= MIN_LINES && start > 0 {
                margins.push(edges[start] - 1.0);
            }
            start = i;
        }
    }
    margins.truncate(MAX_CANDIDATES);
    margins
}

enum Band<S> {
    /// A segment that crosses the gutter.
    Whole(S),
    /// Segments on either side, between two crossing segments.
    Sides(Vec<S>, Vec<S>),
}

fn refs(segments: &[Segment]) -> Vec<&Segment> {
    segments.iter().collect()
}

fn bands<S: Borrow<Segment>>(segments: Vec<S>, x: f32) -> Vec<Band<S>> {
    let mut bands = Vec::new();
    let mut left = Vec::new();
    let mut right = Vec::new();
    for segment in segments {
        let rect = segment.borrow().rect;
        if rect.x0 >= x {
            right.push(segment);
        } else if rect.x1 <= x {
            left.push(segment);
        } else {
            bands.push(Band::Sides(std::mem::take(&mut left), std::mem::take(&mut right)));
            bands.push(Band::Whole(segment));
        }
    }
    bands.push(Band::Sides(left, right));
    bands
}

fn reads_in_columns(left: &[&Segment], right: &[&Segment], depth: u32) -> bool {
    is_prose(left) && (is_prose(right) || (depth < MAX_DEPTH && gutter(right, depth + 1).is_some()))
}

/// Whether segments are the lines of one column of text: most fill its width, and few are numbers.
fn is_prose(segments: &[&Segment]) -> bool {
    let Some(area) = segments.iter().map(|s| s.rect).reduce(crate::Rect::union) else { return false };
    let lines = segments.len();
    let full = segments.iter().filter(|s| s.rect.width() > 0.65 * area.width()).count();
    let long = segments.iter().filter(|s| s.chars() >= 14).count();
    let figures = segments.iter().filter(|s| s.digits() * 3 > s.chars()).count();
    lines >= MIN_LINES && full * 5 >= lines * 2 && long * 2 > lines && figures * 4 < lines
}
