//! The computer player of the protocol, as a host asks for it.

use host::{Computer, Judgement, Opponent, Rival, SearchTask};
use rules::Variant;
use wisconsin::{Setup, Wisconsin};

/// What it is called.
pub(crate) const NAME: &str = "Computer Player";

/// Below all levels that other computer players have.
pub(crate) const LEVEL: u8 = 0;

/// Other computer players, and at level 0 of Wisconsin Chess the one that looks one move ahead.
pub struct WithOnePly<C>(pub C);

impl<C: Computer> Computer for WithOnePly<C> {
    fn rivals(&self, variant: &str) -> Vec<Rival> {
        let own = Rival {
            opponent: Opponent::Level(LEVEL),
            name: NAME.to_owned(),
        };
        let own = (variant == Wisconsin::META.id).then_some(own);
        own.into_iter().chain(self.0.rivals(variant)).collect()
    }

    fn choose(&self, position: &SearchTask, opponent: &Opponent) -> Option<String> {
        match (position.variant == Wisconsin::META.id, opponent) {
            (true, Opponent::Level(LEVEL)) => look_ahead(position),
            _ => self.0.choose(position, opponent),
        }
    }

    fn judge(&self, position: &SearchTask) -> Option<Judgement> {
        self.0.judge(position)
    }
}

fn look_ahead(position: &SearchTask) -> Option<String> {
    let setup = match position.setup.trim() {
        "" => Setup::default(),
        text => text.parse().ok()?,
    };
    let mut state = Wisconsin::start(&setup).ok()?;
    for action in &position.actions {
        // The host has judged them.
        state = Wisconsin::play(&state, &action.parse().ok()?);
    }
    let action = wisconsin::choose(&state, crate::random::seed().ok()?)?;
    Some(action.to_string())
}
