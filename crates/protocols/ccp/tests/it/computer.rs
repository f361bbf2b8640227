//! A computer that comes when a client has waited long enough.

use std::sync::Arc;
use std::time::Duration;

use host::{Computer, Judgement, Opponent, Rival, SearchTask};
use rules::Seat;
use store::Page;

use crate::door::{Door, options};
use crate::play::FOOLS_MATE;

/// Plays the moves of its book one after the other.
pub(crate) struct Book(&'static [&'static str]);

impl Book {
    pub(crate) fn opening(moves: &'static [&'static str]) -> Arc<Book> {
        Arc::new(Book(moves))
    }
}

impl Computer for Book {
    fn rivals(&self, _variant: &str) -> Vec<Rival> {
        let (opponent, name) = (Opponent::Level(2), "Book".to_owned());
        vec![Rival { opponent, name }]
    }

    fn choose(&self, position: &SearchTask, _opponent: &Opponent) -> Option<String> {
        let action = self.0.get(position.actions.len() / 2)?;
        Some((*action).to_owned())
    }

    fn judge(&self, _position: &SearchTask) -> Option<Judgement> {
        None
    }
}

/// A door where a computer of this level comes after so many seconds.
async fn open(level: Option<u8>, after: u64, moves: &'static [&'static str]) -> Door {
    let mut options = options();
    options.ccp.computer = level;
    options.ccp.computer_after = Duration::from_secs(after);
    options.computer = Some(Book::opening(moves));
    Door::open_with(options).await
}

#[tokio::test]
async fn a_client_who_waits_plays_the_computer_again_and_again() {
    let door = open(Some(2), 0, &["e7e5", "d8h4"]).await;
    let mut client = door.connect().await;
    client.expect("COLOR WHITE\n").await;
    for _ in 0..2 {
        client.send(FOOLS_MATE[0]).await;
        client.expect(FOOLS_MATE[1]).await;
        let live = door.host.live_games(Page::first(10)).await.unwrap();
        let names = Seat::BOTH.map(|seat| live[0].seats[seat].clone().unwrap().name);
        assert_eq!((live.len(), names[1].as_str()), (1, "Book"));
        client.send(FOOLS_MATE[2]).await;
        client.expect(FOOLS_MATE[3]).await;
        client.send("REPLAY Yes\n").await;
        client.expect("REPLAY Yes\n").await;
    }
    assert_eq!(door.host.store().finished_games().await.unwrap(), 2);
}

#[tokio::test]
async fn the_computer_promotes_as_everybody_does() {
    let moves = ["h7h5", "h5h4", "h4h3", "h3g2", "g2h1q"];
    let door = open(Some(2), 0, Box::leak(Box::new(moves))).await;
    let mut client = door.connect().await;
    client.expect("COLOR WHITE\n").await;
    let answers = [
        "MOVE 7 6 7 4\n",
        "MOVE 7 4 7 3\n",
        "MOVE 7 3 7 2\n",
        "MOVE 7 2 6 1\n",
        "MOVE 6 1 7 0\nPROMOTION 4 7 0\n",
    ];
    for (file, answer) in answers.iter().enumerate() {
        client.send(&format!("MOVE {file} 1 {file} 2\n")).await;
        client.expect(answer).await;
    }
}

#[tokio::test]
async fn people_who_come_in_time_play_each_other() {
    let door = open(Some(2), 3600, &[]).await;
    let (mut white, mut black) = door.pair().await;
    white.send(FOOLS_MATE[0]).await;
    black.expect(FOOLS_MATE[0]).await;
}

#[tokio::test]
async fn without_such_a_computer_clients_wait_for_each_other() {
    for level in [None, Some(7)] {
        let door = open(level, 0, &[]).await;
        let mut first = door.connect().await;
        first.expect_silence().await;
        let mut second = door.connect().await;
        first.expect("COLOR WHITE\n").await;
        second.expect("COLOR BLACK\n").await;
    }
}

#[tokio::test]
async fn a_computer_that_has_nothing_to_play_leaves() {
    let door = open(Some(2), 0, &[]).await;
    let mut client = door.connect().await;
    client.expect("COLOR WHITE\n").await;
    client.send(FOOLS_MATE[0]).await;
    client.expect_end().await;
}

#[tokio::test]
async fn a_computer_whose_move_is_refused_leaves() {
    let door = open(Some(2), 0, &["e2e4"]).await;
    let mut client = door.connect().await;
    client.expect("COLOR WHITE\n").await;
    client.send(FOOLS_MATE[0]).await;
    client.expect_end().await;
}

/// A person at the keyboard who plays the computer harms nobody by typing errors.
#[tokio::test]
async fn a_client_who_plays_the_computer_may_make_many_errors() {
    let door = open(Some(2), 0, &["e7e5"]).await;
    let mut client = door.connect().await;
    client.expect("COLOR WHITE\n").await;
    for _ in 0..20 {
        client.send("MOVE e2 e4\n").await;
        client.expect("ERROR 2\n").await;
    }
    client.send(FOOLS_MATE[0]).await;
    client.expect(FOOLS_MATE[1]).await;
}
