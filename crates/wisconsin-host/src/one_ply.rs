//! The computer player of the protocol, as a host asks for it.

use host::Computer;
use rules::{AnyGame, Seat, Variant};
use wisconsin::{Setup, Wisconsin};

/// What it is called.
pub(crate) const NAME: &str = "Computer Player";

/// Below all levels that other computer players have.
pub(crate) const LEVEL: u8 = 0;

/// Other computer players, and at level 0 of Wisconsin Chess the one that looks one move ahead.
pub struct WithOnePly<C>(pub C);

impl<C: Computer> Computer for WithOnePly<C> {
    fn name(&self, variant: &str, level: u8) -> Option<String> {
        match (variant == Wisconsin::META.id, level) {
            (true, LEVEL) => Some(NAME.to_owned()),
            _ => self.0.name(variant, level),
        }
    }

    fn choose(&self, game: &dyn AnyGame, seat: Seat, level: u8) -> Option<String> {
        match (game.meta().id == Wisconsin::META.id, level) {
            (true, LEVEL) => look_ahead(game),
            _ => self.0.choose(game, seat, level),
        }
    }
}

fn look_ahead(game: &dyn AnyGame) -> Option<String> {
    let setup: Setup = game.setup().parse().ok()?;
    let state = Wisconsin::start(&setup).ok()?;
    let action = wisconsin::choose(&state, crate::chance::seed().ok()?)?;
    Some(action.to_string())
}
