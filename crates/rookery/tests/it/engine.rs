//! `rookery engine` on real pipes.

use crate::{json, lines, rookery};

#[test]
fn a_game_over_pipes() {
    let input = b"{\"message_type\":\"new_game\"}\r\n{\"message_type\":\"peice move\",\"from\":\"e2\",\"to\":\"e4\"}\n";
    let output = rookery(&["engine"], input);
    assert!(output.status.success());
    let answers = lines(&output);
    assert_eq!(answers.len(), 2);
    assert_eq!(json(&answers[1])["last_move"]["to"], "E4");
}

#[test]
fn over_long_lines_and_broken_text_are_told_and_the_next_line_is_read() {
    let mut input = vec![b'x'; 100_000];
    input.extend_from_slice(b"\n\xff\n\n{\"message_type\":\"new_game\"}");
    let answers = lines(&rookery(&["engine"], &input));
    let codes: Vec<String> = answers
        .iter()
        .map(|answer| json(answer)["code"].as_str().unwrap_or("-").to_owned())
        .collect();
    assert_eq!(codes, ["too_large", "not_utf8", "not_json", "-"]);
}

#[test]
fn a_clock_runs_out_while_nothing_arrives() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let request = b"{\"message_type\":\"new_game\",\"clock\":{\"initial_ms\":30}}\n";
    stdin.write_all(request).expect("it reads");
    let mut answers = BufReader::new(child.stdout.take().expect("it has an output")).lines();
    answers.next().expect("a move set").expect("text");
    let end = answers.next().expect("an end").expect("text");
    assert_eq!(json(&end)["reason"], "timeout");
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

/// Messages that somebody has laid out by hand.
#[test]
fn messages_over_several_lines() {
    let input =
        b"{\n  \"message_type\": \"piece_move\",\n  \"from\": \"E2\",\n  \"to\": \"E4\"\n}\n\n\
        {\n  \"message_type\": \"piece_move\",\n}\n{\"message_type\":\"state_request\"}\n";
    let answers = lines(&rookery(&["engine", "--multiline"], input));
    assert_eq!(answers.len(), 3, "{answers:?}");
    assert_eq!(json(&answers[0])["last_move"]["to"], "E4");
    let detail = json(&answers[1])["detail"].to_string();
    assert!(detail.contains("line 3 column 1"), "{detail}");
    assert_eq!(json(&answers[2])["turn"], "black");
    // Without it each line is a message.
    let answers = lines(&rookery(&["engine"], b"{\n}\n"));
    assert_eq!(answers.len(), 2);
}
