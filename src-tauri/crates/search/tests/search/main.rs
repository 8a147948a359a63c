//! The search, from a question to its citations. One program, because each one is linked again after every change.

mod agreement;
mod answers;
mod lists;
mod loading;
mod ranking;
mod reranking;
mod rows;
mod speed;
