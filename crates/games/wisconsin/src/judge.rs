//! Finds the reason why an action is refused.

use rules::Seat;

use crate::action::{Action, Move};
use crate::after::after;
use crate::castling::{self, Castle, NoCastling};
use crate::characteristics::Characteristic;
use crate::characteristics::immunity::{Immunity, immunity};
use crate::characteristics::marks::Mark;
use crate::event::Event;
use crate::explain::sources;
use crate::geometry::Direction;
use crate::illegal::{Illegal, Placed};
use crate::kind::Kind;
use crate::moves::{Danger, Turn};
use crate::paths::{leads_to, reach};
use crate::piece::Piece;
use crate::square::Square;
use crate::state::State;

/// Judges an action of a seat.
///
/// # Errors
/// Says why the action is not legal.
pub(crate) fn judge(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
    match state.status().to_act() {
        None => return Err(Illegal::GameOver),
        Some(active) if active != seat => return Err(Illegal::NotYourTurn(active)),
        Some(_) => {}
    }
    match (action, state.promotion_owed()) {
        (Action::Promote(kind), Some(_)) if Kind::PROMOTIONS.contains(kind) => Ok(()),
        (Action::Promote(kind), Some(_)) => Err(Illegal::NoSuchPromotion(kind.name().to_owned())),
        (Action::Promote(_), None) => Err(Illegal::NoPromotionOwed),
        (Action::Move(_), Some((square, _))) => {
            Err(Illegal::PromotionOwed(Placed::on(&state.board, square)))
        }
        (Action::Move(step), None) => judge_move(state, *step),
    }
}

fn judge_move(state: &State, step: Move) -> Result<(), Illegal> {
    let at = |square| Placed::on(&state.board, square);
    let piece = match state.board.get(step.from) {
        None => return Err(Illegal::EmptySquare(step.from)),
        Some(piece) if piece.seat != state.active => {
            return Err(Illegal::NotYourPiece(at(step.from)));
        }
        Some(piece) => piece,
    };
    let case = Case {
        state,
        turn: state.turn(),
        step,
        piece,
    };
    if !case.turn.candidates(step.from).has(step.to) {
        return Err(case.out_of_reach());
    }
    match case.turn.danger(step) {
        None => Ok(()),
        Some(danger) => Err(case.dangerous(danger)),
    }
}

/// A move of an own piece that is about to be refused.
struct Case<'s> {
    state: &'s State,
    turn: Turn<'s>,
    step: Move,
    piece: Piece,
}

