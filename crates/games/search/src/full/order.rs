//! What full strength looks at first, and what it has learnt about actions.

use rules::{Evaluate, Seat};

use crate::table::{Mark, mark};

/// Far-reaching actions that are looked at where there are many: at the root, and below.
const WIDTH_AT_ROOT: usize = 40;
const WIDTH: usize = 8;

const KNOWN: i32 = 1 << 30;
const LOUD: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const ANSWER: i32 = 1 << 26;
/// Far-reaching actions come after those that change the balance now.
const DISTANT: i32 = 1 << 25;
/// What loses by exchange, or is hardly ever wise, comes last.
const BAD: i32 = -(1 << 28);

/// Success never counts more than this.
const MOST: i32 = 16_000;
const QUIET: usize = 1 << 13;
const PAIRS: usize = 1 << 17;

/// What was learnt about quiet actions in other parts of the tree. Actions are known by their marks.
pub(super) struct Experience {
    /// Two actions that refuted, for each distance from the root.
    killers: Vec<[Mark; 2]>,
    /// The action that refuted another one.
    answers: Vec<Mark>,
    /// How successful an action was, for each seat.
    quiet: [Vec<i16>; 2],
    /// The same in answer to an action.
    pairs: Vec<i16>,
    /// Whether loud actions that lose by exchange come last.
    exchanges: bool,
}

/// An action with what was seen of it before it is tried.
pub(super) struct Candidate<A> {
    pub(super) action: A,
    pub(super) mark: Mark,
    /// What it wins at first sight; see [`Evaluate::promise`].
    pub(super) promise: i32,
    pub(super) rank: i32,
}

impl<A> Candidate<A> {
    pub(super) fn is_bad(&self) -> bool {
        self.rank < BAD / 2
    }

    pub(super) fn is_known(&self) -> bool {
        self.rank == KNOWN
    }

    /// Whether it refuted other lines.
    pub(super) fn is_killer(&self) -> bool {
        self.rank == KILLER || self.rank == ANSWER
    }
}

/// All actions of a state, of which the next best guess is taken out one by one.
pub(super) struct Candidates<A> {
    list: Vec<Candidate<A>>,
    /// Far-reaching actions that are looked at only where all others lose.
    rest: Vec<Candidate<A>>,
    taken: usize,
    is_sorted: bool,
}

/// Where a list of actions is put in order.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) ply: usize,
    pub(super) seat: Seat,
    /// What was best here before.
    pub(super) known: Option<Mark>,
    /// The action that led here.
    pub(super) previous: Mark,
}

impl Experience {
    pub(super) fn new(plies: usize, exchanges: bool) -> Experience {
        Experience {
            killers: vec![[0; 2]; plies],
            answers: vec![0; QUIET],
            quiet: [vec![0; QUIET], vec![0; QUIET]],
            pairs: vec![0; PAIRS],
            exchanges,
        }
    }

    /// What a quiet action is worth by experience.
    pub(super) fn of(&self, spot: &Spot, mark: Mark) -> i32 {
        let alone = self.quiet[spot.seat as usize][mark as usize % QUIET];
        i32::from(alone) + i32::from(self.pairs[pair(spot.previous, mark)])
    }

    /// A quiet action was better than the opponent would allow; others that were tried before it were not.
    pub(super) fn refuted(&mut self, spot: &Spot, best: Mark, tried: &[Mark], depth: i32) {
        if let Some(killers) = self.killers.get_mut(spot.ply)
            && killers[0] != best
        {
            *killers = [best, killers[0]];
        }
        self.answers[spot.previous as usize % QUIET] = best;
        let bonus = (depth * depth * 16).min(1_600);
        self.learn(spot, best, bonus);
        for other in tried {
            self.learn(spot, *other, -bonus);
        }
    }

    fn learn(&mut self, spot: &Spot, mark: Mark, bonus: i32) {
        let alone = &mut self.quiet[spot.seat as usize][mark as usize % QUIET];
        *alone = moved(*alone, bonus);
        let pair = &mut self.pairs[pair(spot.previous, mark)];
        *pair = moved(*pair, bonus);
    }

    /// A loud action that loses by exchange is put behind the quiet ones.
    fn demoted<V: Evaluate>(&self, state: &V::State, action: &V::Action, rank: i32) -> i32 {
        let is_bad = self.exchanges && rank >= LOUD && V::exchange(state, action) < 0;
        if is_bad { rank - LOUD + BAD } else { rank }
    }

