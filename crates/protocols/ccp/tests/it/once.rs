//! A move is judged once on its way from the line to the store and to the opponent.

use std::time::Duration;

use orthodox::Orthodox;
use rules::testkit::counted::{Counted, take_judged};
use rules::{AnyVariant, Erased};

use crate::computer::Book;
use crate::door::{Door, Options, options};
use crate::play::{FOOLS_MATE, relay};

static CHESS: Erased<Counted<Orthodox>> = Erased::new();

/// A door for chess that is counted.
fn counted(setup: &str) -> Options {
    let chess = &CHESS as &'static dyn AnyVariant;
    let mut options = options();
    options.ccp.settings = ccp::Settings::new(chess, setup);
    options.variants = [chess].into_iter().collect();
    options
}

#[tokio::test]
async fn a_move_is_judged_once() {
    let door = Door::open_with(counted("startpos; draws=plain")).await;
    let (mut white, mut black) = door.pair().await;
    take_judged();
    for (index, line) in FOOLS_MATE.iter().enumerate() {
        match index % 2 {
            0 => relay(&mut white, &mut black, line).await,
            _ => relay(&mut black, &mut white, line).await,
        }
        assert_eq!(take_judged(), 1, "{line}");
    }
}

/// A pawn's move without its piece is not an action: the host refuses it, and its list of legal actions says what is
/// missing.
#[tokio::test]
async fn a_promotion_is_judged_once_when_the_piece_is_known() {
    let setup = "r7/1P3k2/7p/8/8/8/8/4K3 w - - 0 1; draws=plain";
    let door = Door::open_with(counted(setup)).await;
    let (mut white, mut black) = door.pair().await;
    white.send("MOVE 1 6 0 7\n").await;
    black.expect_silence().await;
    take_judged();
    white.send("PROMOTION 4 0 7\n").await;
    black.expect("MOVE 1 6 0 7\nPROMOTION 4 0 7\n").await;
    assert_eq!(take_judged(), 1);
}

#[tokio::test]
async fn moves_of_a_computer_are_judged_once() {
    let mut options = counted("startpos; draws=plain");
    options.ccp.computer = Some(2);
    options.ccp.computer_after = Duration::ZERO;
    options.computer = Some(Book::opening(&["e7e5", "d8h4"]));
    let door = Door::open_with(options).await;
    let mut client = door.connect().await;
    client.expect("COLOR WHITE\n").await;
    take_judged();
    for pair in FOOLS_MATE.chunks(2) {
        client.send(pair[0]).await;
        client.expect(pair[1]).await;
        assert_eq!(take_judged(), 2, "one for each");
    }
}
