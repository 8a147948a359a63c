//! Environment variables that libraries read before `main`, or as soon as they are loaded. Not for other start-up work.
//!
//! From version 1.29 on, ONNX Runtime for Linux and macOS reports each use to a server when it is loaded.
//! `with_telemetry(false)` comes too late.
//!
//! glibc learns to keep freed blocks of up to 32 MB for later. After two models were opened that is 180 MB (measured) which
//! nothing uses. With a fixed threshold it gives them back.

/// The variable that disables the reports, and its value.
const SILENCE: (&str, &str) = ("ORT_DISABLE_TELEMETRY", "1");
/// Freed blocks from this size on go back to the system: glibc's own value at the start, in bytes.
#[cfg(unix)]
const GIVE_BACK: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "131072");

/// Restarts this program with the same arguments in the same process, unless the reports are disabled already. Call it
/// first in every `main`: earlier work is repeated.
///
/// If it fails, [`crate::runtime::start`] refuses to load the library.
pub fn set_environment() {
    #[cfg(unix)]
    if !silenced()
        && let Ok(program) = std::env::current_exe()
    {
        use std::os::unix::process::CommandExt;
        let mut again = std::process::Command::new(program);
        again.args(std::env::args_os().skip(1)).envs([SILENCE, GIVE_BACK]);
        // Returns only if the restart failed.
        let _ = again.exec();
    }
}

/// Whether the library would report nothing if it were loaded now.
pub(crate) fn silenced() -> bool {
    cfg!(not(unix)) || std::env::var_os(SILENCE.0).is_some_and(|value| value == SILENCE.1)
}
