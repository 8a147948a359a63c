//! Studies of Pincite's search and of adapting it, on the data sets of `pincite eval`. Nothing here is part of the product: it
//! holds the methods that lost, the baselines, and what it takes to measure them again.

pub mod adapt;
mod cached_encoder;
pub mod decoding;
pub mod joint_trainee;
pub mod keywords;
pub mod learning;
pub mod losses;
pub mod metrics;
mod optimiser;
pub mod pdf;
pub mod squad;
pub mod written;

pub use cached_encoder::CachedEncoder;

/// Whatever ends a study: it is printed and nothing more.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// Result of a study.
pub type Result<T> = std::result::Result<T, Error>;
