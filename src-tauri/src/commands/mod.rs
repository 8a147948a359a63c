//! What the page may ask for. Each command calls the engine and returns; an error crosses as a code and a sentence.
//!
//! A function with `#[tauri::command]` in a file of this folder is all that a new command needs. The build script makes the
//! handler and the permission from it, `npm run types` the TypeScript.

mod adapting;
mod annotations;
mod asking;
mod engine;
mod grids;
mod library;
mod out;
mod reading;

use pincite_api::Problem;
use pincite_engine::{Engine, Output};
use std::path::PathBuf;
use tauri::ipc::Invoke;

type Reply<T> = Result<T, Problem>;

/// The engine, or why there is none: the window opens in either case, to say so.
pub(crate) struct Opened(pub(crate) Result<Engine, Problem>);

impl Opened {
    /// The engine. Without one every command fails with the same problem.
    fn engine(&self) -> Result<&Engine, Problem> {
        self.0.as_ref().map_err(Clone::clone)
    }
}

/// Calls the command that the page names.
pub(crate) fn handler() -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
    include!(concat!(env!("OUT_DIR"), "/handler.rs"))
}

/// What the engine returned, as the page gets it.
fn reply<T, E>(result: Result<T, E>) -> Reply<T>
where
    Problem: for<'e> From<&'e E>,
{
    result.map_err(|error| Problem::from(&error))
}

/// A file to write. The dialog that names it has asked whether it may be replaced.
fn output(file: PathBuf) -> Output {
    Output { path: file, force: true }
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::path::Path;
    use std::{env, fs};

    /// Not a test: `npm run types` takes the page's side of the commands from this file.
    #[test]
    fn export_bindings_commands() -> Result<(), Box<dyn Error>> {
        let folder = env::var("TS_RS_EXPORT_DIR")?;
        fs::create_dir_all(&folder)?;
        fs::write(Path::new(&folder).join("commands.ts"), include_str!(concat!(env!("OUT_DIR"), "/commands.ts")))?;
        Ok(())
    }
}
