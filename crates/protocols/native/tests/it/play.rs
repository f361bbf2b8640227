//! Games from beginning to end.

use native::message::{Answer, Format, Notice, Request, SeatChoice, Start, WantedOpponent};
use rules::Seat;
use session::{Ask, Clock, Phase, Proposal, Score};

use crate::support::{BLITZ, CHESS, Pairing, act, ask, start};
use native::testkit::client::Client;

#[tokio::test]
async fn two_clients_play_to_mate_and_a_spectator_sees_it_all() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    let mut spectator = Client::hello(server.address(), None).await;
    let opened = spectator.open(&game).await;
    assert_eq!((opened.seq, opened.seats), (1, Vec::new()));

    pairing.play(&["f3", "e5", "g4", "Qh4#"]).await;

    let mut seq = opened.seq;
    let mut moves = Vec::new();
    let last = loop {
        let notice = spectator.game_notice().await;
        assert_eq!(notice.records[0].seq, seq, "there is a gap");
        seq = notice.seq;
        let update = notice.update.unwrap();
        moves.truncate(update.kept as usize);
        moves.extend(update.moves);
        if let Phase::Over { ending } = notice.phase {
            break ending;
        }
    };
    assert_eq!(
        (last.score, last.reason.as_str()),
        (Score::Black, "checkmate")
    );
    let written: Vec<&str> = moves
        .iter()
        .map(|played| played.notation.as_str())
        .collect();
    assert_eq!(written, ["f3", "e5", "g4", "Qh4#"]);
    let view = spectator.view(&game).await;
    assert_eq!(view.moves, moves);

    let over = pairing.white.refused(act(&game, "a3")).await;
    assert_eq!(over.code, "game-over");
    server.stop().await;
}

#[tokio::test]
async fn exports_are_whole() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), Clock::Untimed).await;
    pairing.play(&["e4", "e5"]).await;
    let game = pairing.game.clone();
    let mut export = async |format| {
        let game = game.clone();
        match pairing.white.ok(Request::Export { game, format }).await {
            Answer::Exported { text, .. } => text,
            other => panic!("{other:?}"),
        }
    };
    assert!(export(Format::Pgn).await.contains("1. e4 e5 *"));
    let records = export(Format::Records).await;
    let verified = session::verify(&records, &catalog::standard().variants().lookup()).unwrap();
    assert_eq!(verified.session.played().len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn proposals_take_back_draw_and_play_again() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    pairing.play(&["e4", "e5"]).await;
    let proposal = Proposal::Takeback { to: 1 };
    pairing
        .black
        .ok(ask(&game, Ask::Propose { proposal }))
        .await;
    pairing.white.ok(ask(&game, Ask::Accept { proposal })).await;
    assert_eq!(pairing.white.view(&game).await.moves.len(), 1);

    let proposal = Proposal::Draw;
    pairing
        .black
        .ok(ask(&game, Ask::Propose { proposal }))
        .await;
    let refusal = pairing
        .black
        .refused(ask(&game, Ask::Accept { proposal }))
        .await;
    assert_eq!(refusal.code, "no-proposal");
    pairing.white.ok(ask(&game, Ask::Accept { proposal })).await;

    let proposal = Proposal::Rematch;
    pairing
        .white
        .ok(ask(&game, Ask::Propose { proposal }))
        .await;
    pairing.black.ok(ask(&game, Ask::Accept { proposal })).await;
    let (next, seat) = pairing
        .white
        .notice(|notice| match notice {
            Notice::Started { game: next, seat } if *next != game => Some((next.clone(), *seat)),
            _ => None,
        })
        .await;
    assert_eq!((next.clone(), seat), (game.rematch(), Seat::Black));
    pairing.black.ok(act(&next, "d4")).await;
    server.stop().await;
}

#[tokio::test]
async fn questions_about_a_game() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    let text = "Nf3".to_owned();
    let read = pairing
        .white
        .ok(Request::Read {
            game: game.clone(),
            text,
        })
        .await;
    let (action, notation) = ("g1f3".to_owned(), "Nf3".to_owned());
    assert_eq!(read, Answer::Read { action, notation });
    let action = "e2e5".to_owned();
    let preview = Request::Preview {
        game: game.clone(),
        action,
    };
    assert!(!pairing.white.refused(preview).await.code.is_empty());
    let moment = 99;
    let scene = pairing.white.ok(Request::SceneAt { game, moment }).await;
    assert_eq!(scene, Answer::Scene { scene: None });
    server.stop().await;
}

/// Less time than anybody needs for a third move that does not come.
const HURRY: Clock = Clock::Fischer {
    initial: session::Millis(300),
    increment: session::Millis(0),
};

/// How a game ends in which White does not move again.
async fn fallen(pairing: &mut Pairing) -> (Score, String) {
    let notice = pairing.black.game_notice().await;
    let Phase::Over { ending } = notice.phase else {
        panic!("{notice:?}")
    };
    (ending.score, ending.reason.to_string())
}

#[tokio::test]
async fn a_flag_falls_by_itself() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), HURRY).await;
    pairing.play(&["e4", "e5"]).await;
    let expected = (Score::Black, "timeout".to_owned());
    assert_eq!(fallen(&mut pairing).await, expected);
    server.stop().await;
}

/// A player with nothing but a king cannot win, not even by the clock.
#[tokio::test]
async fn a_flag_that_falls_against_a_lone_king_is_a_draw() {
    let server = start().await;
    let wish = Request::Create {
        variant: CHESS.to_owned(),
        start: Start::Setup {
            text: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".to_owned(),
        },
        clock: HURRY,
        seat: SeatChoice::White,
        audience: WantedOpponent::Invited,
    };
    let mut pairing = Pairing::after(server.address(), wish).await;
    pairing.play(&["Qd2", "Kf8"]).await;
    let expected = (Score::Draw, "timeout_insufficient_material".to_owned());
    assert_eq!(fallen(&mut pairing).await, expected);
    server.stop().await;
}
