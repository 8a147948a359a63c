//! Questions about passages: written by a program (`asking`), made and changed by people (`editing`), listed, suggested,
//! and carried in files (`exchange`). Not for judging them (the room `question`), nor for learning from them (`tuning`).

mod asking;
mod desk;
mod editing;
mod exchange;
mod listing;
mod pen;
mod plan;
mod suggesting;

pub(crate) use asking::{About, Asking};
pub use pen::Pen;
pub(crate) use pen::find as find_writer;

use pincite_library as library;
use pincite_question::Origin;

/// The library's word for where a question comes from.
fn stored(origin: Origin) -> library::Origin {
    match origin {
        Origin::Keywords => library::Origin::Keywords,
        Origin::Generator => library::Origin::Generator,
        Origin::Import => library::Origin::Import,
        Origin::Person => library::Origin::Person,
    }
}

/// The other way round.
fn told(origin: library::Origin) -> Origin {
    match origin {
        library::Origin::Keywords => Origin::Keywords,
        library::Origin::Generator => Origin::Generator,
        library::Origin::Import => Origin::Import,
        library::Origin::Person => Origin::Person,
    }
}
