//! What the protocol keeps in the store: players' records and games, and how they change together.
//!
//! There are no transactions over several values. So everything that must not happen twice is decided by a
//! single value, the player's record, and what follows from it can be done again: a server that dies in
//! between leaves nothing half done.

use host::{Host, HostError, Rejection};
use rules::{Reason, Seat};
use session::{Ending, GameId, PlayerId};
use store::{Entry, Space, Stage};
use tokio::sync::{Mutex, MutexGuard};
use wisconsin::{Claim, claim};

use crate::profile::{AsRead, Farewell, Profile};
use crate::random;
use crate::stored_game::{StoredGame, has_conceded};

/// The name of a player's record in the player's own space.
const PROFILE: &str = "wisconsin";

/// How often a number is read again because another node has used it meanwhile.
const ATTEMPTS: usize = 20;

/// The name of the number of the next game.
const NEXT: &str = "wisconsin/next";

fn game_key(number: u64) -> String {
    format!("wisconsin/game/{number}")
}

fn number_key(game: &GameId) -> String {
    format!("wisconsin/number/{game}")
}

fn entry(key: String, value: &impl serde::Serialize) -> Result<Entry, HostError> {
    let value = serde_json::to_string(value).map_err(|why| {
        HostError::Store(store::StoreError::Failed {
            why: why.to_string(),
        })
    })?;
    Ok(Entry {
        key,
        value,
        expires: None,
    })
}

/// Why something was not done.
#[derive(Debug)]
pub(crate) enum Refused {
    /// It makes no sense, or not now.
    Bad,
    /// The player is in another game.
    Busy,
    /// The host or the store said no.
    Host(Rejection),
}

impl From<HostError> for Refused {
    fn from(error: HostError) -> Refused {
        Refused::Host(error.into())
    }
}

impl From<Rejection> for Refused {
    fn from(rejection: Rejection) -> Refused {
        Refused::Host(rejection)
    }
}

/// What the protocol keeps.
pub(crate) struct Storage {
    host: Host,
    /// Held by the request that changes something. Changes are rare: no move on a board is one.
    turn: Mutex<()>,
}

impl Storage {
    pub(crate) fn new(host: Host) -> Storage {
        Storage {
            host,
            turn: Mutex::new(()),
        }
    }

    pub(crate) fn host(&self) -> &Host {
        &self.host
    }

    /// Until it is dropped, nobody else changes anything.
    pub(crate) async fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    async fn read(&self, player: &PlayerId) -> Result<Option<Profile>, HostError> {
        let space = Space::Player(player.clone());
        let entry = self.host.store().get(&space, PROFILE).await?;
        entry.map(|entry| Profile::read(&entry.value)).transpose()
    }

    pub(crate) async fn write(
        &self,
        player: &PlayerId,
        profile: &mut Profile,
    ) -> Result<(), HostError> {
        let space = Space::Player(player.clone());
        let entry = entry(PROFILE.to_owned(), profile)?;
        let value = entry.value.clone();
        let before = profile.as_read.0.as_deref();
        match self.host.store().replace(&space, before, entry).await? {
            true => {
                profile.as_read = AsRead(Some(value));
                Ok(())
            }
            // At another node the player did something at the same moment. Asking again is judged anew.
            false => Err(HostError::Overloaded),
        }
    }

    async fn put(
        &self,
        space: &Space,
        key: String,
        value: &impl serde::Serialize,
    ) -> Result<(), HostError> {
        Ok(self.host.store().put(space, entry(key, value)?).await?)
    }

    /// A player's record; new players get theirs now. The turn is the caller's.
    async fn own(&self, player: &PlayerId) -> Result<Profile, HostError> {
        if let Some(profile) = self.read(player).await? {
            return Ok(profile);
        }
        self.host.accounts().keep(player).await?;
        let mut profile = Profile::new(&mut random::dice()?);
        self.write(player, &mut profile).await?;
        Ok(profile)
    }

    /// A player's record as it is now. Games that the player gave up elsewhere on this server are left
    /// first, and a game that the server could not begin before it died begins.
    pub(crate) async fn profile(&self, player: &PlayerId) -> Result<Profile, Rejection> {
        match self.read(player).await? {
            Some(profile) if profile.people.is_none() && profile.computer.is_none() => Ok(profile),
            _ => {
                let _turn = self.turn().await;
                self.settled(player).await
            }
        }
    }

    /// The same for a caller that has the turn.
    pub(crate) async fn settled(&self, player: &PlayerId) -> Result<Profile, Rejection> {
        let mut profile = self.own(player).await?;
        let games = [profile.people, profile.computer];
        for number in games.into_iter().flatten() {
            let Some(stored) = self.game(number).await? else {
                profile.leave(number, Farewell::Other);
                self.write(player, &mut profile).await?;
                continue;
            };
            let Some(seat) = stored.seat_of(player) else {
                continue;
            };
            match self.stage(&stored).await? {
                None => drop(self.host.begin(stored.created.clone()).await?),
                Some(Stage::Over { ending }) if has_conceded(&ending, seat) => {
                    self.leave(stored, seat, &mut profile, Farewell::Other)
                        .await?;
                }
                Some(_) => {}
            }
        }
        Ok(profile)
    }

