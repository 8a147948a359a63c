//! What the marks of a column say of its cells: other answers, other states. It follows from marks and cells alone, so it is worked
//! out anew after each mark and each filling. The model is in `pincite_search`.

use super::cells::{answer_of_found, contents_by_id, shown, state_of_cell, state_shown};
use crate::error::computing;
use crate::{Engine, Error};
use pincite_library::{
    CellPlace, CellState, Content, ContentId, Grid, GridAnswer, GridCell, GridQuestion, Judgement, Learned, PassageId,
};
use pincite_search::{ColumnModel, MarkedCell, Vectors};
use std::collections::{HashMap, HashSet};

/// Works out what the marks of a column say, and stores it. Returns the places of the cells that show something else now.
///
/// # Errors
/// [`Error::Library`], [`Error::Search`].
pub(super) async fn learn(engine: &Engine, grid: &Grid, question: &GridQuestion) -> Result<Vec<CellPlace>, Error> {
    let engine = engine.clone();
    let grid = grid.clone();
    let question = question.clone();
    computing("Learning from the marks", async move || learn_here(&engine, &grid, &question).await).await?
}

/// The same. It computes: not for a worker of the async runtime.
async fn learn_here(engine: &Engine, grid: &Grid, question: &GridQuestion) -> Result<Vec<CellPlace>, Error> {
    let contents = contents_by_id(engine, grid.collection).await?;
    let cells = engine.0.library.column_cells(grid.id, question.id).await?;
    let cells = readable(cells, &contents);
    let is_marked = cells.iter().any(|cell| cell.judged.is_some());
    if !is_marked && cells.iter().all(|cell| cell.learned.is_none()) {
        return Ok(Vec::new());
    }
    let column = Column::of(engine, grid, question, cells, contents).await?;
    let mut learned = Vec::new();
    let mut changed = Vec::new();
    for cell in column.cells.iter().filter(|cell| is_open(cell)) {
        let now = column.learned(cell).await?;
        if now == cell.learned {
            continue;
        }
        let after = GridCell { learned: now.clone(), ..cell.clone() };
        if state_shown(&after) != state_shown(cell) || first(&after) != first(cell) {
            changed.push(cell.place);
        }
        learned.push((cell.place, now));
    }
    engine.0.library.put_learned(grid.id, &learned).await?;
    Ok(changed)
}

/// The cells whose passages are still there.
fn readable(mut cells: Vec<GridCell>, contents: &HashMap<ContentId, Content>) -> Vec<GridCell> {
    let is_there = |cell: &GridCell| {
        contents.get(&cell.content).is_some_and(|content| content.first_passage == cell.first_passage)
    };
    cells.retain(|cell| cell.problem.is_none() && is_there(cell));
    cells
}

/// Whether something else may be shown in a cell: what a person confirmed stays as it is.
fn is_open(cell: &GridCell) -> bool {
    matches!(cell.judged, None | Some(Judgement::Wrong))
}

fn first(cell: &GridCell) -> Option<PassageId> {
    shown(cell).first().map(|answer| answer.passage)
}

/// What was read for a cell: passages counted from the first one, with their scores.
fn read_of(cell: &GridCell) -> Vec<(u32, f32)> {
    cell.candidates.iter().map(|one| (one.passage, one.score)).collect()
}

/// The number of a passage, counted from the first one of its document.
fn ordinal(cell: &GridCell, passage: PassageId) -> Option<u32> {
    u32::try_from(passage.0 - cell.first_passage.0).ok()
}

/// The cells of a column, with the vectors of their documents and what their marks say.
struct Column<'c> {
    engine: &'c Engine,
    grid: &'c Grid,
    question: &'c GridQuestion,
    cells: Vec<GridCell>,
    contents: HashMap<ContentId, Content>,
    vectors: HashMap<ContentId, Vectors>,
    model: Option<ColumnModel>,
}

