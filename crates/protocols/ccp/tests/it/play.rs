//! The door for CCP, by raw bytes on real sockets.

use std::time::Duration;

use ccp::Disconnect;
use native::message::{Answer, Request};
use rules::Seat;
use session::{Ending, Score, reason};
use store::testkit::Fault;
use store::{Page, Stage};

use crate::door::{Client, Door, options};
use native::testkit::client::Client as WebClient;
use native::testkit::game::act;
use native::testkit::http::send;

pub(crate) const FOOLS_MATE: [&str; 4] = [
    "MOVE 5 1 5 2\n",
    "MOVE 4 6 4 4\n",
    "MOVE 6 1 6 3\n",
    "MOVE 3 7 7 3\n",
];

pub(crate) async fn relay(from: &mut Client, to: &mut Client, line: &str) {
    from.send(line).await;
    to.expect(line).await;
}

/// A door, and two clients who have a game.
async fn table() -> (Door, Client, Client) {
    let door = Door::open().await;
    let (white, black) = door.pair().await;
    (door, white, black)
}

/// The same after White's first move.
async fn begun() -> (Door, Client, Client) {
    let (door, mut white, mut black) = table().await;
    relay(&mut white, &mut black, "MOVE 4 1 4 3\n").await;
    (door, white, black)
}

async fn fools_mate(white: &mut Client, black: &mut Client) {
    for (index, line) in FOOLS_MATE.iter().enumerate() {
        match index % 2 {
            0 => relay(white, black, line).await,
            _ => relay(black, white, line).await,
        }
    }
}

#[tokio::test]
async fn a_game_is_an_ordinary_hosted_game() {
    let (door, mut white, mut black) = begun().await;
    relay(&mut black, &mut white, "MOVE 4 6 4 4\n").await;
    let live = door.host.live_games(Page::first(10)).await.unwrap();
    let [game] = live.as_slice() else {
        panic!("one game is live: {live:?}")
    };
    assert_eq!(game.n_actions, 2);
    let sitters = Seat::BOTH.map(|seat| game.seats[seat].clone().unwrap());
    assert_ne!(sitters[0].player, sitters[1].player);
    assert!(
        sitters
            .iter()
            .all(|sitter| door.host.is_present(&sitter.player))
    );
    let view = door
        .host
        .look(&game.game, session::Session::view)
        .await
        .unwrap();
    assert_eq!(view.moves.len(), 2);
}

#[tokio::test]
async fn a_game_is_listed_watched_and_exported_in_other_protocols() {
    let (door, mut white, mut black) = begun().await;
    let game = door.only_game().await;
    let mut watcher = WebClient::hello(door.web(), None).await;
    let (before, limit) = (None, None);
    let listed = watcher.ok(Request::LiveGames { before, limit }).await;
    assert!(matches!(listed, Answer::Games { games, .. } if games[0].game == game));
    assert_eq!(watcher.view(&game).await.moves.len(), 1);
    relay(&mut black, &mut white, "MOVE 4 6 4 4\n").await;
    let notice = watcher.game_notice().await;
    assert_eq!(notice.seq, 3, "created and two moves");
    assert_eq!(watcher.refused(act(&game, "Nf3")).await.code, "not-seated");
    let path = format!("/api/games/{game}/pgn");
    let sheet = send(door.web(), "GET", &path, "", "").await.body;
    assert!(sheet.contains("1. e4 e5 *"), "{sheet}");
}

#[tokio::test]
async fn a_mate_ends_it_and_two_votes_begin_another() {
    let (door, mut white, mut black) = table().await;
    fools_mate(&mut white, &mut black).await;
    white.send("REPLAY Yes\n").await;
    black.send("REPLAY Yes\n").await;
    white.expect("REPLAY Yes\n").await;
    black.expect("REPLAY Yes\n").await;
    let live = door.host.live_games(Page::first(10)).await.unwrap();
    assert_eq!(live.len(), 1, "the first game is over, the second runs");
    fools_mate(&mut white, &mut black).await;
    white.send("REPLAY Yes\n").await;
    black.send("REPLAY No\n").await;
    white.expect("REPLAY No\n").await;
    white.expect_end().await;
    assert_eq!(door.host.store().finished_games().await.unwrap(), 2);
}

