//! Checks the window's configuration and makes the permissions the capabilities may name. Not for generating code.

fn main() {
    tauri_build::build();
}
