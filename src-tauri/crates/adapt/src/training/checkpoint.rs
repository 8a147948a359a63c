//! Where a run stands, kept on the disk, so that a kill costs a minute at most.
//!
//! A checkpoint is a folder that appears whole: it is written under another name, brought to the disk, and renamed. The
//! former one goes only then.

use super::stopping::Stopping;
use crate::{Error, Examined, Pair, Rank, Result, Settings};
use pincite_models::{Snapshot, Weight};
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How much work a kill may cost.
const EVERY: Duration = Duration::from_secs(60);
const CURRENT: &str = "checkpoint";
const NEXT: &str = "checkpoint.new";
const FORMER: &str = "checkpoint.old";
const RUN: &str = "run.json";
const WEIGHTS: &str = "weights.safetensors";
const BEST: &str = "best.safetensors";

/// Where a run stands: all that it takes to go on after a kill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// No step is to come.
    pub(crate) trained: bool,
    /// Rank of each question's answer with the base, in the search that is shown.
    pub(crate) before: Vec<Rank>,
    /// Epochs done.
    pub(crate) epoch: usize,
    /// Batches of this epoch done.
    pub(crate) batch: usize,
    /// Steps made.
    pub(crate) step: usize,
    /// Loss of each step.
    pub(crate) losses: Vec<f32>,
    /// Examinations so far, the base first.
    pub(crate) examined: Vec<Examined>,
    /// When it will end.
    pub(crate) stopping: Stopping,
    /// Rank of each question's answer when the encoder did best; none are known of the base.
    pub(crate) best_ranks: Vec<Rank>,
    /// The weights kept so far, without moments.
    #[serde(skip)]
    pub(crate) best: Option<Snapshot>,
}

/// Keeps a run in a folder.
pub(crate) struct Checkpoints {
    folder: PathBuf,
    /// What the run is of: another run's checkpoint is not taken up.
    subject: u64,
    written: Instant,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    subject: u64,
    /// Names of the weights in the network's order: the files sort them, and programs take them by place.
    order: Vec<String>,
    run: Run,
}

impl Run {
    /// A run that has not begun.
    pub(crate) fn new(patience: usize) -> Self {
        Self {
            trained: false,
            before: Vec::new(),
            epoch: 0,
            batch: 0,
            step: 0,
            losses: Vec::new(),
            examined: Vec::new(),
            stopping: Stopping::new(patience),
            best_ranks: Vec::new(),
            best: None,
        }
    }
}

impl Checkpoints {
    pub(crate) fn new(folder: &Path, settings: &Settings, pairs: &[Pair]) -> Self {
        Self { folder: folder.to_owned(), subject: subject(settings, pairs), written: Instant::now() }
    }

    /// The run as it was left, and its weights; none if there is none of the same pairs and settings.
    pub(crate) fn read(&self) -> Result<Option<(Run, Snapshot)>> {
        for name in [CURRENT, FORMER] {
            let folder = self.folder.join(name);
            match self.read_from(&folder) {
                Ok(found) => return Ok(found),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(source) => return Err(Error::Checkpoint { path: folder, source }),
            }
        }
        Ok(None)
    }

    fn read_from(&self, folder: &Path) -> io::Result<Option<(Run, Snapshot)>> {
        let kept: Kept = serde_json::from_slice(&fs::read(folder.join(RUN))?)?;
        if kept.subject != self.subject {
            return Ok(None);
        }
        let mut run = kept.run;
        let weights = read_weights(&folder.join(WEIGHTS), run.step as u64, &kept.order)?;
        let best_step = run.stopping.kept().unwrap_or_default() as u64;
        run.best = match read_weights(&folder.join(BEST), best_step, &kept.order) {
            Ok(best) => Some(best),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        Ok(Some((run, weights)))
    }

    /// Whether it is time for another one.
    pub(crate) fn due(&self) -> bool {
        self.written.elapsed() >= EVERY
    }

    pub(crate) fn write(&mut self, run: &Run, weights: &Snapshot) -> Result<()> {
        let order = weights.weights.iter().map(|weight| weight.name.clone()).collect();
        let kept = Kept { subject: self.subject, order, run: run.clone() };
        self.write_whole(&kept, weights).map_err(|source| Error::Checkpoint { path: self.folder.clone(), source })?;
        self.written = Instant::now();
        Ok(())
    }

    fn write_whole(&self, kept: &Kept, weights: &Snapshot) -> io::Result<()> {
        let [current, next, former] = [CURRENT, NEXT, FORMER].map(|name| self.folder.join(name));
        remove(&next)?;
        fs::create_dir_all(&next)?;
        write_synced(&next.join(RUN), &serde_json::to_vec(kept)?)?;
        write_synced(&next.join(WEIGHTS), &bytes_of(weights)?)?;
        if let Some(best) = &kept.run.best {
            write_synced(&next.join(BEST), &bytes_of(best)?)?;
        }
        File::open(&next)?.sync_all()?;
        remove(&former)?;
        match fs::rename(&current, &former) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::rename(&next, &current)?,
        }
        File::open(&self.folder)?.sync_all()?;
        remove(&former)
    }
}

