//! How puzzles are found: computer players play with mistakes, a quick search looks at every position on the way,
//! and what looks like a puzzle is proved.

use rules::{Puzzling, Seat, Status, mix};
use search::{Dice, Limits, Progress, Score, think, think_among};

use crate::proof::{self, best, decide, goal_of, never, only_win, raw};
use crate::puzzle::{Goal, HARDEST, Puzzle, Turn};
use crate::variety::Variety;

/// What a puzzle must have to spare when it is made, so that a slightly different evaluation does not spoil it.
const SLACK: i32 = 60;
/// The longest forced win that is looked for, in own actions.
const LONGEST_MATE: u32 = 3;
/// The longest solution without a forced win, in own actions.
const LONGEST_WIN: usize = 2;
/// A decision among fewer actions is not a puzzle.
const FEWEST_ACTIONS: usize = 5;
/// Games are left after so many actions; those whose states take long, earlier.
const LONGEST_GAME: u64 = 110;
/// Positions before this are hardly ever of interest.
const OPENING: usize = 6;
/// Puzzles of one game lie so many actions apart.
const APART: usize = 7;
/// States that the players look at for an action, and the quick search for a position, in ordinary chess.
const PLAYER_STATES: u64 = 250;
const QUICK_STATES: u64 = 1_500;
/// How often in a hundred a player looks at actions that reach far away, where a game has such: what is used up too
/// early is missing in the puzzles.
const ROAMING: u8 = 2;
/// After so many games without a puzzle, what is common may be a little more common.
const BARREN: u64 = 20;
/// How often in a hundred a player acts without thinking.
const BLUNDERS: u8 = 12;
const BLUR: u32 = 40;
/// After so many games for each puzzle that is still wanted, there are probably no more.
const GAMES_PER_PUZZLE: u64 = 300;

/// Makes so many puzzles and tells of each; fewer if the games do not give them.
pub(crate) fn make<V: Puzzling>(count: usize, seed: u64, found: &mut dyn FnMut(&Puzzle)) {
    let mut variety = Variety::new(count);
    let mut barren = 0;
    for game in 0..GAMES_PER_PUZZLE.saturating_mul(count as u64) {
        if variety.is_full() {
            break;
        }
        let before = variety.len();
        take_from_game::<V>(mix(seed).wrapping_add(mix(game)), &mut variety, found);
        barren = if variety.len() == before {
            barren + 1
        } else {
            0
        };
        if barren == BARREN {
            barren = 0;
            variety.relax();
        }
    }
}

/// Plays a game and takes the puzzles out of it for which there is room.
fn take_from_game<V: Puzzling>(seed: u64, variety: &mut Variety, found: &mut dyn FnMut(&Puzzle)) {
    let mut dice = Dice::new(seed);
    let Ok(mut state) = V::start(&V::puzzle_start(seed)) else {
        return;
    };
    let opening = 2 + dice.below(OPENING);
    let (mut earlier, mut next) = (Glance::default(), OPENING);
    let mut keys = Vec::new();
    for number in 0..(LONGEST_GAME / (1 + V::EFFORT / 10)) as usize {
        if V::status(&state).to_act().is_none() || variety.is_full() {
            return;
        }
        if number >= next {
            let glance = Glance::of::<V>(&state);
            let puzzle = puzzle_at::<V>(&state, &glance, &earlier, variety);
            if let Some(puzzle) = puzzle {
                next = number + APART;
                // A chance that a player misses comes again with the next turn: it is the same puzzle.
                let key = puzzle.solution.first().map(|turn| turn.action.clone());
                if !keys.contains(&key) {
                    variety.add::<V>(&puzzle);
                    found(&puzzle);
                    keys.push(key);
                }
            }
            earlier = glance;
        }
        let Some(action) = act::<V>(&state, number < opening, &mut dice) else {
            return;
        };
        state = V::play(&state, &action);
    }
}

/// What a player does that makes mistakes.
fn act<V: Puzzling>(state: &V::State, is_opening: bool, dice: &mut Dice) -> Option<V::Action> {
    let roams = dice.happens(ROAMING);
    let near = V::legal(state).filter(|action| roams || !V::is_distant(action));
    let mut actions: Vec<V::Action> = near.collect();
    if actions.is_empty() {
        actions = V::legal(state).collect();
    }
    let percent = if is_opening { 60 } else { BLUNDERS };
    if dice.happens(percent) {
        return dice.pick(&actions).cloned();
    }
    let limits = Limits {
        depth: 3,
        blur: BLUR,
        seed: dice.roll(),
        ..Limits::to_nodes((PLAYER_STATES / V::EFFORT).max(60))
    };
    let found = think_among::<V>(state, actions, &[], &limits, &never(), &mut |_| {})?;
    Some(found.action)
}

/// What a quick search thinks of a position.
#[derive(Default)]
struct Glance {
    seat: Option<Seat>,
    value: i32,
    /// Whether there is a forced win that may be short enough.
    is_mate: bool,
}

impl Glance {
    fn of<V: Puzzling>(state: &V::State) -> Glance {
        let limits = quick::<V>(QUICK_STATES);
        let Some(best) = think::<V>(state, &[], &limits, &never(), &mut |_| {}) else {
            return Glance::default();
        };
        Glance {
            seat: Some(V::actor(state)),
            value: raw(best.score),
            is_mate: matches!(best.score, Score::WinIn(actions) if actions < 2 * LONGEST_MATE),
        }
    }

    /// Whether it was won already before the opponent's last action.
    fn was_won(&self, earlier: &Glance) -> bool {
        let before = match earlier.seat {
            Some(seat) if Some(seat) == self.seat => earlier.value,
            Some(_) => -earlier.value,
            None => 0,
        };
        before >= 150
    }

