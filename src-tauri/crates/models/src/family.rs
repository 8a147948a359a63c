//! Default settings of known families of encoders, for models whose files lack them. A family is recognised by the
//! model's name. Not for reading files (`settings`).
//!
//! Sources: the model cards of DPR (Karpukhin et al. 2020), Contriever (Izacard et al. 2022), SimLM (Wang et al. 2023),
//! E5 (Wang et al. 2022) and BGE (Xiao et al. 2023).

use std::path::Path;

use pincite_graph::bert;

use crate::overrides::Overrides;

/// The defaults of one family.
struct Family {
    /// Part of its models' names, in lower case.
    name: &'static str,
    pooling: &'static str,
    normalise: bool,
    question_prefix: &'static str,
    passage_prefix: &'static str,
}

const FAMILIES: &[Family] = &[
    Family { name: "contriever", pooling: "mean", normalise: false, question_prefix: "", passage_prefix: "" },
    Family { name: "simlm", pooling: "cls", normalise: true, question_prefix: "", passage_prefix: "" },
    Family { name: "dpr", pooling: "cls", normalise: false, question_prefix: "", passage_prefix: "" },
    Family { name: "e5-", pooling: "mean", normalise: true, question_prefix: "query: ", passage_prefix: "passage: " },
    Family {
        name: "bge-",
        pooling: "cls",
        normalise: true,
        question_prefix: "Represent this sentence for searching relevant passages: ",
        passage_prefix: "",
    },
];

/// The defaults of the family that the folder name indicates; none for an unknown name.
pub(crate) fn guess(folder: &Path, config: &bert::Config) -> Overrides {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_lowercase();
    let known = |family: &&Family| name.contains(family.name) || family.name == config.model_type;
    FAMILIES.iter().find(known).map(overrides_of).unwrap_or_default()
}

fn overrides_of(family: &Family) -> Overrides {
    Overrides {
        pooling: Some(family.pooling.to_owned()),
        normalise: Some(family.normalise),
        question_prefix: Some(family.question_prefix.to_owned()),
        passage_prefix: Some(family.passage_prefix.to_owned()),
        ..Overrides::default()
    }
}
