//! Folders for tests, such as a model's. Not for libraries or documents.

use std::path::Path;

/// Copies a folder with what is below it.
pub(crate) fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for file in std::fs::read_dir(from).unwrap().map(|file| file.unwrap().path()) {
        let place = to.join(file.file_name().unwrap());
        if file.is_dir() {
            copy_folder(&file, &place);
        } else {
            std::fs::copy(&file, &place).unwrap();
        }
    }
}
