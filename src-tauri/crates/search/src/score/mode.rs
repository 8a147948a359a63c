//! The modes of a search and the parts of a score. Plain data.

/// Which scores a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// BM25 and the encoder.
    #[default]
    Hybrid,
    /// Only the encoder.
    Dense,
    /// Only BM25.
    Lexical,
}

/// The score of a passage and its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// The weighted sum of the standardised parts. Passages are ranked by it.
    pub total: f32,
    /// BM25 score, if the mode uses it.
    pub lexical: Option<f32>,
    /// Cosine of the question and the passage, if the mode uses it.
    pub dense: Option<f32>,
    /// Bonus for numeric content, if the question asks for a number and the mode is hybrid: the share of words with a
    /// digit, standardised and weighted.
    pub numeric: Option<f32>,
    /// Similarity by late interaction, if the passage was reranked by it.
    pub late: Option<f32>,
    /// Logit of the cross-encoder, if it read the passage.
    pub cross: Option<f32>,
}
