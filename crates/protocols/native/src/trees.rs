//! Games with variations, read from PGN and written as PGN for pages that change them.

use game_tree::{GameTree, PlainTree, TreeReader};
use host::find_variant;
use rules::{Refusal, RefusalKind, Variants};

use crate::message::{Answer, MAX_IMPORT};

/// The first game of a text, with its variations.
pub(crate) fn read(variants: &Variants, variant: &str, text: &str) -> Result<Answer, Refusal> {
    if text.len() > MAX_IMPORT {
        let message = format!("a text to import has at most {MAX_IMPORT} bytes");
        return Err(Refusal::new("too-large", message).of_kind(RefusalKind::TooLarge));
    }
    let variant = find_variant(variants, variant)?;
    let none = || Refusal::new("bad-pgn", "there is no game in this text");
    let tree = TreeReader::new(variant, text).next().ok_or_else(none)?;
    let tree = tree.map_err(|fault| Refusal::new("bad-pgn", fault.to_string()))?;
    // What came from elsewhere must be a start that is allowed here, and not too long.
    variant.begin(&tree.setup)?;
    let plain = tree.to_plain(variant);
    if plain.moves.len() > game_tree::MAX_MOVES {
        let message = format!("a tree has at most {} moves", game_tree::MAX_MOVES);
        return Err(Refusal::new("too-large", message).of_kind(RefusalKind::TooLarge));
    }
    let tree = Box::new(plain);
    Ok(Answer::Tree { tree })
}

/// A tree as PGN.
pub(crate) fn write(
    variants: &Variants,
    variant: &str,
    tree: &PlainTree,
) -> Result<Answer, Refusal> {
    let variant = find_variant(variants, variant)?;
    let pgn = GameTree::from_plain(variant, tree)?.to_pgn();
    Ok(Answer::TreeWritten { pgn })
}
