//! The figures of a table: presence with intervals, the right place, the official figures, and other systems beside them.

use super::marks::Marks;
use super::official::{Official, official};
use super::values::{self, Values};
use super::{Cell, Draws, Prediction, share};
use crate::metrics::auroc;
use crate::{Result, Table, json_lines};
use pincite_api::Match;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::Path;

/// Cells of each kind that a category needs for an area of its own.
const LEAST: usize = 5;
/// Resamples of the bootstrap (Efron 1979).
const RESAMPLES: usize = 1000;

/// How well a table fits the annotators' answers. All figures are 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Number of documents.
    pub documents: usize,
    /// Number of cells.
    pub cells: usize,
    /// Of the cells that ask for a clause.
    pub presence: Presence,
    /// Of all cells.
    pub all: Presence,
    /// Of all cells.
    pub official: Official,
    /// Of the cells with an answer.
    pub place: Place,
    /// Of the cells with a value, by its kind.
    pub values: BTreeMap<&'static str, Values>,
    /// Areas of other systems beside this one, over the cells that both answer.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub peers: BTreeMap<String, Peer>,
    /// What marks bring, if it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Marks>,
}

/// Is what is there found, and what is not there not?
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Presence {
    /// Area under the ROC curve of each category with at least five cells of each kind, then their mean.
    pub macro_auroc: f64,
    /// 95 %, by a bootstrap over documents.
    pub macro_auroc_interval: Bounds,
    /// F1 of the cells that are found, or unsure with a probability of at least one half.
    pub f1: f64,
    /// 95 %, by a bootstrap over documents.
    pub f1_interval: Bounds,
    /// Share of the cells said to be not found that are there.
    pub wrong_not_found: f64,
    /// Share of the cells said to be found that are not there.
    pub wrong_found: f64,
    /// Share of all cells that are unsure.
    pub unsure: f64,
}

/// Lower and upper end of an interval, 0 to 1.
pub type Bounds = [f64; 2];

/// Share of the cells with an answer whose first text is in the right place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Place {
    /// It shares a run of text with the annotators' texts.
    pub span: f64,
    /// It is on one of their pages.
    pub page: f64,
}

/// Another system beside this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Peer {
    /// Cells that both answer and that ask for a clause.
    pub cells: usize,
    /// Its macro AUROC.
    pub macro_auroc: f64,
    /// That of this table over the same cells.
    pub ours: f64,
}

/// The probabilities of other systems for a cell.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PeerCell {
    /// Its document.
    document: String,
    /// Its category.
    category: String,
    /// By the names of the systems, 0 to 1.
    #[serde(flatten)]
    systems: BTreeMap<String, f32>,
}

/// Reads the probabilities of other systems, one JSON object a line.
///
/// # Errors
/// [`crate::Error::Unreadable`], [`crate::Error::Malformed`].
pub fn read_peers(path: &Path) -> Result<Vec<PeerCell>> {
    json_lines::read(path, "one JSON object a line with document, category and a number for each system")
}

/// The figures of predictions in the order of the cells.
pub fn report(cells: &[Cell], predictions: &[Prediction], peers: &[PeerCell]) -> Report {
    let judged: Vec<Judged<'_>> =
        cells.iter().zip(predictions).map(|(cell, predicted)| Judged { cell, predicted }).collect();
    let clauses: Vec<Judged<'_>> = judged.iter().copied().filter(|one| one.cell.asks_for_clause()).collect();
    Report {
        documents: by_document(&judged).len(),
        cells: cells.len(),
        presence: presence(&clauses),
        all: presence(&judged),
        official: official(cells, predictions),
        place: place(&judged),
        values: values::figures(cells, predictions),
        peers: beside(&clauses, peers),
        marks: None,
    }
}

#[derive(Clone, Copy)]
struct Judged<'a> {
    cell: &'a Cell,
    predicted: &'a Prediction,
}

