//! The JSON message interface, tested from outside.
#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod arbitrary;
mod carriers;
mod clients;
mod schema;
mod transcripts;

use json_interface::{ConnectionId, Desk, Referee};

/// A desk that offers standard chess and Chess960.
pub(crate) fn desk() -> Desk {
    Desk::new(referees(), 7)
}

pub(crate) fn referees() -> Vec<Referee> {
    let referee = |name, options| Referee {
        name,
        variant: catalog::standard()
            .variants()
            .find("orthodox")
            .expect("there is orthodox chess"),
        preset: name,
        options,
        automatic_draws: "draws=automatic",
    };
    let standard = referee("standard", "castling=standard; promotion=separate");
    let chess960 = referee("chess960", "castling=chess960; promotion=separate");
    vec![standard, chess960]
}

/// What one client gets back, whatever others get.
pub(crate) fn ask(desk: &mut Desk, client: ConnectionId, message: &str, now: u64) -> Vec<String> {
    let answers = desk.receive(client, message.as_bytes(), now).into_iter();
    answers
        .filter(|answer| answer.to == client)
        .map(|answer| answer.text)
        .collect()
}
