//! The operators of our graphs, a small subset of ONNX opset 20. Not for their shapes (`operators`).

use crate::shape::Element;

/// One ONNX operator with its attributes. The node lists its inputs.
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
    /// `a > b` as a boolean, broadcast.
    Greater,
    /// `x`.
    Identity,
    /// `−x`.
    Neg,
    /// Square root.
    Sqrt,
    /// `e^x`.
    Exp,
    /// Natural logarithm.
    Log,
    /// Gauss error function.
    Erf,
    /// `max(x, 0)`.
    Relu,
    /// Hyperbolic tangent.
    Tanh,
    /// Gaussian error linear unit (Hendrycks & Gimpel 2016): exact, or its tanh approximation.
    Gelu {
        /// Use the tanh approximation ("gelu_new").
        tanh: bool,
    },
    /// Matrix product over the last two axes; the others are broadcast.
    MatMul,
    /// Softmax over the last axis.
    Softmax,
    /// Logarithm of the softmax over the last axis.
    LogSoftmax,
    /// Layer normalisation over the last axis, with scale and bias as second and third input.
    LayerNormalization {
        /// Added to the variance.
        epsilon: f32,
    },
    /// Permutes the axes.
    Transpose {
        /// New axis `i` is old axis `order[i]`.
        order: Vec<i64>,
    },
    /// Reshapes to the second input; 0 keeps an axis.
    Reshape,
    /// Inserts axes of length 1 at the second input's positions.
    Unsqueeze,
    /// Removes axes of length 1 at the second input's positions.
    Squeeze,
    /// Broadcasts to the shape in the second input.
    Expand,
    /// Concatenates vectors.
    Concat,
    /// Pads with zeros: the second input says how many on each side, the fourth along which axes.
    Pad,
    /// Rows of the first input with the indices in the second.
    Gather,
    /// Adds the rows of the third input to the first at the second's indices (ONNX `ScatterND`, reduction "add").
    ScatterAdd,
    /// `x[start..end]`; the further inputs give bounds and axes.
    Slice,
    /// Lengths of the axes `start..end`, as a vector.
    Shape {
        /// The first axis.
        start: i64,
        /// The axis after the last.
        end: i64,
    },
    /// Sum over the axes in the second input, which keep length 1.
    ReduceSum,
    /// Mean over the axes in the second input, which keep length 1.
    ReduceMean,
    /// Converts the element type.
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
            Self::Greater => "Greater",
            Self::Identity => "Identity",
            Self::Neg => "Neg",
            Self::Sqrt => "Sqrt",
            Self::Exp => "Exp",
            Self::Log => "Log",
            Self::Erf => "Erf",
            Self::Relu => "Relu",
            Self::Tanh => "Tanh",
            Self::Gelu { .. } => "Gelu",
            Self::MatMul => "MatMul",
            Self::Softmax => "Softmax",
            Self::LogSoftmax => "LogSoftmax",
            Self::LayerNormalization { .. } => "LayerNormalization",
            Self::Transpose { .. } => "Transpose",
            Self::Reshape => "Reshape",
            Self::Unsqueeze => "Unsqueeze",
            Self::Squeeze => "Squeeze",
            Self::Expand => "Expand",
            Self::Concat => "Concat",
            Self::Pad => "Pad",
            Self::Gather => "Gather",
            Self::ScatterAdd => "ScatterND",
            Self::Slice => "Slice",
            Self::Shape { .. } => "Shape",
            Self::ReduceSum => "ReduceSum",
            Self::ReduceMean => "ReduceMean",
            Self::Cast { .. } => "Cast",
        }
    }
}
