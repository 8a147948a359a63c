//! What the rows of results and of marks have in common: a quoted sentence, and where it stands. Not for whole reports.

use crate::{Cell, Column, Role};
use pincite_api::{CitationStyle, Cited};

/// The columns of a quoted sentence and its place, after those named here.
pub(crate) fn columns<const N: usize>(lead: [&str; N]) -> Vec<Column> {
    let quote = [Column::new("Quote", Role::Quote), Column::new("Citation", Role::Source)];
    let place = Column::all(Role::Detail, ["Document", "Page", "PDF page", "Clause"]);
    Column::all(Role::Lead, lead).chain(quote).chain(place).collect()
}

/// The cells of a quoted sentence and its place, after those given here.
pub(crate) fn row<const N: usize>(
    lead: [Cell; N],
    document_name: &str,
    cited: &Cited,
    style: CitationStyle,
) -> Vec<Cell> {
    let place = [
        Cell::of(&cited.sentence),
        Cell::of(cited.cite(style).text),
        Cell::of(document_name),
        Cell::of(&cited.label),
        Cell::Number(cited.page + 1),
        Cell::of(cited.clause.clone().unwrap_or_default()),
    ];
    lead.into_iter().chain(place).collect()
}
