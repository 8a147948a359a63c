//! Which pairs are trained on together. Not for how a batch is laid out.
//!
//! The constraint that all pairs of a batch come from one document is the method (DL-DPR): every other passage of the
//! batch is then a negative on the same subject. Questions of one passage come together, for then the encoder runs the
//! passage once for all of them.

use crate::pairs::Place;
use crate::seed::random;
use crate::{Corpus, Pair, Settings};
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The batches of one epoch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Positions of pairs, each at most once; of two passages at least in every batch.
    pub batches: Vec<Vec<usize>>,
    /// Pairs that had no partner to be told apart from.
    pub left_out: usize,
}

/// Plans an epoch: batches of `settings.batch` passages (the last ones of a document may be smaller, by as few as can be),
/// each with `settings.questions_per_passage` of its questions at most. No passage of a batch answers, or is alike to what answers, a
/// question that another one is there for. The same seed and epoch give the same plan.
pub fn plan(pairs: &[Pair], corpus: &Corpus, settings: &Settings, epoch: usize) -> Plan {
    let mut random = random(settings.seed, epoch as u64);
    let mut plan = Plan::default();
    for pool in pools(pairs) {
        let asked = by_passage(pool, pairs, settings.questions_per_passage.max(1), &mut random);
        plan.deal(Pool { pairs, corpus, size: settings.batch.max(2) }.batches(asked, &mut random));
    }
    plan.batches.shuffle(&mut random);
    plan
}

/// Pairs that may share a batch: those of one document.
fn pools(pairs: &[Pair]) -> Vec<Vec<usize>> {
    let mut pools: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, pair) in pairs.iter().enumerate() {
        pools.entry(pair.document).or_default().push(at);
    }
    pools.into_values().collect()
}

/// Pairs with the same answers, which share a batch.
type Asked = Vec<usize>;

/// The pairs of a pool by their answers, so many together at most.
fn by_passage(mut pool: Vec<usize>, pairs: &[Pair], most: usize, random: &mut Pcg64) -> Vec<Asked> {
    pool.shuffle(random);
    let mut by_answers: BTreeMap<(usize, &[usize]), Vec<usize>> = BTreeMap::new();
    for pair in pool {
        by_answers.entry((pairs[pair].document, &pairs[pair].passages)).or_default().push(pair);
    }
    by_answers.into_values().flat_map(|all| all.chunks(most).map(<[usize]>::to_vec).collect::<Vec<_>>()).collect()
}

impl Plan {
    fn deal(&mut self, batches: Vec<Vec<Asked>>) {
        let (whole, single): (Vec<_>, Vec<_>) = batches.into_iter().partition(|batch| batch.len() > 1);
        self.batches.extend(whole.into_iter().map(|batch| batch.concat()));
        self.left_out += single.into_iter().flatten().map(|asked| asked.len()).sum::<usize>();
    }
}

/// How the pairs of a pool become batches.
struct Pool<'a> {
    pairs: &'a [Pair],
    corpus: &'a Corpus,
    size: usize,
}

