//! Bad input: a clear message with the file's name, an exit code, and everything else carries on.

mod common;

use common::{Pincite, sample};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn what_is_wrong_with_a_file_is_told_and_the_rest_goes_on() {
    let pincite = Pincite::new();
    let bad = [("letter.pdf", "Dear Sir or Madam".as_bytes(), "pdf.not_a_pdf"), ("empty.pdf", b"", "pdf.not_a_pdf")];
    for (name, bytes, _) in bad {
        fs::write(pincite.path(name), bytes).unwrap();
    }
    let whole = fs::read(sample("annual-report.pdf")).unwrap();
    fs::write(pincite.path("cut.pdf"), &whole[..400]).unwrap();
    fs::copy(sample("awkward.pdf"), pincite.path("good.pdf")).unwrap();
    let folder = pincite.path("").display().to_string();
    let (code, report) = pincite.run(&["add", &folder, "/no/such/file.pdf"]);
    assert_eq!(code, 3, "done, but not all of it: {report}");
    let documents = report["documents"].as_array().unwrap();
    let named = |name: &str| documents.iter().find(|document| document["file"] == name).unwrap();
    for (name, _, code) in bad {
        assert_eq!(named(name)["problem"]["code"], code, "{name}");
        let message = named(name)["problem"]["message"].as_str().unwrap();
        assert!(message.contains(name), "the message names the file: {message}");
    }
    assert_eq!(named("cut.pdf")["status"], "failed", "{}", named("cut.pdf"));
    assert_eq!(named("good.pdf")["status"], "partly", "one page is an image, the rest is searchable");
    assert_eq!(report["refused"][0]["problem"]["code"], "engine.unreadable", "{report}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_unicode_is_reported_and_the_rest_of_the_folder_is_added() {
    use std::os::unix::ffi::OsStrExt;
    let pincite = Pincite::new();
    let folder = pincite.path("files");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join(std::ffi::OsStr::from_bytes(b"lease-\xff.pdf")), "x").unwrap();
    fs::copy(sample("awkward.pdf"), folder.join("good.pdf")).unwrap();
    let (code, report) = pincite.run(&["add", &folder.display().to_string()]);
    assert_eq!((code, &report["documents"][0]["file"]), (3, &"good.pdf".into()), "{report}");
    assert_eq!(report["refused"][0]["problem"]["code"], "library.path_not_unicode", "{report}");
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_device_is_refused_and_does_not_hang() {
    let pincite = Pincite::new();
    let pipe = pincite.path("pipe.pdf").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (code, report) = pincite.run(&["add", &pipe, "/dev/zero"]);
    assert_eq!(code, 3, "{report}");
    let refused = report["refused"].as_array().unwrap();
    let codes: Vec<_> = refused.iter().map(|it| &it["problem"]["code"]).collect();
    assert_eq!(codes, ["engine.not_a_file"; 2], "{report}");
}

#[cfg(unix)]
#[test]
fn a_document_whose_file_became_a_pipe_is_not_shown_and_does_not_hang() {
    let pincite = Pincite::new();
    let file = pincite.path("lease.pdf");
    fs::copy(sample("awkward.pdf"), &file).unwrap();
    pincite.run(&["add", &file.display().to_string()]);
    fs::remove_file(&file).unwrap();
    assert!(Command::new("mkfifo").arg(&file).status().unwrap().success());
    let (code, told) =
        pincite.run(&["show", "lease", "--page", "1", "--out", &pincite.path("p.png").display().to_string()]);
    assert_eq!((code, &told["error"]["code"]), (1, &"engine.document_missing".into()), "{told}");
}

#[test]
fn hidden_files_of_a_folder_are_skipped_with_a_note() {
    let pincite = Pincite::new();
    let folder = pincite.path("files");
    fs::create_dir(&folder).unwrap();
    for name in ["lease.pdf", ".draft.pdf", "~lease.pdf"] {
        fs::copy(sample("awkward.pdf"), folder.join(name)).unwrap();
    }
    let (code, report) = pincite.run(&["add", &folder.display().to_string()]);
    let refused = report["refused"].as_array().unwrap();
    assert_eq!((code, refused.len()), (3, 1), "{report}");
    assert_eq!(refused[0]["problem"]["code"], "engine.hidden_skipped");
    let message = refused[0]["problem"]["message"].as_str().unwrap();
    assert!(message.contains(".draft.pdf and 1 more are hidden"), "{message}");
}

#[test]
fn reasons_of_the_system_come_with_the_file_and_without_a_number() {
    let pincite = Pincite::new();
    let nowhere = pincite.path("nowhere/list.jsonl").display().to_string();
    pincite.run(&["add", &sample("awkward.pdf")]);
    for words in [&["add"][..], &["questions", "import"], &["show", "awkward", "--page", "1", "--out"]] {
        let output = pincite.command(&[words, &[&nowhere]].concat()).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(&nowhere) && !told.contains("os error"), "{words:?}: {told}");
    }
}

