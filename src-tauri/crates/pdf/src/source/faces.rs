//! Fonts, as far as text needs them: the text and advance of each character code, and the height of the font.

use super::unicode::{FontProgram, Meaning, PlainCodes, meaning_of};
use hayro_font::{Font, FontCache, StandardFont};
use hayro_interpret::InterpreterSettings;
use hayro_syntax::object::{Array, Dict, Name, Rect};
use kurbo::{Affine, Vec2};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::rc::Rc;

/// Ascent and descent in em, for a font without these values.
const EXTENT: (f32, f32) = (0.9, -0.21);
/// The same for fonts that need not be in the file (Adobe's metrics of the standard 14).
const STANDARD: [(&str, f32, f32); 5] = [
    ("Courier", 0.629, -0.157),
    ("Helvetica", 0.718, -0.207),
    ("Arial", 0.905, -0.212),
    ("Times", 0.683, -0.217),
    ("Symbol", 0.82, -0.21),
];

/// A character code of a font.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// Its text; empty for a space.
    pub(super) text: Rc<str>,
    /// Whether the text is known.
    pub(super) known: bool,
    /// It is neither text nor a space.
    pub(super) silent: bool,
    /// Advance in em.
    pub(super) advance: Vec2,
    /// From the text position to the glyph's origin, in em.
    pub(super) displacement: Vec2,
}

/// A font with its cached character codes.
pub(super) struct Face<'a> {
    font: Font<'a>,
    codes: FxHashMap<u32, Code>,
    program: FontProgram,
    plain: PlainCodes,
    /// From the baseline up, in units of the font size.
    pub(super) ascent: f32,
    /// From the baseline down, in units of the font size; negative.
    pub(super) descent: f32,
    /// The em in units of the font size. It is 1 except for Type 3 fonts.
    pub(super) em: f32,
    pub(super) bold: bool,
    pub(super) horizontal: bool,
    /// Replaces a missing font. Only its ASCII text can be trusted.
    pub(super) fallback: bool,
}

impl<'a> Face<'a> {
    fn new(font: Font<'a>, dict: &Dict<'a>) -> Self {
        let descendant = dict.get::<Array<'a>>("DescendantFonts").and_then(|a| a.iter::<Dict<'a>>().next());
        let descriptor = descendant.as_ref().unwrap_or(dict).get::<Dict<'a>>("FontDescriptor").unwrap_or_default();
        let name = dict.get::<Name<'_>>("BaseFont").map(|n| without_subset_tag(n.as_str()).to_owned());
        let name = name.unwrap_or_default();
        let (ascent, descent) = extent(&name, &descriptor);
        let horizontal = font.is_horizontal();
        let bold = is_bold(&name, &descriptor);
        let face = Self {
            font,
            codes: FxHashMap::default(),
            program: FontProgram::default(),
            plain: PlainCodes::from_font(dict),
            ascent,
            descent,
            em: 1.0,
            bold,
            horizontal,
            fallback: false,
        };
        if dict.get::<Name<'_>>("Subtype").as_deref() == Some(b"Type3") { face.drawn_by_file(dict) } else { face }
    }

    /// Takes the height from the font's bounding box. Without one, it estimates an em from the widths.
    fn drawn_by_file(mut self, dict: &Dict<'a>) -> Self {
        let matrix = Affine::new(dict.get::<[f64; 6]>("FontMatrix").unwrap_or([0.001, 0.0, 0.0, 0.001, 0.0, 0.0]));
        let area = dict.get::<Rect>("FontBBox").map_or(kurbo::Rect::ZERO, |r| kurbo::Rect::new(r.x0, r.y0, r.x1, r.y1));
        let area = matrix.transform_rect_bbox(area);
        let widest = (0..256).map(|c| self.font.code_advance(c).x.abs() / 1000.0).fold(0.0, f64::max);
        let top = area.y1 as f32;
        let bottom = area.y0 as f32;
        let plausible = top > 0.0 && top - bottom > 0.3 * widest as f32 && top - bottom < 6.0 * widest as f32;
        if plausible {
            self.em = (top - bottom) / 1.1;
            self.ascent = top;
            self.descent = bottom.min(0.0);
        } else {
            self.em = (widest as f32).max(0.01);
            self.ascent = 0.9 * self.em;
            self.descent = -0.21 * self.em;
        }
        self
    }

    /// The next character code in a string and its length in bytes.
    pub(super) fn read_code(&self, bytes: &[u8], at: usize) -> (u32, usize) {
        let (code, length) = self.font.read_code(bytes, at);
        (code, length.max(1))
    }

    /// The character with this code.
    pub(super) fn code(&mut self, code: u32) -> &Code {
        self.codes.entry(code).or_insert_with(|| {
            let Meaning { text, known, silent } = meaning_of(&self.font, &mut self.program, &self.plain, code);
            let advance = self.font.code_advance(code) / 1000.0;
            let displacement = self.font.origin_displacement(code) / 1000.0;
            Code { text: text.into(), known, silent, advance, displacement }
        })
    }
}

