//! What a player sees, and that it can all be read.

use rules::{CellId, MomentKind, Scene, Target, Variant};
use timetravel::{Action, Setup, State, TimeTravel};

fn played(setup: &str, actions: &str) -> State {
    let setup: Setup = setup.parse().unwrap();
    let mut game = TimeTravel::start(&setup).unwrap();
    for action in actions.split_whitespace() {
        let action: Action = action.parse().unwrap();
        game = TimeTravel::apply(&game, game.actor(), &action)
            .unwrap()
            .state;
    }
    game
}

const QUICK: &str = "TT1;-;-;1;-/-;0/0;-;-;wb;9/160/5;*";

fn notes(scene: &Scene) -> Vec<&str> {
    scene.notes.iter().map(|note| note.text.as_str()).collect()
}

#[test]
fn the_timeline_lists_every_ply_with_its_kind_and_label() {
    let game = played(QUICK, "+e2e4 +d7d5 +b1c3 +d5e4 1^g1f3 +b8c6");
    let timeline = TimeTravel::scene(&game).timeline.unwrap();
    let moments: Vec<(&str, MomentKind, &str)> = timeline
        .moments
        .iter()
        .map(|moment| (moment.tap.as_str(), moment.kind, moment.label.as_str()))
        .collect();
    let expected = [
        ("ply:1", MomentKind::Move, "Nf3"),
        ("ply:2", MomentKind::Move, "d5"),
        ("ply:3", MomentKind::Move, "Nc3"),
        ("ply:4", MomentKind::Blank, "__"),
        ("ply:5", MomentKind::Pass, "--"),
        ("ply:6", MomentKind::Move, "Nc6"),
    ];
    assert_eq!(moments, expected);
    assert_eq!(timeline.shown, 6);
}

#[test]
fn every_moment_can_be_looked_at() {
    let game = played(QUICK, "+e2e4 +d7d5 +e4d5");
    let shown = |ply| TimeTravel::scene_at(&game, ply).unwrap();
    assert!(shown(0).token_at("e2").is_some());
    assert!(shown(1).token_at("e4").is_some());
    assert_eq!(shown(2).timeline.unwrap().shown, 2);
    assert_eq!(shown(2).tokens.len(), 32);
    assert_eq!(shown(3), TimeTravel::scene(&game));
    assert!(TimeTravel::scene_at(&game, 4).is_none());
}

#[test]
fn a_dormant_moment_shows_the_end_of_the_line() {
    let game = played(QUICK, "+f2f3 +e7e5 +g2g4 +a7a6 +e2e4 +b8c6 +d2d3 4^d8h4");
    let scene = TimeTravel::scene_at(&game, 7).unwrap();
    let timeline = scene.timeline.as_ref().unwrap();
    assert_eq!(timeline.shown, 4);
    assert_eq!(timeline.moments[4].label, "(Pe2e4)");
    assert!(!game.is_upgradable(5), "a dormant ply cannot be changed");
    assert_eq!(scene.token_at("h4").unwrap().label, "black queen");
}

#[test]
fn marks_show_the_last_move_and_the_king_in_check() {
    let game = played(QUICK, "+e2e4 +d7d6 +f1b5");
    let marks = TimeTravel::scene(&game).marks;
    let mark = |kind: &str| {
        let mark = marks.iter().find(|mark| mark.kind == kind).unwrap();
        mark.cells.iter().map(CellId::as_str).collect::<Vec<_>>()
    };
    assert_eq!(mark("last"), ["f1", "b5"]);
    assert_eq!(mark("check"), ["e8"]);
}

#[test]
fn notes_say_what_the_board_does_not() {
    let game = played(QUICK, "+e2e4 +e7e5 +g1f3 +b8c6 3^f1b5");
    let expected = [
        "Black acts out of step: playing on makes it Black's move 3, and White's move 3 a pass.",
        "White has fixed N<B.",
        "White has 4 of 5 jumps left.",
        "Black has 5 of 5 jumps left.",
    ];
    assert_eq!(notes(&TimeTravel::scene(&game)), expected);
}

#[test]
fn notes_say_who_can_still_change_the_end() {
    let game = played(
        "TT1;-;-;1;-/-;0/0;-;-;wb;9/600/-;*",
        "+f2f3 +e7e5 +b2b4 +f8b4 +g2g4 +d8h4 3^b1c3",
    );
    let expected = [
        "The line ends at Black's move 3: checkmate.",
        "White can still change White's moves 1, 2, 3.",
        "Black can still fill Black's move 2 and change Black's moves 1, 3.",
    ];
    assert_eq!(notes(&TimeTravel::scene(&game)), expected);
}

#[test]
fn accepting_is_called_what_it_means_to_the_player() {
    let label = |game: &State| TimeTravel::label(game, &Action::Accept);
    let mated = "+f2f3 +e7e5 +g2g4 +d8h4";
    assert_eq!(label(&played(QUICK, mated)), "Accept defeat");
    let winner = "+f2f3 +e7e5 +a2a3 +a7a6 +g2g4 +d8h4 3^b1c3";
    assert_eq!(label(&played(QUICK, winner)), "Accept (wait)");
    let stalemate = played("7k/8/8/6Q1/8/8/P7/K7 w - - 0 1", "+g5g6");
    assert_eq!(label(&stalemate), "Accept draw");
}