    fn is_promising<V: Puzzling>(&self, state: &V::State, earlier: &Glance) -> bool {
        let is_win = self.value >= 150 && !self.was_won(earlier);
        let is_save = (-200..150).contains(&self.value);
        self.is_mate || (is_win || is_save) && looks_like_one::<V>(state)
    }
}

/// Whether the best action seems to be the only good one, at a second look.
fn looks_like_one<V: Puzzling>(state: &V::State) -> bool {
    let limits = quick::<V>(QUICK_STATES / 2);
    let Some(best) = think::<V>(state, &[], &limits, &never(), &mut |_| {}) else {
        return false;
    };
    let rest: Vec<V::Action> = V::legal(state)
        .filter(|action| *action != best.action)
        .collect();
    let other = think_among::<V>(state, rest, &[], &limits, &never(), &mut |_| {});
    let goal = |other: Progress<V::Action>| goal_of(raw(best.score), raw(other.score), -SLACK);
    other.and_then(goal).is_some()
}

fn quick<V: Puzzling>(states: u64) -> Limits {
    Limits::to_nodes((states / V::EFFORT).max(200))
}

/// The puzzle of a position that looks like one, if it is one and there is room for it.
fn puzzle_at<V: Puzzling>(
    state: &V::State,
    glance: &Glance,
    earlier: &Glance,
    variety: &Variety,
) -> Option<Puzzle> {
    if V::count(state) < FEWEST_ACTIONS || !glance.is_promising::<V>(state, earlier) {
        return None;
    }
    // What is written down forgets the past, so everything is judged as a reader sees it.
    let setup = V::setup(state).to_string();
    let state = V::start(&setup.parse().ok()?).ok()?;
    let mate = || mate::<V>(&state).filter(|_| glance.is_mate);
    let (goal, line, grade) = mate().or_else(|| value_line::<V>(&state))?;
    let mut puzzle = Puzzle {
        id: Puzzle::id_of(&setup),
        goal,
        grade: grade.clamp(1, u32::from(HARDEST)) as u8,
        theme: String::new(),
        setup,
        solution: turns::<V>(&state, &line),
    };
    puzzle.theme = proof::theme_of::<V>(&puzzle).to_owned();
    variety.has_room::<V>(&puzzle).then_some(puzzle)
}

/// A line of both seats as turns of the seat to act.
fn turns<V: Puzzling>(state: &V::State, line: &[V::Action]) -> Vec<Turn> {
    let solver = V::actor(state);
    let mut now = state.clone();
    let mut turns: Vec<Turn> = Vec::new();
    for action in line {
        let text = action.to_string();
        match turns.last_mut() {
            Some(turn) if V::actor(&now) != solver => turn.replies.push(text),
            _ => turns.push(Turn {
                action: text,
                replies: Vec::new(),
            }),
        }
        now = V::play(&now, action);
    }
    turns
}

type Solution<V> = (Goal, Vec<<V as rules::Variant>::Action>, u32);

/// The shortest forced win, if it has one solution only.
fn mate<V: Puzzling>(state: &V::State) -> Option<Solution<V>> {
    let seat = V::actor(state);
    (1..=LONGEST_MATE).find_map(|within| {
        let line = mate_line::<V>(state, seat, within)?;
        Some((Goal::Mate(within), line, 2 * within - 1))
    })
}

/// A line in which every action of `seat` is the only one that wins in time, whatever the opponent chooses at this
/// turn; later replies are the first that leave only one solution.
fn mate_line<V: Puzzling>(state: &V::State, seat: Seat, within: u32) -> Option<Vec<V::Action>> {
    let actor = match V::status(state) {
        Status::Over(outcome) => return (outcome.winner == Some(seat)).then(Vec::new),
        Status::ToAct(_) if within == 0 => return None,
        Status::ToAct(actor) => actor,
    };
    let extended = |action: V::Action, within| {
        let rest = mate_line::<V>(&V::play(state, &action), seat, within)?;
        Some(std::iter::once(action).chain(rest).collect())
    };
    if actor == seat {
        return extended(only_win::<V>(state, within).ok()?, within - 1);
    }
    V::legal(state).find_map(|reply| extended(reply, within))
}

/// A line in which every action of the solver is the only good one, with the best replies.
fn value_line<V: Puzzling>(state: &V::State) -> Option<Solution<V>> {
    let seat = V::actor(state);
    let first = decide::<V>(state, V::PROOF.depth)?;
    let goal = first.goal(SLACK)?;
    // Taking back what was just taken saves too, but is not a puzzle.
    let is_obvious = V::promise(state, &first.action) > 0 && !V::is_distant(&first.action);
    if goal == Goal::Save && is_obvious {
        return None;
    }
    let known_from = first.known_from();
    let mut line = vec![first.action];
    let mut now = V::play(state, &line[0]);
    for _ in 1..LONGEST_WIN {
        let Some((replies, action)) = next_decision::<V>(&mut now, seat, goal) else {
            break;
        };
        now = V::play(&now, &action);
        line.extend(replies);
        line.push(action);
    }
    let depth = known_from.max(line.len() as u32);
    Some((goal, line, depth))
}

/// The opponent's best replies and the only good answer to them. The state becomes the one before the answer.
fn next_decision<V: Puzzling>(
    state: &mut V::State,
    seat: Seat,
    goal: Goal,
) -> Option<(Vec<V::Action>, V::Action)> {
    let mut replies = Vec::new();
    while V::status(state).to_act()? != seat {
        let reply = best::<V>(state)?;
        *state = V::play(state, &reply);
        replies.push(reply);
    }
    V::status(state).to_act()?;
    let decision = decide::<V>(state, V::PROOF.depth)?;
    (decision.goal(SLACK) == Some(goal)).then_some((replies, decision.action))
}
