//! Grids as CSV files: a line for each answer. Not for other formats.

use crate::{Engine, Error, Output};
use pincite_api::{GridAnswer, GridCell, GridView, Judgement, Strength};
use pincite_library::GridId;
use serde::Serialize;
use std::borrow::Cow;
use std::io;

/// A line of the file.
#[derive(Clone, Serialize)]
struct Line<'a> {
    document: &'a str,
    name: &'a str,
    question: &'a str,
    result: &'static str,
    answer: &'a str,
    page: Cow<'a, str>,
    clause: &'a str,
    citation: &'a str,
    strength: &'static str,
    judged: &'static str,
}

impl Engine {
    /// Writes a grid to a CSV file: a line for each answer, and one for each cell without an answer. How many lines.
    ///
    /// # Errors
    /// As [`Engine::write`]; [`Error::Library`] if it is not there.
    pub async fn export_grid_csv(&self, grid: GridId, output: &Output) -> Result<u32, Error> {
        self.refuse_to_replace(output).await?;
        let view = self.grid(grid).await?;
        let lines = lines(&view);
        let unwritable = |source| Error::Unwritable { path: output.path.clone(), source };
        let bytes = bytes(&lines).map_err(unwritable)?;
        self.write(output, &bytes).await?;
        Ok(lines.len() as u32)
    }
}

fn bytes(lines: &[Line<'_>]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    lines.iter().try_for_each(|line| writer.serialize(line)).map_err(io::Error::other)?;
    writer.into_inner().map_err(|error| io::Error::other(error.to_string()))
}

/// Document by document, as people read it.
fn lines(view: &GridView) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for document in &view.documents {
        for question in &view.questions {
            let here = |cell: &&GridCell| cell.document == document.id && cell.question == question.id;
            let base = Line {
                document: &document.name,
                name: &question.name,
                question: &question.text,
                result: "",
                answer: "",
                page: Cow::Borrowed(""),
                clause: "",
                citation: "",
                strength: "",
                judged: "",
            };
            lines.extend(of_cell(base, view.cells.iter().find(here)));
        }
    }
    lines
}

/// The lines of one cell. The nearest passage of a cell without an answer is not written: it answers nothing.
fn of_cell<'a>(base: Line<'a>, cell: Option<&'a GridCell>) -> Vec<Line<'a>> {
    let Some(cell) = cell else { return vec![Line { result: "not asked", ..base }] };
    let judged = cell.judged.map(name_of_judgement).unwrap_or_default();
    if !cell.found {
        return vec![Line { result: "not found", judged, ..base }];
    }
    let line = |answer: &'a GridAnswer| Line {
        result: "found",
        answer: &answer.sentence,
        page: page_of(answer),
        clause: answer.clause.as_deref().unwrap_or_default(),
        citation: &answer.citation,
        strength: answer.strength.map(name_of_strength).unwrap_or_default(),
        judged,
        ..base.clone()
    };
    cell.answers.iter().map(line).collect()
}

/// The printed label, or else the number of the page.
fn page_of(answer: &GridAnswer) -> Cow<'_, str> {
    match answer.page_label.as_str() {
        "" => Cow::Owned((answer.page + 1).to_string()),
        label => Cow::Borrowed(label),
    }
}

fn name_of_strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Strong => "strong",
        Strength::Possible => "possible",
        Strength::Weak => "weak",
    }
}

fn name_of_judgement(judged: Judgement) -> &'static str {
    match judged {
        Judgement::Right => "right",
        Judgement::Wrong => "wrong",
        Judgement::Pointed => "pointed",
    }
}
