//! The façade: what the desktop and the command line both call.
//!
//! It opens a library, runs durable jobs, watches folders and answers questions, in terms of the crates before it. It is
//! not for presentation: it returns data and emits events, and never prints or draws.
//!
//! A file's way: [`Engine::add`] lists it (`documents`) → `work` takes the job → `ingest` hashes, reads, splits, embeds
//! and stores it. A question's way: [`Engine::ask`] (`ask`) → the collection in memory (`indexes`) → hits. A page's way:
//! [`Engine::page`] (`viewer`, `paint`). What a person selects there: `selection`, `annotations`. A list of questions asked
//! of each document: `grids`. Watched folders: `watch` sees, `following` acts. The search is adapted by another
//! crate ([`Engine::adapt`]).

mod annotations;
mod ask;
mod asked;
mod closing;
mod collections;
mod disk_space;
mod documents;
mod duplicates;
mod embed;
mod engine;
mod error;
mod export;
mod files;
mod find;
mod following;
mod grids;
mod handover;
mod highlighting;
mod hits;
mod incomplete;
mod indexes;
mod ingest;
mod links;
mod log;
mod measure;
mod missing;
mod models;
mod naming;
mod outline;
mod output;
mod paint;
mod pictures;
mod place_links;
mod progress;
mod recognise;
mod recognisers;
mod removing;
mod report;
mod rerankers;
mod samples;
mod selection;
mod viewer;
mod watch;
mod work;

pub use closing::{end, interrupted};
pub use documents::Adding;
pub use engine::{Engine, Options};
pub use error::Error;
pub use grids::question_lists;
pub use handover::{LinkTaker, hand_over};
pub use ingest::SPLITTING;
pub use log::start_log;
pub use output::Output;
pub use pincite_library::{escaped, escaped_path};
pub use pincite_models::Home;
pub use samples::samples;
