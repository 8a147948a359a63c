//! Documents in other scripts: what is read of `assets/languages` is what was written, in its order and in its place.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use pincite_pdf::{Document, Line, Page, Rect, Word};
use std::path::{Path, PathBuf};
use unicode_normalization::UnicodeNormalization;

const CODES: [&str; 10] = ["de", "es", "fr", "ru", "ar", "he", "hi", "zh", "ko", "ja"];
/// Share of the words that must be read.
const SHARE: f64 = 0.99;

fn languages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/languages")
}

fn document(code: &str) -> Document {
    common::read(&languages().join(format!("{code}.pdf")), None).unwrap()
}

/// The words of each page as they were written.
fn written(code: &str) -> Vec<Vec<String>> {
    let source = std::fs::read_to_string(languages().join(format!("text/{code}.txt"))).unwrap();
    let mut pages = vec![Vec::new()];
    for line in source.lines() {
        match line {
            "@page" | "@vertical" => pages.push(Vec::new()),
            line => {
                let text: String =
                    line.trim_start_matches(['>', '~', '#', '=', '|']).replace(" | ", " ").nfc().collect();
                pages.last_mut().unwrap().extend(text.split_whitespace().map(str::to_owned));
            }
        }
    }
    pages
}

/// The lines of a page without its number.
fn body(page: &Page) -> impl Iterator<Item = &Line> {
    let is_number = |line: &&Line| page.text_of(line).chars().all(|c| c.is_ascii_digit());
    page.lines.iter().filter(move |line| !is_number(line))
}

/// The words of a page as they were read, with the halves of joined ones together.
fn words(page: &Page) -> Vec<String> {
    body(page)
        .flat_map(|line| page.text_of(line).split(' ').map(|word| word.nfc().collect()).collect::<Vec<_>>())
        .collect()
}

/// Length of the longest common subsequence.
fn common<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y { diagonal + 1 } else { row[j].max(above) };
            diagonal = above;
        }
    }
    row[b.len()]
}

fn share<T: PartialEq>(read: &[T], written: &[T]) -> f64 {
    common(read, written) as f64 / written.len().max(read.len()) as f64
}

fn assert_read<T: PartialEq + std::fmt::Debug>(what: &str, read: &[T], written: &[T]) {
    let share = share(read, written);
    let lost: Vec<&T> = written.iter().filter(|word| !read.contains(word)).collect();
    let other: Vec<&T> = read.iter().filter(|word| !written.contains(word)).collect();
    assert!(share >= SHARE, "{what}: {share:.3}\nlost {lost:?}\nread {other:?}");
}

#[test]
fn words_are_read_in_logical_order() {
    for code in ["de", "es", "fr", "ru", "ar", "he", "hi", "ko"] {
        let document = document(code);
        let written = written(code);
        assert_eq!(document.pages.len(), written.len(), "{code}");
        for (page, written) in document.pages.iter().zip(&written) {
            assert_read(&format!("{code}, page {}", page.index), &words(page), written);
        }
    }
}

#[test]
fn letters_are_read_in_order_where_no_space_ends_a_word() {
    for code in ["zh", "ja"] {
        for (page, written) in document(code).pages.iter().zip(&written(code)) {
            let read: Vec<char> = words(page).concat().chars().collect();
            let written: Vec<char> = written.concat().chars().collect();
            assert_read(&format!("{code}, page {}", page.index), &read, &written);
        }
    }
}

#[test]
fn another_order_of_glyphs_reads_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let document = common::read(&folder.join("arabic.pdf"), None).unwrap();
    for (page, written) in document.pages.iter().zip(&written("ar")) {
        // This program writes the text of some letters with marks twice.
        let share = share(&words(page), written);
        assert!(share >= 0.96, "page {}: {share}", page.index);
    }
}

#[test]
fn words_run_as_their_script_does() {
    for code in CODES {
        for page in document(code).pages {
            let steps: Vec<Step> = body(&page).flat_map(|line| page.words_of(line).windows(2).map(step)).collect();
            let expected = match code {
                "ar" | "he" => Step::Left,
                "ja" if page.index == 1 => Step::Down,
                _ => Step::Right,
            };
            let share = steps.iter().filter(|step| **step == expected).count() as f32 / steps.len() as f32;
            // Latin words in lines of Hebrew and Arabic run to the right.
            assert!(share > 0.95, "{code}, page {}: {share} run {expected:?}", page.index);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Left,
    Right,
    Down,
}

fn step(pair: &[Word]) -> Step {
    let a = pair[0].rect;
    let b = pair[1].rect;
    match (b.x0 + b.x1) - (a.x0 + a.x1) {
        dx if (b.y0 + b.y1 - a.y0 - a.y1).abs() > dx.abs() => Step::Down,
        dx if dx > 0.0 => Step::Right,
        _ => Step::Left,
    }
}

#[test]
fn lines_that_run_down_follow_each_other_to_the_left() {
    let pages = document("ja").pages;
    let columns: Vec<f32> = pages[1].lines.iter().map(|line| line.rect.x0).collect();
    assert!(columns.is_sorted_by(|before, after| before > after), "{columns:?}");
    assert!(pages[1].lines.iter().any(|line| line.rect.height() > 10.0 * line.rect.width()));
}

#[test]
fn boxes_hold_the_ink_of_their_words() {
    for code in CODES {
        let path = languages().join(format!("{code}.pdf"));
        common::runtime().block_on(async {
            let mut session = common::reader_with(common::limits()).open(&path, None).await.unwrap();
            for index in 0..2 {
                let page = session.page(index).await.unwrap();
                let ink = Ink::of(&session.image(index, SCALE).await.unwrap().png);
                ink.assert_in_boxes(code, &page);
            }
        });
    }
}

/// Pixels per point.
const SCALE: f32 = 2.0;

/// The dark points of a page.
struct Ink(Vec<(f32, f32)>);

impl Ink {
    fn of(png: &[u8]) -> Self {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut grey = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut grey).unwrap();
        assert_eq!(info.color_type, png::ColorType::Grayscale, "black on white");
        let width = info.width as usize;
        let place = |at: usize| ((at % width) as f32 / SCALE, (at / width) as f32 / SCALE);
        Self((0..grey.len()).filter(|at| grey[*at] < 128).map(place).collect())
    }

    fn assert_in_boxes(&self, code: &str, page: &Page) {
        for word in &page.words {
            let Rect { x0, y0, x1, y1 } = word.rect;
            assert!(x0 >= 0.0 && y0 >= 0.0 && x1 <= page.width && y1 <= page.height, "{code}: {word:?}");
            let has_ink = self.0.iter().any(|(x, y)| x0 <= *x && *x <= x1 && y0 <= *y && *y <= y1);
            assert!(has_ink, "{code}, page {}: nothing is printed at {word:?}", page.index);
        }
        let is_in = |x: f32, y: f32| page.words.iter().any(|word| is_near(word, x, y));
        let outside = self.0.iter().filter(|(x, y)| !is_in(*x, *y)).count();
        let share = outside as f32 / self.0.len() as f32;
        assert!(share < 0.02, "{code}, page {}: {share} of the ink is outside of all boxes", page.index);
    }
}

/// Whether a point is in a word's box, or no further from it than letters reach beyond their boxes.
fn is_near(word: &Word, x: f32, y: f32) -> bool {
    let reach = 0.15 * word.size;
    let Rect { x0, y0, x1, y1 } = word.rect;
    (x0 - reach..=x1 + reach).contains(&x) && (y0 - reach..=y1 + reach).contains(&y)
}
