//! Questions about one game: counts, random games, and what a computer finds.

use rules::SplitMix;
use serde_json::{Value, json};
use wasm::Module;

/// How many actions of a random game are played.
const ACTIONS: usize = 24;

/// Counts go so deep in a few hundredths of a second.
fn depth(id: &str) -> u32 {
    match id {
        "orthodox" => 4,
        _ => 2,
    }
}

pub(crate) fn of_game(id: &str) -> Vec<String> {
    let perft = json!({"type": "perft", "variant": id, "setup": "", "depth": depth(id)});
    let mut questions = vec![perft];
    for seed in 0..3 {
        questions.extend(random_game(id, seed));
    }
    let place = place(id, &[]);
    for level in [1, 4, 5] {
        questions.push(json!({"type": "choose", "place": place, "level": level, "seed": 3}));
    }
    let lines = json!({"type": "lines", "place": place, "count": 3, "states": 20_000});
    // The same question again goes on from what is known.
    questions.extend([lines.clone(), lines]);
    questions.iter().map(Value::to_string).collect()
}

fn place(id: &str, actions: &[String]) -> Value {
    json!({"variant": id, "start": {"type": "usual"}, "actions": actions})
}

/// What there is to see and to do along a random game.
fn random_game(id: &str, seed: u64) -> Vec<Value> {
    let mut module = Module::new();
    let mut dice = SplitMix::new(seed);
    let mut actions: Vec<String> = Vec::new();
    let mut questions = Vec::new();
    for _ in 0..ACTIONS {
        let legal = json!({"type": "legal", "place": place(id, &actions)});
        let answer = module.answer(legal.to_string().as_bytes());
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let listed = answer["actions"].as_array().unwrap();
        let Some(action) = dice.choose(listed) else {
            break;
        };
        actions.push(action.as_str().unwrap().to_owned());
        questions.push(legal);
    }
    for n in [actions.len() / 2, actions.len()] {
        questions.push(json!({"type": "look", "place": place(id, &actions[..n])}));
    }
    questions
}
