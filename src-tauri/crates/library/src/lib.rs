//! The durable store: one SQLite file with collections, documents, passages, terms, vectors, questions, jobs and tuning
//! runs.
//!
//! It only stores and loads. Not for reading PDFs, splitting, analysing, embedding or ranking. Two ideas explain the
//! rest:
//!
//! - An [`Entry`] is one PDF in a collection. It is listed as soon as its path is queued, and its [`EntryId`] never
//!   changes. A [`Document`] is content, identified by the hash of its bytes. All entries with these bytes share it,
//!   and it is deleted with the last of them. Users see entries; search works on documents. [`Library::entry`] and
//!   [`Library::entry_of`] connect the two.
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
mod codec;
mod collections;
mod connection;
mod documents;
mod entries;
mod error;
mod feedback;
mod files;
mod folders;
#[cfg(test)]
mod full_disk;
mod generations;
mod jobs;
mod locks;
mod make;
mod open;
mod passages;
mod paths;
mod placing;
mod questions;
mod queue;
mod revision;
mod shown;
mod storing;
mod terms;
mod token_embeddings;
mod tuning;
mod types;
mod vectors;

pub use collections::Collection;
pub use documents::{Document, PageMeta};
pub use entries::{Entry, SkippedPage, Status};
pub use error::Error;
pub use feedback::{Feedback, Mark};
pub use files::{ListedFile, Sighting};
pub use folders::WatchedFolder;
pub use generations::{Generation, GenerationStats, NewGeneration};
pub use jobs::{Job, JobState, Task};
pub use open::Library;
pub use passages::StoredPassage;
pub use placing::{FileVersion, Placement};
pub use questions::{NewQuestion, Origin, PassageQuestions, Question, QuestionCount, QuestionFilter};
pub use queue::MAX_ATTEMPTS;
pub use revision::Revision;
pub use shown::{shown, shown_name, shown_path};
pub use storing::{NewDocument, NewPassage, NewVectors};
pub use terms::{DocumentTerms, Scope};
pub use tuning::{RunKind, TuningRun};
pub use types::{
    CollectionId, ContentHash, DocumentId, EntryId, FeedbackId, GenerationId, JobId, PassageId, Problem, QuestionId,
    TuningRunId,
};
pub use vectors::Vectors;

type Result<T> = std::result::Result<T, Error>;
