//! The reader process alone, for this crate's tests: the usual test program cannot be one. The product runs its own
//! program instead.

fn main() {
    pincite_pdf::serve_if_asked();
}
