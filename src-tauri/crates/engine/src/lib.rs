//! The façade: what the desktop and the command line both call.
//!
//! It opens a library, runs durable jobs, watches folders and answers questions, in terms of the crates before it. It is
//! not for presentation: it returns data and emits events, and never prints or draws.
//!
//! A file's way: [`Engine::add`] lists it (`documents`) → `work` takes the job → `ingest` hashes, reads, splits, embeds
//! (`embed`, `encoders`) and stores it. A question's way: [`Engine::ask`] (`ask`) → the collection in memory
//! (`indexes`) → hits. An encoder is adapted: [`Engine::start_tuning`] (`tuning`), from what was marked (`marks`) and from
//! `questions`; another one takes over: [`Engine::activate`] (`generations`). A page's way: [`Engine::page`] (`viewer`, `paint`). Watched
//! folders: `watch` sees, `following` acts.

mod ask;
mod closing;
mod collections;
mod disk_space;
mod documents;
mod embed;
mod encoders;
mod engine;
mod error;
mod files;
mod following;
mod generations;
mod hits;
mod home;
mod incomplete;
mod indexes;
mod ingest;
mod log;
mod marks;
mod measure;
mod models;
mod output;
mod paint;
mod progress;
mod questions;
mod recent;
mod report;
mod rerankers;
mod tuning;
mod viewer;
mod watch;
mod work;

pub use closing::interrupted;
pub use documents::Adding;
pub use engine::{Engine, Options};
pub use error::Error;
pub use home::Home;
pub use ingest::SPLITTING;
pub use log::start_log;
pub use output::Output;
pub use pincite_library::{escaped, escaped_path};
pub use questions::QuestionWriter;
