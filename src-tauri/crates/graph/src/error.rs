//! Errors of building a graph.

/// Why a graph could not be built.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The configuration is not JSON, or lacks a field every BERT has.
    #[error("The model's config.json cannot be read: {0}. Fetch the model again or import another folder.")]
    Config(#[from] serde_json::Error),
    /// The configuration has a setting that is not supported.
    #[error("The model's config.json asks for {what} = {value}, which is not supported. Supported: {supported}.")]
    Unsupported {
        /// The field of config.json.
        what: &'static str,
        /// Its value in the file.
        value: String,
        /// The supported values, in words.
        supported: &'static str,
    },
    /// The sizes in the configuration contradict each other.
    #[error("The shapes {left} and {right} do not fit in {operator}; the sizes in config.json contradict each other.")]
    Shape {
        /// ONNX name of the operator.
        operator: &'static str,
        /// Shape of the first operand.
        left: String,
        /// Shape of the second operand.
        right: String,
    },
    /// A training graph needs the gradient of an operator that has none here.
    #[error("There is no gradient of {what}; this kind of model cannot be tuned. Choose another base model.")]
    NoGradient {
        /// The operator or value.
        what: String,
    },
}

impl Error {
    /// Stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Config(_) => "graph.config",
            Self::Unsupported { .. } => "graph.unsupported",
            Self::Shape { .. } => "graph.shape",
            Self::NoGradient { .. } => "graph.no_gradient",
        }
    }
}
