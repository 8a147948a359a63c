//! The lines of a page as texts and figures with their boxes.

use crate::figure::{self, Figure};
use pincite_pdf::{Line, Page, Rect, Role, Word};

/// A gap as wide as this separates two texts (em).
const GAP: f32 = 0.9;
/// What ends a figure may stand this far behind it (em).
const CLOSING_GAP: f32 = 2.0;
/// The mark of a footnote is smaller than this share of its line.
const RAISED: f32 = 0.8;
/// The mark of a footnote stands at most this far behind its figure (em).
const FOOTNOTE_GAP: f32 = 0.8;
/// Dots that lead from a label to its figures.
const DOTS: [char; 3] = ['.', '…', '·'];

/// A line of a page.
#[derive(Clone, Debug)]
pub(crate) struct TextLine {
    pub(crate) page: u32,
    pub(crate) parts: Vec<Part>,
    pub(crate) rect: Rect,
    /// Font size in points.
    pub(crate) size: f32,
    pub(crate) bold: bool,
}

/// Words without a wide gap between them, or one figure.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) text: String,
    /// Without a sign of money that stands apart, so that figures of a column lie one above the other.
    pub(crate) rect: Rect,
    /// With that sign.
    pub(crate) whole: Rect,
    /// What it says if it is a figure.
    pub(crate) figure: Option<Figure>,
    /// The words of a text, for those that turn out to be figures of a column.
    pub(crate) words: Vec<(String, Rect)>,
}

impl Part {
    fn of_words(words: Vec<(String, Rect)>) -> Option<Self> {
        let rect = words.iter().map(|word| word.1).reduce(Rect::union)?;
        let text = words.iter().map(|word| word.0.as_str()).collect::<Vec<_>>().join(" ");
        Some(Self { text, rect, whole: rect, figure: None, words })
    }

    /// Whether it is a figure and not only a year.
    pub(crate) fn is_cell(&self) -> bool {
        self.figure.is_some() && !self.is_year()
    }

    pub(crate) fn is_year(&self) -> bool {
        figure::is_year(&self.text)
    }

    /// Its words in groups, divided where the boxes of two neighbours say so.
    pub(crate) fn split(&self, divides: impl Fn(Rect, Rect) -> bool) -> Vec<Self> {
        let groups = self.words.chunk_by(|a, b| !divides(a.1, b.1));
        let parts: Vec<Self> = groups.filter_map(|words| Self::of_words(words.to_vec())).collect();
        if parts.len() > 1 { parts } else { vec![self.clone()] }
    }

    /// Splits off the last word, if it is a figure.
    pub(crate) fn split_last(&mut self) -> Option<Self> {
        let last = self.words.last().filter(|_| self.words.len() > 1)?;
        let figure = figure::figure(&last.0)?;
        let (text, rect) = self.words.pop()?;
        let rest = Self::of_words(std::mem::take(&mut self.words))?;
        *self = rest;
        Some(Self { text: text.clone(), rect, whole: rect, figure: Some(figure), words: vec![(text, rect)] })
    }
}

impl TextLine {
    pub(crate) fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| part.is_cell())
    }
}

/// The lines of a page in reading order, without headers and footers.
pub(crate) fn lines_of(page: &Page) -> Vec<TextLine> {
    let own = page.lines.iter().filter(|line| matches!(line.role, Role::Body | Role::TableRow));
    own.filter_map(|line| text_line(page, line)).collect()
}

fn text_line(page: &Page, line: &Line) -> Option<TextLine> {
    let all = page.words_of(line);
    let size = all.iter().map(|word| word.size).fold(0.0, f32::max);
    let words: Vec<&Word> = all.iter().filter(|word| !is_leader(&word.text) && !is_raised_mark(word, size)).collect();
    let parts = parts_of(&words, size);
    let rect = parts.iter().map(|part| part.rect).reduce(Rect::union)?;
    Some(TextLine { page: page.index, rect, size, bold: words.iter().all(|word| word.bold), parts })
}

/// Whether a word is the mark of a footnote, set small.
fn is_raised_mark(word: &Word, size: f32) -> bool {
    let bare = word.text.trim_matches(['(', ')', ',', '*']);
    word.size < RAISED * size && bare.len() <= 2 && bare.chars().all(char::is_alphanumeric)
}

