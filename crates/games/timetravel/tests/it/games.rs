//! Laws of this game over complete random games. `ROOKERY_LAW_GAMES` asks for more of them.

use rules::{Seat, SplitMix, Status, Variant};
use shakmaty::Role;
use timetravel::{Action, Kinds, Order, Setup, Slot, State, TimeTravel};

use crate::random_players::Temper;

/// Starts and limits, so chosen that every rule is met: castling, en passant, promotion, bare kings,
/// few writes, few jumps, and a start with Black to move.
const SETUPS: [&str; 10] = [
    "TT1;-;-;1;-/-;0/0;-;-;wb;9/36/-;*",
    "TT1;-;-;1;-/-;0/0;-;-;wb;2/40/-;*",
    "TT1;-;-;1;-/-;0/0;-;-;wb;9/80/10;*",
    "TT1;-;-;1;-/-;0/0;-;-;wb;9/160/5;*",
    "TT1;8/8/8/4k3/8/8/8/4K2Q_w_-_-_0_1;-;1;-/-;0/0;-;-;wb;9/30/-;*",
    "TT1;8/8/8/4k3/8/8/8/4K2Q_w_-_-_0_1;-;1;-/-;0/0;-;-;wb;9/60/3;*",
    "TT1;r3k2r/p1p2ppp/2n1b3/3pP3/8/2N1B3/P1P2PPP/R3K2R_w_KQkq_d6_0_1;-;1;-/-;0/0;-;-;wb;6/30/-;*",
    "TT1;r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R_b_KQkq_-_0_8;-;1;-/-;0/0;-;-;wb;9/40/12;*",
    "TT1;4k3/P6p/8/8/8/8/7p/4K3_w_-_-_0_1;-;1;-/-;0/0;-;-;wb;3/40/-;*",
    "TT1;8/5k2/8/8/8/8/4P3/4K3_w_-_-_140_1;-;1;-/-;0/0;-;-;wb;1/50/0;*",
];

#[test]
fn games_of_any_action_break_no_law() {
    play_games(Temper::Any);
}

#[test]
fn games_that_mostly_play_on_break_no_law() {
    play_games(Temper::Forward);
}

/// Two thousand games in both tests together, or more in a nightly run.
fn games() -> u64 {
    let asked = std::env::var("ROOKERY_LAW_GAMES").ok();
    let asked = asked.and_then(|games| games.parse().ok()).unwrap_or(0);
    asked.max(2_000) / 2
}

fn play_games(temper: Temper) {
    for seed in 0..games() {
        let setup = SETUPS[seed as usize % SETUPS.len()];
        let game = RandomGame::play(setup, temper, seed);
        game.check_bounds();
        game.check_log();
        game.check_words();
    }
}

/// A finished game with what its laws need to know.
struct RandomGame {
    setup: Setup,
    log: Vec<Action>,
    /// The kinds at each ply after every write.
    words: Vec<Vec<Option<Role>>>,
    end: State,
}

impl RandomGame {
    fn play(setup: &str, temper: Temper, seed: u64) -> RandomGame {
        let setup: Setup = setup.parse().unwrap();
        let mut random = SplitMix::new(seed);
        let mut state = TimeTravel::start(&setup).unwrap();
        let mut log = Vec::new();
        let mut words = Vec::new();
        while let Status::ToAct(_) = state.status() {
            let action = temper.choose(&state, &mut random);
            let next = check_turn(&state, action);
            log.push(action);
            if !matches!(action, Action::Accept | Action::Wait) {
                words.push(word(&next));
            }
            state = next;
        }
        RandomGame {
            setup,
            log,
            words,
            end: state,
        }
    }

    /// Every game ends, and within the bounds that its limits give.
    fn check_bounds(&self) {
        let options = self.end.options();
        let plies = self.end.timeline().len();
        let by_writes = 2 * usize::from(options.max_writes) * plies + 1;
        let by_jumps = options
            .max_jumps
            .map_or(usize::MAX, |jumps| 2 * plies + 4 * jumps as usize + 1);
        assert!(self.log.len() <= by_writes.min(by_jumps));
    }

    /// The log, judged action by action, gives the identical game.
    fn check_log(&self) {
        let mut state = TimeTravel::start(&self.setup).unwrap();
        for action in &self.log {
            let seat = state.actor();
            state = TimeTravel::apply(&state, seat, action).unwrap().state;
        }
        assert_eq!(line(&state), line(&self.end));
    }

