//! The catalogue of models, the installed models, and how to install one. Not for opening models (`Encoder`).
//!
//! A model is a folder `<home>/models/<name>`. One rename installs it completely, or not at all.

mod embedded;
mod fetch;
mod folder;
mod hub;
mod import;
mod kind;
mod manifest;
mod package;
mod staging;
mod status;

pub use kind::Kind;
pub use manifest::{Catalogue, Entry, ModelFile, Source};
pub use staging::Fetching;
pub use status::{Hashes, ModelStatus, State};
