//! Bytes from a reader process that misbehaves: the caller's process decodes them and does not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pincite_passage::{Splitting, split};
use pincite_pdf::{Contents, fuzzing};

const SPLITTING: Splitting = Splitting { max_tokens: 64 };

fuzz_target!(|bytes: &[u8]| {
    fuzzing::wire(bytes);
    let pages = fuzzing::pages(bytes);
    split(&Contents::default(), &pages, SPLITTING, &|text| text.split_whitespace().count());
});
