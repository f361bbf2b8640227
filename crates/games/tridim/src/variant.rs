//! Tri-Dimensional Chess behind the common contract.

use rules::pgn::Parentheses;
use rules::sheet::{self, MoveStyle, SheetForm, SheetMove};
use rules::{
    CellId, Explanation, Meta, Note, Outcome, Premove, Preview, Reach, Refusal, Scenario, Scene,
    Seat, Shape, Status, Step, Variant, Written,
};

use crate::load::load;
use crate::story::{Event, tell};
use crate::{Action, Illegal, Preset, Setup, State};
use crate::{explain, judge, notation, offers, reach, reading, save, scenarios, scene};

/// A promotion that the opponent's move made necessary is written in parentheses.
const STYLE: MoveStyle = MoveStyle {
    parentheses: Parentheses::Moves,
    // A draw offer is written after the move, with or without a blank between them. It is not an action of the board.
    actions_of: |word| match word {
        "(=)" => Vec::new(),
        action => vec![action.to_owned()],
    },
};

/// Tri-Dimensional Chess.
pub struct Tridim;

impl Variant for Tridim {
    const META: Meta = Meta {
        id: "tridim",
        name: "Tri-Dimensional Chess",
        summary: "Three fixed boards above each other and four attack boards that move and carry pieces.",
        rules_version: 1,
        shape: Shape::Levels,
        presets: &[
            rules::Preset {
                id: "standard",
                name: "Standard",
                summary: "Tournament rules; boards with a rider may be turned, and a carried pawn \
                          promotes on a later turn.",
            },
            rules::Preset {
                id: "strict",
                name: "Strict",
                summary: "Tournament rules to the letter: boards are never turned, and a pawn \
                          carried home promotes at once.",
            },
        ],
        file: Some(rules::FileForm {
            name: "Saved game",
            extension: "json",
        }),
        picture: include_str!("../card.svg"),
        typing: &[
            (
                "b2W-b4N",
                "a move with both squares and their boards; b4N is enough where it is clear",
            ),
            (
                "QL1-QL3",
                "move an attack board; QL1-QL3^ turns it as well, and QL1^ turns it where it stands",
            ),
        ],
        learn: Some("/learn/tridim"),
    };
    const SHEET: SheetForm = SheetForm::Moves(STYLE);
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;

    fn start(setup: &Setup) -> Result<State, Illegal> {
        load(setup).map(State::new).map_err(Illegal::Setup)
    }

    fn setup(state: &State) -> Setup {
        state.position().into()
    }

    fn preset(id: &str, _seed: u64) -> Option<Setup> {
        let preset = Preset::from_id(id)?;
        Some(Setup {
            preset,
            ..Setup::default()
        })
    }

    fn status(state: &State) -> Status {
        state.status()
    }

    fn legal(state: &State) -> impl ExactSizeIterator<Item = Action> {
        state.legal().into_iter()
    }

    fn apply(state: &State, seat: Seat, action: &Action) -> Result<Step<State, Event>, Illegal> {
        judge::judge(state, seat, action)?;
        Ok(step(state, action))
    }

    fn play(state: &State, action: &Action) -> State {
        state.after(action)
    }

    fn scene(state: &State) -> Scene {
        scene::scene(state)
    }

    fn taps(state: &State, action: &Action) -> Vec<CellId> {
        offers::taps(state.position(), action)
    }

    fn label(state: &State, action: &Action) -> String {
        offers::label(state.position(), action)
    }

    fn notation(state: &State, action: &Action) -> String {
        notation::write(state, action)
    }

    fn read(state: &State, text: &str) -> Result<Action, Illegal> {
        reading::read(state, text)
    }

    fn read_and_apply(
        state: &State,
        seat: Seat,
        text: &str,
    ) -> Result<(Action, Step<State, Event>), Illegal> {
        let action = reading::read(state, text)?;
        judge::check_seat(state, seat)?;
        Ok((action, step(state, &action)))
    }

    fn notation_with(state: &State, action: &Action, after: &State) -> String {
        notation::write_with(state, action, after)
    }

    fn sheet_moves(start: &State, actions: &[Action]) -> Vec<SheetMove> {
        notation::sheet_moves(start, actions)
    }

    fn file(tags: &[(String, String)], start: &State, actions: &[Action]) -> Option<String> {
        save::file(tags, start, actions)
    }

    fn import(text: &str) -> Result<Vec<Written>, Refusal> {
        match text.trim_start().starts_with('{') {
            true => save::import(text),
            false => sheet::read::<Tridim>(text),
        }
    }

    fn can_win(state: &State, seat: Seat) -> bool {
        state.can_win(seat)
    }

    fn move_number(state: &State) -> u32 {
        state.position().full_moves()
    }

    fn explain(state: &State, cell: &str) -> Option<Explanation> {
        explain::explain(state.position(), cell)
    }

    fn reach(state: &State, seat: Seat, prepared: &[Premove]) -> Vec<Reach> {
        match prepared.is_empty() {
            true => reach::reach(state.position(), seat),
            false => Vec::new(),
        }
    }

    fn preview(state: &State, action: &Action) -> Option<Preview> {
        let next = state.after(action);
        let status = next.status();
        Some(Preview {
            action: action.to_string(),
            setup: Tridim::setup(&next).to_string(),
            lost: Vec::new(),
            terminus: None,
            notes: consequences(&next, &status),
            status,
        })
    }

    fn scenarios() -> Vec<Scenario> {
        scenarios::scenarios()
    }
}

/// What a legal action does.
fn step(state: &State, action: &Action) -> Step<State, Event> {
    let next = state.after(action);
    let events = tell(state, action, &next);
    Step {
        state: next,
        events,
    }
}

/// What an action leads to, for a player who has not decided yet.
fn consequences(next: &State, status: &Status) -> Vec<Note> {
    let position = next.position();
    if let Status::Over(Outcome { reason, winner }) = status {
        let (code, reason) = (reason.as_str(), reason.to_string().replace('_', " "));
        return vec![match winner {
            Some(seat) => rules::note!(
                code,
                "Ends the game: {seat} wins by {reason}.",
                seat,
                reason
            ),
            None => rules::note!(code, "Ends the game: a draw by {reason}.", reason),
        }];
    }
    if let Some(corner) = position.pending() {
        let due = rules::note!(
            "promotion-due",
            "Uncovers the pawn on {at}: {seat} has to promote it at once.",
            at = corner.square,
            seat = corner.seat
        );
        return vec![due.at([CellId::from(corner.square.to_string())])];
    }
    let seat = position.to_move();
    match position.king(seat).filter(|_| position.in_check(seat)) {
        Some(king) => {
            let check = rules::note!("check", "Gives check to {seat}.", seat);
            vec![check.at([CellId::from(king.to_string())])]
        }
        None => Vec::new(),
    }
}
