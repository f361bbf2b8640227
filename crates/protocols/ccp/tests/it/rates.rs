//! Rate limits of the line protocol.

use std::time::Instant;

use crate::door::{Door, options};

#[tokio::test]
async fn only_so_many_ccp_connections_come_from_one_address() {
    let mut options = options();
    options.ccp.connections_per_minute = 4;
    let door = Door::open_with(options).await;
    for _ in 0..2 {
        drop(door.pair().await);
    }
    for _ in 0..3 {
        door.connect().await.expect_end().await;
    }
    let page = store::Page::first(10);
    assert!(door.host.live_games(page).await.unwrap().len() <= 2);
}

/// A client that sends more than a second allows is read more slowly (`server::Pace` is tested on its own); no line is
/// lost.
#[tokio::test]
async fn a_ccp_client_that_sends_too_fast_loses_no_line() {
    let mut options = options();
    options.server.limits.requests_per_second = 5;
    let door = Door::open_with(options).await;
    let (mut white, mut black) = door.pair().await;
    // After ten errors it would be over, and nine come at once.
    white.send(&"ERROR 1\n".repeat(20)).await;
    white.send("MOVE 4 1 4 4\n").await;
    white.expect("ERROR 3\n").await;
    white.send("MOVE 4 1 4 3\n").await;
    black.expect("MOVE 4 1 4 3\n").await;
}

/// What never becomes a line is read no faster than lines are.
#[tokio::test]
async fn a_ccp_client_that_sends_no_line_end_is_read_slowly() {
    const N_BYTES: u64 = 900_000;
    let mut options = options();
    options.server.limits.requests_per_second = 50;
    let door = Door::open_with(options).await;
    let (mut white, mut black) = door.pair().await;
    let began = Instant::now();
    white
        .send(&"x".repeat(usize::try_from(N_BYTES).unwrap()))
        .await;
    white.send("\nMOVE 4 1 4 3\n").await;
    black.expect("MOVE 4 1 4 3\n").await;
    let millis = 3000 + u64::try_from(began.elapsed().as_millis()).unwrap();
    let most = 50 * 4096 * millis / 1000;
    assert!(N_BYTES <= most, "{:?}", began.elapsed());
}