#[tokio::test]
async fn the_last_move_arrives_before_the_vote_of_who_has_gone() {
    let (_door, mut white, mut black) = table().await;
    relay(&mut white, &mut black, FOOLS_MATE[0]).await;
    relay(&mut black, &mut white, FOOLS_MATE[1]).await;
    relay(&mut white, &mut black, FOOLS_MATE[2]).await;
    black.send("MOVE 3 7 7 3\nREPLAY No\n").await;
    drop(black);
    white.expect("MOVE 3 7 7 3\n").await;
    white.send("REPLAY Yes\n").await;
    white.expect("REPLAY No\n").await;
    white.expect_end().await;
}

#[tokio::test]
async fn clients_are_paired_in_order_of_arrival() {
    let door = Door::open().await;
    let (mut first, mut second) = door.pair().await;
    let mut third = door.connect().await;
    third.expect_silence().await;
    let mut fourth = door.connect().await;
    third.expect("COLOR WHITE\n").await;
    fourth.expect("COLOR BLACK\n").await;
    relay(&mut third, &mut fourth, "MOVE 4 1 4 3\n").await;
    relay(&mut first, &mut second, "MOVE 3 1 3 3\n").await;
}

#[tokio::test]
async fn a_client_that_leaves_while_waiting_is_forgotten() {
    let door = Door::open().await;
    drop(door.connect().await);
    let mut second = door.connect().await;
    second.expect_silence().await;
    let mut third = door.connect().await;
    second.expect("COLOR WHITE\n").await;
    third.expect("COLOR BLACK\n").await;
}

#[tokio::test]
async fn a_client_that_floods_while_waiting_is_forgotten() {
    let door = Door::open().await;
    let mut flooder = door.connect().await;
    flooder.send(&"MOVE 4 1 4 3\n".repeat(1000)).await;
    flooder.expect_silence().await;
    let (mut white, mut black) = door.pair().await;
    relay(&mut white, &mut black, "MOVE 4 1 4 3\n").await;
}

#[tokio::test]
async fn early_lines_are_the_first_lines() {
    let door = Door::open().await;
    let mut white = door.connect().await;
    white.send("MOVE 4 1 4 3\n").await;
    let mut black = door.connect().await;
    white.expect("COLOR WHITE\n").await;
    black.expect("COLOR BLACK\nMOVE 4 1 4 3\n").await;
}