    async fn stage(&self, stored: &StoredGame) -> Result<Option<Stage>, HostError> {
        let summary = self.host.store().summary(stored.game()).await?;
        Ok(summary.map(|summary| summary.stage))
    }

    /// How a game ended, if it has.
    pub(crate) async fn ending(&self, stored: &StoredGame) -> Result<Option<Ending>, HostError> {
        Ok(match self.stage(stored).await? {
            Some(Stage::Over { ending }) => Some(ending),
            _ => None,
        })
    }

    /// A game by its number.
    pub(crate) async fn game(&self, number: u64) -> Result<Option<StoredGame>, HostError> {
        let store = self.host.store();
        let entry = store.get(&Space::Server, &game_key(number)).await?;
        let read = |entry: Entry| {
            serde_json::from_str(&entry.value).map_err(|why| {
                HostError::Store(store::StoreError::Failed {
                    why: format!("game {number} cannot be read: {why}"),
                })
            })
        };
        entry.map(read).transpose()
    }

    /// A game by its name on this server.
    pub(crate) async fn hosted(&self, game: &GameId) -> Result<Option<StoredGame>, HostError> {
        let store = self.host.store();
        let entry = store.get(&Space::Server, &number_key(game)).await?;
        match entry.and_then(|entry| entry.value.parse().ok()) {
            Some(number) => self.game(number).await,
            None => Ok(None),
        }
    }

    async fn keep(&self, stored: &StoredGame) -> Result<(), HostError> {
        self.put(&Space::Server, game_key(stored.number), stored)
            .await
    }

    async fn forget(&self, stored: &StoredGame) -> Result<(), HostError> {
        let store = self.host.store();
        for key in [number_key(stored.game()), game_key(stored.number)] {
            store.take(&Space::Server, &key).await?;
        }
        Ok(())
    }

    /// The number of a new game.
    pub(crate) async fn next_number(&self) -> Result<u64, HostError> {
        let store = self.host.store();
        for _ in 0..ATTEMPTS {
            let found = store.get(&Space::Server, NEXT).await?;
            let found = found.map(|entry| entry.value);
            let number: u64 = found
                .as_deref()
                .and_then(|value| value.parse().ok())
                .unwrap_or(1);
            let next = entry(NEXT.to_owned(), &(number + 1))?;
            if store
                .replace(&Space::Server, found.as_deref(), next)
                .await?
            {
                return Ok(number);
            }
        }
        Err(HostError::Overloaded)
    }

    /// Stores a new game.
    pub(crate) async fn add(&self, stored: &StoredGame) -> Result<(), HostError> {
        let key = number_key(stored.game());
        self.put(&Space::Server, key, &stored.number).await?;
        self.keep(stored).await
    }

    /// Takes spoils of a finished game into the collection, once.
    pub(crate) async fn claim(
        &self,
        number: u64,
        player: &PlayerId,
        wanted: &Claim,
    ) -> Result<(), Refused> {
        let _turn = self.turn().await;
        let stored = self.game(number).await?.ok_or(Refused::Bad)?;
        let seat = stored.seat_of(player).ok_or(Refused::Bad)?;
        let ending = self.ending(&stored).await?.ok_or(Refused::Bad)?;
        let spoils = stored.spoils(seat, &ending).ok_or(Refused::Bad)?;
        let mut profile = self.own(player).await?;
        if profile.has_taken(number) {
            return Err(Refused::Bad);
        }
        let (collection, picks) = (profile.collection(), profile.picks());
        let (collection, picks) = claim(&spoils, wanted, &collection, &picks, &mut random::dice()?)
            .map_err(|_| Refused::Bad)?;
        profile.take(number, &collection, &picks);
        Ok(self.write(player, &mut profile).await?)
    }

    /// A player has finished with a game that is over.
    pub(crate) async fn acknowledge(&self, number: u64, player: &PlayerId) -> Result<(), Refused> {
        let _turn = self.turn().await;
        let stored = self.game(number).await?.ok_or(Refused::Bad)?;
        let seat = stored.seat_of(player).ok_or(Refused::Bad)?;
        let ending = self.ending(&stored).await?.ok_or(Refused::Bad)?;
        let is_won = ending.winner() == Some(seat) && ending.reason == Reason::CHECKMATE;
        let farewell = match is_won {
            true => Farewell::Won,
            false => Farewell::Other,
        };
        let mut profile = self.own(player).await?;
        Ok(self.leave(stored, seat, &mut profile, farewell).await?)
    }

    /// The player's record changes first. If the server dies before the game's does, leaving again only
    /// does the rest.
    async fn leave(
        &self,
        mut stored: StoredGame,
        seat: Seat,
        profile: &mut Profile,
        farewell: Farewell,
    ) -> Result<(), HostError> {
        if let Some(player) = stored.player(seat)
            && profile.leave(stored.number, farewell)
        {
            self.write(player, profile).await?;
        }
        match stored.acknowledge(seat) {
            true => self.forget(&stored).await,
            false => self.keep(&stored).await,
        }
    }
}
