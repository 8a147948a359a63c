//! One method per operator: appends a node with the shape of its output.

use crate::{Dim, Element, Error, Graph, Op, Shape, Value};

impl Graph {
    /// `a + b`, broadcast.
    pub fn add(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        self.elementwise(Op::Add, a, b)
    }

    /// `a − b`, broadcast.
    pub fn sub(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        self.elementwise(Op::Sub, a, b)
    }

    /// `a · b` element by element, broadcast.
    pub fn mul(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        self.elementwise(Op::Mul, a, b)
    }

    /// `a / b`, broadcast.
    pub fn div(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        self.elementwise(Op::Div, a, b)
    }

    /// 1 where `a > b`, else 0, as floats, broadcast.
    pub fn greater(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        let shape = self.broadcast("Greater", a, b)?;
        let truth = self.node(Op::Greater, &[a, b], Element::Bool, shape);
        Ok(self.cast(truth, Element::F32))
    }

    /// The larger of the two, broadcast.
    pub fn max(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        self.elementwise(Op::Max, a, b)
    }

    fn elementwise(&mut self, op: Op, a: Value, b: Value) -> Result<Value, Error> {
        let shape = self.broadcast(op.name(), a, b)?;
        let element = self.tensor(a).element;
        Ok(self.node(op, &[a, b], element, shape))
    }

    fn broadcast(&self, operator: &'static str, a: Value, b: Value) -> Result<Shape, Error> {
        self.shape(a).broadcast(self.shape(b)).ok_or_else(|| self.misfit(operator, a, b))
    }

    /// An operator that changes neither type nor shape: `Neg`, `Sqrt`, `Exp`, `Erf`, `Relu`, `Tanh`, `Gelu`, `Softmax`…
    pub fn unary(&mut self, op: Op, x: Value) -> Value {
        let shape = self.shape(x).clone();
        self.node(op, &[x], self.tensor(x).element, shape)
    }

    /// Converts the element type.
    pub fn cast(&mut self, x: Value, to: Element) -> Value {
        let shape = self.shape(x).clone();
        self.node(Op::Cast { to }, &[x], to, shape)
    }

    /// Matrix product over the last two axes: […, n, k] · […, k, m] → […, n, m].
    pub fn matmul(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        let shape = matmul_shape(self.shape(a), self.shape(b)).ok_or_else(|| self.misfit("MatMul", a, b))?;
        Ok(self.node(Op::MatMul, &[a, b], Element::F32, shape))
    }

    /// Permutes the axes: new axis `i` is old axis `order[i]`.
    pub fn transpose(&mut self, x: Value, order: &[i64]) -> Value {
        let shape = Shape(order.iter().map(|axis| self.shape(x).0[*axis as usize]).collect());
        self.node(Op::Transpose { order: order.to_vec() }, &[x], self.tensor(x).element, shape)
    }

    /// Reshapes. A named axis must keep its position.
    pub fn reshape(&mut self, x: Value, shape: &Shape) -> Result<Value, Error> {
        let mut lengths = Vec::with_capacity(shape.rank());
        for (axis, dim) in shape.0.iter().enumerate() {
            lengths.push(match dim {
                Dim::Fixed(length) => *length,
                Dim::Named(_) if self.shape(x).0.get(axis) == Some(dim) => 0,
                Dim::Named(_) => return Err(mismatch("Reshape", self.shape(x), shape)),
            });
        }
        let lengths = self.integers(&lengths);
        Ok(self.node(Op::Reshape, &[x, lengths], self.tensor(x).element, shape.clone()))
    }

    /// Inserts an axis of length 1 as axis `axis`.
    pub fn unsqueeze(&mut self, x: Value, axis: usize) -> Value {
        let mut shape = self.shape(x).clone();
        shape.0.insert(axis, Dim::Fixed(1));
        let axes = self.axes(&[axis]);
        self.node(Op::Unsqueeze, &[x, axes], self.tensor(x).element, shape)
    }

    /// Removes axes of length 1.
    pub fn squeeze(&mut self, x: Value, axes: &[usize]) -> Value {
        let kept = self.shape(x).0.iter().enumerate().filter(|(axis, _)| !axes.contains(axis));
        let shape = Shape(kept.map(|(_, dim)| *dim).collect());
        let axes = self.axes(axes);
        self.node(Op::Squeeze, &[x, axes], self.tensor(x).element, shape)
    }

    /// Reshapes to the shape of another value.
    pub fn reshape_like(&mut self, x: Value, like: Value) -> Value {
        let shape = self.shape(like).clone();
        let lengths = self.lengths(like, 0, shape.rank());
        self.node(Op::Reshape, &[x, lengths], self.tensor(x).element, shape)
    }

    /// Merges all axes but the last into one, called `name`: […, width] → [name, width].
    pub fn rows(&mut self, x: Value, name: &'static str) -> Value {
        let last = self.shape(x).rank().saturating_sub(1);
        let shape = Shape([Dim::Named(name)].into_iter().chain(self.shape(x).0.last().copied()).collect());
        let all = self.integers(&[-1]);
        let width = self.lengths(x, last, last + 1);
        let lengths = self.node(Op::Concat, &[all, width], Element::I64, Shape::fixed(&[2]));
        self.node(Op::Reshape, &[x, lengths], self.tensor(x).element, shape)
    }

    /// Broadcasts `x` to the shape of `like`.
    pub fn expand(&mut self, x: Value, like: Value) -> Value {
        let shape = self.shape(like).clone();
        let lengths = self.lengths(like, 0, shape.rank());
        self.node(Op::Expand, &[x, lengths], self.tensor(x).element, shape)
    }

