//! Retrieval metrics, dataset readers and reports. Not for retrieving.
