//! Runs neural networks in ONNX Runtime, with their tokenizers, and manages the model catalogue.
//!
//! [`Encoder`] computes vectors of texts, [`CrossEncoder`] scores a question with a passage, and [`Generator`] generates
//! texts. [`Home`] is the folder with the models, and [`runtime::start`] loads ONNX Runtime from it.
//!
//! [`Catalogue::import`] checks a model in a process with limits ([`Checker`]). Not for building graphs (the crate
//! `graph`), nor for ranking (the crate `search`).

mod catalogue;
mod check;
mod cross_encoder;
mod device;
mod embeddings;
mod encoder;
mod error;
mod files;
#[cfg(fuzzing)]
pub mod fuzzing;
mod generator;
mod home;
mod program;
pub mod runtime;
mod session;
mod settings;
mod tokenizer_rules;
mod tokens;
mod training;
mod tuned_writer;
mod weights;

pub use catalogue::{
    Catalogue, CheckedModel, Entry, Fetching, Hashes, Kind, Languages, ModelFile, ModelStatus, Source, State,
};
pub use check::{CHECK_ARGUMENT, CheckLimits, Checker, check_if_asked};
pub use cross_encoder::{AnswerSpan, CrossEncoder};
pub use device::{Device, Processor, may_have_gpu};
pub use embeddings::{Embeddings, Side, cosine};
pub use encoder::{Encode, Encoder, OnTexts};
pub use error::{Attempt, Error};
pub use generator::{Decoding, Generated, Generator, Search};
pub use home::{Home, sample_documents};
pub use program::{Array, Program};
pub use runtime::{Variable, set_environment, set_environment_with};
pub use session::{Initialisers, PairScore, Stop};
pub use tokens::TextPair;
pub use training::{Batch, IGNORED, Memory, Rates, Snapshot, Stepped, Trainee, Weight};
pub use tuned_writer::write_tuned;

type Result<T, E = Error> = std::result::Result<T, E>;
