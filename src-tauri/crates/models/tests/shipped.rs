//! A model that comes with the program: brought without a network, held against the manifest, replaced by a new version's.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod common;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use common::{fixture, sha256, start};
use pincite_models::{Catalogue, Decoding, Device, Entry, Generator, Hashes, Kind, Search, Source, State};
use tempfile::TempDir;

fn home() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// A catalogue with the tiny generator as one that comes along, its files pinned as they are in `folder`.
fn coming_along(folder: &Path) -> Catalogue {
    let pinned = |path: &str| {
        let bytes = fs::read(folder.join(path)).expect("the fixture has it");
        format!("{{ path = \"{path}\", size = {}, sha256 = \"{}\" }}", bytes.len(), sha256(&bytes))
    };
    let files = GENERATOR.map(pinned).join(", ");
    let text = format!(
        "hub = \"http://127.0.0.1:1\"\n[[model]]\nname = \"encoder\"\nkind = \"encoder\"\ndefault = true\n\
         description = \"\"\nlicence = \"MIT\"\nfiles = []\nsources = []\n\
         [[model]]\nname = \"asker\"\nkind = \"generator\"\ndefault = true\ndescription = \"\"\nlicence = \"MIT\"\n\
         files = [{files}]\nsources = [{{ hub = \"nobody/here\", revision = \"main\" }}, {{ shipped = \"along\" }}]\n"
    );
    Catalogue::parse(&text).expect("the test's manifest is well-formed")
}

/// Tokens of the longest question that the generator of this checkout learned.
const POSITIONS: usize = 48;

const GENERATOR: [&str; 5] =
    ["config.json", "tokenizer.json", "generation_config.json", "encoder_model.onnx", "decoder_model_merged.onnx"];

/// `<root>/along` with the tiny generator in it.
fn shipped(root: &Path) -> PathBuf {
    let folder = root.join("along");
    fs::create_dir_all(&folder).expect("creates");
    for file in GENERATOR {
        fs::copy(fixture("generator/tiny-flan").join(file), folder.join(file)).expect("copies");
    }
    folder
}

#[test]
fn what_comes_along_needs_no_network() {
    let (home, package, stale) = (home(), home(), home());
    let folder = shipped(package.path());
    fs::write(shipped(stale.path()).join("config.json"), b"{}").expect("an older build left it");
    let nowhere = coming_along(&folder);
    let error = nowhere.installed_or_shipped("asker", home.path()).expect_err("it is nowhere");
    assert_eq!(error.code(), "models.not_fetched");
    assert!(error.to_string().contains("comes with Pincite"), "the reason is told: {error}");
    assert!(!error.to_string().contains("127.0.0.1"), "and the network was not asked: {error}");
    let catalogue = nowhere.with_shipped(vec![stale.path().into(), package.path().into()]);
    assert_eq!(catalogue.default_generator().map(|entry| entry.name.as_str()), Some("asker"));
    let place = catalogue.installed_or_shipped("asker", home.path()).expect("the second place has it");
    start();
    Generator::open(&place, Device::Cpu).expect("what came is a generator");
    fs::remove_dir_all(&folder).expect("the package goes");
    assert_eq!(catalogue.installed_or_shipped("asker", home.path()).expect("it is installed"), place, "brought once");
    let fetched = catalogue.fetch("asker", home.path(), &mut |_| ControlFlow::Continue(()));
    assert_eq!(fetched.expect("like any other"), place);
}

#[test]
fn a_new_version_brings_its_own_model() {
    let (home, package) = (home(), home());
    let folder = shipped(package.path());
    let old = coming_along(&folder).with_shipped(vec![package.path().into()]);
    let place = old.installed_or_shipped("asker", home.path()).expect("it is there");
    let mut changed = fs::read(folder.join("config.json")).expect("is there");
    changed.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
    fs::write(folder.join("config.json"), &changed).expect("writes");
    let new = coming_along(&folder).with_shipped(vec![package.path().into()]);
    let state = |catalogue: &Catalogue| catalogue.status(home.path()).into_iter().find(|one| one.name == "asker");
    let found = state(&new).map(|status| status.state);
    assert_eq!(found, Some(State::Damaged("config.json".to_owned())), "of the same size, and another one");
    assert_eq!(new.installed_or_shipped("asker", home.path()).expect("it is replaced"), place);
    assert_eq!(fs::read(place.join("config.json")).expect("is there"), changed);
    assert_eq!(state(&new).map(|status| status.state), Some(State::Installed));
}

#[test]
fn no_generator_crosses_the_network_unasked() {
    let catalogue = Catalogue::builtin().expect("well-formed");
    let generators = catalogue.entries().iter().filter(|entry| entry.kind == Kind::Generator);
    let along = |entry: &Entry| entry.sources.iter().all(|source| matches!(source, Source::Shipped { .. }));
    assert!(generators.clone().all(along) && generators.count() == 1, "our own comes along");
    assert!(catalogue.status(home().path()).iter().all(|status| status.hashes == Hashes::Pinned), "and is known");
}

/// The weights of the checkout are those of the manifest, and they write.
#[test]
fn the_generator_of_this_checkout_writes() {
    start();
    let home = home();
    let catalogue = Catalogue::builtin().expect("well-formed");
    let name = &catalogue.default_generator().expect("one comes along").name;
    let place = catalogue.installed_or_shipped(name, home.path()).expect("the checkout has it, as the manifest says");
    let generator = Generator::open(&place, Device::Cpu).expect("it opens");
    assert!(generator.is_uncased() && generator.prompt().is_some(), "it says how it wants to be asked");
    let passage = "The monthly rent is due on the first day of each month.";
    let prompt = generator.prompt().unwrap_or_default().replace("{passage}", passage).replace("{sentence}", passage);
    let decoding = Decoding::default();
    let written = generator.generate(&[&prompt], &decoding, &mut |_| ControlFlow::Continue(())).expect("it writes");
    assert!(written[0][0].text.contains("rent"), "about its passage: {written:?}");
    let wild = Search::Sample { top_k: 0, top_p: 1.0, temperature: 9.0 };
    let decoding = Decoding { search: wild, max_new_tokens: 64, ..Decoding::default() };
    let written = generator.generate(&[&prompt], &decoding, &mut |_| ControlFlow::Continue(())).expect("it goes on");
    assert!(written[0][0].tokens.len() > POSITIONS, "longer than anything it was trained on: {written:?}");
}

#[test]
fn a_package_provides_its_models_and_a_checkout_provides_nothing() {
    let (home, package, elsewhere) = (home(), home(), home());
    let catalogue = coming_along(&shipped(package.path()));
    let checkout = catalogue.clone().with_shipped(vec![elsewhere.path().into()]);
    checkout.provide("asker", home.path()).expect("it comes with no checkout, which is no error");
    assert!(!home.path().join("models").exists(), "nothing was written");
    let packaged = catalogue.with_shipped(vec![package.path().into()]);
    packaged.provide("asker", home.path()).expect("it is copied");
    let config = home.path().join("models/asker/config.json");
    fs::write(&config, b"{}").expect("damages it");
    packaged.provide("asker", home.path()).expect("it is copied again");
    assert_ne!(fs::read(config).expect("reads"), b"{}", "a damaged file is replaced");
    packaged.provide("imported", home.path()).expect("a model from elsewhere is left alone");
}
