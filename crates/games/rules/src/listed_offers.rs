//! Offers as they are sent to the player who chooses.

use crate::{AnyGame, CellId, Offer};

/// Offers that are listed at once. In few games there are ever more.
const MAX_LISTED: usize = 1000;

/// What can be done, in full; or, where that is too much to list, only what needs no pointing, and what can be pointed at
/// first for everything else.
pub fn listed_offers(game: &dyn AnyGame) -> (Vec<Offer>, Vec<CellId>) {
    if game.count() <= MAX_LISTED {
        return (game.offers(), Vec::new());
    }
    let offers = game.short_offers_after(&[]).into_iter();
    let (longer, whole): (Vec<Offer>, Vec<Offer>) =
        offers.partition(|offer| !offer.taps.is_empty());
    let mut more: Vec<CellId> = longer
        .into_iter()
        .filter_map(|offer| offer.taps.into_iter().next())
        .collect();
    more.sort_unstable();
    more.dedup();
    (whole, more)
}