impl Pool<'_> {
    fn batches(&self, mut rest: Vec<Asked>, random: &mut Pcg64) -> Vec<Vec<Asked>> {
        rest.shuffle(random);
        let mut batches = Vec::new();
        while !rest.is_empty() {
            self.hurry(&mut rest);
            batches.push(self.fill(&mut rest));
        }
        self.pair_up(&mut batches);
        batches
    }

    /// Puts first the passages asked about so often that every batch to come must take some of their questions, lest many
    /// small batches be left at the end.
    fn hurry(&self, rest: &mut [Asked]) {
        let mut counts: HashMap<Place, usize> = HashMap::new();
        rest.iter().for_each(|asked| *counts.entry(self.answer(asked)).or_default() += 1);
        let left = rest.len().div_ceil(self.size);
        rest.sort_by_key(|asked| counts[&self.answer(asked)] < left);
    }

    /// Takes out one batch, in order, passing over what does not go with the rest of it.
    fn fill(&self, rest: &mut Vec<Asked>) -> Vec<Asked> {
        let mut batch = Vec::new();
        let mut taken = HashSet::new();
        rest.retain_mut(|asked| {
            let fits = batch.len() < self.size && self.fits(asked, &taken);
            if fits {
                taken.extend(self.alike(asked));
                batch.push(std::mem::take(asked));
            }
            !fits
        });
        batch
    }

    /// Gives what is alone a partner from a batch that can spare one.
    fn pair_up(&self, batches: &mut [Vec<Asked>]) {
        for single in 0..batches.len() {
            if batches[single].len() != 1 {
                continue;
            }
            if let Some((batch, at)) = self.partner(batches, single) {
                let partner = batches[batch].swap_remove(at);
                batches[single].push(partner);
            }
        }
    }

    /// What (batch and position) goes with the only passage of the batch `single`.
    fn partner(&self, batches: &[Vec<Asked>], single: usize) -> Option<(usize, usize)> {
        let taken: HashSet<Place> = self.alike(&batches[single][0]).collect();
        batches.iter().enumerate().filter(|(_, batch)| batch.len() > 2).find_map(|(number, batch)| {
            let at = batch.iter().position(|asked| self.fits(asked, &taken))?;
            Some((number, at))
        })
    }

    /// One of the pairs: all have the same answers.
    fn pair(&self, asked: &Asked) -> &Pair {
        &self.pairs[asked[0]]
    }

    fn answer(&self, asked: &Asked) -> Place {
        let pair = self.pair(asked);
        Place { document: pair.document, passage: pair.passages.first().copied().unwrap_or(0) }
    }

    fn fits(&self, asked: &Asked, taken: &HashSet<Place>) -> bool {
        let pair = self.pair(asked);
        !pair.passages.iter().any(|passage| taken.contains(&Place { document: pair.document, passage: *passage }))
    }

    /// What no other passage of the batch may be.
    fn alike(&self, asked: &Asked) -> impl Iterator<Item = Place> {
        let pair = self.pair(asked);
        let alike = &self.corpus.documents[pair.document].alike;
        let all = pair.passages.iter().flat_map(|passage| alike.to(*passage).chain([*passage]));
        all.map(|passage| Place { document: pair.document, passage })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentText;
    use proptest::prelude::*;

    /// Documents of passages, of which those of the same number say the same.
    fn corpus(documents: &[Vec<usize>]) -> Corpus {
        let text = |number: &usize| (0..20).map(|word| format!("w{number}x{word} ")).collect::<String>();
        let texts = |passages: &Vec<usize>| passages.iter().map(text).collect::<Vec<_>>();
        let document = |passages: &Vec<usize>| DocumentText::plain("", &texts(passages));
        Corpus { documents: documents.iter().map(document).collect() }
    }

    fn pair(document: usize, passages: &[usize]) -> Pair {
        Pair { question: String::new(), document, passages: passages.to_vec() }
    }

    fn settings(batch: usize, questions_per_passage: usize) -> Settings {
        Settings { batch, questions_per_passage, ..Settings::default() }
    }

    fn sizes(plan: &Plan) -> Vec<usize> {
        let mut sizes: Vec<usize> = plan.batches.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes
    }

    #[test]
    fn many_questions_of_few_passages_still_fill_batches() {
        let corpus = corpus(&[(0..34).collect()]);
        let pairs: Vec<Pair> = (0..340).map(|at| pair(0, &[at % 34])).collect();
        let plan = plan(&pairs, &corpus, &settings(32, 1), 0);
        assert!(plan.batches.len() <= 12, "340 pairs need at least 11 batches of 32: {:?}", sizes(&plan));
        assert_eq!(plan.left_out, 0, "every pair has its turn");
    }

    #[test]
    fn questions_of_a_passage_come_together() {
        let corpus = corpus(&[(0..8).collect()]);
        let pairs: Vec<Pair> = (0..40).map(|at| pair(0, &[at % 8])).collect();
        let sizes = |together| sizes(&plan(&pairs, &corpus, &settings(8, together), 0));
        assert_eq!(sizes(1), [8; 5], "one of each passage at a time");
        assert_eq!(sizes(5), [40], "all of all passages at once");
        let three = sizes(3);
        assert_eq!((three.len(), three.iter().sum::<usize>()), (2, 40), "three, and another time the other two");
    }

    #[test]
    fn a_single_pair_finds_a_partner_or_is_left_out() {
        let corpus = corpus(&[vec![0, 1, 2, 3, 4], vec![0]]);
        let pairs: Vec<Pair> = (0..5).map(|at| pair(0, &[at])).chain([pair(1, &[0])]).collect();
        let plan = plan(&pairs, &corpus, &settings(4, 1), 0);
        assert_eq!(sizes(&plan), [2, 3], "four and one become three and two");
        assert_eq!(plan.left_out, 1, "a document with one question has nothing to tell it apart from");
    }

    #[test]
    fn epochs_differ_and_seeds_repeat() {
        let corpus = corpus(&[(0..40).collect()]);
        let pairs: Vec<Pair> = (0..40).map(|at| pair(0, &[at])).collect();
        let plan = |seed, epoch| plan(&pairs, &corpus, &Settings { seed, ..settings(8, 1) }, epoch);
        assert_eq!(plan(1, 0), plan(1, 0), "a run that is resumed goes on as it would have");
        assert_ne!(plan(1, 0), plan(1, 1), "another epoch, other neighbours");
        assert_ne!(plan(1, 0), plan(2, 0), "another seed, other neighbours");
    }

    type Drawn = (Vec<Vec<usize>>, Vec<(usize, Vec<usize>)>);

    fn drawn() -> impl Strategy<Value = Drawn> {
        let documents = proptest::collection::vec(proptest::collection::vec(0usize..12, 1..12), 1..5);
        let answers = proptest::collection::vec((0usize..5, proptest::collection::vec(0usize..12, 1..3)), 0..60);
        (documents, answers)
    }

    fn pairs_in(documents: &[Vec<usize>], answers: &[(usize, Vec<usize>)]) -> Vec<Pair> {
        let drawn = answers.iter().map(|(document, passages)| {
            let document = document % documents.len();
            pair(document, &passages.iter().map(|it| it % documents[document].len()).collect::<Vec<_>>())
        });
        drawn.collect()
    }

    proptest! {
        #[test]
        fn no_batch_breaks_a_rule((documents, answers) in drawn(), shape in (2usize..9, 1usize..4), seed: u64) {
            let corpus = corpus(&documents);
            let pairs = pairs_in(&documents, &answers);
            let settings = Settings { seed, ..settings(shape.0, shape.1) };
            let plan = plan(&pairs, &corpus, &settings, 0);
            let planned: Vec<usize> = plan.batches.iter().flatten().copied().collect();
            prop_assert_eq!(planned.iter().collect::<HashSet<_>>().len(), planned.len(), "once an epoch");
            prop_assert_eq!(planned.len() + plan.left_out, pairs.len(), "every pair is planned or counted");
            for batch in &plan.batches {
                let answers = |pair: &usize| (pairs[*pair].document, pairs[*pair].passages.clone());
                let passages: HashSet<_> = batch.iter().map(answers).collect();
                prop_assert!((2..=shape.0).contains(&passages.len()), "of a size to be trained on: {}", passages.len());
                let most = passages.iter().map(|it| batch.iter().filter(|pair| answers(pair) == *it).count()).max();
                prop_assert!(most <= Some(shape.1), "not more questions together than may be: {most:?}");
                let documents: HashSet<usize> = passages.iter().map(|(document, _)| *document).collect();
                prop_assert!(documents.len() == 1, "the method: one document");
                for (one, other) in batch.iter().flat_map(|one| batch.iter().map(move |other| (one, other))) {
                    let (a, b) = (&pairs[*one], &pairs[*other]);
                    let alike = |x: usize, y: usize| documents_alike(&corpus, a, b, x, y);
                    let clash = a.passages.iter().any(|x| b.passages.iter().any(|y| alike(*x, *y)));
                    prop_assert!(answers(one) == answers(other) || !clash, "what answers a question is no negative of it");
                }
            }
        }
    }

    fn documents_alike(corpus: &Corpus, a: &Pair, b: &Pair, x: usize, y: usize) -> bool {
        a.document == b.document && corpus.documents[a.document].alike.are(x, y)
    }
}
