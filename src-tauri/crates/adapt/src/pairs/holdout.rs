//! What is trained on and what is held out to judge by. Passages are held out, not only questions: an encoder that saw a
//! passage in training cannot be examined on it. Not for judging.

use crate::pairs::matching::reduce;
use crate::seed::random;
use crate::{Corpus, Pair};
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Fewer groups of held-out passages than this cannot tell a gain from chance.
pub const FEWEST: usize = 20;

/// Sets this use of chance apart from others with the same seed.
const PURPOSE: u64 = 0x5311;

/// The same for drawing documents.
const DRAWN: u64 = 0xD0C5;

/// Passages of documents that judge. All of them are embedded anew for every examination, so with a hundred thousand
/// judging would take longer than training. Some documents are enough.
const ENOUGH_TO_JUDGE: usize = 6000;

/// Pairs on two sides, each in the order given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Split {
    /// To train on.
    pub training: Vec<Pair>,
    /// To judge by.
    pub held_out: Vec<Pair>,
    /// Documents of those: the only ones that are asked.
    pub judging: BTreeSet<usize>,
}

/// The group of each pair, counted from 0 in the order of their first pairs. Pairs are in one group if their passages are
/// the same, are alike, or have the same text in another document. Pairs linked through a third are in its group.
pub fn groups(pairs: &[Pair], corpus: &Corpus) -> Vec<usize> {
    let mut links = Links::default();
    let tied: Vec<usize> = pairs.iter().map(|pair| links.tie_all(keys(pair, corpus))).collect();
    let mut numbers = HashMap::new();
    let mut number = |root| {
        let next = numbers.len();
        *numbers.entry(root).or_insert(next)
    };
    tied.into_iter().map(|one| number(links.root(one))).collect()
}

/// How many groups there are, by their numbers.
pub(crate) fn group_count(groups: &[usize]) -> usize {
    groups.iter().max().map_or(0, |last| last + 1)
}

/// What a pair may have in common with another.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    /// A passage of a document.
    Passage(usize, usize),
    /// A text, in whatever document.
    Text(String),
}

fn keys(pair: &Pair, corpus: &Corpus) -> impl Iterator<Item = Key> {
    let document = &corpus.documents[pair.document];
    pair.passages.iter().flat_map(move |passage| {
        let text = document.passages.get(*passage).map(|text| Key::Text(reduce(text)));
        let same = document.alike.to(*passage).map(|same| Key::Passage(pair.document, same));
        same.chain([Key::Passage(pair.document, *passage)]).chain(text)
    })
}

/// Sets that grow together (union–find).
#[derive(Default)]
struct Links {
    numbers: HashMap<Key, usize>,
    /// The next one nearer to the root of each; a root is its own.
    parents: Vec<usize>,
}

impl Links {
    /// Ties what has these keys together, and returns one of its members.
    fn tie_all(&mut self, keys: impl Iterator<Item = Key>) -> usize {
        let own = self.parents.len();
        self.parents.push(own);
        for key in keys {
            let other = *self.numbers.entry(key).or_insert(own);
            let (one, other) = (self.root(own), self.root(other));
            self.parents[one.max(other)] = one.min(other);
        }
        own
    }

    fn root(&mut self, mut one: usize) -> usize {
        while self.parents[one] != one {
            self.parents[one] = self.parents[self.parents[one]];
            one = self.parents[one];
        }
        one
    }
}

/// Holds out about `share` of the pairs (0 to 1), of every document where it can. Groups stay whole: a document with few
/// of them may give more or less, and the next one makes up for it. Where pairs are few, up to half are held out. With
/// fewer than the gate needs ([`FEWEST`]) no gain could be distinguished from chance. In a large collection a random sample
/// of documents judges for all, each with up to half of its pairs.
pub fn split(pairs: &[Pair], corpus: &Corpus, share: f64, seed: u64) -> Split {
    let groups = groups(pairs, corpus);
    let judging = judging(pairs, corpus, seed);
    let held = held_out(pairs, &groups, &judging, enough(share.clamp(0.0, 1.0), &groups), seed);
    let side = |wanted: bool| {
        let on_it = pairs.iter().zip(&groups).filter(|(_, group)| held[**group] == wanted);
        on_it.map(|(pair, _)| pair.clone()).collect()
    };
    Split { training: side(false), held_out: side(true), judging }
}

