//! The process that checks a model, for this crate's tests. The product runs its own program instead.

fn main() {
    pincite_models::silence();
    pincite_models::check_if_asked();
}
