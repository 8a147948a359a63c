//! The losses of an encoder's training against their formulas, and their gradients against finite differences.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

use pincite_graph::training::{BIAS, GRADIENT, LOG_TEMPERATURE, PASSAGES, POSITIVES, QUESTIONS, Trained, loss};
use pincite_graph::{Graph, Pooling, bert};
use pincite_lab::losses::{Loss, TEACHER, loss_graph};
use pincite_models::{Array, IGNORED, Initialisers, Processor, Program, Stop, runtime};
use std::path::{Path, PathBuf};

const ROWS: usize = 3;
const COLUMNS: usize = 5;
const WIDTH: usize = 32;
/// How far a number is moved to see what the loss does.
const STEP: f32 = 1e-2;
const ALL: [Loss; 5] =
    [Loss::DlDpr, Loss::Pair { passage_share: 0.1 }, Loss::Pair { passage_share: 0.0 }, Loss::MarginMse, Loss::DprPlus];

/// A batch of vectors: the answers of three questions in the first columns, then hard negatives. The second question may
/// have another answer in the third column, which is ignored.
#[derive(Clone)]
struct Vectors {
    questions: Vec<f32>,
    passages: Vec<f32>,
    log_temperature: f32,
    positives: Vec<f32>,
    teacher: Vec<f32>,
}

impl Vectors {
    fn new(several_positives: bool) -> Self {
        let wave = |at: usize, pace: f32| (at as f32 * pace).sin() * 0.3;
        let mut positives = vec![0.0; ROWS * COLUMNS];
        (0..ROWS).for_each(|row| positives[row * COLUMNS + row] = 1.0);
        if several_positives {
            positives[4] = 1.0;
        }
        Self {
            questions: (0..ROWS * WIDTH).map(|at| wave(at, 1.7)).collect(),
            passages: (0..COLUMNS * WIDTH).map(|at| wave(at, 0.9) + wave(at, 1.7)).collect(),
            log_temperature: 0.3,
            positives,
            teacher: (0..ROWS * COLUMNS).map(|at| 5.0 * wave(at, 2.3)).collect(),
        }
    }

    fn bias() -> Vec<f32> {
        let ignored = COLUMNS + 2;
        (0..ROWS * COLUMNS).map(|at| if at == ignored { IGNORED } else { 0.0 }).collect()
    }

    /// The numbers that have a gradient, in the order of the graph's outputs.
    fn moved(&self, by: impl Fn(usize) -> f32) -> Self {
        let mut moved = self.clone();
        let numbers = moved.questions.iter_mut().chain(&mut moved.passages).chain([&mut moved.log_temperature]);
        numbers.enumerate().for_each(|(at, number)| *number += by(at));
        moved
    }

    /// The loss and its gradients by the graph.
    fn run(&self, program: &Program) -> (f32, Vec<f32>) {
        let floats =
            |shape: &[usize], values: &[f32]| Array::floats(shape, values.to_vec()).expect("it fits the shape");
        let pairs = [ROWS, COLUMNS];
        let given = [
            (QUESTIONS, floats(&[ROWS, WIDTH], &self.questions)),
            (PASSAGES, floats(&[COLUMNS, WIDTH], &self.passages)),
            (LOG_TEMPERATURE, floats(&[1], &[self.log_temperature])),
            (POSITIVES, floats(&pairs, &self.positives)),
            (BIAS, floats(&pairs, &Self::bias())),
            (TEACHER, floats(&pairs, &self.teacher)),
        ];
        let given: Vec<(&str, &Array)> = given.iter().map(|(name, array)| (*name, array)).collect();
        let outputs = program.run(&given, &Stop::new().expect("the runtime is there")).expect("the graph runs");
        let mut numbers = outputs.iter().map(|array| array.to_floats().expect("floats"));
        (numbers.next().expect("the loss")[0], numbers.flatten().collect())
    }

    /// Similarity of two rows of 64-bit numbers, scaled.
    fn similarity(&self, one: &[f32], other: &[f32]) -> f64 {
        let product: f64 = one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
        product * f64::from(self.log_temperature).exp()
    }

    fn question(&self, row: usize) -> &[f32] {
        &self.questions[row * WIDTH..][..WIDTH]
    }

    fn passage(&self, column: usize) -> &[f32] {
        &self.passages[column * WIDTH..][..WIDTH]
    }

    /// S of a question and a passage.
    fn s(&self, row: usize, column: usize) -> f64 {
        self.similarity(self.question(row), self.passage(column))
    }

    fn teacher(&self, row: usize, column: usize) -> f64 {
        f64::from(self.teacher[row * COLUMNS + column])
    }

    /// Columns that count for a question.
    fn counted(row: usize) -> impl Iterator<Item = usize> + Clone {
        (0..COLUMNS).filter(move |column| (row, *column) != (1, 2))
    }

    fn is_positive(&self, row: usize, column: usize) -> bool {
        self.positives[row * COLUMNS + column] > 0.0
    }
}

