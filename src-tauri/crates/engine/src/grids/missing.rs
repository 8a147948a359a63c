//! Which cells of a grid are to be filled: those that are missing or not up to date. Not for filling them.

use crate::{Engine, Error};
use pincite_library::{CellPlace, Document, DocumentId, GenerationId, Grid, GridCell, GridQuestion, PassageId, Status};
use pincite_library::{ContentId, GridQuestionId};
use std::collections::HashMap;

/// What an answer is found in: while it is the same, the answer is up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Basis {
    pub(super) content: ContentId,
    pub(super) first_passage: PassageId,
    pub(super) generation: Option<GenerationId>,
}

impl Basis {
    /// What the answer of a cell was found in.
    fn of(cell: &GridCell) -> Self {
        Self { content: cell.content, first_passage: cell.first_passage, generation: cell.generation }
    }

    /// Whether a cell is up to date. What a person judged stays while its passages do, whatever ranks them.
    pub(super) fn fits(&self, cell: &GridCell) -> bool {
        let generation = if cell.judged.is_some() { cell.generation } else { self.generation };
        Self { generation, ..*self } == Self::of(cell)
    }
}

/// A document that can be asked.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) document: Document,
    pub(super) basis: Basis,
}

/// A grid as it is now.
pub(super) struct Snapshot {
    pub(super) questions: Vec<GridQuestion>,
    pub(super) documents: Vec<Asked>,
    pub(super) cells: HashMap<CellPlace, GridCell>,
}

/// A cell to fill.
pub(super) struct Wanted {
    pub(super) place: CellPlace,
    pub(super) question: String,
    pub(super) basis: Basis,
}

impl Snapshot {
    /// The grid and the documents of its collection that can be asked.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub(super) async fn of(engine: &Engine, grid: &Grid) -> Result<Self, Error> {
        let library = &engine.0.library;
        let cells = library.grid_cells(grid.id).await?.into_iter().map(|cell| (cell.place, cell)).collect();
        Ok(Self { questions: library.grid_questions(grid.id).await?, documents: documents(engine, grid).await?, cells })
    }

    /// Cells in all.
    pub(super) fn total(&self) -> usize {
        self.questions.len() * self.documents.len()
    }

    /// A cell that is filled, and whether it is up to date.
    pub(super) fn cell(&self, question: GridQuestionId, asked: &Asked) -> Option<(&GridCell, bool)> {
        let cell = self.cells.get(&CellPlace { question, document: asked.document.id })?;
        Some((cell, asked.basis.fits(cell)))
    }

    /// The cells to fill, column by column.
    pub(super) fn missing(&self) -> Vec<Wanted> {
        let mut wanted = Vec::new();
        for question in &self.questions {
            let lacking = |asked: &&Asked| self.cell(question.id, asked).is_none_or(|(_, current)| !current);
            wanted.extend(self.documents.iter().filter(lacking).map(|asked| Wanted {
                place: CellPlace { question: question.id, document: asked.document.id },
                question: question.text.clone(),
                basis: asked.basis,
            }));
        }
        wanted
    }
}

async fn documents(engine: &Engine, grid: &Grid) -> Result<Vec<Asked>, Error> {
    let library = &engine.0.library;
    let generation = library.active_generation(grid.collection).await?.map(|generation| generation.id);
    let contents = library.contents(grid.collection).await?.into_iter();
    let firsts: HashMap<ContentId, PassageId> = contents.map(|it| (it.id, it.first_passage)).collect();
    let searchable = |document: &Document| matches!(document.status, Status::Ready | Status::Partly);
    let documents = library.documents(grid.collection).await?.into_iter().filter(searchable);
    let asked = documents.filter_map(|document| {
        let content = document.content?;
        let first_passage = *firsts.get(&content)?;
        Some(Asked { document, basis: Basis { content, first_passage, generation } })
    });
    Ok(asked.collect())
}

/// Whether a document still has the content that was asked.
pub(super) async fn is_as_asked(engine: &Engine, document: DocumentId, basis: Basis) -> bool {
    let library = &engine.0.library;
    let Ok(content) = library.content_of(document).await else { return false };
    let first = library.content(content).await.map(|content| content.first_passage);
    content == basis.content && first.is_ok_and(|first| first == basis.first_passage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_library::Judgement;

    #[test]
    fn an_answer_is_up_to_date_while_its_passages_are_and_what_ranked_them() {
        let basis = Basis { content: ContentId(1), first_passage: PassageId(10), generation: Some(GenerationId(1)) };
        let mut cell = GridCell {
            place: CellPlace { question: GridQuestionId(1), document: DocumentId(1) },
            content: basis.content,
            first_passage: basis.first_passage,
            generation: basis.generation,
            found: true,
            answers: "[]".to_owned(),
            judged: None,
            pointed: None,
        };
        let tuned = Basis { generation: Some(GenerationId(2)), ..basis };
        let split_anew = Basis { first_passage: PassageId(20), ..basis };
        assert_eq!([basis, tuned, split_anew].map(|now| now.fits(&cell)), [true, false, false]);
        cell.judged = Some(Judgement::Right);
        assert_eq!([basis, tuned, split_anew].map(|now| now.fits(&cell)), [true, true, false], "a person's word stays");
    }
}
