//! A hosted game in the words of this interface.

use orthodox::{Action, Event, Orthodox, State};
use rules::{AnyGame, CellId, Seat, Variant};
use session::{Millis, Phase, Proposal, Session};

use crate::board::{Piece, Span, Square};
use crate::clock::ClockFace;
use crate::response::{
    ActionOffer, Body, Check, Events, GameResult, GameState, Message, Moves, Played, PlayedAction,
    Promote,
};

/// The state of orthodox chess, if that is what is played.
fn orthodox(game: &dyn AnyGame) -> Option<&State> {
    game.as_any().downcast_ref::<State>()
}

/// Whether this is the game that this interface was made for, whose actions are simple moves.
pub(crate) fn is_orthodox(game: &dyn AnyGame) -> bool {
    orthodox(game).is_some()
}

/// A moment of a hosted game.
pub(crate) struct GameMoment<'a> {
    session: &'a Session,
    now: Millis,
}

impl<'a> GameMoment<'a> {
    pub(crate) fn new(session: &'a Session, now: Millis) -> GameMoment<'a> {
        GameMoment { session, now }
    }

    fn game(&self) -> &dyn AnyGame {
        self.session.game()
    }

    pub(crate) fn clock(&self) -> Option<ClockFace> {
        ClockFace::new(&self.session.clocks(self.now))
    }

    /// The side to move, also when the game is over.
    pub(crate) fn turn(&self) -> Seat {
        turn(
            self.game(),
            self.session.played().last().map(|played| played.seat),
        )
    }

    /// What the side to move may do. Nothing, once the game is over.
    fn choices(&self) -> (Moves, Option<Vec<ActionOffer>>) {
        let is_over = self.session.ending().is_some();
        choices(self.game(), is_over)
    }

    /// The square of the pawn whose promotion is being chosen.
    pub(crate) fn promotion_space(&self) -> Option<Square> {
        if self.session.ending().is_some() {
            return None;
        }
        let events = self.session.board_events().typed::<Event>()?;
        events.iter().find_map(|event| match event {
            Event::PromotionOwed { at, .. } => Square::read(at.as_str()),
            Event::Removed { .. }
            | Event::Moved { .. }
            | Event::Changed { .. }
            | Event::Check { .. }
            | Event::Claimed { .. } => None,
        })
    }

    /// The answer to `new_game`, and what is told after a takeback.
    pub(crate) fn opening(&self) -> Message {
        let check = check_now(self.game());
        self.moveset(
            Events {
                check,
                ..Events::default()
            },
            None,
            None,
        )
    }

    /// What is told after the last action.
    pub(crate) fn after_action(&self) -> Message {
        match is_orthodox(self.game()) {
            true => {
                let played = self.last_played();
                self.moveset(self.events(), played.map(|(span, _)| span), None)
            }
            false => {
                let last = self.session.played().last().map(|played| PlayedAction {
                    action: played.action.clone(),
                    label: played.notation.clone(),
                });
                self.moveset(Events::default(), None, last)
            }
        }
    }

    fn moveset(
        &self,
        events: Events,
        last_move: Option<Span>,
        last_action: Option<PlayedAction>,
    ) -> Message {
        let (moves, actions) = self.choices();
        Message {
            body: Body::NextLegalMoveset {
                moves,
                actions,
                events,
                turn: self.turn(),
                last_move,
                last_action,
            },
            clock: self.clock(),
        }
    }

    /// The last whole move of orthodox chess: the choice of a promotion belongs to the move before it.
    fn last_played(&self) -> Option<(Span, Option<Piece>)> {
        let (last, before) = self.session.played().split_last()?;
        match last.action.strip_prefix('=') {
            Some(letter) => {
                let span = Span::of_action(&before.last()?.action)?;
                Some((span, Piece::read(letter)))
            }
            None => {
                let choice = last.action.get(4..).and_then(Piece::read);
                Some((Span::of_action(&last.action)?, choice))
            }
        }
    }

    /// What the last move did.
    fn events(&self) -> Events {
        let happened = self.session.board_events().typed::<Event>();
        let choice = self.last_played().and_then(|(_, choice)| choice);
        let square = |cell: &CellId| Square::read(cell.as_str());
        let mut events = Events::default();
        for event in happened.unwrap_or_default() {
            match event {
                Event::Removed { at, cause, .. } => {
                    events.capture = square(at);
                    events.en_passant_capture = square(at).filter(|_| *cause == "en_passant");
                }
                Event::Changed { at, .. } => {
                    let promote = square(at).zip(choice);
                    events.promote = promote.map(|(space, piece)| Promote { space, piece });
                }
                Event::Moved { from, to, cause } => {
                    if let ("castled", Some((from, to))) = (*cause, square(from).zip(square(to))) {
                        events.also_move_rook = Some(Span { from, to });
                    }
                }
                Event::Check { seat, king, by } => {
                    events.check = square(king).map(|king| check(*seat, king, by));
                }
                Event::PromotionOwed { .. } | Event::Claimed { .. } => {}
            }
        }
        events
    }

    /// Everything about the game, as somebody on this seat sees it.
    pub(crate) fn state(&self, seat: &'static str) -> Message {
        let pending = self.promotion_space();
        let (moves, actions) = self.choices();
        let state = GameState {
            game_id: self.session.id().to_string(),
            fen: position_text(self.game()),
            turn: self.turn(),
            moves,
            actions,
            check: check_now(self.game()),
            history: self.history(),
            promotion_pending: pending.is_some(),
            draw_offer_by: self.draw_offer_by(),
            result: self.session.ending().map(GameResult::from),
            seat,
        };
        Message {
            body: Body::GameState(Box::new(state)),
            clock: self.clock(),
        }
    }

    fn history(&self) -> Vec<Played> {
        let played = self.session.played().iter();
        if !is_orthodox(self.game()) {
            let action = |played: &session::Played| PlayedAction {
                action: played.action.clone(),
                label: played.notation.clone(),
            };
            return played
                .map(|played| Played::Action(action(played)))
                .collect();
        }
        let mut history = Vec::new();
        for played in played {
            match (played.action.strip_prefix('='), history.last_mut()) {
                (Some(letter), Some(Played::Move { piece_choice, .. })) => {
                    *piece_choice = Piece::read(letter);
                }
                _ => history.extend(Span::of_action(&played.action).map(|span| Played::Move {
                    span,
                    piece_choice: played.action.get(4..).and_then(Piece::read),
                })),
            }
        }
        if self.promotion_space().is_some() {
            // A move that is being held has not been played.
            history.pop();
        }
        history
    }

    /// The end of the game, once it has come.
    pub(crate) fn end(&self) -> Option<Message> {
        let GameResult { victor, reason } = self.session.ending()?.into();
        Some(Message {
            body: Body::GameEnd { victor, reason },
            clock: self.clock(),
        })
    }

    /// The action that one shows by pointing at these two squares, if there is exactly one.
    pub(crate) fn action_of(&self, span: Span) -> Option<String> {
        if is_orthodox(self.game()) {
            return Some(span.action());
        }
        let offers = self.game().offers();
        let mut fitting = offers
            .into_iter()
            .filter(|offer| simple_move(&offer.taps) == Some(span));
        match (fitting.next(), fitting.next()) {
            (Some(offer), None) => Some(offer.action),
            (Some(_), Some(_)) | (None, _) => None,
        }
    }

    /// Who has offered a draw that stands.
    pub(crate) fn draw_offer_by(&self) -> Option<Seat> {
        let offers = |&seat: &Seat| self.session.proposals(seat).contains(&Proposal::Draw);
        Seat::BOTH.into_iter().find(offers)
    }

    /// Whether the rules grant a claim on this ground.
    pub(crate) fn grants(&self, ground: &str) -> bool {
        let Phase::Running { to_act } = self.session.phase() else {
            return false;
        };
        let Ok(step) = self.game().apply(to_act, "claim") else {
            return false;
        };
        let status = step.game.status();
        let granted = status.outcome().map(|outcome| outcome.reason.as_str());
        // Where both grounds hold, the rules name one of them; the client may have named the other.
        let is_fifty = ground == rules::Reason::FIFTY_MOVE_RULE.as_str()
            && halfmoves(self.game()).is_some_and(|moves| moves >= FIFTY_MOVES);
        granted == Some(ground) || (granted.is_some() && is_fifty)
    }
}

/// Half-moves without progress that make a draw claimable.
const FIFTY_MOVES: u32 = 100;

/// Half-moves without capture or pawn move, as the position text tells.
fn halfmoves(game: &dyn AnyGame) -> Option<u32> {
    position_text(game).split(' ').nth(4)?.parse().ok()
}

/// The side to move in a game that may be over.
fn turn(game: &dyn AnyGame, last: Option<Seat>) -> Seat {
    let to_act = game.status().to_act();
    match (to_act, orthodox(game)) {
        (Some(seat), _) => seat,
        (None, Some(_)) => match position_text(game).split(' ').nth(1) {
            Some("b") => Seat::Black,
            _ => Seat::White,
        },
        (None, None) => last.map_or(Seat::White, |seat| !seat),
    }
}

/// What the side to move may do.
fn choices(game: &dyn AnyGame, is_over: bool) -> (Moves, Option<Vec<ActionOffer>>) {
    match (orthodox(game), is_over) {
        (Some(_), true) => (Moves::default(), None),
        (Some(state), false) => (Moves::new(Orthodox::legal(state).filter_map(span)), None),
        (None, true) => (Moves::default(), Some(Vec::new())),
        (None, false) => {
            let offers = game.offers();
            let moves = Moves::new(offers.iter().filter_map(|offer| simple_move(&offer.taps)));
            let offer = |offer: rules::Offer| ActionOffer {
                action: offer.action,
                label: offer.label,
                places: offer.taps,
            };
            (moves, Some(offers.into_iter().map(offer).collect()))
        }
    }
}

/// The two squares of a move of orthodox chess.
fn span(action: Action) -> Option<Span> {
    match action {
        Action::Move { from, to, .. } => {
            let from = Square::of_chars(from.file().char(), from.rank().char());
            let to = Square::of_chars(to.file().char(), to.rank().char());
            from.zip(to).map(|(from, to)| Span { from, to })
        }
        Action::Promote(_) | Action::Claim => None,
    }
}

/// The two squares of an action that one shows by pointing at two squares of a board of eight by eight.
pub(crate) fn simple_move(taps: &[CellId]) -> Option<Span> {
    let [from, to] = taps else {
        return None;
    };
    Some(Span {
        from: Square::read(from.as_str())?,
        to: Square::read(to.as_str())?,
    })
}

/// The FEN of a position of orthodox chess, or the position text of another game.
fn position_text(game: &dyn AnyGame) -> String {
    let setup = game.setup();
    match is_orthodox(game) {
        // The options are for `new_game` to choose.
        true => orthodox::Setup::fen_in(&setup).to_owned(),
        false => setup,
    }
}

fn check(in_check: Seat, king_space: Square, by: &[CellId]) -> Check {
    let threats = by.iter().filter_map(|cell| Square::read(cell.as_str()));
    let mut threats: Vec<Square> = threats.collect();
    threats.sort_unstable();
    Check {
        in_check,
        threats,
        king_space,
    }
}

/// The check in a position of orthodox chess that nobody has just moved into.
fn check_now(game: &dyn AnyGame) -> Option<Check> {
    let Some(Event::Check { seat, king, by }) = orthodox(game)?.check() else {
        return None;
    };
    Some(check(seat, Square::read(king.as_str())?, &by))
}

/// A position in which the game is already over, which no session can be made of: the answers to `new_game` and
/// to `state_request`.
pub(crate) struct Finished(Box<dyn AnyGame>);

impl Finished {
    /// `None` if somebody is to act.
    pub(crate) fn new(game: Box<dyn AnyGame>) -> Option<Finished> {
        game.status().outcome()?;
        Some(Finished(game))
    }