/// −log of the share that `chosen` has in the softmax of `all`.
fn surprise(chosen: f64, all: impl Iterator<Item = f64>) -> f64 {
    all.map(f64::exp).sum::<f64>().ln() - chosen
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// The loss by the formula of its paper, one sum at a time.
fn by_formula(of: Loss, v: &Vectors) -> f64 {
    let by_question = || mean((0..ROWS).map(|row| surprise(v.s(row, row), Vectors::counted(row).map(|c| v.s(row, c)))));
    match of {
        Loss::DlDpr => {
            let rows = |column: usize| (0..ROWS).filter(move |row| (*row, column) != (1, 2));
            let by_passage = mean((0..ROWS).map(|at| surprise(v.s(at, at), rows(at).map(|row| v.s(row, at)))));
            (by_question() + by_passage) / 2.0
        }
        Loss::Pair { passage_share } => {
            let against = |row: usize| {
                let others = Vectors::counted(row).filter(move |column| *column != row);
                others.map(move |column| v.similarity(v.passage(row), v.passage(column))).chain([v.s(row, row)])
            };
            let by_passage = mean((0..ROWS).map(|row| surprise(v.s(row, row), against(row))));
            let share = f64::from(passage_share);
            (1.0 - share) * by_question() + share * by_passage
        }
        Loss::MarginMse => {
            let negatives = (0..ROWS).flat_map(|row| Vectors::counted(row).map(move |c| (row, c)));
            mean(negatives.filter(|(row, column)| row != column).map(|(row, column)| {
                let ours = v.s(row, row) - v.s(row, column);
                let theirs = v.teacher(row, row) - v.teacher(row, column);
                (ours - theirs).powi(2)
            }))
        }
        Loss::DprPlus => {
            let terms = (0..ROWS).flat_map(|row| Vectors::counted(row).map(move |c| (row, c)));
            let total: f64 = terms
                .map(|(row, column)| {
                    let share = (-surprise(v.s(row, column), Vectors::counted(row).map(|c| v.s(row, c)))).exp();
                    if v.is_positive(row, column) { -share.ln() } else { -(1.0 - share).ln() }
                })
                .sum();
            total / v.positives.iter().map(|positive| f64::from(*positive)).sum::<f64>()
        }
    }
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src-tauri/crates/models/tests/fixtures").join(name)
}

/// The product's graph of its loss.
fn product() -> Graph {
    let file = std::fs::read_to_string(fixture("tiny-mean").join("config.json")).expect("the fixture is there");
    let config = bert::Config::from_json(&file).expect("and can be read");
    assert_eq!(config.hidden_size, WIDTH as i64, "the width of the vectors here");
    let trained = Trained { config: &config, pooling: Pooling::Mean, normalise: true, chosen: |_| true };
    loss(&trained).expect("the loss has a graph")
}

/// The graph of a loss alone.
fn program(of: Loss) -> Program {
    open(&loss_graph(of, WIDTH as i64).expect("the loss has a graph"))
}

fn open(graph: &Graph) -> Program {
    let home = std::env::var_os("PINCITE_HOME").map(PathBuf::from).unwrap_or_default();
    runtime::start(&runtime::candidates(&home)).expect("ONNX Runtime is there");
    let gradients = graph.outputs().skip(1).map(|output| output.name.clone()).collect::<Vec<_>>();
    assert_eq!(gradients, [QUESTIONS, PASSAGES, LOG_TEMPERATURE].map(|name| format!("{GRADIENT}{name}")));
    Program::open("loss", graph, &Initialisers::default(), Processor::Cpu(1), "").expect("the graph opens")
}

#[test]
fn losses_are_those_of_the_papers() {
    for of in ALL {
        let vectors = Vectors::new(of == Loss::DprPlus);
        let ours = f64::from(vectors.run(&program(of)).0);
        let expected = by_formula(of, &vectors);
        assert!((ours - expected).abs() < 1e-5 * (1.0 + expected.abs()), "{of:?}: {ours}, by the formula {expected}");
    }
}

#[test]
fn the_products_loss_is_dl_dpr() {
    let vectors = Vectors::new(false);
    let ((ours, gradients), (theirs, same)) = (vectors.run(&program(Loss::DlDpr)), vectors.run(&open(&product())));
    assert!((ours - theirs).abs() < 1e-6, "{ours} and {theirs}");
    assert!(gradients.iter().zip(&same).all(|(a, b)| (a - b).abs() < 1e-6), "with the same gradients");
}

#[test]
fn gradients_agree_with_finite_differences() {
    for of in ALL {
        let vectors = Vectors::new(of == Loss::DprPlus);
        let program = program(of);
        let gradients = vectors.run(&program).1;
        assert_eq!(gradients.len(), (ROWS + COLUMNS) * WIDTH + 1, "one for every number");
        for (index, ours) in gradients.iter().enumerate() {
            let shifted = |by: f32| by_formula(of, &vectors.moved(|at| if at == index { by } else { 0.0 }));
            let numeric = ((shifted(STEP) - shifted(-STEP)) / f64::from(2.0 * STEP)) as f32;
            assert!((ours - numeric).abs() <= 1e-3 * (1.0 + numeric.abs()), "{of:?}, {index}: {ours}, not {numeric}");
        }
    }
}