    /// A constant tensor with one number, in a shape known now.
    pub fn filled(&mut self, number: f32, lengths: &[i64]) -> Value {
        let number = self.scalar(number);
        let shape = self.integers(lengths);
        self.node(Op::Expand, &[number, shape], Element::F32, Shape::fixed(lengths))
    }

    /// Lengths of the axes `start..end`, as a vector of integers.
    pub fn lengths(&mut self, x: Value, start: usize, end: usize) -> Value {
        match Shape(self.shape(x).0[start..end].to_vec()).known() {
            Some(lengths) => self.integers(&lengths),
            None => {
                let op = Op::Shape { start: start as i64, end: end as i64 };
                self.node(op, &[x], Element::I64, Shape::fixed(&[(end - start) as i64]))
            }
        }
    }

    /// Adds `rows` […, width] to the rows of `table` [n, width] with these `indices` […].
    pub fn scatter_add(&mut self, table: Value, indices: Value, rows: Value) -> Value {
        let places = self.unsqueeze(indices, self.shape(indices).rank());
        let shape = self.shape(table).clone();
        self.node(Op::ScatterAdd, &[table, places, rows], Element::F32, shape)
    }

    /// Pads `x` with zeros along `axis` to the length of `like`. It starts at `start`, a vector of one integer.
    pub fn pad_like(&mut self, x: Value, like: Value, axis: usize, start: Value, end: Value) -> Result<Value, Error> {
        let length = self.lengths(like, axis, axis + 1);
        let behind = self.sub(length, end)?;
        let pads = self.node(Op::Concat, &[start, behind], Element::I64, Shape::fixed(&[2]));
        let zero = self.scalar(0.0);
        let axes = self.axes(&[axis]);
        let mut shape = self.shape(x).clone();
        shape.0[axis] = self.shape(like).0[axis];
        Ok(self.node(Op::Pad, &[x, pads, zero, axes], Element::F32, shape))
    }

    fn axes(&mut self, axes: &[usize]) -> Value {
        let axes: Vec<i64> = axes.iter().map(|axis| *axis as i64).collect();
        self.integers(&axes)
    }

    /// Rows of `table` [n, width] with the indices `indices` […] → […, width].
    pub fn gather(&mut self, table: Value, indices: Value) -> Value {
        let mut shape = self.shape(indices).clone();
        shape.0.extend(self.shape(table).0.iter().skip(1));
        self.node(Op::Gather, &[table, indices], self.tensor(table).element, shape)
    }

    /// The first rows of `table`, as many as `like` has along `axis`.
    pub fn first_rows_like(&mut self, table: Value, like: Value, axis: usize) -> Value {
        let mut shape = self.shape(table).clone();
        shape.0[0] = self.shape(like).0[axis];
        let end = self.lengths(like, axis, axis + 1);
        let zero = self.integers(&[0]);
        self.node(Op::Slice, &[table, zero, end, zero], self.tensor(table).element, shape)
    }

    /// Element `index` along `axis`, which keeps length 1.
    pub fn pick(&mut self, x: Value, axis: usize, index: i64) -> Value {
        let mut shape = self.shape(x).clone();
        shape.0[axis] = Dim::Fixed(1);
        let start = self.integers(&[index]);
        let end = self.integers(&[index + 1]);
        let axes = self.integers(&[axis as i64]);
        self.node(Op::Slice, &[x, start, end, axes], self.tensor(x).element, shape)
    }

    /// Sum over some axes, which keep length 1.
    pub fn reduce_sum(&mut self, x: Value, axes: &[usize]) -> Value {
        self.reduce(Op::ReduceSum, x, axes)
    }

    /// Mean over some axes, which keep length 1.
    pub fn reduce_mean(&mut self, x: Value, axes: &[usize]) -> Value {
        self.reduce(Op::ReduceMean, x, axes)
    }

    fn reduce(&mut self, op: Op, x: Value, axes: &[usize]) -> Value {
        let mut shape = self.shape(x).clone();
        for axis in axes {
            shape.0[*axis] = Dim::Fixed(1);
        }
        let axes = self.axes(axes);
        self.node(op, &[x, axes], self.tensor(x).element, shape)
    }

    /// Layer normalisation over the last axis (Ba, Kiros & Hinton 2016).
    pub fn layer_normalization(&mut self, x: Value, scale: Value, bias: Value, epsilon: f32) -> Result<Value, Error> {
        let shape = self.shape(x).clone();
        for weight in [scale, bias] {
            if self.shape(weight).rank() != 1 || self.shape(weight).0.last() != shape.0.last() {
                return Err(self.misfit("LayerNormalization", x, weight));
            }
        }
        Ok(self.node(Op::LayerNormalization { epsilon }, &[x, scale, bias], Element::F32, shape))
    }

    fn misfit(&self, operator: &'static str, a: Value, b: Value) -> Error {
        mismatch(operator, self.shape(a), self.shape(b))
    }
}

fn mismatch(operator: &'static str, left: &Shape, right: &Shape) -> Error {
    Error::Shape { operator, left: left.to_string(), right: right.to_string() }
}

fn matmul_shape(a: &Shape, b: &Shape) -> Option<Shape> {
    let rows = a.rank().checked_sub(2)?;
    let inner = b.rank().checked_sub(2)?;
    if a.0.last() != b.0.get(inner) {
        return None;
    }
    let columns = *b.0.last()?;
    let outer = Shape(a.0[..rows].to_vec()).broadcast(&Shape(b.0[..inner].to_vec()))?;
    Some(Shape(outer.0.into_iter().chain([a.0[rows], columns]).collect()))
}
