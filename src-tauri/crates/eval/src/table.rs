//! A plain text table. The first two columns are left-aligned, the others right-aligned. Not for colours.

use std::fmt;

/// Rows of cells.
pub(crate) struct Table(Vec<Vec<String>>);

impl Table {
    pub(crate) fn new(head: &[&str]) -> Self {
        Self(vec![head.iter().map(|cell| (*cell).to_owned()).collect()])
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.0.push(cells.into_iter().collect());
    }

    fn width(&self, column: usize) -> usize {
        self.0.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.0 {
            for (column, cell) in row.iter().enumerate() {
                let width = self.width(column);
                if column < 2 { write!(formatter, "{cell:<width$}  ")? } else { write!(formatter, "{cell:>width$}  ")? }
            }
            writeln!(formatter)?;
        }
        Ok(())
    }
}
