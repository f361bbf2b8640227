//! What all clients of a game are told, written once for all of them.
//!
//! A bulletin is a text of lines: the game, the numbers of its records, and one line for each message. A message has
//! a gap where each client's own members go.

use host::{Edition, Happening};
use rules::Seat;
use session::{Change, PlayerId, Proposal, Record};

use crate::game_moment::GameMoment;
use crate::response::{Body, Message};

/// How clients of this interface are told what happens in a game.
pub(crate) static EDITION: Edition = Edition {
    encode,
    follows_picture: false,
};

/// Stands where a client's own members go. JSON has no such character: it would be escaped.
const GAP: char = '\u{1}';

/// Whom a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readers {
    Everybody,
    /// The client whose request led to it, and nobody else.
    Requester,
}

impl Readers {
    const fn letter(self) -> &'static str {
        match self {
            Readers::Everybody => "e",
            Readers::Requester => "r",
        }
    }

    fn read(letter: &str) -> Option<Readers> {
        let audiences = [Readers::Everybody, Readers::Requester];
        audiences
            .into_iter()
            .find(|audience| audience.letter() == letter)
    }
}

/// A bulletin that was read.
pub(crate) struct Bulletin<'a> {
    pub(crate) game: &'a str,
    /// The number of the first record it tells of.
    pub(crate) first: u64,
    /// The number of the first record after it.
    pub(crate) end: u64,
    pub(crate) entries: Vec<Entry<'a>>,
}

/// One message of a bulletin, without the members that each client gets its own way.
pub(crate) struct Entry<'a> {
    pub(crate) audience: Readers,
    pub(crate) head: &'a str,
    pub(crate) tail: &'a str,
}

fn encode(happening: &Happening<'_>) -> String {
    let end = happening.session.seq();
    let first = happening.records.first().map_or(end, |record| record.seq);
    let mut text = format!("{}\n{first} {end}", happening.session.id());
    for (audience, message) in messages(happening) {
        let (head, tail) = message.parts();
        text.push('\n');
        text.push_str(audience.letter());
        text.push_str(&head);
        text.push(GAP);
        text.push_str(&tail);
    }
    text
}

pub(crate) fn decode(text: &str) -> Option<Bulletin<'_>> {
    let mut lines = text.split('\n');
    let game = lines.next()?;
    let (first, end) = lines.next()?.split_once(' ')?;
    let entries = lines.filter_map(|line| {
        let (letter, message) = line.split_at_checked(1)?;
        let (head, tail) = message.split_once(GAP)?;
        let audience = Readers::read(letter)?;
        Some(Entry {
            audience,
            head,
            tail,
        })
    });
    Some(Bulletin {
        game,
        first: first.parse().ok()?,
        end: end.parse().ok()?,
        entries: entries.collect(),
    })
}

/// The messages that tell what was recorded.
fn messages(happening: &Happening<'_>) -> Vec<(Readers, Message)> {
    let position = GameMoment::new(happening.session, happening.now);
    let everybody = |body: Body| {
        let clock = None;
        (Readers::Everybody, Message { body, clock })
    };
    let mut messages = Vec::new();
    for record in happening.records {
        match &record.change {
            Change::Acted { action, .. } => {
                if let Some(space) = position.promotion_space() {
                    let prompt = Message {
                        body: Body::PromotionPrompt { space },
                        clock: None,
                    };
                    messages.push((Readers::Requester, prompt));
                } else if action != CLAIM {
                    messages.push((Readers::Everybody, position.after_action()));
                }
            }
            Change::TakenBack { .. } => messages.push((Readers::Everybody, position.opening())),
            Change::Ended { .. } => {
                let end = position.end().map(|end| (Readers::Everybody, end));
                messages.extend(end);
            }
            Change::Proposed {
                seat,
                proposal: Proposal::Draw,
            } => messages.push(everybody(Body::DrawOffered { by: *seat })),
            Change::Declined {
                seat,
                proposal: Proposal::Draw,
            }
            | Change::Withdrawn {
                seat,
                proposal: Proposal::Draw,
            } => messages.push(everybody(Body::DrawDeclined { by: *seat })),
            Change::Sat { seat, .. } => {
                let seat = seat.as_str();
                messages.push(everybody(Body::OpponentJoined { seat }));
            }
            Change::Proposed { .. }
            | Change::Declined { .. }
            | Change::Withdrawn { .. }
            | Change::Created(_)
            | Change::Renamed { .. }
            | Change::RematchAgreed { .. }
            | Change::Gone { .. }
            | Change::Back { .. }
            | Change::Resumed { .. } => {}
        }
    }
    let coming = |change: &Change| {
        let Change::Back { seat } = change else {
            return None;
        };
        Some(*seat)
    };
    let going = |change: &Change| {
        let Change::Gone { seat } = change else {
            return None;
        };
        Some(*seat)
    };
    let joined = seat_name(happening.records, coming);
    messages.extend(joined.map(|seat| everybody(Body::OpponentJoined { seat })));
    let left = seat_name(happening.records, going);
    messages.extend(left.map(|seat| everybody(Body::OpponentLeft { seat })));
    messages
}

/// The action with which the rules are told of a claim.
pub(crate) const CLAIM: &str = "claim";

/// The seat of which these records tell; a client that plays both sides comes and goes with both.
fn seat_name(
    records: &[Record],
    seat_of: impl Fn(&Change) -> Option<Seat>,
) -> Option<&'static str> {
    let mut seats = records.iter().filter_map(|record| seat_of(&record.change));
    match (seats.next(), seats.next()) {
        (Some(seat), None) => Some(seat.as_str()),
        (Some(_), Some(_)) => Some("both"),
        (None, _) => None,
    }
}

/// Which seats a player has, in the words of this interface.
pub(crate) fn seats_of(session: &session::Session, player: &PlayerId) -> Vec<Seat> {
    let holds = |seat: &Seat| {
        let sitter = session.seats()[*seat].as_ref();
        sitter.is_some_and(|sitter| sitter.player == *player)
    };
    Seat::BOTH.into_iter().filter(holds).collect()
}