/// One of the two ended with "name taken".
#[test]
fn two_can_add_to_a_new_collection_at_the_same_time() {
    let pincite = Pincite::new();
    pincite.run(&["collections"]);
    let add = |name: &str| {
        let mut command = pincite.command(&["add", &sample(name), "-c", "Matter", "--json"]);
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped()).spawn().unwrap()
    };
    for child in [add("awkward.pdf"), add("services-agreement.pdf")] {
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 3)), "{:?}: {told}", output.status);
    }
    let (_, documents) = pincite.run(&["documents", "-c", "Matter"]);
    assert_eq!(documents.as_array().map(Vec::len), Some(2), "{documents}");
}

#[test]
fn names_that_mislead_are_shown_escaped() {
    let pincite = Pincite::new();
    let name = "lease\u{202e}fdp\n    2  ready  other.pdf";
    let folder = pincite.path("files");
    fs::create_dir(&folder).unwrap();
    fs::copy(sample("awkward.pdf"), folder.join(name)).unwrap();
    fs::write(folder.join("bad\nname.pdf"), "no PDF").unwrap();
    let (_, report) = pincite.run(&["add", &folder.display().to_string()]);
    let escaped = r"lease\u{202e}fdp\n    2  ready  other.pdf";
    assert!(report["documents"].as_array().unwrap().iter().any(|it| it["file"] == escaped), "{report}");
    for words in [&["documents"][..], &["ask", "gazette"]] {
        let printed = String::from_utf8(pincite.command(words).output().unwrap().stdout).unwrap();
        assert!(!printed.contains('\u{202e}') && !printed.contains("bad\nname"), "{words:?}: {printed}");
    }
}

#[test]
fn a_file_of_the_user_is_not_replaced() {
    let pincite = Pincite::new();
    let document = pincite.path("lease.pdf");
    let letter = pincite.path("letter.txt");
    fs::copy(sample("services-agreement.pdf"), &document).unwrap();
    fs::write(&letter, "Dear Madam").unwrap();
    pincite.run(&["add", &document.display().to_string()]);
    let before = fs::read(&document).unwrap();
    let code_of = |words: &[&str]| pincite.run(words).1["error"]["code"].as_str().unwrap_or("none").to_owned();
    for command in [&["show", "lease", "--page", "1", "--out"][..], &["questions", "export"]] {
        let to =
            |path: &std::path::Path, more: &[&str]| code_of(&[command, &[&path.display().to_string()], more].concat());
        assert_eq!(to(&letter, &[]), "engine.exists", "{command:?}");
        assert_eq!(fs::read(&letter).unwrap(), b"Dear Madam");
        assert_eq!(to(&document, &["--force"]), "engine.is_ours", "{command:?}");
        assert_eq!(to(&pincite.path("home/library.db"), &["--force"]), "engine.is_ours", "{command:?}");
        let new = pincite.path(&format!("new-{}", command[0]));
        assert_eq!(to(&new, &[]), "none", "{command:?}");
        assert!(new.is_file());
    }
    #[cfg(unix)]
    {
        let link = pincite.path("link.txt");
        std::os::unix::fs::symlink(&document, &link).unwrap();
        let link = link.display().to_string();
        assert_eq!(
            code_of(&["show", "lease", "--page", "1", "--out", &link, "--force"]),
            "engine.is_ours",
            "by a link"
        );
        assert_eq!(code_of(&["questions", "export", "/dev/null", "--force"]), "engine.not_a_file");
    }
    assert_eq!(fs::read(&document).unwrap(), before, "the document is as it was");
    assert_eq!(code_of(&["questions", "export", &letter.display().to_string(), "--force"]), "none");
    assert_eq!(fs::read(&letter).unwrap(), b"", "no question is there yet: replaced because that was asked for");
    let left = fs::read_dir(pincite.path("")).unwrap().flatten().map(|it| it.file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().starts_with(".pincite-")), "no temporary file is left");
}

#[test]
fn a_locked_file_is_read_and_shown_with_its_password() {
    let pincite = Pincite::new();
    let minutes = sample("locked/board-minutes.pdf");
    for (with, code, wanted) in [
        (vec![], 3, "Enter its password"),
        (vec!["--password", "lady-day"], 3, "Wrong password for"),
        (vec!["--password", "quarter-day"], 0, ""),
    ] {
        let (exit, report) = pincite.run(&[vec!["add", &minutes], with].concat());
        let told = report["documents"][0]["problem"]["message"].as_str().unwrap_or_default();
        assert!(exit == code && told.contains(wanted), "{exit}, {told}: {wanted}");
    }
    let out = pincite.path("page.png").display().to_string();
    let show = ["show", "board-minutes", "--page", "1", "--out", &out];
    let (exit, told) = pincite.run(&show);
    assert_eq!((exit, &told["error"]["code"]), (1, &"pdf.password".into()), "the password is nowhere stored");
    let (exit, told) = pincite.run(&[&show[..], &["--password", "quarter-day"]].concat());
    assert!(exit == 0 && pincite.path("page.png").is_file(), "{told}");
}

