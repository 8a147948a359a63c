//! A tokenizer.json of any bytes, used for a short text: it is loaded or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::Once;

const TEXT: &str = "A lease, § 12.3(b): “$1,577” ½ ﬁnal ﷺ naïve — аренда 租約 임대\r\n\tÅ e\u{301} \u{200b}";

fuzz_target!(|bytes: &[u8]| {
    // The product catches panics of the library, so they may not end the process before. Others still end it.
    static QUIET: Once = Once::new();
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    let _ = pincite_models::fuzzing::tokenizer(bytes, TEXT);
});
