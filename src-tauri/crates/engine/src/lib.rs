//! The façade: what the desktop and the command line both call.
//!
//! It opens a library, runs durable jobs, watches folders and answers questions, in terms of the rooms before it. It is
//! not for presentation: it returns data and emits events, and never prints or draws.

mod error;
mod files;
mod home;
mod progress;
pub mod view;
mod watch;

pub use error::Error;
pub use home::Home;
