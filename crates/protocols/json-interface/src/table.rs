//! One game: the rules, the clocks, the draw offer, the promotion that is being chosen.

use rules::{AnyGame, AnyStep, Outcome, Reason, Seat};
use serde_json::Value;

use super::board::{Piece, Span, Square};
use super::clock::{Clock, Timing};
use super::failure::{Code, Failure};
use super::response::{Check, Events, GameState, Message, Moves, Played, Promote, Stamp};

const RESIGNATION: Reason = Reason::new("resignation");
const DRAW_AGREEMENT: Reason = Reason::new("draw_agreement");
const TIMEOUT: Reason = Reason::new("timeout");
const TIMEOUT_INSUFFICIENT: Reason = Reason::new("timeout_insufficient_material");
const ABANDONMENT: Reason = Reason::new("abandonment");

/// Half-moves without progress that make a draw claimable.
const FIFTY_MOVES: u32 = 100;

/// One game.
pub(super) struct Table {
    game: Box<dyn AnyGame>,
    /// The side to move, also when the game is over.
    turn: Seat,
    history: Vec<Played>,
    /// The pawn move whose promotion is being chosen.
    pending: Option<Span>,
    check: Option<Check>,
    draw_offer_by: Option<Seat>,
    result: Option<Outcome>,
    clock: Option<Clock>,
}

impl Table {
    pub(super) fn new(game: Box<dyn AnyGame>, timing: Option<Timing>, now: u64) -> Table {
        let status = game.status();
        let mut table = Table {
            turn: status.to_act().unwrap_or_else(|| turn_of(&fen(&*game))),
            check: check_now(&*game),
            result: status.outcome().cloned(),
            game,
            history: Vec::new(),
            pending: None,
            draw_offer_by: None,
            clock: timing.map(Clock::new),
        };
        if let Some(clock) = table.clock.as_mut().filter(|_| table.result.is_none()) {
            clock.start(table.turn, now);
        }
        table
    }

    pub(super) fn is_over(&self) -> bool {
        self.result.is_some()
    }

    pub(super) fn turn(&self) -> Seat {
        self.turn
    }

    /// The answer to `new_game`.
    pub(super) fn opening(&self, now: u64) -> Vec<Message> {
        let events = Events {
            check: self.check.clone(),
            ..Events::default()
        };
        self.moveset(events, None, now)
    }

    fn moveset(&self, events: Events, last_move: Option<Span>, now: u64) -> Vec<Message> {
        let moves = Message::NextLegalMoveset {
            moves: self.moves(),
            events,
            turn: self.turn,
            last_move,
            stamp: self.stamp(now),
        };
        std::iter::once(moves)
            .chain(self.end_message(now))
            .collect()
    }

    fn stamp(&self, now: u64) -> Stamp {
        Stamp {
            clock: self.clock.as_ref().map(|clock| clock.face(now)),
            ..Stamp::default()
        }
    }

    fn end_message(&self, now: u64) -> Option<Message> {
        let result = self.result.as_ref()?.into();
        Some(Message::GameEnd {
            result,
            stamp: self.stamp(now),
        })
    }

    fn moves(&self) -> Moves {
        let mut moves = Moves::new();
        if self.result.is_none() {
            for span in self
                .game
                .legal()
                .iter()
                .filter_map(|action| Span::of_action(action))
            {
                moves.entry(span.from).or_default().push(span.to);
            }
        }
        moves
            .values_mut()
            .for_each(|targets| targets.sort_unstable());
        moves
    }

    pub(super) fn state(&self, seat: &'static str, now: u64) -> Message {
        Message::GameState(Box::new(GameState {
            game_id: None,
            fen: fen(&*self.game),
            turn: self.turn,
            moves: self.moves(),
            check: self.check.clone(),
            history: self.history.clone(),
            promotion_pending: self.pending.is_some(),
            draw_offer_by: self.draw_offer_by,
            result: self.result.as_ref().map(Into::into),
            seat,
            clock: self.clock.as_ref().map(|clock| clock.face(now)),
            request_id: None,
        }))
    }

