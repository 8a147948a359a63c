//! How long questions wait for their first hits, asked by one client and by many at once. A client of a server has connections
//! of its own. A library in a file is loaded once, as the window does.

use crate::{Place, Questions, Result, report};
use pincite_library::{CollectionId, Library};
use pincite_models::{Device, Encoder, Home, runtime};
use pincite_search::{CollectionIndex, CollectionQuestion, Gather, Mode, PreparedQuestion, Search, Wanted};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Ask {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    questions: Questions,
    /// So many clients at once, one number after the other.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 8, 32])]
    clients: Vec<usize>,
}

#[derive(Serialize)]
struct Waited {
    clients: usize,
    questions: usize,
    p50_ms: f32,
    p95_ms: f32,
    questions_a_second: f32,
    /// Processor seconds of this program for a question. Those of the server are not in it.
    own_cpu_s: f32,
    resident_mb: u64,
}

#[derive(Deserialize)]
struct Asked {
    question: String,
}

impl Questions {
    /// The questions with their vectors.
    pub(crate) fn prepared(&self) -> Result<Vec<PreparedQuestion>> {
        let mut texts = Vec::new();
        for file in &self.questions {
            for line in std::fs::read_to_string(file)?.lines() {
                texts.push(serde_json::from_str::<Asked>(line)?.question);
            }
        }
        texts.sort_unstable();
        texts.dedup();
        let step = (texts.len() / self.count.max(1)).max(1);
        let texts = texts.into_iter().step_by(step).take(self.count);
        let mut prepared: Vec<PreparedQuestion> =
            texts.map(|text| PreparedQuestion::new(&text, Mode::Hybrid)).collect();
        let home = Home::from(self.home.clone());
        runtime::start(&runtime::candidates(home.folder()))?;
        let encoder = Encoder::open(&home.model("all-MiniLM-L6-v2"), Device::Cpu)?;
        PreparedQuestion::encode_all(&mut prepared, &encoder)?;
        Ok(prepared)
    }
}

/// The largest collection of a library.
pub(crate) async fn largest(library: &Library) -> Result<CollectionId> {
    Ok(library.collections().await?.into_iter().max_by_key(|it| it.passages).ok_or("no collection")?.id)
}

impl Ask {
    pub(crate) async fn run(&self) -> Result<()> {
        let questions = Arc::new(self.questions.prepared()?);
        let library = Library::open(&self.place.library).await?;
        let collection = largest(&library).await?;
        let loaded = if library.is_shared() { None } else { Some(load(&library, collection).await?) };
        for clients in &self.clients {
            let cpu = cpu_seconds()?;
            let started = Instant::now();
            let mut tasks = Vec::new();
            for client in 0..*clients {
                let library = match &loaded {
                    Some(_) => library.clone(),
                    None => Library::open(&self.place.library).await?,
                };
                let asked = ask(client, library, collection, loaded.clone(), Arc::clone(&questions));
                tasks.push(tokio::spawn(asked));
            }
            let mut times = Vec::new();
            for task in tasks {
                times.extend(task.await??);
            }
            let seconds = started.elapsed().as_secs_f32();
            times.sort_by(f32::total_cmp);
            report(&Waited {
                clients: *clients,
                questions: times.len(),
                p50_ms: times[times.len() / 2],
                p95_ms: times[times.len() * 95 / 100],
                questions_a_second: times.len() as f32 / seconds,
                own_cpu_s: (cpu_seconds()? - cpu) / times.len() as f32,
                resident_mb: resident_mb()?,
            })?;
        }
        Ok(())
    }
}

async fn load(library: &Library, collection: CollectionId) -> Result<Arc<CollectionIndex>> {
    let started = Instant::now();
    let index = CollectionIndex::load(library, collection).await?;
    let passages = index.passage_count();
    let (load_s, megabytes) = (started.elapsed().as_secs_f32(), index.bytes() >> 20);
    report(&serde_json::json!({"loaded passages": passages, "seconds": load_s, "index_mb": megabytes}))?;
    Ok(Arc::new(index))
}

/// One client asks its questions one after the other: milliseconds of each.
async fn ask(
    client: usize,
    library: Library,
    collection: CollectionId,
    loaded: Option<Arc<CollectionIndex>>,
    questions: Arc<Vec<PreparedQuestion>>,
) -> Result<Vec<f32>> {
    let count = questions.len().min(40);
    let mut times = Vec::new();
    for at in 0..count {
        let question = CollectionQuestion::from(questions[(client * count + at) % questions.len()].clone());
        let started = Instant::now();
        let index = match &loaded {
            Some(index) => Arc::clone(index),
            None => Arc::new(narrowed(&library, collection, &question).await?),
        };
        let search = Search { index: &index, library: &library };
        let wanted = Wanted { contents: &[], without: &[], k: 10, gather: Gather::Best };
        search.first_stage(&question, &wanted).await?.hits().await?;
        times.push(started.elapsed().as_secs_f32() * 1000.0);
    }
    Ok(times)
}

/// What the server finds for a question.
pub(crate) async fn narrowed(
    library: &Library,
    collection: CollectionId,
    question: &CollectionQuestion,
) -> Result<CollectionIndex> {
    let generation = library.active_generation(collection).await?;
    let unloaded = CollectionIndex::unloaded(library, collection, generation).await?;
    Ok(question.index(library, &unloaded, &[]).await?)
}

/// Processor seconds of this program.
fn cpu_seconds() -> Result<f32> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f32>().ok()).unwrap_or_default();
    Ok((ticks(11) + ticks(12)) / 100.0)
}

/// Memory of this program, in MB.
fn resident_mb() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
    Ok(line.split_whitespace().nth(1).and_then(|kb| kb.parse::<u64>().ok()).unwrap_or_default() / 1024)
}
