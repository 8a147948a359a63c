//! An encoder trained by any loss. Its passes are the product's training graphs; the loss is a graph of its own, and the update is
//! plain Rust. Gradient caching (Gao et al. 2021) keeps large batches within memory: all texts are encoded first, then come
//! the loss and its gradients by the vectors, then the backward pass of each part.

use super::assemble::LabelledBatch;
use super::graph::{Loss, TEACHER, loss_graph};
use crate::Result;
use crate::optimiser::{Parameter, adamw};
use pincite_graph::bert::{ATTENTION_MASK, Config, EMBEDDING, INPUT_IDS};
use pincite_graph::training::{self, BIAS, GRADIENT, LOG_TEMPERATURE, PASSAGES, POSITIVES, QUESTIONS, Trained};
use pincite_graph::{Graph, Pooling};
use pincite_models::{Array, Initialisers, Processor, Program, Rates, Snapshot, Stop, Trainee, Weight};
use safetensors::SafeTensors;
use std::path::Path;

/// Tokens of one pass, padding included.
const MEMORY: usize = 2048;
/// The weight that is not trained.
const WORDS: &str = "embeddings.word_embeddings.weight";

/// An encoder in training.
pub(super) struct Student {
    config: Config,
    /// The trained weights, the temperature last.
    parameters: Vec<Parameter>,
    words: Array,
    embed: Program,
    rerun: Program,
    /// The loss of the last step, opened.
    loss: Option<(Loss, Program)>,
    step: u64,
    stop: Stop,
}

/// A batch's loss and its gradients: by the vectors, row by row, and by the temperature.
struct Gradients {
    loss: f32,
    by_questions: Vec<f32>,
    by_passages: Vec<f32>,
    by_temperature: Vec<f32>,
}

fn is_trained(name: &str) -> bool {
    name != WORDS
}

impl Student {
    /// Takes over the weights of a trainee of the encoder in this folder. The encoder must pool the mean and normalise, as the default one does.
    pub(super) fn new(trainee: &Trainee, folder: &Path) -> Result<Self> {
        let config = Config::from_json(&std::fs::read_to_string(folder.join("config.json"))?)?;
        let trained = Trained { config: &config, pooling: Pooling::Mean, normalise: true, chosen: is_trained };
        let embed = open("embed", training::embed(&trained)?)?;
        let rerun = open("rerun", training::rerun(&trained)?)?;
        let parameter = |Weight { name, shape, values, .. }: Weight| Parameter::new(name, shape, values);
        Ok(Self {
            words: words(&std::fs::read(folder.join("model.safetensors"))?)?,
            parameters: trainee.snapshot()?.weights.into_iter().map(parameter).collect(),
            embed,
            rerun,
            config,
            loss: None,
            step: 0,
            stop: Stop::new()?,
        })
    }

    /// The weights.
    pub(super) fn snapshot(&self) -> Snapshot {
        let weight = |one: &Parameter| Weight {
            name: one.name.clone(),
            shape: one.shape.clone(),
            values: one.values.clone(),
            first: Vec::new(),
            second: Vec::new(),
        };
        Snapshot { step: self.step, weights: self.parameters.iter().map(weight).collect() }
    }

    /// One step of AdamW down the gradient of the batch's loss. Returns the loss before the step.
    pub(super) fn step(&mut self, loss: Loss, batch: &LabelledBatch<'_>, rates: &Rates) -> Result<f32> {
        if self.loss.as_ref().is_none_or(|(opened, _)| *opened != loss) {
            self.loss = Some((loss, open("loss", loss_graph(loss, self.config.hidden_size)?)?));
        }
        let weights = self.arrays()?;
        let questions = self.vectors(&batch.questions, &weights)?;
        let passages = self.vectors(&batch.passages, &weights)?;
        let Gradients { loss, by_questions, by_passages, by_temperature } =
            self.gradients(batch, questions, passages)?;
        let encoder = &self.parameters[..self.parameters.len() - 1];
        let mut sums = encoder
            .iter()
            .map(|one| Ok(Array::floats(&one.shape, vec![0.0; one.values.len()])?))
            .collect::<Result<Vec<_>>>()?;
        sums = self.backward(&batch.questions, &by_questions, &weights, sums)?;
        sums = self.backward(&batch.passages, &by_passages, &weights, sums)?;
        let mut gradients =
            sums.iter().map(Array::to_floats).collect::<std::result::Result<Vec<_>, pincite_models::Error>>()?;
        gradients.push(by_temperature);
        self.step += 1;
        adamw(&mut self.parameters, &gradients, rates, self.step);
        Ok(loss)
    }

    /// The weights of the encoder as inputs.
    fn arrays(&self) -> Result<Vec<(String, Array)>> {
        let encoder = self.parameters.iter().filter(|one| one.name != LOG_TEMPERATURE);
        encoder.map(|one| Ok((one.name.clone(), Array::floats(&one.shape, one.values.clone())?))).collect()
    }

