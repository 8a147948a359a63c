//! Types and shapes of values.

use std::fmt;

/// Length of one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dim {
    /// Known when the graph is written.
    Fixed(i64),
    /// Known when the graph runs ("batch", "length"). Equal names are equal lengths.
    Named(&'static str),
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(length) => write!(f, "{length}"),
            Self::Named(name) => f.write_str(name),
        }
    }
}

/// Axes of a value, outermost first; empty for a scalar.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shape(pub Vec<Dim>);

impl Shape {
    /// A shape whose lengths are all known.
    pub fn fixed(lengths: &[i64]) -> Self {
        Self(lengths.iter().copied().map(Dim::Fixed).collect())
    }

    /// Number of axes.
    pub fn rank(&self) -> usize {
        self.0.len()
    }

    /// The lengths, if all are known.
    pub fn known(&self) -> Option<Vec<i64>> {
        let length = |dim: &Dim| match dim {
            Dim::Fixed(length) => Some(*length),
            Dim::Named(_) => None,
        };
        self.0.iter().map(length).collect()
    }

    /// The common shape by NumPy's broadcasting rules, if there is one.
    pub fn broadcast(&self, other: &Self) -> Option<Self> {
        let rank = self.rank().max(other.rank());
        let axis = |shape: &Self, index: usize| match (index + shape.rank()).checked_sub(rank) {
            Some(own) => shape.0[own],
            None => Dim::Fixed(1),
        };
        (0..rank).map(|index| broadcast_dim(axis(self, index), axis(other, index))).collect::<Option<_>>().map(Self)
    }
}

fn broadcast_dim(a: Dim, b: Dim) -> Option<Dim> {
    match (a, b) {
        (Dim::Fixed(1), other) | (other, Dim::Fixed(1)) => Some(other),
        _ if a == b => Some(a),
        _ => None,
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axes: Vec<String> = self.0.iter().map(Dim::to_string).collect();
        write!(f, "[{}]", axes.join(", "))
    }
}

/// Type of the elements of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// 32-bit float.
    F32,
    /// 64-bit integer: token ids, masks, shapes.
    I64,
    /// Truth value.
    Bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broadcasting_follows_numpy() {
        let batch = Shape(vec![Dim::Named("batch"), Dim::Fixed(1), Dim::Fixed(8)]);
        let row = Shape(vec![Dim::Named("length"), Dim::Fixed(1)]);
        let both = Shape(vec![Dim::Named("batch"), Dim::Named("length"), Dim::Fixed(8)]);
        assert_eq!(batch.broadcast(&row), Some(both), "axes of length 1 stretch, missing axes are 1");
        assert_eq!(Shape::fixed(&[3]).broadcast(&Shape::fixed(&[4])), None, "3 and 4 cannot be one axis");
    }

    #[test]
    fn a_named_axis_has_no_length_yet() {
        assert_eq!(Shape::fixed(&[3, 4]).known(), Some(vec![3, 4]));
        assert_eq!(Shape(vec![Dim::Fixed(3), Dim::Named("batch")]).known(), None, "every length is needed");
    }
}
