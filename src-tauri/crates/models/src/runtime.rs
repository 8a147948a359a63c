//! Finds the ONNX Runtime library, loads it once per process, and holds the environment of all sessions. Not for
//! sessions (`session`).
//!
//! Some variables are read before `main`, or as soon as a library is loaded, so [`set_environment`] starts the program again
//! with them. From version 1.29 on, ONNX Runtime for Linux and macOS reports each use to a server when it is loaded.
//! `with_telemetry(false)` comes too late. And glibc learns to keep freed blocks of up to 32 MB for later. After two models
//! were opened that is 180 MB (measured) which nothing uses. With a fixed threshold it gives them back.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use ort::environment::Environment;
use ort::logging::LogLevel;

use crate::home::Installation;
use crate::{Error, Result};

static ENVIRONMENT: OnceLock<Environment> = OnceLock::new();
/// Held while the library is being loaded, because it can be loaded only once.
static LOADING: Mutex<()> = Mutex::new(());

/// Candidates for the library, best first: `$ORT_DYLIB_PATH`, beside the executable, where packages install it,
/// `<home>/runtime`, and in a checkout the npm package `onnxruntime-node`. A candidate is a library or a folder with one.
pub fn candidates(home: &Path) -> Vec<PathBuf> {
    let installation = Installation::of_this_program();
    let checkout = installation.above().map(|folder| folder.join(npm_folder())).filter(|folder| folder.is_dir());
    let given = std::env::var_os("ORT_DYLIB_PATH").filter(|path| !path.is_empty()).map(PathBuf::from);
    given.into_iter().chain(installation.runtime()).chain([home.join("runtime")]).chain(checkout).collect()
}

/// Folder of this platform's library inside the npm package.
fn npm_folder() -> PathBuf {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "aarch64" => "arm64",
        _ => "x64",
    };
    Path::new("node_modules/onnxruntime-node/bin/napi-v6").join(system).join(processor)
}

/// Loads the first library of `candidates` that can be loaded. Further calls do nothing once one has succeeded.
///
/// # Errors
/// [`Error::NoRuntime`] when no candidate is there, [`Error::Runtime`] when none can be loaded.
pub fn start(candidates: &[PathBuf]) -> Result<()> {
    let _loading = LOADING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if ENVIRONMENT.get().is_some() {
        return Ok(());
    }
    let mut failure = None;
    for library in candidates.iter().filter_map(|candidate| library_at(candidate)) {
        match load(&library) {
            Ok(environment) => {
                let _ = ENVIRONMENT.set(environment);
                return Ok(());
            }
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    Err(failure.unwrap_or_else(|| Error::NoRuntime { looked: candidates.to_vec() }))
}

/// The environment, for opening sessions.
pub(crate) fn environment() -> Result<&'static Environment> {
    ENVIRONMENT.get().ok_or(Error::NotStarted)
}

fn load(library: &Path) -> Result<Environment> {
    let failed = |reason: String| Error::Runtime { library: library.to_path_buf(), reason };
    if !silenced() {
        return Err(failed(
            "it would report its use over the network; set ORT_DISABLE_TELEMETRY=1 and start again".into(),
        ));
    }
    let builder = ort::init_from(library).map_err(|error| failed(error.to_string()))?;
    let environment = builder
        .with_name("pincite")
        .with_telemetry(false)
        .with_logger(Arc::new(|level, _, _, location, message| log(level, location, message)))
        .build()
        .map_err(|error| failed(error.to_string()))?;
    environment.set_log_level(LogLevel::Warning);
    Ok(environment)
}

/// Sends the library's messages to the log. Important ones come back as errors.
fn log(level: LogLevel, location: &str, message: &str) {
    match level {
        LogLevel::Error | LogLevel::Fatal => tracing::warn!(location, "{message}"),
        _ => tracing::debug!(location, "{message}"),
    }
}

/// The library itself, or the one in the folder.
fn library_at(candidate: &Path) -> Option<PathBuf> {
    if candidate.is_file() {
        return Some(candidate.to_path_buf());
    }
    let mut libraries: Vec<PathBuf> = std::fs::read_dir(candidate)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_library))
        .collect();
    libraries.sort();
    libraries.into_iter().next()
}

fn is_library(name: &str) -> bool {
    let stem = format!("{}onnxruntime.", std::env::consts::DLL_PREFIX);
    name.strip_prefix(&stem).is_some_and(|rest| rest.split('.').any(|part| part == std::env::consts::DLL_EXTENSION))
}

/// A variable of the environment.
#[derive(Clone, Copy)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// What it is set to.
    pub value: &'static str,
}

/// Disables the reports.
const SILENCE: Variable = Variable { name: "ORT_DISABLE_TELEMETRY", value: "1" };
/// Freed blocks from this size on go back to the system: glibc's own value at the start, in bytes.
#[cfg(unix)]
const GIVE_BACK: Variable = Variable { name: "MALLOC_MMAP_THRESHOLD_", value: "131072" };

/// Restarts this program with the same arguments in the same process, unless the reports are disabled already. Call it
/// first in every `main`: earlier work is repeated.
///
/// If it fails, [`start`] refuses to load the library.
pub fn set_environment() {
    set_environment_with(&[]);
}

/// As [`set_environment`], with variables that only this program needs.
pub fn set_environment_with(others: &[Variable]) {
    if !silenced() {
        restart(others);
    }
}

/// Returns only if it failed.
#[cfg(unix)]
fn restart(others: &[Variable]) {
    use std::os::unix::process::CommandExt;
    let Ok(program) = std::env::current_exe() else { return };
    let all = [SILENCE, GIVE_BACK].into_iter().chain(others.iter().copied());
    let mut again = std::process::Command::new(program);
    again.args(std::env::args_os().skip(1)).envs(all.map(|variable| (variable.name, variable.value)));
    let _ = again.exec();
}

#[cfg(not(unix))]
fn restart(_: &[Variable]) {}

/// Whether the library would report nothing if it were loaded now.
fn silenced() -> bool {
    cfg!(not(unix)) || std::env::var_os(SILENCE.name).is_some_and(|value| value == SILENCE.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_known_by_its_name() {
        let extension = std::env::consts::DLL_EXTENSION;
        let prefix = std::env::consts::DLL_PREFIX;
        assert!(is_library(&format!("{prefix}onnxruntime.{extension}")));
        assert!(!is_library("onnxruntime_binding.node"), "Node's binding is not the library");
        assert!(!is_library(&format!("{prefix}onnxruntime_providers_shared.{extension}")), "nor are its plugins");
    }

    #[test]
    fn a_missing_library_is_named_with_the_places_looked_at() {
        let empty = tempfile::tempdir().expect("temporary folder");
        assert_eq!(library_at(empty.path()), None);
        let error = Error::NoRuntime { looked: vec![empty.path().to_path_buf()] };
        assert!(error.to_string().contains(&empty.path().display().to_string()), "the message says where we looked");
    }
}