    /// One vector per text, row by row.
    fn vectors(&self, texts: &[&[u32]], weights: &[(String, Array)]) -> Result<Vec<f32>> {
        let width = usize::try_from(self.config.hidden_size)?;
        let mut rows = vec![0.0; texts.len() * width];
        for part in parts(texts) {
            let [ids, mask] = ids_and_mask(texts, &part)?;
            let mut inputs = vec![(INPUT_IDS, &ids), (ATTENTION_MASK, &mask), (WORDS, &self.words)];
            inputs.extend(weights.iter().map(|(name, array)| (name.as_str(), array)));
            let outputs = self.embed.run(&inputs, &self.stop)?;
            let vectors = outputs.first().ok_or("the encoder gave nothing")?.to_floats()?;
            for (at, vector) in part.iter().zip(vectors.chunks_exact(width)) {
                rows[at * width..][..width].copy_from_slice(vector);
            }
        }
        Ok(rows)
    }

    fn gradients(&self, batch: &LabelledBatch<'_>, questions: Vec<f32>, passages: Vec<f32>) -> Result<Gradients> {
        let width = usize::try_from(self.config.hidden_size)?;
        let pairs = [batch.questions.len(), batch.passages.len()];
        let temperature = &self.parameters[self.parameters.len() - 1];
        let mut given = vec![
            (QUESTIONS, Array::floats(&[pairs[0], width], questions)?),
            (PASSAGES, Array::floats(&[pairs[1], width], passages)?),
            (LOG_TEMPERATURE, Array::floats(&[1], temperature.values.clone())?),
            (POSITIVES, Array::floats(&pairs, batch.positives.clone())?),
            (BIAS, Array::floats(&pairs, batch.bias.clone())?),
        ];
        if !batch.teacher.is_empty() {
            given.push((TEACHER, Array::floats(&pairs, batch.teacher.clone())?));
        }
        let inputs: Vec<(&str, &Array)> = given.iter().map(|(name, array)| (*name, array)).collect();
        let (_, program) = self.loss.as_ref().ok_or("no loss is opened")?;
        let outputs = program.run(&inputs, &self.stop)?;
        let [loss, by_questions, by_passages, by_temperature] = outputs.as_slice() else {
            return Err("the loss gave too little".into());
        };
        Ok(Gradients {
            loss: loss.to_floats()?.first().copied().ok_or("the loss is empty")?,
            by_questions: by_questions.to_floats()?,
            by_passages: by_passages.to_floats()?,
            by_temperature: by_temperature.to_floats()?,
        })
    }

    /// Adds the gradients by the weights to `sums`, from the loss's gradient by the vectors.
    fn backward(
        &self,
        texts: &[&[u32]],
        adjoints: &[f32],
        weights: &[(String, Array)],
        mut sums: Vec<Array>,
    ) -> Result<Vec<Array>> {
        let width = usize::try_from(self.config.hidden_size)?;
        let names: Vec<String> = weights.iter().map(|(name, _)| format!("{GRADIENT}{name}")).collect();
        for part in parts(texts) {
            let [ids, mask] = ids_and_mask(texts, &part)?;
            let rows = part.iter().flat_map(|at| &adjoints[at * width..][..width]).copied().collect();
            let seeds = Array::floats(&[part.len(), width], rows)?;
            let mut inputs =
                vec![(INPUT_IDS, &ids), (ATTENTION_MASK, &mask), (EMBEDDING, &seeds), (WORDS, &self.words)];
            inputs.extend(weights.iter().map(|(name, array)| (name.as_str(), array)));
            inputs.extend(names.iter().map(String::as_str).zip(&sums));
            sums = self.rerun.run(&inputs, &self.stop)?;
        }
        Ok(sums)
    }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Opens a graph whose weights are all inputs.
fn open(name: &str, mut graph: Graph) -> Result<Program> {
    graph.free_parameters(|_| true);
    Ok(Program::open(name, &graph, &Initialisers::default(), Processor::Cpu(threads()), "")?)
}

/// The word embeddings in a file of weights.
fn words(bytes: &[u8]) -> Result<Array> {
    let tensors = SafeTensors::deserialize(bytes)?;
    let named = tensors.iter().find(|(name, _)| name.ends_with(WORDS));
    let (_, tensor) = named.ok_or("the encoder has no word embeddings")?;
    let values = tensor.data().as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
    Ok(Array::floats(tensor.shape(), values)?)
}

/// Texts, by their position, in parts of like length that fit into memory.
fn parts(texts: &[&[u32]]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|at| texts[*at].len());
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for at in order {
        match parts.last_mut() {
            Some(part) if (part.len() + 1) * texts[at].len() <= MEMORY => part.push(at),
            _ => parts.push(vec![at]),
        }
    }
    parts
}

/// Padded token ids and their mask.
fn ids_and_mask(texts: &[&[u32]], part: &[usize]) -> Result<[Array; 2]> {
    let length = part.iter().map(|at| texts[*at].len()).max().unwrap_or(0);
    let padded = |number: fn(u32) -> i64| {
        let row = |at: &usize| {
            let own = texts[*at].iter().map(|id| number(*id));
            own.chain(std::iter::repeat(0)).take(length)
        };
        part.iter().flat_map(row).collect()
    };
    let shape = [part.len(), length];
    Ok([Array::integers(&shape, padded(i64::from))?, Array::integers(&shape, padded(|_| 1))?])
}
