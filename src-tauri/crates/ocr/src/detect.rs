//! The first network: marks the pixels of text lines. Not for what they say (`read`).

use crate::boxes::Scale;
use crate::{Error, Picture};
use pincite_models::{Array, Program, Stop};
use std::path::Path;

/// Longest side of the picture that is marked, in pixels: about 140 dots per inch of a letter page.
const LONGEST: f32 = 1600.0;
/// The network halves its input five times.
const MULTIPLE: usize = 32;
/// Mean and standard deviation of each colour in the network's training data.
const MEANS: [f32; 3] = [0.485, 0.456, 0.406];
const DEVIATIONS: [f32; 3] = [0.229, 0.224, 0.225];

/// How surely each pixel belongs to a line, row by row, from 0 to 1.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    pub(crate) width: usize,
    pub(crate) values: Vec<f32>,
}

/// The opened network.
pub(crate) struct Detector(Program);

impl Detector {
    pub(crate) fn open(file: &Path, threads: usize) -> Result<Self, Error> {
        Ok(Self(Program::open_file("line detector", file, threads)?))
    }

    /// Marks a picture. The scale leads from the marks back to it.
    pub(crate) fn mark(&self, picture: &Picture, stop: &Stop) -> Result<Marked, Error> {
        let small = reduced(picture);
        let scale = Scale {
            across: picture.width as f32 / small.width as f32,
            down: picture.height as f32 / small.height as f32,
        };
        let input = Array::floats(&[1, 3, small.height, small.width], normalised(&small))?;
        let outputs = self.0.run(&[("x", &input)], stop)?;
        let values = outputs.first().map(Array::to_floats).transpose()?.unwrap_or_default();
        Ok(Marked { marks: Marks { width: small.width, values }, scale })
    }
}

/// Marks, and how they lie on the page's picture.
pub(crate) struct Marked {
    pub(crate) marks: Marks,
    pub(crate) scale: Scale,
}

fn reduced(picture: &Picture) -> Picture {
    let factor = (LONGEST / picture.width.max(picture.height) as f32).min(1.0);
    let side = |pixels: usize| (pixels as f32 * factor / MULTIPLE as f32).round().max(1.0) as usize * MULTIPLE;
    picture.resized(side(picture.width), side(picture.height))
}

fn normalised(picture: &Picture) -> Vec<f32> {
    let channels = MEANS.iter().zip(DEVIATIONS);
    channels
        .flat_map(|(mean, deviation)| {
            picture.grey.iter().map(move |grey| (f32::from(*grey) / 255.0 - mean) / deviation)
        })
        .collect()
}
