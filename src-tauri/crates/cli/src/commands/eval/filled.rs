//! Cells of a filled review table as predictions. Not for filling it.

use pincite_api::{DocumentId, GridAnswer, GridCell, GridQuestionId, GridView};
use pincite_eval::table::{PredictedText, Prediction};
use std::collections::HashMap;

/// The cells of a filled table.
pub(super) struct Filled<'g> {
    questions: HashMap<&'g str, GridQuestionId>,
    cells: HashMap<(GridQuestionId, DocumentId), &'g GridCell>,
}

impl<'g> Filled<'g> {
    pub(super) fn of(view: &'g GridView) -> Self {
        Self {
            questions: view.questions.iter().map(|question| (question.text.as_str(), question.id)).collect(),
            cells: view.cells.iter().map(|cell| ((cell.question, cell.document), cell)).collect(),
        }
    }

    pub(super) fn at(&self, question: &str, document: DocumentId) -> Option<Prediction> {
        self.cell(question, document).map(prediction)
    }

    pub(super) fn cell(&self, question: &str, document: DocumentId) -> Option<&'g GridCell> {
        self.cells.get(&(*self.questions.get(question)?, document)).copied()
    }
}

/// What a cell says.
pub(super) fn prediction(cell: &GridCell) -> Prediction {
    Prediction {
        state: cell.state,
        presence: cell.presence.unwrap_or_default(),
        texts: cell.answers.iter().map(text).collect(),
    }
}

fn text(answer: &GridAnswer) -> PredictedText {
    PredictedText {
        text: answer.sentence.clone(),
        page: answer.page,
        probability: answer.probability.unwrap_or_default(),
        value: answer.value.as_ref().map(|value| value.normalised.clone()),
    }
}
