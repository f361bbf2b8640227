//! Clients that lose their connection, at any byte.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rules::Seat;
use session::Phase;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use wire::native::{Answer, Frame, Request};

use crate::client::Client;
use crate::support::{BLITZ, Pairing, act, ask, start, written};

#[tokio::test]
async fn whoever_comes_back_gets_what_was_missed() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    let token = pairing.white.token();
    pairing.play(&["e4", "e5"]).await;
    let seq = pairing.white.view(&game).await.seq;
    let mut again = Client::hello(server.address(), Some(token)).await;
    let nothing = again.open_from(&game, Some(seq)).await;
    assert_eq!((nothing.missed, nothing.view), (Some(Vec::new()), None));
    assert_eq!(nothing.seats, [Seat::White]);
    let one = again.open_from(&game, Some(seq - 1)).await;
    assert_eq!(one.missed.map(|missed| missed.len()), Some(1));
    assert!(one.view.is_some());
    let nonsense = again.open_from(&game, Some(seq + 5)).await;
    assert!(nonsense.missed.is_none() && nonsense.view.is_some());
    again.ok(act(&game, "Nf3")).await;
    assert_eq!(again.game_notice().await.seq, seq + 1);
    server.stop().await;
}

#[tokio::test]
async fn a_request_sent_again_is_answered_again_and_not_done_twice() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    pairing.play(&["e4", "e5"]).await;
    let mut seen = Vec::new();
    for _ in 0..3 {
        pairing.white.send("same", act(&game, "Nf3")).await.unwrap();
        let Some(Frame::Ok { answer, .. }) = pairing.white.reply("same").await else {
            panic!()
        };
        seen.push(answer);
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
    assert_eq!(pairing.black.view(&game).await.moves.len(), 3);
    let wish = crate::lobby_wish();
    let mut games = Vec::new();
    for _ in 0..2 {
        pairing.white.send("wish", wish.clone()).await.unwrap();
        let Some(Frame::Ok {
            answer: Answer::Seeking { seek },
            ..
        }) = pairing.white.reply("wish").await
        else {
            panic!()
        };
        games.push(seek.game);
    }
    assert_eq!(games[0], games[1]);
    server.stop().await;
}

/// Hands bytes on in both directions, and cuts every connection after a number of bytes that changes
/// from one to the next.
async fn cutting_proxy(server: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let count = Arc::new(AtomicU64::new(0));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let number = count.fetch_add(1, Ordering::Relaxed);
            // Some connections are cut in the greeting, most later; a few live longer.
            let room = 200 + (number.wrapping_mul(2_654_435_761) >> 7) % 12_000;
            tokio::spawn(async move {
                let Ok(server) = TcpStream::connect(server).await else {
                    return;
                };
                let (mut from_client, mut to_client) = client.into_split();
                let (mut from_server, mut to_server) = server.into_split();
                tokio::select! {
                    () = hand_on(&mut from_client, &mut to_server, room) => {}
                    () = hand_on(&mut from_server, &mut to_client, room) => {}
                }
            });
        }
    });
    address
}

async fn hand_on(
    from: &mut (impl AsyncReadExt + Unpin),
    to: &mut (impl AsyncWriteExt + Unpin),
    mut room: u64,
) {
    let mut buffer = [0; 512];
    while room > 0 {
        let most = buffer.len().min(usize::try_from(room).unwrap());
        let Ok(n @ 1..) = from.read(&mut buffer[..most]).await else {
            return;
        };
        if to.write_all(&buffer[..n]).await.is_err() {
            return;
        }
        room -= n as u64;
    }
}

/// Sends a request until it is answered, over as many connections as it takes.
async fn insist(address: SocketAddr, token: &str, tag: &str, request: &Request) -> Answer {
    for _ in 0..200 {
        let Ok(mut client) = Client::connect(address).await else {
            continue;
        };
        let token = Some(token.to_owned());
        if client
            .send("hello", Request::Hello { token })
            .await
            .is_err()
        {
            continue;
        }
        if client.send(tag, request.clone()).await.is_err() {
            continue;
        }
        match client.reply(tag).await {
            Some(Frame::Ok { answer, .. }) => return answer,
            Some(other) => panic!("{other:?}"),
            None => {}
        }
    }
    panic!("no connection lived long enough")
}

#[tokio::test]
async fn connections_cut_at_random_never_play_twice_and_lose_nothing() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    let game = pairing.game.clone();
    let proxy = cutting_proxy(server.address()).await;
    let tokens = [pairing.white.token(), pairing.black.token()];
    // Back and forth with a knight each, which would be very visible if it happened twice. Drawn
    // positions are only claimed, so the game does not end by itself before the fifth repetition.
    let moves = [
        "Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6", "Nb1", "Nb8", "e4", "e5", "Nf3", "Nf6", "Ng1",
        "Ng8", "Nc3", "Nc6", "Nb1", "Nb8", "d4", "d5",
    ];
    for (index, text) in moves.iter().enumerate() {
        let tag = format!("move-{index}");
        insist(proxy, &tokens[index % 2], &tag, &act(&game, text)).await;
    }
    let view = pairing.white.view(&game).await;
    assert_eq!(written(&view), moves);
    let records = view.seq;
    let resign = ask(&game, session::Ask::Resign);
    insist(proxy, &tokens[0], "resign", &resign).await;
    let view = pairing.white.view(&game).await;
    assert!(matches!(view.phase, Phase::Over { .. }));
    // Coming and going may be recorded too, but only one ending.
    assert!(view.seq > records);
    tokio::time::timeout(Duration::from_secs(10), server.stop())
        .await
        .unwrap();
}
