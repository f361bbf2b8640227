//! Connections that are cut at any byte of the exchange in which a move is played: it is neither lost nor played
//! twice, and clients that follow the game over such connections see every record once.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use native::message::{Answer, Detail, Frame, Notice, Request};
use rules::Seat;
use session::{GameId, Record};

use crate::proxy::{Cut, Passed, proxy};
use crate::support::{BLITZ, Pairing, act, start};
use native::testkit::client::{Client, in_time};

/// Actions of one game, all with texts of one length, so that every exchange has the same bytes.
const ACTIONS: [&str; 20] = [
    "g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8", "e2e4", "e7e5", "g1f3", "g8f6",
    "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8", "d2d4", "d7d5",
];

/// Cuts in each direction, from the first byte to the last but one.
const SPREAD: usize = 24;

/// Cuts at the last bytes of each direction: in the move itself, and in its answer.
const LAST: usize = 16;

/// All cuts of exchanges that have so many bytes.
fn cuts(passed: Passed) -> Vec<Cut> {
    let spread = (0..SPREAD).flat_map(|n| {
        let up = Cut::Up(passed.up * n / SPREAD);
        [up, Cut::Down(passed.down * n / SPREAD)]
    });
    let last = (1..=LAST).flat_map(|n| [Cut::Up(passed.up - n), Cut::Down(passed.down - n)]);
    spread.chain(last).collect()
}

/// Says hello and asks for something, over a connection that is cut. The answer, if it came.
async fn try_ask(
    server: SocketAddr,
    cut: Cut,
    token: &str,
    (tag, request): (&str, &Request),
) -> (Option<Answer>, Passed) {
    let (address, passed) = proxy(server, cut).await;
    let answer = async {
        let mut client = Client::connect(address).await.ok()?;
        let token = Some(token.to_owned());
        client.send("hello", Request::Hello { token }).await.ok()?;
        client.send(tag, request.clone()).await.ok()?;
        match client.reply(tag).await? {
            Frame::Ok { answer, .. } => Some(answer),
            other => panic!("{cut:?}: {other:?}"),
        }
    };
    let answer = answer.await;
    (answer, in_time(passed).await.unwrap())
}

/// What cuts have done.
#[derive(Debug, Default)]
struct Tally {
    before_storing: usize,
    after_storing: usize,
    answered: usize,
}

/// Plays one action over a connection that is cut, and then again until it is answered.
async fn play_cut(
    pairing: &mut Pairing,
    server: SocketAddr,
    cut: Cut,
    index: usize,
    tally: &mut Tally,
) -> Passed {
    let game = pairing.game.clone();
    let token = pairing.client(Seat::BOTH[index % 2]).token();
    let tag = format!("move-{index:03}");
    let request = act(&game, ACTIONS[index]);
    let (answer, passed) = try_ask(server, cut, &token, (&tag, &request)).await;
    let n_stored = pairing.white.view(&game).await.moves.len();
    match (&answer, n_stored - index) {
        (Some(_), 1) => tally.answered += 1,
        (None, 0) => tally.before_storing += 1,
        (None, 1) => tally.after_storing += 1,
        other => panic!("{cut:?}: {other:?}"),
    }
    match cut {
        Cut::Up(_) => assert_eq!(n_stored, index, "{cut:?}: half a request was obeyed"),
        Cut::Down(room) => assert!(passed.down <= room),
        Cut::None => assert!(answer.is_some()),
    }
    let (again, passed) = try_ask(server, Cut::None, &token, (&tag, &request)).await;
    let again = again.expect("nothing was cut");
    assert!(answer.is_none_or(|answer| answer == again), "{cut:?}");
    passed
}

/// Follows a game over connections that are all cut, and comes back each time with what it has.
struct Follower {
    server: SocketAddr,
    game: GameId,
    seen: u64,
    n_cut: usize,
}

impl Follower {
    /// Reads until it has seen as many records as there are in the end, which is not known from the beginning.
    async fn follow(mut self, all: Arc<AtomicU64>) -> Follower {
        while self.seen < all.load(Ordering::SeqCst) {
            // Some are cut in the greeting, others after a few notices.
            let cut = Cut::Down(40 + self.n_cut * 577 % 1900);
            let (address, passed) = proxy(self.server, cut).await;
            if let Ok(client) = Client::connect(address).await {
                self.read(client, &all).await;
            }
            self.n_cut += 1;
            in_time(passed).await.unwrap();
        }
        self
    }

    /// Reads until the connection ends, or all is read.
    async fn read(&mut self, mut client: Client, all: &AtomicU64) {
        let open = Request::Open {
            game: self.game.clone(),
            from: Some(self.seen),
            detail: Detail::Brief,
        };
        if client.send("open", open).await.is_err() {
            return;
        }
        while self.seen < all.load(Ordering::SeqCst) {
            match client.next_frame().await {
                Some(Frame::Ok {
                    answer: Answer::Opened(opened),
                    ..
                }) => self.note(&opened.missed.expect("it is never far behind")),
                Some(Frame::Notice {
                    notice: Notice::Game(notice),
                }) => self.note(&notice.records),
                Some(other) => panic!("{other:?}"),
                None => return,
            }
        }
    }

    /// Every record comes once, in order.
    fn note(&mut self, records: &[Record]) {
        for record in records {
            assert_eq!(record.seq, self.seen, "after {} cuts", self.n_cut);
            self.seen += 1;
        }
    }
}

#[tokio::test]
async fn a_move_is_neither_lost_nor_played_twice_wherever_its_connection_is_cut() {
    let server = start().await;
    let address = server.address();
    let mut tally = Tally::default();
    let mut plan: Option<Vec<Cut>> = None;
    let (mut n_up, mut n_cut_readers) = (0, 0);
    loop {
        let mut pairing = Pairing::new(address, BLITZ).await;
        let game = pairing.game.clone();
        let all = Arc::new(AtomicU64::new(u64::MAX));
        let follower = Follower {
            server: address,
            game: game.clone(),
            seen: 0,
            n_cut: 0,
        };
        let follower = tokio::spawn(follower.follow(Arc::clone(&all)));
        for index in 0..ACTIONS.len() {
            // The first exchange of all is only measured.
            let cut = plan.as_mut().and_then(Vec::pop).unwrap_or(Cut::None);
            n_up += usize::from(matches!(cut, Cut::Up(_)));
            let passed = play_cut(&mut pairing, address, cut, index, &mut tally).await;
            plan.get_or_insert_with(|| cuts(passed));
        }
        let view = pairing.white.view(&game).await;
        let played: Vec<&str> = view
            .moves
            .iter()
            .map(|played| played.action.as_str())
            .collect();
        assert_eq!(played, ACTIONS);
        // One more record, so that a follower who waits for something hears that it has everything.
        all.store(view.seq + 1, Ordering::SeqCst);
        pairing
            .white
            .ok(crate::support::ask(&game, session::Ask::Resign))
            .await;
        let follower = in_time(follower).await.unwrap();
        assert_eq!(follower.seen, view.seq + 1);
        n_cut_readers += follower.n_cut;
        if plan.as_ref().is_some_and(Vec::is_empty) {
            break;
        }
    }
    assert_eq!(n_up, SPREAD + LAST);
    assert!(tally.before_storing >= n_up, "{tally:?}");
    assert!(tally.after_storing >= LAST, "{tally:?}");
    assert!(n_cut_readers >= 10, "{n_cut_readers}");
    server.stop().await;
}
