//! A computer player that needs no time and always does the same.

use host::{Computer, Judgement, Opponent, Rival, SearchTask};
use rules::{Replay, Variants};

/// Plays a legal action that depends only on how far the game is.
pub(crate) struct QuickComputer(pub(crate) Variants);

impl QuickComputer {
    fn action(&self, position: &SearchTask) -> Option<String> {
        let variant = self.0.find(position.variant)?;
        let start = variant.start(&position.setup).ok()?;
        let actions = position.actions.iter().map(String::as_str);
        let legal = Replay::last_state(start, actions).ok()?.legal();
        let place = position.actions.len() * 7 % legal.len().max(1);
        legal.into_iter().nth(place)
    }
}

impl Computer for QuickComputer {
    fn rivals(&self, _variant: &str) -> Vec<Rival> {
        vec![Rival {
            opponent: Opponent::Level(1),
            name: "Quick".to_owned(),
        }]
    }

    fn choose(&self, position: &SearchTask, _opponent: &Opponent) -> Option<String> {
        self.action(position)
    }

    fn judge(&self, position: &SearchTask) -> Option<Judgement> {
        Some(Judgement {
            action: self.action(position)?,
            balance: 0,
            win: None,
        })
    }
}
