//! The durable store: one SQLite file with collections, documents, passages, terms, vectors, questions, grids, jobs
//! and runs.
//!
//! It only stores and loads. Not for reading PDFs, splitting, analysing, embedding or ranking. Two ideas explain the
//! rest:
//!
//! - A [`Document`] is one PDF in a collection. It is listed as soon as its path is queued, and its [`DocumentId`] never
//!   changes. A [`Content`] is what was read from a file, identified by the hash of its bytes. All documents with these
//!   bytes share it, and it is deleted with the last of them. Users see documents; search works on contents.
//!   [`Library::document`] and [`Library::document_of`] connect the two.
//! - Data that belongs together is written in one transaction. A crash or a full disk leaves the state before it.
//!
//! ```no_run
//! # async fn example() -> Result<(), pincite_library::Error> {
//! use pincite_library::Library;
//! let library = Library::open("library.db".as_ref()).await?;
//! let matter = library.create_collection("Hooli ./. Pied Piper").await?;
//! library.list_files(matter.id, &["/data/contract.pdf".into()]).await?;
//! while let Some(job) = library.claim_next(pincite_library::Places::ALL).await? {
//!     library.finish_job(job.id).await?;
//! }
//! # Ok(())
//! # }
//! ```

mod annotations;
mod asked;
mod changes;
mod checking;
mod codec;
mod collections;
mod contents;
mod copying;
mod documents;
mod error;
mod feedback;
mod files;
mod generations;
mod grids;
mod jobs;
mod languages;
mod library;
mod naming;
mod passages;
mod placing;
mod postgres;
mod questions;
mod queue;
mod recognised;
mod rows;
mod runs;
mod settings;
mod sqlite;
mod store;
mod storing;
mod tables;
mod terms;
#[cfg(feature = "test-documents")]
mod test_documents;
mod types;
mod vectors;

pub use annotations::{Annotation, AnnotationBox, Colour, NewAnnotation};
pub use asked::AskedQuestion;
pub use changes::Changes;
pub use checking::{Fault, GridCellPlace, Kept, RowFaults};
pub use collections::{Collection, Revision};
pub use contents::{Content, ContentHash, Margins, PageMeta};
pub use copying::Place;
pub use documents::{Document, Recognition, SkippedPage, Status};
pub use error::Error;
pub use feedback::{Feedback, Mark};
pub use files::{ListedFile, Sighting, WatchedFolder};
pub use generations::{Generation, GenerationStats, NewGeneration};
pub use grids::{
    CellPlace, CellState, Grid, GridAnswer, GridCandidate, GridCell, GridQuestion, GridSignature, Judging,
    LONGEST_QUESTION, Learned, MOST_ANSWERS, NewGridCell, NewGridQuestion,
};
pub use jobs::{Job, JobState, Task};
pub use library::Library;
pub use naming::{escaped, escaped_name, escaped_path, is_title};
pub use passages::{ContentTerms, LoadedPassages, Scope, StoredPassage};
pub use placing::{FileVersion, Placement};
pub use postgres::{CollectionKey, ContentOutline, Look, Member, PassageCosine, Posting, Server};
pub use questions::{
    NewQuestion, NewQuestions, Origin, PassageQuestions, Question, QuestionCount, QuestionFilter, RunReport,
};
pub use queue::{MAX_ATTEMPTS, Places};
pub use recognised::RecognisedPage;
pub use runs::{Run, RunKind};
pub use storing::{NewContent, NewPassage};
pub use tables::{RowPlace, StoredTable};
pub use terms::{JOINED, Occurrence, Outline, SENTENCE, TermPositions, occurrences};
#[cfg(feature = "test-documents")]
pub use test_documents::TestDocument;
pub use types::{
    AnnotationId, CollectionId, ContentId, DocumentId, FeedbackId, GenerationId, GridId, GridQuestionId, JobId,
    Judgement, NewVectors, OtherJudgement, PassageId, Problem, QuestionId, RunId, Vectors,
};

type Result<T> = std::result::Result<T, Error>;
