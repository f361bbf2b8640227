//! How games are told over the native protocol.

use std::collections::HashMap;

use host::{Edition, Followed, Happening};
use rules::{CellId, Offer, Seat};
use session::{Ask, JsonText, SeatView, Session};

use crate::message::{Button, Detail, GameNews, OfferSet, ShortOffer, Update};

static FULL: Edition = Edition {
    encode: |happening| print(happening, Some(&update(happening))),
    follows_picture: false,
};

static BRIEF: Edition = Edition {
    encode: |happening| print(happening, None),
    follows_picture: false,
};

static DELTA: Edition = Edition {
    encode: step,
    follows_picture: true,
};

/// The edition of a level of detail.
pub(crate) fn edition(detail: Detail) -> &'static Edition {
    match detail {
        Detail::Full => &FULL,
        Detail::Brief => &BRIEF,
        Detail::Delta => &DELTA,
    }
}

fn print(happening: &Happening<'_>, update: Option<&Update>) -> String {
    let session: &Session = happening.session;
    let news = GameNews {
        game: session.id(),
        seq: session.seq(),
        now: happening.now,
        records: happening.records,
        phase: &session.phase(),
        clock: &session.clocks(happening.now),
        update,
    };
    news.encode()
}

/// Only what can have changed is made: a score sheet grows with the game, and nobody needs all of it after
/// every move.
fn update(happening: &Happening<'_>) -> Update {
    let session: &Session = happening.session;
    let played = session.played();
    let kept = happening.kept.min(played.len());
    let moves = played[kept..].to_vec();
    Update {
        seats: session.seat_views(happening.now),
        setup: session.game().setup(),
        scene: session.game().scene(),
        events: match moves.is_empty() {
            true => Vec::new(),
            false => session.events(),
        },
        kept: u32::try_from(kept).unwrap_or(u32::MAX),
        moves,
        offers: session.offers(),
        rematch: session.rematch_id().cloned(),
    }
}

