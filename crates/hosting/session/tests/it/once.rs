//! A move is parsed once and judged once on every path.

use rules::{AnyVariant, Erased, Events, Replay, Seat};
use session::{Clock, Command, Session};

use crate::counting::{Counting, Setup, Work, find, work};
use crate::support::{Life, START, act, created, player};

const ONCE: Work = Work {
    parsed: 1,
    judged: 1,
};

fn counting() -> &'static dyn AnyVariant {
    find("counting").unwrap()
}

#[test]
fn a_decision_judges_once_and_carrying_it_out_does_not_judge_again() {
    for text in ["2", "x2", "0"] {
        let mut session = Life::new(created(Clock::Untimed)).session;
        let command = Command::ask(player(Seat::White), act(text));
        let (plan, planning) = work(|| session.plan(START, &command).unwrap());
        assert_eq!(planning, ONCE, "{text}");
        let (records, carrying_out) = work(|| session.carry_out(plan).unwrap());
        assert_eq!(carrying_out, Work::default(), "{text}");
        assert_eq!(records.len(), 1);
    }
}

#[test]
fn a_decision_without_its_plan_is_judged_when_it_is_made_and_when_it_is_added() {
    let mut session = Life::new(created(Clock::Untimed)).session;
    let command = Command::ask(player(Seat::White), act("x3"));
    let (records, deciding) = work(|| session.decide(START, command).unwrap());
    assert_eq!(deciding, ONCE);
    let ((), evolving) = work(|| session.evolve(&records[0]).unwrap());
    assert_eq!(evolving, ONCE);
}

#[test]
fn stored_games_are_judged_once_a_move() {
    let mut life = Life::new(created(Clock::Untimed));
    life.play(9);
    let (replayed, replaying) = work(|| Session::replay(&life.records, &find).unwrap());
    assert_eq!(replayed.played().len(), 9);
    let each = Work {
        parsed: 9,
        judged: 9,
    };
    assert_eq!(replaying, each);
}

#[test]
fn a_replay_judges_once_a_move() {
    let start = counting().start("").unwrap();
    let (replay, replaying) = work(|| Replay::of(start, ["x1", "2", "0", "x3"]).unwrap());
    let each = Work {
        parsed: 4,
        judged: 4,
    };
    assert_eq!(replaying, each);
    assert_eq!(replay.game().setup(), "3 black");
    let notations = replay.played().iter().map(|ply| ply.notation.as_str());
    assert_eq!(notations.collect::<Vec<_>>(), ["x1", "x2", "x0", "x3"]);
    let (again, replaying) = work(|| {
        let actions = replay.played().iter().map(|ply| ply.action.as_str());
        Replay::last_state(counting().start("").unwrap(), actions).unwrap()
    });
    assert_eq!(replaying, each);
    assert_eq!(again.setup(), "3 black");
}

#[test]
fn a_replay_ends_with_the_game_and_goes_back() {
    let start = counting().start("3").unwrap();
    let mut replay = Replay::of(start, ["1", "2"]).unwrap();
    assert_eq!(replay.play("1").unwrap_err().code, "game-over");
    let refusal = Replay::of(counting().start("3").unwrap(), ["1", "3"]).err();
    let message = "action 2, 3: the counting game says too-many";
    assert_eq!(refusal.unwrap().message, message);
    let before = replay.game_after(1).unwrap();
    replay.truncate(1, before);
    assert_eq!(replay.game().setup(), "2 black");
    assert_eq!(replay.played().len(), 1);
}

#[test]
fn crates_that_know_the_game_see_typed_states_and_events() {
    let game = counting().start("5").unwrap();
    let state: &Setup = Erased::<Counting>::state(&*game).unwrap();
    assert_eq!(state.to_string(), "5");
    assert_eq!(Erased::<Counting>::game(state.clone()).setup(), "5");
    assert!(game.as_any().downcast_ref::<String>().is_none());
    let judged = game.play(Seat::White, "x2").unwrap();
    assert_eq!(judged.step.events.typed::<()>(), Some([].as_slice()));
    assert!(judged.step.events.typed::<u8>().is_none());
    assert!(Events::default().typed::<()>().is_none());
}

#[test]
fn a_stored_action_is_spelled_as_a_decision_spells_it() {
    let mut life = Life::new(created(Clock::Untimed));
    life.play(1);
    let mut records = life.records.clone();
    if let session::Change::Acted { action, .. } = &mut records[1].change {
        *action = "x1".to_owned();
    }
    let error = Session::replay(&records, &find).unwrap_err();
    assert!(error.to_string().contains("not how the action is stored"));
}