impl<'c> Column<'c> {
    async fn of(
        engine: &'c Engine,
        grid: &'c Grid,
        question: &'c GridQuestion,
        cells: Vec<GridCell>,
        contents: HashMap<ContentId, Content>,
    ) -> Result<Self, Error> {
        let vectors = vectors_of(engine, grid, &cells).await?;
        let mut column = Self { engine, grid, question, cells, contents, vectors, model: None };
        column.model = column.model();
        Ok(column)
    }

    fn vectors(&self, cell: &GridCell) -> &Vectors {
        &self.vectors[&cell.content]
    }

    fn passages(&self, cell: &GridCell) -> usize {
        self.contents[&cell.content].passages as usize
    }

    fn model(&self) -> Option<ColumnModel> {
        let marks: Vec<(&GridCell, Marks)> =
            self.cells.iter().filter_map(|cell| Some((cell, Marks::of(cell)?))).collect();
        let mut marked = Vec::with_capacity(marks.len());
        for (cell, marks) in &marks {
            let Some(presence) = cell.presence else { continue };
            marked.push(MarkedCell {
                vectors: self.vectors(cell),
                presence,
                is_answered: marks.is_answered,
                answers: &marks.answers,
                rejected: &marks.rejected,
                shown: cell.answers.first().and_then(|answer| ordinal(cell, answer.passage)),
                read: &marks.read,
                passages: self.passages(cell),
            });
        }
        ColumnModel::of(&marked)
    }

    /// What is learned of a cell. `None`: it shows what the search found.
    async fn learned(&self, cell: &GridCell) -> Result<Option<Learned>, Error> {
        let learns = self.model.is_some() && cell.presence.is_some();
        if !learns && cell.rejected.is_empty() {
            return Ok(None);
        }
        let presence = match (&self.model, cell.presence) {
            (Some(model), Some(by_search)) => Some(model.presence(by_search, self.vectors(cell))),
            (_, by_search) => by_search,
        };
        let state = match (cell.judged, presence) {
            (Some(Judgement::Wrong), _) => CellState::Unsure,
            (_, Some(presence)) => self.state(presence).await?,
            (_, None) => cell.state,
        };
        let best = self.best(cell);
        let is_there = |passage: PassageId| {
            let first = if state == CellState::Found { cell.answers.len() } else { 1 };
            cell.answers.iter().take(first).any(|answer| answer.passage == passage)
        };
        let answer = match best {
            Some(passage) if !is_there(passage) => self.answer(cell, passage).await?,
            _ => None,
        };
        Ok(Some(Learned { state, presence, answer }))
    }

    /// The passage that is most likely the answer, of those that nobody rejected.
    fn best(&self, cell: &GridCell) -> Option<PassageId> {
        let read = read_of(cell);
        let order = match &self.model {
            Some(model) => model.order(&read, self.vectors(cell), self.passages(cell)),
            None => read.into_iter().map(|(passage, _)| passage).collect(),
        };
        let id = |passage: u32| PassageId(cell.first_passage.0 + i64::from(passage));
        order.into_iter().map(id).find(|passage| !cell.rejected.contains(passage))
    }

    async fn state(&self, presence: f32) -> Result<CellState, Error> {
        let reranker = self.engine.0.rerankers.current().await.map_err(Error::Search)?;
        Ok(state_of_cell(reranker.presence().state(presence)))
    }

    /// A passage as an answer. What was worked out before is taken as it is.
    async fn answer(&self, cell: &GridCell, passage: PassageId) -> Result<Option<GridAnswer>, Error> {
        let known = cell.learned.as_ref().and_then(|learned| learned.answer.as_ref());
        let known = cell.answers.iter().chain(known).find(|answer| answer.passage == passage);
        if let Some(known) = known {
            return Ok(Some(known.clone()));
        }
        let stored = self.engine.0.library.passage_of(cell.place.document, passage).await?;
        let hit = self.engine.presented(self.grid.collection, stored, self.question).await?;
        Ok(hit.map(answer_of_found))
    }
}

