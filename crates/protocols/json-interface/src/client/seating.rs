//! Taking seats, giving them up, and looking on.

use host::{Identity, Rejection};
use session::{Ask, GameId, Millis, Report, Session};

use super::opening::token;
use super::{Client, Handled, Naming, Role, sitter};
use crate::bulletin::seats_of;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::game_moment::GameMoment;
use crate::request::SeatWish;

impl Client {
    pub(super) async fn join(
        &mut self,
        game: &GameId,
        seat: Option<SeatWish>,
        token_text: Option<&str>,
    ) -> Result<Handled, Failure> {
        let role = match token_text {
            Some(text) => self.take_back(game, seat, text).await?,
            None => self.sit_down(game, seat).await?,
        };
        let name = role.name();
        let shown = self.attend(game, role.clone(), move |session: &Session, now| {
            GameMoment::new(session, now).state(name)
        });
        let state = shown.await?;
        self.look_for_opponent(game, &role);
        Ok(Handled::Messages(vec![state], seat_token(game, &role)))
    }

    /// The seat that a token proves to be the client's.
    async fn take_back(
        &self,
        game: &GameId,
        wanted: Option<SeatWish>,
        text: &str,
    ) -> Result<Role, Failure> {
        let taken = || Failure::new(Code::SeatTaken).detail("the seat_token does not fit");
        let host = self.engine.host();
        let failed = |error: Rejection| Failure::of_host(&error, game.as_str());
        let who = host
            .accounts()
            .identify(text)
            .await
            .map_err(Rejection::from)
            .map_err(failed)?;
        let who = who.ok_or_else(taken)?;
        let player = who.player.clone();
        let look = move |session: &Session, _: Millis| seats_of(session, &player);
        let seats = host.look(game, look).await.map_err(failed)?;
        let wish = match seats[..] {
            [] => return Err(taken()),
            [seat] => SeatWish::One(seat),
            _ => SeatWish::Both,
        };
        if wanted.is_some_and(|wanted| wanted != wish) {
            return Err(taken());
        }
        Ok(self.come_back(game, wish, who).await)
    }

    async fn come_back(&self, game: &GameId, wish: SeatWish, who: Identity) -> Role {
        let player = who.player.clone();
        let sitting = self.sit(who);
        // If this cannot be stored, others just do not hear of it.
        let back = Report::Back { player };
        drop(self.engine.host().report_to(game, back).await);
        match wish {
            SeatWish::Both => Role::Both(sitting),
            SeatWish::One(seat) => Role::Player(seat, sitting),
        }
    }

    /// A seat that was never taken.
    async fn sit_down(&self, game: &GameId, wanted: Option<SeatWish>) -> Result<Role, Failure> {
        let host = self.engine.host();
        let failed = |error: Rejection| Failure::of_host(&error, game.as_str());
        let role = self
            .attendance(game)
            .map(|attendance| attendance.role.clone());
        let seat = match (wanted, role) {
            // Asking for one's own seat again is fine.
            (Some(SeatWish::One(seat)), Some(role)) if role.seat() == Some(seat) => {
                return Ok(role);
            }
            (Some(SeatWish::One(seat)), None | Some(Role::Spectator)) => seat,
            _ => return Err(Failure::new(Code::SeatTaken)),
        };
        // Whether the game exists shows before a player is made for it.
        let is_free = move |session: &Session, _: Millis| sitter(session, seat).is_none();
        if !host.look(game, is_free).await.map_err(failed)? {
            return Err(Failure::new(Code::SeatTaken));
        }
        let who = host
            .accounts()
            .newcomer()
            .map_err(Rejection::from)
            .map_err(failed)?;
        let ask = Ask::Sit {
            seat: Some(seat),
            name: who.name.clone(),
        };
        let sitting = self.sit(who);
        let asked = host.ask(game, &sitting.who.player, None, None, ask).await;
        asked.map_err(failed)?;
        Ok(Role::Player(seat, sitting))
    }

    /// A player who comes while the opponent is away hears of it, and need not wait for ever.
    fn look_for_opponent(&self, game: &GameId, role: &Role) {
        let Some(seat) = role.seat() else {
            return;
        };
        let (engine, game) = (self.engine.clone(), game.clone());
        tokio::spawn(async move {
            let look = move |session: &Session, _: Millis| sitter(session, !seat);
            if let Ok(Some(opponent)) = engine.host().look(&game, look).await {
                Engine::watch_absence(engine, game, opponent).await;
            }
        });
    }

    pub(super) async fn spectate(&mut self, game: &GameId) -> Result<Handled, Failure> {
        let role = self
            .attendance(game)
            .map(|attendance| attendance.role.clone());
        let role = role.unwrap_or(Role::Spectator);
        let shown = self.attend(game, role, |session: &Session, now| {
            GameMoment::new(session, now).state("spectator")
        });
        Ok(Handled::Messages(vec![shown.await?], Naming::Usual))
    }

    pub(super) async fn state(&mut self, game: &GameId) -> Result<Handled, Failure> {
        let name = self
            .attendance(game)
            .map_or("spectator", |one| one.role.name());
        let look = move |session: &Session, now: Millis| GameMoment::new(session, now).state(name);
        let state = self.engine.host().look(game, look).await;
        let state = state.map_err(|error| Failure::of_host(&error, game.as_str()))?;
        Ok(Handled::Messages(vec![state], Naming::Usual))
    }

    /// A spectator just stops; a player who leaves a running game loses it.
    pub(super) async fn leave(&mut self, game: &GameId) -> Result<Handled, Failure> {
        match self
            .attendance(game)
            .map(|attendance| attendance.role.clone())
        {
            None => {}
            Some(Role::Spectator) => drop(self.part(game)),
            Some(Role::Both(_)) => self.part_alone(game).await,
            Some(Role::Player(_, sitting)) => {
                let player = sitting.who.player.clone();
                self.part(game);
                drop(sitting);
                let left = Report::Left { player };
                let reported = self.engine.host().report_to(game, left).await;
                reported.map_err(|error| Failure::of_host(&error, game.as_str()))?;
                // Nobody ever came: then there is nothing to keep, unless somebody watches.
                drop(self.engine.remove_if_open(game).await);
            }
        }
        Ok(Handled::Nothing)
    }
}

/// A state names its game by itself; the token of the client's seat comes with it.
fn seat_token(game: &GameId, role: &Role) -> Naming {
    match token(game, role) {
        Naming::Seat(_, token) => Naming::Token(token),
        Naming::Token(token) => Naming::Token(token),
        Naming::Game(_) | Naming::Usual => Naming::Usual,
    }
}
