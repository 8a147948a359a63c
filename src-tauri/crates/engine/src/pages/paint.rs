//! Highlights painted on a page image, for a terminal that has no window. The window paints its own boxes.

use pincite_api::{Highlight, HighlightKind, Rect};
use pincite_pdf::PageImage;
use std::io::Cursor;

/// Why an image could not be painted on.
pub(crate) type PaintError = Box<dyn std::error::Error + Send + Sync>;

/// The image with `highlights` multiplied onto it, as a highlighter pen would; `scale` is in pixels per point.
pub(crate) fn paint(image: &PageImage, highlights: &[Highlight], scale: f32) -> Result<Vec<u8>, PaintError> {
    let mut pixels = decode(&image.png)?;
    for highlight in highlights {
        let colour = match highlight.kind {
            HighlightKind::Passage => [255, 249, 219],
            HighlightKind::Sentence => [255, 232, 128],
            HighlightKind::Word => [255, 190, 92],
        };
        pixels.multiply(highlight.rect, scale, colour);
    }
    pixels.encode()
}

/// Eight-bit RGB, row by row.
struct Pixels {
    width: usize,
    height: usize,
    rgb: Vec<[u8; 3]>,
}

fn decode(png: &[u8]) -> Result<Pixels, PaintError> {
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let mut buffer = vec![0; reader.output_buffer_size().ok_or("the image is too large")?];
    let info = reader.next_frame(&mut buffer)?;
    let samples = info.color_type.samples();
    let rgb = buffer[..info.buffer_size()].chunks_exact(samples).map(on_white).collect();
    Ok(Pixels { width: info.width as usize, height: info.height as usize, rgb })
}

/// A pixel of one to four samples (grey, grey + alpha, RGB, RGBA) as it looks on paper.
fn on_white(pixel: &[u8]) -> [u8; 3] {
    let blend = |value: u8, alpha: u8| {
        let (value, alpha) = (u32::from(value), u32::from(alpha));
        ((value * alpha + 255 * (255 - alpha)) / 255) as u8
    };
    match *pixel {
        [grey] => [grey; 3],
        [grey, alpha] => [blend(grey, alpha); 3],
        [r, g, b] => [r, g, b],
        [r, g, b, alpha, ..] => [blend(r, alpha), blend(g, alpha), blend(b, alpha)],
        [] => [255; 3],
    }
}

impl Pixels {
    fn multiply(&mut self, rect: Rect, scale: f32, colour: [u8; 3]) {
        let within = |value: f32, limit: usize| (value * scale).clamp(0.0, limit as f32) as usize;
        let (left, right) = (within(rect.x0, self.width), within(rect.x1, self.width));
        for y in within(rect.y0, self.height)..within(rect.y1, self.height) {
            for pixel in &mut self.rgb[y * self.width + left..y * self.width + right] {
                for (value, ink) in pixel.iter_mut().zip(colour) {
                    *value = (u32::from(*value) * u32::from(ink) / 255) as u8;
                }
            }
        }
    }

    fn encode(&self) -> Result<Vec<u8>, PaintError> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        encoder.write_header()?.write_image_data(self.rgb.as_flattened())?;
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(width: usize, height: usize) -> PageImage {
        let png = Pixels { width, height, rgb: vec![[255; 3]; width * height] }.encode().unwrap();
        PageImage { width: width as u32, height: height as u32, png }
    }

    #[test]
    fn only_the_box_is_coloured_even_where_it_leaves_the_page() {
        let rect = Rect { x0: 1.0, y0: 1.0, x1: 99.0, y1: 2.0 };
        let highlight = Highlight { page: 0, rect, kind: HighlightKind::Sentence };
        let painted = decode(&paint(&white(8, 8), &[highlight], 2.0).unwrap()).unwrap();
        for (place, pixel) in painted.rgb.iter().enumerate() {
            let (x, y) = (place % 8, place / 8);
            let inside = (2..8).contains(&x) && (2..4).contains(&y);
            assert_eq!(*pixel != [255; 3], inside, "pixel {x},{y}");
        }
    }
}
