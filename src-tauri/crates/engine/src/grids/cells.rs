//! The cells of a grid: which are to be filled, because they are missing or not up to date, and how the window and the
//! command line get them. Not for filling them.

use crate::files::view;
use crate::search::hit_of;
use crate::{Engine, Error};
use pincite_api::{GridAnswer, GridDocument, GridState, GridSummary, GridView, Hit, Judgement, Match, OtherJudgement};
use pincite_library::{
    self as library, CellPlace, CellState, CollectionId, Content, ContentId, Document, DocumentId, GenerationId, Grid,
};
use pincite_library::{GridCell, GridId, GridQuestion, GridQuestionId, JobState, PassageId, Status, escaped};
use pincite_value::families;
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

    /// Whether a cell is up to date. What a person judged stays while its passages do, whatever ranks them. A cell that
    /// could not be filled, or lost its answers, is not.
    pub(super) fn fits(&self, cell: &GridCell) -> bool {
        let is_filled = cell.problem.is_none() && (cell.state == CellState::NotFound || !cell.answers.is_empty());
        let generation = if cell.judged.is_some() { cell.generation } else { self.generation };
        is_filled && Self { generation, ..*self } == Self::of(cell)
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

/// The cells of a column that are to be filled.
pub(super) struct MissingColumn {
    pub(super) question: GridQuestion,
    pub(super) cells: Vec<Wanted>,
}

/// A cell to fill.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) place: CellPlace,
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
    pub(super) fn missing(&self) -> Vec<MissingColumn> {
        let mut columns = Vec::with_capacity(self.questions.len());
        for question in &self.questions {
            let mut cells = Vec::new();
            for asked in &self.documents {
                if self.cell(question.id, asked).is_none_or(|(_, current)| !current) {
                    let place = CellPlace { question: question.id, document: asked.document.id };
                    cells.push(Wanted { place, basis: asked.basis });
                }
            }
            columns.push(MissingColumn { question: question.clone(), cells });
        }
        columns
    }
}

/// Cells of these columns.
pub(super) fn cells_in(columns: &[MissingColumn]) -> usize {
    columns.iter().map(|column| column.cells.len()).sum()
}

async fn documents(engine: &Engine, grid: &Grid) -> Result<Vec<Asked>, Error> {
    let library = &engine.0.library;
    let generation = library.active_generation(grid.collection).await?.map(|generation| generation.id);
    let contents = contents_by_id(engine, grid.collection).await?;
    let chosen = library.grid_documents(grid.id).await?;
    let searchable = |document: &Document| {
        matches!(document.status, Status::Ready | Status::Partly)
            && chosen.as_ref().is_none_or(|chosen| chosen.contains(&document.id))
    };
    let documents = library.documents(grid.collection).await?.into_iter().filter(searchable);
    let asked = documents.filter_map(|document| {
        let content = document.content?;
        let first_passage = contents.get(&content)?.first_passage;
        Some(Asked { document, basis: Basis { content, first_passage, generation } })
    });
    Ok(asked.collect())
}

/// The contents of a collection by their ids.
pub(super) async fn contents_by_id(
    engine: &Engine,
    collection: CollectionId,
) -> Result<HashMap<ContentId, Content>, Error> {
    let contents = engine.0.library.contents(collection).await?.into_iter();
    Ok(contents.map(|content| (content.id, content)).collect())
}

/// Whether a document still has the content that was asked.
pub(super) async fn is_as_asked(engine: &Engine, document: DocumentId, basis: Basis) -> bool {
    let library = &engine.0.library;
    let Ok(content) = library.content_of(document).await else { return false };
    let first = library.content(content).await.map(|content| content.first_passage);
    content == basis.content && first.is_ok_and(|first| first == basis.first_passage)
}