fn presence(cells: &[Judged<'_>]) -> Presence {
    let among = |state: Match, present: bool| {
        let said: Vec<_> = cells.iter().filter(|one| one.predicted.state == state).collect();
        share(said.iter().filter(|one| one.cell.present == present).count(), said.len())
    };
    let mut areas = Vec::new();
    let mut scores = Vec::new();
    for resample in resamples(cells) {
        areas.push(macro_auroc(&resample));
        scores.push(f1(&resample));
    }
    Presence {
        macro_auroc: macro_auroc(cells),
        macro_auroc_interval: interval(areas),
        f1: f1(cells),
        f1_interval: interval(scores),
        wrong_not_found: among(Match::NotFound, true),
        wrong_found: among(Match::Found, false),
        unsure: share(cells.iter().filter(|one| one.predicted.state == Match::Unsure).count(), cells.len()),
    }
}

fn macro_auroc(cells: &[Judged<'_>]) -> f64 {
    let labelled = cells.iter().map(|one| (one.cell.category.as_str(), one.cell.present, one.predicted.presence));
    macro_auroc_of(labelled)
}

/// The mean over categories of the area under the ROC curve, given category, whether it is present, and its probability.
fn macro_auroc_of<'a>(cells: impl Iterator<Item = (&'a str, bool, f32)>) -> f64 {
    let mut by_category: BTreeMap<&str, [Vec<f32>; 2]> = BTreeMap::new();
    for (category, present, probability) in cells {
        by_category.entry(category).or_default()[usize::from(present)].push(probability);
    }
    let enough = by_category.values().filter(|[absent, present]| absent.len().min(present.len()) >= LEAST);
    let areas: Vec<f64> = enough.map(|[absent, present]| auroc(present, absent)).collect();
    if areas.is_empty() { 0.5 } else { areas.iter().sum::<f64>() / areas.len() as f64 }
}

fn f1(cells: &[Judged<'_>]) -> f64 {
    let positive = cells.iter().filter(|one| one.predicted.is_positive()).count();
    let present = cells.iter().filter(|one| one.cell.present).count();
    let right = cells.iter().filter(|one| one.predicted.is_positive() && one.cell.present).count();
    share(2 * right, positive + present)
}

fn place(cells: &[Judged<'_>]) -> Place {
    let present: Vec<_> = cells.iter().filter(|one| one.cell.present).collect();
    let mut span = 0;
    let mut page = 0;
    for Judged { cell, predicted } in &present {
        let Some(first) = predicted.texts.first() else { continue };
        span += usize::from(cell.is_in(&first.text));
        page += usize::from(cell.pages.iter().flatten().flatten().any(|page| *page == first.page));
    }
    Place { span: share(span, present.len()), page: share(page, present.len()) }
}

/// Each other system, over the cells for which it has a probability.
fn beside(cells: &[Judged<'_>], peers: &[PeerCell]) -> BTreeMap<String, Peer> {
    let known: HashMap<(&str, &str), Judged<'_>> =
        cells.iter().map(|one| ((one.cell.document.as_str(), one.cell.category.as_str()), *one)).collect();
    let mut by_system: BTreeMap<&str, Vec<(Judged<'_>, f32)>> = BTreeMap::new();
    for peer in peers {
        let Some(one) = known.get(&(peer.document.as_str(), peer.category.as_str())) else { continue };
        for (system, probability) in &peer.systems {
            by_system.entry(system).or_default().push((*one, *probability));
        }
    }
    let figures = |cells: &[(Judged<'_>, f32)]| Peer {
        cells: cells.len(),
        macro_auroc: macro_auroc_of(
            cells.iter().map(|(one, theirs)| (one.cell.category.as_str(), one.cell.present, *theirs)),
        ),
        ours: macro_auroc(&cells.iter().map(|(one, _)| *one).collect::<Vec<_>>()),
    };
    by_system.into_iter().map(|(system, cells)| (system.to_owned(), figures(&cells))).collect()
}

fn by_document<'a>(cells: &[Judged<'a>]) -> BTreeMap<&'a str, Vec<Judged<'a>>> {
    let mut documents: BTreeMap<&str, Vec<Judged<'_>>> = BTreeMap::new();
    for one in cells {
        documents.entry(&one.cell.document).or_default().push(*one);
    }
    documents
}

/// The cells of as many documents, drawn with replacement: the same draws in every run.
fn resamples<'a>(cells: &[Judged<'a>]) -> impl Iterator<Item = Vec<Judged<'a>>> {
    let documents: Vec<Vec<Judged<'a>>> = by_document(cells).into_values().collect();
    let mut draws = Draws(7);
    (0..RESAMPLES).map(move |_| {
        let mut drawn = Vec::new();
        for _ in 0..documents.len() {
            drawn.extend(documents[draws.below(documents.len())].iter().copied());
        }
        drawn
    })
}

