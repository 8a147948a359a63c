//! Interprets content streams for their text (ISO 32000-2, clause 9): pages, nested forms, appearances of annotations.
//! Paths, colours and clips are skipped, and an image counts by its area only. Each character code is looked up once per
//! font. Both make reading several times faster than rendering.

use super::faces::Faces;
use super::glyphs::State;
use super::spoken::Spoken;
use super::visibility::Visibility;
use super::{annotations, glyphs};
use crate::layout::Sheet;
use hayro_syntax::content::{Instruction, UntypedIter};
use hayro_syntax::object::{Array, Dict, Name, Object, Rect, Stream, String as PdfString};
use hayro_syntax::page::{Page, Resources};
use kurbo::{Affine, Vec2};
use std::collections::HashMap;

/// Limits of nested forms, forms on a page, and saved states. Only an attack exceeds them.
const MAX_DEPTH: u32 = 40;
const MAX_FORMS: u32 = 20_000;
const MAX_SAVED: usize = 10_000;

/// Collects the text of one page.
pub(super) struct Interpreter<'s, 'a> {
    faces: &'s mut Faces<'a>,
    visibility: Visibility,
    spoken: Spoken,
    sheet: Sheet,
    forms_left: u32,
}

/// A content stream that is being interpreted.
struct ContentStream<'r, 'a> {
    resources: &'r Resources<'a>,
    state: State,
    saved: Vec<State>,
    faces: HashMap<Vec<u8>, Option<usize>>,
    depth: u32,
}

impl<'s, 'a> Interpreter<'s, 'a> {
    /// All text of a page.
    pub(super) fn sheet(faces: &'s mut Faces<'a>, visibility: Visibility, page: &Page<'a>) -> Sheet {
        let (width, height) = page.render_dimensions();
        let sheet = Sheet { width, height, ..Sheet::default() };
        let mut interpreter = Self { faces, visibility, spoken: Spoken::default(), sheet, forms_left: MAX_FORMS };
        let to_display = Affine::new(page.initial_transform(true).as_coeffs());
        match page.page_stream() {
            Some(stream) => interpreter.run(stream, page.resources(), State::new(to_display), 0),
            None => interpreter.sheet.coverage.content_missing = names_content(page),
        }
        for annotation in annotations::shown(page) {
            interpreter.annotation(&annotation, page.resources(), to_display);
        }
        interpreter.sheet
    }

    fn run(&mut self, stream: &[u8], resources: &Resources<'a>, state: State, depth: u32) {
        let layers = self.visibility.depth();
        let spoken = self.spoken.depth();
        let mut run = ContentStream { resources, state, saved: Vec::new(), faces: HashMap::new(), depth };
        let mut instructions = UntypedIter::new(stream);
        while let Some(instruction) = instructions.next() {
            self.perform(&mut run, &instruction);
        }
        self.visibility.leave_to(layers);
        self.spoken.leave_to(spoken);
    }

    fn perform(&mut self, run: &mut ContentStream<'_, 'a>, instruction: &Instruction<'_, '_>) {
        let state = &mut run.state;
        match &**instruction.operator {
            b"q" if run.saved.len() < MAX_SAVED => run.saved.push(state.clone()),
            b"Q" => *state = run.saved.pop().unwrap_or_else(|| state.clone()),
            b"cm" => state.ctm *= numbers(instruction).map_or(Affine::IDENTITY, Affine::new),
            b"Tc" => set(&mut state.char_space, instruction),
            b"Tw" => set(&mut state.word_space, instruction),
            b"TL" => set(&mut state.leading, instruction),
            b"Ts" => set(&mut state.rise, instruction),
            b"Tz" => state.stretch = numbers::<1>(instruction).map_or(state.stretch, |[percent]| percent / 100.0),
            b"Tf" => self.set_font(run, instruction),
            b"gs" => self.set_font_from_state(run, instruction),
            b"BT" => state.begin_text(Affine::IDENTITY),
            b"Tm" => state.begin_text(numbers(instruction).map_or(Affine::IDENTITY, Affine::new)),
            b"Td" | b"TD" | b"T*" => move_line(state, instruction),
            b"Tj" | b"TJ" | b"'" | b"\"" => self.show(run, instruction),
            b"Do" => self.object(run, instruction),
            b"BI" => self.image(run.state.ctm),
            b"BMC" | b"BDC" => self.begin_marked(run, instruction),
            b"EMC" => self.end_marked(),
            _ => {}
        }
    }

