//! The library on real files: what it promises to keep, through kills, full disks and other processes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on should stop")]

/// Whether the library of a test is on a server; see `tests/postgres`.
const IS_SHARED: bool = false;

mod annotations;
mod asked;
mod backup;
mod bundles;
mod checking;
mod collections;
mod damage;
mod durability;
mod feedback;
mod generations;
mod grids;
mod jobs;
mod languages;
mod lifecycle;
mod names_and_tags;
mod opening;
mod processes;
mod queries;
mod questions;
mod queue_states;
mod recognised;
mod runs;
#[allow(dead_code, reason = "a server is killed in `tests/postgres` only")]
mod server;
mod speed;
mod support;
mod switching;
mod tables;
mod terms;
mod upgrade;
mod vectors;
