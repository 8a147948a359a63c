//! What a review table rests on, for the file that is handed on: what was read of each document, by which models, and a link to
//! each answer. Not for the file's format (`pincite_export`).

use super::cells::{shown, state_shown};
use super::lists;
use crate::output::{Output, day_of};
use crate::{Engine, Error, Link};
use pincite_api::{GridView, ModelKind};
use pincite_export::{Confirmation, Occasion, ReadDocument, ReadingModel, Review};
use pincite_library::{
    CellState, Document, DocumentId, GridCell, GridId, GridQuestion, Judgement, LONGEST_QUESTION, MOST_ANSWERS,
};
use pincite_models::Catalogue;
use std::collections::HashMap;

impl Engine {
    /// Writes the questions of a grid to a CSV file, from which another grid can be made, if wanted with the sentences that a
    /// person marked as answers. Returns their number.
    ///
    /// # Errors
    /// [`Error::Library`] if the grid is not there; as [`Engine::write`].
    pub async fn export_grid_questions(&self, grid: GridId, answers: bool, output: &Output) -> Result<u32, Error> {
        let mut questions = self.0.library.grid_questions(self.0.library.grid(grid).await?.id).await?;
        if answers {
            let cells = self.0.library.grid_cells(grid).await?;
            questions.iter_mut().for_each(|question| add_answers(question, &cells));
        }
        self.write(output, &lists::as_csv(&questions)?).await?;
        Ok(questions.len() as u32)
    }

    /// A table with what it rests on.
    ///
    /// # Errors
    /// [`Error::Library`], [`Error::Models`].
    pub(crate) async fn review<'v>(&self, view: &'v GridView, occasion: Occasion) -> Result<Review<'v>, Error> {
        let listed = self.0.library.documents(view.collection).await?;
        let documents: HashMap<DocumentId, Document> = listed.into_iter().map(|it| (it.id, it)).collect();
        let mut read = HashMap::new();
        for (id, document) in &documents {
            read.insert(*id, read_of(document));
        }
        let mut links = HashMap::new();
        for cell in &view.cells {
            let Some(hash) = documents.get(&cell.document).and_then(|document| document.hash.as_deref()) else {
                continue;
            };
            for answer in &cell.answers {
                let link = Link::new(hash, answer.page, Some(answer.passage));
                links.insert((cell.document, answer.passage), link.to_string());
            }
        }
        let models = self.reading_models(view).await?;
        Ok(Review { view, occasion, read, confirmed: confirmed(view), models, links })
    }

    /// The encoder of the table's collection, and the cross-encoder.
    async fn reading_models(&self, view: &GridView) -> Result<Vec<ReadingModel>, Error> {
        let mut reading = Vec::new();
        if let Some(generation) = self.0.library.active_generation(view.collection).await? {
            reading.push(ReadingModel { name: generation.encoder, sha256: Some(generation.fingerprint) });
        }
        let catalogue = Catalogue::builtin()?;
        for model in self.models().await?.into_iter().filter(|it| it.installed && it.kind == ModelKind::Reranker) {
            let sha256 = catalogue.entry(&model.name).ok().and_then(|entry| entry.sha256());
            reading.push(ReadingModel { name: model.name, sha256 });
        }
        Ok(reading)
    }
}

/// Adds what a person marked as an answer in the column of a question. The newest ones stay, if they are too many.
fn add_answers(question: &mut GridQuestion, cells: &[GridCell]) {
    for cell in cells.iter().filter(|cell| cell.place.question == question.id) {
        let is_answer = matches!(cell.judged, Some(Judgement::Right | Judgement::Pointed));
        let Some(answer) = shown(cell).first().filter(|_| is_answer && state_shown(cell) == CellState::Found) else {
            continue;
        };
        // A list has one answer on each line, and none that is longer than a question may be.
        let sentence = answer.sentence.split_whitespace().collect::<Vec<_>>().join(" ");
        if sentence.len() <= LONGEST_QUESTION && !question.answers.contains(&sentence) {
            question.answers.push(sentence);
        }
    }
    let spare = question.answers.len().saturating_sub(MOST_ANSWERS);
    question.answers.drain(..spare);
}

/// Who confirmed rows that still say the same.
fn confirmed(view: &GridView) -> HashMap<DocumentId, Confirmation> {
    let mut confirmed = HashMap::new();
    for document in &view.documents {
        if let Some(signature) = document.signature.as_ref().filter(|signature| signature.is_current) {
            let confirmation = Confirmation { name: signature.name.clone(), date: day_of(signature.signed_at) };
            confirmed.insert(document.id, confirmation);
        }
    }
    confirmed
}

fn read_of(document: &Document) -> ReadDocument {
    ReadDocument {
        pages: document.pages,
        skipped: document.skipped.len() as u32,
        recognised: document.recognition.pages,
        sha256: document.hash.clone().unwrap_or_default(),
    }
}
