//! A cached tensor with a row for each unfinished text. Rows move when texts end. Remaining rows are moved within the
//! same memory: a copy of all keys and values would cost more than it saves. Not for what the rows mean (`rows`).

use std::fmt::Debug;
use std::marker::PhantomData;

use ort::session::SessionInputValue;
use ort::value::{DynValue, PrimitiveTensorElementType, Tensor, TensorRef};

/// The tensor. Only its first rows are in use; the owner knows how many.
pub(super) struct CachedTensor<T> {
    value: DynValue,
    element: PhantomData<T>,
}

impl<T: PrimitiveTensorElementType + Debug + Copy + 'static> CachedTensor<T> {
    pub(super) fn new(value: DynValue) -> Self {
        Self { value, element: PhantomData }
    }

    /// Its first `rows` rows, as input of a session.
    pub(super) fn first(&self, rows: usize) -> Result<SessionInputValue<'_>, ort::Error> {
        let (shape, values) = self.value.try_extract_tensor::<T>()?;
        if shape.first().copied() == i64::try_from(rows).ok() {
            return Ok((&self.value).into());
        }
        let first = &values[..rows * row_length(shape)];
        Ok(TensorRef::from_array_view((with_rows(shape, rows), first))?.into())
    }

    /// Copies row `parents[i]` to each new row `i`. There may be more rows than before.
    pub(super) fn spread(&mut self, parents: &[usize]) -> Result<(), ort::Error> {
        let (shape, values) = self.value.try_extract_tensor::<T>()?;
        let length = row_length(shape);
        let mut spread = Vec::with_capacity(parents.len() * length);
        parents.iter().for_each(|row| spread.extend_from_slice(&values[row * length..][..length]));
        self.value = Tensor::from_array((with_rows(shape, parents.len()), spread))?.into_dyn();
        Ok(())
    }

    /// The same for at most as many rows as before. Only moving rows are copied.
    pub(super) fn reorder(&mut self, parents: &[usize]) -> Result<(), ort::Error> {
        let moving = || parents.iter().copied().enumerate().filter(|(to, from)| to != from);
        let (shape, values) = self.value.try_extract_tensor_mut::<T>()?;
        let length = row_length(shape);
        let mut sources = Vec::with_capacity(moving().count() * length);
        moving().for_each(|(_, from)| sources.extend_from_slice(&values[from * length..][..length]));
        for ((to, _), source) in moving().zip(sources.chunks_exact(length.max(1))) {
            values[to * length..][..length].copy_from_slice(source);
        }
        Ok(())
    }

    /// The same if no row moves to a higher index: each is copied once, in place.
    pub(super) fn close_up(&mut self, parents: &[usize]) -> Result<(), ort::Error> {
        let (shape, values) = self.value.try_extract_tensor_mut::<T>()?;
        let length = row_length(shape);
        for (to, from) in parents.iter().copied().enumerate().filter(|(to, from)| to != from) {
            values.copy_within(from * length..(from + 1) * length, to * length);
        }
        Ok(())
    }
}

/// Numbers of one row.
fn row_length(shape: &[i64]) -> usize {
    shape.iter().skip(1).map(|length| usize::try_from(*length).unwrap_or(0)).product()
}

fn with_rows(shape: &[i64], rows: usize) -> Vec<i64> {
    let rows = i64::try_from(rows).unwrap_or(i64::MAX);
    [rows].into_iter().chain(shape.iter().skip(1).copied()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::runtime;

    /// Rows of two numbers: their number, and its negative.
    fn kept(rows: usize) -> CachedTensor<f32> {
        let home = std::env::var_os("PINCITE_HOME").map(std::path::PathBuf::from).unwrap_or_default();
        runtime::start(&runtime::candidates(&home)).unwrap();
        let values = (0..rows).flat_map(|row| [row as f32, -(row as f32)]).collect::<Vec<_>>();
        CachedTensor::new(Tensor::from_array(([rows, 1, 2], values)).unwrap().into_dyn())
    }

    fn rows(kept: &CachedTensor<f32>, count: usize) -> Vec<usize> {
        let given = kept.first(count).unwrap();
        let (shape, values) = given.try_extract_tensor::<f32>().unwrap();
        assert_eq!(shape.to_vec(), [count as i64, 1, 2], "a session is given as many rows as it asks for");
        values
            .as_chunks::<2>()
            .0
            .iter()
            .map(|[number, negative]| if *number == -negative { *number as usize } else { 99 })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_row_is_that_of_its_parent(parents in proptest::collection::vec(0usize..6, 1..12)) {
            let mut spread = kept(6);
            spread.spread(&parents).unwrap();
            prop_assert_eq!(rows(&spread, parents.len()), parents.clone(), "more rows or fewer, in any order");
            let fewer = &parents[..parents.len().min(6)];
            let mut reordered = kept(6);
            reordered.reorder(fewer).unwrap();
            prop_assert_eq!(rows(&reordered, fewer.len()), fewer, "in place, in any order");
            let never_up: Vec<usize> = fewer.iter().enumerate().map(|(to, from)| to.max(*from)).collect();
            let mut closed = kept(6);
            closed.close_up(&never_up).unwrap();
            prop_assert_eq!(rows(&closed, fewer.len()), never_up, "in place, closing gaps");
        }
    }
}
