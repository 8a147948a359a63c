//! Packs units into passages: as many whole sentences as fit. A passage also ends where the document has a break.

use crate::piece::{append, needs_space};
use crate::types::{Kind, Passage, Place, Span};
use crate::unit::{Flow, Location, PART, Start, TableUnits, Unit};

/// A passage at least this full (a share of the limit) ends before a section. Outer sections need less.
const FULL_FOR_PART: f32 = 0.15;
const FULL_FOR_SECTION: f32 = 0.5;
/// A passage at least this full ends before a paragraph that does not fit.
const FULL_FOR_PARAGRAPH: f32 = 0.6;
/// A passage at least this full ends with its page, unless a paragraph runs on.
const FULL_FOR_PAGE: f32 = 0.4;

/// Packs units and tables into passages of at most `limit` tokens.
pub(crate) fn pack(flow: &[Flow<'_>], limit: usize) -> Vec<Passage> {
    let mut packer = Packer { limit, current: Vec::new(), lead: Vec::new(), is_fresh: false, closed: Vec::new() };
    for (i, part) in flow.iter().enumerate() {
        match part {
            Flow::Unit(unit) if matches!(unit.start, Start::Heading(_)) => packer.heading(unit),
            Flow::Unit(unit) => packer.unit(unit, paragraph_tokens(&flow[i..])),
            Flow::Table(table) => packer.table(table),
        }
    }
    packer.take_lead();
    packer.close_rest();
    (0..).zip(packer.closed).map(|(ordinal, closed)| write(ordinal, &closed.units, closed.kind)).collect()
}

struct Packer<'u, 'a> {
    limit: usize,
    current: Vec<&'u Unit<'a>>,
    /// Headings whose text has not come yet.
    lead: Vec<&'u Unit<'a>>,
    /// Whether `current` has more than headings and a repeated header.
    is_fresh: bool,
    closed: Vec<Closed<'u, 'a>>,
}

/// The units of a finished passage.
struct Closed<'u, 'a> {
    units: Vec<&'u Unit<'a>>,
    kind: Kind,
}

impl<'u, 'a> Packer<'u, 'a> {
    /// Keeps a heading until its text comes. If headings without text grow too long, they become text.
    fn heading(&mut self, unit: &'u Unit<'a>) {
        if tokens(&self.lead) + unit.tokens > self.limit / 2 {
            self.take_lead();
        }
        self.lead.push(unit);
    }

    fn take_lead(&mut self) {
        for heading in std::mem::take(&mut self.lead) {
            self.make_room(heading.tokens);
            self.push(heading);
        }
    }

    /// Adds a sentence, a part of one, or a row of a short table. `paragraph` is the length of the rest of its
    /// paragraph.
    fn unit(&mut self, unit: &'u Unit<'a>, paragraph: usize) {
        let rank = self.lead.iter().map(|heading| heading.start).chain([unit.start]).filter_map(rank_of).min();
        let group = tokens(&self.lead) + unit.tokens;
        let wanted = tokens(&self.lead) + paragraph;
        if unit.start != Start::Within || !self.lead.is_empty() {
            self.end_page(self.lead.first().unwrap_or(&unit).first_page(), rank);
        }
        match rank {
            Some(rank) if self.is_full(if rank <= PART { FULL_FOR_PART } else { FULL_FOR_SECTION }) => {
                self.close(Kind::Prose)
            }
            Some(_) => self.make_room(group),
            None => {
                let pauses = unit.start != Start::Within && self.is_full(FULL_FOR_PARAGRAPH);
                self.make_room(if pauses { wanted } else { group });
            }
        }
        for unit in std::mem::take(&mut self.lead).into_iter().chain([unit]) {
            self.push(unit);
        }
    }

    /// Ends the passage before text on another page. A short rest stays open, unless a part begins there.
    fn end_page(&mut self, page: u32, rank: Option<u8>) {
        let is_other = self.current.last().is_some_and(|last| last.last_page() != page);
        if is_other && self.is_full(FULL_FOR_PAGE) {
            self.close(Kind::Prose);
        } else if is_other && rank.is_some_and(|rank| rank <= PART) {
            self.close_rest();
        }
    }

    /// Closes the passage. A rest too short for a passage joins the one before, if it is on the same page.
    fn close_rest(&mut self) {
        let rest = tokens(&self.current);
        let is_short = self.is_fresh && !self.is_full(FULL_FOR_PART);
        let page = self.current.first().map(|unit| unit.first_page());
        if is_short
            && let Some(last) = self.closed.last_mut()
            && last.units.last().map(|unit| unit.last_page()) == page
            && tokens(&last.units) + rest <= self.limit
        {
            last.units.append(&mut self.current);
            self.is_fresh = false;
        } else {
            self.close(Kind::Prose);
        }
    }

    fn push(&mut self, unit: &'u Unit<'a>) {
        self.current.push(unit);
        self.is_fresh = true;
    }

    fn is_full(&self, share: f32) -> bool {
        self.is_fresh && tokens(&self.current) as f32 >= share * self.limit as f32
    }

    /// Closes the passage if `wanted` more tokens do not fit.
    fn make_room(&mut self, wanted: usize) {
        if tokens(&self.current) + wanted > self.limit {
            self.close(Kind::Prose);
        }
    }

    fn close(&mut self, kind: Kind) {
        let units = std::mem::take(&mut self.current);
        if std::mem::take(&mut self.is_fresh) && !units.is_empty() {
            self.closed.push(Closed { units, kind });
        }
    }

    /// Adds a table with the headings above it. Text of its page that is too short for a passage of its own joins it.
    fn table(&mut self, table: &'u TableUnits<'a>) {
        let first = table.header.iter().chain(&table.rows).next();
        let page = self.lead.first().copied().or(first).map(Unit::first_page);
        let quarter = self.limit / 4;
        let same_page = self.current.first().map(|unit| unit.first_page()) == page;
        let is_short = self.is_fresh && same_page && tokens(&self.current) + tokens(&self.lead) <= quarter;
        if !is_short {
            self.close_rest();
            self.current.clear();
        }
        while tokens(&self.lead) > quarter {
            let heading = self.lead.remove(0);
            self.push(heading);
        }
        if !is_short {
            self.close(Kind::Prose);
        }
        self.current.append(&mut self.lead);
        self.current.extend(&table.header);
        for row in &table.rows {
            self.row(row, table);
        }
        self.close(Kind::Table);
    }

    /// Adds a row. Where the table is cut, or goes on on another page, its header is repeated.
    fn row(&mut self, row: &'u Unit<'a>, table: &'u TableUnits<'a>) {
        let is_other = self.current.last().is_some_and(|last| last.last_page() != row.first_page());
        let ends = tokens(&self.current) + row.tokens > self.limit || is_other && self.is_full(FULL_FOR_PAGE);
        if self.is_fresh && ends {
            self.close(Kind::Table);
            self.current.extend(&table.header);
        }
        self.push(row);
    }
}

fn tokens(units: &[&Unit<'_>]) -> usize {
    units.iter().map(|unit| unit.tokens).sum()
}

fn rank_of(start: Start) -> Option<u8> {
    match start {
        Start::Heading(rank) | Start::Section(rank) => Some(rank),
        Start::Paragraph | Start::Row | Start::Within => None,
    }
}

/// Tokens of the first unit and of the rest of its paragraph.
fn paragraph_tokens(flow: &[Flow<'_>]) -> usize {
    let mut tokens = 0;
    for (at, part) in flow.iter().enumerate() {
        match part {
            Flow::Unit(unit) if at == 0 || unit.start == Start::Within => tokens += unit.tokens,
            _ => break,
        }
    }
    tokens
}

/// Writes units as passage `ordinal`.
fn write(ordinal: u32, units: &[&Unit<'_>], kind: Kind) -> Passage {
    let mut places = places(units).into_iter();
    let Place { headings, clause, .. } = places.next().unwrap_or_default();
    let mut passage = Passage {
        ordinal,
        headings,
        clause,
        places: places.collect(),
        titles: (0..).zip(units).filter(|(_, unit)| unit.is_title).map(|(at, _)| at).collect(),
        begins_mid_sentence: units.first().is_some_and(|unit| unit.cut.before),
        ends_mid_sentence: units.last().is_some_and(|unit| unit.cut.after),
        kind,
        ..Passage::default()
    };
    for (i, unit) in units.iter().enumerate() {
        passage.text.push_str(if i == 0 { "" } else { separator(units[i - 1], unit) });
        let start = passage.text.len() as u32;
        let spans = &mut passage.spans;
        append(&mut passage.text, &unit.pieces, |piece, range| {
            spans.push(Span { start: range.start as u32, end: range.end as u32, page: piece.page, rect: piece.rect });
        });
        passage.sentences.push((start, passage.text.len() as u32));
    }
    passage
}

/// The first unit's place, then the changes. A heading has the place of the text below it.
fn places(units: &[&Unit<'_>]) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for at in 0..units.len() {
        let text = units[at..].iter().find(|unit| !matches!(unit.start, Start::Heading(_)));
        let Location { headings, clause } = &*text.unwrap_or(&units[at]).location;
        if places.last().is_none_or(|last| last.headings != *headings || last.clause != *clause) {
            places.push(Place { sentence: at as u32, headings: headings.clone(), clause: clause.clone() });
        }
    }
    places
}

/// The separator of two units. Sentences of a paragraph are separated like words; other units start a line.
fn separator(before: &Unit<'_>, unit: &Unit<'_>) -> &'static str {
    let follows = unit.start == Start::Within && !matches!(before.start, Start::Heading(_));
    match (before.pieces.last(), unit.pieces.first()) {
        (Some(last), Some(first)) if follows && needs_space(last, first) => " ",
        (Some(_), Some(_)) if follows => "",
        _ => "\n",
    }
}
