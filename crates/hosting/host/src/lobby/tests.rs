//! The list of seeks.

use session::{Clock, Sitter};
use store::MemoryStore;

use super::*;
use crate::SeatChoice;

const NOW: Millis = Millis::from_days(20_000);

fn seek(number: usize, setup: &str, clock: Clock, audience: Audience) -> Seek {
    Seek {
        game: GameId::new(format!("game{number}")).unwrap(),
        owner: Sitter {
            player: PlayerId::new(format!("p{}", number / 10)).unwrap(),
            name: "Ada".to_owned(),
            bot: false,
        },
        variant: "x".to_owned(),
        preset: None,
        setup: setup.to_owned(),
        seed: 0,
        clock,
        seat: SeatChoice::White,
        audience,
        created_at: NOW + Millis(number as u64 / 3),
        tag: None,
        origin: Some("home".into()),
    }
}

fn plain(number: usize) -> Seek {
    seek(number, "", Clock::Untimed, Audience::Anybody)
}

async fn lobby() -> Lobby {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    Lobby::load(&store, Vec::new()).await.unwrap()
}

#[tokio::test]
async fn a_long_list_has_pages_without_gaps() {
    let lobby = lobby().await;
    for number in 0..500 {
        lobby.list(plain(number));
    }
    let first = lobby.view(None).listed;
    assert!((PAGE..PAGE + 3).contains(&first.seeks.len()));
    let (mut seen, mut next) = (first.seeks.len(), first.next);
    while let Some(after) = next {
        let page = lobby.page(Some(after));
        assert!(page.seeks.iter().all(|seek| seek.created_at > after));
        assert!(page.seeks.len() < PAGE + 3);
        seen += page.seeks.len();
        next = page.next;
    }
    assert_eq!(seen, 500);
}

#[tokio::test]
async fn long_setups_fill_pages_and_addresses() {
    let lobby = lobby().await;
    let long = |number| seek(number, &"x".repeat(8000), Clock::Untimed, Audience::Anybody);
    let mut n_listed = 0;
    for number in 0..100 {
        if lobby.check_room(&long(number)).is_ok() {
            lobby.list(long(number));
            n_listed += 1;
        }
    }
    assert_eq!(n_listed, 8, "of one address");
    assert!(lobby.check_room(&plain(200)).is_ok());
    for number in 300..400 {
        lobby.list(long(number));
    }
    let page = lobby.page(None);
    let n_bytes: usize = page.seeks.iter().map(|seek| seek.setup.len()).sum();
    assert!(n_bytes < PAGE_BYTES + 3 * 8000, "{n_bytes}");
}

#[tokio::test]
async fn seeks_of_those_who_have_gone_are_abandoned_but_for_those_who_come_back_later() {
    let lobby = lobby().await;
    let slow = Clock::Correspondence { days: 3 };
    lobby.list(plain(0));
    lobby.list(plain(10));
    lobby.list(seek(20, "", slow, Audience::Anybody));
    lobby.list(seek(30, "", Clock::Untimed, Audience::Invited));
    let is_present = |player: &PlayerId| player.as_str() == "p1";
    assert!(lobby.abandoned(NOW, is_present).is_empty());
    let soon = NOW + Millis(ABSENCE.0 - 1);
    assert!(lobby.abandoned(soon, is_present).is_empty());
    assert_eq!(lobby.abandoned(NOW + ABSENCE, is_present), [plain(0).game]);
    // A player who was there in between begins anew.
    assert!(lobby.abandoned(NOW + ABSENCE, |_| true).is_empty());
    let later = NOW + ABSENCE + Millis(1);
    assert!(lobby.abandoned(later, is_present).is_empty());
}
