//! Commands that adapt a search: `pincite tune`, `pincite questions` and `pincite mark`. Not for what adapting is.

mod asked;
mod follow;
pub(super) mod mark;
pub(super) mod questions;
pub(super) mod tune;

use super::{Context, pick};
