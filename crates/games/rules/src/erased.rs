//! From a typed variant to the text face.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::OnceLock;

use crate::sheet::SheetForm;
use crate::{
    AnyGame, AnyStep, AnyVariant, CellId, Events, Explanation, Judged, Meta, Mixer, Offer, Premove,
    Preview, Reach, Refusal, Scenario, Scene, SceneChange, Seat, Status, Step, Variant, Written,
    new_game, sheet,
};

/// The only adapter from a typed variant to the text face.
pub struct Erased<V>(PhantomData<fn() -> V>);

impl<V> Erased<V> {
    /// The adapter holds nothing.
    pub const fn new() -> Erased<V> {
        Erased(PhantomData)
    }
}

impl<V: Variant> Erased<V> {
    /// The typed state of a game, if it is a game of this variant.
    pub fn state(game: &dyn AnyGame) -> Option<&V::State> {
        game.as_any().downcast_ref()
    }

    /// A typed state as a game of the text face.
    pub fn game(state: V::State) -> Box<dyn AnyGame> {
        Game::<V>::new(state)
    }
}

impl<V> Default for Erased<V> {
    fn default() -> Erased<V> {
        Erased::new()
    }
}

pub(crate) fn refusal<V: Variant>(illegal: V::Illegal) -> Refusal {
    Refusal::from_illegal(&illegal)
}

fn start<V: Variant>(setup: &str) -> Result<V::State, Refusal> {
    let setup = match setup.trim() {
        "" => V::Setup::default(),
        text => text.parse().map_err(refusal::<V>)?,
    };
    V::start(&setup).map_err(refusal::<V>)
}

fn parse<V: Variant>(action: &str) -> Result<V::Action, Refusal> {
    action.parse().map_err(refusal::<V>)
}

impl<V: Variant> AnyVariant for Erased<V> {
    fn meta(&self) -> &'static Meta {
        &V::META
    }

    fn start(&self, setup: &str) -> Result<Box<dyn AnyGame>, Refusal> {
        Ok(Game::<V>::new(start::<V>(setup)?))
    }

    fn begin(&self, setup: &str) -> Result<Box<dyn AnyGame>, Refusal> {
        new_game::check_text::<V>(setup)?;
        let state = start::<V>(setup)?;
        new_game::check_state::<V>(&state)?;
        Ok(Game::<V>::new(state))
    }

    fn preset(&self, id: &str, seed: u64) -> Option<String> {
        V::preset(id, seed).map(|setup| setup.to_string())
    }

    fn perft(&self, setup: &str, depth: u32) -> Result<u64, Refusal> {
        Ok(crate::perft::<V>(&start::<V>(setup)?, depth))
    }

    fn divide(&self, setup: &str, depth: u32) -> Result<Vec<(String, u64)>, Refusal> {
        let counts = crate::divide::<V>(&start::<V>(setup)?, depth);
        Ok(counts
            .into_iter()
            .map(|(action, count)| (action.to_string(), count))
            .collect())
    }

    fn movetext(&self, setup: &str, actions: &[String]) -> Result<String, Refusal> {
        let (start, actions) = played::<V>(setup, actions)?;
        Ok(V::movetext(&start, &actions))
    }

    fn sheet_with(
        &self,
        game: &Written,
        notes: &[Option<String>],
        result: &str,
    ) -> Result<String, Refusal> {
        let (start, actions) = played::<V>(&game.setup, &game.actions)?;
        let mut tags = game.tags.clone();
        tags.extend(V::tags(&start));
        Ok(match (V::SHEET, notes.is_empty()) {
            (SheetForm::Moves(_), false) => {
                let words = sheet::words(&V::sheet_moves(&start, &actions), notes);
                sheet::write_words(&tags, &words, result)
            }
            (SheetForm::Moves(_) | SheetForm::Own, _) => {
                sheet::write(&tags, &V::movetext(&start, &actions), result)
            }
        })
    }

    fn sheet_form(&self) -> SheetForm {
        V::SHEET
    }

    fn start_of_tags(&self, tags: &[(String, String)]) -> Result<Box<dyn AnyGame>, Refusal> {
        let setup = V::read_tags(tags)?;
        let state = V::start(&setup).map_err(refusal::<V>)?;
        Ok(Game::<V>::new(state))
    }

    fn file(&self, game: &Written) -> Result<Option<String>, Refusal> {
        let (start, actions) = played::<V>(&game.setup, &game.actions)?;
        Ok(V::file(&game.tags, &start, &actions))
    }

    fn import(&self, text: &str) -> Result<Vec<Written>, Refusal> {
        V::import(text)
    }

    fn scenarios(&self) -> Vec<Scenario> {
        V::scenarios()
    }
}