    fn rank(&self, spot: &Spot, mark: Mark, promise: i32) -> i32 {
        let killers = self.killers.get(spot.ply);
        if promise > 0 {
            LOUD + promise
        } else if promise < 0 {
            BAD + promise
        } else if killers.is_some_and(|killers| killers.contains(&mark)) {
            KILLER
        } else if self.answers[spot.previous as usize % QUIET] == mark {
            ANSWER
        } else {
            self.of(spot, mark)
        }
    }
}

/// Moves a value towards the greatest one, more slowly the nearer it is.
fn moved(value: i16, bonus: i32) -> i16 {
    let value = i32::from(value);
    let after = value + bonus - value * bonus.abs() / MOST;
    after.clamp(-MOST, MOST) as i16
}

fn pair(previous: Mark, mark: Mark) -> usize {
    (previous.wrapping_mul(0x9e37_79b1) ^ mark) as usize % PAIRS
}

impl<A: Clone> Candidates<A> {
    /// All actions of a state.
    pub(super) fn new<V: Evaluate<Action = A>>(
        experience: &Experience,
        state: &V::State,
        actions: impl Iterator<Item = A>,
        spot: &Spot,
    ) -> Candidates<A> {
        let candidate = |action: A| {
            let (mark, promise) = (mark(&action), V::promise(state, &action));
            let rank = match spot.known == Some(mark) {
                true => KNOWN,
                false => {
                    experience.demoted::<V>(state, &action, experience.rank(spot, mark, promise))
                }
            };
            Candidate {
                action,
                mark,
                promise,
                rank,
            }
        };
        let mut list: Vec<Candidate<A>> = actions.map(candidate).collect();
        let rest = set_aside::<V>(state, &mut list, spot.ply);
        Candidates {
            // Picking the best of a long list again and again takes longer than sorting it.
            is_sorted: list.len() > 80,
            list: if list.len() > 80 { sorted(list) } else { list },
            rest,
            taken: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len() + self.rest.len()
    }

    /// Where everything likely loses by force, all others become likely.
    pub(super) fn take_rest(&mut self) -> bool {
        let has_more = !self.rest.is_empty();
        self.list.append(&mut self.rest);
        has_more
    }

    /// The place of the best candidate that has not been tried.
    pub(super) fn next(&mut self) -> Option<usize> {
        let from = self.taken;
        let best = match self.is_sorted {
            true => (from < self.list.len()).then_some(from)?,
            false => {
                let rank = |at: &usize| (self.list[*at].rank, std::cmp::Reverse(*at));
                (from..self.list.len()).max_by_key(rank)?
            }
        };
        self.list.swap(from, best);
        self.taken += 1;
        Some(from)
    }

    pub(super) fn at(&self, index: usize) -> &Candidate<A> {
        &self.list[index]
    }
}

fn sorted<A>(mut list: Vec<Candidate<A>>) -> Vec<Candidate<A>> {
    list.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
    list
}

/// Keeps the most valuable of many far-reaching actions and gives the others. At the root they are tried out, below
/// first sight has to do.
fn set_aside<V: Evaluate>(
    state: &V::State,
    list: &mut Vec<Candidate<V::Action>>,
    ply: usize,
) -> Vec<Candidate<V::Action>> {
    if !list
        .iter()
        .any(|candidate| V::is_distant(&candidate.action))
    {
        return Vec::new();
    }
    let (mut distant, near): (Vec<_>, Vec<_>) = std::mem::take(list)
        .into_iter()
        .partition(|candidate| V::is_distant(&candidate.action));
    *list = near;
    if ply == 0 {
        let seat = V::actor(state);
        for candidate in distant.iter_mut().filter(|known| !known.is_known()) {
            candidate.rank = V::assess(&V::play(state, &candidate.action), seat);
        }
    }
    let mut distant = sorted(distant);
    let width = if ply == 0 { WIDTH_AT_ROOT } else { WIDTH };
    let rest = distant.split_off(width.min(distant.len()));
    // They are not loud: what they win is not settled by what can be captured now.
    for candidate in distant.iter_mut().filter(|known| !known.is_known()) {
        candidate.promise = candidate.promise.min(0);
        candidate.rank = candidate.rank.min(DISTANT);
    }
    list.append(&mut distant);
    rest
}

/// Loud actions alone, most promising first.
pub(super) fn loud<V: Evaluate>(
    state: &V::State,
    actions: impl Iterator<Item = V::Action>,
    known: Option<Mark>,
) -> Vec<Candidate<V::Action>> {
    let candidate = |action: V::Action| {
        let promise = V::promise(state, &action);
        let is_known = known.is_some_and(|known| known == mark(&action));
        (promise > 0 && !V::is_distant(&action)).then(|| Candidate {
            rank: if is_known { KNOWN } else { promise },
            mark: 0,
            action,
            promise,
        })
    };
    sorted(actions.filter_map(candidate).collect())
}
