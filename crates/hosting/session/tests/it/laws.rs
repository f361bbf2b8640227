//! Laws: what holds whatever is said to a session, and whenever.

use proptest::prelude::*;
use rules::{BySeat, Seat};
use session::{
    Ask, Change, Clock, Command, Created, Millis, PlayerId, Proposal, Record, Report, SeatView,
    Session, Tag, View, to_json_lines, verify,
};

use crate::counting::{Work, find, work};
use crate::support::{FISCHER, Life, START, created, player};

fn seats() -> impl Strategy<Value = Seat> {
    prop_oneof![Just(Seat::White), Just(Seat::Black)]
}

fn players() -> impl Strategy<Value = PlayerId> {
    prop_oneof![
        8 => seats().prop_map(player),
        1 => Just(PlayerId::new("cleo").unwrap()),
    ]
}

fn proposals() -> impl Strategy<Value = Proposal> {
    prop_oneof![
        Just(Proposal::Draw),
        (0..6_u32).prop_map(|to| Proposal::Takeback { to }),
        Just(Proposal::Rematch),
    ]
}

fn asks() -> impl Strategy<Value = Ask> {
    let action = prop_oneof![
        6 => (0..4_u8).prop_map(|n| n.to_string()),
        1 => (0..4_u8).prop_map(|n| format!("x{n}")),
        1 => "\\PC{0,8}",
    ];
    let after = proptest::option::weighted(0.1, 0..6_u32);
    let act = (action, after).prop_map(|(action, after)| Ask::Act { action, after });
    let sit = (proptest::option::of(seats()), "\\PC{0,45}");
    prop_oneof![
        12 => act,
        2 => sit.prop_map(|(seat, name)| Ask::Sit { seat, name }),
        3 => proposals().prop_map(|proposal| Ask::Propose { proposal }),
        3 => proposals().prop_map(|proposal| Ask::Accept { proposal }),
        1 => proposals().prop_map(|proposal| Ask::Decline { proposal }),
        1 => proposals().prop_map(|proposal| Ask::Withdraw { proposal }),
        1 => Just(Ask::ClaimWin),
        1 => Just(Ask::ClaimDraw),
        1 => prop_oneof![Just(Ask::Resign), Just(Ask::Abort)],
    ]
}

fn moments() -> impl Strategy<Value = Millis> {
    prop_oneof![
        20 => (0..200_000_u64).prop_map(|after| START + Millis(after)),
        1 => any::<u64>().prop_map(Millis),
    ]
}

fn reports() -> impl Strategy<Value = Report> {
    prop_oneof![
        Just(Report::Tick),
        moments().prop_map(|since| Report::Resume { since }),
        players().prop_map(|player| Report::Gone { player }),
        players().prop_map(|player| Report::Back { player }),
        players().prop_map(|player| Report::Left { player }),
        (players(), "\\PC{0,45}").prop_map(|(player, name)| Report::Renamed { player, name }),
    ]
}

fn commands() -> impl Strategy<Value = Command> {
    let tag = (0..9_u8).prop_map(|n| Tag::new(format!("t{n}")).unwrap());
    let tag = proptest::option::weighted(0.2, tag);
    let seat = proptest::option::weighted(0.1, seats());
    let ask = (players(), seat, tag, asks()).prop_map(|(player, seat, tag, ask)| Command::Ask {
        player,
        seat,
        tag,
        ask,
    });
    prop_oneof![5 => ask, 1 => reports().prop_map(Command::Report)]
}

/// Time mostly goes on by a little; sometimes a clock is set wrong.
fn lives() -> impl Strategy<Value = (Created, Vec<(Millis, Command)>)> {
    let clock = prop_oneof![
        3 => Just(FISCHER),
        1 => Just(Clock::Delay { initial: Millis::from_secs(60), delay: Millis::from_secs(5) }),
        1 => Just(Clock::Correspondence { days: 1 }),
        1 => Just(Clock::Untimed),
    ];
    let occupied = prop_oneof![4 => Just(true), 1 => Just(false)];
    let game = (clock, occupied, 3..30_u8).prop_map(|(clock, occupied, counters)| {
        let mut game = created(clock);
        game.setup = counters.to_string();
        if !occupied {
            game.seats = BySeat::default();
        }
        game
    });
    let step = prop_oneof![
        30 => (0..4_000_u64).prop_map(Some),
        1 => Just(None),
    ];
    let steps = proptest::collection::vec((step, moments(), commands()), 0..60);
    (game, steps).prop_map(|(game, steps)| {
        let mut now = START;
        let tell = |(step, moment, command): (Option<u64>, Millis, Command)| {
            now = step.map_or(moment, |span| now + Millis(span));
            (now, command)
        };
        (game, steps.into_iter().map(tell).collect())
    })
}

