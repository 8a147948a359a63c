//! A question becomes ranked passages with reasons, highlights and citations. Not for reading files or storing.
