//! Decides whether a passage contains an evidence text. Not for ranking.

use std::collections::HashSet;

/// Length of the shared run of characters, unless the evidence is shorter.
const RUN: usize = 60;

/// A text reduced to lower-case letters and digits, as bytes of UTF-8.
pub(crate) fn reduce(text: &str) -> Vec<u8> {
    let kept = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    kept.collect::<String>().into_bytes()
}

/// An evidence text, prepared for matching.
pub(crate) struct Evidence {
    runs: HashSet<Vec<u8>>,
    length: usize,
}

impl Evidence {
    /// `None` if the text has no letters or digits.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let reduced = reduce(text);
        let length = reduced.len().min(RUN);
        let runs = if length == 0 { return None } else { reduced.windows(length).map(<[u8]>::to_vec).collect() };
        Some(Self { runs, length })
    }

    /// Whether a reduced passage shares such a run with it.
    pub(crate) fn is_in(&self, passage: &[u8]) -> bool {
        passage.windows(self.length).any(|run| self.runs.contains(run))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_sixty_is_enough_and_a_short_text_must_stand_whole() {
        let long = "The term of this Agreement shall continue for a period of five years following the initial date.";
        let evidence = Evidence::new(long).unwrap();
        assert!(
            evidence
                .is_in(&reduce("… this AGREEMENT shall\ncontinue for a period of five years, following the initial"))
        );
        assert!(
            !evidence.is_in(&reduce("The term of this Agreement shall continue for six years")),
            "too little is shared"
        );
        let short = Evidence::new("Five (5) years").unwrap();
        assert!(
            short.is_in(&reduce("for five 5 years.")) && !short.is_in(&reduce("five years")),
            "whole or not at all"
        );
        assert!(Evidence::new("—").is_none(), "nothing to look for");
    }
}
