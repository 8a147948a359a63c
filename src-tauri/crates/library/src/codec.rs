//! How a passage becomes bytes: a format number, then postcard. Words on one line share page, top and bottom, so that a
//! word costs about ten bytes; nothing is rounded. Not for choosing what to store.

use crate::{Error, Library, Result};
use pincite_passage::{Kind, Passage, Span};
use pincite_pdf::Rect;
use serde::{Deserialize, Serialize};

const FORMAT: u8 = 1;

#[derive(Serialize, Deserialize)]
struct Body {
    text: String,
    headings: Vec<String>,
    clause: Option<String>,
    sentences: Vec<(u32, u32)>,
    is_table: bool,
    lines: Vec<Line>,
}

/// Consecutive words with the same page, top and bottom.
#[derive(Serialize, Deserialize)]
struct Line {
    page: u32,
    y0: f32,
    y1: f32,
    words: Vec<Word>,
}

/// Offsets are relative: small numbers are short in postcard.
#[derive(Serialize, Deserialize)]
struct Word {
    after_last: i64,
    length: i64,
    x0: f32,
    x1: f32,
}

/// Everything of a passage but its ordinal, which its id tells.
pub(crate) fn encode(library: &Library, passage: &Passage) -> Result<Vec<u8>> {
    let body = Body {
        text: passage.text.clone(),
        headings: passage.headings.clone(),
        clause: passage.clause.clone(),
        sentences: passage.sentences.clone(),
        is_table: passage.kind == Kind::Table,
        lines: lines(&passage.spans),
    };
    postcard::to_extend(&body, vec![FORMAT]).map_err(|error| damaged(library, &error.to_string()))
}

/// The passage of this ordinal from its bytes.
pub(crate) fn decode(library: &Library, ordinal: u32, bytes: &[u8]) -> Result<Passage> {
    let Some((&FORMAT, bytes)) = bytes.split_first() else {
        return Err(damaged(library, "a passage of unknown format"));
    };
    let body: Body = postcard::from_bytes(bytes).map_err(|error| damaged(library, &error.to_string()))?;
    Ok(Passage {
        ordinal,
        text: body.text,
        headings: body.headings,
        clause: body.clause,
        sentences: body.sentences,
        spans: spans(&body.lines),
        kind: if body.is_table { Kind::Table } else { Kind::Prose },
    })
}

fn lines(spans: &[Span]) -> Vec<Line> {
    let mut last = 0;
    let mut lines = Vec::<Line>::new();
    for span in spans {
        let Rect { x0, y0, x1, y1 } = span.rect;
        let (start, end) = (i64::from(span.start), i64::from(span.end));
        let word = Word { after_last: start - last, length: end - start, x0, x1 };
        last = end;
        match lines.last_mut() {
            Some(line) if line.page == span.page && same(line.y0, y0) && same(line.y1, y1) => line.words.push(word),
            _ => lines.push(Line { page: span.page, y0, y1, words: vec![word] }),
        }
    }
    lines
}

fn spans(lines: &[Line]) -> Vec<Span> {
    let mut last = 0;
    let words = lines.iter().flat_map(|line| line.words.iter().map(move |word| (line, word)));
    words
        .map(|(line, word)| {
            let start = last + word.after_last;
            last = start + word.length;
            let rect = Rect { x0: word.x0, y0: line.y0, x1: word.x1, y1: line.y1 };
            Span { start: offset(start), end: offset(last), page: line.page, rect }
        })
        .collect()
}

/// The same bits: -0.0 must come back as -0.0.
fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits()
}

fn offset(value: i64) -> u32 {
    u32::try_from(value).unwrap_or_default()
}

fn damaged(library: &Library, detail: &str) -> Error {
    Error::Corrupt { library: library.path().to_owned(), detail: detail.to_owned() }
}
