//! `rookery verify`.

use rules::{BySeat, Seat};
use session::{
    Ask, Clock, Command, Created, GameId, Hash, Millis, PlayerId, Sealed, Session, Sitter,
    to_json_lines,
};

use crate::{lines, rookery};

fn sitter(seat: Seat) -> Sitter {
    let player = PlayerId::new(format!("player-{seat}")).unwrap();
    Sitter {
        player,
        name: seat.to_string(),
        bot: false,
    }
}

/// A short game as a server exports it.
fn records() -> String {
    let created = Created {
        game: GameId::new("g1").unwrap(),
        variant: "orthodox".to_owned(),
        rules_version: 1,
        setup: String::new(),
        preset: None,
        seed: 0,
        clock: Clock::Untimed,
        clock_start: session::ClockStart::default(),
        grace: None,
        seats: BySeat::new_with(|seat| Some(sitter(seat))),
        rematch_of: None,
        unlisted: false,
    };
    let mut records = vec![
        Session::create(Millis(1), created, &catalog::standard().variants().lookup()).unwrap(),
    ];
    let mut session = Session::open(&records[0], &catalog::standard().variants().lookup()).unwrap();
    for (index, action) in ["e2e4", "e7e5", "g1f3"].into_iter().enumerate() {
        let seat = Seat::BOTH[index % 2];
        let ask = Ask::Act {
            action: action.to_owned(),
            after: None,
        };
        let made = session
            .decide(Millis(2), Command::ask(sitter(seat).player, ask))
            .unwrap();
        made.iter()
            .for_each(|record| session.evolve(record).unwrap());
        records.extend(made);
    }
    let mut head = Hash::START;
    let sealed = records.iter().map(|record| {
        let sealed = Sealed::seal(head, record);
        head = sealed.hash;
        sealed
    });
    to_json_lines(&sealed.collect::<Vec<_>>()).unwrap()
}

#[test]
fn a_whole_game_is_whole() {
    let output = rookery(&["verify", "-"], records().as_bytes());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(lines(&output)[0].starts_with("whole: orthodox "));
}

#[test]
fn a_changed_game_is_told_with_its_line() {
    let records = records();
    for action in ["e2e4", "e7e5", "g1f3"] {
        let number = 1 + records
            .lines()
            .position(|line| line.contains(action))
            .unwrap();
        let forged = records.replacen(action, "a2a3", 1);
        let output = rookery(&["verify", "-"], forged.as_bytes());
        assert!(!output.status.success());
        let complaint = String::from_utf8_lossy(&output.stderr);
        let expected = format!("line {number}: ");
        assert!(complaint.starts_with(&expected), "{action}: {complaint}");
    }
}

#[test]
fn games_of_other_programs_are_replayed() {
    let output = rookery(&["verify", "-"], b"1. f3 e5 2. g4 Qh4# 0-1");
    assert!(
        lines(&output)[0].ends_with("4 actions, 0-1 (checkmate)"),
        "{:?}",
        lines(&output)
    );
    let output = rookery(&["verify", "-"], b"1. f3 e5 2. g4 Qh5# 0-1");
    assert!(!output.status.success());
}

#[test]
fn saved_games_are_replayed() {
    let output = rookery(
        &["verify", "-"],
        include_bytes!("../data/saved-tridim.json"),
    );
    assert!(
        lines(&output)[0].starts_with("whole: tridim, "),
        "{output:?}"
    );
}
