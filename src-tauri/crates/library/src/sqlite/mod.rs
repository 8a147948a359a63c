//! The library as one SQLite file: opening it, seals of its rows, checking, salvage, copies, and what other processes do with it.

mod backup;
mod bundle;
mod checking;
#[cfg(test)]
mod full_disk;
mod inserting;
mod locks;
mod migrating;
mod opening;
mod salvage;
mod sealing;
mod watching;

pub(crate) use bundle::is_bundle;
pub(crate) use locks::OpeningLock;
pub(crate) use opening::{Store, Transaction, options};
pub(crate) use sealing::RowHash;
pub(crate) use watching::watch;