fn subject(settings: &Settings, pairs: &[Pair]) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{settings:?}").hash(&mut hasher);
    pairs.iter().for_each(|pair| (&pair.question, pair.document, &pair.passages).hash(&mut hasher));
    hasher.finish()
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes a file and brings it to the disk.
pub(crate) fn write_synced(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(file)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Parts of a weight, by what stands before its name.
const PARTS: [&str; 3] = ["values/", "first/", "second/"];

fn bytes_of(snapshot: &Snapshot) -> io::Result<Vec<u8>> {
    let mut arrays = Vec::new();
    for weight in &snapshot.weights {
        let parts = PARTS.into_iter().zip([&weight.values, &weight.first, &weight.second]);
        for (part, values) in parts.filter(|(_, values)| values.len() == weight.values.len()) {
            let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            arrays.push((format!("{part}{}", weight.name), weight.shape.clone(), bytes));
        }
    }
    let views: std::result::Result<Vec<_>, _> = arrays
        .iter()
        .map(|(name, shape, bytes)| TensorView::new(Dtype::F32, shape.clone(), bytes).map(|view| (name, view)))
        .collect();
    views.and_then(|views| serialize(views, None)).map_err(io::Error::other)
}

fn read_weights(file: &Path, step: u64, order: &[String]) -> io::Result<Snapshot> {
    let bytes = fs::read(file)?;
    let tensors = SafeTensors::deserialize(&bytes).map_err(io::Error::other)?;
    let floats = |key: &str| {
        let view = tensors.tensor(key).ok()?;
        Some(view.data().as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect::<Vec<f32>>())
    };
    let weight = |name: &String| {
        let keys = PARTS.map(|part| format!("{part}{name}"));
        let shape = tensors.tensor(&keys[0]).map_err(io::Error::other)?.shape().to_vec();
        let [values, first, second] = keys.map(|key| floats(&key).unwrap_or_default());
        Ok(Weight { name: name.clone(), shape, values, first, second })
    };
    let weights: io::Result<Vec<Weight>> = order.iter().map(weight).collect();
    Ok(Snapshot { step, weights: weights? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(name: &str, values: &[f32]) -> Weight {
        let (first, second) = (vec![0.5; values.len()], vec![0.25; values.len()]);
        Weight { name: name.into(), shape: vec![values.len()], values: values.to_vec(), first, second }
    }

    fn run(step: usize) -> (Run, Snapshot) {
        let snapshot =
            Snapshot { step: step as u64, weights: vec![weight("z", &[1.0, step as f32]), weight("b", &[0.1])] };
        let mut run = Run { step, best: Some(snapshot.without_moments()), ..Run::new(3) };
        run.stopping.note(step - 1, 70.5, f64::INFINITY);
        run.stopping.note(step, 70.0, 0.5);
        (run, snapshot)
    }

    #[test]
    fn a_run_is_taken_up_where_it_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let mut checkpoints = Checkpoints::new(folder.path(), &Settings::default(), &[]);
        assert!(checkpoints.read().unwrap().is_none(), "nothing was begun");
        for step in [1, 2] {
            let (run, weights) = run(step);
            checkpoints.write(&run, &weights).unwrap();
            let (again, read) = checkpoints.read().unwrap().expect("a checkpoint");
            assert_eq!(read, weights, "weights and moments come back to the bit, in the network's order");
            assert_eq!(again.step, step, "with the place in the run");
            assert_eq!(again.best, run.best, "and the weights kept, though others did better");
        }
    }

    #[test]
    fn a_kill_while_writing_leaves_the_former() {
        let folder = tempfile::tempdir().unwrap();
        let mut checkpoints = Checkpoints::new(folder.path(), &Settings::default(), &[]);
        let (run, weights) = run(1);
        checkpoints.write(&run, &weights).unwrap();
        fs::create_dir_all(folder.path().join(NEXT)).unwrap();
        fs::write(folder.path().join(NEXT).join(RUN), "{\"half").unwrap();
        assert_eq!(checkpoints.read().unwrap().expect("the former").0.step, 1, "half a checkpoint is none");
        fs::rename(folder.path().join(CURRENT), folder.path().join(FORMER)).unwrap();
        assert_eq!(checkpoints.read().unwrap().expect("the former").0.step, 1, "killed between two renames");
        checkpoints.write(&run, &weights).unwrap();
        assert_eq!(checkpoints.read().unwrap().expect("the next").0.step, 1, "and the next one can be written");
    }

    #[test]
    fn another_run_is_not_taken_up() {
        let folder = tempfile::tempdir().unwrap();
        let (run, weights) = run(1);
        Checkpoints::new(folder.path(), &Settings::default(), &[]).write(&run, &weights).unwrap();
        let other = Settings { seed: 2, ..Settings::default() };
        let found = Checkpoints::new(folder.path(), &other, &[]).read().unwrap();
        assert!(found.is_none(), "with other settings the steps so far mean nothing");
    }
}
