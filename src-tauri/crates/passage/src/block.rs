//! Groups lines into blocks: headings, tables, and paragraphs. A paragraph can continue over line, column and page
//! breaks.

use crate::heading::{BodyStyle, ends_sentence, is_capitals, starts_lower};
use crate::line::TextLine;
use crate::numbering;
use crate::numerals::roman;
use crate::piece::Piece;
use crate::wording::{is_lookalike_line, is_signature, is_title_of_statement};

/// Longest heading, in lines. More lines are a paragraph in capitals or bold.
const MOST_LINES: usize = 3;
/// A page with this many entries of a table of contents has no headings.
const CONTENTS_ENTRIES: usize = 5;

/// A line that reaches this share of the page's width is full.
const FULL_LINE: f32 = 0.75;
/// Lines whose sizes differ by less look alike (points).
const SAME_SIZE: f32 = 0.6;
/// A signature is at most this many lines below the name of its party.
const SIGNATURE_BELOW: usize = 3;
/// In a statement, a line is part of the table if a row is at most this many lines below.
const ROW_BELOW: usize = 2;

pub(crate) enum Block<'a> {
    Heading {
        rank: u8,
        pieces: Vec<Piece<'a>>,
    },
    Paragraph(Vec<Piece<'a>>),
    /// A line of a table of contents. Its number and title do not apply to the text around it.
    Entry(Vec<Piece<'a>>),
    /// At least two rows.
    Table(Vec<Vec<Piece<'a>>>),
}

/// The blocks of a document, in order.
pub(crate) fn blocks<'a>(lines: &[TextLine<'a>], style: &BodyStyle) -> Vec<Block<'a>> {
    let entries = contents_entries(lines);
    let ranks = heading_ranks(lines, &entries, style);
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let end = if entries[at] { at + 1 } else { end_of_block(lines, &ranks, &entries, at) };
        let pieces = || lines[at..end].iter().flat_map(|line| line.pieces.iter().copied()).collect();
        blocks.push(match ranks[at] {
            _ if entries[at] => Block::Entry(pieces()),
            Some(rank) => Block::Heading { rank, pieces: pieces() },
            None if lines[at].is_row && end - at > 1 => {
                Block::Table(lines[at..end].iter().map(|l| l.pieces.clone()).collect())
            }
            None => Block::Paragraph(pieces()),
        });
        at = end;
    }
    blocks
}

