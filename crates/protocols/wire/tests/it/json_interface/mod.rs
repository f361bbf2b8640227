//! The JSON message interface.

mod arbitrary;
mod clients;
mod schema;
mod transcripts;

use wire::json_interface::{ConnectionId, Desk, Referee};

/// A desk that offers standard chess and Chess960.
pub(crate) fn desk() -> Desk {
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
    Desk::new(vec![standard, chess960], 7)
}

/// What one client gets back, whatever others get.
pub(crate) fn ask(desk: &mut Desk, client: ConnectionId, message: &str, now: u64) -> Vec<String> {
    let answers = desk.receive(client, message.as_bytes(), now).into_iter();
    answers
        .filter(|answer| answer.to == client)
        .map(|answer| answer.text)
        .collect()
}