    fn set_font(&mut self, run: &mut ContentStream<'_, 'a>, instruction: &Instruction<'_, '_>) {
        let mut operands = instruction.operands();
        let (Some(Object::Name(name)), Some(Object::Number(size))) = (operands.next(), operands.next()) else { return };
        run.state.size = size.as_f64();
        if let Some(face) = run.faces.get(&**name) {
            run.state.face = *face;
            return;
        }
        run.state.face = match run.resources.fonts.get::<Dict<'a>>(&**name) {
            Some(dict) => self.faces.load(&dict),
            None => self.faces.fallback(),
        };
        run.faces.insert(name.to_vec(), run.state.face);
    }

    /// A graphics state dictionary may set the font too.
    fn set_font_from_state(&mut self, run: &mut ContentStream<'_, 'a>, instruction: &Instruction<'_, '_>) {
        let Some(Object::Name(name)) = instruction.operands().next() else { return };
        let entry = run.resources.ext_g_states.get::<Dict<'a>>(&**name).and_then(|gs| gs.get::<Array<'a>>("Font"));
        let Some(mut items) = entry.map(|font| font.iter::<Object<'a>>()) else { return };
        if let (Some(Object::Dict(dict)), Some(Object::Number(size))) = (items.next(), items.next()) {
            run.state.face = self.faces.load(&dict);
            run.state.size = size.as_f64();
        }
    }

    fn show(&mut self, run: &mut ContentStream<'_, 'a>, instruction: &Instruction<'_, '_>) {
        let state = &mut run.state;
        let mut operands = instruction.operands();
        if &**instruction.operator == b"\""
            && let (Some(Object::Number(word)), Some(Object::Number(char))) = (operands.next(), operands.next())
        {
            state.word_space = word.as_f64();
            state.char_space = char.as_f64();
        }
        if matches!(&**instruction.operator, b"'" | b"\"") {
            state.next_line(0.0, -state.leading);
        }
        match operands.next() {
            Some(Object::String(text)) => self.show_string(state, text),
            Some(Object::Array(items)) => self.show_adjusted(state, items),
            _ => {}
        }
    }

    fn show_adjusted(&mut self, state: &mut State, items: &Array<'_>) {
        for item in items.iter::<Object<'_>>() {
            match item {
                Object::String(text) => self.show_string(state, &text),
                Object::Number(back) => {
                    let by = -back.as_f64() / 1000.0 * state.size;
                    let horizontal = state.face.and_then(|i| self.faces.get(i)).is_none_or(|f| f.horizontal);
                    state.advance(if horizontal { Vec2::new(by * state.stretch, 0.0) } else { Vec2::new(0.0, by) });
                }
                _ => {}
            }
        }
    }

    fn show_string(&mut self, state: &mut State, text: &PdfString<'_>) {
        if state.face.is_none() {
            state.face = self.faces.fallback();
        }
        let Some(face) = state.face.and_then(|i| self.faces.get(i)) else { return };
        let bytes = text.as_bytes();
        let visible = self.visibility.is_visible() && (!face.fallback || bytes.is_ascii());
        glyphs::show(&mut self.sheet, state, face, bytes, visible);
    }

    fn begin_marked(&mut self, run: &ContentStream<'_, 'a>, instruction: &Instruction<'_, '_>) {
        let properties = &run.resources.properties;
        match instruction.operands().nth(1) {
            Some(Object::Name(name)) => {
                self.visibility.enter(properties, name);
                self.spoken.enter(properties.get::<Dict<'_>>(&**name).as_ref(), &self.sheet);
            }
            Some(Object::Dict(dict)) => {
                self.visibility.enter(dict, b"OC");
                self.spoken.enter(Some(dict), &self.sheet);
            }
            _ => {
                self.visibility.enter_plain();
                self.spoken.enter(None, &self.sheet);
            }
        }
    }

    fn end_marked(&mut self) {
        self.visibility.leave();
        self.spoken.leave(&mut self.sheet);
    }

    fn object(&mut self, run: &ContentStream<'_, 'a>, instruction: &Instruction<'_, '_>) {
        let Some(Object::Name(name)) = instruction.operands().next() else { return };
        let Some(stream) = run.resources.x_objects.get::<Stream<'a>>(&**name) else { return };
        self.visibility.enter(stream.dict(), b"OC");
        match stream.dict().get::<Name<'_>>("Subtype").as_deref() {
            Some(b"Image") => self.image(run.state.ctm),
            Some(b"Form") => self.form(&stream, run.resources, run.state.clone(), run.depth),
            _ => {}
        }
        self.visibility.leave();
    }

    fn form(&mut self, stream: &Stream<'a>, resources: &Resources<'a>, mut state: State, depth: u32) {
        if !self.visibility.is_visible() {
            return;
        }
        if depth >= MAX_DEPTH || self.forms_left == 0 {
            self.sheet.coverage.cut = true;
            return;
        }
        self.forms_left -= 1;
        let Ok(content) = stream.decoded_data() else { return };
        let own = stream.dict().get::<Dict<'a>>("Resources").map(Resources::new);
        state.ctm *= stream.dict().get::<[f64; 6]>("Matrix").map_or(Affine::IDENTITY, Affine::new);
        self.run(&content, own.as_ref().unwrap_or(resources), state, depth + 1);
    }

    fn image(&mut self, ctm: Affine) {
        let page = f64::from(self.sheet.width) * f64::from(self.sheet.height);
        let large = self.visibility.is_visible() && ctm.determinant().abs() >= glyphs::LARGE_IMAGE * page;
        self.sheet.coverage.large_images += u32::from(large);
    }

    /// Draws an annotation's normal appearance into its rectangle (12.5.5).
    fn annotation(&mut self, annotation: &Dict<'a>, resources: &Resources<'a>, to_display: Affine) {
        let Some(place) = annotation.get::<Rect>("Rect") else { return };
        let Some(form) = appearance(annotation) else { return self.field(annotation, place, to_display) };
        let matrix = form.dict().get::<[f64; 6]>("Matrix").map_or(Affine::IDENTITY, Affine::new);
        let Some(area) = form.dict().get::<Rect>("BBox") else { return };
        let drawn = matrix.transform_rect_bbox(kurbo::Rect::new(area.x0, area.y0, area.x1, area.y1));
        if drawn.width() <= 0.0 || drawn.height() <= 0.0 {
            return;
        }
        let sx = place.width() / drawn.width();
        let sy = place.height() / drawn.height();
        let into_place = Affine::new([sx, 0.0, 0.0, sy, place.x0 - sx * drawn.x0, place.y0 - sy * drawn.y0]);
        self.form(&form, resources, State::new(to_display * into_place), 0);
    }

    /// Places the value of a form field that has no appearance.
    fn field(&mut self, annotation: &Dict<'a>, place: Rect, to_display: Affine) {
        let Some(text) = annotations::text_of(annotation) else { return };
        annotations::write(&mut self.sheet, &text, annotations::displayed(place, to_display));
    }
}

