//! ONNX Runtime sessions, tokenizers and the model catalogue.
//!
//! [`runtime::start`] loads the ONNX Runtime library, [`Encoder::open`] opens a folder in Hugging Face's layout, and
//! [`Encoder::embed`] makes vectors of texts; [`Generator::generate`] makes texts of texts. [`Catalogue::import`] tries a
//! model out in a process with limits ([`Checker`]). This room runs networks; it is not for building graphs (the room
//! before) nor for ranking (a room after).

mod batch;
mod catalogue;
mod check;
mod device;
mod embeddings;
mod encoder;
mod error;
mod family;
mod fingerprint;
#[cfg(fuzzing)]
pub mod fuzzing;
mod generator;
mod installation;
mod limits;
mod network;
mod placed;
mod program;
mod quantized;
pub mod runtime;
mod session;
mod settings;
mod silence;
mod states;
mod stop;
mod tokenizer_rules;
mod tokens;
mod training;
mod tuned;
mod weights;

pub use catalogue::{Catalogue, Entry, Fetching, Hashes, Kind, ModelFile, ModelStatus, Source, State};
pub use check::{CHECK_ARGUMENT, CheckLimits, Checker, check_if_asked};
pub use device::{Device, Side};
pub use embeddings::{Embeddings, cosine};
pub use encoder::Encoder;
pub use error::Error;
pub use generator::{Decoding, Generated, Generator, Search};
pub use program::{Array, Place, Program};
pub use quantized::{QueryToken, quantize};
pub use session::Initialisers;
pub use silence::silence;
pub use states::{EncodedPassages, Read, TokenStates};
pub use stop::Stop;
pub use training::{Batch, IGNORED, Memory, Rates, Snapshot, Stepped, Trainee, Weight};
pub use tuned::write_tuned;
