//! The library on a PostgreSQL server that many people share: connecting, who is at work, and what the others changed. Who may see
//! what, who looked at what, and who said what of a table. And how the server narrows a large collection for a question.

mod connecting;
mod inserting;
mod judgements;
mod listening;
mod looks;
mod members;
mod narrowing;
mod workers;

pub(crate) use connecting::{Store, Transaction, is_address};
pub use looks::Look;
pub use members::{CollectionKey, Member};
pub use narrowing::{ContentOutline, PassageCosine, Posting, Server};
