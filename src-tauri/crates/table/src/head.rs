//! The heads of columns: which words above a table stand over which columns.

use crate::line::{Part, TextLine};
use crate::pattern::{Pattern, is_match};
use crate::region::{Extent, Region};
use regex::Regex;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// A gap as wide as this separates two heads (em): columns may be narrow.
const HEAD_GAP: f32 = 0.55;
/// Words that end so near to the end of a column are aligned with it (em).
const SAME_END: f32 = 0.12;
/// What a head gains by each further column that it stands over (em): one that says a period, one of few in its line, and another.
const PERIOD_GAIN: f32 = 0.8;
const SPAN_GAIN: f32 = 0.2;
const WIDE_GAIN: f32 = -0.4;
/// What it gains by standing over the same columns as the head below it (em), whose middle differs by less than this.
const LIKE_GAIN: f32 = 2.0;
const SAME_MIDDLE: f32 = 0.6;

/// Heads that stand over several columns and are no part of the head of one.
static SPANNING: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)\b(ended|ending|months|years?|quarters?|weeks|as of|at|december|january|february|march|april|may|june|july|august|september|october|november|fiscal|(?:19|20)\d\d)\b").ok()
});

/// Titles of statements.
pub(crate) static STATEMENT: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:statements?|balance sheets?|financial (?:data|position|condition)|results of operations|cash flows?|schedule)\b").ok()
});

/// Remarks on all figures.
static REMARK: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)^\(?(?:unaudited|(?:\$ |dollars |amounts |shares )?in (?:thousands|millions|billions))\b").ok()
});

/// What stands above the columns of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heads {
    /// For each column its heads, the outermost first.
    pub(crate) columns: Vec<Vec<String>>,
    /// What stands beside them, above the labels.
    pub(crate) stub: Vec<String>,
}

/// A head with the columns it stands over.
#[derive(Clone, Debug)]
struct Head {
    text: String,
    extent: Extent,
    columns: RangeInclusive<usize>,
}

/// The heads of a table.
pub(crate) fn heads(lines: &[TextLine], region: &Region) -> Heads {
    let mut stub = Vec::new();
    let mut stacks: Vec<Vec<Head>> = vec![Vec::new(); region.columns.len()];
    let mut below: Vec<Head> = Vec::new();
    // From the last line up: a head over another one stands over the same columns.
    for at in region.heads.clone().rev() {
        let line = &lines[at];
        let parts: Vec<Part> = line.parts.iter().flat_map(|part| split(part, region, line.size)).collect();
        let (beside, over): (Vec<&Part>, Vec<&Part>) =
            parts.iter().partition(|part| is_stub(part, region, line.size) || is_caption(&part.text));
        stub.extend(beside.iter().map(|part| part.text.clone()));
        if over.is_empty() {
            continue;
        }
        below = heads_of(&over, region, line.size, &below);
        for head in &below {
            head.columns.clone().for_each(|column| add(&mut stacks[column], head));
        }
    }
    stub.reverse();
    let outermost_first = |stack: Vec<Head>| stack.into_iter().rev().map(|head| head.text).collect();
    Heads { columns: stacks.into_iter().map(outermost_first).collect(), stub }
}

/// The heads in a part: narrow columns have hardly a gap between theirs. They may end where their columns end.
fn split(part: &Part, region: &Region, size: f32) -> Vec<Part> {
    let ends_column = |x1: f32| region.columns.iter().any(|column| (column.x1 - x1).abs() < SAME_END * size);
    let is_right_aligned = ends_column(part.rect.x1);
    part.split(|left, right| right.x0 - left.x1 > HEAD_GAP * size || is_right_aligned && ends_column(left.x1))
}

/// Adds a head above those of a column. One over the same columns begins the one below.
fn add(stack: &mut Vec<Head>, head: &Head) {
    match stack.last_mut() {
        Some(below) if below.columns == head.columns => below.text = format!("{} {}", head.text, below.text),
        _ => stack.push(head.clone()),
    }
}

/// Whether a text is of the whole table: the title of a statement, or a remark.
fn is_caption(text: &str) -> bool {
    is_match(&STATEMENT, text) || is_remark(text)
}

