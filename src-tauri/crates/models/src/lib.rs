//! Runs neural networks in ONNX Runtime, with their tokenizers, and manages the model catalogue.
//!
//! [`Encoder`] computes vectors of texts, [`CrossEncoder`] scores a question with a passage, and [`Generator`] generates
//! texts. [`Home`] is the folder with the models, and [`runtime::start`] loads ONNX Runtime from it.
//!
//! [`Catalogue::import`] checks a model in a process with limits ([`Checker`]). Not for building graphs (the crate
//! `graph`), nor for ranking (the crate `search`).

mod batch;
mod catalogue;
mod check;
mod cross_encoder;
mod device;
mod embeddings;
mod encode;
mod encoder;
mod environment;
mod error;
mod fallback;
mod family;
mod file_names;
mod fingerprint;
#[cfg(fuzzing)]
pub mod fuzzing;
mod generator;
mod home;
mod installation;
mod joint_ranker;
mod limits;
mod model_folder;
mod network;
mod overrides;
mod program;
mod quantized;
pub mod runtime;
mod session;
mod settings;
mod states;
mod stop;
mod tokenizer_rules;
mod tokens;
mod training;
mod tuned;
mod tuned_writer;
mod weights;

pub use catalogue::{Catalogue, Entry, Fetching, Hashes, Kind, ModelFile, ModelStatus, Source, State};
pub use check::{CHECK_ARGUMENT, CheckLimits, Checker, check_if_asked};
pub use cross_encoder::CrossEncoder;
pub use device::{Device, Side, may_have_gpu};
pub use embeddings::{Embeddings, cosine};
pub use encode::{Encode, OnTexts};
pub use encoder::Encoder;
pub use environment::{Variable, set_environment, set_environment_with};
pub use error::{Attempt, Error};
pub use generator::{Decoding, Generated, Generator, Search};
pub use home::Home;
pub use installation::sample_documents;
pub use joint_ranker::JointRanker;
pub use pincite_graph::training::Loss;
pub use program::{Array, Processor, Program};
pub use quantized::{QueryToken, quantize};
pub use session::Initialisers;
pub use states::{EncodedPassages, EncodedQuestions, EncodedText, OnText, TokenStates};
pub use stop::Stop;
pub use training::{
    Batch, CrossTrainee, Group, IGNORED, JointTrainee, Memory, Rates, Selection, Snapshot, Stepped, Trainee, Weight,
};
pub use tuned_writer::write_tuned;
