//! The tests of the library again, on a server: what a library in a file promises, a shared one does.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on should stop")]

/// Whether the library of a test is on a server.
const IS_SHARED: bool = true;

#[path = "../library/annotations.rs"]
mod annotations;
#[path = "../library/asked.rs"]
mod asked;
#[path = "../library/collections.rs"]
mod collections;
mod copying;
mod crashes;
#[path = "../library/durability.rs"]
mod durability;
#[path = "../library/feedback.rs"]
mod feedback;
#[path = "../library/generations.rs"]
mod generations;
#[path = "../library/grids.rs"]
mod grids;
#[path = "../library/jobs.rs"]
mod jobs;
#[path = "../library/lifecycle.rs"]
mod lifecycle;
#[path = "../library/names_and_tags.rs"]
mod names_and_tags;
mod narrowing;
#[path = "../library/processes.rs"]
mod processes;
#[path = "../library/questions.rs"]
mod questions;
#[path = "../library/queue_states.rs"]
mod queue_states;
#[path = "../library/recognised.rs"]
mod recognised;
#[path = "../library/runs.rs"]
mod runs;
#[path = "../library/server.rs"]
mod server;
#[path = "../library/support.rs"]
mod support;
#[path = "../library/switching.rs"]
mod switching;
#[path = "../library/tables.rs"]
mod tables;
#[path = "../library/terms.rs"]
mod terms;
#[path = "../library/vectors.rs"]
mod vectors;
mod walls;
