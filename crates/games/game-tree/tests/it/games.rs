//! What trees tell about their games, in every kind of chess.

use game_tree::{Evaluation, GameTree, Play, TreeReader};
use orthodox::Orthodox;
use rules::{AnyVariant, Erased, Written};

fn chess(text: &str) -> GameTree {
    let variant = Erased::<Orthodox>::new();
    let tree = TreeReader::new(&variant, text).next().unwrap();
    tree.unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn a_node_tells_its_clock_and_evaluation() {
    let tree = chess("1. e4 {[%eval 0.17] [%clk 0:03:00]} e5 {[%clk 0:02:59.5]} *");
    let [first, second] = &tree.main_line().collect::<Vec<_>>()[..] else {
        panic!("two moves")
    };
    let (first, second) = (tree.node(*first), tree.node(*second));
    assert_eq!(first.clock(), Some(180_000));
    assert_eq!(first.evaluation(), Some(Evaluation::Centipawns(17)));
    assert_eq!((second.clock(), second.evaluation()), (Some(179_500), None));
    assert!(tree.is_annotated());
    assert!(!chess("1. e4 e5 *").is_annotated());
}

#[test]
fn what_can_be_played_ends_before_a_null_move_and_before_moves_after_the_end() {
    let tree = chess("1. e4 -- 2. d4 *");
    let flat = tree.flat();
    assert_eq!(flat.written.actions, ["e2e4"]);
    assert_eq!(tree.node(flat.cut.unwrap()).play, Play::Null);
    let tree = chess("[FEN \"8/8/8/3k4/8/4p3/3K4/8 w - - 0 60\"]\n\n60. Kxe3 Ke5 *");
    let flat = tree.flat();
    assert_eq!(flat.written.actions, ["d2e3"]);
    let after = Play::AfterEnd("d5e5".to_owned());
    assert_eq!(tree.node(flat.cut.unwrap()).play, after);
    assert_eq!(chess("1. e4 e5 (1... c5) *").flat().cut, None);
}

#[test]
fn deep_variations_need_no_deep_stack() {
    let depth = 20_000;
    let text = format!("1. e4 {} {} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let tree = chess(&text);
    assert_eq!(tree.n_moves(), depth + 1);
    assert_eq!(tree.first().len(), depth + 1);
    assert!(tree.to_pgn().len() > depth);
}

/// Random games of every kind are read from their own score sheets, and written and read again.
#[test]
fn score_sheets_of_every_game_are_trees() {
    for entry in catalog::standard().iter() {
        let variant = entry.variant();
        for seed in 0..6 {
            let sheet = sheet(variant, seed);
            let tree = TreeReader::new(variant, &sheet).next().unwrap();
            let tree = tree.unwrap_or_else(|fault| panic!("{}: {fault}\n{sheet}", entry.id()));
            let flat = tree.flat().written;
            let imported = &variant.import(&sheet).unwrap()[0];
            assert_eq!(flat.actions, imported.actions, "{sheet}");
            assert_eq!(flat.setup, imported.setup, "{sheet}");
            let again = tree.to_pgn();
            let twice = TreeReader::new(variant, &again).next().unwrap();
            let twice = twice.unwrap_or_else(|fault| panic!("{}: {fault}\n{again}", entry.id()));
            assert_eq!(twice.flat(), tree.flat(), "{again}");
        }
    }
}

fn sheet(variant: &dyn AnyVariant, seed: u64) -> String {
    let start = variant.usual_start(seed).setup;
    let mut game = variant.start(&start).unwrap();
    let mut actions = Vec::new();
    let mut dice = rules::SplitMix::new(seed);
    while let (Some(seat), true) = (game.status().to_act(), actions.len() < 60) {
        let legal = game.legal();
        let action = &legal[dice.below(legal.len())];
        // A claim is not a move of a sheet.
        if action != "claim" {
            game = game.apply(seat, action).unwrap().game;
            actions.push(action.clone());
        }
    }
    let written = Written {
        tags: vec![("Event".to_owned(), "Random".to_owned())],
        setup: start,
        actions,
    };
    variant.sheet(&written, "*").unwrap()
}
