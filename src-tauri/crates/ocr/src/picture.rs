//! Grey pictures of pages: printed text is recognised as well without colours.

use crate::Error;
use std::io::Cursor;
use std::ops::Range;

/// A picture of a page in grey, row by row; 0 is black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels across.
    pub(crate) width: usize,
    /// Pixels down.
    pub(crate) height: usize,
    pub(crate) grey: Vec<u8>,
}

impl Picture {
    /// Decodes a PNG file of eight-bit grey or RGB pixels.
    ///
    /// # Errors
    /// [`Error::Picture`].
    pub fn from_png(png: &[u8]) -> Result<Self, Error> {
        let failed = |reason: String| Error::Picture { reason };
        let mut decoder = png::Decoder::new(Cursor::new(png));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(|error| failed(error.to_string()))?;
        let bytes = reader.output_buffer_size().ok_or_else(|| failed("it is too large".to_owned()))?;
        let mut buffer = vec![0; bytes];
        let info = reader.next_frame(&mut buffer).map_err(|error| failed(error.to_string()))?;
        let samples = info.color_type.samples();
        let grey = buffer[..info.buffer_size()].chunks_exact(samples).map(luminance).collect();
        Ok(Self { width: info.width as usize, height: info.height as usize, grey })
    }

    #[cfg(test)]
    pub(crate) fn from_grey(width: usize, height: usize, grey: Vec<u8>) -> Self {
        Self { width, height, grey }
    }

    /// Pixels across.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels down.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The grey value between pixels, from 0 to 255. Outside the picture its edge goes on.
    pub(crate) fn at(&self, x: f32, y: f32) -> f32 {
        let x = x.clamp(0.0, (self.width - 1) as f32);
        let y = y.clamp(0.0, (self.height - 1) as f32);
        let left = x as usize;
        let top = y as usize;
        let right = (left + 1).min(self.width - 1);
        let bottom = (top + 1).min(self.height - 1);
        let across = x - left as f32;
        let down = y - top as f32;
        let pixel = |x: usize, y: usize| f32::from(self.grey[y * self.width + x]);
        let upper = pixel(left, top) * (1.0 - across) + pixel(right, top) * across;
        let lower = pixel(left, bottom) * (1.0 - across) + pixel(right, bottom) * across;
        upper * (1.0 - down) + lower * down
    }

    /// The same picture in another size. A smaller one has the mean of the pixels it stands for.
    pub(crate) fn resized(&self, width: usize, height: usize) -> Self {
        let across: Vec<Range<usize>> = (0..width).map(|x| sources(x, width, self.width)).collect();
        let mut grey = Vec::with_capacity(width * height);
        for y in 0..height {
            let down = sources(y, height, self.height);
            for across in &across {
                let mut sum = 0;
                for row in down.clone() {
                    let pixels = &self.grey[row * self.width + across.start..row * self.width + across.end];
                    sum += pixels.iter().map(|pixel| u32::from(*pixel)).sum::<u32>();
                }
                grey.push((sum / (across.len() * down.len()) as u32) as u8);
            }
        }
        Self { width, height, grey }
    }
}

/// The pixels of a source that one of `count` pixels stands for, in one direction; at least one.
fn sources(pixel: usize, count: usize, source: usize) -> Range<usize> {
    let start = (pixel * source / count).min(source - 1);
    start..((pixel + 1) * source / count).clamp(start + 1, source)
}

/// The brightness of a pixel of one to four samples (grey, grey + alpha, RGB, RGBA).
fn luminance(pixel: &[u8]) -> u8 {
    match *pixel {
        [grey] | [grey, _] => grey,
        [r, g, b, ..] => ((u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114) / 1000) as u8,
        [] => 255,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_picture_has_the_mean_and_a_larger_one_repeats() {
        let picture = Picture::from_grey(4, 2, vec![0, 100, 200, 200, 100, 200, 0, 0]);
        assert_eq!(picture.resized(2, 1).grey, [100, 100]);
        assert_eq!(picture.resized(8, 2).grey[..8], [0, 0, 100, 100, 200, 200, 200, 200]);
    }

    #[test]
    fn values_between_pixels_are_interpolated_and_the_edge_goes_on() {
        let picture = Picture::from_grey(2, 2, vec![0, 100, 100, 200]);
        assert_eq!(picture.at(0.5, 0.5), 100.0);
        assert_eq!(picture.at(-3.0, 9.0), 100.0);
    }
}
