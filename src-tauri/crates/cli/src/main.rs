//! The `pincite` command: everything the window can do, in a terminal. Not for behaviour: it parses arguments, calls the
//! engine and prints.

fn main() {}
