//! Computers that play, answer proposals and give advice.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use host::{
    Audience, Computer, Host, Identity, Joined, Judgement, Opponent, Rejection, Rival, SearchTask,
    SeatChoice, Win,
};
use rules::{AnyGame, Seat};
use session::{Ask, Clock, GameId, Phase, Proposal, Tag, reason};
use store::MemoryStore;

use crate::support::{act, begin, start, wish};

/// Plays the first legal action and thinks little of Black; if it has a gate, only while that is open.
#[derive(Default)]
pub(crate) struct FirstLegal {
    pub(crate) gate: Option<Arc<Gate>>,
}

#[derive(Default)]
pub(crate) struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    pub(crate) fn open(&self) {
        *self.is_open.lock().unwrap() = true;
        self.opened.notify_all();
    }

    fn pass(&self) {
        let is_open = self.is_open.lock().unwrap();
        drop(self.opened.wait_while(is_open, |is_open| !*is_open));
    }
}

impl Computer for FirstLegal {
    fn rivals(&self, _variant: &str) -> Vec<Rival> {
        let (opponent, name) = (Opponent::Level(1), "First".to_owned());
        vec![Rival { opponent, name }]
    }

    fn choose(&self, position: &SearchTask, _opponent: &Opponent) -> Option<String> {
        if let Some(gate) = &self.gate {
            gate.pass();
        }
        replay(position).legal().into_iter().next()
    }

    fn judge(&self, position: &SearchTask) -> Option<Judgement> {
        let win = Win {
            seat: Seat::White,
            actions: 3,
        };
        Some(Judgement {
            action: replay(position).legal().into_iter().next()?,
            balance: 700,
            win: (position.actions.len() == 1).then_some(win),
        })
    }
}

fn replay(position: &SearchTask) -> Box<dyn AnyGame> {
    let variant = catalog::standard()
        .variants()
        .find(position.variant)
        .unwrap();
    let mut game = variant.start(&position.setup).unwrap();
    for action in &position.actions {
        let seat = game.status().to_act().unwrap();
        game = game.apply(seat, action).unwrap().game;
    }
    game
}

async fn host_with_computer() -> Host {
    let computer = Arc::new(FirstLegal::default());
    start(&Arc::new(MemoryStore::new()), Some(computer)).await
}

/// A new game of somebody new against the computer.
async fn play(host: &Host, seat: SeatChoice) -> (GameId, Identity) {
    let who = host.accounts().newcomer().unwrap();
    let game = create(host, &who, seat, 1).await.unwrap();
    (game, who)
}

pub(crate) async fn create(
    host: &Host,
    who: &Identity,
    seat: SeatChoice,
    level: u8,
) -> Result<GameId, Rejection> {
    let mut wish = wish(Clock::Untimed, seat);
    wish.audience = Audience::Computer {
        opponent: Opponent::Level(level),
    };
    let tag = Tag::new("t").unwrap();
    match host.create(who, &tag, wish, || Ok(())).await? {
        Joined::Playing { game, .. } => Ok(game),
        Joined::Waiting(_) => panic!("a computer does not let anybody wait"),
    }
}

async fn ask(host: &Host, game: &GameId, who: &Identity, ask: Ask) {
    let asked = host.ask(game, &who.player, None, None, ask).await;
    asked.unwrap();
}

async fn phase(host: &Host, game: &GameId) -> Phase {
    let phase = host.look(game, |session, _| session.phase()).await;
    phase.unwrap()
}

/// Waits until the game is as it should be.
async fn wait_until(host: &Host, game: &GameId, is_so: fn(&session::Session) -> bool) {
    let waiting = async {
        while !host
            .look(game, move |session, _| is_so(session))
            .await
            .unwrap()
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(20), waiting).await;
    waited.expect("the computer does nothing");
}

