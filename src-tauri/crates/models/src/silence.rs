//! Disables ONNX Runtime's telemetry.
//!
//! From version 1.29 on, the library for Linux and macOS reports each use to a server as soon as it is loaded.
//! `with_telemetry(false)` comes too late. Only an environment variable, set before, prevents it. Not for other
//! start-up work.

/// The environment variable that disables the reports, and its value.
const SWITCH: (&str, &str) = ("ORT_DISABLE_TELEMETRY", "1");

/// Restarts this program with the same arguments in the same process, unless the reports are disabled already. Call it
/// first in every `main`: earlier work is repeated.
///
/// If it fails, [`crate::runtime::start`] refuses to load the library.
pub fn silence() {
    #[cfg(unix)]
    if !silenced()
        && let Ok(program) = std::env::current_exe()
    {
        use std::os::unix::process::CommandExt;
        // Returns only if the restart failed.
        let _ = std::process::Command::new(program).args(std::env::args_os().skip(1)).env(SWITCH.0, SWITCH.1).exec();
    }
}

/// Whether the library would report nothing if it were loaded now.
pub(crate) fn silenced() -> bool {
    cfg!(not(unix)) || std::env::var_os(SWITCH.0).is_some_and(|value| value == SWITCH.1)
}
