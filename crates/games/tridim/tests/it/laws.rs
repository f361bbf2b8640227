//! The common laws, from positions in which promotions and board moves are near.

use rules::Erased;
use rules::testkit::laws;
use tridim::Tridim;

use crate::support::{RandomPlayer, starts, text};

#[test]
fn no_law_is_broken_near_rare_events() {
    let mut player = RandomPlayer::new(31);
    for start in starts().iter().step_by(3) {
        let choices: Vec<u16> = (0..16).map(|_| player.below(1 << 16) as u16).collect();
        let checked = laws::check(&Erased::<Tridim>::new(), &text(start), &choices);
        checked.unwrap_or_else(|broken| panic!("{broken}"));
    }
}
