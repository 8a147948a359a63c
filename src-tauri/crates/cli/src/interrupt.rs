//! Ctrl-C and SIGTERM: the engine is closed in order before the process ends. Not for closing after a command that came to
//! its end.

use pincite_engine::{Engine, interrupted};
use tokio::sync::oneshot::{self, Receiver};

/// Exit code of a command that was interrupted, as shells have it for Ctrl-C.
const INTERRUPTED: i32 = 130;

/// From now on an interruption closes the engine and ends the process, whatever the command is at; a second one ends it
/// at once. The receiver gets a value when it begins.
pub(crate) fn listen(engine: &Engine) -> Receiver<()> {
    let (begins, begun) = oneshot::channel();
    let engine = engine.clone();
    tokio::spawn(async move {
        interrupted().await;
        // A command that has ended meanwhile does not wait for it.
        let _ = begins.send(());
        tokio::select! {
            () = engine.close() => {}
            () = interrupted() => {}
        }
        std::process::exit(INTERRUPTED);
    });
    begun
}