/// Writes a [`crate::message::StepNotice`]: what all readers are told, then what concerns the seats of these.
fn step(happening: &Happening<'_>) -> String {
    let session: &Session = happening.session;
    let Some(followed) = happening.followed else {
        return shared_step(happening, None) + "}}";
    };
    let shared = followed
        .shared_text
        .get_or_init(|| shared_step(happening, Some(followed)));
    let is_own_turn = happening.seats.iter().any(|seat| is_to_act(session, *seat));
    let room = if is_own_turn { 512 } else { 64 };
    let mut text = JsonText::with_room(shared.len() + room);
    text.raw(shared);
    write_asks(&mut text, happening, followed);
    if is_own_turn {
        text.raw(r#","offers":"#);
        write_offers(&mut text, session);
    }
    text.raw("}}");
    text.finish()
}

/// What all readers are told, without the end.
fn shared_step(happening: &Happening<'_>, followed: Option<&Followed>) -> String {
    let session: &Session = happening.session;
    let mut text = JsonText::with_room(1024);
    text.raw(r#"{"type":"notice","notice":{"type":"step","game":"#);
    text.string(session.id().as_str());
    let seq = session.seq();
    text.raw(r#","seq":"#).number(seq);
    if happening.records.len() != 1 {
        text.raw(r#","from":"#);
        text.number(seq - happening.records.len() as u64);
    }
    text.raw(r#","now":"#).number(happening.now.0);
    write_phase_and_clock(&mut text, happening);
    write_moves(&mut text, happening);
    if let Some(followed) = followed {
        write_followed(&mut text, followed);
    }
    if let Some(rematch) = session.rematch_id() {
        text.raw(r#","rematch":"#).string(rematch.as_str());
    }
    text.finish()
}

fn write_phase_and_clock(text: &mut JsonText, happening: &Happening<'_>) {
    let phase = happening.session.phase();
    let to_act = match phase {
        session::Phase::Running { to_act } => {
            text.raw(r#","to_act":"#).string(to_act.as_str());
            Some(to_act)
        }
        session::Phase::Open | session::Phase::Over { .. } => {
            text.raw(r#","phase":"#).value(&phase);
            None
        }
    };
    let clock = happening.session.clocks(happening.now);
    let Some(left) = clock.left else {
        return;
    };
    text.raw(r#","left":{"white":"#).number(left.white.0);
    text.raw(r#","black":"#).number(left.black.0).raw("}");
    if to_act.is_some() && clock.running.is_none() {
        text.raw(r#","stopped":true"#);
    }
    if clock.waits.0 > 0 {
        text.raw(r#","waits":"#).number(clock.waits.0);
    }
}

/// Writes offers as [`OfferSet`] serialises. Mostly they are plain taps, for which nothing has to be made.
fn write_offers(text: &mut JsonText, session: &Session) {
    // Each takes three bytes beside its taps, one of which is the end of its line here.
    let is_short = |lines: &String| lines.len() + 2 * lines.lines().count() < MAX_OFFERS;
    let plain = session.plain_offers();
    let plain = plain.filter(|lines| !lines.is_empty() && is_short(lines));
    let Some(lines) = plain else {
        text.value(&offer_set(session, &[]));
        return;
    };
    let mut before = r#"{"offers":[""#;
    for taps in lines.split('\n') {
        text.raw(before).raw(taps);
        before = "\",\"";
    }
    text.raw("\"]}");
}

fn write_moves(text: &mut JsonText, happening: &Happening<'_>) {
    let session: &Session = happening.session;
    let played = session.played();
    let kept = happening.kept.min(played.len());
    let moves = &played[kept..];
    let is_taken_back = happening
        .records
        .iter()
        .any(|record| matches!(record.change, session::Change::TakenBack { .. }));
    if is_taken_back {
        text.raw(r#","kept":"#).number(kept as u64);
    }
    if !moves.is_empty() {
        text.raw(r#","moves":"#).value(&moves);
        text.raw(r#","events":"#);
        session.write_events(text);
    }
    if is_taken_back || !moves.is_empty() {
        text.raw(r#","setup":"#).string(&session.game().setup());
    }
}

fn write_followed(text: &mut JsonText, followed: &Followed) {
    if !followed.delta.is_empty() {
        text.raw(r#","scene":"#).value(&followed.delta);
    }
    text.raw(r#","checksum":""#);
    text.raw(&followed.now.checksum.to_string()).raw("\"");
    if followed.are_seats_new {
        let seats = rules::BySeat::new_with(|seat| SeatView {
            asks: Vec::new(),
            ..followed.now.seats[seat].clone()
        });
        text.raw(r#","seats":"#).value(&seats);
    }
}

/// What the reader could ask for, if that changed. A player with both seats acts for the one to act, or for White.
fn write_asks(text: &mut JsonText, happening: &Happening<'_>, followed: &Followed) {
    let own = happening.seats.iter().copied();
    let to_act = own.clone().find(|seat| is_to_act(happening.session, *seat));
    let Some(seat) = to_act.or(own.min()) else {
        return;
    };
    let asks = || buttons(&followed.now.seats[seat].asks);
    let has_two = happening.seats.len() > 1;
    if has_two || !asks().eq(buttons(&followed.asks_before[seat])) {
        let asks: Vec<Button> = asks().collect();
        text.raw(r#","asks":"#).value(&asks);
    }
}

fn is_to_act(session: &Session, seat: Seat) -> bool {
    matches!(session.phase(), session::Phase::Running { to_act } if to_act == seat)
}

fn buttons(asks: &[Ask]) -> impl Iterator<Item = Button> {
    asks.iter().filter_map(Button::of)
}

/// Offers are told up to about so many bytes. Where there are more, a client asks for those behind what it points at.
const MAX_OFFERS: usize = 2400;

/// The same for a client that asks for labels, to tell offers in words.
const MAX_LABELLED: usize = 32 * 1024;

/// What the seat to act can do on the board after these taps.
pub(crate) fn offer_set(session: &Session, taps: &[CellId]) -> OfferSet {
    bounded(session.short_offers_after(taps), taps.len(), MAX_OFFERS)
}

/// The same with all labels, to be told in words.
pub(crate) fn labelled_offers(session: &Session, taps: &[CellId]) -> OfferSet {
    let offers = match session.phase() {
        session::Phase::Running { .. } => session.game().offers_after(taps),
        session::Phase::Open | session::Phase::Over { .. } => Vec::new(),
    };
    bounded(offers, taps.len(), MAX_LABELLED)
}

/// All offers of a view, with labels only where they are needed.
pub(crate) fn short_offers(mut offers: Vec<Offer>) -> OfferSet {
    let mut counts: HashMap<Vec<CellId>, u32> = HashMap::new();
    for offer in &offers {
        *counts.entry(offer.taps.clone()).or_default() += 1;
    }
    for offer in &mut offers {
        if !offer.taps.is_empty() && counts.get(&offer.taps) == Some(&1) {
            offer.label = String::new();
        }
    }
    bounded(offers, 0, MAX_OFFERS)
}

/// The offers themselves, or, where they are too long, the places to point at next after `n_taps` taps.
fn bounded(offers: Vec<Offer>, n_taps: usize, most_bytes: usize) -> OfferSet {
    let mut set = OfferSet {
        offers: offers.into_iter().map(ShortOffer::from).collect(),
        more: Vec::new(),
    };
    let bytes: usize = set.offers.iter().map(ShortOffer::len).sum();
    if bytes <= most_bytes {
        return set;
    }
    // What differs only by its label is bounded by the rules, and stays.
    let (whole, longer): (Vec<ShortOffer>, Vec<ShortOffer>) = set
        .offers
        .into_iter()
        .partition(|offer| offer.tap(n_taps).is_none());
    set.offers = whole;
    set.more = longer
        .iter()
        .filter_map(|offer| offer.tap(n_taps).map(CellId::from))
        .collect();
    set.more.sort_unstable();
    set.more.dedup();
    set
}
