//! Games told by deltas: what a client that follows the picture knows is what is true.

use std::path::Path;

use rules::{AnyGame, SceneChecksum, SplitMix};
use serde_json::{Value, json};

/// Actions of each recorded game.
const ACTIONS: usize = 24;

/// A game played by chance, as a client follows it.
fn recorded(variant: &'static dyn rules::AnyVariant, seed: u64) -> Value {
    let mut numbers = SplitMix::new(seed);
    let mut game: Box<dyn AnyGame> = variant.start("").unwrap();
    let mut scene = game.scene();
    let mut checksum = SceneChecksum::of(&scene);
    let first = json!(scene);
    let start = checksum.to_string();
    let mut steps = Vec::new();
    while let Some(seat) = game.status().to_act().filter(|_| steps.len() < ACTIONS) {
        let legal = game.legal();
        let action = &legal[numbers.below(legal.len())];
        game = game.apply(seat, action).unwrap().game;
        let after = game.scene();
        let (delta, sum) = scene.delta_to(&after, checksum);
        (scene, checksum) = (after, sum);
        steps.push(json!({"delta": delta, "checksum": checksum.to_string()}));
    }
    json!({"variant": variant.meta().id, "scene": first, "checksum": start, "steps": steps})
}

/// The page's tests follow the same games. `UPDATE_FIXTURES=1` writes them anew.
#[test]
fn the_page_is_tested_with_games_of_today() {
    let catalog = catalog::standard();
    let games: Vec<Value> = catalog
        .iter()
        .map(|entry| recorded(entry.variant(), 7))
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/test/fixtures/deltas.json");
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(&path, serde_json::to_string(&games).unwrap()).unwrap();
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let written: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(written == games, "run again with UPDATE_FIXTURES=1");
}
