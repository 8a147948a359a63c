//! The durable store: one SQLite file with collections, documents, passages, vectors and jobs. Not for deciding anything.