    fn result(&self) -> GameResult {
        let ending = self
            .0
            .status()
            .outcome()
            .cloned()
            .map(session::Ending::from);
        ending.as_ref().map_or_else(
            || GameResult {
                victor: "draw",
                reason: String::new(),
            },
            GameResult::from,
        )
    }

    pub(crate) fn opening(&self) -> [Message; 2] {
        let (moves, actions) = choices(&*self.0, true);
        let check = check_now(&*self.0);
        let moveset = Body::NextLegalMoveset {
            moves,
            actions,
            events: Events {
                check,
                ..Events::default()
            },
            turn: turn(&*self.0, None),
            last_move: None,
            last_action: None,
        };
        let GameResult { victor, reason } = self.result();
        let end = Body::GameEnd { victor, reason };
        [moveset, end].map(|body| Message { body, clock: None })
    }

    pub(crate) fn state(&self, game_id: &str) -> Message {
        let (moves, actions) = choices(&*self.0, true);
        let state = GameState {
            game_id: game_id.to_owned(),
            fen: position_text(&*self.0),
            turn: turn(&*self.0, None),
            moves,
            actions,
            check: check_now(&*self.0),
            history: Vec::new(),
            promotion_pending: false,
            draw_offer_by: None,
            result: Some(self.result()),
            seat: "both",
        };
        Message {
            body: Body::GameState(Box::new(state)),
            clock: None,
        }
    }
}

/// The id of the game that this interface is about.
pub(crate) const ORTHODOX: &str = <Orthodox as Variant>::META.id;
