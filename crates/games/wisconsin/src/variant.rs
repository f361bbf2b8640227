//! Wisconsin Chess as one of the games of the catalog.

use rules::sheet::{MoveStyle, SheetForm, SheetMove};
use rules::{
    CellId, Explanation, Meta, Note, Premove, Preview, Reach, Scenario, Scene, SceneChange, Seat,
    Shape, Status, Step, Variant,
};

use crate::action::Action;
use crate::event::{Cause, Event};
use crate::explain;
use crate::illegal::Illegal;
use crate::judge::judge;
use crate::kind::Kind;
use crate::notation;
use crate::piece::Piece;
use crate::reach;
use crate::scenarios::scenarios;
use crate::scene::{scene, token};
use crate::setup::{PRESETS, Setup, Start, preset};
use crate::square::Square;
use crate::state::{Standing, State};

/// Wisconsin Chess.
pub struct Wisconsin;

impl Variant for Wisconsin {
    const META: Meta = Meta {
        id: "wisconsin",
        name: "Wisconsin Chess",
        summary: "Chess with seventeen new kinds of pieces that change what happens around them.",
        rules_version: 1,
        shape: Shape::Flat,
        presets: PRESETS,
        file: None,
        picture: include_str!("../card.svg"),
        typing: &[],
        learn: Some("/learn/wisconsin"),
    };

    const SHEET: SheetForm = SheetForm::Moves(MoveStyle {
        actions_of: notation::actions_of,
        ..MoveStyle::PLAIN
    });
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;

    fn start(setup: &Setup) -> Result<State, Illegal> {
        Ok(State::new(setup.position())?.counting(setup.repetition))
    }

    fn setup(state: &State) -> Setup {
        Setup {
            start: Start::Position(Box::new(state.position())),
            repetition: state.repetition(),
        }
    }

    fn preset(id: &str, seed: u64) -> Option<Setup> {
        preset(id, seed)
    }

    fn status(state: &State) -> Status {
        state.status()
    }

    fn legal(state: &State) -> impl ExactSizeIterator<Item = Action> {
        state.legal().into_iter()
    }

    fn apply(state: &State, seat: Seat, action: &Action) -> Result<Step<State, Event>, Illegal> {
        judge(state, seat, action)?;
        Ok(step(state, *action))
    }

    fn play(state: &State, action: &Action) -> State {
        state.play(*action, &mut ())
    }

    fn scene(state: &State) -> Scene {
        scene(state)
    }

    fn scene_change(before: &State, after: &State) -> Option<SceneChange> {
        Some(crate::scene::change(before, after))
    }

    fn taps(state: &State, action: &Action) -> Vec<CellId> {
        match action {
            Action::Move(step) => vec![step.from.cell(), step.to.cell()],
            Action::Promote(_) => {
                let owed = state.promotion_owed().into_iter();
                owed.map(|(square, _)| square.cell()).collect()
            }
        }
    }

    fn label(state: &State, action: &Action) -> String {
        match action {
            Action::Move(step) => notation::long(state, *step),
            Action::Promote(Kind::Queen) => "Queen".to_owned(),
            Action::Promote(Kind::Rook) => "Rook".to_owned(),
            Action::Promote(Kind::Bishop) => "Bishop".to_owned(),
            Action::Promote(_) => "Knight".to_owned(),
        }
    }

    fn notation(state: &State, action: &Action) -> String {
        notation::write(state, action)
    }

    fn read(state: &State, text: &str) -> Result<Action, Illegal> {
        notation::read(state, text)
    }

    fn read_and_apply(
        state: &State,
        seat: Seat,
        text: &str,
    ) -> Result<(Action, Step<State, Event>), Illegal> {
        let action = notation::read(state, text)?;
        // The action was judged for the player to act; only the seat is left to judge.
        match state.active == seat {
            true => Ok((action, step(state, action))),
            false => Err(Illegal::NotYourTurn(state.active)),
        }
    }

    fn notation_with(state: &State, action: &Action, after: &State) -> String {
        notation::write_with(state, action, after)
    }

