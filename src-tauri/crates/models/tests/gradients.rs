//! The gradient of every operator, against finite differences of the operator run by ONNX Runtime.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

mod common;

use common::start;
use pincite_graph::{Dim, Element, Error, Graph, Op, Seed, Shape, Value};
use pincite_models::{Array, Initialisers, Processor, Program, Stop};

/// How far an input is moved to see what the output does; f32 leaves about 1e-4 of a difference.
const STEP: f32 = 1e-2;
const TOLERANCE: f32 = 5e-3;

/// Numbers between −1 and 1 that look random, the same every time.
fn numbers(count: usize, seed: u32) -> Vec<f32> {
    let mut state = seed.wrapping_mul(2_654_435_769).wrapping_add(1);
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn count(lengths: &[i64]) -> usize {
    lengths.iter().product::<i64>() as usize
}

fn shape(lengths: &[i64]) -> Vec<usize> {
    lengths.iter().map(|length| *length as usize).collect()
}

/// Named axes whose length is only known at run time, where a test wants them.
fn named(lengths: &[i64]) -> Shape {
    let names = ["batch", "length"];
    Shape(lengths.iter().enumerate().map(|(i, n)| if i < 2 { Dim::Named(names[i]) } else { Dim::Fixed(*n) }).collect())
}

/// Compares the gradient of `Σ c·f(x…)` with `(f(x+h) − f(x−h)) / 2h` for every element of every `x`.
fn check(what: &str, inputs: &[(Shape, Vec<i64>, Vec<f32>)], f: impl Fn(&mut Graph, &[Value]) -> Result<Value, Error>) {
    start();
    let mut graph = Graph::new();
    let names: Vec<String> = (0..inputs.len()).map(|i| format!("x{i}")).collect();
    let values: Vec<Value> =
        inputs.iter().zip(&names).map(|((shape, ..), name)| graph.input(name, Element::F32, shape.clone())).collect();
    let output = f(&mut graph, &values).expect("the operator accepts the shapes");
    let weights = graph.input("c", Element::F32, graph.shape(output).clone());
    // A value of its own: the gradient of a sum is the seed itself, and an output needs a name of its own.
    let one = graph.scalar(1.0);
    let seed = graph.mul(weights, one).expect("the same shape");
    let gradients = graph.gradients(&[Seed { value: output, adjoint: seed }], &values).expect("it has a gradient");
    graph.output("y", output);
    for (name, gradient) in names.iter().zip(gradients) {
        graph.output(&format!("d{name}"), gradient);
    }
    let program =
        Program::open(what, &graph, &Initialisers::default(), Processor::Cpu(1), "").expect("the graph opens");
    let stop = Stop::new().expect("the runtime is there");
    let run = |moved: &[Vec<f32>], c: &[f32], c_shape: &[usize]| {
        let mut arrays: Vec<Array> = inputs
            .iter()
            .zip(moved)
            .map(|((_, lengths, _), x)| Array::floats(&shape(lengths), x.clone()).expect("as many as the shape says"))
            .collect();
        arrays.push(Array::floats(c_shape, c.to_vec()).expect("as many as the shape says"));
        let names = names.iter().map(String::as_str).chain(["c"]);
        let given: Vec<(&str, &Array)> = names.zip(&arrays).collect();
        program
            .run(&given, &stop)
            .expect("the graph runs")
            .iter()
            .map(|a| a.to_floats().expect("floats"))
            .collect::<Vec<_>>()
    };
    let lengths = |value: &Dim| match value {
        Dim::Fixed(length) => *length,
        Dim::Named("batch") => inputs[0].1[0],
        Dim::Named(_) => inputs[0].1[1],
    };
    let c_lengths: Vec<i64> = graph.shape(output).0.iter().map(lengths).collect();
    let c = numbers(count(&c_lengths), 99);
    let c_shape = shape(&c_lengths);
    let start: Vec<Vec<f32>> = inputs.iter().map(|(.., x)| x.clone()).collect();
    let total = |y: &[f32]| y.iter().zip(&c).map(|(y, c)| f64::from(*y) * f64::from(*c)).sum::<f64>();
    let analytic = run(&start, &c, &c_shape);
    for (which, (.., x)) in inputs.iter().enumerate() {
        for index in 0..x.len() {
            let shifted = |by: f32| {
                let mut moved = start.clone();
                moved[which][index] += by;
                total(&run(&moved, &c, &c_shape)[0])
            };
            let numeric = ((shifted(STEP) - shifted(-STEP)) / f64::from(2.0 * STEP)) as f32;
            let ours = analytic[which + 1][index];
            assert!(
                (ours - numeric).abs() <= TOLERANCE * (1.0 + numeric.abs()),
                "{what}: by element {index} of input {which} it is {numeric}, the graph says {ours}"
            );
        }
    }
}

fn fixed(lengths: &[i64], seed: u32) -> (Shape, Vec<i64>, Vec<f32>) {
    (Shape::fixed(lengths), lengths.to_vec(), numbers(count(lengths), seed))
}

fn free(lengths: &[i64], seed: u32) -> (Shape, Vec<i64>, Vec<f32>) {
    (named(lengths), lengths.to_vec(), numbers(count(lengths), seed))
}

/// Away from zero, so that a quotient or a root is smooth.
fn positive((shape, lengths, x): (Shape, Vec<i64>, Vec<f32>)) -> (Shape, Vec<i64>, Vec<f32>) {
    (shape, lengths, x.into_iter().map(|x| x.abs() + 0.5).collect())
}

/// Away from the kink of `max(x, 0)`.
fn kinkless((shape, lengths, x): (Shape, Vec<i64>, Vec<f32>)) -> (Shape, Vec<i64>, Vec<f32>) {
    (shape, lengths, x.into_iter().map(|x| x + 0.1 * x.signum()).collect())
}

#[test]
fn sums_and_products_share_their_gradient_with_what_was_broadcast() {
    let long = free(&[2, 3, 4], 1);
    let row = fixed(&[4], 2);
    let column = free(&[2, 3], 3);
    check("Add", &[long.clone(), row.clone()], |g, x| g.add(x[0], x[1]));
    check("Sub", &[long.clone(), row.clone()], |g, x| g.sub(x[0], x[1]));
    check("Sub from a row", &[long.clone(), row.clone()], |g, x| g.sub(x[1], x[0]));
    check("Mul", &[long.clone(), row.clone()], |g, x| g.mul(x[0], x[1]));
    check("Mul by itself", std::slice::from_ref(&column), |g, x| g.mul(x[0], x[0]));
    check("Div", &[long.clone(), positive(row)], |g, x| g.div(x[0], x[1]));
    check("Max", &[fixed(&[3, 4], 4), fixed(&[3, 1], 5)], |g, x| g.max(x[0], x[1]));
    check("Places", &[free(&[2, 3, 4], 6), fixed(&[1, 4], 7)], |g, x| g.add(x[0], x[1]));
}

#[test]
fn functions_of_one_number() {
    let x = free(&[3, 5], 1);
    check("Neg", std::slice::from_ref(&x), |g, x| Ok(g.unary(Op::Neg, x[0])));
    check("Sqrt", &[positive(x.clone())], |g, x| Ok(g.unary(Op::Sqrt, x[0])));
    check("Exp", std::slice::from_ref(&x), |g, x| Ok(g.unary(Op::Exp, x[0])));
    check("Log", &[positive(x.clone())], |g, x| Ok(g.unary(Op::Log, x[0])));
    check("Relu", &[kinkless(x.clone())], |g, x| Ok(g.unary(Op::Relu, x[0])));
    check("Tanh", std::slice::from_ref(&x), |g, x| Ok(g.unary(Op::Tanh, x[0])));
    check("Gelu", std::slice::from_ref(&x), |g, x| Ok(g.unary(Op::Gelu { tanh: false }, x[0])));
    check("Gelu by tanh", &[x], |g, x| Ok(g.unary(Op::Gelu { tanh: true }, x[0])));
}

#[test]
fn products_of_matrices() {
    check("a matrix for all", &[free(&[2, 3, 4], 1), fixed(&[4, 5], 2)], |g, x| g.matmul(x[0], x[1]));
    check("two matrices", &[fixed(&[3, 4], 1), fixed(&[4, 2], 2)], |g, x| g.matmul(x[0], x[1]));
    let heads = |seed, rows, columns| {
        let lengths = vec![2, 3, rows, columns];
        (Shape::fixed(&lengths), lengths.clone(), numbers(count(&lengths), seed))
    };
    check("a matrix per head", &[heads(1, 4, 5), heads(2, 5, 4)], |g, x| g.matmul(x[0], x[1]));
}

#[test]
fn softmax_and_normalisation() {
    check("Softmax", &[free(&[2, 3, 4], 1)], |g, x| Ok(g.unary(Op::Softmax, x[0])));
    check("LogSoftmax", &[free(&[3, 4], 1)], |g, x| Ok(g.unary(Op::LogSoftmax, x[0])));
    let inputs = [free(&[2, 3, 8], 1), fixed(&[8], 2), fixed(&[8], 3)];
    check("LayerNormalization", &inputs, |g, x| g.layer_normalization(x[0], x[1], x[2], 1e-5));
}

#[test]
fn what_only_moves_elements() {
    check("Transpose", &[free(&[2, 3, 4], 1)], |g, x| Ok(g.transpose(x[0], &[1, 2, 0])));
    check("Reshape", &[free(&[2, 3, 8], 1)], |g, x| {
        let cut = Shape(vec![Dim::Named("batch"), Dim::Named("length"), Dim::Fixed(2), Dim::Fixed(4)]);
        g.reshape(x[0], &cut)
    });
    check("Unsqueeze", &[free(&[2, 3], 1)], |g, x| Ok(g.unsqueeze(x[0], 1)));
    check("Squeeze", &[fixed(&[2, 1, 3], 1)], |g, x| Ok(g.squeeze(x[0], &[1])));
    check("Slice", &[free(&[2, 3, 4], 1)], |g, x| Ok(g.pick(x[0], 1, 0)));
    check("Slice from the middle", &[fixed(&[5, 2], 1)], |g, x| Ok(g.pick(x[0], 0, 3)));
    check("first rows", &[free(&[2, 3], 1), fixed(&[7, 2], 2)], |g, x| {
        let rows = g.first_rows_like(x[1], x[0], 1);
        let columns = g.unsqueeze(x[0], 2);
        g.mul(columns, rows)
    });
    check("ReduceSum", &[free(&[2, 3, 4], 1)], |g, x| Ok(g.reduce_sum(x[0], &[2])));
    check("rows", &[fixed(&[2, 3, 4], 1)], |g, x| {
        let rows = g.rows(x[0], "batch");
        Ok(g.reshape_like(rows, x[0]))
    });
    check("l2_normalise", &[free(&[2, 3, 4], 1)], |g, x| g.l2_normalise(x[0]));
}

#[test]
fn a_row_looked_up_twice_receives_both_gradients() {
    check("Gather", &[fixed(&[4, 3], 1)], |g, x| {
        let rows = g.integers(&[2, 0, 2]);
        Ok(g.gather(x[0], rows))
    });
}

#[test]
fn a_value_used_twice_receives_both_gradients() {
    check("x·tanh x", &[free(&[2, 3], 1)], |g, x| {
        let tanh = g.unary(Op::Tanh, x[0]);
        g.mul(x[0], tanh)
    });
}

#[test]
fn what_has_no_part_in_the_loss_has_no_gradient() {
    let mut graph = Graph::new();
    let (x, idle) =
        (graph.input("x", Element::F32, Shape::fixed(&[2])), graph.input("idle", Element::F32, Shape::fixed(&[2])));
    let one = graph.filled(1.0, &[2]);
    let refused = graph.gradients(&[Seed { value: x, adjoint: one }], &[idle]);
    assert!(
        matches!(refused, Err(Error::NoGradient { .. })),
        "a weight that does nothing cannot be trained: {refused:?}"
    );
}
