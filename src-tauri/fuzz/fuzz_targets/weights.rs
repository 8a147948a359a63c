//! A model.safetensors of any bytes: it is loaded or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: Vec<u8>| {
    let _ = pincite_models::fuzzing::weights(bytes);
});