#[tokio::test]
async fn bytes_may_come_in_any_pieces_and_lines_of_any_length() {
    let (_door, mut white, mut black) = table().await;
    for piece in ["MO", "VE 4 ", "1 4", " 3", "\r"] {
        white.send(piece).await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    black.expect("MOVE 4 1 4 3\n").await;
    black.send(&"x".repeat(100_000)).await;
    black.send("\n").await;
    black.expect("ERROR 1\n").await;
    black.send_bytes(b"\xff\xfe\n").await;
    black.expect("ERROR 1\n").await;
    black.send("\nMOVE 4 6 4 5\n").await;
    white.expect("MOVE 4 6 4 5\n").await;
}

#[tokio::test]
async fn leaving_ends_the_stream_at_once_and_resigns() {
    let (door, mut white, mut black) = table().await;
    relay(&mut white, &mut black, FOOLS_MATE[0]).await;
    relay(&mut black, &mut white, FOOLS_MATE[1]).await;
    let game = door.only_game().await;
    drop(black);
    white.expect_end().await;
    // What is still sent does not lead to a reset.
    white.send("MOVE 4 1 4 3\n").await;
    let stage = door.ended(&game).await;
    let Stage::Over { ending } = stage else {
        panic!("it is not over: {stage:?}")
    };
    door.left(&game).await;
    assert_eq!(ending.score, session::Score::White, "{ending:?}");
}

#[tokio::test]
async fn leaving_is_told_where_the_configuration_says_so() {
    let mut options = options();
    options.ccp.settings.disconnect = Disconnect::Told;
    let door = Door::open_with(options).await;
    let (mut white, black) = door.pair().await;
    drop(black);
    white.expect("ERROR 6\n").await;
    white.expect_end().await;
}

/// Closing at once would make the system answer what is still sent with a reset, and that would destroy the unread line.
#[tokio::test]
async fn the_last_line_survives_what_the_other_player_still_sends() {
    let mut options = options();
    options.ccp.settings.disconnect = Disconnect::Told;
    let door = Door::open_with(options).await;
    let (mut white, black) = door.pair().await;
    drop(black);
    for line in ["MOVE 4 1 4 3\n", "MOVE 3 1 3 3\n", "nonsense\n"] {
        white.send(line).await;
    }
    white.expect("ERROR 6\n").await;
    white.expect_end().await;
}

/// Two pairs of clients that behave like the Java program: each checks its own moves, votes as soon as it sees the
/// mate, and a client that votes No closes without reading the answer.
#[tokio::test]
async fn four_clients_play_two_games_at_once_to_both_ends() {
    let door = Door::open().await;
    let (mut first_white, mut first_black) = door.pair().await;
    let (mut second_white, mut second_black) = door.pair().await;
    for round in 0..2 {
        for (index, line) in FOOLS_MATE.iter().enumerate() {
            match index % 2 {
                0 => {
                    relay(&mut first_white, &mut first_black, line).await;
                    relay(&mut second_white, &mut second_black, line).await;
                }
                _ => {
                    relay(&mut second_black, &mut second_white, line).await;
                    relay(&mut first_black, &mut first_white, line).await;
                }
            }
        }
        let live = door.host.live_games(Page::first(10)).await.unwrap();
        assert_eq!(live, [], "both games of round {round} are over");
        if round == 0 {
            for client in [&mut first_black, &mut second_white] {
                client.send("REPLAY Yes\n").await;
            }
            for client in [&mut first_white, &mut second_black] {
                client.send("REPLAY Yes\n").await;
                client.expect("REPLAY Yes\n").await;
            }
            for client in [&mut first_black, &mut second_white] {
                client.expect("REPLAY Yes\n").await;
            }
        }
    }
    // In the first pair the mated player has enough, in the second the one who mated.
    first_white.send("REPLAY No\n").await;
    second_black.send("REPLAY No\n").await;
    drop((first_white, second_black));
    for mut client in [first_black, second_white] {
        client.send("REPLAY Yes\n").await;
        client.expect("REPLAY No\n").await;
        client.expect_end().await;
    }
    assert_eq!(door.host.store().finished_games().await.unwrap(), 4);
    door.nothing_noted().await;
}

#[tokio::test]
async fn above_the_limit_connections_wait_until_there_is_room() {
    let mut options = options();
    options.ccp.max_games = 1;
    let door = Door::open_with(options).await;
    let (mut white, black) = door.pair().await;
    let mut third = door.connect().await;
    let mut fourth = door.connect().await;
    third.expect_silence().await;
    drop(black);
    white.expect_end().await;
    drop(white);
    third.expect("COLOR WHITE\n").await;
    fourth.expect("COLOR BLACK\n").await;
}

#[tokio::test]
async fn a_move_that_cannot_be_stored_is_not_told() {
    let (door, mut white, mut black) = begun().await;
    let game = door.only_game().await;
    door.store.set_fault(Fault::Refuse);
    black.send("MOVE 4 6 4 4\n").await;
    white.expect_silence().await;
    door.store.set_fault(Fault::None);
    white.expect("MOVE 4 6 4 4\n").await;
    let summary = store::Store::summary(&*door.store, &game)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(summary.n_actions, 2);
}

#[tokio::test]
async fn a_store_that_stays_broken_ends_the_session_but_harms_no_game() {
    let (door, mut white, mut black) = begun().await;
    let game = door.only_game().await;
    door.store.set_fault(Fault::Refuse);
    black.send("MOVE 4 6 4 4\n").await;
    white.expect_end().await;
    black.expect_end().await;
    door.store.set_fault(Fault::None);
    // When the store works again, nobody could go on with the game: it is called off.
    assert_eq!(door.ended(&game).await, aborted());
    door.nothing_noted().await;
}

#[tokio::test]
async fn a_store_that_fails_from_the_start_closes_without_a_word() {
    let door = Door::open().await;
    door.store.set_fault(Fault::Refuse);
    let (mut white, mut black) = (door.connect().await, door.connect().await);
    white.expect_end().await;
    black.expect_end().await;
}

/// The store keeps the game, but says that it failed. The second attempt finds it.
#[tokio::test]
async fn a_game_goes_on_whose_beginning_was_not_confirmed() {
    let door = Door::open().await;
    door.store.set_append_fault(Fault::LoseAnswer);
    let (mut white, mut black) = door.pair().await;
    relay(&mut white, &mut black, "MOVE 4 1 4 3\n").await;
    assert_eq!(door.host.counts().running, 1);
    assert_eq!(door.n_noted().await, 1);
}

#[tokio::test]
async fn a_second_game_that_cannot_begin_is_answered_like_a_vote() {
    let (door, mut white, mut black) = table().await;
    fools_mate(&mut white, &mut black).await;
    door.store.set_fault(Fault::Refuse);
    white.send("REPLAY Yes\n").await;
    black.send("REPLAY Yes\n").await;
    for client in [&mut white, &mut black] {
        client.expect("REPLAY No\n").await;
        client.expect_end().await;
    }
}

#[tokio::test]
async fn a_vote_after_a_move_that_cannot_be_stored_is_answered_with_no() {
    let (door, mut white, mut black) = table().await;
    relay(&mut white, &mut black, FOOLS_MATE[0]).await;
    relay(&mut black, &mut white, FOOLS_MATE[1]).await;
    relay(&mut white, &mut black, FOOLS_MATE[2]).await;
    door.store.set_fault(Fault::Refuse);
    black.send("MOVE 3 7 7 3\nREPLAY Yes\n").await;
    black.expect("REPLAY No\n").await;
    black.expect_end().await;
    white.expect_end().await;
}

#[tokio::test]
async fn a_lost_answer_of_the_store_plays_nothing_twice() {
    let (door, mut white, mut black) = table().await;
    door.store.set_fault(Fault::LoseAnswer);
    white.send("MOVE 4 1 4 3\n").await;
    black.expect_silence().await;
    door.store.set_fault(Fault::None);
    black.expect("MOVE 4 1 4 3\n").await;
    relay(&mut black, &mut white, "MOVE 4 6 4 4\n").await;
}

#[tokio::test]
async fn a_server_that_stops_says_goodbye_and_leaves_no_game_open() {
    let cases = [(0, aborted()), (2, drawn())];
    for (n_moves, expected) in cases {
        let (door, mut white, mut black) = table().await;
        for (index, line) in FOOLS_MATE.iter().take(n_moves).enumerate() {
            match index % 2 {
                0 => relay(&mut white, &mut black, line).await,
                _ => relay(&mut black, &mut white, line).await,
            }
        }
        let game = door.only_game().await;
        let store = door.stop().await;
        for client in [&mut white, &mut black] {
            client.expect_end().await;
        }
        let summary = store::Store::summary(&*store, &game).await.unwrap();
        assert_eq!(summary.unwrap().stage, expected, "after {n_moves} moves");
    }
}

/// How a game ends with which nobody can go on.
fn drawn() -> Stage {
    let (score, reason) = (Score::Draw, reason::DRAW_AGREEMENT);
    let ending = Ending { score, reason };
    Stage::Over { ending }
}

/// How it ends if it has hardly begun.
fn aborted() -> Stage {
    let (score, reason) = (Score::None, reason::ABORTED);
    let ending = Ending { score, reason };
    Stage::Over { ending }
}

/// A server that was killed could not end its games. The next one does, and does not touch others.
#[tokio::test]
async fn games_of_an_earlier_life_are_ended_at_the_start() {
    let (door, mut white, mut black) = table().await;
    relay(&mut white, &mut black, FOOLS_MATE[0]).await;
    relay(&mut black, &mut white, FOOLS_MATE[1]).await;
    let (old, running) = (door.only_game().await, door.pair().await);
    assert_eq!(door.n_noted().await, 2);
    // Another server on the same store: for it, all that is noted is of an earlier life.
    let next = Door::open_on(door.store.clone()).await;
    assert_eq!(next.ended(&old).await, drawn());
    next.nothing_noted().await;
    let live = next.host.live_games(Page::first(10)).await.unwrap();
    assert_eq!(live, []);
    drop(running);
}
