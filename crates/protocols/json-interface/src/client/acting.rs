//! What a player does in a game.

use host::{Asking, Rejection};
use rules::{RefusalKind, Seat};
use session::{Ask, GameId, Millis, Proposal, Report, Session};

use super::{Client, Handled, Naming, Role};
use crate::board::{Piece, Span};
use crate::bulletin::CLAIM;
use crate::failure::{Code, Failure};
use crate::game_moment::GameMoment;
use crate::request::Body;
use crate::response::{Body as Said, Message};

/// The part of a session that decides what a request means.
struct Moment {
    is_over: bool,
    draw_offer_by: Option<Seat>,
    turn: Seat,
    is_promoting: bool,
}

impl Client {
    /// Does what a player asks for.
    pub(super) async fn act(&mut self, game: &GameId, body: Body) -> Result<Handled, Failure> {
        let role = self
            .attendance(game)
            .map(|attendance| attendance.role.clone());
        let role = match role {
            Some(role @ (Role::Both(_) | Role::Player(..))) => role,
            Some(Role::Spectator) | None => {
                let over = self.moment(game).await?.is_over;
                let code = if over {
                    Code::GameOver
                } else {
                    Code::NotAPlayer
                };
                return Err(Failure::new(code));
            }
        };
        match body {
            Body::PieceMove { from, to, choice } => {
                let span = Span { from, to };
                self.play_move(game, span, choice, Naming::Usual).await
            }
            Body::PromotionChoice(piece) => self.choose(game, piece, Naming::Usual).await,
            Body::Action(action) => {
                self.play(game, action.clone(), &action, Naming::Usual)
                    .await
            }
            Body::Resign { color } => {
                let seat = role.seat().or(color);
                self.ask(game, seat, Ask::Resign, "").await
            }
            Body::DrawOffer { color } => self.offer_draw(game, role.seat().or(color)).await,
            Body::DrawAccept { color } => {
                let proposal = Proposal::Draw;
                let seat = self.answering(game, role.seat().or(color)).await?;
                self.ask(game, Some(seat), Ask::Accept { proposal }, "")
                    .await
            }
            Body::DrawDecline { color } => {
                let proposal = Proposal::Draw;
                let seat = self.answering(game, role.seat().or(color)).await?;
                self.ask(game, Some(seat), Ask::Decline { proposal }, "")
                    .await
            }
            Body::DrawClaim { reason } => self.claim(game, &role, &reason).await,
            // Handled before: they need no player.
            Body::NewGame(_)
            | Body::JoinGame { .. }
            | Body::Spectate
            | Body::StateRequest
            | Body::LeaveGame => Err(Failure::new(Code::NotAPlayer)),
        }
    }

    async fn moment(&self, game: &GameId) -> Result<Moment, Failure> {
        let look = |session: &Session, now: Millis| {
            let position = GameMoment::new(session, now);
            Moment {
                is_over: session.ending().is_some(),
                draw_offer_by: position.draw_offer_by(),
                turn: position.turn(),
                is_promoting: position.promotion_space().is_some(),
            }
        };
        let seen = self.engine.host().look(game, look).await;
        seen.map_err(|error| Failure::of_host(&error, game.as_str()))
    }

    /// A move; without a choice a promoting one is held until the choice comes.
    pub(super) async fn play_move(
        &mut self,
        game: &GameId,
        span: Span,
        choice: Option<Piece>,
        naming: Naming,
    ) -> Result<Handled, Failure> {
        let about = format!("{} {}", span.from, span.to);
        let look =
            move |session: &Session, now: Millis| GameMoment::new(session, now).action_of(span);
        let is_orthodox = self.attendance(game).is_some_and(|one| one.is_orthodox);
        let action = match is_orthodox {
            true => Some(span.action()),
            false => {
                let found = self.engine.host().look(game, look).await;
                found.map_err(|error| Failure::of_host(&error, &about))?
            }
        };
        // What is not a move of these two squares is refused by the rules, which know why.
        let action = action.unwrap_or_else(|| span.action());
        let told = self.play(game, action, &about, naming.clone()).await?;
        let Some(piece) = choice.filter(|_| is_orthodox && span.reaches_last_rank()) else {
            return Ok(told);
        };
        match self.moment(game).await?.is_promoting {
            true => self.choose(game, piece, naming).await,
            false => Ok(told),
        }
    }

