//! Hits of the search as the window and the command line get them. Not for searching.

use pincite_api::{Gathered, Highlight, HighlightKind, Hit, JudgedDocument, Mode, Piece, Rect, Score, Twin};
use pincite_search as search;

/// The search's mode for the one that was asked for.
pub(crate) fn mode_of(mode: Mode) -> search::Mode {
    match mode {
        Mode::Hybrid => search::Mode::Hybrid,
        Mode::Dense => search::Mode::Dense,
        Mode::Lexical => search::Mode::Lexical,
    }
}

/// Which hits an answer has.
pub(crate) fn gathered_of(gathered: search::Gather) -> Gathered {
    match gathered {
        search::Gather::Best => Gathered::Best,
        search::Gather::All => Gathered::All,
    }
}

/// A box as it crosses to the window.
pub(crate) fn rect_of(rect: pincite_pdf::Rect) -> Rect {
    let pincite_pdf::Rect { x0, y0, x1, y1 } = rect;
    Rect { x0, y0, x1, y1 }
}

pub(crate) fn hit_of(hit: search::Hit) -> Hit {
    Hit {
        id: hit.id,
        document: hit.document,
        document_name: hit.document_name,
        page: hit.page,
        page_label: hit.page_label,
        pieces: hit.pieces.into_iter().map(piece_of).collect(),
        headings: hit.headings,
        clause: hit.clause,
        score: score_of(hit.score),
        confidence: hit.confidence,
        probability: hit.probability,
        highlights: hit.highlights.into_iter().map(highlight_of).collect(),
        citation: hit.citation,
        quote: hit.quote,
        cited: hit.cited,
        value: hit.value,
        row: hit.row,
        same_as: hit.same_as.into_iter().map(twin_of).collect(),
    }
}

pub(crate) fn judged_of(judged: search::JudgedDocument) -> JudgedDocument {
    let search::JudgedDocument { document, name, presence } = judged;
    JudgedDocument { document, document_name: name, state: presence.state, presence: presence.probability }
}

fn twin_of(twin: search::Twin) -> Twin {
    let search::Twin { document, passage, page, citation } = twin;
    Twin { document, passage, page, citation }
}

fn score_of(score: search::Score) -> Score {
    let search::Score { total, lexical, dense, numeric, rows, named, cross } = score;
    Score { total, lexical, dense, numeric, rows, named, cross: cross.map(|score| score.rank) }
}

fn piece_of(piece: search::Piece) -> Piece {
    let search::Piece { text, sentence, matched, header } = piece;
    Piece { text, sentence, matched, header }
}

pub(crate) fn highlight_of(highlight: search::Highlight) -> Highlight {
    let kind = match highlight.kind {
        search::HighlightKind::Passage => HighlightKind::Passage,
        search::HighlightKind::Sentence => HighlightKind::Sentence,
        search::HighlightKind::Word => HighlightKind::Word,
    };
    Highlight { page: highlight.page, rect: rect_of(highlight.rect), kind }
}
