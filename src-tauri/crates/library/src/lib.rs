//! The durable store: one SQLite file with collections, documents, passages, terms, vectors, questions, jobs and tuning runs.
//!
//! This room keeps things and gives them back; it is not for deciding anything: reading, splitting, analysing, embedding
//! and ranking are done by others. Two ideas explain the rest:
//!
//! - An [`Entry`] is one PDF in a collection, listed from the moment its path is queued; its [`EntryId`] never changes
//!   while it goes from waiting to ready. A [`Document`] is content, known by the hash of its bytes, shared by every
//!   entry that turned out to hold these bytes, and gone when no entry is left. So the user's list shows entries, and
//!   search works on documents; [`Library::entry`] and [`Library::entry_of`] lead from one to the other.
//! - Whatever belongs together is written in one transaction: a kill or a full disk leaves the state before it.
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
pub use files::{Listed, Sighting};
pub use folders::WatchedFolder;
pub use generations::{Generation, GenerationStats, NewGeneration};
pub use jobs::{Job, JobState, Task};
pub use open::Library;
pub use passages::StoredPassage;
pub use placing::{Placed, Seen};
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
