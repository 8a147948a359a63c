//! The reader process alone, for this crate's tests. The product runs its own program instead.

fn main() {
    pincite_pdf::serve_if_asked();
}
