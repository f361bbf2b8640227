//! The pages of the protocol: plain, and with everything in them that clients look for.

use axum::response::Response;
use rules::{BySeat, Seat};
use serde_json::{Value, json};
use wisconsin::{COLLECTION_SLOTS, Characteristic, Collection, Kind, State};

use crate::html::Html;
use crate::json::Hosted;
use crate::profile::Profile;
use crate::request_error::{RequestError, see_other, with_cookies};
use crate::service::{Call, HttpResult};
use crate::stored_game::StoredGame;

/// Entries of a list of captured kinds.
const CAPTURES: usize = 16;

/// The index of no square.
const NO_SQUARE: usize = 64;

pub(crate) fn log_in(base: &str) -> Response {
    let mut html = Html::new(base, "Wisconsin Chess");
    html.raw(
        "<p>Log in, or choose a new name and a password of at least 8 characters to begin.</p>",
    )
    .raw("<form method=\"post\" action=\"")
    .text(base)
    .raw("/login\"><label>Name <input name=\"name\" maxlength=\"21\" required autofocus></label>")
    .raw("<label>Password <input name=\"password\" type=\"password\" required></label>")
    .raw("<button>Play</button></form>");
    html.respond()
}

/// What the player owns.
pub(crate) fn army(base: &str, name: &str, profile: &Profile) -> Response {
    let mut html = Html::new(base, "Army");
    let picks = profile.picks();
    html.raw("<p>You are <strong>")
        .text(name)
        .raw("</strong>.</p><h2>Picks</h2><table>")
        .row("left", picks.left.name())
        .row("right", picks.right.name())
        .raw("</table><h2>Collection</h2>");
    collection(&mut html, &profile.collection());
    html.raw("<p>Build an army of these in ")
        .link(&format!("{base}/open"), "the web client")
        .raw("or in a program that speaks this protocol.</p>");
    html.respond()
}

fn collection(html: &mut Html, collection: &Collection) {
    html.raw("<table>");
    for slot in 1..=COLLECTION_SLOTS {
        let name = collection.get(slot).map_or("empty", Kind::name);
        html.row(&slot.to_string(), name);
    }
    html.raw("</table>");
}

/// Whom the player has met, and how it goes against the computer.
pub(crate) fn matches(base: &str, name: &str, profile: &Profile) -> Response {
    let mut html = Html::new(base, "Match");
    let streak = profile.streak();
    html.raw("<p>You are <strong>")
        .text(name)
        .raw("</strong>. Won in a row against the computer: <strong>")
        .number(streak.current)
        .raw("</strong>, at best <strong>")
        .number(streak.best)
        .raw("</strong>.</p><h2>Recent opponents</h2><ol>");
    for opponent in profile.recent() {
        html.raw("<li>").text(opponent);
    }
    html.raw("</ol>");
    html.respond()
}

/// A game to show.
pub(crate) struct GamePage<'a> {
    pub(crate) base: &'a str,
    pub(crate) stored: &'a StoredGame,
    pub(crate) own_name: &'a str,
    pub(crate) state: &'a State,
    pub(crate) number: u8,
    pub(crate) captures: &'a BySeat<Vec<Kind>>,
}

impl GamePage<'_> {
    /// What scripts of the original web client read from `window.GameInformation`.
    pub(crate) fn information(&self) -> Value {
        let side = |seat: Seat| {
            let (name, captures) = (self.stored.name(seat), padded(&self.captures[seat]));
            json!({ "Name": name, "Captures": captures })
        };
        let (from, to) = self.previous();
        json!({
            "ID": self.stored.number,
            "Conceded": self.is_conceded(),
            "White": side(Seat::White),
            "Black": side(Seat::Black),
            "Active": self.state.active().to_string(),
            "Previous": { "from": from, "to": to },
            "Player": self.own_name,
        })
    }

    fn is_conceded(&self) -> bool {
        self.number == wisconsin::CONCEDED
    }

    /// The indices of the previous move.
    fn previous(&self) -> (usize, usize) {
        let previous = self.state.previous();
        previous.map_or((NO_SQUARE, NO_SQUARE), |step| {
            (step.from.index(), step.to.index())
        })
    }
}

pub(crate) fn game(page: &GamePage<'_>) -> HttpResult {
    let GamePage { stored, state, .. } = page;
    let (white, black) = (stored.name(Seat::White), stored.name(Seat::Black));
    let mut html = Html::new(page.base, "Game");
    html.allow_variables()?;
    html.variables(&[("GameInformation", page.information())]);
    facts(&mut html, page);
    html.raw("<p><strong>")
        .text(white)
        .raw("</strong> plays White against <strong>")
        .text(black)
        .raw("</strong>; ")
        .text(match page.number {
            0 | 2 => "to move: ",
            1 => "to promote: ",
            _ => "the game is over; the last to move would have been ",
        })
        .text(&state.active().to_string())
        .raw(".</p><pre>")
        .text(&drawing(state))
        .raw("</pre><p>")
        .link(
            &format!("{}/open/{}", page.base, stored.number),
            "Play in the web client",
        )
        .link(&format!("{}/reward/{}", page.base, stored.number), "Reward")
        .raw("</p></main>");
    Ok(html.respond())
}