/// The start of a game and its actions, once all of them have proved to be legal.
fn played<V: Variant>(
    setup: &str,
    actions: &[String],
) -> Result<(V::State, Vec<V::Action>), Refusal> {
    let start = start::<V>(setup)?;
    let mut state = start.clone();
    let mut parsed = Vec::with_capacity(actions.len());
    for text in actions {
        let action = parse::<V>(text)?;
        state = step::<V>(&state, &action)?.state;
        parsed.push(action);
    }
    Ok((start, parsed))
}

/// Applies an action of the seat to act.
fn step<V: Variant>(
    state: &V::State,
    action: &V::Action,
) -> Result<Step<V::State, V::Event>, Refusal> {
    let seat = V::status(state).seat_to_act()?;
    V::apply(state, seat, action).map_err(refusal::<V>)
}

/// Why a text was refused. Where it is an action text, the reason against that action teaches more than
/// "there is no such move".
fn why_refused<V: Variant>(
    state: &V::State,
    seat: Seat,
    text: &str,
    unreadable: V::Illegal,
) -> Refusal {
    let applied = text.parse().map(|action| V::apply(state, seat, &action));
    match applied {
        Ok(Err(illegal)) => refusal::<V>(illegal),
        Ok(Ok(_)) | Err(_) => refusal::<V>(unreadable),
    }
}

fn any_step<V: Variant>(step: Step<V::State, V::Event>) -> AnyStep {
    AnyStep {
        events: Events::new(step.events),
        game: Game::<V>::new(step.state),
    }
}

struct Game<V: Variant> {
    state: V::State,
    /// Asked for again and again between two actions, and for most games as dear as all legal actions.
    status: OnceLock<Status>,
}

impl<V: Variant> Game<V> {
    fn new(state: V::State) -> Box<Game<V>> {
        let status = OnceLock::new();
        Box::new(Game { state, status })
    }

    fn offer(&self, action: &V::Action, taps: Vec<CellId>) -> Offer {
        Offer {
            action: action.to_string(),
            taps,
            label: V::label(&self.state, action),
        }
    }
}

