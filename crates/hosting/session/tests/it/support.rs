//! What the tests share: a game between Ada and Ben.

use rules::{BySeat, Refusal, Seat};
use session::{
    Ask, Clock, Command, Created, GameId, Hash, Millis, PlayerId, Record, Sealed, Session, Sitter,
};

use crate::counting::find;

pub(crate) const FISCHER: Clock = Clock::Fischer {
    initial: Millis::from_secs(60),
    increment: Millis::from_secs(2),
};

/// When the games of the tests begin: 21:05:09 on 2026-11-15.
pub(crate) const START: Millis = Millis(1_794_776_709_000);

pub(crate) fn player(seat: Seat) -> PlayerId {
    let name = match seat {
        Seat::White => "ada",
        Seat::Black => "ben",
    };
    PlayerId::new(name).unwrap()
}

pub(crate) fn sitter(seat: Seat) -> Sitter {
    let name = match seat {
        Seat::White => "Ada",
        Seat::Black => "Ben",
    };
    Sitter {
        player: player(seat),
        name: name.to_owned(),
        bot: false,
    }
}

/// A game that runs from the first record on.
pub(crate) fn created(clock: Clock) -> Created {
    Created {
        game: GameId::new("g1").unwrap(),
        variant: "counting".to_owned(),
        rules_version: 3,
        setup: String::new(),
        preset: None,
        seed: 7,
        clock,
        clock_start: session::ClockStart::default(),
        grace: Some(Millis::from_secs(30)),
        seats: BySeat::new_with(|seat| Some(sitter(seat))),
        rematch_of: None,
        unlisted: false,
    }
}

/// A session with all its records, told things one after the other.
pub(crate) struct Life {
    pub(crate) session: Session,
    pub(crate) records: Vec<Record>,
}

impl Life {
    pub(crate) fn new(created: Created) -> Life {
        let first = Session::create(START, created, &find).unwrap();
        Life {
            session: Session::open(&first, &find).unwrap(),
            records: vec![first],
        }
    }

    /// Decides and evolves; gives the new records. A plan that is carried out must come to the same.
    pub(crate) fn tell(&mut self, now: Millis, command: Command) -> Result<Vec<Record>, Refusal> {
        let plan = self.session.plan(now, &command)?;
        let records = self.session.decide(now, command)?;
        let mut planned = self.session.clone();
        assert_eq!(planned.carry_out(plan).unwrap()[..], records);
        for record in &records {
            self.session.evolve(record).unwrap();
        }
        assert_eq!(planned.view(now), self.session.view(now));
        self.records.extend(records.iter().cloned());
        Ok(records)
    }

    pub(crate) fn ask(
        &mut self,
        now: Millis,
        seat: Seat,
        ask: Ask,
    ) -> Result<Vec<Record>, Refusal> {
        self.tell(now, Command::ask(player(seat), ask))
    }

    /// Both take in turn, `n` times, a second apart.
    pub(crate) fn play(&mut self, n: u64) {
        for second in 1..=n {
            let seat = self.session.game().status().to_act().unwrap();
            let now = START + Millis::from_secs(second);
            self.ask(now, seat, act("1")).unwrap();
        }
    }

    pub(crate) fn sealed(&self) -> Vec<Sealed> {
        let mut head = Hash::START;
        let seal = |record: &Record| {
            let sealed = Sealed::seal(head, record);
            head = sealed.hash;
            sealed
        };
        self.records.iter().map(seal).collect()
    }
}

pub(crate) fn act(action: &str) -> Ask {
    Ask::Act {
        action: action.to_owned(),
        after: None,
    }
}
