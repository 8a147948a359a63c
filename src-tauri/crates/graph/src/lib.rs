//! Builds neural networks as ONNX graphs from a model's configuration.
//!
//! A [`Graph`] is a list of operators over values with known types and shapes. [`bert::encoder`] builds one from a
//! Hugging Face `config.json`. [`Graph::to_onnx`] encodes it for ONNX Runtime. Graphs name weights and their shapes but
//! do not hold them: the crate `models` supplies them, and runs the graphs.
//!
//! ```
//! use pincite_graph::{Pooling, bert};
//!
//! let config = bert::Config::from_json(
//!     r#"{"model_type": "bert", "vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
//!         "intermediate_size": 64, "hidden_act": "gelu", "max_position_embeddings": 64, "type_vocab_size": 2,
//!         "layer_norm_eps": 1e-12}"#,
//! )?;
//! let graph = bert::encoder(&config, Pooling::Mean, true)?;
//! assert_eq!(graph.parameters().count(), 37);
//! assert!(!graph.to_onnx().is_empty());
//! # Ok::<(), pincite_graph::Error>(())
//! ```

pub mod bert;
mod builder;
mod emit;
mod error;
mod gradient;
mod layers;
mod operators;
mod proto;
mod shape;
pub mod training;

pub use builder::{Graph, Node, Op, Origin, Tensor, Value};
pub use error::Error;
pub use gradient::Seed;
pub use layers::Pooling;
pub use shape::{Dim, Element, Shape};
