//! What is read is written, and read again as the same tree. The program's own tests let python-chess judge this, too.

use game_tree::{GameTree, TreeReader};
use rules::AnyVariant;

use crate::generator;

fn read(variant: &dyn AnyVariant, text: &str) -> Vec<GameTree> {
    let games = TreeReader::new(variant, text);
    let games = games.map(|game| game.unwrap_or_else(|fault| panic!("{fault}\n{text}")));
    let at_the_same_place = |mut tree: GameTree| {
        tree.place = (1, 1);
        tree
    };
    games.map(at_the_same_place).collect()
}

#[test]
fn two_hundred_annotated_games_come_back() {
    let variant = catalog::standard().first().variant();
    let (mut n_moves, mut n_annotated) = (0, 0);
    for seed in 0..200 {
        let text = generator::game(variant, seed);
        let [tree] = &read(variant, &text)[..] else {
            panic!("one game:\n{text}")
        };
        let again = read(variant, &tree.to_pgn());
        assert_eq!(again, std::slice::from_ref(tree), "{text}");
        n_moves += tree.n_moves();
        n_annotated += usize::from(tree.is_annotated());
    }
    assert!(n_moves > 8_000, "{n_moves} moves");
    assert_eq!(n_annotated, 200);
}
