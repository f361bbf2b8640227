//! Tables of forced wins. Each line of `mates/*.mates` holds a setup and all actions that win by force in
//! the number of moves that the file's name tells, found by the exhaustive solver.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use orthodox::Orthodox;
use rules::Evaluate;
use search::solver::{winning_actions, wins};
use search::{Limits, Score, think};
use timetravel::TimeTravel;
use tridim::Tridim;
use wisconsin::Wisconsin;

use crate::positions::start;

struct Mate {
    setup: String,
    keys: Vec<String>,
}

fn table(name: &str) -> Vec<Mate> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("mates")
        .join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{name}: {why}"));
    let mates: Vec<Mate> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (setup, keys) = line.rsplit_once(" | ").unwrap_or_else(|| panic!("{line}"));
            Mate {
                setup: setup.to_owned(),
                keys: keys.split(' ').map(str::to_owned).collect(),
            }
        })
        .collect();
    assert!(
        mates.len() >= 20,
        "{name} holds only {} positions",
        mates.len()
    );
    mates
}

/// The search must announce the win and choose one of the keys.
fn solve<V: Evaluate>(name: &str, moves: u32) {
    let never = AtomicBool::new(false);
    let limits = Limits {
        nodes: 400_000,
        ..Limits::to_depth(2 * moves + 2)
    };
    let missed: Vec<String> = table(name)
        .iter()
        .filter_map(|mate| {
            let state = start::<V>(&mate.setup);
            let found = think::<V>(&state, &[], &limits, &never, &mut |_| {})?;
            let action = found.action.to_string();
            let won = matches!(found.score, Score::WinIn(_)) && mate.keys.contains(&action);
            (!won).then(|| format!("{}: {action} {:?}", mate.setup, found.score))
        })
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// The solver finds the stored keys and no faster win.
fn recheck<V: Evaluate>(name: &str) {
    for mate in table(name) {
        let state = start::<V>(&mate.setup);
        let keys: Vec<String> = winning_actions::<V>(&state, 2)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(keys, mate.keys, "{}", mate.setup);
        assert!(winning_actions::<V>(&state, 1).is_empty(), "{}", mate.setup);
    }
}

#[test]
fn orthodox_mates_in_2() {
    recheck::<Orthodox>("orthodox-2.mates");
    solve::<Orthodox>("orthodox-2.mates", 2);
}

#[test]
fn orthodox_mates_in_3() {
    solve::<Orthodox>("orthodox-3.mates", 3);
    for mate in table("orthodox-3.mates").iter().take(4) {
        let state = start::<Orthodox>(&mate.setup);
        let seat = Orthodox::actor(&state);
        assert!(!wins::<Orthodox>(&state, seat, 2), "{}", mate.setup);
    }
}

#[test]
fn wisconsin_mates_in_2() {
    solve::<Wisconsin>("wisconsin-2.mates", 2);
}

#[test]
fn tridim_mates_in_2() {
    solve::<Tridim>("tridim-2.mates", 2);
}

#[test]
fn timetravel_mates_in_2() {
    solve::<TimeTravel>("timetravel-2.mates", 2);
}