#[test]
fn an_unknown_collection_or_document_is_named() {
    let pincite = Pincite::new();
    let (code, told) = pincite.run(&["ask", "--collection", "Nowhere", "anything"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"engine.unknown_collection".into()));
    pincite.run(&["collections", "create", "Empty"]);
    let (code, told) = pincite.run(&["remove", "--collection", "Empty", "nothing"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"engine.unknown_document".into()));
    let (code, told) = pincite.run(&["collections", "create", "Empty"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"library.name_taken".into()));
}

#[test]
fn a_missing_encoder_is_said_and_words_still_find() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("services-agreement.pdf")]);
    let (code, answer) = pincite.run(&["ask", "limit of liability"]);
    assert_eq!(code, 0, "words are enough");
    let notes = answer["notes"].as_array().unwrap();
    assert_eq!((notes.len(), &notes[0]["code"]), (1, &"search.no_encoder".into()), "it is said, and once: {notes:?}");
    assert!(notes[0]["detail"].as_str().unwrap().contains("pincite models fetch"), "with the remedy: {notes:?}");
    let (_, status) = pincite.run(&["status"]);
    assert!(status["encoder"].is_null() && !status["notes"].as_array().unwrap().is_empty(), "{status}");
}

#[test]
fn an_empty_data_folder_variable_is_none() {
    let pincite = Pincite::new();
    let data = pincite.path("data");
    let mut command = pincite.command(&["status", "--json"]);
    let output = command.env("PINCITE_HOME", "").env("HOME", &data).env("XDG_DATA_HOME", &data).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "as if it were not set, in the window and here: {told}");
    assert!(told.contains(&data.display().to_string()), "the platform's folder is used: {told}");
}

#[test]
fn a_data_folder_that_cannot_be_made_is_named() {
    let pincite = Pincite::new();
    fs::write(pincite.path("home"), "a file is in the way").unwrap();
    let (code, told) = pincite.run(&["documents"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"engine.home".into()), "{told}");
}

#[test]
fn a_page_that_is_not_there_is_refused() {
    let pincite = Pincite::new();
    pincite.run(&["add", &sample("awkward.pdf")]);
    let (code, told) = pincite.run(&["show", "awkward", "--page", "99"]);
    assert_eq!((code, &told["error"]["code"]), (1, &"cli.unknown_page".into()), "{told}");
}

/// The smallest of the encoders that the tests of `pincite-models` use.
fn tiny_encoder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/tiny-dpr")
}

#[test]
fn a_sound_model_is_imported_and_one_made_to_do_harm_is_not() {
    let pincite = Pincite::new();
    let (code, models) = pincite.run(&["models", "import", &tiny_encoder().display().to_string()]);
    let is_there = |models: &serde_json::Value| {
        models.as_array().unwrap().iter().any(|it| it["name"] == "tiny-dpr" && it["installed"] == true)
    };
    assert!(code == 0 && is_there(&models), "{models}");
    let harmful = pincite.path("harmful");
    fs::create_dir(&harmful).unwrap();
    for file in ["config.json", "model.safetensors", "tokenizer.json"] {
        fs::copy(tiny_encoder().join(file), harmful.join(file)).unwrap();
    }
    let mut tokenizer: serde_json::Value =
        serde_json::from_slice(&fs::read(harmful.join("tokenizer.json")).unwrap()).unwrap();
    // A trie of one unit: the first letter of a text leads beyond it, where the library panics.
    tokenizer["normalizer"] = serde_json::json!({ "type": "Precompiled", "precompiled_charsmap": "BAAAAAAAAAB4AA==" });
    fs::write(harmful.join("tokenizer.json"), tokenizer.to_string()).unwrap();
    let (code, told) = pincite.run(&["models", "import", &harmful.display().to_string()]);
    assert_eq!((code, &told["error"]["code"]), (1, &"models.bad_file".into()), "{told}");
    assert!(told["error"]["message"].as_str().unwrap().contains("tokenizer.json"), "{told}");
}

#[test]
fn a_library_that_nobody_shares_has_no_members() {
    let pincite = Pincite::new();
    pincite.run(&["collections", "create", "Deal"]);
    let (code, error) = pincite.run(&["collections", "members", "Deal", "--add", "ben"]);
    assert_eq!((code, &error["error"]["code"]), (1, &"library.not_shared".into()), "{error}");
}
