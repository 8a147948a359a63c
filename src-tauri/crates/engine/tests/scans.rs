//! Scanned pages in the engine: how often their file is opened, and which passages are embedded again. Real parts: the model
//! that recognises text, a tiny encoder, a sample document, the reader process.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]
#![cfg(unix)]

mod folders;

use folders::copy_folder;
use pincite_api::{Event, JobId, Phase, Status};
use pincite_engine::{Adding, Engine, Home, Options, SPLITTING, Salvage};
use pincite_models::{Catalogue, Device, runtime};
use pincite_pdf::{Limits, Reader};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// It was opened three times after it was read, and all its passages were embedded again.
#[tokio::test(flavor = "multi_thread")]
async fn a_scanned_file_is_opened_once_by_each_job_and_keeps_its_vectors() {
    let folder = tempfile::tempdir().unwrap();
    install_models(folder.path());
    let reader = folder.path().join("reader");
    let started = folder.path().join("started");
    let program = env!("CARGO_BIN_EXE_pincite-engine-reader");
    let script = format!("#!/bin/sh\necho x >> {}\nexec {program} \"$@\"\n", started.display());
    fs::write(&reader, script).unwrap();
    fs::set_permissions(&reader, fs::Permissions::from_mode(0o755)).unwrap();
    let options = Options {
        home: Home::from(folder.path().to_owned()),
        library: None,
        device: Device::Cpu,
        reader: Reader::new(reader, Limits::default()),
        splitting: Some(SPLITTING),
        salvage: Salvage::Never,
    };
    let engine = Engine::open(options).await.unwrap();
    let mut events = engine.events();
    engine.work().await.unwrap();
    let collection = engine.create_collection("Matter").await.unwrap().id;
    engine.add(collection, Adding { paths: vec![sample("awkward.pdf")], password: None }).await.unwrap();
    engine.wait_until_idle().await.unwrap();
    let document = engine.documents(collection).await.unwrap().remove(0);
    assert_eq!((document.status, document.recognition.map(|it| it.pages)), (Status::Ready, Some(1)));
    assert_eq!(fs::read_to_string(&started).unwrap().lines().count(), 2, "once to read it, once to recognise a page");
    let mut embedded: BTreeMap<JobId, u32> = BTreeMap::new();
    while let Ok(event) = events.try_recv() {
        if let Event::Progress(progress) = event
            && progress.phase == Phase::Embedding
        {
            embedded.insert(progress.job, progress.total);
        }
    }
    let totals: Vec<u32> = embedded.into_values().collect();
    assert_eq!(totals.len(), 2, "a job that reads and one that recognises");
    assert!((1..totals[0] / 4).contains(&totals[1]), "the passages of other pages keep their vectors: {totals:?}");
    engine.close().await;
}

/// The encoder is tiny; the model that recognises text is the one that the set-up fetched.
fn install_models(home: &Path) {
    runtime::start(&runtime::candidates(Home::of_this_user().folder())).expect("set-up put the runtime there");
    let catalogue = Catalogue::builtin().unwrap();
    let encoder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/tiny-mean");
    copy_folder(&encoder, &home.join("models").join(&catalogue.default_encoder().name));
    let recogniser = catalogue.recogniser(Home::of_this_user().folder()).expect("the set-up fetches it: npm run setup");
    copy_folder(&recogniser, &home.join("models").join(recogniser.file_name().unwrap()));
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets").join(name).canonicalize().unwrap()
}
