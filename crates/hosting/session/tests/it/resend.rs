//! A request sent again is answered again, not done again.

use rules::Seat;
use session::{Ask, Command, Proposal, Session, Tag};

use crate::counting::find;
use crate::support::{FISCHER, Life, START, act, created, player};

fn tagged(seat: Seat, tag: &str, ask: Ask) -> Command {
    Command::Ask {
        player: player(seat),
        seat: None,
        tag: Some(Tag::new(tag).unwrap()),
        ask,
    }
}

fn answered(session: &Session, seat: Seat, tag: &str) -> Option<u64> {
    session.answered(&player(seat), &Tag::new(tag).unwrap())
}

#[test]
fn the_same_tag_acts_once() {
    let mut life = Life::new(created(FISCHER));
    let command = tagged(Seat::White, "t1", act("0"));
    assert_eq!(life.tell(START, command.clone()).unwrap().len(), 1);
    assert_eq!(life.tell(START, command).unwrap(), []);
    assert_eq!(life.session.played().len(), 1);
    assert_eq!(answered(&life.session, Seat::White, "t1"), Some(1));
}

#[test]
fn tags_belong_to_their_player() {
    let mut life = Life::new(created(FISCHER));
    life.tell(START, tagged(Seat::White, "t1", act("1")))
        .unwrap();
    life.tell(START, tagged(Seat::Black, "t1", act("1")))
        .unwrap();
    assert_eq!(life.session.played().len(), 2);
}

#[test]
fn tags_survive_a_restart() {
    let mut life = Life::new(created(FISCHER));
    let command = tagged(Seat::White, "t1", act("1"));
    life.tell(START, command.clone()).unwrap();
    let reloaded = Session::replay(&life.records, &find).unwrap();
    assert_eq!(reloaded.decide(START, command), Ok(Vec::new()));
}

#[test]
fn a_refused_request_is_judged_again() {
    let mut life = Life::new(created(FISCHER));
    let command = tagged(Seat::Black, "t1", act("1"));
    let refusal = life.tell(START, command.clone()).unwrap_err();
    assert_eq!(refusal.code, "not-your-turn");
    life.tell(START, tagged(Seat::White, "t2", act("1")))
        .unwrap();
    assert_eq!(life.tell(START, command).unwrap().len(), 1);
}

#[test]
fn the_last_action_is_answered_again_after_the_end() {
    let mut life = Life::new(created(FISCHER));
    let command = tagged(Seat::White, "bye", Ask::Resign);
    life.tell(START, command.clone()).unwrap();
    assert_eq!(life.tell(START, command).unwrap(), []);
    assert_eq!(answered(&life.session, Seat::White, "bye"), Some(1));
}

#[test]
fn old_tags_are_forgotten_in_the_end() {
    let mut life = Life::new(created(FISCHER));
    let proposal = Proposal::Takeback { to: 0 };
    for round in 0..40 {
        let tag = |step: &str| format!("{step}{round}");
        let steps = [
            (Seat::White, tag("act"), act("1")),
            (Seat::White, tag("propose"), Ask::Propose { proposal }),
            (Seat::Black, tag("accept"), Ask::Accept { proposal }),
        ];
        for (seat, tag, ask) in steps {
            life.tell(START, tagged(seat, &tag, ask)).unwrap();
        }
    }
    assert_eq!(answered(&life.session, Seat::White, "act0"), None);
    assert_eq!(answered(&life.session, Seat::White, "act39"), Some(118));
}
