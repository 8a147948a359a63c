//! The graph: values with types and shapes, and the nodes that make them, in an order in which they can be computed.
//!
//! Only a container. Operators with their shape rules are in `operators`, layers in `layers`.

use std::collections::{BTreeSet, HashSet};

use crate::op::Op;
use crate::shape::{Element, Shape};

/// Handle of a value in the graph that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub(crate) u32);

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// Given at every run.
    Input,
    /// A weight, given once when a session is opened.
    Parameter,
    /// Floats written into the graph.
    Floats(Vec<f32>),
    /// Integers written into the graph.
    Integers(Vec<i64>),
    /// Output of the node with this index.
    Node(usize),
}

/// What is known of a value before the graph is run.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Name in the ONNX file; for a parameter the key in `model.safetensors`.
    pub name: String,
    /// Type of its elements.
    pub element: Element,
    /// Its axes.
    pub shape: Shape,
    /// Where it comes from.
    pub origin: Origin,
}

/// One application of an operator. Every operator we use has exactly one output.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What is computed.
    pub op: Op,
    /// From what.
    pub inputs: Vec<Value>,
    /// The result.
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

    /// Adds a weight of 32-bit floats, known by `name`; the same name again is the same value.
    pub fn parameter(&mut self, name: &str, lengths: &[i64]) -> Value {
        let known = self.tensors.iter().position(|t| t.origin == Origin::Parameter && t.name == name);
        match known {
            Some(index) => Value(index as u32),
            None => self.push(Tensor {
                name: name.to_owned(),
                element: Element::F32,
                shape: Shape::fixed(lengths),
                origin: Origin::Parameter,
            }),
        }
    }

    /// From now on the weights for which `chosen` says so are given at every run; returns them in the order added.
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

    /// Adds a scalar written into the graph.
    pub fn scalar(&mut self, value: f32) -> Value {
        self.constant(Element::F32, Shape::default(), Origin::Floats(vec![value]))
    }

    /// Adds a vector of integers written into the graph: axes, shapes, bounds.
    pub fn integers(&mut self, values: &[i64]) -> Value {
        self.constant(Element::I64, Shape::fixed(&[values.len() as i64]), Origin::Integers(values.to_vec()))
    }

    fn constant(&mut self, element: Element, shape: Shape, origin: Origin) -> Value {
        let known = self.tensors.iter().position(|t| t.origin == origin && t.shape == shape);
        match known {
            Some(index) => Value(index as u32),
            None => self.push(Tensor { name: format!("constant_{}", self.tensors.len()), element, shape, origin }),
        }
    }

    /// Adds a node whose output has the type and shape given; the caller knows the operator's rules.
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

    /// Declares a value an output, under a name of its own.
    pub fn output(&mut self, name: &str, value: Value) {
        self.tensors[value.0 as usize].name = name.to_owned();
        self.outputs.push(value);
    }

    /// What is known of a value.
    pub fn tensor(&self, value: Value) -> &Tensor {
        &self.tensors[value.0 as usize]
    }

    /// The axes of a value.
    pub fn shape(&self, value: Value) -> &Shape {
        &self.tensor(value).shape
    }

    /// Number of values.
    pub(crate) fn len(&self) -> usize {
        self.tensors.len()
    }

    /// The nodes, each after those whose outputs it takes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The outputs, in the order declared.
    pub fn outputs(&self) -> impl Iterator<Item = &Tensor> {
        self.outputs.iter().map(|value| self.tensor(*value))
    }

    /// The inputs that anything is computed from, in the order added.
    pub fn inputs(&self) -> impl Iterator<Item = &Tensor> {
        self.used().filter(|t| t.origin == Origin::Input)
    }

    /// The weights that anything is computed from, in the order added: name and shape are what a session must be given.
    pub fn parameters(&self) -> impl Iterator<Item = &Tensor> {
        self.used().filter(|t| t.origin == Origin::Parameter)
    }

    /// The values written into the graph.
    pub fn constants(&self) -> impl Iterator<Item = &Tensor> {
        self.used().filter(|t| matches!(t.origin, Origin::Floats(_) | Origin::Integers(_)))
    }

    /// What nodes take, and the outputs.
    fn used(&self) -> impl Iterator<Item = &Tensor> {
        let used: HashSet<Value> =
            self.nodes.iter().flat_map(|node| &node.inputs).chain(&self.outputs).copied().collect();
        self.tensors.iter().zip(0..).filter(move |(_, at)| used.contains(&Value(*at))).map(|(tensor, _)| tensor)
    }

    /// Cuts the graph before its node number `at`. What the second half takes from the first is an output there, behind
    /// those declared, and an input here, of the same name; names of floats get a prefix.
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
