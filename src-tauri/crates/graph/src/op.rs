//! The operators our graphs are made of, a small subset of ONNX opset 20. Not their shapes (`operators`).

use crate::shape::Element;

/// One ONNX operator with its attributes. Inputs are listed by the node that holds it.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// `a + b`, broadcast.
    Add,
    /// `a − b`, broadcast.
    Sub,
    /// `a · b` element by element, broadcast.
    Mul,
    /// `a / b`, broadcast.
    Div,
    /// The larger of `a` and `b`, broadcast.
    Max,
    /// Square root.
    Sqrt,
    /// `max(x, 0)`.
    Relu,
    /// Hyperbolic tangent.
    Tanh,
    /// Gaussian error linear unit (Hendrycks & Gimpel 2016): exact, or its tanh approximation.
    Gelu {
        /// Use the tanh approximation ("gelu_new").
        tanh: bool,
    },
    /// Matrix product over the last two axes, the others broadcast.
    MatMul,
    /// Softmax over the last axis.
    Softmax,
    /// Layer normalisation over the last axis, with scale and bias as second and third input.
    LayerNormalization {
        /// Added to the variance.
        epsilon: f32,
    },
    /// Axes in a new order.
    Transpose {
        /// New axis `i` is old axis `order[i]`.
        order: Vec<i64>,
    },
    /// New shape given by the second input; 0 keeps an axis.
    Reshape,
    /// Axes of length 1 put in where the second input says.
    Unsqueeze,
    /// Rows of the first input picked by the second.
    Gather,
    /// `x[start..end]` along the axes given by the further inputs.
    Slice,
    /// Length of one axis, as a vector of one element.
    Shape {
        /// The axis.
        axis: i64,
    },
    /// Sum over the axes given by the second input, which are kept with length 1.
    ReduceSum,
    /// Another element type.
    Cast {
        /// The new type.
        to: Element,
    },
}

impl Op {
    /// Its name in ONNX.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Add => "Add",
            Self::Sub => "Sub",
            Self::Mul => "Mul",
            Self::Div => "Div",
            Self::Max => "Max",
            Self::Sqrt => "Sqrt",
            Self::Relu => "Relu",
            Self::Tanh => "Tanh",
            Self::Gelu { .. } => "Gelu",
            Self::MatMul => "MatMul",
            Self::Softmax => "Softmax",
            Self::LayerNormalization { .. } => "LayerNormalization",
            Self::Transpose { .. } => "Transpose",
            Self::Reshape => "Reshape",
            Self::Unsqueeze => "Unsqueeze",
            Self::Gather => "Gather",
            Self::Slice => "Slice",
            Self::Shape { .. } => "Shape",
            Self::ReduceSum => "ReduceSum",
            Self::Cast { .. } => "Cast",
        }
    }
}
