//! What a client needs to show a game.

use rules::{BySeat, CellId, Offer, Scene, Seat, listed_offers};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Ask, ClockReading, GameId, Millis, Phase, Played, PlayerId, Proposal, Session};

/// One seat, as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    /// Who sits there.
    pub player: Option<PlayerId>,
    /// The player's name in this game.
    pub name: Option<String>,
    /// Whether it is the account of a program; left out where not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub bot: bool,
    /// Since when the player has been gone.
    pub gone_since: Option<Millis>,
    /// From when on the opponent can claim the game because of that.
    pub claimable_at: Option<Millis>,
    /// What the player has proposed and waits for.
    pub proposals: Vec<Proposal>,
    /// What the player could ask for now, besides acting. Clients show these as buttons.
    pub asks: Vec<Ask>,
}

/// A game at one moment. Nothing in it is secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The name of the game.
    pub game: GameId,
    /// The id of the variant.
    pub variant: String,
    /// How many records the view is made of.
    pub seq: u64,
    /// The moment it shows.
    pub now: Millis,
    /// Where the game is in its life.
    pub phase: Phase,
    /// Both seats.
    pub seats: BySeat<SeatView>,
    /// Both clocks.
    pub clock: ClockReading,
    /// The position the game began with.
    pub start: String,
    /// The position now.
    pub setup: String,
    /// The picture now.
    pub scene: Scene,
    /// What the last action did on the board.
    pub events: Vec<Value>,
    /// The score sheet.
    pub moves: Vec<Played>,
    /// The number of its first move; left out where that is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub first_move: Option<u32>,
    /// What the seat that is to act can do on the board; empty unless the game runs.
    pub offers: Vec<Offer>,
    /// Where there is too much to list: what can be pointed at first. The request `offers` gives what is behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<CellId>>", optional))]
    pub more: Vec<CellId>,
    /// The game before, if this is a rematch.
    pub rematch_of: Option<GameId>,
    /// The next game, once it is agreed.
    pub rematch: Option<GameId>,
}

impl Session {
    /// Everything there is to show at a moment.
    pub fn view(&self, now: Millis) -> View {
        let now = now.max(self.last_at());
        let (offers, more) = self.offers();
        View {
            game: self.id().clone(),
            variant: self.created.variant.clone(),
            seq: self.seq,
            now,
            phase: self.phase(),
            seats: self.seat_views(now),
            clock: self.clocks(now),
            start: self.board.start().setup(),
            setup: self.game().setup(),
            scene: self.game().scene(),
            events: self.events(),
            moves: self.played().to_vec(),
            first_move: Some(self.board.start().move_number()).filter(|number| *number != 1),
            offers,
            more,
            rematch_of: self.created.rematch_of.clone(),
            rematch: self.rematch.clone(),
        }
    }

    /// What the seat that is to act can do on the board, as [`listed_offers`] gives it; empty unless the game runs.
    pub fn offers(&self) -> (Vec<Offer>, Vec<CellId>) {
        match self.phase() {
            Phase::Running { .. } => listed_offers(self.game()),
            Phase::Open | Phase::Over { .. } => (Vec::new(), Vec::new()),
        }
    }

    /// The offers whose taps begin like this, with labels only where they are needed; empty unless the game runs.
    pub fn short_offers_after(&self, taps: &[CellId]) -> Vec<Offer> {
        match self.phase() {
            Phase::Running { .. } => self.game().short_offers_after(taps),
            Phase::Open | Phase::Over { .. } => Vec::new(),
        }
    }

    /// All that the seat to act can do, where it is nothing but taps: a line of them for each action, with spaces in
    /// between. Nothing unless the game runs.
    pub fn plain_offers(&self) -> Option<String> {
        match self.phase() {
            Phase::Running { .. } => self.game().plain_offers(),
            Phase::Open | Phase::Over { .. } => None,
        }
    }

    /// Both seats, as everybody may see them.
    pub fn seat_views(&self, now: Millis) -> BySeat<SeatView> {
        let now = now.max(self.last_at());
        BySeat::new_with(|seat| self.seat_view(seat, now))
    }

    fn seat_view(&self, seat: Seat, now: Millis) -> SeatView {
        let sitter = self.seating.sitters[seat].as_ref();
        SeatView {
            player: sitter.map(|sitter| sitter.player.clone()),
            name: sitter.map(|sitter| sitter.name.clone()),
            bot: sitter.is_some_and(|sitter| sitter.bot),
            gone_since: self.gone_since(seat),
            claimable_at: self.claimable_at(seat),
            proposals: self.proposals(seat).to_vec(),
            asks: self.asks(seat, now),
        }
    }

    /// Brings an earlier view of a seat up to date. Says whether anything has changed that everybody sees, which is
    /// all but what its player could ask for.
    pub fn update_seat_view(&self, view: &mut SeatView, seat: Seat, now: Millis) -> bool {
        let now = now.max(self.last_at());
        if self.is_shown_by(view, seat) {
            view.asks = self.asks(seat, now);
            return false;
        }
        *view = self.seat_view(seat, now);
        true
    }

    /// Whether what everybody sees of a seat is as in this view.
    fn is_shown_by(&self, view: &SeatView, seat: Seat) -> bool {
        let SeatView {
            player,
            name,
            bot,
            gone_since,
            claimable_at,
            proposals,
            asks: _,
        } = view;
        let sitter = self.seating.sitters[seat].as_ref();
        player.as_ref() == sitter.map(|sitter| &sitter.player)
            && name.as_ref() == sitter.map(|sitter| &sitter.name)
            && *bot == sitter.is_some_and(|sitter| sitter.bot)
            && *gone_since == self.gone_since(seat)
            && *claimable_at == self.claimable_at(seat)
            && proposals == self.proposals(seat)
    }

    /// What a seat's player could ask for now, besides acting.
    ///
    /// The candidates pass the same checks as in [`Session::decide`], so the list cannot differ from what is then
    /// allowed; but no record is made for them.
    pub fn asks(&self, seat: Seat, now: Millis) -> Vec<Ask> {
        if self.seating.sitters[seat].is_none() {
            return Vec::new();
        }
        let now = now.max(self.last_at());
        let mut asks = self.candidates(seat);
        asks.retain(|ask| self.may_ask(now, seat, ask).is_ok());
        asks
    }

    fn candidates(&self, seat: Seat) -> Vec<Ask> {
        let mut asks = vec![Ask::Abort, Ask::Resign, Ask::ClaimWin, Ask::ClaimDraw];
        let own_last = self.played().iter().rposition(|played| played.seat == seat);
        let takeback = own_last
            .and_then(|index| u32::try_from(index).ok())
            .map(|to| Proposal::Takeback { to });
        for &proposal in self.proposals(!seat) {
            asks.extend([Ask::Accept { proposal }, Ask::Decline { proposal }]);
        }
        for &proposal in self.proposals(seat) {
            asks.push(Ask::Withdraw { proposal });
        }
        let proposals = [Some(Proposal::Draw), takeback, Some(Proposal::Rematch)];
        let fresh = proposals
            .into_iter()
            .flatten()
            .filter(|proposal| !self.proposals(!seat).contains(proposal));
        asks.extend(fresh.map(|proposal| Ask::Propose { proposal }));
        asks
    }
}
