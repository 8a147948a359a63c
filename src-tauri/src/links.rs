//! Links that the system hands to this program, as its first argument. A link is only passed on to the page, which asks
//! the engine where it leads. Not for the addresses of page images (`pages`).

use pincite_engine::{Home, LinkTaker, hand_over};
use std::sync::{Mutex, PoisonError};
use tauri::{AppHandle, Emitter, Manager};

/// What every link starts with.
const START: &str = "pincite://open?";

/// Name under which the page hears that there is a link to open.
const LINK_EVENT: &str = "link";

/// The link to open, until the page takes it.
#[derive(Default)]
pub(crate) struct OpenedLink(Mutex<Option<String>>);

impl OpenedLink {
    pub(crate) fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put(&self, link: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(link);
    }
}

/// What this window does about links.
pub(crate) enum Links {
    /// It opens the one it was started with, and those that other windows hand over, if it takes them.
    Open { first: Option<String>, taker: Option<LinkTaker> },
    /// Its link was handed over: it has nothing to do.
    HandedOver,
}

impl Links {
    /// Claims the links, or hands the link of this program over to the window that took them.
    pub(crate) fn claim(home: &Home) -> Self {
        let first = std::env::args_os().nth(1).and_then(|argument| argument.into_string().ok());
        let first = first.filter(|argument| argument.starts_with(START));
        // Without a data folder the window opens all the same, to say so.
        let taker = LinkTaker::claim(home).ok().flatten();
        match (&taker, &first) {
            (None, Some(link)) if hand_over(home, link).is_ok() => Self::HandedOver,
            _ => Self::Open { first, taker },
        }
    }
}

/// Keeps the first link for the page, and passes on those that follow.
pub(crate) fn serve(app: &AppHandle, first: Option<String>, taker: Option<LinkTaker>) {
    let opened = OpenedLink::default();
    first.into_iter().for_each(|link| opened.put(link));
    app.manage(opened);
    if let Some(taker) = taker {
        tauri::async_runtime::spawn(pass_on(app.clone(), taker));
    }
}

async fn pass_on(app: AppHandle, taker: LinkTaker) {
    loop {
        let link = taker.next().await;
        app.state::<OpenedLink>().put(link);
        if let Err(error) = app.emit(LINK_EVENT, ()) {
            tracing::warn!("the page missed a link: {error}");
        }
        for window in app.webview_windows().values() {
            let _ = window.unminimize();
            let _ = window.set_focus();
        }
    }
}
