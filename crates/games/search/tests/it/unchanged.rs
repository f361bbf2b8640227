//! What the levels choose stays the same, action, score and number of states: matches that were played long ago tell
//! how strong they are.

use std::sync::atomic::AtomicBool;

use search::Score;

/// Variant, level, actions from the usual start, and the choice with its score, depth and states, of seed 0.
#[rustfmt::skip]
const CHOICES: [(&str, u8, &str, &str, i32, u32, u64); 14] = [
    ("orthodox", 3, "", "d2d4", -5, 2, 248),
    ("orthodox", 5, "", "g1f3", 15, 5, 9_001),
    ("orthodox", 5, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", "b5c6", -30, 4, 9_001),
    ("orthodox", 6, "", "b1c3", 12, 7, 70_001),
    ("orthodox", 6, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", "b5c6", -6, 7, 70_001),
    ("wisconsin", 3, "", "g2g3", -102, 2, 251),
    ("wisconsin", 5, "", "g2g3", -91, 3, 1_801),
    ("tridim", 3, "", "Nd1W-c3N", 7, 2, 209),
    ("tridim", 5, "", "Na1W-b3W", 8, 4, 4_501),
    ("tridim", 6, "", "Na1W-b3N", 6, 6, 35_001),
    ("timetravel", 3, "", "+g1f3", -3, 2, 126),
    ("timetravel", 5, "+e2e4 +e7e5 +g1f3 +b8c6 +f1c4 +f8c5", "+b1c3", 8, 1, 451),
    ("timetravel", 6, "", "+e2e4", 12, 4, 3_501),
    ("timetravel", 6, "+e2e4 +e7e5 +g1f3 +b8c6 +f1c4 +f8c5", "+b1c3", 10, 2, 3_501),
];

#[test]
fn levels_choose_what_they_always_chose() {
    let games = catalog::standard();
    let never = AtomicBool::new(false);
    for (variant, level, actions, action, score, depth, nodes) in CHOICES {
        let entry = games.find(variant).unwrap();
        let setup = entry.variant().usual_start(0).setup;
        let actions: Vec<String> = actions.split_whitespace().map(str::to_owned).collect();
        let choice = entry
            .bot()
            .choose(&setup, &actions, level, 0, &never)
            .unwrap();
        let found = (
            choice.action.as_str(),
            choice.score,
            choice.depth,
            choice.nodes,
        );
        let expected = (action, Score::Balance(score), depth, nodes);
        assert_eq!(found, expected, "{variant}, level {level}, {actions:?}");
    }
}