/// The vectors of the documents of these cells, all by the encoder in use, whichever found their answers.
async fn vectors_of(engine: &Engine, grid: &Grid, cells: &[GridCell]) -> Result<HashMap<ContentId, Vectors>, Error> {
    let library = &engine.0.library;
    let generation = library.active_generation(grid.collection).await?;
    let contents: HashSet<ContentId> = cells.iter().map(|cell| cell.content).collect();
    let mut vectors = HashMap::with_capacity(contents.len());
    for content in contents {
        let stored = match &generation {
            Some(generation) => library.vectors(generation.id, content).await?.unwrap_or_default(),
            None => pincite_library::Vectors::default(),
        };
        vectors.insert(content, Vectors::new(stored.width as usize, stored.owners, stored.values));
    }
    Ok(vectors)
}

/// What a mark says of the document of its cell.
struct Marks {
    is_answered: Option<bool>,
    /// Passages that answer, counted from the first one.
    answers: Vec<u32>,
    rejected: Vec<u32>,
    read: Vec<(u32, f32)>,
}

impl Marks {
    fn of(cell: &GridCell) -> Option<Self> {
        let says_found = state_shown(cell) != CellState::NotFound;
        let (is_answered, answers) = match cell.judged? {
            Judgement::Right if says_found => (Some(true), shown(cell)),
            Judgement::Pointed => (Some(true), shown(cell)),
            Judgement::Right | Judgement::Absent => (Some(false), &[][..]),
            Judgement::Wrong if says_found => (None, &[][..]),
            Judgement::Wrong => (Some(true), &[][..]),
        };
        Some(Self {
            is_answered,
            answers: answers.iter().filter_map(|answer| ordinal(cell, answer.passage)).collect(),
            rejected: cell.rejected.iter().filter_map(|passage| ordinal(cell, *passage)).collect(),
            read: read_of(cell),
        })
    }
}

/// The cell whose mark helps most: nobody judged it, it is unsure, and others of its column are like it.
///
/// # Errors
/// [`Error::Library`].
pub(super) async fn next_to_check(engine: &Engine, grid: &Grid) -> Result<Option<CellPlace>, Error> {
    let contents = contents_by_id(engine, grid.collection).await?;
    let mut open = readable(engine.0.library.grid_cells(grid.id).await?, &contents);
    open.retain(|cell| cell.judged.is_none());
    let vectors = vectors_of(engine, grid, &open).await?;
    let mut shown_vectors = HashMap::with_capacity(open.len());
    for cell in &open {
        let passage = first(cell).and_then(|passage| ordinal(cell, passage));
        shown_vectors.insert(cell.place, passage.and_then(|passage| vectors[&cell.content].of_passage(passage)));
    }
    let mut best: Option<(f32, CellPlace)> = None;
    for cell in &open {
        let like_others = match &shown_vectors[&cell.place] {
            Some(vector) => likeness(vector, cell.place, &shown_vectors),
            None => 0.0,
        };
        let value = doubt(cell) * (1.0 + like_others);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, cell.place));
        }
    }
    Ok(best.map(|(_, place)| place))
}

/// How unsure a cell is, 0 to 1.
fn doubt(cell: &GridCell) -> f32 {
    let presence = cell.learned.as_ref().map_or(cell.presence, |learned| learned.presence);
    presence.map_or(0.0, |presence| 1.0 - (2.0 * presence - 1.0).abs())
}

/// The mean cosine with what the other cells of the column show.
fn likeness(vector: &[f32], place: CellPlace, shown: &HashMap<CellPlace, Option<Vec<f32>>>) -> f32 {
    let mut sum = 0.0;
    let mut count = 0;
    for (other, theirs) in shown {
        if let Some(theirs) = theirs.as_ref().filter(|_| other.question == place.question && *other != place) {
            sum += vector.iter().zip(theirs).map(|(one, other)| one * other).sum::<f32>();
            count += 1;
        }
    }
    if count == 0 { 0.0 } else { sum / count as f32 }
}
