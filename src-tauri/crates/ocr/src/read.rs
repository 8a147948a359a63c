//! The second network: reads cut lines.

use crate::Error;
use crate::letters::{Decoder, Letter, LineOutput};
use crate::strip::{HEIGHT, Strip};
use pincite_models::{Array, Program, Stop};
use std::path::Path;

/// Pixels of one batch, padding included: more gives no speed and takes memory.
const BATCH_WIDTH: usize = 6400;

/// The opened network with its characters.
pub(crate) struct LineReader {
    network: Program,
    decoder: Decoder,
}

impl LineReader {
    pub(crate) fn open(file: &Path, characters: &Path, threads: usize) -> Result<Self, Error> {
        let failed = |reason: String| Error::Model { file: characters.to_owned(), reason };
        let text = std::fs::read(characters).map_err(|error| failed(error.to_string()))?;
        let characters = serde_json::from_slice(&text).map_err(|error| failed(error.to_string()))?;
        let network = Program::open_file("line reader", file, threads)?;
        Ok(Self { network, decoder: Decoder { characters } })
    }

    /// The letters of each strip.
    pub(crate) fn read(&self, strips: &[Strip], stop: &Stop) -> Result<Vec<Vec<Letter>>, Error> {
        let mut order: Vec<usize> = (0..strips.len()).collect();
        order.sort_by_key(|strip| strips[*strip].width);
        let mut letters = vec![Vec::new(); strips.len()];
        for batch in batches(strips, &order) {
            for (strip, found) in batch.iter().zip(self.read_batch(strips, batch, stop)?) {
                letters[*strip] = found;
            }
        }
        Ok(letters)
    }

    fn read_batch(&self, strips: &[Strip], batch: &[usize], stop: &Stop) -> Result<Vec<Vec<Letter>>, Error> {
        let width = batch.iter().map(|strip| strips[*strip].width).max().unwrap_or(0);
        let input: Vec<f32> = batch.iter().flat_map(|strip| padded(&strips[*strip], width)).collect();
        let input = Array::floats(&[batch.len(), 3, HEIGHT, width], input)?;
        let outputs = self.network.run(&[("x", &input)], stop)?;
        let Some(output) = outputs.first() else { return Ok(vec![Vec::new(); batch.len()]) };
        let [_, steps, classes] = output.shape()?[..] else { return Ok(vec![Vec::new(); batch.len()]) };
        let columns = width as f32 / steps.max(1) as f32;
        let mut letters = Vec::with_capacity(batch.len());
        for (values, strip) in output.to_floats()?.chunks(steps * classes).zip(batch) {
            let width = strips[*strip].width as f32;
            letters.push(self.decoder.decode(&LineOutput { values, classes, columns, width }));
        }
        Ok(letters)
    }
}

/// Consecutive strips whose padded widths fill a batch.
fn batches<'o>(strips: &[Strip], order: &'o [usize]) -> Vec<&'o [usize]> {
    let mut batches = Vec::new();
    let mut start = 0;
    while start < order.len() {
        let mut end = start + 1;
        while end < order.len() && strips[order[end]].width * (end + 1 - start) <= BATCH_WIDTH {
            end += 1;
        }
        batches.push(&order[start..end]);
        start = end;
    }
    batches
}

/// The strip in three equal colours from −1 to 1, padded with grey on the right.
fn padded(strip: &Strip, width: usize) -> Vec<f32> {
    let mut colour = vec![0.0; HEIGHT * width];
    for (to, from) in colour.chunks_exact_mut(width).zip(strip.grey.chunks_exact(strip.width)) {
        for (value, grey) in to.iter_mut().zip(from) {
            *value = f32::from(*grey) / 127.5 - 1.0;
        }
    }
    colour.repeat(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::LineBox;

    #[test]
    fn a_batch_holds_strips_of_like_width() {
        let strip =
            |width| Strip { width, grey: Vec::new(), place: LineBox { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 } };
        let strips: Vec<Strip> = [100, 3200, 3000, 2000, 3200].into_iter().map(strip).collect();
        assert_eq!(batches(&strips, &[0, 3, 2, 1, 4]), [&[0, 3][..], &[2, 1], &[4]]);
    }
}