    /// A move; without a choice a promoting one is held until the choice comes.
    pub(super) fn piece_move(
        &mut self,
        now: u64,
        span: Span,
        choice: Option<Piece>,
    ) -> Result<Vec<Message>, Failure> {
        if self.pending.is_some() {
            return Err(Failure::new(Code::PromotionPending));
        }
        let action = span.from.lower() + &span.to.lower();
        let step = self
            .game
            .apply(self.turn, &action)
            .map_err(|no| match no.code.as_str() {
                "no-piece" => Failure::new(Code::EmptySquare).detail(span.from.to_string()),
                "not-your-piece" => Failure::new(Code::NotYourPiece).detail(span.from.to_string()),
                _ => Failure::new(Code::IllegalMove).detail(format!("{} {}", span.from, span.to)),
            })?;
        let mut events = step.events.to_json().into_iter();
        let owes_choice = events.any(|event| event["type"] == "promotion_owed");
        if !owes_choice {
            return Ok(self.complete(
                now,
                Played {
                    span,
                    piece_choice: None,
                },
                step,
            ));
        }
        self.game = step.game;
        self.pending = Some(span);
        match choice {
            Some(piece) => self.promotion_choice(now, piece),
            None => Ok(vec![Message::PromotionPrompt {
                space: span.to,
                stamp: Stamp::default(),
            }]),
        }
    }

    pub(super) fn promotion_choice(
        &mut self,
        now: u64,
        piece: Piece,
    ) -> Result<Vec<Message>, Failure> {
        let span = self.pending.ok_or(Failure::new(Code::NoPromotionPending))?;
        let step = self
            .game
            .apply(self.turn, piece.action())
            .map_err(|no| Failure::new(Code::BadPieceChoice).detail(no.message))?;
        self.pending = None;
        Ok(self.complete(
            now,
            Played {
                span,
                piece_choice: Some(piece),
            },
            step,
        ))
    }

    fn complete(&mut self, now: u64, played: Played, step: AnyStep) -> Vec<Message> {
        self.draw_offer_by = self.draw_offer_by.filter(|by| *by == self.turn);
        self.game = step.game;
        self.history.push(played);
        let status = self.game.status();
        self.turn = status.to_act().unwrap_or(!self.turn);
        self.result = status.outcome().cloned();
        if let Some(clock) = &mut self.clock {
            clock.press(now, status.to_act());
        }
        let events = events(&step.events.to_json(), played.piece_choice);
        self.check = events.check.clone();
        self.moveset(events, Some(played.span), now)
    }

    fn end(&mut self, now: u64, outcome: Outcome) -> Vec<Message> {
        self.result = Some(outcome);
        self.draw_offer_by = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        self.end_message(now).into_iter().collect()
    }

    pub(super) fn resign(&mut self, now: u64, seat: Seat) -> Vec<Message> {
        self.end(now, Outcome::win(!seat, RESIGNATION))
    }

    pub(super) fn abandon(&mut self, now: u64, seat: Seat) -> Vec<Message> {
        self.end(now, Outcome::win(!seat, ABANDONMENT))
    }

    pub(super) fn draw_offer(&mut self, seat: Seat) -> Vec<Message> {
        // An offer that meets the other side's offer leaves that one standing: it can be accepted.
        let by = *self.draw_offer_by.get_or_insert(seat);
        vec![Message::DrawOffered {
            by,
            stamp: Stamp::default(),
        }]
    }

    /// The side that answers an offer: `None` if there is none, or only one's own.
    fn answering(&self, seat: Option<Seat>) -> Result<Seat, Failure> {
        let by = self.draw_offer_by.ok_or(Failure::new(Code::NoDrawOffer))?;
        match seat {
            Some(seat) if seat == by => Err(Failure::new(Code::NoDrawOffer)),
            _ => Ok(!by),
        }
    }

    pub(super) fn draw_accept(
        &mut self,
        now: u64,
        seat: Option<Seat>,
    ) -> Result<Vec<Message>, Failure> {
        self.answering(seat)?;
        Ok(self.end(now, Outcome::draw(DRAW_AGREEMENT)))
    }

    pub(super) fn draw_decline(&mut self, seat: Option<Seat>) -> Result<Vec<Message>, Failure> {
        let by = self.answering(seat)?;
        self.draw_offer_by = None;
        Ok(vec![Message::DrawDeclined {
            by,
            stamp: Stamp::default(),
        }])
    }