impl Case<'_> {
    fn at(&self, square: Square) -> Placed {
        Placed::on(&self.state.board, square)
    }

    fn out_of_reach(&self) -> Illegal {
        let Move { from, to } = self.step;
        let marks = &self.turn.marks;
        if marks.has(from, Mark::Stopped) {
            return Illegal::Stopped {
                piece: self.at(from),
                by: self.source(Mark::Stopped, from),
            };
        }
        let meant = castling::looks_like(self.piece.seat, self.step);
        if let Some(way) = meant.filter(|_| self.piece.kind == Kind::King) {
            return self.no_castling(&way);
        }
        match self.state.board.get(to) {
            Some(target) if target.seat == self.piece.seat => self.own_piece(target),
            Some(_) => self.no_capture(),
            None => self.no_quiet_move(),
        }
    }

    /// The first piece that puts a mark on the one on this square.
    fn source(&self, mark: Mark, square: Square) -> Placed {
        let from = sources(&self.state.board, &self.turn.marks, mark, square).first();
        self.at(from.unwrap_or(square))
    }

    fn no_castling(&self, way: &Castle) -> Illegal {
        if let Some(threat) = self.turn.check {
            return Illegal::CastlingInCheck(self.at(threat.from));
        }
        let obstacle = castling::obstacle(&self.state.board, self.piece.seat, way)
            .unwrap_or(NoCastling::KingMoved);
        let piece = match obstacle {
            NoCastling::KingMoved => self.step.from,
            NoCastling::Corner(square) | NoCastling::Between(square) => square,
            NoCastling::Attacked { by, .. } => by,
        };
        Illegal::NoCastling(obstacle, self.at(piece))
    }

    fn own_piece(&self, target: Piece) -> Illegal {
        let warp = self.at(self.step.to);
        if self.piece.kind != Kind::King || !target.kind.has(Characteristic::Extricates) {
            return Illegal::OwnPiece(warp);
        }
        if self.turn.marks.has(self.step.to, Mark::Normalised) {
            let by = self.source(Mark::Normalised, self.step.to);
            return Illegal::WarpNormalised { warp, by };
        }
        Illegal::NotInCheck(warp)
    }

    fn no_capture(&self) -> Illegal {
        let Move { from, to } = self.step;
        let Piece { kind, seat, .. } = self.piece;
        let occupied = self.state.board.occupied();
        let touched = reach(kind.capture_paths(), kind.mode(), seat, from, occupied).touched;
        let target = self.at(to);
        let piece = self.at(from);
        if touched.has(to) {
            return self.spared(to);
        }
        if leads_to(kind.capture_paths(), seat, from, to) {
            return self.blocked();
        }
        let quietly = self.quiet_path_leads();
        if quietly {
            Illegal::CapturesOtherwise { piece, target }
        } else {
            Illegal::NoPath { piece, to }
        }
    }

    fn spared(&self, square: Square) -> Illegal {
        let (board, marks) = (&self.state.board, &self.turn.marks);
        let immunity = immunity(board, marks, square, self.piece.kind);
        let immunity = immunity.unwrap_or(Immunity::Protected);
        let mark = match immunity {
            Immunity::Protected => Some(Mark::Protected),
            Immunity::Immaterial => Some(Mark::Immaterialised),
            Immunity::Tense => None,
        };
        let by = mark.and_then(|mark| sources(board, marks, mark, square).first());
        Illegal::Spared {
            target: self.at(square),
            immunity,
            by: by.map(|by| self.at(by)),
        }
    }

    fn no_quiet_move(&self) -> Illegal {
        let Move { from, to } = self.step;
        let piece = self.at(from);
        if self.quiet_path_leads() {
            return self.blocked();
        }
        if leads_to(self.piece.kind.capture_paths(), self.piece.seat, from, to) {
            return Illegal::NothingToCapture { piece, to };
        }
        Illegal::NoPath { piece, to }
    }

    fn quiet_path_leads(&self) -> bool {
        let Move { from, to } = self.step;
        let Piece {
            kind, seat, moved, ..
        } = self.piece;
        let enabled = self.turn.marks.has(from, Mark::Enabled);
        leads_to(kind.quiet_paths(moved), seat, from, to)
            || (enabled && leads_to(kind.rally_paths(), seat, from, to))
    }

    /// The first piece in the way; on the stairs of a knight's path, the one nearest to the start.
    fn blocked(&self) -> Illegal {
        let Move { from, to } = self.step;
        let occupied = self.state.board.occupied();
        let straight = Direction::ALL
            .into_iter()
            .find(|direction| direction.ray(from).has(to));
        let by = match straight {
            Some(direction) => direction.nearest(direction.ray(from) & occupied),
            None => Square::all()
                .filter(|square| occupied.has(*square) && square.distance(from) == 1)
                .min_by_key(|square| square.distance(to)),
        };
        let piece = self.at(from);
        match by {
            Some(by) => Illegal::Blocked {
                piece,
                to,
                by: self.at(by),
            },
            None => Illegal::NoPath { piece, to },
        }
    }

    fn dangerous(&self, danger: Danger) -> Illegal {
        let state = self.state;
        let mut events = Vec::new();
        let after = after(
            &state.board,
            &self.turn.marks,
            self.step,
            state.previous,
            &mut events,
        );
        let at = |square| Placed::on(&after.board, square);
        match danger {
            Danger::KingLost => self.king_lost(&events),
            Danger::KingTaken => {
                let king = state.board.king(!self.piece.seat);
                Illegal::KingsAreNotCaptured(self.at(king.unwrap_or(self.step.to)))
            }
            Danger::Threat(threat) if after.board.king(self.piece.seat) == Some(threat.to) => {
                Illegal::LeavesInCheck {
                    by: at(threat.from),
                }
            }
            Danger::Threat(threat) => Illegal::LeavesInBlast {
                by: at(threat.from),
                centre: at(threat.to),
            },
            Danger::Promotion(square, kind) => Illegal::PromotionChecks {
                pawn: at(square),
                kind,
            },
        }
    }

    /// Finds the event in which the king is lost.
    fn king_lost(&self, events: &[Event]) -> Illegal {
        let loss = events.iter().find_map(|event| match event {
            Event::Removed {
                kind: Kind::King,
                seat,
                cause,
                by,
                ..
            } if *seat == self.piece.seat => Some((*cause, *by)),
            Event::Moved { .. }
            | Event::Removed { .. }
            | Event::Changed { .. }
            | Event::PromotionOwed { .. }
            | Event::Check { .. } => None,
        });
        match loss {
            // A mover that is asserted blasts from where it went.
            Some((cause, by)) if by == self.step.to && self.state.board.get(by).is_none() => {
                Illegal::king_lost(cause, self.at(self.step.from))
            }
            Some((cause, by)) => Illegal::king_lost(cause, self.at(by)),
            None => Illegal::NotLegal(self.step.to_string()),
        }
    }
}
