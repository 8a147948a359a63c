//! Distinct terms of a document, sorted and packed into one string. Not for their positions.

/// A sorted list of distinct terms. The number of a term is its index in the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    text: String,
    /// End of each term in `text`.
    ends: Vec<u32>,
}

impl Vocabulary {
    /// Packs terms that are sorted and distinct.
    pub(crate) fn new<'a>(terms: impl Iterator<Item = &'a str>) -> Self {
        let mut vocabulary = Self::default();
        for term in terms {
            vocabulary.text.push_str(term);
            vocabulary.ends.push(vocabulary.text.len() as u32);
        }
        vocabulary
    }

    /// Number of the term, if the document has it.
    pub(crate) fn find(&self, term: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.term(middle).cmp(term) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn term(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.text[start..self.ends[number] as usize]
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::Vocabulary;

    #[test]
    fn finds_every_term_and_no_other() {
        let terms = ["12.3", "a", "breach", "terminat", "法律"];
        let vocabulary = Vocabulary::new(terms.into_iter());
        for (number, term) in terms.iter().enumerate() {
            assert_eq!(vocabulary.find(term), Some(number), "{term} is in the list");
        }
        assert_eq!(vocabulary.find("termina"), None, "a beginning is not a term");
        assert_eq!(Vocabulary::default().find("a"), None, "an empty list has no terms");
    }
}
