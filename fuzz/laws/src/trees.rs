//! Games that can be read as trees are written as PGN that reads as the same trees, whatever stands around them.

use game_tree::{GameTree, TreeReader, decode};
use rules::AnyVariant;

pub(crate) fn check(variant: &dyn AnyVariant, bytes: &[u8]) {
    let text = decode(bytes);
    for game in TreeReader::new(variant, &text) {
        match game {
            Ok(tree) => round_trip(variant, &tree),
            Err(fault) => assert!(fault.game > 0 && fault.line > 0, "{fault}"),
        }
    }
}

fn round_trip(variant: &dyn AnyVariant, tree: &GameTree) {
    let text = tree.to_pgn();
    let again: Result<Vec<GameTree>, _> = TreeReader::new(variant, &text).collect();
    let again = again.unwrap_or_else(|fault| panic!("{fault}:\n{text}"));
    assert_eq!(again.len(), 1, "{text}");
    let (one, other) = (again[0].flat(), tree.flat());
    assert_eq!(one.written.setup, other.written.setup, "{text}");
    assert_eq!(one.written.actions, other.written.actions, "{text}");
    assert_eq!(one.cut.is_some(), other.cut.is_some(), "{text}");
    assert_eq!(again[0].n_moves(), tree.n_moves(), "{text}");
    assert_eq!(again[0].to_pgn(), text);
}
