//! The models known by name, those installed, and how one becomes the other. Not for opening them (`Encoder`).
//!
//! A model is a folder `<home>/models/<name>`. It appears there whole, by one rename, or not at all.

mod fetch;
mod folder;
mod hub;
mod import;
mod manifest;
mod package;
mod staging;
mod status;

pub(crate) use import::kind;
pub use manifest::{Catalogue, Entry, Kind, ModelFile, Source};
pub use staging::Fetching;
pub use status::{Hashes, ModelStatus, State};