    /// Every write raises the word of the history, which is why every game must end.
    fn check_words(&self) {
        let height = |ply: usize, kind: &Option<Role>| {
            let seat = self.end.timeline().owner(ply + 1);
            match (kind, self.end.order(seat)) {
                (None, _) => 0,
                (Some(Role::Knight), Some(Order::KnightAbove)) => 3,
                (Some(Role::Bishop), Some(Order::KnightAbove)) => 2,
                (Some(role), _) => *role as u8,
            }
        };
        let height = |word: &Vec<Option<Role>>| -> Vec<u8> {
            let plies = word.iter().enumerate();
            plies.map(|(ply, kind)| height(ply, kind)).collect()
        };
        for pair in self.words.windows(2) {
            assert!(height(&pair[0]) < height(&pair[1]), "{:?}", self.log);
        }
    }
}

fn word(state: &State) -> Vec<Option<Role>> {
    let slots = state.timeline().slots();
    slots
        .map(|(_, slot)| slot.record().map(timetravel::Record::kind))
        .collect()
}

fn line(state: &State) -> String {
    Setup::of(state).to_string()
}

/// Plays an action and checks every law of one turn.
fn check_turn(before: &State, action: Action) -> State {
    let preview = TimeTravel::preview(before, &action).expect("a legal action has a preview");
    let after = TimeTravel::play(before, &action);
    let context = format!("{} {action}", line(before));
    assert_eq!(preview.setup, line(&after), "{context}");
    assert_eq!(preview.status, after.status(), "{context}");
    assert_eq!(
        preview.terminus,
        after.timeline().terminus().map(|end| end.ply)
    );
    assert_eq!(preview.lost, lost(before, &after), "{context}");
    check_step(before, &after, action);
    check_blanks(before, &after, action);
    check_history(&after, &context);
    check_reloaded(&after, &context);
    after
}

/// Moves that turned into blanks.
fn lost(before: &State, after: &State) -> Vec<usize> {
    let moves = before.timeline().slots();
    let moves = moves.filter(|(_, slot)| slot.record().is_some());
    let blank = |ply: &usize| matches!(after.timeline().slot(*ply), Some(Slot::Blank { .. }));
    moves.map(|(ply, _)| ply).filter(blank).collect()
}

/// An append ends in step; every other turn toggles the step and leaves the length alone.
fn check_step(before: &State, after: &State, action: Action) {
    assert_eq!(after.actor(), !before.actor());
    let grown = after.timeline().len() - before.timeline().len();
    match action {
        Action::Append(_) => {
            assert_eq!(grown, if before.in_step() { 1 } else { 2 });
            assert!(after.in_step());
        }
        _ => {
            assert_eq!(grown, 0);
            assert_ne!(after.in_step(), before.in_step());
        }
    }
}

/// A blank becomes a move only by being filled.
fn check_blanks(before: &State, after: &State, action: Action) {
    for (ply, slot) in before.timeline().slots() {
        let filled = matches!(action, Action::Fill { ply: at, .. } if at == ply);
        if matches!(slot, Slot::Blank { .. }) && !filled {
            assert_eq!(after.timeline().slot(ply), Some(slot));
        }
    }
}

/// No recorded move is illegal where it stands; at most one king is ever attacked; the first ply holds a
/// move and passes stand apart.
fn check_history(state: &State, context: &str) {
    let timeline = state.timeline();
    let mut passed = false;
    for (ply, slot) in timeline.slots() {
        assert!(ply > 1 || slot.record().is_some(), "{context}");
        assert!(!(passed && slot == Slot::Pass), "{context}");
        passed = slot == Slot::Pass;
        if let (Some(record), true) = (slot.record(), ply <= timeline.end()) {
            let position = timeline.position(ply - 1).unwrap();
            let moves = position.legal_moves(Kinds::NONE.with(record.kind()));
            let standing = moves
                .into_iter()
                .filter(|m| timetravel::Record::from(*m) == record);
            assert_eq!(standing.count(), 1, "ply {ply}: {context}");
        }
    }
    let last = timeline.last();
    let attacked = Seat::BOTH.map(|seat| last.is_attacked(color(seat)));
    assert_ne!(attacked, [true, true], "{context}");
}

fn color(seat: Seat) -> shakmaty::Color {
    shakmaty::Color::from_white(seat == Seat::White)
}

/// The state that was built step by step equals the one replayed from the start.
fn check_reloaded(state: &State, context: &str) {
    let text = line(state);
    let setup: Setup = text.parse().unwrap();
    let loaded = TimeTravel::start(&setup).unwrap_or_else(|no| panic!("{no}: {context}"));
    assert_eq!(line(&loaded), text, "{context}");
    assert_eq!(loaded.timeline().terminus(), state.timeline().terminus());
    assert_eq!(loaded.timeline().end(), state.timeline().end());
    for ply in 0..=state.timeline().end() {
        assert_eq!(
            loaded.timeline().position(ply),
            state.timeline().position(ply)
        );
    }
    assert!(
        TimeTravel::legal(&loaded).eq(TimeTravel::legal(state)),
        "{context}"
    );
}