#[test]
fn a_preview_tells_in_words_what_would_happen() {
    let setup = "TT1;-;-;1;-/-;0/0;-;-;wb;9/300/3;*";
    let game = played(
        setup,
        "+f2f3 +e7e5 +b2b4 +f8b4 +g2g4 +d8h4 3^b1c3 4_a7a6 1^b1c3 +h4g4",
    );
    let preview = TimeTravel::preview(&game, &"3_f2f3".parse().unwrap()).unwrap();
    let words: Vec<&str> = preview
        .notes
        .iter()
        .map(|note| note.text.as_str())
        .collect();
    let expected = [
        "This is your jump 3 of 3: 0 left.",
        "The moves from White's move 4 to Black's move 4 fall dormant.",
        "The line ends at Black's move 3: checkmate.",
        "The game ends: Black wins (checkmate).",
        "rnb1kbnr/1ppp1ppp/p7/4p3/6Pq/2N2P2/PPPPP2P/R1BQKBNR w KQkq - 1 4",
    ];
    assert_eq!(words, expected);
    assert_eq!(preview.terminus, Some(6));
    let before = played(setup, "+e2e4 +d7d5 +b1c3 +d5e4 +a2a3 +a7a6");
    let preview = TimeTravel::preview(&before, &"1^g1f3".parse().unwrap()).unwrap();
    let text = |code: &str| {
        let note = preview.notes.iter().find(|note| note.code == code);
        note.map(|note| note.text.as_str()).unwrap_or_default()
    };
    assert_eq!(text("jump"), "This is your jump 1 of 3: 2 left.");
    assert_eq!(
        text("turn"),
        "You give up your turn: if Black plays on, your move 4 becomes a pass."
    );
    assert_eq!(text("lost"), "Lost: Black's move 2 (dxe4).");
    let lost = preview.notes.iter().find(|note| note.code == "lost");
    assert_eq!(lost.unwrap().cells[0].as_str(), "ply:4");
}

#[test]
fn the_first_exchange_of_knight_and_bishop_is_announced() {
    let warned = |moves: &str, action: &str| {
        let preview = TimeTravel::preview(&played(QUICK, moves), &action.parse().unwrap());
        let note = preview.unwrap().notes.into_iter();
        note.filter(|note| note.code == "order")
            .map(|note| note.text)
            .collect::<Vec<_>>()
    };
    let before = "+e2e4 +e7e5 +g1f3 +b8c6";
    let fixed = "White fixes N<B for the rest of the game.";
    assert_eq!(warned(before, "3^f1b5"), [fixed]);
    assert!(warned(before, "3^d1e2").is_empty(), "only between the two");
    let after = "+e2e4 +e7e5 +g1f3 +b8c6 3^f1b5 +d7d6 +b1c3 +a7a6";
    assert!(warned(after, "7^b5c4").is_empty(), "only the first time");
}

#[test]
fn accepting_says_exactly_what_will_happen() {
    let setup = "TT1;-;-;1;-/-;0/0;-;-;wb;9/300/3;*";
    let told = |moves: &str| {
        let game = played(setup, moves);
        let preview = TimeTravel::preview(&game, &Action::Accept).unwrap();
        let wanted = |code: &str| ["accept", "over"].contains(&code);
        let note = preview.notes.into_iter().find(|note| wanted(&note.code));
        note.unwrap().text
    };
    let mated = "+f2f3 +e7e5 +g2g4 +d8h4";
    assert_eq!(told(mated), "The game ends: Black wins (checkmate).");
    // The winner's hole keeps the game open although the loser gives in.
    let hole = "+f2f3 +e7e5 +b2b4 +f8b4 +g2g4 +d8h4 3^b1c3 2^g8f6";
    assert!(TimeTravel::preview(&played(setup, hole), &Action::Accept).is_none());
    let hole = "+f2f3 +e7e5 +b2b4 +f8b4 +g2g4 +d8h4 3^b1c3 6^e8e7";
    assert!(TimeTravel::preview(&played(setup, hole), &Action::Accept).is_none());
    let winner = "+f2f3 +e7e5 +a2a3 +a7a6 +g2g4 +d8h4 3^b1c3";
    assert_eq!(
        told(winner),
        "The game goes on, nothing changes, and your turn is over. White can still change White's \
         moves 1, 2, 3, or accept defeat."
    );
}

#[test]
fn what_is_timed_is_what_it_says() {
    let numbers: Vec<(&str, u64)> = TimeTravel::scenarios()
        .into_iter()
        .map(|mut scenario| {
            let number = (scenario.work)();
            if let Target::NumberAtMost(limit) = scenario.target {
                assert!(number <= limit, "{}: {number}", scenario.name);
            }
            (scenario.name, number)
        })
        .collect();
    let names: Vec<&str> = numbers.iter().map(|(name, _)| *name).collect();
    let expected = [
        "all legal actions of a history of 200 plies",
        "one change that replays 200 plies",
        "all previews of a history of 200 plies",
        "bytes of a game of 300 plies",
    ];
    assert_eq!(names, expected);
    assert!(numbers[0].1 > 1_000, "the past is open: {numbers:?}");
    assert!(numbers[1].1 >= 200, "everything is replayed: {numbers:?}");
    assert!(numbers[2].1 > 1_000, "changes lose moves: {numbers:?}");
}
