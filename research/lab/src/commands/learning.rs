//! What learning brings to the search that people see.

use super::study;
use crate::arguments::{Learning, Lesson};
use pincite_api::Origin;
use pincite_engine::{Engine, Options};
use pincite_eval::{Embed, Searched, Source};
use pincite_lab::Result;
use pincite_lab::adapt::{Adapting, Author, Recipe, Stage, Student, corpus};
use pincite_lab::learning::{Measuring, natural, set};
use pincite_models::{Embeddings, Side, Trainee};
use pincite_search::{CachedScorer, Weights};
use std::io::Write;
use std::ops::ControlFlow;

/// Trains on a set's documents, never on its questions, and asks these before and after.
pub(crate) async fn run(options: Options, given: &Learning) -> Result<()> {
    let home = options.home.clone();
    let engine = &Engine::open(options).await?;
    let documents = set::read(&given.set)?;
    let asked = set::asked(&documents, given.every);
    let folder = study::encoder_folder(&home)?;
    let mut trainee = study::trainee(engine, &folder, &given.training).await?;
    let plain: Vec<Source> = documents.iter().map(set::SetDocument::source).collect();
    let recipe = given.training.recipes().next().unwrap_or_default();
    let mut encoders = vec![("base".to_owned(), trainee.snapshot()?.without_moments())];
    encoders.extend(trainee.pretrained().map(|start| ("start".to_owned(), start.clone())));
    let mut generated = None;
    for lesson in &given.lessons {
        let mut sources = plain.clone();
        if *lesson != Lesson::Natural {
            if generated.is_none() {
                write(engine, given, &recipe, &mut sources, &trainee).await?;
                generated = Some(sources.clone());
            }
            sources = generated.clone().unwrap_or_default();
        }
        if *lesson != Lesson::Generated {
            sources.iter_mut().zip(&documents).for_each(|(source, document)| natural::add(source, document));
        }
        let (corpus, pairs) = corpus(&sources);
        let student = Student { trainee: &mut trainee, folder: &folder, teacher: None };
        let trained = recipe.train(&corpus, &pairs, student, &mut go_on)?;
        let name = format!("{lesson:?}").to_lowercase();
        writeln!(std::io::stderr(), "{name}: {} pairs, {:?}", pairs.len(), trained.course.verdict)?;
        encoders.push((name, trained.best));
    }
    let model = engine.reranker().await?;
    let reader = CachedScorer::new(&*model);
    let dense_weights = [Weights::default().dense, 0.2, 0.6];
    let mut output = std::io::stdout().lock();
    for (encoder, weights) in encoders {
        trainee.restore(weights)?;
        let searched = searched(&plain, &documents, &trainee)?;
        let vectors = vectors(&asked, &trainee)?;
        let weights = if encoder == "base" { &dense_weights[..] } else { &dense_weights[..1] };
        let measuring = Measuring {
            asked: &asked,
            vectors: &vectors,
            searched: &searched,
            reader: &reader,
            dense_weights: weights,
        };
        let rows = measuring.rows(&encoder, |done| {
            let _ = writeln!(std::io::stderr(), "{encoder}: questions {done}/{}", asked.len());
        })?;
        for row in rows {
            serde_json::to_writer(&mut output, &row)?;
            writeln!(output)?;
        }
    }
    Ok(())
}

/// Writes questions about the passages.
async fn write(
    engine: &Engine,
    given: &Learning,
    recipe: &Recipe,
    sources: &mut [Source],
    mut encoder: &Trainee,
) -> Result<()> {
    let request = study::request(&given.writing, recipe.settings.seed);
    let generator = study::generator(engine, &given.writing).await?;
    let mut writer_of = |passages: &[String]| study::writer(generator.as_ref(), passages, &request);
    let mut author = Author { origin: Origin::Generator, writer_of: &mut writer_of };
    let adapting = Adapting { per_passage: given.writing.per_passage, filter: request.filter, recipe: *recipe };
    author.write(sources, &adapting, &mut encoder, &mut go_on)?;
    Ok(())
}

fn go_on(stage: Stage) -> ControlFlow<()> {
    study::progress(&stage);
    ControlFlow::Continue(())
}

/// The documents with the vectors of an encoder.
fn searched(sources: &[Source], documents: &[set::SetDocument], encoder: &Trainee) -> Result<Vec<Searched>> {
    let mut all = Vec::with_capacity(sources.len());
    let mut encoder = encoder;
    for (source, document) in sources.iter().zip(documents) {
        let searched = source.searched(Some(&mut encoder))?;
        all.push(Searched { read: document.read_together(), ..searched });
    }
    Ok(all)
}

/// The vectors of the questions.
fn vectors(asked: &[set::Asked], mut encoder: &Trainee) -> Result<Embeddings> {
    let texts: Vec<&str> = asked.iter().map(|one| one.text.as_str()).collect();
    Ok(Embed::embed(&mut encoder, &texts, Side::Question)?)
}
