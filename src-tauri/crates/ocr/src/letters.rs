//! From the output of the reading network at each step to letters with their places (CTC decoding).

/// A letter said less surely is none.
const LEAST_SURE: f32 = 0.1;
/// A letter that looks alike is a rival if it is said this surely.
const RIVAL: f32 = 0.005;

/// A letter of a line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Letter {
    /// Its text, one character in most cases.
    pub(crate) text: String,
    /// The column of the strip where it is, about its middle.
    pub(crate) column: f32,
    /// How surely it was recognised, from 0 to 1.
    pub(crate) confidence: f32,
    /// The letters that it may be instead, if it is a sign that looks like letters; the likeliest first.
    pub(crate) rivals: Vec<char>,
}

/// The output of the network for one line.
pub(crate) struct LineOutput<'v> {
    /// Probabilities of all classes, step by step.
    pub(crate) values: &'v [f32],
    /// Number of classes.
    pub(crate) classes: usize,
    /// Columns of the strip that one step stands for.
    pub(crate) columns: f32,
    /// Width of the strip; what follows is padding.
    pub(crate) width: f32,
}

/// The characters of the network: class 0 says nothing, the last is a space, and the others are these.
pub(crate) struct Decoder {
    pub(crate) characters: Vec<String>,
}

impl Decoder {
    /// Takes the best class of each step: repeated ones are one letter. Steps in the padding say nothing.
    pub(crate) fn decode(&self, output: &LineOutput<'_>) -> Vec<Letter> {
        let mut letters = Vec::<Letter>::new();
        let mut last = 0;
        for (step, row) in output.values.chunks(output.classes).enumerate() {
            let mut class = 0;
            let mut confidence = 0.0;
            for (candidate, value) in row.iter().enumerate() {
                if *value > confidence {
                    class = candidate;
                    confidence = *value;
                }
            }
            let column = (step as f32 + 0.5) * output.columns;
            let is_said = confidence >= LEAST_SURE && column < output.width + output.columns;
            if let Some(text) = self.text(class).filter(|_| is_said) {
                match letters.last_mut() {
                    Some(letter) if class == last => letter.confidence = letter.confidence.max(confidence),
                    _ => {
                        let rivals = self.rivals(text, row);
                        letters.push(Letter { text: text.to_owned(), column, confidence, rivals });
                    }
                }
            }
            last = class;
        }
        letters
    }

    /// The letters like this sign that the network saw, too, the likeliest first.
    fn rivals(&self, text: &str, row: &[f32]) -> Vec<char> {
        let mut rivals = Vec::new();
        for letter in alike(text).chars() {
            let class = self.characters.iter().position(|known| known.chars().eq([letter]));
            let confidence = class.and_then(|class| row.get(class + 1)).copied().unwrap_or(0.0);
            if confidence >= RIVAL {
                rivals.push(Rival { letter, confidence });
            }
        }
        rivals.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        rivals.into_iter().map(|rival| rival.letter).collect()
    }

    fn text(&self, class: usize) -> Option<&str> {
        let at = class.checked_sub(1)?;
        if at == self.characters.len() { Some(" ") } else { self.characters.get(at).map(String::as_str) }
    }
}

/// A letter that looks like the one said.
struct Rival {
    letter: char,
    confidence: f32,
}

/// Letters that a sign is confused with.
fn alike(text: &str) -> &'static str {
    match text {
        "0" => "oOQ",
        "1" => "lIi",
        "2" => "zZ",
        "3" => "J",
        "5" => "sS",
        "6" => "bG",
        "8" => "BsS",
        "9" => "gq",
        "£" | "€" => "fE",
        "±" => "ft",
        "l" => "I",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes the best classes of steps over nothing, "a", "b", space.
    fn decoded(best: &[usize], width: f32) -> Vec<Letter> {
        let decoder = Decoder { characters: vec!["a".to_owned(), "b".to_owned()] };
        let row = |class: usize| (0..4).map(move |at| if at == class { 0.9 } else { 0.01 });
        let values: Vec<f32> = best.iter().flat_map(|class| row(*class)).collect();
        decoder.decode(&LineOutput { values: &values, classes: 4, columns: 8.0, width })
    }

    #[test]
    fn repeated_classes_are_one_letter_unless_something_is_between() {
        let letters = decoded(&[1, 1, 0, 1, 3, 2], 48.0);
        assert_eq!(letters.iter().map(|letter| letter.text.as_str()).collect::<String>(), "aa b");
        let columns: Vec<f32> = letters.iter().map(|letter| letter.column).collect();
        assert_eq!(columns, [4.0, 28.0, 36.0, 44.0], "letters are in the middle of their steps");
    }

    #[test]
    fn the_padding_says_nothing() {
        assert_eq!(decoded(&[1, 0, 0, 0, 2], 16.0).len(), 1);
    }
}
