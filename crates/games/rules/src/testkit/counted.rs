//! A game that counts how often actions are judged.
//!
//! Tests of protocols put [`Counted`] in the place of a game, to show that a move is judged once from the socket to
//! the store. Counts are kept for each thread, so tests run side by side; all of a test must run on one thread, as
//! a current-thread runtime does.

use std::cell::Cell;
use std::marker::PhantomData;

use crate::sheet::{SheetForm, SheetMove};
use crate::{
    CellId, Explanation, Meta, Preview, Refusal, Scenario, Scene, SceneChange, Seat, Status, Step,
    Variant, Written,
};

/// Plays exactly like `V`, and counts.
pub struct Counted<V>(PhantomData<fn() -> V>);

thread_local! {
    static JUDGED: Cell<usize> = const { Cell::new(0) };
}

/// How many actions this thread has judged since it was last asked, refused ones included.
pub fn take_judged() -> usize {
    JUDGED.take()
}

fn count() {
    JUDGED.set(JUDGED.get() + 1);
}

/// A step of the game that is counted.
type StepOf<V> = Step<<V as Variant>::State, <V as Variant>::Event>;

impl<V: Variant> Variant for Counted<V> {
    const META: Meta = V::META;
    const SHEET: SheetForm = V::SHEET;
    type Setup = V::Setup;
    type State = V::State;
    type Action = V::Action;
    type Event = V::Event;
    type Illegal = V::Illegal;

    fn start(setup: &V::Setup) -> Result<V::State, V::Illegal> {
        V::start(setup)
    }

    fn setup(state: &V::State) -> V::Setup {
        V::setup(state)
    }

    fn preset(id: &str, seed: u64) -> Option<V::Setup> {
        V::preset(id, seed)
    }

    fn status(state: &V::State) -> Status {
        V::status(state)
    }

    fn legal(state: &V::State) -> impl ExactSizeIterator<Item = V::Action> {
        V::legal(state)
    }

    fn count(state: &V::State) -> usize {
        V::count(state)
    }

    fn apply(state: &V::State, seat: Seat, action: &V::Action) -> Result<StepOf<V>, V::Illegal> {
        count();
        V::apply(state, seat, action)
    }

    fn play(state: &V::State, action: &V::Action) -> V::State {
        V::play(state, action)
    }

    fn scene(state: &V::State) -> Scene {
        V::scene(state)
    }

    fn scene_change(before: &V::State, after: &V::State) -> Option<SceneChange> {
        V::scene_change(before, after)
    }

    fn plain_offers(state: &V::State) -> Option<String> {
        V::plain_offers(state)
    }

    fn taps(state: &V::State, action: &V::Action) -> Vec<CellId> {
        V::taps(state, action)
    }

    fn label(state: &V::State, action: &V::Action) -> String {
        V::label(state, action)
    }

    fn notation(state: &V::State, action: &V::Action) -> String {
        V::notation(state, action)
    }

    fn read(state: &V::State, text: &str) -> Result<V::Action, V::Illegal> {
        V::read(state, text)
    }

    fn read_and_apply(
        state: &V::State,
        seat: Seat,
        text: &str,
    ) -> Result<(V::Action, StepOf<V>), V::Illegal> {
        count();
        V::read_and_apply(state, seat, text)
    }

    fn notation_with(state: &V::State, action: &V::Action, after: &V::State) -> String {
        V::notation_with(state, action, after)
    }

    fn movetext(start: &V::State, actions: &[V::Action]) -> String {
        V::movetext(start, actions)
    }

    fn sheet_moves(start: &V::State, actions: &[V::Action]) -> Vec<SheetMove> {
        V::sheet_moves(start, actions)
    }

    fn read_tags(tags: &[(String, String)]) -> Result<V::Setup, Refusal> {
        V::read_tags(tags)
    }

    fn null_move(state: &V::State) -> Option<V::State> {
        V::null_move(state)
    }

    fn read_after_end(state: &V::State, text: &str) -> Option<(V::Action, V::State)> {
        V::read_after_end(state, text)
    }

    fn tags(start: &V::State) -> Vec<(String, String)> {
        V::tags(start)
    }

    fn file(tags: &[(String, String)], start: &V::State, actions: &[V::Action]) -> Option<String> {
        V::file(tags, start, actions)
    }

    fn import(text: &str) -> Result<Vec<Written>, Refusal> {
        V::import(text)
    }

    fn can_win(state: &V::State, seat: Seat) -> bool {
        V::can_win(state, seat)
    }

    fn explain(state: &V::State, cell: &str) -> Option<Explanation> {
        V::explain(state, cell)
    }

    fn preview(state: &V::State, action: &V::Action) -> Option<Preview> {
        V::preview(state, action)
    }

    fn scene_at(state: &V::State, moment: usize) -> Option<Scene> {
        V::scene_at(state, moment)
    }

    fn scenarios() -> Vec<Scenario> {
        V::scenarios()
    }
}