fn is_leader(word: &str) -> bool {
    word.chars().count() > 1 && word.chars().all(|c| DOTS.contains(&c)) || word == "."
}

fn parts_of(words: &[&Word], size: f32) -> Vec<Part> {
    let mut parts = Vec::new();
    for run in runs(words, size) {
        let run: Vec<(String, Rect)> = run.iter().map(|word| (bare(&word.text), word.rect)).collect();
        match figures_of(&run) {
            Some(figures) => parts.extend(figures),
            None => parts.extend(Part::of_words(run)),
        }
    }
    close(parts, size)
}

/// A word without dots that lead on: "Revenues....". Some files have spaces in words.
fn bare(word: &str) -> String {
    let word = word.trim();
    let end = word.trim_end_matches(DOTS);
    if word.len() - end.len() > 2 { end.to_owned() } else { word.to_owned() }
}

/// Words without a wide gap between them.
fn runs<'w>(words: &[&'w Word], size: f32) -> Vec<Vec<&'w Word>> {
    let mut runs: Vec<Vec<&Word>> = Vec::new();
    for word in words {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| word.rect.x0 - last.rect.x1 < GAP * size) => run.push(word),
            _ => runs.push(vec![word]),
        }
    }
    runs
}

/// The figures of a run that has nothing else, with the signs before and after them.
fn figures_of(run: &[(String, Rect)]) -> Option<Vec<Part>> {
    let mut figures: Vec<Part> = Vec::new();
    let mut sign: Option<&(String, Rect)> = None;
    for word in run {
        if figure::is_currency(&word.0) {
            sign = Some(word);
        } else if !figures.is_empty() && figure::is_footnote(&word.0) {
            continue; // it belongs to the figure before it
        } else if figure::is_closing(&word.0) {
            let last = figures.last_mut()?;
            extend(last, word);
        } else {
            figures.push(joined(sign.take(), word)?);
        }
    }
    figures.extend(sign.map(of_sign));
    Some(figures)
}

fn joined(sign: Option<&(String, Rect)>, word: &(String, Rect)) -> Option<Part> {
    let text = format!("{}{}", sign.map_or("", |sign| &sign.0), word.0);
    let figure = figure::figure(&text).or_else(|| figure::figure(&format!("{text})")))?;
    let whole = sign.map_or(word.1, |sign| sign.1.union(word.1));
    Some(Part { text, rect: word.1, whole, figure: Some(figure), words: vec![word.clone()] })
}

fn extend(part: &mut Part, closing: &(String, Rect)) {
    let text = format!("{}{}", part.text, closing.0);
    if let Some(figure) = figure::figure(&text) {
        part.figure = Some(figure);
        part.text = text;
        part.rect = part.rect.union(closing.1);
        part.whole = part.whole.union(closing.1);
    }
}

/// A sign of money that stands alone: it belongs to the figure after it.
fn of_sign(sign: &(String, Rect)) -> Part {
    Part { text: sign.0.clone(), rect: sign.1, whole: sign.1, figure: None, words: vec![sign.clone()] }
}

/// Gives signs that stand apart to their figures: "$" before, "%" and ")" behind.
fn close(parts: Vec<Part>, size: f32) -> Vec<Part> {
    let mut closed: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        let last = closed.last_mut();
        match last {
            Some(last) if figure::is_currency(&last.text) && last.figure.is_none() && part.figure.is_some() => {
                let text = format!("{}{}", last.text, part.text);
                let figure = figure::figure(&text).or(part.figure);
                *last = Part { text, figure, whole: last.rect.union(part.whole), ..part };
            }
            Some(last)
                if figure::is_closing(&part.text)
                    && last.figure.is_some()
                    && part.rect.x0 - last.rect.x1 < CLOSING_GAP * size =>
            {
                extend(last, &(part.text, part.rect));
            }
            Some(last)
                if last.figure.is_some()
                    && figure::is_footnote(&part.text)
                    && part.rect.x0 - last.rect.x1 < FOOTNOTE_GAP * size => {}
            _ => closed.push(part),
        }
    }
    closed
}