/// What clients read, as attributes.
fn facts(html: &mut Html, page: &GamePage<'_>) {
    let (stored, state) = (page.stored, page.state);
    let (from, to) = page.previous();
    let attributes = [
        ("game", stored.number.to_string()),
        ("conceded", page.is_conceded().to_string()),
        ("white", stored.name(Seat::White).to_owned()),
        ("black", stored.name(Seat::Black).to_owned()),
        ("white-captures", captures(&page.captures.white)),
        ("black-captures", captures(&page.captures.black)),
        ("active", state.active().to_string()),
        ("from", from.to_string()),
        ("to", to.to_string()),
        ("name", page.own_name.to_owned()),
    ];
    html.raw("<main");
    for (name, value) in attributes {
        html.raw(" data-")
            .text(name)
            .raw("=\"")
            .text(&value)
            .raw("\"");
    }
    html.raw(">");
}

/// Sixteen numbers of kinds, 0 for none.
fn padded(kinds: &[Kind]) -> Vec<u8> {
    let numbers = kinds.iter().map(|kind| kind.number());
    let padded = numbers.chain(std::iter::repeat(0));
    padded.take(CAPTURES).collect()
}

fn captures(kinds: &[Kind]) -> String {
    let texts: Vec<String> = padded(kinds).iter().map(u8::to_string).collect();
    texts.join(",")
}

/// The board in letters, as White sees it.
fn drawing(state: &State) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        for file in 0..8 {
            let square = wisconsin::Square::at(file, rank);
            let piece = square.and_then(|square| state.board().get(square));
            text.push(piece.map_or('.', |piece| piece.letter()));
            text.push(' ');
        }
        text.push('\n');
    }
    text
}

/// Hands the login over to the web client, in the cookie that it knows, and goes there.
pub(crate) fn web_client(call: &Call, path: &str) -> Response {
    let cookie = call.sender.security().token_cookie(&call.who.token);
    with_cookies(see_other(path), [&cookie])
}

/// What a player may take after a game.
pub(crate) fn reward(base: &str, prospects: &Hosted, owned: &Collection) -> Response {
    let mut html = Html::new(base, "Reward");
    let name = |number: u8| Kind::from_number(number).map_or("-", Kind::name);
    html.raw("<p>")
        .text(match (prospects.claimable, prospects.taken) {
            (true, _) => "Put these into slots of your collection, then leave the game.",
            (false, true) => "You have taken your reward.",
            (false, false) => "There is nothing to take now.",
        })
        .raw("</p><table>")
        .row("reward", name(prospects.reward))
        .row("left pick", name(prospects.left))
        .row("right pick", name(prospects.right))
        .raw("</table><h2>Collection</h2>");
    collection(&mut html, owned);
    html.respond()
}

/// One kind of piece.
pub(crate) fn details(base: &str, query: Option<&str>) -> HttpResult {
    let query = query.unwrap_or_default();
    let mut fields = form_urlencoded::parse(query.as_bytes());
    let (_, wanted) = fields
        .find(|(name, _)| name == "p")
        .ok_or(RequestError::Bad)?;
    let mut kinds = Kind::ALL.into_iter();
    let kind = kinds
        .find(|kind| kind.code_name() == wanted)
        .ok_or(RequestError::Bad)?;
    let mut html = Html::new(base, kind.name());
    html.raw("<table>")
        .row("number", &kind.number().to_string())
        .row("letter", &kind.letter(Seat::White).to_string())
        .row("based on", kind.base().name());
    for characteristic in kind.characteristics() {
        html.row(characteristic.name(), characteristic.sentence());
    }
    html.raw("</table>");
    Ok(html.respond())
}

/// The rules in short.
pub(crate) fn rules(base: &str) -> Response {
    let mut html = Html::new(base, "Rules");
    html.raw("<p>Chess with seventeen new kinds of pieces. Each is based on a piece of ordinary chess and ")
        .raw("stands where that would stand; its characteristics change what happens around it.</p>")
        .raw("<h2>Kinds</h2><table>");
    for kind in Kind::ALL {
        html.raw("<tr><th>")
            .link(
                &format!("{base}/details?p={}", kind.code_name()),
                kind.name(),
            )
            .raw("<td>")
            .text(kind.base().name());
    }
    html.raw("</table><h2>Characteristics</h2><table>");
    for characteristic in Characteristic::ALL {
        html.row(characteristic.name(), characteristic.sentence());
    }
    html.raw("</table><p>A pawn on its last rank becomes a queen, rook, bishop or knight before anything ")
        .raw("else happens. If your move pulls an enemy pawn onto its last rank, your opponent chooses, and ")
        .raw("then moves. Fifty single moves without a capture or a pawn's move are a draw.</p>");
    html.respond()
}
