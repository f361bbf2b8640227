//! The laws of every game, in the options and positions that presets do not reach.

use orthodox::Orthodox;
use proptest::prelude::*;
use rules::Erased;
use rules::testkit::laws;

use crate::walk::start;

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn no_option_breaks_a_law(
        choices in prop::collection::vec(any::<u16>(), 1..120),
        number in 0_u64..2000,
        option in prop::sample::select(vec![
            "draws=automatic",
            "promotion=separate",
            "promotion=separate; draws=automatic",
            "draws=plain",
        ]),
    ) {
        let setup = format!("{}; {option}", start(number));
        if let Err(broken) = laws::check(&Erased::<Orthodox>::new(), &setup, &choices) {
            prop_assert!(false, "{broken}");
        }
    }

    #[test]
    fn special_positions_break_no_law(
        choices in prop::collection::vec(any::<u16>(), 1..120),
        number in 0_u64..2000,
    ) {
        if let Err(broken) = laws::check(&Erased::<Orthodox>::new(), &start(number), &choices) {
            prop_assert!(false, "{broken}");
        }
    }
}
