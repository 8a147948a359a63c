//! The durable store: one SQLite file with collections, documents, passages, terms, vectors, questions, jobs and tuning
//! runs.
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
//! while let Some(job) = library.claim_next().await? {
//!     library.finish_job(job.id).await?;
//! }
//! # Ok(())
//! # }
//! ```

mod activation;
mod annotations;
mod asked;
mod codec;
mod collections;
mod connection;
mod contents;
mod documents;
mod error;
mod escaping;
mod feedback;
mod files;
mod folders;
#[cfg(test)]
mod full_disk;
mod generations;
mod grids;
mod jobs;
mod locks;
mod make;
mod naming;
mod open;
mod passages;
mod paths;
mod placing;
mod questions;
mod queue;
mod recognised;
mod revision;
mod storing;
mod tags;
mod terms;
mod token_embeddings;
mod tuning;
mod types;
mod vectors;

pub use annotations::{Annotation, AnnotationBox, Colour, NewAnnotation};
pub use asked::AskedQuestion;
pub use collections::Collection;
pub use contents::{Content, PageMeta};
pub use documents::{Document, Recognition, SkippedPage, Status};
pub use error::Error;
pub use escaping::{escaped, escaped_name, escaped_path};
pub use feedback::{Feedback, Mark};
pub use files::{ListedFile, Sighting};
pub use folders::WatchedFolder;
pub use generations::{Generation, GenerationStats, NewGeneration};
pub use grids::{CellPlace, Grid, GridCell, GridQuestion, Judgement, NewGridCell, NewGridQuestion};
pub use jobs::{Job, JobState, Task};
pub use naming::is_title;
pub use open::Library;
pub use passages::StoredPassage;
pub use placing::{FileVersion, Placement};
pub use questions::{
    NewQuestion, NewQuestions, Origin, PassageQuestions, Question, QuestionCount, QuestionFilter, RunReport,
};
pub use queue::MAX_ATTEMPTS;
pub use recognised::RecognisedPage;
pub use revision::Revision;
pub use storing::{NewContent, NewPassage, NewVectors};
pub use terms::{ContentTerms, Scope};
pub use tuning::{RunKind, TuningRun};
pub use types::{
    AnnotationId, CollectionId, ContentHash, ContentId, DocumentId, FeedbackId, GenerationId, GridId, GridQuestionId,
    JobId, PassageId, Problem, QuestionId, TuningRunId,
};
pub use vectors::Vectors;

type Result<T> = std::result::Result<T, Error>;