/// Lives a life, looking at each decision before and after.
fn live(
    (game, steps): (Created, Vec<(Millis, Command)>),
    mut look: impl FnMut(&Session, &[Record], &Session) -> Result<(), TestCaseError>,
) -> Result<Life, TestCaseError> {
    let mut life = Life::new(game);
    for (now, command) in steps {
        let before = life.session.clone();
        match life.tell(now, command) {
            Ok(records) => look(&before, &records, &life.session)?,
            Err(refusal) => {
                prop_assert!(!refusal.code.is_empty() && !refusal.message.is_empty());
                prop_assert_eq!(before.seq(), life.session.seq());
            }
        }
    }
    Ok(life)
}

/// The increments a seat can have earned by some records.
fn earned(records: &[Record], clock: Clock, seat: Seat) -> Millis {
    let acted = records
        .iter()
        .any(|record| matches!(record.change, Change::Acted { seat: actor, .. } if actor == seat));
    match clock {
        Clock::Fischer { increment, .. } if acted => increment,
        _ => Millis::ZERO,
    }
}

/// What had been seen to pass before these records and is charged to nobody.
fn forgiven(before: &Session, records: &[Record]) -> Millis {
    let pauses = records.iter().filter_map(|record| match record.change {
        Change::Resumed { since } => Some(before.last_at() - since),
        _ => None,
    });
    pauses.fold(Millis::ZERO, |sum, pause| sum + pause)
}

