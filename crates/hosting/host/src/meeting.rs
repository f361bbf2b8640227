//! How the game of a seek begins, and how players who wait are brought together.

use std::time::Duration;

use session::{GameId, PlayerId, Sitter};
use store::{Begun, Entry, Space};

use crate::LobbyChange;
use crate::lobby::Meeting;
use crate::turns::Turn;
use crate::{
    Audience, ChallengeFate, Host, HostError, HostRefusal, Joined, PlayerEvent, Rejection, Seek,
};

/// How long a pairing is remembered for a player who asks again.
const MEMORY: session::Millis = session::Millis::from_days(1);

/// How soon the store is asked again whether a game has begun.
const RETRY: Duration = Duration::from_millis(500);

/// Does something to its end, even if nobody waits for it any more: a client may leave in the middle of a request.
pub(crate) async fn surely<T: Send + 'static>(
    work: impl Future<Output = Result<T, Rejection>> + Send + 'static,
) -> Result<T, Rejection> {
    let done = tokio::spawn(work).await;
    done.unwrap_or(Err(HostError::Stopping.into()))
}

impl Host {
    /// Begins the game of a reserved seek, which the store removes with that. If the game is already there, it may be
    /// because this opponent has asked before and the answer was lost. If the store fails, nothing more happens
    /// with the seek before it is known whether the game has begun.
    pub(crate) async fn meet(
        &self,
        seek: Seek,
        opponent: Sitter,
        turn: Turn,
    ) -> Result<Joined, Rejection> {
        let meeting = Meeting { seek, own: None };
        self.begin_meeting(meeting, opponent, Some(turn)).await
    }

    async fn begin_meeting(
        &self,
        meeting: Meeting,
        opponent: Sitter,
        turn: Option<Turn>,
    ) -> Result<Joined, Rejection> {
        let seek = &meeting.seek;
        let player = opponent.player.clone();
        let begun = match seek.created(self.variants(), Some(opponent)) {
            Ok(created) => self.begin_of(created, &meeting.seeks()).await,
            Err(refusal) => Err(refusal.into()),
        };
        let joined = match begun {
            Ok(Begun::Now) => {
                let joined = Joined::Playing {
                    game: seek.game.clone(),
                    seat: !seek.owner_seat(),
                };
                self.show_met(meeting);
                return Ok(joined);
            }
            Ok(Begun::NoSeek { seek }) => {
                return Err(self.forget_missing(meeting, &seek).await?.into());
            }
            Ok(Begun::Before) => self.seated(&player, &seek.game).await,
            Err(Rejection::Refused(refusal)) => {
                self.relist(meeting);
                return Err(refusal.into());
            }
            Err(Rejection::Failed(error)) => Err(error),
        };
        match joined {
            Ok(Some(joined)) => {
                self.end_meeting(meeting).await;
                Ok(joined)
            }
            Ok(None) => {
                self.remove(&meeting.seek, ChallengeFate::Accepted).await;
                self.relist_own(meeting.own);
                Err(HostRefusal::AlreadyStarted.into())
            }
            Err(error) => {
                tokio::spawn(self.clone().settle_meeting(meeting, player, turn));
                Err(error.into())
            }
        }
    }

