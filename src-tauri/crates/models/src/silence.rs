//! ONNX Runtime's reports to its makers, switched off.
//!
//! From version 1.29 the library for Linux and macOS tells a server of its makers about each use, from the moment it is
//! loaded: what a program asks of it afterwards (`with_telemetry(false)`) comes too late. It heeds one variable of the
//! environment, and that must be there before. Not for anything else that is set up at start.

/// The variable that switches the reports off, and the value that does.
const SWITCH: (&str, &str) = ("ORT_DISABLE_TELEMETRY", "1");

/// Starts this program anew, with the same arguments and as the same process, unless the reports are off already.
/// It belongs among the first lines of every `main`: what was done before is done twice.
///
/// Where that fails, [`crate::runtime::start`] refuses to load the library.
pub fn silence() {
    #[cfg(unix)]
    if !silenced()
        && let Ok(program) = std::env::current_exe()
    {
        use std::os::unix::process::CommandExt;
        // Returns only if the program could not be started.
        let _ = std::process::Command::new(program).args(std::env::args_os().skip(1)).env(SWITCH.0, SWITCH.1).exec();
    }
}

/// Whether the library, loaded now, would report nothing over the network.
pub(crate) fn silenced() -> bool {
    cfg!(not(unix)) || std::env::var_os(SWITCH.0).is_some_and(|value| value == SWITCH.1)
}
