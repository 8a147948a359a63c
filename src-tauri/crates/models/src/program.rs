//! Runs any graph in ONNX Runtime: named arrays in, named arrays out. Not for texts, which have a session of their own
//! (`session`).

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use ort::memory::{AllocationDevice, AllocatorType, MemoryInfo, MemoryType};
use ort::session::{Session as OrtSession, SessionInputValue, SessionOutputs, SharedSessionInner};
use ort::value::{DynValue, Outlet, Tensor};
use pincite_graph::Graph;

use crate::session::{failed, options};
use crate::{Error, Initialisers, Processor, Result, Stop};

/// A tensor in the runtime, on the CPU or on the device of the program that made it.
pub struct Array {
    value: DynValue,
    /// The session that owns its memory, which must outlive it.
    _made_by: Option<Arc<SharedSessionInner>>,
}

impl Array {
    /// Floats in a shape.
    ///
    /// # Errors
    /// [`Error::Session`] if the number of values does not fit the shape.
    pub fn floats(shape: &[usize], values: Vec<f32>) -> Result<Self> {
        let tensor = Tensor::from_array((shape.to_vec(), values)).map_err(|error| failed("array", "loading", error))?;
        Ok(Self { value: tensor.into_dyn(), _made_by: None })
    }

    /// Integers in a shape.
    ///
    /// # Errors
    /// As [`Array::floats`].
    pub fn integers(shape: &[usize], values: Vec<i64>) -> Result<Self> {
        let tensor = Tensor::from_array((shape.to_vec(), values)).map_err(|error| failed("array", "loading", error))?;
        Ok(Self { value: tensor.into_dyn(), _made_by: None })
    }

    /// Its shape.
    ///
    /// # Errors
    /// As [`Array::to_floats`].
    pub fn shape(&self) -> Result<Vec<usize>> {
        let extracted = self.value.try_extract_tensor::<f32>().map_err(|error| failed("array", "running", error))?;
        Ok(extracted.0.iter().map(|length| usize::try_from(*length).unwrap_or(0)).collect())
    }

    /// The floats, row by row.
    ///
    /// # Errors
    /// [`Error::Session`] if they are not floats, or not on the CPU.
    pub fn to_floats(&self) -> Result<Vec<f32>> {
        let extracted = self.value.try_extract_tensor::<f32>().map_err(|error| failed("array", "running", error))?;
        Ok(extracted.1.to_vec())
    }
}

/// Which outputs of a program stay on its device.
struct DeviceOutputs {
    memory: MemoryInfo<'static>,
    /// Prefix of their names.
    prefix: &'static str,
}

/// An opened graph.
pub struct Program {
    name: String,
    session: Mutex<OrtSession>,
    inputs: HashSet<String>,
    outputs: Vec<String>,
    /// Which outputs stay on the device; `None` on the CPU.
    kept: Option<DeviceOutputs>,
}

impl Program {
    /// Opens a graph with `weights` as its parameters. On a graphics processor, outputs whose name begins with `kept`
    /// stay there as inputs of the next run.
    ///
    /// # Errors
    /// [`Error::Session`], [`Error::NotStarted`].
    pub fn open(
        name: &str,
        graph: &Graph,
        weights: &Initialisers,
        processor: Processor,
        kept: &'static str,
    ) -> Result<Self> {
        let loading = |error: ort::Error| failed(name, "loading", error);
        let session = options(processor)
            // A program runs for minutes, and sleeping threads between its operators cost a sixth of the time.
            .and_then(|builder| Ok(builder.with_intra_op_spinning(true)?))
            // Memory patterns are cached per shape, and no two batches have the same shape.
            .and_then(|builder| Ok(builder.with_memory_pattern(false)?))
            .and_then(|builder| weights.add_to(builder))
            .and_then(|mut builder| builder.commit_from_memory(&graph.to_onnx()));
        let kept = match processor {
            Processor::Cpu(_) => None,
            Processor::Gpu => Some(DeviceOutputs { memory: device_memory().map_err(loading)?, prefix: kept }),
        };
        Ok(Self {
            name: name.to_owned(),
            session: Mutex::new(session.map_err(loading)?),
            inputs: graph.inputs().map(|tensor| tensor.name.clone()).collect(),
            outputs: graph.outputs().map(|tensor| tensor.name.clone()).collect(),
            kept,
        })
    }