    /// Finds out whether a game has begun of which the store did not say so. Until then both seeks stay reserved.
    async fn settle_meeting(self, meeting: Meeting, player: PlayerId, turn: Option<Turn>) {
        while !self.is_stopping() {
            match self.store().summary(&meeting.seek.game).await {
                Ok(None) => {
                    let owners = meeting.owners();
                    self.relist(meeting);
                    drop(turn);
                    for owner in owners {
                        self.bring_together(owner);
                    }
                    return;
                }
                Ok(Some(_)) => match self.seated(&player, &meeting.seek.game).await {
                    Ok(Some(_)) => return self.end_meeting(meeting).await,
                    Ok(None) => {
                        self.remove(&meeting.seek, ChallengeFate::Accepted).await;
                        return self.relist_own(meeting.own);
                    }
                    Err(_) => {}
                },
                Err(_) => {}
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    /// A seek is not there any more: at another node it was cancelled or has led to a game. The other one of the
    /// two waits on.
    async fn forget_missing(
        &self,
        meeting: Meeting,
        missing: &GameId,
    ) -> Result<HostRefusal, HostError> {
        let Meeting { seek, own } = meeting;
        let (gone, waiting): (Vec<Seek>, Vec<Seek>) = [Some(seek), own]
            .into_iter()
            .flatten()
            .partition(|seek| seek.game == *missing);
        for seek in waiting {
            self.lobby().list(seek);
        }
        for seek in gone {
            self.show_removed_here(&seek);
            self.learn_game_of(&seek).await?;
        }
        self.why_no_seek(missing).await
    }

    /// The game has begun and the seeks are gone from the store with that.
    fn show_met(&self, meeting: Meeting) {
        self.show_removed(&meeting.seek, &ChallengeFate::Accepted);
        if let Some(own) = &meeting.own {
            self.show_removed(own, &ChallengeFate::Cancelled);
        }
    }

    /// The same two have been brought together before, here or at another node; those who wait here are told.
    async fn end_meeting(&self, meeting: Meeting) {
        for seek in meeting.both() {
            if let Err(error) = self.learn_game_of(seek).await {
                tracing::warn!(%error, "a player is not told that a game has begun");
            }
        }
        self.remove(&meeting.seek, ChallengeFate::Accepted).await;
        if let Some(own) = &meeting.own {
            self.remove(own, ChallengeFate::Cancelled).await;
        }
    }

    fn relist(&self, meeting: Meeting) {
        self.lobby().list(meeting.seek);
        self.relist_own(meeting.own);
    }

    fn relist_own(&self, own: Option<Seek>) {
        if let Some(own) = own {
            self.lobby().list(own);
        }
    }

    /// Joins the oldest fitting seek for a player whose own is not listed yet.
    pub(crate) async fn join_fitting(&self, own: &Seek) -> Result<Option<Joined>, Rejection> {
        let owners: Vec<PlayerId> = self.lobby().owners().into_iter().collect();
        self.learn_presence_for_display(&owners).await;
        let fits =
            |other: &Seek| other.fits(own) && own.gets_seat_in(other) && self.can_meet(other);
        while let Some(seek) = self.lobby().reserve_fitting(fits) {
            let meeting = Meeting { seek, own: None };
            match self.meet_for(own, meeting).await {
                Err(Rejection::Refused(_)) => {}
                Ok(joined) => return Ok(Some(joined)),
                Err(error @ Rejection::Failed(_)) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Whether a game with the owner of this seek can begin now. Where clocks run, the owner has to be there.
    fn can_meet(&self, seek: &Seek) -> bool {
        Host::grace(seek.clock).is_none() || self.is_present(&seek.owner.player)
    }

    /// Begins a game for the owner of a seek that waits for the first who comes, and remembers it for that request.
    async fn meet_for(&self, own: &Seek, meeting: Meeting) -> Result<Joined, Rejection> {
        if let Some(tag) = &own.tag {
            let memory = Entry {
                key: paired_key(tag),
                value: meeting.seek.game.to_string(),
                expires: Some(self.now() + MEMORY),
            };
            let space = Space::Player(own.owner.player.clone());
            if let Err(error) = self.store().put(&space, memory).await {
                self.relist(meeting);
                return Err(error.into());
            }
        }
        self.begin_meeting(meeting, own.owner.clone(), None).await
    }

    /// Brings together a player whose seeks are listed and a player who waits for the first opponent. What the store
    /// does not do now is tried again.
    pub(crate) fn bring_together(&self, player: PlayerId) {
        if self.lobby().has_seek_of(&player) {
            let host = self.clone();
            tokio::spawn(async move {
                while host.try_to_bring_together(&player).await.is_err() && !host.is_stopping() {
                    tokio::time::sleep(RETRY).await;
                }
            });
        }
    }

    /// Whether the own seek of a player has led to a game.
    pub(crate) async fn try_to_bring_together(&self, player: &PlayerId) -> Result<(), Rejection> {
        let owners: Vec<PlayerId> = self.lobby().owners().into_iter().collect();
        self.learn_presence_for_display(&owners).await;
        let can_meet = |seek: &Seek| self.can_meet(seek);
        while let Some((own, seek)) = self.lobby().reserve_both(player, can_meet) {
            let waiting = own.clone();
            let own = Some(own);
            match self.meet_for(&waiting, Meeting { seek, own }).await {
                Ok(_) | Err(Rejection::Refused(_)) => {}
                Err(error @ Rejection::Failed(_)) => return Err(error),
            }
        }
        Ok(())
    }

    /// Tells everybody that a seek is no longer there, and both players of a challenge what became of it.
    pub(crate) async fn remove(&self, seek: &Seek, fate: ChallengeFate) {
        if let Err(error) = self.store().take(&Space::Seeks, seek.game.as_str()).await {
            tracing::warn!(%error, "a seek that is over stays stored until the next start");
        }
        self.show_removed(seek, &fate);
    }

    /// A seek is not there any more, as this node has just learned.
    fn show_removed_here(&self, seek: &Seek) {
        self.lobby().release(seek);
        if seek.audience == Audience::Anybody {
            let game = seek.game.clone();
            self.publish_here(LobbyChange::SeekGone { game });
        }
    }

    fn show_removed(&self, seek: &Seek, fate: &ChallengeFate) {
        self.show_removed_here(seek);
        self.tell_nodes_seek_gone(seek);
        match &seek.audience {
            Audience::Player { player } => {
                for concerned in [player, &seek.owner.player] {
                    let (seek, fate) = (Box::new(self.view_of(seek)), fate.clone());
                    self.tell_player(concerned, PlayerEvent::ChallengeGone { seek, fate });
                }
            }
            Audience::Anybody | Audience::Invited | Audience::Computer { .. } => {}
        }
    }
}

/// Under which name a player's pairing is remembered.
pub(crate) fn paired_key(tag: &session::Tag) -> String {
    format!("paired/{tag}")
}