/// The fonts of a document that were loaded so far.
pub(super) struct Faces<'a> {
    settings: InterpreterSettings,
    cache: FontCache<'a>,
    faces: Vec<Face<'a>>,
    by_dict: HashMap<(*const u8, usize), Option<usize>>,
    fallback: Option<usize>,
}

impl<'a> Faces<'a> {
    pub(super) fn new(settings: InterpreterSettings) -> Self {
        Self { settings, cache: FontCache::new(), faces: Vec::new(), by_dict: HashMap::new(), fallback: None }
    }

    pub(super) fn get(&mut self, index: usize) -> Option<&mut Face<'a>> {
        self.faces.get_mut(index)
    }

    /// The font that a dictionary describes, if it can be loaded.
    pub(super) fn load(&mut self, dict: &Dict<'a>) -> Option<usize> {
        let key = (dict.data().as_ptr(), dict.data().len());
        if let Some(known) = self.by_dict.get(&key) {
            return *known;
        }
        let font = self.cache.font(dict, &self.settings.font_resolver, &self.settings.cmap_resolver);
        let index = font.map(|font| self.add(Face::new(font, dict)));
        self.by_dict.insert(key, index);
        index
    }

    /// Helvetica, for text whose font is missing. Other viewers do the same.
    pub(super) fn fallback(&mut self) -> Option<usize> {
        if self.fallback.is_none() {
            let font = self.cache.standard_font(StandardFont::Helvetica, &self.settings.font_resolver)?;
            let face = Face { fallback: true, ..Face::new(font, &Dict::empty()) };
            self.fallback = Some(self.add(face));
        }
        self.fallback
    }

    fn add(&mut self, face: Face<'a>) -> usize {
        self.faces.push(face);
        self.faces.len() - 1
    }
}

fn is_bold(name: &str, descriptor: &Dict<'_>) -> bool {
    const WORDS: [&str; 5] = ["bold", "black", "heavy", "demi", "-bd"];
    const FORCE_BOLD: u32 = 1 << 18;
    let lower = name.to_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
        || descriptor.get::<f32>("FontWeight").is_some_and(|w| w >= 600.0)
        || descriptor.get::<u32>("Flags").is_some_and(|f| f & FORCE_BOLD != 0)
}

/// Ascent and descent in em, from the descriptor if its values are plausible.
fn extent(name: &str, descriptor: &Dict<'_>) -> (f32, f32) {
    let plausible = |key: &str| descriptor.get::<f32>(key).map(|v| v.abs() / 1000.0).filter(|v| *v > 0.01 && *v < 3.0);
    let standard = STANDARD.iter().find(|(family, ..)| name.starts_with(family));
    let (ascent, descent) = standard.map_or(EXTENT, |(_, ascent, descent)| (*ascent, *descent));
    (plausible("Ascent").unwrap_or(ascent).clamp(0.5, 1.05), -plausible("Descent").unwrap_or(-descent).clamp(0.05, 0.4))
}

fn without_subset_tag(name: &str) -> &str {
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest,
        _ => name,
    }
}
