//! Environment variables that libraries read before `main`, or as soon as they are loaded. Not for other start-up work.
//!
//! From version 1.29 on, ONNX Runtime for Linux and macOS reports each use to a server when it is loaded.
//! `with_telemetry(false)` comes too late.
//!
//! glibc learns to keep freed blocks of up to 32 MB for later. After two models were opened that is 180 MB (measured) which
//! nothing uses. With a fixed threshold it gives them back.

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
/// If it fails, [`crate::runtime::start`] refuses to load the library.
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
pub(crate) fn silenced() -> bool {
    cfg!(not(unix)) || std::env::var_os(SILENCE.name).is_some_and(|value| value == SILENCE.value)
}
