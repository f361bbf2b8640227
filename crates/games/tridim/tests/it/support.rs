//! Games played at random, but the same in every run.

use rules::{SplitMix, Variant};
use tridim::{Action, BoardMove, PieceMove, State, Tridim, Turn};

/// The empty text is the usual start.
pub(crate) fn state(setup: &str) -> State {
    if setup.is_empty() {
        return Tridim::start(&Default::default()).unwrap();
    }
    let parsed = setup.parse().unwrap_or_else(|why| panic!("{setup}: {why}"));
    Tridim::start(&parsed).unwrap_or_else(|why| panic!("{setup}: {why}"))
}

pub(crate) fn text(state: &State) -> String {
    Tridim::setup(state).to_string()
}

/// Positions to start from: the usual start, the listed ones, and some close to rare events; each under
/// both sets of rules.
pub(crate) fn starts() -> Vec<State> {
    let listed = include_str!("../data/positions.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split('\t').next());
    let tables = include_str!("../../perft/standard.perft")
        .lines()
        .filter_map(|line| line.strip_prefix("setup"))
        .map(str::trim);
    let usual = Tridim::setup(&Tridim::start(&Default::default()).unwrap()).to_string();
    listed
        .chain(tables)
        .chain([usual.as_str()])
        .flat_map(|setup| [setup.to_owned(), format!("{setup}; preset=strict")])
        .map(|setup| state(&setup))
        .collect()
}

/// A player who acts at random, but the same in every run.
pub(crate) struct RandomPlayer(SplitMix);

impl RandomPlayer {
    pub(crate) fn new(seed: u64) -> RandomPlayer {
        RandomPlayer(SplitMix::new(seed))
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit)
    }

    /// Chooses a kind of action first half of the time, so that rare kinds are not rare.
    pub(crate) fn choose(&mut self, state: &State) -> Option<Action> {
        let legal: Vec<Action> = Tridim::legal(state)
            .filter(|action| !matches!(action, Action::Claim(_)))
            .collect();
        if legal.is_empty() {
            return None;
        }
        let any = legal[self.below(legal.len())];
        if self.below(2) == 0 {
            return Some(any);
        }
        let mut kinds: Vec<&str> = legal.iter().map(|action| kind(state, action)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let wanted = kinds[self.below(kinds.len())];
        let of_kind: Vec<&Action> = legal
            .iter()
            .filter(|action| kind(state, action) == wanted)
            .collect();
        Some(*of_kind[self.below(of_kind.len())])
    }
}

/// All kinds of action there are beside claims.
pub(crate) const KINDS: [&str; 15] = [
    "board with rider",
    "board with rider rotated",
    "board with promotion",
    "board without rider",
    "capture",
    "castling king's side",
    "castling queen's side",
    "double step",
    "en passant",
    "forced promotion",
    "move",
    "pawn step",
    "promotion",
    "promotion in place",
    "rotation in place",
];

pub(crate) fn kind(state: &State, action: &Action) -> &'static str {
    let Action::Turn(turn) = action else {
        return "forced promotion";
    };
    match *turn {
        Turn::Castle(tridim::Wing::King) => "castling king's side",
        Turn::Castle(tridim::Wing::Queen) => "castling queen's side",
        Turn::Promote { .. } => "promotion in place",
        Turn::Move(made) => kind_of_move(made),
        Turn::Board(made) => kind_of_board_move(state, made),
    }
}

fn kind_of_move(made: PieceMove) -> &'static str {
    let is_pawn = made.kind == tridim::Kind::Pawn;
    match made.from.rank().abs_diff(made.to.rank()) {
        _ if made.en_passant => "en passant",
        _ if made.promotion.is_some() => "promotion",
        _ if made.capture => "capture",
        2 if is_pawn => "double step",
        _ if is_pawn => "pawn step",
        _ => "move",
    }
}

fn kind_of_board_move(state: &State, made: BoardMove) -> &'static str {
    let board = state.position().boards().at(made.from).unwrap();
    if made.promotion.is_some() {
        "board with promotion"
    } else if made.is_rotation_in_place() {
        "rotation in place"
    } else if made.rotated {
        "board with rider rotated"
    } else if state.position().riders(board).is_empty() {
        "board without rider"
    } else {
        "board with rider"
    }
}

/// Plays at most `length` actions from each start and shows every step.
pub(crate) fn walk(
    starts: &[State],
    seed: u64,
    length: usize,
    mut step: impl FnMut(&State, &Action, &State),
) -> usize {
    let mut player = RandomPlayer::new(seed);
    let mut steps = 0;
    for start in starts {
        let mut state = start.clone();
        for _ in 0..length {
            let Some(action) = player.choose(&state) else {
                break;
            };
            let next = Tridim::play(&state, &action);
            step(&state, &action, &next);
            state = next;
            steps += 1;
        }
    }
    steps
}