    pub(super) fn draw_claim(&mut self, now: u64, reason: &str) -> Result<Vec<Message>, Failure> {
        let invalid = || Failure::new(Code::ClaimNotValid).detail(reason);
        if self.pending.is_some() {
            return Err(invalid());
        }
        let step = self.game.apply(self.turn, "claim").map_err(|_| invalid())?;
        let status = step.game.status();
        let granted = status.outcome().ok_or_else(invalid)?;
        // Where both grounds hold, the rules name one of them; the client may have named the other.
        let fifty = reason == Reason::FIFTY_MOVE_RULE.as_str()
            && self
                .halfmoves()
                .is_some_and(|moves: u32| moves >= FIFTY_MOVES);
        if granted.reason.as_str() == reason {
            Ok(self.end(now, granted.clone()))
        } else if fifty {
            Ok(self.end(now, Outcome::draw(Reason::FIFTY_MOVE_RULE)))
        } else {
            Err(invalid())
        }
    }

    /// Half-moves without capture or pawn move, as the position text tells.
    fn halfmoves(&self) -> Option<u32> {
        fen(&*self.game).split(' ').nth(4)?.parse().ok()
    }

    /// When the running clock reaches zero.
    pub(super) fn deadline(&self) -> Option<u64> {
        self.clock
            .as_ref()
            .and_then(Clock::deadline)
            .map(|(at, _)| at)
    }

    /// Ends the game if the running clock has reached zero.
    pub(super) fn tick(&mut self, now: u64) -> Vec<Message> {
        let deadline = self.clock.as_ref().and_then(Clock::deadline);
        let Some((_, seat)) = deadline.filter(|(at, _)| *at <= now && !self.is_over()) else {
            return Vec::new();
        };
        let outcome = match self.game.can_win(!seat) {
            true => Outcome::win(!seat, TIMEOUT),
            false => Outcome::draw(TIMEOUT_INSUFFICIENT),
        };
        self.end(now, outcome)
    }
}

/// The position text without the options that follow it.
fn fen(game: &dyn AnyGame) -> String {
    let setup = game.setup();
    setup
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned()
}

fn turn_of(fen: &str) -> Seat {
    if fen.split(' ').nth(1) == Some("b") {
        Seat::Black
    } else {
        Seat::White
    }
}

/// The check in a position that nobody has just moved into.
fn check_now(game: &dyn AnyGame) -> Option<Check> {
    let in_check = game.status().to_act()?;
    let scene = game.scene();
    let king = scene
        .marks
        .iter()
        .find(|mark| mark.kind == "check")?
        .cells
        .first()?;
    let explanation = game.explain(king.as_str())?;
    let note = explanation.notes.iter().find(|note| note.code == "check")?;
    let mut threats: Vec<Square> = note
        .cells
        .iter()
        .filter_map(|cell| Square::read(cell.as_str()))
        .collect();
    threats.sort_unstable();
    Some(Check {
        in_check,
        threats,
        king_space: Square::read(king.as_str())?,
    })
}

/// The events of the rules in the words of this interface.
fn events(happened: &[Value], choice: Option<Piece>) -> Events {
    let mut events = Events::default();
    for event in happened {
        let square = |key: &str| event[key].as_str().and_then(Square::read);
        match (event["type"].as_str(), event["cause"].as_str()) {
            (Some("removed"), cause) => {
                events.capture = square("at");
                events.en_passant_capture = square("at").filter(|_| cause == Some("en_passant"));
            }
            (Some("changed"), Some("promoted")) => {
                let promote = square("at").zip(choice);
                events.promote = promote.map(|(space, piece)| Promote { space, piece });
            }
            (Some("moved"), Some("castled")) => {
                let span = square("from").zip(square("to"));
                events.also_move_rook = span.map(|(from, to)| Span { from, to });
            }
            (Some("check"), _) => events.check = check_of(event),
            _ => {}
        }
    }
    events
}

fn check_of(event: &Value) -> Option<Check> {
    let threats = event["by"].as_array()?.iter();
    let mut threats: Vec<Square> = threats
        .filter_map(|by| Square::read(by.as_str()?))
        .collect();
    threats.sort_unstable();
    Some(Check {
        in_check: event["seat"].as_str()?.parse().ok()?,
        threats,
        king_space: Square::read(event["king"].as_str()?)?,
    })
}
