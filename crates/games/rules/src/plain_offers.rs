//! Offers that are nothing but their taps.

use std::fmt::Write;

use crate::{CellId, Variant};

/// [`Variant::plain_offers`] for games that cannot write them faster.
pub(crate) fn write<V: Variant>(state: &V::State) -> Option<String> {
    let (mut lines, mut text) = (String::new(), String::new());
    for action in V::legal(state) {
        text.clear();
        // Writing to a string does not fail.
        let _ = write!(text, "{action}");
        if !lines.is_empty() {
            lines.push('\n');
        }
        push_taps(&mut lines, &text, &V::taps(state, &action))?;
    }
    Some(lines)
}

/// Adds the taps of an action, if written together they are its text.
fn push_taps(lines: &mut String, action: &str, taps: &[CellId]) -> Option<()> {
    let mut rest = action;
    for (index, tap) in taps.iter().map(CellId::as_str).enumerate() {
        rest = rest.strip_prefix(tap)?;
        let is_special = |byte: u8| byte <= b' ' || byte == b'"' || byte == b'\\';
        if tap.is_empty() || tap.bytes().any(is_special) {
            return None;
        }
        if index > 0 {
            lines.push(' ');
        }
        lines.push_str(tap);
    }
    (rest.is_empty() && !taps.is_empty()).then_some(())
}
