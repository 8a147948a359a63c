//! The product's encoder, as an evaluation asks for it.

use crate::output;
use pincite_engine::Engine;
use pincite_engine::view::Problem;
use pincite_eval::{Embed, Error};
use pincite_models::{Encoder, Side};
use std::ops::ControlFlow;
use std::sync::Arc;

/// An encoder whose errors are the evaluation's.
pub(crate) struct Embedding(Arc<Encoder>);

impl Embedding {
    /// The default encoder; without one the evaluation is of words alone, and that is said.
    pub(crate) async fn of(engine: &Engine) -> Option<Self> {
        match engine.encoder().await {
            Ok(encoder) => Some(Self(encoder)),
            Err(error) => {
                output::note(&Problem::from(&error));
                None
            }
        }
    }

    fn embed(&self, texts: &[&str], side: Side) -> Result<Vec<f32>, Error> {
        let embedded = self.0.embed(texts, side, &mut |_| ControlFlow::Continue(()));
        embedded.map(|rows| rows.values).map_err(|error| Error::Embedding(error.to_string()))
    }
}

impl Embed for Embedding {
    fn width(&self) -> usize {
        self.0.width()
    }

    fn questions(&mut self, texts: &[&str]) -> Result<Vec<f32>, Error> {
        self.embed(texts, Side::Question)
    }

    fn passages(&mut self, texts: &[&str]) -> Result<Vec<f32>, Error> {
        self.embed(texts, Side::Passage)
    }
}
