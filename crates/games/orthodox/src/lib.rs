//! Standard chess and Chess960, on shakmaty's positions.
//!
//! ```
//! use orthodox::Orthodox;
//! use rules::{Seat, Variant};
//!
//! let start = Orthodox::start(&Default::default()).unwrap();
//! let step = Orthodox::apply(&start, Seat::White, &"e2e4".parse().unwrap()).unwrap();
//! assert_eq!(Orthodox::status(&step.state).to_act(), Some(Seat::Black));
//! ```
//!
//! The rules are written down in docs/rules/orthodox.md; cases in `cases/` show each clause.
#![warn(clippy::wildcard_enum_match_arm)]

mod action;
mod apply;
mod chess960;
mod diagnosis;
mod ending;
pub mod evaluation;
mod event;
mod exchange;
mod explain;
mod history;
mod illegal;
mod legal;
mod names;
mod notation;
mod pgn;
mod puzzles;
pub mod reach;
mod record;
mod scenarios;
mod scene;
mod setup;
mod state;
pub mod strength;
mod weights;

use rules::sheet::SheetMove;
use rules::{
    CellId, Explanation, Meta, Premove, Preset, Reach, Refusal, Scenario, Scene, SceneChange, Seat,
    Shape, Status, Step, Variant, Written,
};

pub use action::{Action, Known};
pub use event::Event;
pub use illegal::Illegal;
pub use setup::{Draws, Promotions, Setup};
pub use state::State;

/// Standard chess and Chess960.
pub struct Orthodox;

impl Variant for Orthodox {
    const META: Meta = Meta {
        id: "orthodox",
        name: "Chess",
        summary: "Standard chess, and Chess960 with a shuffled back rank.",
        rules_version: 1,
        shape: Shape::Flat,
        presets: &[
            Preset {
                id: "standard",
                name: "Standard",
                summary: "The usual start position.",
            },
            Preset {
                id: "chess960",
                name: "Chess960",
                summary: "One of 960 shuffled back ranks, the same for both sides.",
            },
        ],
        file: None,
        picture: include_str!("../card.svg"),
        typing: &[],
        learn: Some("/learn/orthodox"),
    };
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;

    fn start(setup: &Setup) -> Result<State, Illegal> {
        State::new(setup)
    }

    fn setup(state: &State) -> Setup {
        state.to_setup()
    }

    fn preset(id: &str, seed: u64) -> Option<Setup> {
        match id {
            "standard" => Some(Setup::default()),
            "chess960" => Some(chess960::random_start(seed)),
            _ => None,
        }
    }

    fn status(state: &State) -> Status {
        ending::status(state)
    }

    #[inline(always)]
    fn legal(state: &State) -> impl ExactSizeIterator<Item = Action> {
        legal::legal(state)
    }

    #[inline]
    fn count(state: &State) -> usize {
        legal::count(state)
    }

    fn apply(state: &State, seat: Seat, action: &Action) -> Result<Step<State, Event>, Illegal> {
        apply::apply(state, seat, *action)
    }

    #[inline]
    fn play(state: &State, action: &Action) -> State {
        apply::play(state, *action)
    }

    fn scene(state: &State) -> Scene {
        scene::scene(state)
    }

    fn scene_change(before: &State, after: &State) -> Option<SceneChange> {
        Some(scene::change(before, after))
    }

    fn plain_offers(state: &State) -> Option<String> {
        legal::plain_offers(state)
    }

    fn taps(_state: &State, action: &Action) -> Vec<CellId> {
        scene::taps(*action)
    }

    fn label(state: &State, action: &Action) -> String {
        notation::label(state, *action)
    }

    fn notation(state: &State, action: &Action) -> String {
        notation::write(state, *action)
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
        Ok((action, apply::apply_judged(state, seat, action)?))
    }

    fn notation_with(state: &State, action: &Action, after: &State) -> String {
        notation::write_with(state, *action, after)
    }

    fn sheet_moves(start: &State, actions: &[Action]) -> Vec<SheetMove> {
        pgn::sheet_moves(start, actions)
    }

    fn tags(start: &State) -> Vec<(String, String)> {
        pgn::tags(start)
    }

    fn read_tags(tags: &[(String, String)]) -> Result<Setup, Refusal> {
        pgn::read_tags(tags)
    }

    fn null_move(state: &State) -> Option<State> {
        record::null_move(state)
    }

    fn read_after_end(state: &State, text: &str) -> Option<(Action, State)> {
        record::read_after_end(state, text)
    }

    fn import(text: &str) -> Result<Vec<Written>, Refusal> {
        pgn::import(text)
    }

    fn can_win(state: &State, seat: Seat) -> bool {
        ending::can_win(state, seat)
    }

    fn move_number(state: &State) -> u32 {
        shakmaty::Position::fullmoves(&state.position).get()
    }

    fn explain(state: &State, cell: &str) -> Option<Explanation> {
        explain::explain(state, cell)
    }

    fn reach(state: &State, seat: Seat, prepared: &[Premove]) -> Vec<Reach> {
        reach::reach(state, seat, prepared)
    }

    fn scenarios() -> Vec<Scenario> {
        scenarios::scenarios()
    }
}