/// Whether a text is a remark on all figures: "(in millions)", "(unaudited)".
pub(crate) fn is_remark(text: &str) -> bool {
    is_match(&REMARK, text)
}

/// Whether a part stands above the labels.
fn is_stub(part: &Part, region: &Region, size: f32) -> bool {
    let own = Extent::of(part);
    let first = region.columns[0];
    own.x1 < first.x0 + 0.2 * size && own.distance(first) > size && own.center() < first.x0 - 2.0 * size
}

/// The heads of a line, from left to right, over those of the line below. Together they lie as near as possible to the middles of
/// their columns.
fn heads_of(parts: &[&Part], region: &Region, size: f32, below: &[Head]) -> Vec<Head> {
    let are_few = 2 * parts.len() <= region.columns.len();
    let gain = |part: &Part| match below.is_empty() {
        false if is_spanning(&part.text) => PERIOD_GAIN,
        false if are_few => SPAN_GAIN,
        _ => WIDE_GAIN,
    };
    let over: Vec<Over> = parts
        .iter()
        .map(|part| {
            let extent = Extent::of(part);
            Over { extent, gain: gain(part), size, like: like(extent, is_spanning(&part.text), size, below) }
        })
        .collect();
    let ranges = arrange(&over, region, 0).map(|arranged| arranged.ranges).unwrap_or_default();
    let heads = parts.iter().zip(ranges);
    heads.map(|(part, columns)| Head { text: part.text.clone(), extent: Extent::of(part), columns }).collect()
}

/// The columns of the head below that has the same middle. A period may well stand over the year in the middle.
fn like(extent: Extent, is_period: bool, size: f32, below: &[Head]) -> Option<RangeInclusive<usize>> {
    let same_middle = |head: &&Head| (head.extent.center() - extent.center()).abs() < SAME_MIDDLE * size;
    let columns = below.iter().find(same_middle)?.columns.clone();
    (!is_period || columns.clone().count() > 1).then_some(columns)
}

fn is_spanning(text: &str) -> bool {
    is_match(&SPANNING, text)
}

/// A head to be laid over columns.
struct Over {
    extent: Extent,
    /// What it gains by each further column (em).
    gain: f32,
    size: f32,
    /// The columns of a head below with the same middle.
    like: Option<RangeInclusive<usize>>,
}

impl Over {
    /// How badly it lies over columns, in em.
    fn cost(&self, region: &Region, columns: &RangeInclusive<usize>) -> f32 {
        let under = region.areas[*columns.start()].union(region.areas[*columns.end()]);
        let from_column_before =
            Extent { x0: columns.start().checked_sub(1).map_or(under.x0, |at| region.areas[at].x1), ..under };
        let off = |under: Extent| (under.center() - self.extent.center()).abs();
        let off = off(under).min(off(from_column_before)) + under.distance(self.extent);
        let extra = columns.end() - columns.start();
        let like = if self.like.as_ref() == Some(columns) { LIKE_GAIN } else { 0.0 };
        off / self.size - extra as f32 * self.gain - like
    }
}

/// Columns for heads, and how badly they lie.
struct Arranged {
    cost: f32,
    ranges: Vec<RangeInclusive<usize>>,
}

/// The best columns for all heads, from a column on. Heads share none. `None`: there are too few columns.
fn arrange(heads: &[Over], region: &Region, from: usize) -> Option<Arranged> {
    let Some((first, others)) = heads.split_first() else { return Some(Arranged { cost: 0.0, ranges: Vec::new() }) };
    let count = region.columns.len();
    let mut best: Option<Arranged> = None;
    for start in from..count.saturating_sub(others.len()) {
        for end in start..count - others.len() {
            let own = first.cost(region, &(start..=end));
            if best.as_ref().is_some_and(|best| {
                own - (PERIOD_GAIN * count as f32 + LIKE_GAIN) * (1 + others.len()) as f32 >= best.cost
            }) {
                continue;
            }
            let Some(rest) = arrange(others, region, end + 1) else { continue };
            let cost = own + rest.cost;
            if best.as_ref().is_none_or(|best| cost < best.cost) {
                let ranges = std::iter::once(start..=end).chain(rest.ranges).collect();
                best = Some(Arranged { cost, ranges });
            }
        }
    }
    best
}
