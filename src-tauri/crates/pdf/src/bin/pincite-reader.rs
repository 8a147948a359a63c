//! The reader process by itself, for tests of this room. The product runs its own program instead.

fn main() {
    pincite_pdf::serve_if_asked();
}
