//! What holds of seeks and of how players came together.

use std::collections::BTreeSet;

use session::{GameId, PlayerId, Tag};

use super::records::{Games, sits, with};
use crate::ledger::{Arranged, Arrangement, Arrangements, Cancelled, Ledger};
use crate::world::World;

/// Judges all requests for an opponent.
pub(crate) fn check(world: &World, games: &Games) {
    let flaw = with(world, |ledger| {
        let arranged = ledger.arrangements.iter();
        let mut flaws = arranged.filter_map(|(key, all)| {
            let flaw = flaw_of_arrangement(ledger, games, key, all)?;
            Some((flaw.0, format!("{} {}: {}", key.0, key.1, flaw.1)))
        });
        flaws
            .next()
            .or_else(|| flaw_of_joins(ledger, games))
            .or_else(|| flaw_of_cancels(ledger, games))
    });
    if let Some((promise, how)) = flaw {
        world.broken(promise, format_args!("{how}"));
    }
}

type Flaw = (&'static str, String);

fn flaw_of_arrangement(
    ledger: &Ledger,
    games: &Games,
    (player, _): &(PlayerId, Tag),
    all: &Arrangements,
) -> Option<Flaw> {
    let mut playing: BTreeSet<&GameId> = BTreeSet::new();
    let mut own: BTreeSet<&GameId> = BTreeSet::new();
    for answer in &all.answers {
        match &answer.outcome {
            Arranged::Waiting(game) => {
                if let Some(before) = playing.first() {
                    let how = format!("{before} had begun, and then {game} waits");
                    return Some(("a resend gets the same answer", how));
                }
                if is_withdrawn(ledger, game, answer) {
                    let how = format!("{game} was withdrawn and is back");
                    return Some(("what is withdrawn stays withdrawn", how));
                }
                own.insert(game);
            }
            Arranged::Playing(game, seat) => {
                if sits(games, game, player) != Some(*seat) {
                    let how = format!("{game} was said to have begun with a seat at {seat:?}");
                    return Some(("what is acknowledged is stored", how));
                }
                playing.insert(game);
            }
            Arranged::Refused(_) => {}
        }
    }
    let begun = own.into_iter().filter(|game| games.contains_key(*game));
    let all_games: BTreeSet<&GameId> = begun.chain(playing).collect();
    (all_games.len() > 1).then(|| {
        let how = format!("{all_games:?}");
        ("one request leads to one game", how)
    })
}

/// For so long the server remembers that something was withdrawn, in milliseconds.
const REMEMBERED: u64 = 590_000;

/// Whether a seek had been withdrawn shortly before a request was served.
fn is_withdrawn(ledger: &Ledger, game: &GameId, answer: &Arrangement) -> bool {
    let mut cancels = ledger.cancels.iter();
    cancels.any(|cancel| {
        let is_before = cancel.ended < answer.begun && answer.at < cancel.at + REMEMBERED;
        cancel.game == *game && is_before && ledger.was_there(cancel)
    })
}

fn flaw_of_joins(ledger: &Ledger, games: &Games) -> Option<Flaw> {
    let mut joins = ledger.joins.iter();
    let (player, game, seat) =
        joins.find(|(player, game, seat)| sits(games, game, player) != Some(*seat))?;
    let how = format!("{player} was told to sit in {game} at {seat:?}");
    Some(("one winner in every race", how))
}

/// A seek that was withdrawn has led to no game, unless its owner has asked for it again much later.
fn flaw_of_cancels(ledger: &Ledger, games: &Games) -> Option<Flaw> {
    let is_back = |cancel: &Cancelled| {
        let mut all = ledger.arrangements.values().flat_map(|all| &all.answers);
        let is_it = |outcome: &Arranged| *outcome == Arranged::Waiting(cancel.game.clone());
        all.any(|answer| answer.begun > cancel.ended && is_it(&answer.outcome))
    };
    let cancel = ledger.cancels.iter().find(|cancel| {
        games.contains_key(&cancel.game) && ledger.was_there(cancel) && !is_back(cancel)
    })?;
    let how = format!("{} was withdrawn, and there is a game", cancel.game);
    Some(("what is withdrawn stays withdrawn", how))
}
