//! Listens for Ctrl-C and SIGTERM. Not for closing: a command that was interrupted is closed like a finished one.

use pincite_engine::interrupted;
use tokio::sync::oneshot::{self, Receiver};

/// Exit code of an interrupted command, as shells use it for Ctrl-C.
pub(crate) const CODE: u8 = 130;

/// The receiver gets a value at the first interruption. A second one ends the process at once, whatever it does.
pub(crate) fn listen() -> Receiver<()> {
    let (tell, first) = oneshot::channel();
    tokio::spawn(async move {
        interrupted().await;
        // A finished command does not wait for the value.
        let _ = tell.send(());
        interrupted().await;
        std::process::exit(CODE.into());
    });
    first
}