/// Documents with pairs, as many as it takes to have [`ENOUGH_TO_JUDGE`] passages, or all.
fn judging(pairs: &[Pair], corpus: &Corpus, seed: u64) -> BTreeSet<usize> {
    let asked: BTreeSet<usize> = pairs.iter().map(|pair| pair.document).collect();
    let mut drawn: Vec<usize> = asked.into_iter().collect();
    drawn.shuffle(&mut random(seed, DRAWN));
    let mut passages = 0;
    let enough = |document: &usize| {
        let before = passages;
        passages += corpus.documents[*document].passages.len();
        before < ENOUGH_TO_JUDGE
    };
    drawn.into_iter().take_while(enough).collect()
}

/// The share, raised to what the gate needs, with one group to spare, but not above half.
fn enough(share: f64, groups: &[usize]) -> f64 {
    let number = group_count(groups).max(1);
    share.max(((FEWEST + 1) as f64 / number as f64).min(0.5))
}

/// Whether each group is held out. One that other documents share is not.
fn held_out(pairs: &[Pair], groups: &[usize], judging: &BTreeSet<usize>, share: f64, seed: u64) -> Vec<bool> {
    let mut random = random(seed, PURPOSE);
    let mut held = vec![false; group_count(groups)];
    let mut documents: Vec<Vec<(usize, usize)>> = by_document(pairs, groups, judging);
    let there = documents.iter().flatten().map(|(_, size)| size).sum::<usize>().max(1);
    let share = (share * pairs.len() as f64 / there as f64).min(share.max(0.5));
    documents.shuffle(&mut random);
    let mut owed = 0.0;
    for document in &mut documents {
        document.shuffle(&mut random);
        owed += share * document.iter().map(|(_, size)| *size as f64).sum::<f64>();
        for (group, size) in document {
            // Taken if that brings the sum nearer to the share.
            if (*size as f64) < 2.0 * owed {
                held[*group] = true;
                owed -= *size as f64;
            }
        }
    }
    held
}