proptest! {
    #[test]
    fn records_are_in_total_order(steps in lives()) {
        let life = live(steps, |_, _, _| Ok(()))?;
        for (seq, pair) in life.records.windows(2).enumerate() {
            prop_assert_eq!(pair[0].seq, seq as u64);
            prop_assert_eq!(pair[1].seq, seq as u64 + 1);
            prop_assert!(pair[0].at <= pair[1].at);
        }
    }

    #[test]
    fn replaying_the_exported_records_gives_the_same_session(steps in lives()) {
        let life = live(steps, |_, _, _| Ok(()))?;
        let text = to_json_lines(&life.sealed()).unwrap();
        let verified = verify(&text, &find);
        let replayed = verified.map_err(|broken| TestCaseError::fail(broken.to_string()))?.session;
        let now = life.session.last_at() + Millis(1234);
        prop_assert_eq!(replayed.view(now), life.session.view(now));
        prop_assert_eq!(replayed.deadline(), life.session.deadline());
    }

    #[test]
    fn clocks_gain_nothing_but_increments_and_what_is_forgiven(steps in lives()) {
        let clock = steps.0.clock;
        live(steps, |before, records, after| {
            let now = after.last_at();
            let (Some(old), Some(new)) = (before.clocks(before.last_at()).left, after.clocks(now).left)
            else {
                return Ok(());
            };
            for seat in Seat::BOTH {
                match clock {
                    Clock::Correspondence { days } => {
                        prop_assert!(new[seat] <= Millis::from_days(days.into()));
                    }
                    _ => {
                        let gained = earned(records, clock, seat) + forgiven(before, records);
                        prop_assert!(new[seat] <= old[seat] + gained);
                    }
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_request_with_a_tag_is_done_once(steps in lives(), ask in asks(), seat in seats()) {
        let mut life = live(steps, |_, _, _| Ok(()))?;
        let tag = Tag::new("again").unwrap();
        let player = player(seat);
        let command = Command::Ask { player: player.clone(), seat: None, tag: Some(tag.clone()), ask };
        let now = life.session.last_at();
        let seq = life.session.seq();
        if life.tell(now, command.clone()).is_ok() {
            prop_assert_eq!(life.session.answered(&player, &tag), Some(seq));
            prop_assert_eq!(life.tell(now, command), Ok(Vec::new()));
        }
    }

    #[test]
    fn after_the_end_only_a_rematch_happens(steps in lives()) {
        live(steps, |before, records, _| {
            let rematch_only = records.iter().all(|record| matches!(
                record.change,
                Change::RematchAgreed { .. }
                    | Change::Proposed { proposal: Proposal::Rematch, .. }
                    | Change::Declined { proposal: Proposal::Rematch, .. }
                    | Change::Withdrawn { proposal: Proposal::Rematch, .. }
            ));
            prop_assert!(before.ending().is_none() || rematch_only);
            Ok(())
        })?;
    }

    #[test]
    fn a_tick_at_the_deadline_ends_the_game(steps in lives()) {
        let mut life = live(steps, |_, _, _| Ok(()))?;
        if let Some(deadline) = life.session.deadline() {
            prop_assert!(life.session.ending().is_none());
            life.tell(deadline, Command::Report(Report::Tick)).unwrap();
            prop_assert!(life.session.ending().is_some());
            prop_assert_eq!(life.session.deadline(), None);
        }
    }

    #[test]
    fn a_record_of_another_life_fits_or_changes_nothing(one in lives(), other in lives()) {
        let mut life = live(one, |_, _, _| Ok(()))?;
        let strangers = live(other, |_, _, _| Ok(()))?.records;
        let now = life.session.last_at();
        for mut record in strangers {
            record.seq = life.session.seq();
            record.at = record.at.max(now);
            let before = life.session.view(now);
            if life.session.evolve(&record).is_err() {
                prop_assert_eq!(life.session.view(now), before);
            } else {
                break;
            }
        }
    }

    #[test]
    fn what_is_listed_is_allowed(steps in lives()) {
        let life = live(steps, |_, _, _| Ok(()))?;
        let now = life.session.last_at();
        for seat in Seat::BOTH {
            for ask in life.session.asks(seat, now) {
                let player = life.session.seats()[seat].clone().unwrap().player;
                let command = Command::Ask { player, seat: Some(seat), tag: None, ask };
                prop_assert!(!life.session.decide(now, command).unwrap().is_empty());
            }
        }
    }

    /// Buttons are found by looking: nothing is parsed or judged for them, and no record is made, since a session that
    /// is only looked at stays as it is.
    #[test]
    fn what_is_allowed_is_listed(steps in lives(), ask in asks()) {
        let life = live(steps, |_, _, _| Ok(()))?;
        let now = life.session.last_at();
        for seat in Seat::BOTH {
            let (listed, effort) = work(|| life.session.asks(seat, now));
            prop_assert_eq!(effort, Work::default());
            let Some(sitter) = life.session.seats()[seat].clone() else {
                prop_assert!(listed.is_empty());
                continue;
            };
            let is_button = match &ask {
                Ask::Sit { .. } | Ask::Act { .. } => false,
                // A button is about the player's own last move.
                Ask::Propose { proposal: Proposal::Takeback { .. } } => false,
                // What the opponent has proposed already has a button to accept it.
                Ask::Propose { proposal } => !life.session.proposals(!seat).contains(proposal),
                Ask::Accept { .. } | Ask::Decline { .. } | Ask::Withdraw { .. } => true,
                Ask::Abort | Ask::Resign | Ask::ClaimWin | Ask::ClaimDraw => true,
            };
            let command = Command::Ask { player: sitter.player, seat: Some(seat), tag: None, ask: ask.clone() };
            let is_allowed = life.session.decide(now, command).is_ok();
            prop_assert!(!is_button || listed.contains(&ask) == is_allowed);
        }
    }

    #[test]
    fn an_updated_view_of_a_seat_is_that_of_now(steps in lives()) {
        let shared = |view: &SeatView| SeatView { asks: Vec::new(), ..view.clone() };
        let mut told: Option<BySeat<SeatView>> = None;
        live(steps, |_, _, session| {
            let now = session.last_at();
            let fresh = session.seat_views(now);
            for seat in Seat::BOTH {
                let Some(views) = &mut told else {
                    continue;
                };
                let is_other = shared(&views[seat]) != shared(&fresh[seat]);
                prop_assert_eq!(session.update_seat_view(&mut views[seat], seat, now), is_other);
                prop_assert_eq!(&views[seat], &fresh[seat]);
            }
            told = Some(fresh);
            Ok(())
        })?;
    }

    #[test]
    fn a_view_survives_the_way_to_a_client(steps in lives()) {
        let life = live(steps, |_, _, _| Ok(()))?;
        let view = life.session.view(life.session.last_at() + Millis(5));
        let json = serde_json::to_string(&view).unwrap();
        prop_assert_eq!(serde_json::from_str::<View>(&json).unwrap(), view);
    }

    #[test]
    fn arbitrary_text_never_verifies_nor_panics(text in "\\PC{0,200}") {
        prop_assert!(verify(&text, &find).is_err());
    }
}
