//! Pictures of pages drawn lately, so that going back to a page draws nothing. Not for drawing.

use pincite_pdf::PageImage;
use std::collections::VecDeque;

/// Most bytes of PNG kept for a document: about 40 pages on a usual screen.
const MOST_BYTES: usize = 12 << 20;

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Picture {
    /// Page, counted from 0.
    pub(crate) page: u32,
    /// Pixels per point.
    pub(crate) scale: f32,
}

/// Pictures of one document, the latest last.
#[derive(Debug, Default)]
pub(crate) struct Pictures(VecDeque<(Picture, PageImage)>);

impl Pictures {
    pub(crate) fn get(&mut self, wanted: Picture) -> Option<PageImage> {
        let at = self.0.iter().position(|(kept, _)| *kept == wanted)?;
        let found = self.0.remove(at)?;
        let image = found.1.clone();
        self.0.push_back(found);
        Some(image)
    }

    /// Keeps a picture, and drops the oldest ones if there are too many.
    pub(crate) fn keep(&mut self, shown: Picture, image: PageImage) {
        self.0.push_back((shown, image));
        let mut bytes: usize = self.0.iter().map(|(_, image)| image.png.len()).sum();
        while bytes > MOST_BYTES
            && let Some((_, dropped)) = self.0.pop_front()
        {
            bytes -= dropped.png.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(page: u32) -> Picture {
        Picture { page, scale: 1.5 }
    }

    #[test]
    fn the_pictures_seen_last_are_kept_within_the_bound() {
        let mut pictures = Pictures::default();
        let image = PageImage { width: 1, height: 1, png: vec![0; MOST_BYTES / 3] };
        (0..3).for_each(|number| pictures.keep(page(number), image.clone()));
        assert!(pictures.get(page(0)).is_some(), "three fit; this one is the latest now");
        assert!(pictures.get(Picture { page: 0, scale: 2.0 }).is_none(), "another scale is another picture");
        pictures.keep(page(3), image);
        let kept: Vec<bool> = (0..4).map(|number| pictures.get(page(number)).is_some()).collect();
        assert_eq!(kept, [true, false, true, true], "the one that was not seen for longest is gone");
    }
}
