//! Neural networks as ONNX graphs, written in Rust from a model's configuration. Not for running them.
