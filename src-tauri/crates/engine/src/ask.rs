//! A question's way: embedded, ranked, shown. Not for ranking.
