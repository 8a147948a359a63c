//! Bundles with the real command: others read in them what their maker sees, nobody changes them, and a change is noticed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by failing")]

mod common;

use common::{Pincite, sample};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const QUESTION: &str = "Which law governs the agreement?";
const OF_BUNDLE: [&str; 2] = ["larch.pincite", "larch.pincite.minisig"];

/// A bundle with a document, an answer, a mark and a table, in a folder of its own.
struct Handed {
    maker: Pincite,
    bundle: PathBuf,
    key: String,
}

impl Handed {
    fn new() -> Self {
        let maker = Pincite::new();
        maker.work_with(&sample("services-agreement.pdf"), QUESTION);
        fs::create_dir(maker.path("handed")).unwrap();
        let bundle = maker.path("handed").join(OF_BUNDLE[0]);
        let (code, told) = maker.run(&["library", "bundle", "My documents", bundle.to_str().unwrap()]);
        assert_eq!((code, &told["documents"], &told["without_file"]), (0, &1.into(), &json!([])), "{told}");
        let key = told["key"].as_str().unwrap().to_owned();
        Self { maker, bundle, key }
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let folder = fs::read_dir(self.bundle.parent().unwrap()).unwrap();
        let files = folder.map(|file| file.unwrap().path());
        let name = |file: &Path| file.file_name().unwrap().to_str().unwrap().to_owned();
        let mut files: Vec<_> = files.map(|file| (name(&file), fs::read(&file).unwrap())).collect();
        files.sort();
        files
    }

    /// What a command prints about the bundle.
    fn run(&self, reader: &Pincite, words: &[&str]) -> (i32, Value) {
        reader.run(&[&["--library", self.bundle.to_str().unwrap()], words].concat())
    }
}

/// Hits, marks and cells as people see them: without numbers, which each library gives anew, and without the time that an answer took.
fn seen(run: impl Fn(&[&str]) -> (i32, Value)) -> Value {
    let answer = run(&["ask", QUESTION]).1;
    let hits = answer["hits"].as_array().unwrap().iter();
    let hits: Vec<_> =
        hits.map(|hit| json!([hit["citation"], hit["pieces"], hit["score"], hit["highlights"], hit["mark"]])).collect();
    assert!(!hits.is_empty());
    let marks = run(&["marks"]).1;
    let marks: Vec<_> = marks.as_array().unwrap().iter().map(|mark| json!([mark["question"], mark["mark"]])).collect();
    let grid = run(&["grid", "show", "Review"]).1;
    json!([answer["verdict"], hits, marks, grid["cells"][0]["answers"][0]["citation"]])
}

#[test]
fn others_read_in_it_what_its_maker_sees_and_change_nothing() {
    let handed = Handed::new();
    let files = handed.files();
    assert_eq!(files.iter().map(|file| file.0.as_str()).collect::<Vec<_>>(), OF_BUNDLE);
    let reader = Pincite::new();
    assert_eq!(seen(|words| handed.run(&reader, words)), seen(|words| handed.maker.run(words)));
    let page = reader.path("page.png");
    let (code, shown) = handed.run(&reader, &["show", "services", "--page", "1", "--out", page.to_str().unwrap()]);
    assert_eq!(code, 0, "{shown}");
    assert!(fs::read(&page).unwrap().starts_with(b"\x89PNG"), "its pages are in the bundle");
    let agreement = sample("services-agreement.pdf");
    for words in [&["add", &agreement][..], &["collections", "create", "Other"], &["tag", "services", "ours"]] {
        let (code, refused) = handed.run(&reader, words);
        assert_eq!((code, &refused["error"]["code"]), (1, &"library.bundle".into()), "{words:?} {refused}");
    }
    assert_eq!(handed.run(&reader, &["questions", "asked"]).1, json!([]), "what its maker asked is not handed on");
    assert!(handed.files() == files, "neither the bundle nor its folder changes");
}

#[test]
fn a_bundle_is_chosen_and_copied_into_the_own_library() {
    let handed = Handed::new();
    let reader = Pincite::new();
    let bundle = handed.bundle.to_str().unwrap();
    let (code, refused) = reader.run(&["library", "use", bundle, "--key", "RWQother"]);
    assert_eq!((code, &refused["error"]["code"]), (1, &"engine.other_key".into()), "{refused}");
    assert_eq!(reader.run(&["library", "use", bundle, "--key", &handed.key]).0, 0);
    let told = reader.run(&["library"]).1;
    assert_eq!((&told["library"], &told["bundle"]["key"]), (&json!(bundle), &json!(handed.key)));
    let files = reader.path("files");
    let copy = ["library", "copy", "My documents", "--to", "own", "--files", files.to_str().unwrap()];
    // The reader has a collection of this name, which stays as it is.
    reader.run(&["library", "own"]);
    reader.run(&["collections", "rename", "My documents", "Mine"]);
    reader.run(&["library", "use", bundle]);
    let (code, copied) = reader.run(&copy);
    assert_eq!((code, &copied["documents"]), (0, &1.into()), "{copied}");
    assert!(files.join("services-agreement.pdf").is_file());
    reader.run(&["library", "own"]);
    let own = reader.run(&["ask", QUESTION, "-c", "My documents"]).1;
    assert_eq!(own["hits"][0]["citation"], handed.maker.run(&["ask", QUESTION]).1["hits"][0]["citation"]);
    assert_eq!(reader.run(&["tag", "services", "ours", "-c", "My documents"]).0, 0, "it can be worked on");
}

#[test]
fn a_bundle_that_was_changed_or_not_signed_is_refused() {
    let handed = Handed::new();
    let whole = fs::read(&handed.bundle).unwrap();
    for part in 1..8 {
        let mut changed = whole.clone();
        changed[whole.len() * part / 9] ^= 4;
        fs::write(&handed.bundle, changed).unwrap();
        let (code, refused) = handed.run(&Pincite::new(), &["ask", QUESTION]);
        assert_eq!((code, &refused["error"]["code"]), (1, &"engine.bundle_changed".into()), "{refused}");
    }
    fs::write(&handed.bundle, &whole).unwrap();
    let signature = handed.bundle.with_file_name(OF_BUNDLE[1]);
    let text = fs::read_to_string(&signature).unwrap();
    let later = text.replace("timestamp:", "timestamp:1");
    for (text, code) in [(later, "engine.bundle_changed"), ("nonsense".to_owned(), "engine.not_signed")] {
        fs::write(&signature, text).unwrap();
        assert_eq!(handed.run(&Pincite::new(), &["ask", QUESTION]).1["error"]["code"], code);
    }
    fs::remove_file(&signature).unwrap();
    assert_eq!(handed.run(&Pincite::new(), &["ask", QUESTION]).1["error"]["code"], "engine.not_signed");
}

#[test]
fn one_computer_signs_with_one_key_that_only_its_user_reads() {
    let handed = Handed::new();
    let second = handed.maker.path("second.pincite");
    let again = ["library", "bundle", "My documents", second.to_str().unwrap()];
    assert_eq!(handed.maker.run(&again).1["key"], json!(handed.key));
    let (code, refused) = handed.maker.run(&again);
    assert_eq!((code, &refused["error"]["code"]), (1, &"engine.exists".into()), "{refused}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let key = fs::metadata(handed.maker.path("home").join("signing.key")).unwrap();
        assert_eq!(key.permissions().mode() & 0o777, 0o600);
    }
}