    fn sheet_moves(start: &State, actions: &[Action]) -> Vec<SheetMove> {
        notation::sheet_moves(start, actions)
    }

    fn can_win(state: &State, seat: Seat) -> bool {
        // A bare king can only win if something of the enemy can blow up beside the enemy's king.
        let board = &state.board;
        let explosive = (board.all(Kind::War) | board.all(Kind::Simple)) & board.of(!seat);
        board.of(seat).len() > 1 || !explosive.is_empty()
    }

    fn move_number(state: &State) -> u32 {
        state.number()
    }

    fn explain(state: &State, cell: &str) -> Option<Explanation> {
        let square = cell.parse().ok()?;
        Some(explain::explain(state, square))
    }

    fn reach(state: &State, seat: Seat, prepared: &[Premove]) -> Vec<Reach> {
        match prepared.is_empty() {
            true => reach::reach(&state.board, seat),
            false => Vec::new(),
        }
    }

    fn preview(state: &State, action: &Action) -> Option<Preview> {
        let step = Wisconsin::apply(state, state.active, action).ok()?;
        Some(Preview {
            action: action.to_string(),
            status: step.state.status(),
            setup: Wisconsin::setup(&step.state).to_string(),
            lost: Vec::new(),
            terminus: None,
            notes: step.events.iter().filter_map(warning).collect(),
        })
    }

    fn scenarios() -> Vec<Scenario> {
        scenarios()
    }
}

/// What a legal action does.
fn step(state: &State, action: Action) -> Step<State, Event> {
    let mut events = Vec::new();
    let next = state.play(action, &mut events);
    if let (Action::Promote(kind), Some((square, pawn))) = (action, state.promotion_owed()) {
        events.push(promoted(square, Piece { kind, ..pawn }));
    }
    events.extend(consequences(&next));
    Step {
        state: next,
        events,
    }
}

fn promoted(square: Square, piece: Piece) -> Event {
    Event::Changed {
        at: square,
        token: token(square, piece),
        cause: Cause::Promoted,
    }
}

/// What the new state means for the player who decides next.
fn consequences(state: &State) -> Option<Event> {
    if let Some((at, pawn)) = state.promotion_owed() {
        return Some(Event::PromotionOwed {
            seat: pawn.seat,
            at,
            reverse: state.is_reverse_promotion(),
        });
    }
    if matches!(state.standing(), Standing::Draw(_)) {
        return None;
    }
    let threat = state.turn().check?;
    Some(Event::Check {
        seat: state.active,
        at: state.board.king(state.active)?,
        by: threat.from,
    })
}

/// What a player would want to know before making the move.
fn warning(event: &Event) -> Option<Note> {
    let (note, cells) = match event {
        Event::Removed {
            at,
            kind,
            seat,
            cause,
            by,
        } if *cause != Cause::Captured => {
            let piece = format!("{seat} {} on {at}", kind.name());
            (loss(*cause, &piece, *by), vec![by.cell(), at.cell()])
        }
        Event::Moved {
            from,
            to,
            cause: Cause::Returned,
            ..
        } => (
            rules::note!("fantasy", "The captured piece returns to {to}.", to),
            vec![from.cell(), to.cell()],
        ),
        Event::PromotionOwed {
            seat,
            at,
            reverse: true,
        } => (
            rules::note!(
                "reverse-promotion",
                "It is then {seat} who promotes on {at}, and moves.",
                seat,
                at
            ),
            vec![at.cell()],
        ),
        Event::Moved { .. }
        | Event::Removed { .. }
        | Event::Changed { .. }
        | Event::PromotionOwed { .. }
        | Event::Check { .. } => return None,
    };
    Some(note.at(cells))
}

fn loss(cause: Cause, piece: &str, by: Square) -> Note {
    if cause == Cause::Asserted {
        rules::note!(
            "asserts",
            "The {piece} is lost: the piece on {by} asserts.",
            piece,
            by
        )
    } else {
        rules::note!(
            "neutralizes",
            "The {piece} is lost: the piece on {by} neutralizes.",
            piece,
            by
        )
    }
}
