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
    /// 1 where `a > b`, broadcast, as a truth value.
    Greater,
    /// `x`.
    Identity,
    /// `−x`.
    Neg,
    /// Square root.
    Sqrt,
    /// `e^x`.
    Exp,
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
    /// Matrix product over the last two axes, the others broadcast.
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
    /// Axes in a new order.
    Transpose {
        /// New axis `i` is old axis `order[i]`.
        order: Vec<i64>,
    },
    /// New shape given by the second input; 0 keeps an axis.
    Reshape,
    /// Axes of length 1 put in where the second input says.
    Unsqueeze,
    /// Axes of length 1 taken out where the second input says.
    Squeeze,
    /// Broadcast to the shape given by the second input.
    Expand,
    /// Vectors put one behind the other.
    Concat,
    /// Zeros put before and behind: second input how many of each, fourth input along which axes.
    Pad,
    /// Rows of the first input picked by the second.
    Gather,
    /// The first input with the rows of the third added where the second says (ONNX `ScatterND`, reduction "add").
    ScatterAdd,
    /// `x[start..end]` along the axes given by the further inputs.
    Slice,
    /// Lengths of the axes from `start` up to `end`, as a vector.
    Shape {
        /// The first axis.
        start: i64,
        /// The axis after the last.
        end: i64,
    },
    /// Sum over the axes given by the second input, which are kept with length 1.
    ReduceSum,
    /// Mean over the axes given by the second input, which are kept with length 1.
    ReduceMean,
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
            Self::Greater => "Greater",
            Self::Identity => "Identity",
            Self::Neg => "Neg",
            Self::Sqrt => "Sqrt",
            Self::Exp => "Exp",
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