    /// Opens a graph file on the CPU. Inputs may have any shape from run to run.
    ///
    /// # Errors
    /// [`Error::Session`], [`Error::NotStarted`].
    pub fn open_file(name: &str, file: &Path, threads: usize) -> Result<Self> {
        let session = options(Processor::Cpu(threads))
            // Memory patterns are cached per shape, and no two pictures have the same shape.
            .and_then(|builder| Ok(builder.with_memory_pattern(false)?))
            .and_then(|mut builder| builder.commit_from_file(file))
            .map_err(|error| failed(name, "loading", error))?;
        let names = |outlets: &[Outlet]| outlets.iter().map(|outlet| outlet.name().to_owned()).collect::<Vec<_>>();
        Ok(Self {
            name: name.to_owned(),
            inputs: names(session.inputs()).into_iter().collect(),
            outputs: names(session.outputs()),
            session: Mutex::new(session),
            kept: None,
        })
    }

    /// Names of the outputs, in the order the graph declares them.
    pub fn outputs(&self) -> &[String] {
        &self.outputs
    }

    /// Runs the graph and returns its outputs in the declared order. Inputs that the graph does not declare are
    /// ignored. Memory of intermediate results is freed, as that of programs that alternate adds up.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if it was stopped, [`Error::Session`].
    pub fn run(&self, inputs: &[(&str, &Array)], stop: &Stop) -> Result<Vec<Array>> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let inputs = inputs.iter().copied().filter(|(name, _)| self.inputs.contains(*name));
        let ran = match &self.kept {
            None => {
                let inputs: Vec<(&str, SessionInputValue<'_>)> =
                    inputs.map(|(name, array)| (name, SessionInputValue::from(&array.value))).collect();
                session.run_with_options(inputs, stop.options()).and_then(|outputs| self.in_order(outputs, None))
            }
            Some(kept) => self.run_bound(&mut session, inputs, kept, stop),
        };
        ran.map_err(|error| if stop.is_stopped() { Error::Cancelled } else { failed(&self.name, "running", error) })
    }

    fn run_bound<'i>(
        &self,
        session: &mut OrtSession,
        inputs: impl Iterator<Item = (&'i str, &'i Array)>,
        kept: &DeviceOutputs,
        stop: &Stop,
    ) -> Result<Vec<Array>, ort::Error> {
        let mut binding = session.create_binding()?;
        for (name, array) in inputs {
            binding.bind_input(name, &array.value)?;
        }
        let host = MemoryInfo::new(AllocationDevice::CPU, 0, AllocatorType::Device, MemoryType::Default)?;
        for name in &self.outputs {
            let stays = name.starts_with(kept.prefix);
            binding.bind_output_to_device(name.as_str(), if stays { &kept.memory } else { &host })?;
        }
        let inner = session.inner();
        let outputs = session.run_binding_with_options(&binding, stop.options())?;
        self.in_order(outputs, Some(&inner))
    }

    fn in_order(
        &self,
        mut outputs: SessionOutputs<'_>,
        session: Option<&Arc<SharedSessionInner>>,
    ) -> Result<Vec<Array>, ort::Error> {
        let array = |value| Array { value, _made_by: session.cloned() };
        let take =
            |name: &String| outputs.remove(name).map(array).ok_or_else(|| ort::Error::new(format!("no output {name}")));
        self.outputs.iter().map(take).collect()
    }
}

fn device_memory() -> Result<MemoryInfo<'static>, ort::Error> {
    MemoryInfo::new(AllocationDevice::WEBGPU_BUFFER, 0, AllocatorType::Device, MemoryType::Default)
}