fn interval(mut values: Vec<f64>) -> Bounds {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values.get((share * values.len() as f64) as usize).copied().unwrap_or_default();
    [at(0.025), at(0.975)]
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{} cells of {} documents", self.cells, self.documents)?;
        let head = ["cells", "", "macro AUROC", "F1", "wrong not found", "wrong found", "unsure"];
        let mut table = Table::new(&head);
        for (name, presence) in [("clauses", &self.presence), ("all", &self.all)] {
            let with = |value: f64, [low, high]: Bounds| format!("{value:.3} ({low:.3}–{high:.3})");
            let percent = |value: f64| format!("{:.1} %", 100.0 * value);
            table.row([
                name.to_owned(),
                String::new(),
                with(presence.macro_auroc, presence.macro_auroc_interval),
                with(presence.f1, presence.f1_interval),
                percent(presence.wrong_not_found),
                percent(presence.wrong_found),
                percent(presence.unsure),
            ]);
        }
        write!(formatter, "{table}")?;
        let Official { aupr, p80 } = self.official;
        writeln!(formatter, "official: AUPR {aupr:.3}, precision at 80 % recall {p80:.3}")?;
        let Place { span, page } = self.place;
        writeln!(formatter, "right place first: text {:.1} %, page {:.1} %", 100.0 * span, 100.0 * page)?;
        if let Some(Marks { marked, wrong_before, wrong_after, unsure, worse, seconds, .. }) = &self.marks {
            let [wrong_before, wrong_after] = [wrong_before, wrong_after].map(|share| 100.0 * share);
            let [before, after] = unsure.map(|share| 100.0 * share);
            writeln!(
                formatter,
                "{marked} marks a column: wrong {wrong_before:.1} % → {wrong_after:.1} %, unsure {before:.1} % → {after:.1} %"
            )?;
            writeln!(formatter, "worse columns: {}; {seconds:.2} s a mark", worse.len())?;
        }
        for (system, peer) in &self.peers {
            let Peer { cells, macro_auroc, ours } = peer;
            writeln!(formatter, "{system}, {cells} cells: macro AUROC {macro_auroc:.3}, this table {ours:.3}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, shown};
    use super::*;

    /// Ten documents, a category; the first five have the clause, and the table is right in eight.
    fn half() -> (Vec<Cell>, Vec<Prediction>) {
        let mut cells = Vec::new();
        let mut predicted = Vec::new();
        for number in 0..10 {
            let spans: &[&str] = if number < 5 { &["the right to audit the books"] } else { &[] };
            cells.push(Cell { document: format!("{number}.pdf"), ..cell("Audit Rights", spans) });
            let says = if matches!(number, 4 | 5) { number == 5 } else { number < 5 };
            let state = if says { Match::Found } else { Match::NotFound };
            predicted
                .push(Prediction { state, ..shown(&[("the right to audit the books", if says { 0.8 } else { 0.1 })]) });
        }
        (cells, predicted)
    }

    #[test]
    fn presence_by_hand() {
        let (cells, mut predicted) = half();
        let Report { presence, documents, .. } = report(&cells, &predicted, &[]);
        assert_eq!((documents, presence.f1), (10, 0.8), "four of five found are right, four of five are found");
        assert_eq!((presence.wrong_found, presence.wrong_not_found), (0.2, 0.2));
        assert!((presence.macro_auroc - 0.8).abs() < 1e-9, "16 pairs above, 8 equal: {presence:?}");
        let [low, high] = presence.macro_auroc_interval;
        assert!(low < 0.8 && 0.8 < high, "{presence:?}");
        predicted[9].state = Match::Unsure;
        assert_eq!(report(&cells, &predicted, &[]).presence.unsure, 0.1);
    }

    #[test]
    fn the_first_text_has_the_right_place_or_not() {
        let (cells, predicted) = half();
        let Place { span, page } = report(&cells, &predicted, &[]).place;
        assert_eq!((span, page), (1.0, 1.0));
        let other: Vec<Cell> = cells.iter().map(|cell| Cell { pages: vec![Some(vec![7])], ..cell.clone() }).collect();
        assert_eq!(report(&other, &predicted, &[]).place.page, 0.0);
    }

    #[test]
    fn others_are_compared_over_the_cells_that_both_answer() {
        let (cells, predicted) = half();
        let peers: Vec<PeerCell> = (0..10)
            .map(|number| {
                let row = format!(
                    r#"{{"document": "{number}.pdf", "category": "Audit Rights", "other": {}}}"#,
                    f32::from(u8::from(number < 5))
                );
                serde_json::from_str(&row).unwrap()
            })
            .collect();
        let peer = report(&cells, &predicted, &peers).peers["other"];
        assert_eq!((peer.cells, peer.macro_auroc), (10, 1.0));
        assert!((peer.ours - 0.8).abs() < 1e-9);
    }
}
