//! Any text can be a label or a question: it names items or none, and nothing breaks.

use pincite_item::{Asked, items_of_label};
use proptest::prelude::*;

proptest! {
    #[test]
    fn any_label_has_shares_of_at_most_one(label in "\\PC{0,120}") {
        let shares = items_of_label(&label);
        prop_assert!(shares.iter().all(|share| (0.0..=1.0).contains(&share.share)), "{shares:?}");
        prop_assert!(shares.windows(2).all(|pair| pair[0].share >= pair[1].share), "the likeliest first");
    }

    #[test]
    fn any_question_can_be_asked(question in "\\PC{0,160}") {
        let asked = Asked::of(&question);
        prop_assert!(asked.years.iter().all(|year| (2000..2100).contains(year)));
    }

    #[test]
    fn small_and_capital_letters_name_the_same(label in "[a-zA-Z ,&().-]{0,60}") {
        prop_assert_eq!(items_of_label(&label), items_of_label(&label.to_lowercase()));
    }
}
