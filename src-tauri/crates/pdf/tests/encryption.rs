//! Encrypted files: which open by themselves, which ask for a password, and which open with it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::{FIRST_OWN, Pdf, line_texts, read, text};
use pincite_pdf::Error;
use std::{fs, path::Path, path::PathBuf};

fn locked(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)
}

fn first_words(document: pincite_pdf::Document) -> String {
    line_texts(&document.pages[0]).concat()
}

#[test]
fn encrypted_files_open_with_their_password() {
    let open = read(&locked("empty-password.pdf"), None).expect("an empty password is no password");
    assert_eq!(first_words(open), "Opened without asking");
    let locked = locked("password-secret.pdf");
    for wrong in [None, Some("guess")] {
        let error = read(&locked, wrong).expect_err("the password is another");
        assert!(matches!(error, Error::Password { given, .. } if given == wrong.is_some()), "{error}");
        assert_eq!(error.code(), "pdf.password");
    }
    let open = read(&locked, Some("secret")).expect("the right password");
    assert_eq!(first_words(open), "Opened with the password");
}

#[test]
fn a_damaged_file_still_asks_for_its_password() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.pdf");
    let mut bytes = fs::read(locked("password-secret.pdf")).unwrap();
    let start = bytes.windows(9).rposition(|w| w == b"startxref").unwrap();
    bytes[start + 10] += 1; // the table of objects is elsewhere, and must be made again
    fs::write(&path, bytes).unwrap();
    let error = read(&path, None).expect_err("it is locked");
    assert_eq!(error.code(), "pdf.password", "it is not the damage that stands in the way");
    assert_eq!(first_words(read(&path, Some("secret")).expect("repaired")), "Opened with the password");
}

/// A file with open pages whose encryption dictionary says this of filters; nobody knows its password.
fn half_open(version: u8, filters: &str) -> Pdf {
    let hash = "5a".repeat(48);
    let sealed = format!(
        "<< /Filter /Standard /V {version} /R 6 /Length 256 /P -4 /O <{hash}> /U <{hash}> /OE <{0}> /UE <{0}> /Perms <{1}>
         /CF << /StdCF << /CFM /AESV3 /AuthEvent /EFOpen /Length 32 >> >> {filters} >>",
        &hash[..64],
        &hash[..32],
    );
    let page = text(1, 10.0, 60.0, 700.0, "pages are open");
    Pdf::new().object(&sealed).trailer(&format!("/Encrypt {FIRST_OWN} 0 R /ID [<00> <00>]")).page(&page)
}

fn outcome(pdf: &Pdf, change: impl Fn(&mut Vec<u8>)) -> Result<String, Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half.pdf");
    let mut bytes = pdf.bytes();
    change(&mut bytes);
    fs::write(&path, bytes).unwrap();
    read(&path, None).map(first_words)
}

#[test]
fn a_lock_on_attachments_does_not_close_the_pages() {
    for filters in ["/StmF /Identity /StrF /Identity /EFF /StdCF", "/EFF /StdCF"] {
        let pdf = half_open(5, filters);
        assert_eq!(outcome(&pdf, |_| ()).expect("open"), "pages are open", "streams and strings are: {filters}");
        let torn = outcome(&pdf, |bytes| bytes.truncate(bytes.len() - 12));
        assert_eq!(torn.expect("open"), "pages are open", "also where the table of objects must be made again");
    }
}

#[test]
fn what_may_be_locked_is_never_read_as_if_it_were_open() {
    let all = [(5, "/StmF /StdCF /StrF /StdCF"), (5, "/StmF /StdCF /StrF /Identity"), (5, "/StrF /StdCF"), (2, "")];
    for (version, filters) in all {
        let error = outcome(&half_open(version, filters), |_| ()).expect_err("locked");
        assert_eq!(error.code(), "pdf.password", "version {version}, {filters}");
    }
    let unknown = half_open(5, "").trailer("/Was [/Encrypt 99 0 R]");
    assert_eq!(outcome(&unknown, |_| ()).expect_err("who knows").code(), "pdf.encryption", "one of two says nothing");
}
