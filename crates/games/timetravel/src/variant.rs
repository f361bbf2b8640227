//! The contract, fulfilled.

use rules::sheet::SheetForm;
use rules::{
    CellId, Explanation, Meta, NewGameLimits, Premove, Preview, Reach, Refusal, Scenario, Scene,
    Seat, Shape, Status, Step, Variant, Written,
};

use crate::action::{Action, Path};
use crate::change::Change;
use crate::events::{self, Event};
use crate::illegal::Illegal;
use crate::judge::{Ruling, check_turn, judge};
use crate::options::{Options, PRESETS};
use crate::setup::Setup;
use crate::state::State;
use crate::{kinds, legal, load, notation, notes, pgn, preview, scenarios, scene};

/// Time-Travelling Chess.
pub struct TimeTravel;

impl Variant for TimeTravel {
    const META: Meta = Meta {
        id: "timetravel",
        name: "Time-Travelling Chess",
        summary: "Instead of moving, go back and let a more valuable piece move in the past.",
        rules_version: 1,
        shape: Shape::Timeline,
        presets: PRESETS,
        file: None,
        picture: include_str!("../card.svg"),
        typing: &[
            (
                "1^Nc3",
                "change the past: put this move at place 1 of the history; the piece must be worth more",
            ),
            (
                "4_a6",
                "fill the blank at place 4 of the history, with any move",
            ),
            ("ok", "accept how the line ends"),
            (
                "wait",
                "let the opponent act, when nothing else is possible",
            ),
        ],
        learn: Some("/learn/timetravel"),
    };
    /// Whatever games of the longest preset lead to, but for very strange ones.
    const NEW_GAME: NewGameLimits = NewGameLimits {
        setup_bytes: 8192,
        actions: 20_000,
    };
    // Other programs are shown one line of history; the game itself stands in a comment.
    const SHEET: SheetForm = SheetForm::Own;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;

    fn start(setup: &Setup) -> Result<State, Illegal> {
        load::load(setup)
    }

    fn too_complex(state: &State) -> Option<&'static str> {
        let is_far = state.options.horizon > Options::CLASSIC.horizon;
        is_far.then_some("a new game has a horizon of at most 600 plies")
    }

    fn setup(state: &State) -> Setup {
        Setup::of(state)
    }

    fn preset(id: &str, _seed: u64) -> Option<Setup> {
        Options::preset(id).map(|options| Setup::new(None, options))
    }

    fn status(state: &State) -> Status {
        state.status()
    }

    fn legal(state: &State) -> impl ExactSizeIterator<Item = Action> {
        legal::actions(state).into_iter()
    }

    fn apply(state: &State, seat: Seat, action: &Action) -> Result<Step<State, Event>, Illegal> {
        let ruling = judge(state, seat, action)?;
        Ok(step(state, ruling))
    }

    fn play(state: &State, action: &Action) -> State {
        match unjudged(state, action) {
            Some(ruling) => Change::of(state, ruling).state,
            None => state.clone(),
        }
    }

    fn scene(state: &State) -> Scene {
        scene::now(state)
    }

    fn taps(_state: &State, action: &Action) -> Vec<CellId> {
        let squares = |path: &Path| [scene::cell(path.from), scene::cell(path.to)];
        match action {
            Action::Append(path) => squares(path).into(),
            Action::Replace { ply, path } | Action::Fill { ply, path } => {
                let ply = std::iter::once(scene::moment(*ply));
                ply.chain(squares(path)).collect()
            }
            Action::Accept | Action::Wait => Vec::new(),
        }
    }

    fn label(state: &State, action: &Action) -> String {
        match action {
            Action::Accept => scene::accept_label(state, state.actor()).to_owned(),
            Action::Wait => "Wait".to_owned(),
            Action::Append(path) | Action::Replace { path, .. } | Action::Fill { path, .. } => {
                match path.promotion {
                    // Only promotions share their taps with other actions.
                    Some(role) => kinds::title(role).to_owned(),
                    None => notation::long(state, action, *path),
                }
            }
        }
    }

    fn notation(state: &State, action: &Action) -> String {
        notation::notation(state, action)
    }

    fn read(state: &State, text: &str) -> Result<Action, Illegal> {
        notation::read(state, text)
    }

    fn read_and_apply(
        state: &State,
        seat: Seat,
        text: &str,
    ) -> Result<(Action, Step<State, Event>), Illegal> {
        let (action, ruling) = notation::read_and_judge(state, text)?;
        check_turn(state, seat)?;
        Ok((action, step(state, ruling)))
    }

    fn notation_with(state: &State, action: &Action, _after: &State) -> String {
        notation::of_legal(state, action, unjudged(state, action))
    }

    fn movetext(start: &State, actions: &[Action]) -> String {
        pgn::movetext(start, actions)
    }

    fn tags(start: &State) -> Vec<(String, String)> {
        pgn::tags(start)
    }

    fn read_tags(tags: &[(String, String)]) -> Result<Setup, Refusal> {
        pgn::read_tags(tags).map_err(|no| Refusal::from_illegal(&no))
    }

    fn import(text: &str) -> Result<Vec<Written>, Refusal> {
        let games = pgn::import(text).map_err(|no| Refusal::from_illegal(&no))?;
        let written = |game: pgn::Game| Written {
            tags: game.tags,
            setup: game.setup.to_string(),
            actions: game.actions.iter().map(ToString::to_string).collect(),
        };
        Ok(games.into_iter().map(written).collect())
    }

    fn explain(state: &State, cell: &str) -> Option<Explanation> {
        notes::explain(state, cell)
    }

    /// One move of the present can be prepared. What can be prepared about the past depends on what the opponent does.
    fn reach(state: &State, seat: Seat, prepared: &[Premove]) -> Vec<Reach> {
        if !prepared.is_empty() {
            return Vec::new();
        }
        let position = state.timeline.last();
        orthodox::reach::of_board(position.board(), position.castling(), seat)
    }

    fn preview(state: &State, action: &Action) -> Option<Preview> {
        preview::preview(state, action)
    }

    fn scene_at(state: &State, moment: usize) -> Option<Scene> {
        (moment <= state.timeline.len()).then(|| scene::at(state, moment))
    }

    fn scenarios() -> Vec<Scenario> {
        scenarios::all()
    }
}

/// What a legal action does.
fn step(state: &State, ruling: Ruling) -> Step<State, Event> {
    let change = Change::of(state, ruling);
    Step {
        events: events::tell(state, ruling, &change),
        state: change.state,
    }
}

/// The ruling of an action that is known to be legal.
fn unjudged(state: &State, action: &Action) -> Option<Ruling> {
    let at = |ply: usize, path: &Path| {
        let before = state.timeline.position(ply.checked_sub(1)?)?;
        let m = before.shaped(path.from, path.to, path.promotion)?;
        Some(Ruling::Write { ply, m })
    };
    match action {
        Action::Append(path) => {
            let position = state.append_position();
            let m = position.shaped(path.from, path.to, path.promotion)?;
            Some(Ruling::Append(m))
        }
        Action::Replace { ply, path } | Action::Fill { ply, path } => at(*ply, path),
        Action::Accept => Some(Ruling::Accept),
        Action::Wait => Some(Ruling::Wait),
    }
}