/// A grid with its cells.
pub(super) async fn whole(engine: &Engine, id: GridId) -> Result<GridView, Error> {
    let grid = engine.0.library.grid(id).await?;
    let snapshot = Snapshot::of(engine, &grid).await?;
    let cells = snapshot.questions.iter().flat_map(|question| {
        let cell = |asked: &Asked| snapshot.cell(question.id, asked).map(|(cell, current)| cell_of(cell, current));
        snapshot.documents.iter().filter_map(cell).collect::<Vec<_>>()
    });
    let view = GridView {
        id,
        collection: grid.collection,
        state: state_of(grid.state),
        cells: cells.collect(),
        name: grid.name,
        problem: grid.problem.map(Into::into),
        documents: in_families(snapshot.documents.into_iter().map(document_of).collect()),
        questions: snapshot.questions.into_iter().map(question_of).collect(),
    };
    engine.with_signatures(view).await
}

/// A grid in a list.
pub(super) async fn summary(engine: &Engine, grid: Grid) -> Result<GridSummary, Error> {
    let snapshot = Snapshot::of(engine, &grid).await?;
    Ok(GridSummary {
        id: grid.id,
        collection: grid.collection,
        name: grid.name,
        state: state_of(grid.state),
        problem: grid.problem.map(Into::into),
        questions: snapshot.questions.len() as u32,
        documents: snapshot.documents.len() as u32,
        filled: (snapshot.total() - cells_in(&snapshot.missing())) as u32,
    })
}

fn state_of(state: Option<JobState>) -> GridState {
    match state {
        None => GridState::New,
        Some(JobState::Queued) => GridState::Queued,
        Some(JobState::Running) => GridState::Running,
        Some(JobState::Done) => GridState::Done,
        Some(JobState::Failed) => GridState::Failed,
        Some(JobState::Cancelled) => GridState::Cancelled,
    }
}

/// The answers that a cell shows: the one that a person chose stands for all, then the one that the marks of the column put
/// first, then those of the search.
pub(super) fn shown(cell: &GridCell) -> &[library::GridAnswer] {
    let learned = cell.learned.as_ref().and_then(|learned| learned.answer.as_ref());
    cell.chosen.as_ref().or(learned).map_or(cell.answers.as_slice(), std::slice::from_ref)
}

/// The state that a cell shows.
pub(super) fn state_shown(cell: &GridCell) -> CellState {
    match cell.judged {
        Some(library::Judgement::Pointed) => CellState::Found,
        Some(library::Judgement::Absent) => CellState::NotFound,
        _ => cell.learned.as_ref().map_or(cell.state, |learned| learned.state),
    }
}

/// A cell as the window and the command line get it.
pub(super) fn cell_of(cell: &GridCell, current: bool) -> pincite_api::GridCell {
    pincite_api::GridCell {
        question: cell.place.question,
        document: cell.place.document,
        state: match_of_cell(state_shown(cell)),
        presence: cell.learned.as_ref().map_or(cell.presence, |learned| learned.presence),
        current,
        answers: shown(cell).iter().map(shown_answer).collect(),
        is_learned: cell.learned.is_some(),
        rejected: cell.rejected.clone(),
        problem: cell.problem.clone().map(Into::into),
        judged: cell.judged.map(judgement_of),
        others: cell.others.iter().map(other_of).collect(),
    }
}

fn match_of_cell(state: CellState) -> Match {
    match state {
        CellState::Found => Match::Found,
        CellState::Unsure => Match::Unsure,
        CellState::NotFound => Match::NotFound,
    }
}

/// What a cell keeps of whether a question is answered.
pub(super) fn state_of_cell(state: Match) -> CellState {
    match state {
        Match::Found => CellState::Found,
        Match::Unsure => CellState::Unsure,
        Match::NotFound => CellState::NotFound,
    }
}

fn other_of(other: &library::OtherJudgement) -> OtherJudgement {
    let library::OtherJudgement { person, judged, sentence } = other;
    OtherJudgement { person: escaped(person), judged: judgement_of(*judged), sentence: sentence.clone() }
}

fn judgement_of(judged: library::Judgement) -> Judgement {
    match judged {
        library::Judgement::Right => Judgement::Right,
        library::Judgement::Wrong => Judgement::Wrong,
        library::Judgement::Pointed => Judgement::Pointed,
        library::Judgement::Absent => Judgement::Absent,
    }
}

fn shown_answer(answer: &library::GridAnswer) -> GridAnswer {
    GridAnswer {
        passage: answer.passage,
        page: answer.page,
        page_label: answer.page_label.clone(),
        sentence: answer.sentence.clone(),
        clause: answer.clause.clone(),
        citation: answer.citation.clone(),
        probability: answer.probability,
        value: answer.value.clone(),
    }
}