/// One past the last line of the block that starts at line `at`.
fn end_of_block(lines: &[TextLine<'_>], ranks: &[Option<u8>], entries: &[bool], at: usize) -> usize {
    for i in at + 1..lines.len() {
        let before = &lines[i - 1];
        let line = &lines[i];
        let is_continued = match (ranks[i - 1], ranks[i]) {
            (Some(_), Some(_)) => heading_continues(before, line),
            (None, None) if line.is_row || before.is_row => line.is_row && before.is_row,
            (None, None) => paragraph_continues(before, line),
            _ => false,
        };
        if entries[i] || !is_continued {
            return i;
        }
    }
    lines.len()
}

/// Whether a heading continues on this line. "ARTICLE VII" continues with its title below.
fn heading_continues(before: &TextLine<'_>, line: &TextLine<'_>) -> bool {
    let lone_number = before.number.is_some() && before.text[before.number_end()..].trim().is_empty();
    let is_numbered = line.number.is_some();
    let same_look = (before.size - line.size).abs() < SAME_SIZE && before.bold == line.bold;
    let together = before.page == line.page && (before.block == line.block || lone_number);
    let near = line.rect.y0 - before.rect.y1 < 1.8 * line.size && line.rect.y0 >= before.rect.y0;
    together && near && !is_numbered && !is_title_of_statement(&line.text) && (same_look || lone_number)
}

/// Whether a line belongs to the paragraph of the line before it.
fn paragraph_continues(before: &TextLine<'_>, line: &TextLine<'_>) -> bool {
    if before.pieces.last().is_some_and(|piece| piece.joins_next) {
        return true;
    }
    let ended = ends_sentence(&before.text);
    let opens = line.number.is_some() || numbering::is_bullet(&line.text) || is_definition(&line.text);
    if line.is_beside(before) {
        let item_ended = ended || before.is_short() || before.text.ends_with([',']) || before.goes_on;
        let new_sentence = ended && before.is_short() && !starts_lower(&line.text);
        return !(opens && item_ended || new_sentence || line.leader || before.leader);
    }
    let broke_off = before.page != line.page || line.rect.y0 < before.rect.y0 || is_indented_next(before, line);
    !ended && !opens && !line.leader && (starts_lower(&line.text) || broke_off && !before.is_short())
}

/// Whether a full line is followed by an indented one right below it, as below the number of a clause.
fn is_indented_next(before: &TextLine<'_>, line: &TextLine<'_>) -> bool {
    let gap = line.rect.y0 - before.rect.y1;
    let same_look = before.bold == line.bold && (before.size - line.size).abs() < SAME_SIZE;
    same_look && gap < 0.8 * line.size && line.rect.x0 > before.rect.x0 && before.rect.x1 > FULL_LINE * line.page_width
}

/// "“Control” means …", one of a list of definitions.
fn is_definition(text: &str) -> bool {
    let Some((_, after)) = text.strip_prefix('“').and_then(|rest| rest.split_once('”')) else { return false };
    let after = after.trim_start();
    ["means", "has the meaning", "shall mean", "in relation"].iter().any(|words| after.starts_with(words))
}

/// The rank of each heading line. `entries` are the lines of tables of contents.
fn heading_ranks(lines: &[TextLine<'_>], entries: &[bool], style: &BodyStyle) -> Vec<Option<u8>> {
    let mut ranks = Vec::with_capacity(lines.len());
    for (line, is_entry) in lines.iter().zip(entries) {
        ranks.push(if *is_entry { None } else { style.rank(line) });
    }
    let mut at = 0;
    while at < lines.len() {
        let mut end = at;
        while end < lines.len() && ranks[end].is_some() && lines[end].is_beside(&lines[at]) {
            end += 1;
        }
        if end > at && (!is_set_apart(lines, style, at, end) || signs(lines, at, end)) {
            ranks[at..end].fill(None);
        }
        at = end.max(at + 1);
    }
    leave_statements(lines, &mut ranks);
    ranks
}

/// Whether lines `at..end` are the name of a party above its signature.
fn signs(lines: &[TextLine<'_>], at: usize, end: usize) -> bool {
    let below = lines[end..].iter().take(SIGNATURE_BELOW).take_while(|line| line.page == lines[at].page);
    lines[at].number.is_none() && below.into_iter().any(|line| is_signature(&line.text))
}

/// In a financial statement, a line above a row is part of the table ("ASSETS"), not a heading. Titles of statements
/// next to each other are a list.
fn leave_statements(lines: &[TextLine<'_>], ranks: &mut [Option<u8>]) {
    let is_title: Vec<bool> = lines.iter().map(|line| is_title_of_statement(&line.text)).collect();
    let mut page_of_statement = None;
    for at in 0..lines.len() {
        let is_listed = is_title[at] && (at > 0 && is_title[at - 1] || is_title.get(at + 1) == Some(&true));
        let page = lines[at].page;
        let above_row = lines[at + 1..].iter().take(ROW_BELOW).any(|line| line.page == page && line.is_row);
        let in_statement = page_of_statement == Some(page) && above_row;
        if is_listed || !is_title[at] && in_statement && lines[at].number.is_none() {
            ranks[at] = None;
        } else if is_title[at] && ranks[at].is_some() {
            page_of_statement = Some(page);
        }
    }
}

/// Whether lines `at..end`, all of one block, are set apart from the lines around them.
fn is_set_apart(lines: &[TextLine<'_>], style: &BodyStyle, at: usize, end: usize) -> bool {
    let first = &lines[at];
    let last = &lines[end - 1];
    let is_distinct = lines[at..end].iter().all(|line| style.is_distinct(line));
    let before = lines[..at].last().filter(|before| before.is_beside(first));
    let after_end = before.is_none_or(|before| {
        ends_sentence(&before.text)
            || is_distinct && before.is_short()
            || is_lookalike_line(&before.text, before.number.is_some())
    });
    let next = lines.get(end).filter(|next| next.is_beside(first));
    let before_start = next.is_none_or(|next| {
        let same_look = next.bold == last.bold
            && (next.size - last.size).abs() < SAME_SIZE
            && is_capitals(&next.text) == is_capitals(&last.text);
        let opens = last.is_short() && !starts_lower(&next.text) && first.number.is_some();
        !same_look || is_lookalike_line(&next.text, next.number.is_some()) || opens
    });
    let numbered = lines[at..end].iter().filter(|line| line.number.is_some()).count();
    after_end && before_start && end - at <= MOST_LINES.max(numbered)
}

/// Which lines are entries of a table of contents: on each page, all lines from its first to its last entry.
fn contents_entries(lines: &[TextLine<'_>]) -> Vec<bool> {
    let mut entries = Vec::with_capacity(lines.len());
    for page in lines.chunk_by(|a, b| a.page == b.page) {
        let found: Vec<usize> = (0..page.len()).filter(|i| ends_in_page_number(&page[*i])).collect();
        let range = match found[..] {
            [first, .., last] if found.len() >= CONTENTS_ENTRIES && found.len() * 2 > last - first => first..last + 1,
            _ => 0..0,
        };
        entries.extend((0..page.len()).map(|i| range.contains(&i)));
    }
    entries
}

/// Whether a line ends in a page number that leader dots or a wide gap set apart.
fn ends_in_page_number(line: &TextLine<'_>) -> bool {
    let last = line.text.rsplit(' ').next().unwrap_or_default();
    let number = last.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '-');
    let is_page =
        last.len() <= 5 && !number.is_empty() && (number.chars().all(|c| c.is_ascii_digit()) || roman(last).is_some());
    let is_table =
        line.is_row && line.text.split(' ').filter(|word| word.chars().all(|c| c.is_ascii_digit())).count() > 2;
    let apart = line.leader || (line.is_row || line.rect.x1 > 0.8 * line.page_width) && line.number.is_some();
    is_page && !is_table && apart && line.text.chars().any(char::is_alphabetic)
}
