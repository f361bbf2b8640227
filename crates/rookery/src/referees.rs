//! Which games the JSON message interface and CCP offer, and with which options.

use wire::ccp::Settings;
use wire::json_interface::Referee;

/// Standard chess and Chess960. This interface asks for promotions after the move and, unless a client
/// wants otherwise, ends drawn games by itself.
pub(crate) fn referees() -> Vec<Referee> {
    let Some(variant) = catalog::find("orthodox") else {
        return Vec::new();
    };
    let referee = |name, preset, options| Referee {
        name,
        variant,
        preset,
        options,
        automatic_draws: "draws=automatic",
    };
    vec![
        referee(
            "standard",
            "standard",
            "castling=standard; promotion=separate",
        ),
        referee(
            "chess960",
            "chess960",
            "castling=chess960; promotion=separate",
        ),
    ]
}

/// The game of the line protocol CCP: standard chess with only those draws that its clients know.
pub(crate) fn ccp_settings() -> Option<Settings> {
    let variant = catalog::find("orthodox")?;
    Some(Settings::new(
        variant,
        "startpos; castling=standard; draws=plain",
    ))
}
