//! `rookery moves`: what scripts rely on.

use crate::{json, lines, rookery};

#[test]
fn the_start_of_every_variant() {
    let variants = lines(&rookery(&["variants", "--json"], b""));
    assert_eq!(variants.len(), catalog::standard().variants().iter().len());
    for variant in variants {
        let id = json(&variant)["id"].as_str().expect("an id").to_owned();
        let output = rookery(&["moves", "--variant", &id], b"");
        assert!(output.status.success(), "{id}");
        let answer = json(&lines(&output)[0]);
        assert_eq!(answer["variant"], id.as_str());
        assert_eq!(answer["status"]["to_act"], "white", "{id}");
        assert!(
            answer["legal"]
                .as_array()
                .is_some_and(|legal| !legal.is_empty()),
            "{id}"
        );
        let again = rookery(
            &[
                "moves",
                "--variant",
                &id,
                "--setup",
                answer["setup"].as_str().expect("a text"),
            ],
            b"",
        );
        assert_eq!(
            json(&lines(&again)[0]),
            answer,
            "{id}: the position text is the position"
        );
    }
}

#[test]
fn actions_are_played_and_told() {
    let output = rookery(&["moves", "--actions", "e2e4 d7d5 e4d5"], b"");
    let answer = json(&lines(&output)[0]);
    assert_eq!(
        answer["setup"],
        "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"
    );
    let types: Vec<&str> = answer["events"]
        .as_array()
        .expect("events")
        .iter()
        .filter_map(|event| event["type"].as_str())
        .collect();
    assert_eq!(types, ["removed", "moved"]);
}

#[test]
fn the_end_is_a_status() {
    let output = rookery(&["moves", "--actions", "f2f3 e7e5 g2g4 d8h4"], b"");
    let answer = json(&lines(&output)[0]);
    assert_eq!(answer["status"]["over"]["winner"], "black");
    assert_eq!(answer["status"]["over"]["reason"], "checkmate");
    assert_eq!(answer["legal"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_refused_action_is_named_and_the_exit_code_tells() {
    let output = rookery(&["moves", "--actions", "e2e4 e2e4"], b"");
    assert_eq!(output.status.code(), Some(1));
    let error = &json(&lines(&output)[0])["error"];
    assert_eq!(
        (&error["code"], &error["at"]),
        (&"no-piece".into(), &1.into())
    );
    for wrong in [["--setup", "nonsense"], ["--variant", "nonsense"]] {
        let output = rookery(&["moves", wrong[0], wrong[1]], b"");
        assert_eq!(output.status.code(), Some(1));
        assert!(json(&lines(&output)[0])["error"]["at"].is_null());
    }
}

#[test]
fn a_batch_answers_every_line() {
    let input = b"orthodox\t\te2e4\northodox\t\te2e5\nnone\t\t\northodox\t4k3/8/8/8/8/8/8/4K2R w K - 0 1\te1g1\n";
    let output = rookery(&["moves", "--batch"], input);
    assert!(output.status.success());
    let answers: Vec<_> = lines(&output).iter().map(|line| json(line)).collect();
    let failed: Vec<bool> = answers
        .iter()
        .map(|answer| !answer["error"].is_null())
        .collect();
    assert_eq!(failed, [false, true, true, false]);
    assert_eq!(answers[3]["setup"], "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

/// What people write on a score sheet will do, as in `rookery play`.
#[test]
fn short_notation_is_played_too() {
    for (variant, actions) in [
        ("orthodox", "e4 e5 Nf3 Nc6 Bb5"),
        ("wisconsin", "e4 e5"),
        ("tridim", "b4N b5B c3W a6N Nc2W"),
        ("timetravel", "e4 e5 1^Nf3"),
    ] {
        let arguments = ["moves", "--variant", variant, "--actions", actions];
        let mut arguments = arguments.to_vec();
        if variant == "wisconsin" {
            arguments.extend(["--setup", "army:regular/regular"]);
        }
        let output = rookery(&arguments, b"");
        let answer = json(&lines(&output)[0]);
        assert!(output.status.success(), "{variant}: {answer}");
    }
    let output = rookery(&["moves", "--variant", "tridim", "--actions", "Nc2W"], b"");
    assert_eq!(output.status.code(), Some(1));
}

/// Check is told without asking for the picture, in every game that has it.
#[test]
fn check_is_told_in_every_game() {
    let checks = [
        ("orthodox", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "white", "e1"),
        ("wisconsin", "4k3/8/8/8/8/8/4R3/4K3 b -", "black", "e8"),
        (
            "tridim",
            "2k1/1r2/4/4|4/4/4/3N|4/4/4/1K2 QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) w - - - 0 10",
            "white",
            "b1W",
        ),
        (
            "timetravel",
            "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
            "white",
            "e1",
        ),
    ];
    for (variant, setup, seat, king) in checks {
        let arguments = ["moves", "--variant", variant, "--setup", setup];
        let answer = json(&lines(&rookery(&arguments, b""))[0]);
        assert_eq!(answer["check"]["seat"], seat, "{answer}");
        assert_eq!(answer["check"]["king"], king, "{answer}");
    }
    let quiet = json(&lines(&rookery(&["moves"], b""))[0]);
    assert!(quiet.get("check").is_none(), "{quiet}");
}

#[test]
fn more_can_be_asked_for() {
    let plain = rookery(&["moves"], b"");
    assert!(json(&lines(&plain)[0]).get("scene").is_none());
    let arguments = ["moves", "--scene", "--offers", "--explain", "e2"];
    let answer = json(&lines(&rookery(&arguments, b""))[0]);
    assert_eq!(answer["scene"]["cells"].as_array().map(Vec::len), Some(64));
    assert_eq!(answer["offers"].as_array().map(Vec::len), Some(20));
    assert_eq!(answer["explain"]["title"], "white pawn on e2");
    let arguments = [
        "moves",
        "--variant",
        "timetravel",
        "--actions",
        "+e2e4 +e7e5",
        "--preview",
        "1^g1f3",
    ];
    let answer = json(&lines(&rookery(&arguments, b""))[0]);
    assert_eq!(answer["preview"]["action"], "1^g1f3");
}
