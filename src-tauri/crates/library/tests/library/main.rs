//! The library on real files: what it promises to keep, through kills, full disks and other processes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on should stop")]

mod collections;
mod durability;
mod jobs;
mod lifecycle;
mod opening;
mod phrases;
mod processes;
mod queries;
mod speed;
mod support;
mod upgrade;
mod vectors;
