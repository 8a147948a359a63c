//! The window of Pincite. It holds no behaviour of its own: a command calls the engine and returns.

fn main() {}
