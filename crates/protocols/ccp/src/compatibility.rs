//! Whether the protocol can express every action of a game.

use rules::{AnyGame, Refusal, Seat, SplitMix};

use crate::{Kind, Settings, Square};

/// Games that are tried, with so many actions each.
const GAMES: u64 = 8;
const ACTIONS: usize = 60;

impl Settings {
    /// Looks whether every action has words in this protocol, by playing some games: squares of eight by eight, the four
    /// pieces a pawn may become, and players who take turns, White first.
    ///
    /// # Errors
    /// The setup cannot be played, or something in it has no words.
    pub fn check(&self) -> Result<(), Refusal> {
        let start = self.variant.start(&self.setup)?;
        if start.status().to_act() != Some(Seat::White) {
            return Err(unfit("White does not have the first move"));
        }
        (1..=GAMES).try_for_each(|seed| walk(start.clone(), seed))
    }
}

fn unfit(why: impl Into<String>) -> Refusal {
    Refusal::new("no-words", why)
}

/// Plays at random, always in the same way.
fn walk(mut game: Box<dyn AnyGame>, seed: u64) -> Result<(), Refusal> {
    let mut random = SplitMix::new(seed);
    for _ in 0..ACTIONS {
        let Some(seat) = game.status().to_act() else {
            return Ok(());
        };
        let legal = game.legal();
        for action in &legal {
            check_action(action, &legal)?;
        }
        let Some(action) = random.choose(&legal) else {
            return Err(unfit("a player can do nothing"));
        };
        game = game.apply(seat, action)?.game;
        if game.status().to_act() == Some(seat) {
            return Err(unfit(format!("after `{action}` the same player goes on")));
        }
    }
    Ok(())
}

/// An action is two squares, and what a pawn becomes; a queen must be among that.
fn check_action(action: &str, legal: &[String]) -> Result<(), Refusal> {
    let no_words = || unfit(format!("there are no words for `{action}`"));
    let squares = action.get(0..4).ok_or_else(no_words)?;
    let names = [squares.get(0..2), squares.get(2..4)];
    if !names
        .iter()
        .all(|name| name.and_then(Square::named).is_some())
    {
        return Err(no_words());
    }
    let mut rest = action.chars().skip(4);
    match (rest.next(), rest.next()) {
        (None, _) => Ok(()),
        (Some(letter), None) if Kind::lettered(letter).is_some() => {
            let queen = format!("{squares}{}", Kind::Queen.letter());
            match legal.contains(&queen) {
                true => Ok(()),
                false => Err(no_words()),
            }
        }
        _ => Err(no_words()),
    }
}
