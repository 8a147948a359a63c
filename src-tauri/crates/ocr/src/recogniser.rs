//! The whole way from a picture to its words. Not for the single steps.

use crate::boxes::LineBox;
use crate::crop::Strip;
use crate::detect::Detector;
use crate::face::{self, Face};
use crate::letters::Letter;
use crate::read::LineReader;
use crate::regions::{Region, regions};
use crate::tilt::{Point, Tilt};
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
    /// The baseline.
    pub baseline: f32,
    /// Its words from left to right; never empty.
    pub words: Vec<RecognisedWord>,
}

/// A word.
#[derive(Clone, Debug, PartialEq)]
pub struct RecognisedWord {
    /// Its text, never empty.
    pub text: String,
    /// Left edge.
    pub left: f32,
    /// Right edge.
    pub right: f32,
    /// How surely it was recognised, from 0 to 1.
    pub confidence: f32,
}

impl RecognisedPage {
    /// Mean confidence of all letters, from 0 to 1; 1 for a page without text.
    pub fn confidence(&self) -> f32 {
        let words = self.lines.iter().flat_map(|line| &line.words);
        let (mut sum, mut letters) = (0.0, 0.0);
        for word in words {
            let count = word.text.chars().count() as f32;
            (sum, letters) = (sum + word.confidence * count, letters + count);
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
        let marked = self.detector.mark(picture, stop)?;
        let found: Vec<Region> = regions(&marked.marks)
            .into_iter()
            .map(|region| Region {
                pixels: region.pixels.iter().map(|pixel| marked.scale.apply(*pixel)).collect(),
                ..region
            })
            .collect();
        let centre = Point { x: picture.width as f32 / 2.0, y: picture.height as f32 / 2.0 };
        let tilt = Tilt::of(&found, centre);
        let boxes = found.iter().filter_map(|region| LineBox::around(region, tilt, marked.scale.down));
        let strips: Vec<Strip> = boxes.map(|place| Strip::cut(picture, place, tilt)).collect();
        let letters = self.reader.read(&strips, stop)?;
        Ok(RecognisedPage { tilt, lines: lines(&strips, &letters) })
    }
}

fn lines(strips: &[Strip], letters: &[Vec<Letter>]) -> Vec<RecognisedLine> {
    let read = strips.iter().zip(letters).filter(|(_, letters)| is_sure(letters));
    let text = |letters: &[Letter]| letters.iter().map(|letter| letter.text.as_str()).collect::<String>();
    let mut faces: Vec<Face> = read.clone().map(|(strip, letters)| Face::of(strip, &text(letters))).collect();
    face::settle(&mut faces);
    read.zip(faces)
        .map(|((strip, letters), face)| line(strip, letters, face))
        .filter(|line| !line.words.is_empty())
        .collect()
}

fn is_sure(letters: &[Letter]) -> bool {
    let sum: f32 = letters.iter().map(|letter| letter.confidence).sum();
    !letters.is_empty() && sum / letters.len() as f32 >= SURE
}

fn line(strip: &Strip, letters: &[Letter], face: Face) -> RecognisedLine {
    let cuts = split(letters, &Ink::of(strip)).into_iter();
    let words = cuts.map(|cut| RecognisedWord {
        text: cut.text,
        left: strip.x(cut.left),
        right: strip.x(cut.right),
        confidence: cut.confidence,
    });
    RecognisedLine { size: face.size, baseline: face.baseline, words: words.collect() }
}