impl<V: Variant> AnyGame for Game<V> {
    fn meta(&self) -> &'static Meta {
        &V::META
    }

    fn setup(&self) -> String {
        V::setup(&self.state).to_string()
    }

    fn status(&self) -> Status {
        let status = self.status.get_or_init(|| V::status(&self.state));
        status.clone()
    }

    fn legal(&self) -> Vec<String> {
        V::legal(&self.state)
            .map(|action| action.to_string())
            .collect()
    }

    fn count(&self) -> usize {
        V::count(&self.state)
    }

    fn offers(&self) -> Vec<Offer> {
        self.offers_after(&[])
    }

    fn offers_after(&self, taps: &[CellId]) -> Vec<Offer> {
        V::legal(&self.state)
            .filter_map(|action| {
                let all = V::taps(&self.state, &action);
                let fits = all.starts_with(taps);
                fits.then(|| self.offer(&action, all))
            })
            .collect()
    }

    fn short_offers_after(&self, taps: &[CellId]) -> Vec<Offer> {
        let actions = V::legal(&self.state).map(|action| (V::taps(&self.state, &action), action));
        let fitting: Vec<(Vec<CellId>, V::Action)> =
            actions.filter(|(all, _)| all.starts_with(taps)).collect();
        let mut hashes: Vec<u64> = fitting.iter().map(|(all, _)| Mixer::of(all)).collect();
        hashes.sort_unstable();
        let is_alone = |all: &Vec<CellId>| {
            let hash = Mixer::of(all);
            let first = hashes.partition_point(|other| *other < hash);
            hashes.get(first + 1) != Some(&hash)
        };
        let offer = |(all, action): (Vec<CellId>, V::Action)| Offer {
            label: match !all.is_empty() && is_alone(&all) {
                true => String::new(),
                false => V::label(&self.state, &action),
            },
            action: action.to_string(),
            taps: all,
        };
        fitting.into_iter().map(offer).collect()
    }

    fn plain_offers(&self) -> Option<String> {
        V::plain_offers(&self.state)
    }

    fn label(&self, action: &str) -> Result<String, Refusal> {
        Ok(V::label(&self.state, &parse::<V>(action)?))
    }

    fn play(&self, seat: Seat, text: &str) -> Result<Judged, Refusal> {
        let (action, step) = V::read_and_apply(&self.state, seat, text)
            .map_err(|no| why_refused::<V>(&self.state, seat, text, no))?;
        Ok(Judged {
            notation: V::notation_with(&self.state, &action, &step.state),
            action: action.to_string(),
            step: any_step::<V>(step),
        })
    }

    fn apply(&self, seat: Seat, action: &str) -> Result<AnyStep, Refusal> {
        let step = V::apply(&self.state, seat, &parse::<V>(action)?).map_err(refusal::<V>)?;
        Ok(any_step::<V>(step))
    }

    fn scene(&self) -> Scene {
        V::scene(&self.state)
    }

    fn scene_change(&self, before: &dyn AnyGame) -> Option<SceneChange> {
        V::scene_change(before.as_any().downcast_ref()?, &self.state)
    }

    fn scene_at(&self, moment: usize) -> Option<Scene> {
        V::scene_at(&self.state, moment)
    }

    fn read(&self, text: &str) -> Result<String, Refusal> {
        V::read(&self.state, text)
            .map(|action| action.to_string())
            .map_err(refusal::<V>)
    }

    fn notation(&self, action: &str) -> Result<String, Refusal> {
        Ok(V::notation(&self.state, &parse::<V>(action)?))
    }

    fn null_move(&self) -> Option<Box<dyn AnyGame>> {
        let state = V::null_move(&self.state)?;
        Some(Game::<V>::new(state))
    }

    fn play_after_end(&self, text: &str) -> Option<Judged> {
        let (action, after) = V::read_after_end(&self.state, text)?;
        Some(Judged {
            notation: V::notation_with(&self.state, &action, &after),
            action: action.to_string(),
            step: any_step::<V>(Step {
                state: after,
                events: Vec::new(),
            }),
        })
    }

    fn can_win(&self, seat: Seat) -> bool {
        V::can_win(&self.state, seat)
    }

    fn move_number(&self) -> u32 {
        V::move_number(&self.state)
    }

    fn explain(&self, cell: &str) -> Option<Explanation> {
        V::explain(&self.state, cell)
    }

    fn reach(&self, seat: Seat, prepared: &[Premove]) -> Vec<Reach> {
        V::reach(&self.state, seat, prepared)
    }

    fn preview(&self, action: &str) -> Result<Option<Preview>, Refusal> {
        let action = parse::<V>(action)?;
        step::<V>(&self.state, &action)?;
        Ok(V::preview(&self.state, &action))
    }

    fn as_any(&self) -> &dyn Any {
        &self.state
    }

    fn clone_game(&self) -> Box<dyn AnyGame> {
        Box::new(Game::<V> {
            state: self.state.clone(),
            status: self.status.clone(),
        })
    }
}