/// Groups of each document that judges with their numbers of pairs. A group belongs to the document of its first pair.
fn by_document(pairs: &[Pair], groups: &[usize], judging: &BTreeSet<usize>) -> Vec<Vec<(usize, usize)>> {
    let mut sizes = BTreeMap::new();
    let mut owners = BTreeMap::new();
    let mut elsewhere = BTreeSet::new();
    for (pair, group) in pairs.iter().zip(groups) {
        *sizes.entry(*group).or_insert(0) += 1;
        owners.entry(*group).or_insert(pair.document);
        if !judging.contains(&pair.document) {
            elsewhere.insert(*group);
        }
    }
    let mut documents: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    for (group, size) in sizes.into_iter().filter(|(group, _)| !elsewhere.contains(group)) {
        documents.entry(owners[&group]).or_default().push((group, size));
    }
    documents.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentText;
    use proptest::prelude::*;

    /// Documents of passages, of which those of the same number say the same.
    fn corpus(documents: &[Vec<usize>]) -> Corpus {
        let text = |number: &usize| (0..20).map(|word| format!("w{number}x{word} ")).collect::<String>();
        let document = |passages: &Vec<usize>| DocumentText::plain("", &passages.iter().map(text).collect::<Vec<_>>());
        Corpus { documents: documents.iter().map(document).collect() }
    }

    fn pair(document: usize, passages: &[usize]) -> Pair {
        Pair { question: String::new(), document, passages: passages.to_vec() }
    }

    #[test]
    fn pairs_are_linked_by_what_they_share() {
        let corpus = corpus(&[vec![0, 1, 2, 1, 3], vec![9, 2]]);
        let pairs = [
            pair(0, &[0]),
            pair(0, &[1]),
            pair(0, &[3]),
            pair(0, &[4, 0]),
            pair(1, &[0]),
            pair(0, &[2]),
            pair(1, &[1]),
        ];
        assert_eq!(groups(&pairs, &corpus), [0, 1, 1, 0, 2, 3, 3], "copies, several answers, the same text elsewhere");
    }

    #[test]
    fn small_documents_share_the_burden() {
        let corpus = corpus(&(0..50).map(|at| (at * 3..at * 3 + 3).collect()).collect::<Vec<_>>());
        let pairs: Vec<Pair> = (0..150).map(|at| pair(at / 3, &[at % 3])).collect();
        let split = split(&pairs, &corpus, 0.2, 1);
        assert!((28..=32).contains(&split.held_out.len()), "a fifth of 150, not 0: {}", split.held_out.len());
        let documents: BTreeSet<usize> = split.held_out.iter().map(|pair| pair.document).collect();
        assert!(documents.len() >= 28, "spread over documents, so that all are judged and all are trained on");
    }

    #[test]
    fn large_documents_give_their_share() {
        let corpus = corpus(&[(0..100).collect(), (0..40).map(|at| at + 200).collect()]);
        let pairs: Vec<Pair> = (0..280).map(|at| pair(at / 200, &[at % 200 / 2])).collect();
        let split = split(&pairs, &corpus, 0.25, 1);
        let of = |document| split.held_out.iter().filter(|pair| pair.document == document).count();
        assert!((48..=52).contains(&of(0)) && (18..=22).contains(&of(1)), "a quarter each: {} and {}", of(0), of(1));
    }

    #[test]
    fn in_a_large_collection_some_documents_judge_for_all() {
        let documents = 5 * ENOUGH_TO_JUDGE / 1000;
        let corpus = Corpus {
            documents: vec![DocumentText { passages: vec![String::new(); 1000], ..DocumentText::default() }; documents],
        };
        let pairs: Vec<Pair> = (0..documents * 10).map(|at| pair(at / 10, &[at % 10])).collect();
        let drawn = judging(&pairs, &corpus, 1);
        assert_eq!(drawn.len(), documents / 5, "as many as it takes");
        assert_ne!(drawn, judging(&pairs, &corpus, 2), "by chance");
        let groups: Vec<usize> = (0..pairs.len()).collect();
        let held = |share| held_out(&pairs, &groups, &drawn, share, 1).into_iter().filter(|it| *it).count();
        assert_eq!(held(0.05), pairs.len() / 20, "each gives more, so that they are as many");
        assert_eq!(held(0.15), pairs.len() / 10, "but half of its pairs at most");
    }

    #[test]
    fn what_other_documents_say_too_is_not_held_out() {
        let pairs = [pair(0, &[0]), pair(1, &[0]), pair(0, &[1])];
        let held = held_out(&pairs, &[0, 0, 1], &BTreeSet::from([0]), 1.0, 1);
        assert_eq!(held, [false, true], "document 1 is not asked");
    }

    #[test]
    fn few_pairs_leave_enough_to_judge_by() {
        let corpus = corpus(&[(0..24).collect(), (24..48).collect()]);
        let pairs: Vec<Pair> = (0..48).map(|at| pair(at / 24, &[at % 24])).collect();
        let split = split(&pairs, &corpus, 0.15, 1);
        assert!((FEWEST..=24).contains(&split.held_out.len()), "with 7 of 48 the gate could tell nothing");
    }

    type Drawn = (Vec<Vec<usize>>, Vec<(usize, Vec<usize>)>);

    fn drawn() -> impl Strategy<Value = Drawn> {
        let documents = proptest::collection::vec(proptest::collection::vec(0usize..30, 1..12), 1..5);
        let answers = proptest::collection::vec((0usize..5, proptest::collection::vec(0usize..12, 1..3)), 0..40);
        (documents, answers)
    }

    proptest! {
        #[test]
        fn no_passage_is_on_both_sides((documents, answers) in drawn(), share in 0.0f64..1.0, seed: u64) {
            let corpus = corpus(&documents);
            let pairs: Vec<Pair> = answers.iter().map(|(document, passages)| {
                let document = document % documents.len();
                pair(document, &passages.iter().map(|it| it % documents[document].len()).collect::<Vec<_>>())
            }).collect();
            let both = split(&pairs, &corpus, share, seed);
            prop_assert_eq!(both.training.len() + both.held_out.len(), pairs.len(), "every pair is on one side");
            prop_assert_eq!(&both, &split(&pairs, &corpus, share, seed), "the same seed, the same split");
            let texts = |pairs: &[Pair]| -> BTreeSet<usize> {
                let texts = |pair: &Pair| pair.passages.iter().map(|it| documents[pair.document][*it]).collect::<Vec<_>>();
                pairs.iter().flat_map(texts).collect()
            };
            prop_assert!(texts(&both.training).is_disjoint(&texts(&both.held_out)), "nor is anything that says the same");
        }
    }
}
