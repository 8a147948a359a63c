//! Grey pictures of pages. Not for colours: printed text is recognised as well without them.

use crate::Error;
use std::io::Cursor;

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

    /// A picture of these pixels; missing rows are white.
    pub fn from_grey(width: usize, height: usize, mut grey: Vec<u8>) -> Self {
        grey.resize(width * height, 255);
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
        let (x, y) = (x.clamp(0.0, (self.width - 1) as f32), y.clamp(0.0, (self.height - 1) as f32));
        let (left, top) = (x as usize, y as usize);
        let (right, bottom) = ((left + 1).min(self.width - 1), (top + 1).min(self.height - 1));
        let (across, down) = (x - left as f32, y - top as f32);
        let pixel = |x: usize, y: usize| f32::from(self.grey[y * self.width + x]);
        let upper = pixel(left, top) * (1.0 - across) + pixel(right, top) * across;
        let lower = pixel(left, bottom) * (1.0 - across) + pixel(right, bottom) * across;
        upper * (1.0 - down) + lower * down
    }

    /// The same picture in another size. A smaller one has the mean of the pixels it stands for.
    pub(crate) fn resized(&self, width: usize, height: usize) -> Self {
        let across: Vec<Span> = (0..width).map(|x| Span::of(x, width, self.width)).collect();
        let mut grey = Vec::with_capacity(width * height);
        for y in 0..height {
            let down = Span::of(y, height, self.height);
            grey.extend(across.iter().map(|across| self.mean(*across, down)));
        }
        Self { width, height, grey }
    }

    fn mean(&self, across: Span, down: Span) -> u8 {
        let rows =
            (down.start..down.end).map(|y| &self.grey[y * self.width + across.start..y * self.width + across.end]);
        let sum: u32 = rows.flatten().map(|pixel| u32::from(*pixel)).sum();
        let count = ((across.end - across.start) * (down.end - down.start)) as u32;
        (sum / count.max(1)) as u8
    }
}

/// The source pixels that one pixel stands for, in one direction; at least one.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

impl Span {
    fn of(place: usize, count: usize, source: usize) -> Self {
        let start = (place * source / count).min(source - 1);
        Self { start, end: ((place + 1) * source / count).clamp(start + 1, source) }
    }
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
