//! The façade: what the desktop and the command line both call.
//!
//! It opens a library, runs durable jobs, watches folders and answers questions, in terms of the crates before it. It is
//! not for presentation: it returns data and emits events, and never prints or draws.
//!
//! A file's way: [`Engine::add`] lists it (`files`) → `work` takes the job → `files` reads, splits, embeds and stores it.
//! A question's way: [`Engine::ask`] (`search`) → the first order → the final one. A page's way: [`Engine::page`]
//! (`pages`), with what a person selects there. A list of questions asked of each document: `grids`. The search is adapted
//! by another crate ([`Engine::adapt`]).
//!
//! `engine` holds the parts, which do not know it. Its methods are in the folders.

mod backup;
mod bundles;
mod claims;
mod copying;
mod doctor;
mod engine;
mod error;
mod files;
mod grids;
mod key_store;
mod models;
mod output;
mod pages;
mod place;
mod report;
mod search;
mod sharing;
mod work;

pub use backup::{BackedUp, Restored, restore};
pub use bundles::Bundled;
pub use copying::Copied;
pub use doctor::Salvage;
pub use engine::{Engine, Options};
pub use error::Error;
pub use files::{Adding, SPLITTING, languages, samples};
pub use grids::question_lists;
pub use key_store::keep_password;
pub use output::Output;
pub use pages::{Link, LinkTaker, hand_over};
pub use pincite_library::{Look, escaped, escaped_path};
pub use pincite_models::Home;
pub use pincite_search::{citation_in, quote_in};
pub use place::{choose_library, choose_own_library, chosen_library};
pub use report::start_log;
pub use search::SearchedDocument;
pub use work::{end, interrupted};
