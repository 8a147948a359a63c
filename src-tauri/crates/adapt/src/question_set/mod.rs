//! The questions of a collection: generated (`generating`), made and changed by people (`editing`), listed, suggested,
//! imported and exported (`exchange`). Not for writing and filtering them (`questions`), nor for adapting to them (`runs`).

mod editing;
mod exchange;
mod generating;
mod listing;
mod plan;
mod session;
mod suggesting;
mod writer;

pub use exchange::QuestionExport;
pub(crate) use exchange::read_lines;
pub(crate) use generating::{QuestionRun, Scope};
pub use writer::QuestionWriter;
pub(crate) use writer::{find as find_writer, prompt_of};

use crate::Adapt;
use pincite_api::Origin;
use pincite_library as library;

/// The questions in the library; see [`Adapt::questions`]. Errors are of the library where nothing else is said: what is
/// meant is not there, or its document is not ready.
#[derive(Clone, Copy)]
pub struct Questions<'a>(&'a Adapt);

impl Adapt {
    /// Questions about passages.
    pub fn questions(&self) -> Questions<'_> {
        Questions(self)
    }
}

/// The library's word for where a question comes from.
fn stored(origin: Origin) -> library::Origin {
    match origin {
        Origin::Generator => library::Origin::Generator,
        Origin::Import => library::Origin::Import,
        Origin::Person => library::Origin::Person,
    }
}

/// The other way round.
fn told(origin: library::Origin) -> Origin {
    match origin {
        library::Origin::Generator => Origin::Generator,
        library::Origin::Import => Origin::Import,
        library::Origin::Person => Origin::Person,
    }
}
