//! Passage vectors of one document, and their exact cosines with a question. Not for computing vectors.

use rayon::prelude::*;

/// Numbers added in parallel: enough for the compiler to use the widest registers.
const LANES: usize = 16;

/// Rows compared by one task.
const ROWS_PER_TASK: usize = 2048;

/// Rows of length one, each with its passage.
#[derive(Clone, Debug, Default)]
pub struct Vectors {
    width: usize,
    /// Passage of each row, counted from 0 in its document.
    owners: Vec<u32>,
    /// Row after row.
    values: Vec<f32>,
}

/// A vector of a passage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VectorRow<'v> {
    pub(crate) passage: u32,
    pub(crate) numbers: &'v [f32],
}

impl Vectors {
    /// Takes `owners.len()` rows of `width` numbers and normalises each to length one. Incomplete rows and values after the
    /// last owner are left out.
    pub fn new(width: usize, mut owners: Vec<u32>, mut values: Vec<f32>) -> Self {
        let rows = owners.len().min(values.len().checked_div(width).unwrap_or(0));
        owners.truncate(rows);
        values.truncate(rows * width);
        if width > 0 {
            values.par_chunks_exact_mut(width).for_each(normalise);
        }
        Self { width, owners, values }
    }

    /// Numbers per row; 0 if there are no rows.
    pub fn width(&self) -> usize {
        if self.owners.is_empty() { 0 } else { self.width }
    }

    /// The greatest cosine of each passage with a question of length one. `None` for passages without a vector.
    pub(crate) fn cosines(&self, question: &[f32], passages: usize) -> Vec<Option<f32>> {
        let mut best = vec![None; passages];
        if self.width() != question.len() || self.owners.is_empty() {
            return best;
        }
        for (owner, cosine) in self.owners.iter().zip(self.compare(question)) {
            if let Some(best) = best.get_mut(*owner as usize) {
                *best = Some(best.map_or(cosine, |other: f32| other.max(cosine)));
            }
        }
        best
    }

    /// The first vector of a passage, of length one.
    pub fn of_passage(&self, passage: u32) -> Option<Vec<f32>> {
        self.rows().find(|row| row.passage == passage).map(|row| row.numbers.to_vec())
    }

    /// The rows, each with its passage.
    pub(crate) fn rows(&self) -> impl Iterator<Item = VectorRow<'_>> {
        let numbers = self.values.chunks_exact(self.width.max(1));
        self.owners.iter().zip(numbers).map(|(passage, numbers)| VectorRow { passage: *passage, numbers })
    }

    fn compare(&self, question: &[f32]) -> Vec<f32> {
        let rows = |part: &[f32]| part.chunks_exact(self.width).map(|row| dot(row, question)).collect::<Vec<f32>>();
        if self.owners.len() <= ROWS_PER_TASK {
            return rows(&self.values);
        }
        self.values.par_chunks(ROWS_PER_TASK * self.width).flat_map_iter(rows).collect()
    }

    /// The first vector of a passage, of length one.
    pub(crate) fn of(&self, passage: u32) -> Option<&[f32]> {
        let row = self.owners.iter().position(|owner| *owner == passage)?;
        self.values.get(row * self.width..(row + 1) * self.width)
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        self.owners.capacity() * size_of::<u32>() + self.values.capacity() * size_of::<f32>()
    }
}

/// Normalises a row to length one. A row of zeros, or with numbers that are not finite, becomes zeros.
pub(crate) fn normalise(row: &mut [f32]) {
    let length = dot(row, row).sqrt();
    let scale = if length.is_normal() { 1.0 / length } else { 0.0 };
    row.iter_mut().for_each(|value| *value = if value.is_finite() { *value * scale } else { 0.0 });
}

/// The dot product, added in the same order on every machine.
pub(crate) fn dot(one: &[f32], other: &[f32]) -> f32 {
    let (one_chunks, one_rest) = one.as_chunks::<LANES>();
    let (other_chunks, other_rest) = other.as_chunks::<LANES>();
    let mut sums = [0.0f32; LANES];
    for (a, b) in one_chunks.iter().zip(other_chunks) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = one_rest.iter().zip(other_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_passage_has_the_cosine_of_its_nearest_row() {
        let vectors = Vectors::new(2, vec![0, 0, 2], vec![3.0, 4.0, 1.0, 0.0, 0.0, -2.0]);
        let cosines = vectors.cosines(&[1.0, 0.0], 3);
        assert_eq!(cosines, [Some(1.0), None, Some(0.0)], "the best row counts, a passage without rows has no cosine");
    }

    #[test]
    fn vectors_of_another_encoder_are_never_compared() {
        let vectors = Vectors::new(2, vec![0], vec![1.0, 0.0]);
        assert_eq!(vectors.cosines(&[1.0, 0.0, 0.0], 1), [None], "another width is another encoder");
    }

    #[test]
    fn broken_rows_do_no_harm() {
        let vectors = Vectors::new(2, vec![0, 1, 2], vec![f32::NAN, 1.0, 0.0, 0.0, 1.0]);
        assert_eq!(vectors.cosines(&[1.0, 0.0], 3), [Some(0.0), Some(0.0), None], "not finite, zero and cut off");
    }

    proptest! {
        #[test]
        fn dot_agrees_with_double_precision(pairs in proptest::collection::vec((-1.0f32..1.0, -1.0f32..1.0), 0..100)) {
            let (one, other): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
            let exact: f64 = one.iter().zip(&other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
            prop_assert!((f64::from(dot(&one, &other)) - exact).abs() < 1e-4);
        }
    }
}
