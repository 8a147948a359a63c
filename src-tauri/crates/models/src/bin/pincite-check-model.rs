//! The process that tries a model out by itself, for tests of this crate. The product runs its own program instead.

fn main() {
    pincite_models::silence();
    pincite_models::check_if_asked();
}
