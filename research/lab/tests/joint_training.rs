//! Training of a joint ranker: gradients against finite differences, what it learns, and the written weights.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

use pincite_lab::joint_trainee::{JointTrainee, Selection};
use pincite_models::Rates;
use pincite_search::JointRanker;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

const MOVING: Rates = Rates { learning_rate: 1e-2, weight_decay: 0.0, max_norm: 1.0 };
const FEATURES: usize = 3;

fn trainee() -> JointTrainee {
    JointTrainee::new(FEATURES, 8, 5).expect("it opens")
}

/// Candidates by chance. The right ones have a great first number, unless the third says that they were selected.
fn selections(seed: u64) -> Vec<Selection> {
    let mut random = Pcg64::seed_from_u64(seed);
    let selection = |_| {
        let mut rows: Vec<[f32; FEATURES]> = (0..6).map(|_| [random.random(), random.random(), 0.0]).collect();
        rows[1][2] = 1.0;
        rows[1][0] = 2.0;
        rows[4][0] = 1.5;
        Selection { rows: rows.into_flattened(), targets: vec![4] }
    };
    (0..12).map(selection).collect()
}

/// The mean loss by the scores of a ranker.
fn loss_of(ranker: &JointRanker, selections: &[Selection]) -> f64 {
    let loss = |one: &Selection| {
        let scores = ranker.scores(&one.rows);
        let all: f64 = 1.0 + scores.iter().map(|score| f64::from(*score).exp()).sum::<f64>();
        let right: f64 = one.targets.iter().map(|target| f64::from(scores[*target])).sum();
        all.ln() - right / one.targets.len().max(1) as f64
    };
    selections.iter().map(loss).sum::<f64>() / selections.len() as f64
}

#[test]
fn the_loss_is_that_of_the_scores() {
    let mut trainee = trainee();
    let mut some = selections(1);
    some[0].targets = vec![2, 5];
    some[1].rows.truncate(2 * FEATURES);
    some[1].targets = vec![0];
    some[2].targets.clear();
    let expected = loss_of(&trainee.ranker().expect("it opens"), &some);
    let loss = f64::from(trainee.step(&some, &MOVING));
    assert!((loss - expected).abs() < 1e-5, "{loss} and {expected}");
}

#[test]
fn it_learns_that_a_selected_passage_is_not_selected_again() {
    let mut trainee = trainee();
    for seed in 0..150 {
        trainee.step(&selections(seed), &MOVING);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("model.safetensors");
    trainee.write(&file).expect("it is written");
    let ranker = JointRanker::from_bytes(&std::fs::read(&file).expect("it is there")).expect("it opens");
    let right = |one: &Selection| {
        let scores = ranker.scores(&one.rows);
        (0..6).all(|row| row == 4 || scores[row] < scores[4])
    };
    assert!(selections(1000).iter().all(right), "on selections that it has not seen");
}
