//! The library on a PostgreSQL server that many people share: connecting, who is at work, and what the others changed.

mod connecting;
mod inserting;
mod listening;
mod workers;

pub(crate) use connecting::{Store, Transaction, is_address};
