//! Packs units into passages: as many whole sentences as fit. A passage also ends where the document has a break. Not
//! for cutting long sentences (`measure`).

use crate::passage::{Kind, Passage};
use crate::unit::{Flow, Start, Table, Unit};
use crate::write::write;

/// A passage at least this full (a share of the limit) ends before a section. Outer sections need less.
const FULL_FOR_PART: f32 = 0.15;
const FULL_FOR_SECTION: f32 = 0.5;
/// A passage at least this full ends before a paragraph that does not fit.
const FULL_FOR_PARAGRAPH: f32 = 0.6;
/// Ranks up to this one are parts: schedules, articles, items.
const PART: u8 = 2;

/// Packs units and tables into passages of at most `limit` tokens. Each passage repeats whole sentences of the one
/// before, up to `overlap` tokens.
pub(crate) fn pack(flow: &[Flow<'_>], limit: usize, overlap: usize) -> Vec<Passage> {
    let mut packer =
        Packer { limit, overlap, current: Vec::new(), lead: Vec::new(), is_fresh: false, passages: Vec::new() };
    for (i, part) in flow.iter().enumerate() {
        match part {
            Flow::Unit(unit) if matches!(unit.start, Start::Heading(_)) => packer.heading(unit),
            Flow::Unit(unit) => packer.unit(unit, paragraph_tokens(&flow[i..])),
            Flow::Table(table) => packer.table(table),
        }
    }
    packer.take_lead();
    packer.close(Kind::Prose);
    packer.passages
}

struct Packer<'u, 'a> {
    limit: usize,
    overlap: usize,
    current: Vec<&'u Unit<'a>>,
    /// Headings whose text has not come yet.
    lead: Vec<&'u Unit<'a>>,
    /// Whether `current` has more than repeated sentences.
    is_fresh: bool,
    passages: Vec<Passage>,
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
            self.make_room(heading.tokens, 0);
            self.push(heading);
        }
    }

    /// Adds a sentence, a part of one, or a row of a short table. `paragraph` is the length of the rest of its
    /// paragraph.
    fn unit(&mut self, unit: &'u Unit<'a>, paragraph: usize) {
        let rank = self.lead.iter().map(|heading| heading.start).chain([unit.start]).filter_map(rank_of).min();
        let group = tokens(&self.lead) + unit.tokens;
        let wanted = tokens(&self.lead) + paragraph;
        match rank {
            Some(rank) if self.is_full(if rank <= PART { FULL_FOR_PART } else { FULL_FOR_SECTION }) => {
                self.close(Kind::Prose)
            }
            Some(_) => self.make_room(group, 0),
            None => {
                let pauses = unit.start != Start::Within && self.is_full(FULL_FOR_PARAGRAPH);
                let next = if wanted <= self.limit { wanted } else { group };
                self.make_room(if pauses { wanted } else { group }, self.overlap.min(self.limit.saturating_sub(next)));
            }
        }
        for unit in std::mem::take(&mut self.lead).into_iter().chain([unit]) {
            self.push(unit);
        }
    }

    fn push(&mut self, unit: &'u Unit<'a>) {
        self.current.push(unit);
        self.is_fresh = true;
    }

    fn is_full(&self, share: f32) -> bool {
        self.is_fresh && tokens(&self.current) as f32 >= share * self.limit as f32
    }

    /// Closes the passage if `wanted` more tokens do not fit. The next one repeats up to `repeated` tokens of its end.
    fn make_room(&mut self, wanted: usize, repeated: usize) {
        if tokens(&self.current) + wanted > self.limit {
            let last = self.last_sentences(repeated);
            self.close(Kind::Prose);
            self.current = last;
        }
    }

    /// The last whole sentences of the passage, up to `most` tokens together, but never all of it.
    fn last_sentences(&self, most: usize) -> Vec<&'u Unit<'a>> {
        let mut room = most;
        let mut start = self.current.len();
        while start > 1
            && !matches!(self.current[start - 1].start, Start::Heading(_))
            && self.current[start - 1].tokens <= room
        {
            start -= 1;
            room -= self.current[start].tokens;
        }
        self.current[start..].to_vec()
    }

    fn close(&mut self, kind: Kind) {
        let units = std::mem::take(&mut self.current);
        if std::mem::take(&mut self.is_fresh) && !units.is_empty() {
            self.passages.push(write(self.passages.len() as u32, &units, kind));
        }
    }

    /// Adds a table with the headings above it. Text too short for a passage of its own joins it.
    fn table(&mut self, table: &'u Table<'a>) {
        let quarter = self.limit / 4;
        let is_short = self.is_fresh && tokens(&self.current) + tokens(&self.lead) <= quarter;
        if !is_short {
            self.close(Kind::Prose);
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
            if self.is_fresh && tokens(&self.current) + row.tokens > self.limit {
                self.close(Kind::Table);
                self.current.extend(&table.header);
            }
            self.push(row);
        }
        self.close(Kind::Table);
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
    let units = flow.iter().map_while(|part| match part {
        Flow::Unit(unit) => Some(unit),
        Flow::Table(_) => None,
    });
    let within = |unit: &(usize, &Unit<'_>)| unit.0 == 0 || unit.1.start == Start::Within;
    units.enumerate().take_while(within).map(|(_, unit)| unit.tokens).sum()
}
