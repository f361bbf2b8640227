//! Clocks that start when both seats are taken, and players who leave for good.

use rules::{BySeat, Seat};
use session::{
    Ask, Change, Clock, ClockStart, Command, Created, Millis, Phase, Record, Report, Session,
    reason,
};

use crate::counting::find;
use crate::support::{Life, START, created, player, sitter};

const BLITZ: Clock = Clock::Fischer {
    initial: Millis::from_secs(60),
    increment: Millis::from_secs(1),
};

fn seated_at_once(seats: BySeat<bool>) -> Created {
    Created {
        clock_start: ClockStart::WhenSeated,
        seats: BySeat::new_with(|seat| seats[seat].then(|| sitter(seat))),
        ..created(BLITZ)
    }
}

fn replayed(life: &Life) -> Session {
    Session::replay(&life.records, &find).unwrap()
}

#[test]
fn a_clock_can_run_from_the_beginning() {
    let life = Life::new(seated_at_once(BySeat::new_with(|_| true)));
    let clocks = life.session.clocks(START + Millis(2500));
    assert_eq!(clocks.running, Some(Seat::White));
    assert_eq!(clocks.left.unwrap().white, Millis(57_500));
    assert_eq!(life.session.deadline(), Some(START + Millis(60_000)));
    let text = life.records[0].to_text();
    assert!(text.contains(r#""clock_start":"when_seated""#), "{text}");
    let usual = Life::new(created(BLITZ));
    assert_eq!(usual.session.deadline(), None);
    assert!(!usual.records[0].to_text().contains("clock_start"));
}

#[test]
fn no_clock_runs_against_an_empty_chair() {
    let only_white = BySeat::new_with(|seat| seat == Seat::White);
    let mut life = Life::new(seated_at_once(only_white));
    let later = START + Millis::from_secs(600);
    assert_eq!(life.session.clocks(later).running, None);
    let sit = Ask::Sit {
        seat: Some(Seat::Black),
        name: "Late".to_owned(),
    };
    let sits = Command::ask(player(Seat::Black), sit);
    life.tell(later, sits).unwrap();
    let clocks = life.session.clocks(later + Millis(1000));
    assert_eq!(clocks.running, Some(Seat::White));
    assert_eq!(clocks.left.unwrap().white, Millis(59_000));
    assert_eq!(replayed(&life).deadline(), life.session.deadline());
}

#[test]
fn a_player_who_leaves_for_good_loses() {
    let mut life = Life::new(created(Clock::Untimed));
    let player = player(Seat::White);
    let left = Command::Report(Report::Left { player });
    let records = life.tell(START, left.clone()).unwrap();
    let [
        Record {
            change: Change::Ended { ending },
            ..
        },
    ] = &records[..]
    else {
        panic!("{records:?}")
    };
    assert_eq!(ending.winner(), Some(Seat::Black));
    assert_eq!(ending.reason, reason::ABANDONMENT);
    assert!(matches!(replayed(&life).phase(), Phase::Over { .. }));
    assert!(life.tell(START, left).unwrap().is_empty(), "it is over");
}

#[test]
fn a_player_with_both_seats_can_come_back() {
    let both = Created {
        seats: BySeat::new_with(|_| Some(sitter(Seat::White))),
        ..created(Clock::Untimed)
    };
    let mut life = Life::new(both);
    let player = player(Seat::White);
    let left = Command::Report(Report::Left { player });
    assert!(life.tell(START, left).unwrap().is_empty());
}

#[test]
fn a_new_name_is_shown_from_then_on() {
    let mut life = Life::new(created(Clock::Untimed));
    let renamed = |name: &str| {
        let (player, name) = (player(Seat::White), name.to_owned());
        Command::Report(Report::Renamed { player, name })
    };
    let told = life.tell(START, renamed("Countess")).unwrap();
    let change = Change::Renamed {
        seat: Seat::White,
        name: "Countess".to_owned(),
    };
    assert_eq!(told[0].change, change);
    assert_eq!(
        told[0].to_text().split("\"change\":").nth(1),
        Some(r#"{"type":"renamed","seat":"white","name":"Countess"}}"#)
    );
    for session in [&life.session, &replayed(&life)] {
        let sitter = session.seats().white.as_ref().unwrap();
        assert_eq!(
            (sitter.name.as_str(), &sitter.player),
            ("Countess", &player(Seat::White))
        );
    }
    assert!(life.tell(START, renamed("Countess")).unwrap().is_empty());
    assert!(life.tell(START, renamed("")).unwrap().is_empty(), "no name");
    life.ask(START, Seat::Black, Ask::Resign).unwrap();
    let late = life.tell(START, renamed("Late")).unwrap();
    assert!(late.is_empty(), "the game was played under the old name");
}
