//! Which items a label of a row names: those of the same label in the catalogue, or else those of the label most like it.

use crate::Share;
use crate::catalogue::CATALOGUE;
use crate::words::{without_asides, words};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

/// A label less like a known one names no item (Dice's coefficient over the IDF of words).
const ALIKE: f32 = 0.75;
/// A label of more words is a sentence.
const LONGEST: usize = 14;
/// What comes after these words only describes the item.
const DESCRIPTIONS: [&str; 6] = [", including", ", excluding", " (note", ", at ", ", $", " - "];
/// After these words it says what was subtracted.
const NET: [&str; 3] = [", net of", ", less", ", net"];

/// Known labels by their words.
struct Known {
    labels: Vec<&'static [String]>,
    /// Numbers of labels by word.
    by_word: HashMap<&'static str, Vec<usize>>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let mut labels: Vec<&'static [String]> = CATALOGUE.labels.keys().map(Vec::as_slice).collect();
    labels.sort_unstable();
    let mut by_word: HashMap<&'static str, Vec<usize>> = HashMap::new();
    for (number, label) in labels.iter().enumerate() {
        let distinct: HashSet<&str> = label.iter().map(String::as_str).collect();
        distinct.into_iter().for_each(|word| by_word.entry(word).or_default().push(number));
    }
    Known { labels, by_word }
});

/// The items that a label of a row names, the likeliest first.
pub fn items_of_label(label: &str) -> Vec<Share> {
    let known = variants(label).into_iter().find_map(|words| CATALOGUE.labels.get(&words));
    known.cloned().unwrap_or_else(|| KNOWN.like(&words(&without_asides(label))))
}

/// A label, with less and less of what describes its item.
fn variants(label: &str) -> Vec<Vec<String>> {
    let bare = without_asides(label);
    let first_part = label.split([':', ';', '—']).next().unwrap_or_default();
    let mut variants = vec![words(label), words(&bare), words(&without_asides(first_part))];
    let small = bare.to_lowercase();
    let net = NET.iter().filter_map(|net| small.find(net));
    variants.extend(net.clone().map(|at| words(&format!("{}, net", &small[..at]))));
    let cuts = DESCRIPTIONS.iter().filter_map(|description| small.find(description));
    variants.extend(net.chain(cuts).map(|at| words(&small[..at])));
    variants.retain(|words| !words.is_empty());
    variants
}

impl Known {
    /// The items of the label that is most like these words, if it is like enough.
    fn like(&self, words: &[String]) -> Vec<Share> {
        // In one order: sums of the same numbers in another order are not quite the same.
        let words: BTreeSet<&str> = words.iter().map(String::as_str).collect();
        if words.is_empty() || words.len() > LONGEST {
            return Vec::new();
        }
        let mut shared: HashMap<usize, f32> = HashMap::new();
        for word in &words {
            for label in self.by_word.get(word).into_iter().flatten() {
                *shared.entry(*label).or_default() += self.idf(word);
            }
        }
        let own = self.weight(words.iter().copied());
        let likeness = |(label, shared): (usize, f32)| {
            let distinct: BTreeSet<&str> = self.labels[label].iter().map(String::as_str).collect();
            (2.0 * shared / (own + self.weight(distinct.into_iter())), label)
        };
        let most =
            shared.into_iter().map(likeness).max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)));
        let Some((likeness, label)) = most.filter(|most| most.0 > ALIKE) else { return Vec::new() };
        let shares = CATALOGUE.labels.get(self.labels[label]).into_iter().flatten();
        shares.map(|share| Share { share: share.share * likeness, ..*share }).collect()
    }

    fn weight<'w>(&self, words: impl Iterator<Item = &'w str>) -> f32 {
        words.map(|word| self.idf(word)).sum()
    }

    fn idf(&self, word: &str) -> f32 {
        let labels = self.by_word.get(word).map_or(0, Vec::len);
        ((self.labels.len() as f32 + 1.0) / (labels as f32 + 0.5)).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(label: &str) -> &'static str {
        items_of_label(label).first().map_or("", |share| share.item.name())
    }

    #[test]
    fn labels_of_companies_name_items() {
        assert_eq!(first("Purchases of property and equipment"), "capex");
        assert_eq!(first("Payments for acquisition of property, plant and equipment"), "capex");
        let receivables = items_of_label("Accounts receivable, less allowances of $53 and $58");
        assert!(receivables.iter().any(|share| share.item.name() == "accounts_receivable"), "{receivables:?}");
        assert_eq!(first("Inventories (Note 4)"), "inventories");
        assert_eq!(first("Total current liabilities"), "total_current_liabilities");
    }

    #[test]
    fn a_label_like_a_known_one_counts_less() {
        let [exact, like] = ["Purchases of property and equipment", "Cash purchases of property and equipment"]
            .map(|label| items_of_label(label)[0]);
        assert_eq!((exact.item.name(), like.item.name()), ("capex", "capex"));
        assert!(like.share < exact.share, "{like:?}");
    }

    #[test]
    fn other_labels_name_none() {
        assert_eq!(first("Members of the board who are independent"), "");
        assert_eq!(first(""), "");
    }
}
