//! The process that checks a model, for this crate's tests. The product runs its own program instead.

fn main() {
    pincite_models::set_environment();
    pincite_models::check_if_asked();
}
