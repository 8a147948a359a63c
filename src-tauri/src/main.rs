//! The window of Pincite. It holds no behaviour of its own: a command calls the engine and returns.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod commands;
mod links;
mod pages;
mod window;

fn main() -> std::process::ExitCode {
    pincite_pdf::serve_if_asked();
    pincite_models::set_environment_with(&[window::SCRIPT_MEMORY]);
    pincite_models::check_if_asked();
    window::run()
}