/// What a cell keeps of a hit.
pub(super) fn answer_of(hit: &Hit) -> library::GridAnswer {
    let sentence: String = hit.pieces.iter().filter(|piece| piece.sentence).map(|piece| piece.text.as_str()).collect();
    let whole = || hit.pieces.iter().map(|piece| piece.text.as_str()).collect();
    library::GridAnswer {
        passage: hit.id,
        page: hit.page,
        page_label: hit.page_label.clone(),
        sentence: if sentence.trim().is_empty() { whole() } else { sentence.trim().to_owned() },
        clause: hit.clause.clone(),
        citation: hit.citation.clone(),
        probability: hit.probability,
        value: hit.value.clone(),
    }
}

/// The same of a hit of the search.
pub(super) fn answer_of_found(hit: pincite_search::Hit) -> library::GridAnswer {
    answer_of(&hit_of(hit))
}

fn document_of(asked: Asked) -> GridDocument {
    let document = view(asked.document);
    GridDocument { id: document.id, name: document.name, signature: None, contract: None, number: 0 }
}

/// Amendments and exhibits know their contracts, by their names.
fn in_families(mut documents: Vec<GridDocument>) -> Vec<GridDocument> {
    let names: Vec<&str> = documents.iter().map(|document| document.name.as_str()).collect();
    let families = families(&names);
    let ids: Vec<DocumentId> = documents.iter().map(|document| document.id).collect();
    for (document, family) in documents.iter_mut().zip(families) {
        if let Some((contract, number)) = family {
            document.contract = Some(ids[contract]);
            document.number = number;
        }
    }
    documents
}

fn question_of(question: GridQuestion) -> pincite_api::GridQuestion {
    let GridQuestion { id, name, text, .. } = question;
    pincite_api::GridQuestion { id, name, text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_library::{Judgement, Problem};

    #[test]
    fn an_answer_is_up_to_date_while_its_passages_are_and_what_ranked_them() {
        let basis = Basis { content: ContentId(1), first_passage: PassageId(10), generation: Some(GenerationId(1)) };
        let mut cell = GridCell {
            place: CellPlace { question: GridQuestionId(1), document: DocumentId(1) },
            content: basis.content,
            first_passage: basis.first_passage,
            generation: basis.generation,
            state: CellState::NotFound,
            presence: None,
            answers: Vec::new(),
            candidates: Vec::new(),
            problem: None,
            judged: None,
            others: Vec::new(),
            rejected: Vec::new(),
            learned: None,
            chosen: None,
        };
        let tuned = Basis { generation: Some(GenerationId(2)), ..basis };
        let split_anew = Basis { first_passage: PassageId(20), ..basis };
        assert_eq!([basis, tuned, split_anew].map(|now| now.fits(&cell)), [true, false, false]);
        cell.judged = Some(Judgement::Right);
        assert_eq!([basis, tuned, split_anew].map(|now| now.fits(&cell)), [true, true, false], "a person's word stays");
    }

    /// A cell whose answers could not be read counted as filled, and was never filled again.
    #[test]
    fn a_cell_without_its_answers_or_with_a_problem_is_filled_again() {
        let basis = Basis { content: ContentId(1), first_passage: PassageId(10), generation: None };
        let cell = GridCell {
            place: CellPlace { question: GridQuestionId(1), document: DocumentId(1) },
            content: basis.content,
            first_passage: basis.first_passage,
            generation: None,
            state: CellState::NotFound,
            presence: None,
            answers: Vec::new(),
            candidates: Vec::new(),
            problem: None,
            judged: None,
            others: Vec::new(),
            rejected: Vec::new(),
            learned: None,
            chosen: None,
        };
        assert!(basis.fits(&cell), "a document of pictures has no nearest passage");
        assert!(!basis.fits(&GridCell { state: CellState::Found, ..cell.clone() }), "its answers are gone");
        let problem = Problem { code: "library.corrupt".to_owned(), message: "A passage is damaged.".to_owned() };
        assert!(!basis.fits(&GridCell { problem: Some(problem), ..cell }), "it is tried again");
    }
}