/// Whether a page names content; "null" is none.
fn names_content(page: &Page<'_>) -> bool {
    let value = page.raw().get::<Object<'_>>("Contents");
    page.raw().contains_key("Contents") && !matches!(value, Some(Object::Null(_)))
}

fn appearance<'a>(annotation: &Dict<'a>) -> Option<Stream<'a>> {
    match annotation.get::<Dict<'a>>("AP")?.get::<Object<'a>>("N")? {
        Object::Stream(stream) => Some(stream),
        Object::Dict(states) => {
            let state = annotation.get::<Name<'a>>("AS");
            state.and_then(|s| states.get::<Stream<'a>>(&*s)).or_else(|| states.get::<Stream<'a>>("Off"))
        }
        _ => None,
    }
}

fn move_line(state: &mut State, instruction: &Instruction<'_, '_>) {
    match (&**instruction.operator, numbers::<2>(instruction)) {
        (b"T*", _) => state.next_line(0.0, -state.leading),
        (operator, Some([x, y])) => {
            if operator == b"TD" {
                state.leading = -y;
            }
            state.next_line(x, y);
        }
        _ => {}
    }
}

/// The first `N` operands, if all are numbers.
fn numbers<const N: usize>(instruction: &Instruction<'_, '_>) -> Option<[f64; N]> {
    let mut numbers = [0.0; N];
    let mut operands = instruction.operands();
    for number in &mut numbers {
        let Some(Object::Number(n)) = operands.next() else { return None };
        *number = n.as_f64();
    }
    Some(numbers)
}

fn set(value: &mut f64, instruction: &Instruction<'_, '_>) {
    *value = numbers::<1>(instruction).map_or(*value, |[number]| number);
}
