//! The graph under construction: values with types and shapes, and the nodes that compute them, in topological order. The
//! operators are a small subset of ONNX opset 20. `operators` adds the nodes and has their shape rules.

use std::collections::{BTreeSet, HashSet};

use crate::{Element, Shape};

/// Handle of a value in the graph that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub(crate) u32);

/// The source of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// An input of every run.
    Input,
    /// A weight, set once when a session is opened.
    Parameter,
    /// A constant of 32-bit floats, row by row.
    Floats(Vec<f32>),
    /// A constant of 64-bit integers, row by row.
    Integers(Vec<i64>),
    /// Output of the node with this index.
    Node(usize),
}

/// The static properties of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Name in the ONNX file; for a parameter the key in `model.safetensors`.
    pub name: String,
    /// Type of its elements.
    pub element: Element,
    /// Lengths of its axes.
    pub shape: Shape,
    /// Where it comes from: given, stored or computed.
    pub origin: Origin,
}

/// One application of an operator. Every operator we use has exactly one output.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it computes.
    pub op: Op,
    /// What it takes, in the order of the operator.
    pub inputs: Vec<Value>,
    /// The value that it computes.
    pub output: Value,
}

/// A computation with named inputs, parameters and outputs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    tensors: Vec<Tensor>,
    nodes: Vec<Node>,
    outputs: Vec<Value>,
}

impl Graph {
    /// A graph without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an input given at every run.
    pub fn input(&mut self, name: &str, element: Element, shape: Shape) -> Value {
        self.push(Tensor { name: name.to_owned(), element, shape, origin: Origin::Input })
    }

    /// Adds a weight of 32-bit floats. The same name again returns the same value.
    pub fn parameter(&mut self, name: &str, lengths: &[i64]) -> Value {
        if let Some(known) = self.tensors.iter().position(|t| t.origin == Origin::Parameter && t.name == name) {
            return Value(known as u32);
        }
        let shape = Shape::fixed(lengths);
        self.push(Tensor { name: name.to_owned(), element: Element::F32, shape, origin: Origin::Parameter })
    }

    /// Makes the weights that `chosen` selects inputs of every run. Returns them in the order added.
    pub fn free_parameters(&mut self, chosen: impl Fn(&str) -> bool) -> Vec<Value> {
        let mut freed = Vec::new();
        for (index, tensor) in self.tensors.iter_mut().enumerate() {
            if tensor.origin == Origin::Parameter && chosen(&tensor.name) {
                tensor.origin = Origin::Input;
                freed.push(Value(index as u32));
            }
        }
        freed
    }

    /// Adds a scalar constant.
    pub fn scalar(&mut self, value: f32) -> Value {
        self.constant(Element::F32, Shape::default(), Origin::Floats(vec![value]))
    }

    /// Adds a constant vector of integers: axes, shapes, bounds.
    pub fn integers(&mut self, values: &[i64]) -> Value {
        self.constant(Element::I64, Shape::fixed(&[values.len() as i64]), Origin::Integers(values.to_vec()))
    }

    fn constant(&mut self, element: Element, shape: Shape, origin: Origin) -> Value {
        if let Some(known) = self.tensors.iter().position(|t| t.origin == origin && t.shape == shape) {
            return Value(known as u32);
        }
        self.push(Tensor { name: format!("constant_{}", self.tensors.len()), element, shape, origin })
    }

    /// Adds a node with this output type and shape. The caller checks the operator's rules.
    pub(crate) fn node(&mut self, op: Op, inputs: &[Value], element: Element, shape: Shape) -> Value {
        let name = format!("{}_{}", op.name(), self.nodes.len());
        let output = self.push(Tensor { name, element, shape, origin: Origin::Node(self.nodes.len()) });
        self.nodes.push(Node { op, inputs: inputs.to_vec(), output });
        output
    }

    fn push(&mut self, tensor: Tensor) -> Value {
        self.tensors.push(tensor);
        Value((self.tensors.len() - 1) as u32)
    }

    /// Declares a value as an output with its own name.
    pub fn output(&mut self, name: &str, value: Value) {
        self.tensors[value.0 as usize].name = name.to_owned();
        self.outputs.push(value);
    }

    /// The static properties of a value.
    pub fn tensor(&self, value: Value) -> &Tensor {
        &self.tensors[value.0 as usize]
    }

    /// The axes of a value.
    pub fn shape(&self, value: Value) -> &Shape {
        &self.tensor(value).shape
    }

    pub(crate) fn len(&self) -> usize {
        self.tensors.len()
    }

    /// The nodes in topological order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The outputs, in the order declared.
    pub fn outputs(&self) -> impl Iterator<Item = &Tensor> {
        self.outputs.iter().map(|value| self.tensor(*value))
    }

    /// The inputs in use, in the order added.
    pub fn inputs(&self) -> impl Iterator<Item = &Tensor> {
        self.used().filter(|t| t.origin == Origin::Input)
    }

    /// The weights in use, in the order added. A session needs each by name and shape.
    pub fn parameters(&self) -> impl Iterator<Item = &Tensor> {
        self.used().filter(|t| t.origin == Origin::Parameter)
    }

    /// The constants in use, in the order added.
    pub fn constants(&self) -> impl Iterator<Item = &Tensor> {
        self.used().filter(|t| matches!(t.origin, Origin::Floats(_) | Origin::Integers(_)))
    }

    /// All values that a node takes, and the outputs.
    fn used(&self) -> impl Iterator<Item = &Tensor> {
        let taken = self.nodes.iter().flat_map(|node| &node.inputs).chain(&self.outputs);
        let used: BTreeSet<Value> = taken.copied().collect();
        used.into_iter().map(move |value| self.tensor(value))
    }

    /// Cuts the graph before node `at`. Values that the second half needs from the first become outputs of the first
    /// half, after the declared ones, and inputs of the second half. The names of floats get a prefix.
    pub(crate) fn cut(mut self, at: usize, prefix: &str) -> [Self; 2] {
        let made: HashSet<Value> = self.nodes[..at].iter().map(|node| node.output).collect();
        let taken = self.nodes[at..].iter().flat_map(|node| &node.inputs).filter(|value| made.contains(value));
        let taken: BTreeSet<Value> = taken.copied().collect();
        for value in &taken {
            let tensor = &mut self.tensors[value.0 as usize];
            if tensor.element == Element::F32 {
                tensor.name.insert_str(0, prefix);
            }
        }
        let mut second = Self { nodes: self.nodes.split_off(at), ..self.clone() };
        for value in &taken {
            second.tensors[value.0 as usize].origin = Origin::Input;
        }
        second.outputs.retain(|value| !made.contains(value));
        self.outputs.retain(|value| made.contains(value));
        self.outputs.extend(taken);
        [self, second]
    }
}

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
    /// `x` unchanged, under another name.
    Identity,
    /// `−x` element by element.
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
