//! How games are created, and created again.

use rules::{BySeat, Seat};
use session::{Ask, Change, Clock, Created, Millis, Proposal, ReplayError, Session};

use crate::counting::find;
use crate::support::{FISCHER, Life, START, act, created, sitter};

#[test]
fn a_rematch_swaps_colours_and_keeps_the_rest() {
    let mut life = Life::new(created(FISCHER));
    life.ask(START, Seat::White, Ask::Resign).unwrap();
    assert_eq!(life.session.rematch(), None);
    let proposal = Proposal::Rematch;
    life.ask(START, Seat::White, Ask::Propose { proposal })
        .unwrap();
    let agreed = life
        .ask(START, Seat::Black, Ask::Accept { proposal })
        .unwrap();
    let next = life.session.rematch().unwrap();
    let expected = Created {
        game: life.session.id().rematch(),
        seats: BySeat {
            white: Some(sitter(Seat::Black)),
            black: Some(sitter(Seat::White)),
        },
        rematch_of: Some(life.session.id().clone()),
        ..created(FISCHER)
    };
    assert_eq!(next, expected);
    let game = expected.game.clone();
    assert_eq!(agreed[0].change, Change::RematchAgreed { game });
    let mut second = Life::new(next);
    let refusal = second.ask(START, Seat::White, act("1")).unwrap_err();
    assert_eq!(refusal.code, "not-your-turn");
    second.ask(START, Seat::Black, act("1")).unwrap();
}

#[test]
fn nobody_creates_what_cannot_be_played() {
    type Spoil = fn(&mut Created);
    let cases: [(&str, Spoil); 9] = [
        ("unknown-variant", |game| game.variant = "none".to_owned()),
        ("other-rules-version", |game| game.rules_version = 2),
        ("no-setup", |game| game.setup = "many".to_owned()),
        ("already-over", |game| game.setup = "0".to_owned()),
        ("bad-clock", |game| {
            game.clock = Clock::Correspondence { days: 0 }
        }),
        ("bad-clock", |game| {
            game.clock = Clock::Correspondence { days: 366 }
        }),
        ("bad-clock", |game| {
            game.clock = Clock::Fischer {
                initial: Millis::ZERO,
                increment: Millis::from_secs(1),
            };
        }),
        ("bad-clock", |game| {
            game.clock = Clock::Delay {
                initial: Millis::from_secs(1),
                delay: Millis(u64::MAX),
            };
        }),
        ("bad-name", |game| {
            game.seats.white = game.seats.white.take().map(|mut sitter| {
                sitter.name = "two\nlines".to_owned();
                sitter
            });
        }),
    ];
    for (code, spoil) in cases {
        let mut spoiled = created(FISCHER);
        spoil(&mut spoiled);
        let refusal = Session::create(START, spoiled, &find).unwrap_err();
        assert_eq!(refusal.code, code);
    }
}

#[test]
fn a_session_begins_with_its_creation() {
    let mut life = Life::new(created(FISCHER));
    life.play(1);
    let second = &life.records[1];
    assert_eq!(
        Session::open(second, &find).err(),
        Some(ReplayError::NotCreated)
    );
    let nothing: [session::Record; 0] = [];
    assert_eq!(
        Session::replay(&nothing, &find).err(),
        Some(ReplayError::NotCreated)
    );
}
