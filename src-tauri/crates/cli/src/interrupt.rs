//! Handles Ctrl-C and SIGTERM: closes the engine before the process ends. Not for closing after a finished command.

use pincite_engine::{Engine, interrupted};
use tokio::sync::oneshot::{self, Receiver};

/// Exit code of an interrupted command, as shells use it for Ctrl-C.
const INTERRUPTED: i32 = 130;

/// From now on an interruption closes the engine and ends the process, whatever the command does. A second one ends it
/// at once. The receiver gets a value when the first one arrives.
pub(crate) fn listen(engine: &Engine) -> Receiver<()> {
    let (begins, begun) = oneshot::channel();
    let engine = engine.clone();
    tokio::spawn(async move {
        interrupted().await;
        // A finished command does not wait for the value.
        let _ = begins.send(());
        tokio::select! {
            () = engine.close() => {}
            () = interrupted() => {}
        }
        std::process::exit(INTERRUPTED);
    });
    begun
}
