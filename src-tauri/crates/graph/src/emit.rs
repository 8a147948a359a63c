//! Writes a graph as an ONNX file. Parameters are declared as external data.

use prost::Message;

use crate::{Dim, Element, Graph, Node, Op, Origin, Shape, Tensor, Value, proto};

/// ONNX file format version.
const IR_VERSION: i64 = 10;
/// Operator set; the first with `Gelu`.
const OPSET: i64 = 20;
/// `AttributeProto.AttributeType`.
const FLOAT: i32 = 1;
const INT: i32 = 2;
const STRING: i32 = 3;
const INTS: i32 = 7;
/// `TensorProto.DataLocation.EXTERNAL`.
const EXTERNAL: i32 = 1;

impl Graph {
    /// The graph as an ONNX model without weights. Each parameter is an initialiser with external data, in a file of its
    /// own name. There are no such files: the session must receive their bytes.
    pub fn to_onnx(&self) -> Vec<u8> {
        let model = proto::Model {
            ir_version: IR_VERSION,
            producer_name: "pincite".to_owned(),
            graph: Some(self.to_proto()),
            opset_import: vec![proto::OperatorSet { domain: String::new(), version: OPSET }],
        };
        model.encode_to_vec()
    }

    fn to_proto(&self) -> proto::Graph {
        proto::Graph {
            name: "pincite".to_owned(),
            node: self.nodes().iter().map(|node| self.node_proto(node)).collect(),
            initializer: self.parameters().chain(self.constants()).map(initialiser).collect(),
            input: self.inputs().map(value_info).collect(),
            output: self.outputs().map(value_info).collect(),
        }
    }

    fn node_proto(&self, node: &Node) -> proto::Node {
        let name = |value: &Value| self.tensor(*value).name.clone();
        proto::Node {
            input: node.inputs.iter().map(name).collect(),
            output: vec![name(&node.output)],
            name: name(&node.output),
            op_type: node.op.name().to_owned(),
            attribute: attributes(&node.op),
        }
    }
}

fn attributes(op: &Op) -> Vec<proto::Attribute> {
    match op {
        Op::Gelu { tanh: true } => vec![string("approximate", "tanh")],
        Op::LayerNormalization { epsilon } => vec![float("epsilon", *epsilon)],
        Op::Transpose { order } => vec![integers("perm", order)],
        Op::LogSoftmax => vec![integer("axis", -1)],
        Op::Shape { start, end } => vec![integer("start", *start), integer("end", *end)],
        Op::Concat => vec![integer("axis", 0)],
        Op::ScatterAdd => vec![string("reduction", "add")],
        Op::Cast { to } => vec![integer("to", i64::from(element_code(*to)))],
        _ => Vec::new(),
    }
}

fn float(name: &str, value: f32) -> proto::Attribute {
    proto::Attribute { name: name.to_owned(), kind: FLOAT, f: Some(value), ..Default::default() }
}

fn integer(name: &str, value: i64) -> proto::Attribute {
    proto::Attribute { name: name.to_owned(), kind: INT, i: Some(value), ..Default::default() }
}

fn integers(name: &str, values: &[i64]) -> proto::Attribute {
    proto::Attribute { name: name.to_owned(), kind: INTS, ints: values.to_vec(), ..Default::default() }
}

fn string(name: &str, value: &str) -> proto::Attribute {
    proto::Attribute { name: name.to_owned(), kind: STRING, s: Some(value.into()), ..Default::default() }
}

/// `TensorProto.DataType`.
fn element_code(element: Element) -> i32 {
    match element {
        Element::F32 => 1,
        Element::I64 => 7,
        Element::Bool => 9,
    }
}

fn initialiser(tensor: &Tensor) -> proto::Tensor {
    let raw_data = match &tensor.origin {
        Origin::Floats(values) => Some(values.iter().flat_map(|v| v.to_le_bytes()).collect()),
        Origin::Integers(values) => Some(values.iter().flat_map(|v| v.to_le_bytes()).collect()),
        Origin::Input | Origin::Parameter | Origin::Node(_) => None,
    };
    let external = raw_data.is_none();
    let location = proto::Entry { key: "location".to_owned(), value: tensor.name.clone() };
    proto::Tensor {
        dims: tensor.shape.known().unwrap_or_default(),
        data_type: element_code(tensor.element),
        name: tensor.name.clone(),
        raw_data,
        external_data: if external { vec![location] } else { Vec::new() },
        data_location: if external { EXTERNAL } else { 0 },
    }
}

fn value_info(tensor: &Tensor) -> proto::ValueInfo {
    let shape = Some(proto::Dims { dim: dimensions(&tensor.shape) });
    let kind = proto::TensorType { element: element_code(tensor.element), shape };
    proto::ValueInfo { name: tensor.name.clone(), kind: Some(proto::Type { tensor: Some(kind) }) }
}

fn dimensions(shape: &Shape) -> Vec<proto::Dimension> {
    let length = |dim: &Dim| match dim {
        Dim::Fixed(length) => proto::Length::Fixed(*length),
        Dim::Named(name) => proto::Length::Named((*name).to_owned()),
    };
    shape.0.iter().map(|dim| proto::Dimension { length: Some(length(dim)) }).collect()
}