fn code<T: std::fmt::Debug>(result: Result<T, Rejection>) -> String {
    match result {
        Err(Rejection::Refused(refusal)) => refusal.code,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_computer_answers_by_itself() {
    let host = host_with_computer().await;
    let who = host.accounts().newcomer().unwrap();
    let unknown = create(&host, &who, SeatChoice::Black, 2).await;
    assert_eq!(code(unknown), "no-computer");
    let (game, who) = play(&host, SeatChoice::Black).await;
    wait_until(&host, &game, |session| session.played().len() == 1).await;
    ask(&host, &game, &who, act("e7e5")).await;
    wait_until(&host, &game, |session| session.played().len() == 3).await;
    ask(&host, &game, &who, Ask::Resign).await;
    assert!(matches!(phase(&host, &game).await, Phase::Over { .. }));
}

#[tokio::test]
async fn a_computer_takes_back_and_plays_again_but_draws_only_when_it_is_worse() {
    let host = host_with_computer().await;
    let (game, who) = play(&host, SeatChoice::White).await;
    ask(&host, &game, &who, act("e2e4")).await;
    wait_until(&host, &game, |session| session.played().len() == 2).await;
    let proposal = Proposal::Takeback { to: 0 };
    ask(&host, &game, &who, Ask::Propose { proposal }).await;
    wait_until(&host, &game, |session| session.played().is_empty()).await;

    // It thinks that White is better: as Black it takes the draw, as White it does not.
    let proposal = Proposal::Draw;
    ask(&host, &game, &who, act("e2e4")).await;
    wait_until(&host, &game, |session| session.played().len() == 2).await;
    ask(&host, &game, &who, Ask::Propose { proposal }).await;
    wait_until(&host, &game, |session| session.ending().is_some()).await;
    let proposal = Proposal::Rematch;
    ask(&host, &game, &who, Ask::Propose { proposal }).await;
    wait_until(&host, &game, |session| session.rematch().is_some()).await;

    let (game, who) = play(&host, SeatChoice::Black).await;
    wait_until(&host, &game, |session| session.played().len() == 1).await;
    ask(&host, &game, &who, act("e7e5")).await;
    wait_until(&host, &game, |session| session.played().len() == 3).await;
    let proposal = Proposal::Draw;
    ask(&host, &game, &who, Ask::Propose { proposal }).await;
    wait_until(&host, &game, |session| {
        session.proposals(Seat::Black).is_empty()
    })
    .await;
    assert!(matches!(phase(&host, &game).await, Phase::Running { .. }));
}

#[tokio::test]
async fn advice_is_for_players_of_the_computer() {
    let host = host_with_computer().await;
    let (game, who) = play(&host, SeatChoice::White).await;
    let me = Some(&who.player);
    let advice = host.advise(&game, me, None, "home").await.unwrap();
    assert_eq!((advice.after, advice.judgement.balance), (0, 700));
    assert!(!advice.label.is_empty());
    let stranger = host.accounts().newcomer().unwrap().player;
    for other in [None, Some(&stranger)] {
        assert_eq!(
            code(host.advise(&game, other, None, "home").await),
            "not-seated"
        );
    }
    let beyond = host.advise(&game, me, Some(1), "home").await;
    assert_eq!(code(beyond), "no-such-moment");
    let nowhere = GameId::new("nowhere").unwrap();
    assert_eq!(
        code(host.advise(&nowhere, me, None, "home").await),
        "no-such-game"
    );
}

#[tokio::test]
async fn people_who_play_each_other_get_advice_only_afterwards() {
    let host = host_with_computer().await;
    let (game, [white, black]) = begin(&host, Clock::Untimed).await;
    let mate = [
        (&white, "f2f3"),
        (&black, "e7e5"),
        (&white, "g2g4"),
        (&black, "d8h4"),
    ];
    for (who, action) in mate {
        let refused = host.advise(&game, Some(&white.player), None, "home").await;
        assert_eq!(code(refused), "no-advice");
        ask(&host, &game, who, act(action)).await;
    }
    // Now anybody may look at any moment of the game in which something can still be done.
    let advice = host.advise(&game, None, Some(1), "home").await.unwrap();
    assert_eq!(advice.judgement.win.map(|win| win.actions), Some(3));
    assert_eq!(
        code(host.advise(&game, None, None, "home").await),
        "game-over"
    );
}

#[tokio::test]
async fn without_a_computer_there_is_no_advice() {
    let host = start(&Arc::new(MemoryStore::new()), None).await;
    let (game, [white, _]) = begin(&host, Clock::Untimed).await;
    let advice = host.advise(&game, Some(&white.player), None, "home").await;
    assert_eq!(code(advice), "no-computer");
}

#[tokio::test]
async fn many_computers_that_think_do_not_keep_people_waiting() {
    let gate = Arc::new(Gate::default());
    let computer = FirstLegal {
        gate: Some(Arc::clone(&gate)),
    };
    let host = start(&Arc::new(MemoryStore::new()), Some(Arc::new(computer))).await;
    let mut thinking = Vec::new();
    for _ in 0..20 {
        thinking.push(play(&host, SeatChoice::Black).await.0);
    }
    // All threads for thinking are taken, and yet people play and are answered.
    let (game, [white, black]) = begin(&host, Clock::Untimed).await;
    for (who, action) in [(&white, "e2e4"), (&black, "e7e5"), (&white, "g1f3")] {
        let played = host.ask(&game, &who.player, None, None, act(action));
        let played = tokio::time::timeout(Duration::from_secs(20), played).await;
        played.expect("a person has to wait").unwrap();
    }
    gate.open();
    for game in &thinking {
        wait_until(&host, game, |session| session.played().len() == 1).await;
    }
}

#[tokio::test]
async fn a_computer_that_was_thinking_goes_on_after_a_restart() {
    let store = Arc::new(MemoryStore::new());
    let gate = Arc::new(Gate::default());
    let computer = FirstLegal {
        gate: Some(Arc::clone(&gate)),
    };
    let host = start(&store, Some(Arc::new(computer))).await;
    let (game, _) = play(&host, SeatChoice::Black).await;
    host.stop().await;

    let host = start(&store, Some(Arc::new(FirstLegal::default()))).await;
    // Nobody looks at the game itself: it goes on by its own.
    let played = async {
        while host.counts().actions == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let played = tokio::time::timeout(Duration::from_secs(20), played).await;
    played.expect("the computer has forgotten its turn");
    let length = host.look(&game, |session, _| session.played().len()).await;
    assert_eq!(length.unwrap(), 1);
    gate.open();
}

/// Thinks until nobody waits any more, and counts how often it was asked.
#[derive(Default)]
struct Endless {
    n_asked: AtomicUsize,
    n_stopped: AtomicUsize,
}

impl Computer for Endless {
    fn rivals(&self, variant: &str) -> Vec<Rival> {
        FirstLegal::default().rivals(variant)
    }

    fn choose(&self, position: &SearchTask, _opponent: &Opponent) -> Option<String> {
        self.n_asked.fetch_add(1, Ordering::SeqCst);
        while !position.cancel.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.n_stopped.fetch_add(1, Ordering::SeqCst);
        None
    }

    fn judge(&self, position: &SearchTask) -> Option<Judgement> {
        self.choose(position, &Opponent::Level(1));
        None
    }
}

async fn wait_for(count: &AtomicUsize, wanted: usize) {
    let counted = async {
        while count.load(Ordering::SeqCst) < wanted {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let counted = tokio::time::timeout(Duration::from_secs(20), counted).await;
    counted.unwrap_or_else(|_| panic!("{wanted} are never counted"));
}

#[tokio::test]
async fn a_computer_stops_thinking_when_its_game_is_over_or_asks_something_else() {
    let computer = Arc::new(Endless::default());
    let host = start(&Arc::new(MemoryStore::new()), Some(computer.clone())).await;
    let (game, who) = play(&host, SeatChoice::Black).await;
    wait_for(&computer.n_asked, 1).await;
    ask(&host, &game, &who, Ask::Abort).await;
    wait_for(&computer.n_stopped, 1).await;
    // It was not taken for a player who gives up.
    let Phase::Over { ending } = phase(&host, &game).await else {
        panic!("it goes on");
    };
    assert_eq!(ending.reason, reason::ABORTED, "{ending:?}");
}

/// However often a player proposes something, one search goes on for the position, and one for what stands.
#[tokio::test]
async fn proposals_do_not_begin_one_search_after_the_other() {
    let computer = Arc::new(Endless::default());
    let host = start(&Arc::new(MemoryStore::new()), Some(computer.clone())).await;
    let (game, who) = play(&host, SeatChoice::White).await;
    ask(&host, &game, &who, act("e2e4")).await;
    wait_for(&computer.n_asked, 1).await;
    let proposal = Proposal::Draw;
    for _ in 0..5 {
        for wanted in [Ask::Propose { proposal }, Ask::Withdraw { proposal }] {
            // Whether it may be proposed again so soon is not the question here.
            drop(host.ask(&game, &who.player, None, None, wanted).await);
        }
    }
    let n_asked = computer.n_asked.load(Ordering::SeqCst);
    let n_stopped = computer.n_stopped.load(Ordering::SeqCst);
    assert!(n_asked - n_stopped <= 2, "{n_asked}, {n_stopped}");
    ask(&host, &game, &who, Ask::Resign).await;
    wait_for(&computer.n_stopped, n_asked).await;
    assert!(computer.n_asked.load(Ordering::SeqCst) <= 6);
}
