//! Trees as plain data: from PGN and back, in every kind of chess.

use game_tree::{Colour, Drawing, GameTree, MAX_MOVES, PlainMove, PlainTree, Remarks, TreeReader};
use rules::{AnyVariant, SplitMix};

use crate::generator;

fn read(variant: &dyn AnyVariant, text: &str) -> GameTree {
    let tree = TreeReader::new(variant, text).next().unwrap();
    tree.unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn chess() -> &'static dyn AnyVariant {
    catalog::standard().first().variant()
}

fn said(action: &str, parent: u32) -> PlainMove {
    PlainMove {
        parent,
        action: action.to_owned(),
        notation: String::new(),
        seat: None,
        remarks: Remarks::default(),
    }
}

#[test]
fn annotated_games_come_back_as_the_same_plain_trees() {
    for seed in 0..40 {
        let plain = read(chess(), &generator::game(chess(), seed)).to_plain(chess());
        let tree = GameTree::from_plain(chess(), &plain).unwrap();
        let again = read(chess(), &tree.to_pgn()).to_plain(chess());
        assert_eq!(again.moves, plain.moves);
        assert_eq!((again.setup, again.start), (plain.setup, plain.start));
    }
}

/// Random lines with a variation after every third action, a comment, a judgement and an arrow.
fn random_tree(variant: &dyn AnyVariant, seed: u64) -> PlainTree {
    let setup = variant.usual_start(seed).setup;
    let mut game = variant.start(&setup).unwrap();
    let mut dice = SplitMix::new(seed);
    let mut moves = Vec::new();
    let mut last = 0;
    while let (Some(seat), true) = (game.status().to_act(), moves.len() < 60) {
        let legal: Vec<String> = game
            .legal()
            .into_iter()
            .filter(|one| one != "claim")
            .collect();
        let action = &legal[dice.below(legal.len())];
        let parent = last;
        moves.push(said(action, parent));
        last = u32::try_from(moves.len()).unwrap();
        let other = legal.iter().find(|other| *other != action);
        if let Some(other) = other.filter(|_| dice.below(3) == 0) {
            let mut varied = said(other, parent);
            varied.remarks = Remarks {
                comment: "or {this}".to_owned(),
                glyphs: vec![5],
                drawings: vec![Drawing {
                    from: "a1".to_owned(),
                    to: "b2W".to_owned(),
                    colour: Colour::Red,
                }],
            };
            moves.push(varied);
        }
        game = game.apply(seat, action).unwrap().game;
    }
    PlainTree {
        tags: vec![("White".to_owned(), "Ada \"Fox\" Lee".to_owned())],
        setup,
        first_move: 1,
        start: Remarks::default(),
        moves,
    }
}

#[test]
fn trees_of_every_game_are_written_and_read() {
    for entry in catalog::standard().iter() {
        let variant = entry.variant();
        for seed in 0..4 {
            let sent = random_tree(variant, seed);
            let tree = GameTree::from_plain(variant, &sent).unwrap();
            let pgn = tree.to_pgn();
            let plain = read(variant, &pgn).to_plain(variant);
            let shown = |tree: &PlainTree| -> Vec<(String, Vec<u8>, Vec<Drawing>)> {
                let moves = tree.moves.iter();
                let shown = moves.map(|one| {
                    let Remarks {
                        glyphs, drawings, ..
                    } = one.remarks.clone();
                    (one.action.clone(), glyphs, drawings)
                });
                let mut shown: Vec<_> = shown.collect();
                shown.sort_by_key(|one| format!("{one:?}"));
                shown
            };
            assert_eq!(shown(&plain), shown(&sent), "{}\n{pgn}", entry.id());
            let again = GameTree::from_plain(variant, &plain).unwrap();
            assert_eq!(again.to_pgn(), pgn, "{}", entry.id());
            let mut comments = plain.moves.iter().map(|one| one.remarks.comment.as_str());
            assert!(comments.any(|comment| comment == "or (this)"), "{pgn}");
        }
    }
}

/// Without variations a game is written as its other readers know it.
#[test]
fn a_bare_line_of_every_game_is_an_ordinary_sheet() {
    for entry in catalog::standard().iter() {
        let variant = entry.variant();
        let mut plain = random_tree(variant, 7);
        let mut parents = Vec::new();
        for (index, one) in plain.moves.iter().enumerate() {
            if one.remarks == Remarks::default() {
                parents.push(index);
            }
        }
        plain.moves = (0..)
            .zip(parents)
            .map(|(parent, index)| said(&plain.moves[index].action, parent))
            .collect();
        let pgn = GameTree::from_plain(variant, &plain).unwrap().to_pgn();
        let imported = &variant
            .import(&pgn)
            .unwrap_or_else(|why| panic!("{why}\n{pgn}"))[0];
        let actions: Vec<String> = plain.moves.iter().map(|one| one.action.clone()).collect();
        assert_eq!(imported.actions, actions, "{}", entry.id());
    }
}

#[test]
fn null_moves_and_moves_after_the_end_are_kept() {
    let pgn = "[FEN \"8/8/8/3k4/8/4p3/3K4/8 w - - 0 60\"]\n\n60. Kxe3 (60. Kd3 -- 61. Kxe3) Ke5 *";
    let plain = read(chess(), pgn).to_plain(chess());
    assert_eq!(plain.first_move, 60);
    let actions: Vec<&str> = plain.moves.iter().map(|one| one.action.as_str()).collect();
    assert_eq!(actions, ["d2e3", "d5e5", "d2d3", "--", "d3e3"]);
    let tree = GameTree::from_plain(chess(), &plain).unwrap();
    assert!(
        tree.to_pgn()
            .contains("60. Kxe3 (60. Kd3 -- 61. Kxe3) 60... Ke5"),
        "{}",
        tree.to_pgn()
    );
}

#[test]
fn what_is_not_a_tree_is_refused() {
    let tree = |moves: Vec<PlainMove>| {
        let plain = PlainTree {
            moves,
            ..PlainTree::default()
        };
        let refused = GameTree::from_plain(chess(), &plain).unwrap_err();
        (refused.code.to_string(), refused.message)
    };
    let (code, why) = tree(vec![said("e2e4", 0), said("e2e4", 1)]);
    assert_eq!(code, "bad-tree");
    assert!(why.contains("at 1... e2e4"), "{why}");
    assert_eq!(tree(vec![said("e2e4", 1)]).0, "bad-tree");
    assert_eq!(tree(vec![said("e2e4", 0), said("e7e5", 9)]).0, "bad-tree");
    assert_eq!(tree(vec![said("e2e4", 0); MAX_MOVES + 1]).0, "too-large");
}
