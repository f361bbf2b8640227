//! How two players come together.

use rules::{Refusal, Seat};
use session::{GameId, PlayerId, Sitter, Tag};
use store::{Entry, Page, Space, Summary};

use crate::lobby::{LobbyChange, entry};
use crate::{
    Audience, Host, HostError, HostRefusal, Identity, Joined, LobbyView, Opponent, PlayerEvent,
    Rejection, Rival, Seek, SeekView, Wish, computer,
};

/// How long a pairing is remembered for a player who asks again.
const MEMORY: session::Millis = session::Millis::from_days(1);

/// How long it is remembered that something was cancelled, in case the request for it comes again.
const CANCELLED: session::Millis = session::Millis::from_secs(600);

impl Host {
    /// Looks for an opponent. The tag decides the id, so asking again with the same tag finds the same; only
    /// for what is new `admit` is asked whether it may be.
    ///
    /// # Errors
    /// The game cannot be played like this, or not with this opponent; it is not admitted; or the store fails.
    pub async fn create(
        &self,
        who: &Identity,
        tag: &Tag,
        wish: Wish,
        admit: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<Joined, Rejection> {
        let game = self.accounts().name_game(&who.player, tag)?;
        if let Some(joined) = self.found(&who.player, &game).await? {
            return Ok(joined);
        }
        self.check_not_cancelled(&who.player, &game).await?;
        admit()?;
        let seek = Seek::new(game, who.sitter(), wish, self.now(), self.variants())?;
        match &seek.audience {
            Audience::Computer { opponent } => return self.play_computer(&seek, opponent).await,
            Audience::Player { player } if *player == who.player => {
                return Err(HostRefusal::OwnSeek.into());
            }
            Audience::Anybody | Audience::Invited | Audience::Player { .. } => {}
        }
        self.lobby().check_room(&seek)?;
        self.accounts().keep(&who.player).await?;
        self.add(seek).await
    }

    async fn play_computer(&self, seek: &Seek, opponent: &Opponent) -> Result<Joined, Rejection> {
        let computer = self.computer().ok_or(HostRefusal::NoSuchComputer)?;
        let opponent = computer::sitter(&**computer, &seek.variant, opponent);
        let opponent = opponent.ok_or(HostRefusal::NoSuchComputer)?;
        self.accounts().keep(&seek.owner.player).await?;
        if let Some(origin) = &seek.origin {
            self.thinking().note_owner(&seek.game, origin);
        }
        self.begin(seek.created(self.variants(), Some(opponent))?)
            .await?;
        Ok(Joined::Playing {
            game: seek.game.clone(),
            seat: seek.owner_seat(),
        })
    }

    /// Stores a seek, then lists it.
    async fn add(&self, seek: Seek) -> Result<Joined, Rejection> {
        self.store().put(&Space::Seeks, entry(&seek)).await?;
        self.lobby().list(seek.clone());
        match &seek.audience {
            Audience::Anybody => {
                let change = LobbyChange::SeekAdded {
                    seek: self.view_of(&seek),
                };
                self.lobby().publish(self.n_running(), change);
            }
            Audience::Player { player } => {
                self.tell_player(player, PlayerEvent::Challenged(self.view_of(&seek)));
            }
            Audience::Invited | Audience::Computer { .. } => {}
        }
        Ok(Joined::Waiting(Box::new(self.view_of(&seek))))
    }

    /// Plays the first who comes: joins the oldest fitting seek of a player who is connected, or becomes one. What
    /// is asked again, and what is new, is as in [`Host::create`].
    ///
    /// # Errors
    /// The game cannot be played like this, it is not admitted, or the store fails.
    pub async fn pair(
        &self,
        who: &Identity,
        tag: &Tag,
        wish: Wish,
        admit: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<Joined, Rejection> {
        let key = format!("paired/{tag}");
        let space = Space::Player(who.player.clone());
        let own = self.accounts().name_game(&who.player, tag)?;
        let memory = self.store().get(&space, &key).await?;
        let before = memory.and_then(|entry| GameId::new(entry.value).ok());
        for game in before.iter().chain([&own]) {
            if let Some(joined) = self.found(&who.player, game).await? {
                return Ok(joined);
            }
        }
        self.check_not_cancelled(&who.player, &own).await?;
        admit()?;
        let seek = Seek::new(own, who.sitter(), wish, self.now(), self.variants())?;
        self.accounts().keep(&who.player).await?;
        let fits = |other: &Seek| {
            let owner = &other.owner.player;
            other.fits(&seek) && (Host::grace(other.clock).is_none() || self.is_present(owner))
        };
        let remember = async |found: &Seek| {
            let memory = Entry {
                key: key.clone(),
                value: found.game.to_string(),
                expires: Some(self.now() + MEMORY),
            };
            self.store().put(&space, memory).await
        };
        while let Some(found) = self.lobby().reserve_fitting(fits) {
            if let Err(error) = remember(&found).await {
                self.lobby().list(found);
                return Err(error.into());
            }
            match self.meet(found, who.sitter()).await {
                Err(Rejection::Refused(_)) => {}
                joined @ (Ok(_) | Err(Rejection::Failed(_))) => return joined,
            }
        }
        self.lobby().check_room(&seek)?;
        let waiting = self.add(seek.clone()).await?;
        // Others who asked at the same moment did not find this seek, nor did we find theirs. Now that it is listed,
        // one of any two finds both. If somebody has taken ours meanwhile, we are told when the game begins.
        while let Some((own, found)) = self.lobby().reserve_other(&seek.game, fits) {
            if let Err(error) = remember(&found).await {
                self.lobby().list(found);
                self.lobby().list(own);
                return Err(error.into());
            }
            match self.meet(found, who.sitter()).await {
                Ok(joined) => {
                    self.remove(&own).await;
                    return Ok(joined);
                }
                Err(Rejection::Refused(_)) => self.lobby().list(own),
                Err(error @ Rejection::Failed(_)) => {
                    self.lobby().list(own);
                    return Err(error);
                }
            }
        }
        Ok(waiting)
    }

    /// Plays against the owner of a seek.
    ///
    /// # Errors
    /// There is no such seek, it is for another player, or the store fails.
    pub async fn join(&self, who: &Identity, game: &GameId) -> Result<Joined, Rejection> {
        match self.found(&who.player, game).await? {
            Some(Joined::Waiting(_)) => return Err(HostRefusal::OwnSeek.into()),
            Some(playing @ Joined::Playing { .. }) => return Ok(playing),
            None => {}
        }
        let seek = self.lobby().seek(game);
        let Some(seek) = seek else {
            return Err(self.why_no_seek(game).await?.into());
        };
        if !seek.admits(&who.player) {
            return Err(HostRefusal::OthersChallenge.into());
        }
        self.accounts().keep(&who.player).await?;
        match self.lobby().reserve(game) {
            Some(seek) => self.meet(seek, who.sitter()).await,
            None => Err(self.why_no_seek(game).await?.into()),
        }
    }

    /// Why a seek is not there: its game has begun, or it was withdrawn.
    async fn why_no_seek(&self, game: &GameId) -> Result<HostRefusal, HostError> {
        Ok(match self.has_begun(game).await? {
            true => HostRefusal::AlreadyStarted,
            false => HostRefusal::NoSuchGame,
        })
    }

    /// Whether the game of a seek that is not listed has begun, or is about to be stored.
    async fn has_begun(&self, game: &GameId) -> Result<bool, HostError> {
        Ok(self.lobby().is_reserved(game) || self.store().summary(game).await?.is_some())
    }

    /// Begins the game of a reserved seek. The game is stored before the seek is removed, so that a crash
    /// in between leaves a game and a seek that is known to be over. If the game is already there, it may be
    /// because this opponent has asked before and the answer was lost.
    async fn meet(&self, seek: Seek, opponent: Sitter) -> Result<Joined, Rejection> {
        let player = opponent.player.clone();
        let begun = match seek.created(self.variants(), Some(opponent)) {
            Ok(created) => self.begin(created).await,
            Err(refusal) => Err(refusal.into()),
        };
        let joined = match begun {
            Ok(true) => Ok(Some(Joined::Playing {
                game: seek.game.clone(),
                seat: !seek.owner_seat(),
            })),
            Ok(false) => self
                .seated(&player, &seek.game)
                .await
                .map_err(Rejection::from),
            Err(error) => Err(error),
        };
        match joined {
            Ok(joined) => {
                self.remove(&seek).await;
                joined.ok_or_else(|| HostRefusal::AlreadyStarted.into())
            }
            Err(error) => {
                self.lobby().list(seek);
                Err(error)
            }
        }
    }

    /// Tells everybody that a seek is no longer there.
    async fn remove(&self, seek: &Seek) {
        if let Err(error) = self.store().take(&Space::Seeks, seek.game.as_str()).await {
            tracing::warn!(%error, "a seek that is over stays stored until the next start");
        }
        self.lobby().release(&seek.game);
        match &seek.audience {
            Audience::Anybody => {
                let change = LobbyChange::SeekGone {
                    game: seek.game.clone(),
                };
                self.lobby().publish(self.n_running(), change);
            }
            Audience::Player { player } => {
                for concerned in [player, &seek.owner.player] {
                    let game = seek.game.clone();
                    self.tell_player(concerned, PlayerEvent::ChallengeGone { game });
                }
            }
            Audience::Invited | Audience::Computer { .. } => {}
        }
    }

    /// Withdraws an own seek, or turns down a challenge. One that is gone already counts as withdrawn.
    ///
    /// # Errors
    /// It belongs to another player, its game has begun, or the store fails.
    pub async fn cancel(&self, player: &PlayerId, game: &GameId) -> Result<(), Rejection> {
        let Some(seek) = self.lobby().seek(game) else {
            return match self.has_begun(game).await? {
                true => Err(HostRefusal::AlreadyStarted.into()),
                false => Ok(()),
            };
        };
        let is_challenged =
            matches!(&seek.audience, Audience::Player { player: to } if to == player);
        if seek.owner.player != *player && !is_challenged {
            return Err(HostRefusal::OthersSeek.into());
        }
        let Some(seek) = self.lobby().withdraw(game) else {
            // Somebody joins or cancels it at this moment.
            return match self.has_begun(game).await? {
                true => Err(HostRefusal::AlreadyStarted.into()),
                false => Ok(()),
            };
        };
        if let Err(error) = self.forget_seek(&seek).await {
            self.lobby().list(seek);
            return Err(error);
        }
        self.remove(&seek).await;
        Ok(())
    }

    /// Removes a stored seek that is not going to be a game, and remembers that.
    async fn forget_seek(&self, seek: &Seek) -> Result<(), Rejection> {
        let owner = Space::Player(seek.owner.player.clone());
        let memory = Entry {
            key: cancelled(&seek.game),
            value: String::new(),
            expires: Some(self.now() + CANCELLED),
        };
        self.store().put(&owner, memory).await?;
        self.store().take(&Space::Seeks, seek.game.as_str()).await?;
        Ok(())
    }

    /// A request that comes again does not bring back what was cancelled.
    async fn check_not_cancelled(&self, who: &PlayerId, game: &GameId) -> Result<(), Rejection> {
        let space = Space::Player(who.clone());
        match self.store().get(&space, &cancelled(game)).await? {
            Some(_) => Err(HostRefusal::Cancelled.into()),
            None => Ok(()),
        }
    }

    /// What this player already has under this id: an own seek, or a seat in the game. A seek may be listed
    /// although its game has begun, when the store had failed to say so.
    async fn found(&self, player: &PlayerId, game: &GameId) -> Result<Option<Joined>, HostError> {
        let seek = self.lobby().seek(game);
        if let Some(playing) = self.seated(player, game).await? {
            if let Some(seek) = self.lobby().reserve(game) {
                self.remove(&seek).await;
            }
            return Ok(Some(playing));
        }
        let own = seek.filter(|seek| seek.owner.player == *player);
        Ok(own.map(|seek| Joined::Waiting(Box::new(self.view_of(&seek)))))
    }

    /// Where this player sits in a game that has begun, if there is such a game and such a seat.
    async fn seated(&self, player: &PlayerId, game: &GameId) -> Result<Option<Joined>, HostError> {
        let Some(summary) = self.store().summary(game).await? else {
            return Ok(None);
        };
        self.confirm(game).await;
        let seat = Seat::BOTH.into_iter().find(|&seat| {
            let sitter = summary.seats[seat].as_ref();
            sitter.is_some_and(|sitter| sitter.player == *player)
        });
        let game = summary.game.clone();
        Ok(seat.map(|seat| Joined::Playing { game, seat }))
    }

    /// The computer players of a variant, in the order in which people are offered them.
    pub fn rivals(&self, variant: &str) -> Vec<Rival> {
        let computer = self.computer();
        computer.map_or_else(Vec::new, |computer| computer.rivals(variant))
    }

    /// A seek by its id, listed or not.
    pub fn seek(&self, game: &GameId) -> Option<SeekView> {
        self.lobby().seek(game).map(|seek| self.view_of(&seek))
    }

    /// The lobby, as this player may see it, and its changes from now on.
    pub fn watch_lobby(&self, player: Option<&PlayerId>) -> LobbyView {
        self.lobby().view(player).shown(|seek| self.view_of(seek))
    }

    /// Games that have not ended, newest first, without those that are only for people with the link.
    ///
    /// # Errors
    /// The store fails.
    pub async fn live_games(&self, page: Page) -> Result<Vec<Summary>, HostError> {
        Ok(self.store().listed_games(page).await?)
    }

    /// All games of a player, newest first.
    ///
    /// # Errors
    /// The store fails.
    pub async fn games_of(&self, player: &PlayerId, page: Page) -> Result<Vec<Summary>, HostError> {
        Ok(self.store().games_of(player, page).await?)
    }
}

/// Under which key it is remembered that a seek was cancelled.
fn cancelled(game: &GameId) -> String {
    format!("cancelled/{game}")
}
