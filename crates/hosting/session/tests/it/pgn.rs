//! Games as text for people.

use rules::Seat;
use session::{Ask, Clock, Imprint, Millis, Report, to_pgn};

use crate::support::{FISCHER, Life, START, created};

const IMPRINT: Imprint<'_> = Imprint {
    event: "Casual game",
    site: "https://example.org/g1",
    has_clocks: false,
};

#[test]
fn a_whole_game() {
    let mut life = Life::new(created(FISCHER));
    life.play(3);
    life.ask(START, Seat::Black, Ask::Resign).unwrap();
    let expected = r#"[Event "Casual game"]
[Site "https://example.org/g1"]
[Date "2026.11.15"]
[Round "-"]
[White "Ada"]
[Black "Ben"]
[Result "1-0"]
[GameId "g1"]
[UTCDate "2026.11.15"]
[UTCTime "21:05:09"]
[TimeControl "60+2"]
[Termination "Normal"]
[Variant "Counting"]

x1 x1 x1 1-0
"#;
    assert_eq!(to_pgn(&life.session, IMPRINT).unwrap(), expected);
}

#[test]
fn clocks_stand_behind_the_moves_of_a_timed_game() {
    let imprint = Imprint {
        has_clocks: true,
        ..IMPRINT
    };
    let mut life = Life::new(created(FISCHER));
    life.play(2);
    let text = to_pgn(&life.session, imprint).unwrap();
    let moves = text.split("\n\n").nth(1).unwrap();
    assert_eq!(moves.matches("x1 { [%clk 0:01:0").count(), 2, "{moves}");
    let mut untimed = Life::new(created(Clock::Untimed));
    untimed.play(2);
    let text = to_pgn(&untimed.session, imprint).unwrap();
    assert!(text.ends_with("\n\nx1 x1 *\n"), "{text}");
}

#[test]
fn a_game_from_a_position_with_an_empty_chair() {
    let mut game = created(Clock::Untimed);
    game.setup = "5 black".to_owned();
    game.seats.black = None;
    if let Some(white) = &mut game.seats.white {
        white.name = r#"A "quoted" \ name"#.to_owned();
    }
    let text = to_pgn(&Life::new(game).session, IMPRINT).unwrap();
    for line in [
        r#"[White "A \"quoted\" \\ name"]"#,
        r#"[Black "?"]"#,
        r#"[Result "*"]"#,
        r#"[TimeControl "-"]"#,
        r#"[Termination "Unterminated"]"#,
        r#"[FEN "5 black"]"#,
        r#"[SetUp "1"]"#,
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert!(text.ends_with("]\n\n*\n"), "{text}");
}

#[test]
fn the_usual_start_needs_no_setup_and_long_games_are_wrapped() {
    let mut game = created(Clock::Untimed);
    game.setup = "9".to_owned();
    let usual = to_pgn(&Life::new(game.clone()).session, IMPRINT).unwrap();
    assert!(!usual.contains("SetUp"), "{usual}");
    game.setup = "200".to_owned();
    let mut life = Life::new(game);
    life.play(60);
    let text = to_pgn(&life.session, IMPRINT).unwrap();
    let (_, movetext) = text.split_once("\n\n").unwrap();
    let lines: Vec<&str> = movetext.lines().collect();
    assert_eq!(
        lines.iter().map(|line| line.len()).collect::<Vec<_>>(),
        [77, 77, 25]
    );
    assert!(movetext.ends_with("x1 *\n"), "{movetext}");
}

#[test]
fn time_controls_and_terminations() {
    let half_minute = Clock::Delay {
        initial: Millis(30_500),
        delay: Millis::from_secs(3),
    };
    let days = Clock::Correspondence { days: 3 };
    for (clock, expected) in [(half_minute, "30.5d3"), (days, "1/259200")] {
        let mut life = Life::new(created(clock));
        life.play(2);
        let late = START + Millis::from_days(9);
        let tick = session::Command::Report(Report::Tick);
        life.tell(late, tick).unwrap();
        let text = to_pgn(&life.session, IMPRINT).unwrap();
        assert!(
            text.contains(&format!("[TimeControl \"{expected}\"]")),
            "{text}"
        );
        assert!(text.contains("[Termination \"Time forfeit\"]"), "{text}");
    }
    let mut aborted = Life::new(created(FISCHER));
    aborted.ask(START, Seat::White, Ask::Abort).unwrap();
    let text = to_pgn(&aborted.session, IMPRINT).unwrap();
    assert!(text.contains("[Termination \"Abandoned\"]"), "{text}");
}
