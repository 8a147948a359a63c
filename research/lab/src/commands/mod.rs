//! One module per study.

mod candidates;
mod claims;
mod dense;
mod evidence;
mod filings;
mod fusion;
mod joint;
mod learning;
mod passages;
mod pdf;
mod rerank;
mod squad;
mod study;
mod tables;
mod train_encoder;

use crate::arguments::Study;
use pincite_engine::Options;
use pincite_lab::Result;

/// Does a study.
pub(crate) async fn run(options: Options, study: &Study) -> Result<()> {
    match study {
        Study::Squad(given) => squad::run(options, given).await,
        Study::Pdf(given) => pdf::run(options, given).await,
        Study::Learning(given) => learning::run(options, given).await,
        Study::Dense(given) => dense::run(options, given).await,
        Study::Rerank(given) => rerank::run(options, given).await,
        Study::Candidates(given) => candidates::run(options, given).await,
        Study::Passages(given) => passages::run(options, given).await,
        Study::Evidence(given) => evidence::run(options, given).await,
        Study::Filings(given) => filings::run(options, given).await,
        Study::Fusion(given) => fusion::run(options, given).await,
        Study::Joint(given) => joint::measure(options, given).await,
        Study::CompareJoint(given) => joint::compare(given),
        Study::TrainJoint(given) => joint::train(given),
        Study::Claims(given) => claims::run(options, given).await,
        Study::Tables(given) => tables::run(options, given).await,
        Study::TrainEncoder(given) => train_encoder::run(&options.home, given),
    }
}
