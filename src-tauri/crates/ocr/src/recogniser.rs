//! The whole way from a picture to its words.

use crate::detect::{Detector, Region, regions, tilt};
use crate::geometry::{Point, Tilt};
use crate::letters::Letter;
use crate::read::LineReader;
use crate::strip::{LineMetrics, Strip};
use crate::words::{Ink, split};
use crate::{Error, Picture};
use pincite_models::Stop;
use std::path::Path;

/// The files of the model.
const DETECTOR: &str = "detector.onnx";
const READER: &str = "reader.onnx";
const CHARACTERS: &str = "characters.json";

/// A line read less surely than this is a picture, a stamp or handwriting.
const SURE: f32 = 0.5;
/// Sizes this close are the same size, measured unevenly.
const SAME_SIZE: f32 = 0.14;

/// The two networks, opened.
pub struct Recogniser {
    detector: Detector,
    reader: LineReader,
}

/// What was recognised on a page. Places are in pixels of the page's picture once it is level: see [`Tilt::back`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecognisedPage {
    /// By how much the page was rotated.
    pub tilt: Tilt,
    /// Lines or parts of lines, in no certain order.
    pub lines: Vec<RecognisedLine>,
}

/// A line, or a part of one between wide gaps.
#[derive(Clone, Debug, PartialEq)]
pub struct RecognisedLine {
    /// Estimated font size in pixels.
    pub size: f32,
    /// Distance of the baseline from the top, in pixels.
    pub baseline: f32,
    /// Its words from left to right; never empty.
    pub words: Vec<RecognisedWord>,
}

/// A recognised word of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct RecognisedWord {
    /// Its text, never empty.
    pub text: String,
    /// Left edge in pixels.
    pub left: f32,
    /// Right edge in pixels.
    pub right: f32,
    /// How surely it was recognised, from 0 to 1.
    pub confidence: f32,
}

impl RecognisedPage {
    /// Mean confidence of all letters, from 0 to 1; 1 for a page without text.
    pub fn confidence(&self) -> f32 {
        let words = self.lines.iter().flat_map(|line| &line.words);
        let mut sum = 0.0;
        let mut letters = 0.0;
        for word in words {
            let count = word.text.chars().count() as f32;
            sum += word.confidence * count;
            letters += count;
        }
        if letters == 0.0 { 1.0 } else { sum / letters }
    }
}

impl Recogniser {
    /// Opens the model in a folder, on `threads` threads of the CPU. The runtime must have been started.
    ///
    /// # Errors
    /// [`Error::Models`], [`Error::Model`].
    pub fn open(folder: &Path, threads: usize) -> Result<Self, Error> {
        Ok(Self {
            detector: Detector::open(&folder.join(DETECTOR), threads)?,
            reader: LineReader::open(&folder.join(READER), &folder.join(CHARACTERS), threads)?,
        })
    }

    /// Recognises the text of a page.
    ///
    /// # Errors
    /// [`Error::Models`], also if it was stopped.
    pub fn recognise(&self, picture: &Picture, stop: &Stop) -> Result<RecognisedPage, Error> {
        let detection = self.detector.detect(picture, stop)?;
        let regions = regions(&detection.map).into_iter().map(|region| region.scaled(detection.scale));
        let regions: Vec<Region> = regions.collect();
        let centre = Point { x: picture.width as f32 / 2.0, y: picture.height as f32 / 2.0 };
        let tilt = tilt(&regions, centre);
        let boxes = regions.iter().filter_map(|region| region.line_box(tilt, detection.scale.down));
        let strips: Vec<Strip> = boxes.map(|place| Strip::cut(picture, place, tilt)).collect();
        let letters = self.reader.read(&strips, stop)?;
        Ok(RecognisedPage { tilt, lines: lines(&strips, &letters) })
    }
}

/// The lines that were read surely and have words.
fn lines(strips: &[Strip], letters: &[Vec<Letter>]) -> Vec<RecognisedLine> {
    let mut lines = Vec::new();
    for (strip, letters) in strips.iter().zip(letters) {
        let sum: f32 = letters.iter().map(|letter| letter.confidence).sum();
        if letters.is_empty() || sum / (letters.len() as f32) < SURE {
            continue;
        }
        let text: String = letters.iter().map(|letter| letter.text.as_str()).collect();
        let LineMetrics { size, baseline } = LineMetrics::of(strip, &text);
        let words = split(letters, &Ink::of(strip)).into_iter().map(|word| RecognisedWord {
            text: word.text,
            left: strip.x(word.left),
            right: strip.x(word.right),
            confidence: word.confidence,
        });
        lines.push(RecognisedLine { size, baseline, words: words.collect() });
    }
    settle_sizes(&mut lines);
    lines.retain(|line| !line.words.is_empty());
    lines
}

/// Gives lines whose sizes hardly differ from the usual one that size.
fn settle_sizes(lines: &mut [RecognisedLine]) {
    let mut sizes: Vec<f32> = lines.iter().map(|line| line.size).collect();
    sizes.sort_by(f32::total_cmp);
    let Some(usual) = sizes.get(sizes.len() / 2).copied() else { return };
    for line in lines {
        if (line.size / usual - 1.0).abs() <= SAME_SIZE {
            line.size = usual;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uneven_sizes_settle_and_headings_stay() {
        let line = |size| RecognisedLine { size, baseline: 0.0, words: Vec::new() };
        let mut lines = [line(40.0), line(42.0), line(39.0), line(60.0), line(41.0)];
        settle_sizes(&mut lines);
        assert_eq!(lines.map(|line| line.size), [41.0, 41.0, 41.0, 60.0, 41.0]);
    }
}