    async fn choose(
        &mut self,
        game: &GameId,
        piece: Piece,
        naming: Naming,
    ) -> Result<Handled, Failure> {
        if !self.attendance(game).is_some_and(|one| one.is_orthodox) {
            return Err(Failure::new(Code::NoPromotionPending));
        }
        self.play(game, piece.action().to_owned(), "", naming).await
    }

    /// Plays an action, or what a person would type for it.
    async fn play(
        &mut self,
        game: &GameId,
        action: String,
        about: &str,
        naming: Naming,
    ) -> Result<Handled, Failure> {
        let seat = self.attendance(game).and_then(|one| one.role.seat());
        let after = None;
        let answer = self
            .ask(game, seat, Ask::Act { action, after }, about)
            .await?;
        Ok(match answer {
            Handled::Told { game, seq, .. } => Handled::Told { game, seq, naming },
            answer @ (Handled::Messages(..) | Handled::Nothing) => answer,
        })
    }

    /// Asks something of the session, as the player of this seat or, if there is none, of the seat to act.
    async fn ask(
        &mut self,
        game: &GameId,
        seat: Option<Seat>,
        ask: Ask,
        about: &str,
    ) -> Result<Handled, Failure> {
        let attendance = self.attendance(game);
        let sitting = attendance.and_then(|one| one.role.sitting().cloned());
        let sitting = sitting.ok_or(Failure::new(Code::NotAPlayer))?;
        let asking = Asking {
            player: &sitting.who.player,
            seat,
            tag: None,
            ask,
        };
        let (asked, work) = self.engine.host().ask_measured(game, asking).await;
        self.processor_time += work;
        match asked {
            Ok(asked) => Ok(Handled::Told {
                game: game.clone(),
                seq: asked.seq,
                naming: Naming::Usual,
            }),
            Err(error) => {
                self.let_flag_fall(game, &error).await;
                Err(Failure::of_host(&error, about))
            }
        }
    }

    /// A flag that has fallen ends the game before anything else is answered.
    async fn let_flag_fall(&self, game: &GameId, error: &Rejection) {
        if matches!(error, Rejection::Refused(no) if no.kind == RefusalKind::TimeUp) {
            drop(self.engine.host().report_to(game, Report::Tick).await);
        }
    }

    /// The answer to a request that has changed nothing.
    fn unchanged(&self, game: &GameId, body: Said) -> Handled {
        let naming = match self.games.len() > 1 {
            true => Naming::Game(game.clone()),
            false => Naming::Usual,
        };
        Handled::Messages(vec![Message { body, clock: None }], naming)
    }

    async fn offer_draw(&mut self, game: &GameId, seat: Option<Seat>) -> Result<Handled, Failure> {
        let moment = self.moment(game).await?;
        if let (Some(by), false) = (moment.draw_offer_by, moment.is_over) {
            // An offer that meets the other side's leaves that one standing: it can be accepted.
            return Ok(self.unchanged(game, Said::DrawOffered { by }));
        }
        let proposal = Proposal::Draw;
        let seat = seat.unwrap_or(moment.turn);
        self.ask(game, Some(seat), Ask::Propose { proposal }, "")
            .await
    }

    /// The seat that answers an offer of the other.
    async fn answering(&self, game: &GameId, seat: Option<Seat>) -> Result<Seat, Failure> {
        let moment = self.moment(game).await?;
        if moment.is_over {
            return Err(Failure::new(Code::GameOver));
        }
        let by = moment
            .draw_offer_by
            .ok_or(Failure::new(Code::NoDrawOffer))?;
        match seat {
            Some(seat) if seat == by => Err(Failure::new(Code::NoDrawOffer)),
            Some(_) | None => Ok(!by),
        }
    }

    async fn claim(
        &mut self,
        game: &GameId,
        role: &Role,
        ground: &str,
    ) -> Result<Handled, Failure> {
        let moment = self.moment(game).await?;
        if moment.is_over {
            return Err(Failure::new(Code::GameOver));
        }
        if role.seat().is_some_and(|seat| seat != moment.turn) {
            return Err(Failure::new(Code::NotYourTurn));
        }
        let invalid = || Failure::new(Code::ClaimNotValid).detail(ground);
        let named = ground.to_owned();
        let look =
            move |session: &Session, now: Millis| GameMoment::new(session, now).grants(&named);
        let is_granted = self.engine.host().look(game, look).await;
        match is_granted {
            Ok(true) => {
                let claimed = self.play(game, CLAIM.to_owned(), ground, Naming::Usual);
                claimed.await.map_err(|_| invalid())
            }
            Ok(false) => Err(invalid()),
            Err(error) => Err(Failure::of_host(&error, ground)),
        }
    }
}
