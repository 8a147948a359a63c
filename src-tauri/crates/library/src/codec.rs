//! Encodes a passage as bytes: a format number, then postcard. Words on one line share page, top and bottom, so a word
//! takes about ten bytes. Nothing is rounded. Not for choosing what to store.

use pincite_passage::{Kind, Passage, Place, Span};
use pincite_pdf::Rect;
use serde::{Deserialize, Serialize};

const FORMAT: u8 = 2;

#[derive(Serialize, Deserialize)]
struct Body {
    text: String,
    headings: Vec<String>,
    clause: Option<String>,
    places: Vec<Place>,
    sentences: Vec<(u32, u32)>,
    titles: Vec<u32>,
    begins_mid_sentence: bool,
    ends_mid_sentence: bool,
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

/// Offsets are relative, because small numbers are short in postcard.
#[derive(Serialize, Deserialize)]
struct Word {
    after_last: i64,
    length: i64,
    x0: f32,
    x1: f32,
}

/// Encodes a passage without its ordinal, which follows from its id.
pub(crate) fn encode(passage: &Passage) -> Result<Vec<u8>, postcard::Error> {
    let body = Body {
        text: passage.text.clone(),
        headings: passage.headings.clone(),
        clause: passage.clause.clone(),
        places: passage.places.clone(),
        sentences: passage.sentences.clone(),
        titles: passage.titles.clone(),
        begins_mid_sentence: passage.begins_mid_sentence,
        ends_mid_sentence: passage.ends_mid_sentence,
        is_table: passage.kind == Kind::Table,
        lines: lines(&passage.spans),
    };
    postcard::to_extend(&body, vec![FORMAT])
}

/// Decodes the passage with this ordinal.
pub(crate) fn decode(ordinal: u32, bytes: &[u8]) -> Result<Passage, postcard::Error> {
    let bytes = bytes.strip_prefix(&[FORMAT]).ok_or(postcard::Error::DeserializeBadEncoding)?;
    let body: Body = postcard::from_bytes(bytes)?;
    Ok(Passage {
        ordinal,
        text: body.text,
        headings: body.headings,
        clause: body.clause,
        places: body.places,
        sentences: body.sentences,
        titles: body.titles,
        begins_mid_sentence: body.begins_mid_sentence,
        ends_mid_sentence: body.ends_mid_sentence,
        spans: spans(&body.lines).ok_or(postcard::Error::DeserializeBadEncoding)?,
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

/// The spans of these lines. `None` if an offset overflows: then the bytes are damaged.
fn spans(lines: &[Line]) -> Option<Vec<Span>> {
    let mut last = 0_i64;
    let words = lines.iter().flat_map(|line| line.words.iter().map(move |word| (line, word)));
    let span = |(line, word): (&Line, &Word)| {
        let start = last.checked_add(word.after_last)?;
        last = start.checked_add(word.length)?;
        let rect = Rect { x0: word.x0, y0: line.y0, x1: word.x1, y1: line.y1 };
        Some(Span { start: start.try_into().ok()?, end: last.try_into().ok()?, page: line.page, rect })
    };
    words.map(span).collect()
}

/// Compares bits, because -0.0 must stay -0.0.
fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Few heights, so that words share lines, and any numbers besides.
    fn span() -> impl Strategy<Value = Span> {
        let rect = (any::<f32>(), 0..3_u8, any::<f32>()).prop_map(|(x0, line, x1)| Rect {
            x0,
            y0: f32::from(line) * 14.4,
            x1,
            y1: f32::from(line) * 14.4 + 10.0,
        });
        (any::<u32>(), any::<u32>(), 0..3_u32, rect).prop_map(|(start, end, page, rect)| Span {
            start,
            end,
            page,
            rect,
        })
    }

    prop_compose! {
        fn place()(sentence: u32, headings in vec(any::<String>(), 0..2), clause: Option<String>) -> Place {
            Place { sentence, headings, clause }
        }
    }

    prop_compose! {
        fn passage()(
            ordinal: u32,
            text: String,
            headings in vec(any::<String>(), 0..3),
            clause: Option<String>,
            places in vec(place(), 0..3),
            sentences in vec(any::<(u32, u32)>(), 0..5),
            titles in vec(any::<u32>(), 0..3),
            mid_sentence: [bool; 2],
            spans in vec(span(), 0..40),
            is_table: bool,
        ) -> Passage {
            let kind = if is_table { Kind::Table } else { Kind::Prose };
            let [begins_mid_sentence, ends_mid_sentence] = mid_sentence;
            Passage {
                ordinal, text, headings, clause, places, sentences, titles, spans, begins_mid_sentence, ends_mid_sentence, kind,
            }
        }
    }

    proptest! {
        #[test]
        fn passages_come_back_as_they_were(passage in passage()) {
            let bytes = encode(&passage).unwrap();
            prop_assert_eq!(decode(passage.ordinal, &bytes).unwrap(), passage);
        }

        #[test]
        fn damaged_bytes_are_an_error_or_a_passage_but_no_panic(
            passage in passage(),
            position: prop::sample::Index,
            bytes in vec(any::<u8>(), 1..12),
        ) {
            let mut damaged = encode(&passage).unwrap();
            let at = position.index(damaged.len());
            let end = damaged.len().min(at + bytes.len());
            damaged[at..end].copy_from_slice(&bytes[..end - at]);
            let _ = decode(0, &damaged);
            damaged[0] = FORMAT + 1;
            prop_assert!(decode(0, &damaged).is_err(), "another format is never guessed at");
        }
    }

    #[test]
    fn a_word_on_a_line_costs_about_ten_bytes() {
        let word = |n: u32| Span {
            start: n * 6,
            end: n * 6 + 5,
            page: 3,
            rect: Rect { x0: n as f32 * 30.1, y0: 100.3, x1: n as f32 * 30.1 + 25.7, y1: 110.9 },
        };
        let spans: Vec<_> = (0..100).map(word).collect();
        let bytes = postcard::to_extend(&lines(&spans), Vec::new()).unwrap();
        assert!(bytes.len() < 1050, "{} bytes for 100 words on a line", bytes.len());
    }
}
