//! Signatures of bundles, in the format of minisign (Ed25519), so that its program verifies them as well. The key of this computer
//! is made with the first bundle.

use crate::Error;
use crate::error::{blocking, unwritable};
use minisign::{KeyPair, PublicKey, SecretKey, SecretKeyBox, SignatureBox};
use pincite_api::BundleView;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What the signature says of its key. People compare it with what the other one told them.
const KEY: &str = "signed by Pincite with the key ";
/// What the signed comment says, before the Unix time.
const TIME: &str = "timestamp:";

/// A signature that was made, or that fits its bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signed {
    /// The public key.
    pub(crate) key: String,
    /// When, as Unix time in seconds.
    pub(crate) signed_at: i64,
    /// The signature file.
    pub(crate) text: String,
}

impl Signed {
    /// A name that no other bundle has.
    pub(super) fn name(&self) -> PathBuf {
        self.text.lines().nth(1).unwrap_or_default().into()
    }

    pub(crate) fn view(&self) -> BundleView {
        BundleView { key: self.key.clone(), signed_at: self.signed_at }
    }
}

/// The file with the signature of a bundle.
pub(super) fn signature_of(bundle: &Path) -> PathBuf {
    let mut name = bundle.as_os_str().to_owned();
    name.push(".minisig");
    name.into()
}

/// Signs a file with the key of this computer.
pub(super) async fn sign(key: PathBuf, bundle: PathBuf) -> Result<Signed, Error> {
    let signing = move || {
        let secret = secret_key(&key)?;
        let public = PublicKey::from_secret_key(&secret).map_err(|error| unusable(&key, &error))?;
        let file = File::open(&bundle).map_err(unwritable(&bundle))?;
        let key_said = format!("{KEY}{}", public.to_base64());
        let signed = minisign::sign(Some(&public), &secret, file, None, Some(&key_said));
        let signed = signed.map_err(|error| unusable(&key, &error))?;
        read_signature(&bundle, &signed.into_string())
    };
    blocking("Signing the bundle", signing).await?
}

/// The key of this computer, made if it is not there. Only its user can read the file.
fn secret_key(path: &Path) -> Result<SecretKey, Error> {
    match fs::read_to_string(path) {
        Ok(text) => {
            let boxed = SecretKeyBox::from_string(&text).and_then(SecretKeyBox::into_unencrypted_secret_key);
            boxed.map_err(|error| unusable(path, &error))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let pair = KeyPair::generate_unencrypted_keypair().map_err(|error| unusable(path, &error))?;
            let boxed = pair.sk.to_box(None).map_err(|error| unusable(path, &error))?;
            write_private(path, &boxed.into_string()).map_err(unwritable(path))?;
            Ok(pair.sk)
        }
        Err(error) => Err(unwritable(path)(error)),
    }
}

fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

fn unusable(path: &Path, error: &minisign::PError) -> Error {
    Error::SigningKey { path: path.to_owned(), detail: error.to_string() }
}

/// Compares a bundle with its signature, which must be of this key if one is given.
///
/// # Errors
/// [`Error::NotSigned`], [`Error::BundleChanged`], [`Error::OtherKey`].
pub(crate) async fn verified(bundle: &Path, key: Option<&str>) -> Result<Signed, Error> {
    let path = bundle.to_owned();
    let signed = blocking("Checking the bundle", move || compare(&path)).await??;
    match key {
        Some(wanted) if wanted != signed.key => {
            Err(Error::OtherKey { path: bundle.to_owned(), key: signed.key, wanted: wanted.to_owned() })
        }
        _ => Ok(signed),
    }
}

fn compare(bundle: &Path) -> Result<Signed, Error> {
    let path = signature_of(bundle);
    let text = fs::read_to_string(&path).map_err(|_| Error::NotSigned { path: bundle.to_owned() })?;
    let signed = read_signature(bundle, &text)?;
    let changed = || Error::BundleChanged { path: bundle.to_owned() };
    let key = PublicKey::from_base64(&signed.key).map_err(|_| changed())?;
    let signature = SignatureBox::from_string(&text).map_err(|_| changed())?;
    let file = File::open(bundle).map_err(|source| Error::Unreadable { path: bundle.to_owned(), source })?;
    minisign::verify(&key, &signature, file, true, false, false).map_err(|_| changed())?;
    Ok(signed)
}

/// What a signature says. It proves nothing yet.
fn read_signature(bundle: &Path, text: &str) -> Result<Signed, Error> {
    let said = |text: &str| {
        let signature = SignatureBox::from_string(text).ok()?;
        let key = signature.untrusted_comment().ok()?.strip_prefix(KEY)?.to_owned();
        let signed_at = signature.trusted_comment().ok()?.strip_prefix(TIME)?.parse().ok()?;
        Some(Signed { key, signed_at, text: text.to_owned() })
    };
    said(text).ok_or_else(|| Error::NotSigned { path: bundle.to_owned() })
}
