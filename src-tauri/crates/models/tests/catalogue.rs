//! Fetching and importing models: whole or not at all, checked, resumed, and clear about what went wrong.
//! The hub is a server on this machine.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod common;
mod hub;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use common::{checker, fixture, sha256, start};
use hub::Hub;
use pincite_models::{
    Catalogue, CheckLimits, CrossEncoder, Device, Error, Fetching, Generator, Hashes, Kind, ModelStatus, State,
};
use tempfile::TempDir;

const CONFIG: &[u8] = b"{\"sizes\": 1}";

/// Weights long enough to break off in.
fn weights() -> Vec<u8> {
    (0..900_000u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

/// A catalogue with one small model whose files are pinned, from `sources`.
fn catalogue(hub: &str, sources: &str) -> Catalogue {
    let weights = weights();
    let file = |path: &str, bytes: &[u8]| {
        format!("{{ path = \"{path}\", size = {}, sha256 = \"{}\" }}", bytes.len(), sha256(bytes))
    };
    let files = [file("config.json", CONFIG), file("model.safetensors", &weights)];
    let text = format!(
        "hub = \"{hub}\"\n[[model]]\nname = \"small\"\nkind = \"encoder\"\ndefault = true\ndescription = \"\"\n\
         licence = \"MIT\"\nfiles = [{}]\nsources = [{sources}]\n",
        files.join(", ")
    );
    Catalogue::parse(&text).expect("the test's manifest is well-formed")
}

fn from_hub(hub: &Hub) -> Catalogue {
    catalogue(&hub.address(), r#"{ hub = "owner/small", revision = "main" }"#)
}

fn serving(weights: Vec<u8>) -> Hub {
    Hub::start(vec![
        ("/owner/small/resolve/main/config.json", CONFIG.to_vec()),
        ("/owner/small/resolve/main/model.safetensors", weights),
    ])
}

fn home() -> TempDir {
    tempfile::tempdir().expect("temporary folder")
}

fn fetch(catalogue: &Catalogue, home: &Path) -> Result<PathBuf, Error> {
    catalogue.fetch("small", home, &mut |_| ControlFlow::Continue(()))
}

fn import(catalogue: &Catalogue, folder: &Path, home: &Path) -> Result<ModelStatus, Error> {
    catalogue.import(folder, home, &checker(CheckLimits::default()))
}

fn state(catalogue: &Catalogue, home: &Path) -> State {
    catalogue.status(home)[0].state.clone()
}

#[test]
fn a_model_comes_from_the_hub_once() {
    let hub = serving(weights());
    let home = home();
    let catalogue = from_hub(&hub);
    assert_eq!(state(&catalogue, home.path()), State::Absent);
    let place = fetch(&catalogue, home.path()).expect("the hub has it");
    assert_eq!(fs::read(place.join("model.safetensors")).expect("installed"), weights(), "byte for byte");
    assert_eq!(state(&catalogue, home.path()), State::Installed);
    let asked = hub.requests().len();
    fetch(&catalogue, home.path()).expect("it is there");
    assert_eq!(hub.requests().len(), asked, "a sound model is not fetched again");
}

#[test]
fn a_download_that_broke_off_goes_on_where_it_stopped() {
    let hub = serving(weights());
    let home = home();
    hub.break_after(300_000);
    let catalogue = from_hub(&hub);
    let error = fetch(&catalogue, home.path()).expect_err("the connection breaks");
    assert_eq!(error.code(), "models.not_fetched");
    assert_eq!(state(&catalogue, home.path()), State::Absent, "half a model is no model");
    hub.heal();
    let mut first = None;
    let place = catalogue
        .fetch("small", home.path(), &mut |progress: Fetching| {
            first = first.or(Some(progress.done).filter(|done| *done > 0));
            ControlFlow::Continue(())
        })
        .expect("the second attempt succeeds");
    assert_eq!(fs::read(place.join("model.safetensors")).expect("installed"), weights(), "the two halves fit");
    assert!(hub.requests().iter().any(|request| request.contains("bytes=")), "only the rest was asked for");
}

#[test]
fn a_wrong_file_is_refused_and_nothing_is_installed() {
    let mut other = weights();
    other[5] ^= 1;
    let hub = serving(other);
    let home = home();
    let catalogue = from_hub(&hub);
    let error = fetch(&catalogue, home.path()).expect_err("the hash is wrong");
    assert!(error.to_string().contains("SHA-256"), "the message says what is wrong: {error}");
    assert_eq!(state(&catalogue, home.path()), State::Absent);
}

#[test]
fn without_a_network_the_remedy_is_named() {
    let home = home();
    let catalogue = catalogue("http://127.0.0.1:1", r#"{ hub = "owner/small", revision = "main" }"#);
    let error = fetch(&catalogue, home.path()).expect_err("nobody listens there");
    assert_eq!(error.code(), "models.not_fetched");
    assert!(error.to_string().contains("pincite models import"), "a stick is the way out: {error}");
}

#[test]
fn a_missing_model_is_said_to_be_missing() {
    let hub = Hub::start(Vec::new());
    let home = home();
    let error = fetch(&from_hub(&hub), home.path()).expect_err("the hub has nothing");
    assert!(error.to_string().contains("404"), "the server's answer is passed on: {error}");
}

#[test]
fn a_fetch_can_be_stopped() {
    let hub = serving(weights());
    let home = home();
    let catalogue = from_hub(&hub);
    let stop = |progress: Fetching| match progress.done > 100_000 {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let stopped = catalogue.fetch("small", home.path(), &mut { stop });
    assert!(matches!(stopped, Err(Error::Cancelled)));
    assert_eq!(state(&catalogue, home.path()), State::Absent);
    fetch(&catalogue, home.path()).expect("and taken up again");
}

#[test]
fn a_local_folder_comes_first_and_the_next_source_helps_out() {
    let local = home();
    let home = home();
    let hub = serving(weights());
    let catalogue = from_hub(&hub).with_local(local.path().to_path_buf());
    fs::create_dir(local.path().join("small")).expect("creates");
    fs::write(local.path().join("small/config.json"), CONFIG).expect("writes");
    fetch(&catalogue, home.path()).expect("the hub has what the folder lacks");
    assert!(!hub.requests().is_empty());

    let second = tempfile::tempdir().expect("temporary folder");
    fs::write(local.path().join("small/model.safetensors"), weights()).expect("writes");
    let asked = hub.requests().len();
    fetch(&catalogue, second.path()).expect("the folder has it all");
    assert_eq!(hub.requests().len(), asked, "a complete folder needs no network");
}

#[test]
fn a_damaged_model_is_seen_and_replaced() {
    let hub = serving(weights());
    let home = home();
    let catalogue = from_hub(&hub);
    let place = fetch(&catalogue, home.path()).expect("the hub has it");
    fs::write(place.join("config.json"), b"{}").expect("damages it");
    assert_eq!(state(&catalogue, home.path()), State::Damaged("config.json".to_owned()));
    fetch(&catalogue, home.path()).expect("fetched anew");
    assert_eq!(fs::read(place.join("config.json")).expect("there"), CONFIG);
}

#[test]
fn an_unknown_name_is_refused() {
    let error =
        Catalogue::builtin().expect("well-formed").fetch("nope", home().path(), &mut |_| ControlFlow::Continue(()));
    assert_eq!(error.expect_err("there is no such model").code(), "models.unknown");
}

#[test]
fn an_encoder_on_a_stick_is_taken_in() {
    start();
    let home = home();
    let catalogue = Catalogue::builtin().expect("well-formed");
    let status = import(&catalogue, &fixture("tiny-mean"), home.path()).expect("it is an encoder");
    assert_eq!((status.name.as_str(), &status.state), ("tiny-mean", &State::Installed));
    assert!(home.path().join("models/tiny-mean/1_Pooling/config.json").is_file(), "pooling belongs to it");
    assert!(catalogue.status(home.path()).contains(&status), "it is listed from now on");
    import(&catalogue, &fixture("tiny-mean"), home.path()).expect("the same again changes nothing");
}

#[test]
fn a_cross_encoder_on_a_stick_is_taken_in() {
    start();
    let home = home();
    let catalogue = catalogue("http://127.0.0.1:1", "");
    let folder = fixture("cross").join("tiny-two-labels");
    let status = import(&catalogue, &folder, home.path()).expect("it is a sequence classifier with two labels");
    assert_eq!((status.name.as_str(), status.kind), ("tiny-two-labels", Kind::Reranker));
    CrossEncoder::open(&home.path().join("models/tiny-two-labels"), Device::Cpu).expect("the copy opens");
    let refused = import(&catalogue, &fixture("cross").join("tiny-three-labels"), home.path()).expect_err("refused");
    assert_eq!(refused.code(), "models.bad_file", "three labels have no meaning here: {refused}");
}

#[test]
fn what_is_not_an_encoder_is_not_taken_in() {
    start();
    let (home, stick, catalogue) = (home(), home(), Catalogue::builtin().expect("well-formed"));
    let refused = |folder: &Path| import(&catalogue, folder, home.path()).expect_err("refused").code();
    let empty = stick.path().join("empty");
    fs::create_dir(&empty).expect("creates");
    assert_eq!(refused(&empty), "models.missing_file", "an empty folder");
    let folder = stick.path().join("broken");
    fs::create_dir(&folder).expect("creates");
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        fs::copy(fixture("tiny-dpr").join(file), folder.join(file)).expect("copies");
    }
    let whole = fs::read(folder.join("model.safetensors")).expect("reads");
    fs::write(folder.join("model.safetensors"), &whole[..whole.len() / 2]).expect("cuts it");
    assert_eq!(refused(&folder), "models.bad_file", "half of the weights");
    fs::write(folder.join("config.json"), r#"{"model_type": "gpt2"}"#).expect("writes");
    assert_eq!(refused(&folder), "graph.unsupported", "another network");
    assert!(catalogue.status(home.path()).iter().all(|status| status.state == State::Absent), "nothing is left behind");
}

#[test]
fn another_model_of_the_same_name_is_kept() {
    start();
    let (home, stick, catalogue) = (home(), home(), Catalogue::builtin().expect("well-formed"));
    import(&catalogue, &fixture("tiny-dpr"), home.path()).expect("it is an encoder");
    let folder = stick.path().join("tiny-dpr");
    fs::create_dir(&folder).expect("creates");
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        fs::copy(fixture("tiny-mean").join(file), folder.join(file)).expect("copies");
    }
    let error = import(&catalogue, &folder, home.path()).expect_err("the name is taken");
    assert_eq!(error.code(), "models.name_taken");
}

#[test]
fn a_generator_on_a_stick_is_taken_in() {
    start();
    for name in ["tiny-t5", "tiny-flan-int8"] {
        let home = home();
        let catalogue = Catalogue::builtin().expect("well-formed");
        let folder = fixture("generator").join(name);
        let status = import(&catalogue, &folder, home.path()).expect("it is a generator");
        assert_eq!((status.kind, &status.state, status.hashes), (Kind::Generator, &State::Installed, Hashes::Recorded));
        assert!(catalogue.status(home.path()).contains(&status), "it is listed from now on");
        let opened = |folder: &Path| Generator::open(folder, Device::Cpu).expect("opens").fingerprint().to_owned();
        assert_eq!(opened(&status.folder), opened(&folder), "all of it was taken, weights beside the graphs too");
        import(&catalogue, &folder, home.path()).expect("the same again changes nothing");
        fs::write(status.folder.join("config.json"), b"{}").expect("damages it");
        let damaged = catalogue.status(home.path()).into_iter().find(|status| status.name == name);
        assert_eq!(damaged.map(|status| status.state), Some(State::Damaged("config.json".to_owned())));
    }
}
