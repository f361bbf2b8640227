//! What programs write into comments: `[%clk 0:04:58]`, `[%eval -0.35]`.

/// What a program thinks of a position, from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; Black mates where it is negative.
    Mate(i32),
}

/// The clock of the player who has moved, in milliseconds, if the comment tells it.
pub fn clock(comment: &str) -> Option<u64> {
    let mut parts = command(comment, "clk")?.rsplit(':');
    let seconds: f64 = parts.next()?.trim().parse().ok()?;
    let mut whole = 0_u64;
    for (part, unit) in parts.zip([60_u64, 3600]) {
        whole = whole.checked_add(part.trim().parse::<u64>().ok()?.checked_mul(unit)?)?;
    }
    let is_plain = (0.0..3600.0).contains(&seconds);
    is_plain.then(|| whole.saturating_mul(1000) + (seconds * 1000.0).round() as u64)
}

/// The evaluation of the position, if the comment tells it.
pub fn evaluation(comment: &str) -> Option<Evaluation> {
    // A depth may follow: `[%eval 0.35,18]`.
    let value = command(comment, "eval")?.split(',').next()?.trim();
    if let Some(moves) = value.strip_prefix('#') {
        return moves.parse().ok().map(Evaluation::Mate);
    }
    let pawns: f64 = value.parse().ok()?;
    let is_plain = pawns.abs() < 10_000.0;
    is_plain.then(|| Evaluation::Centipawns((pawns * 100.0).round() as i32))
}

/// What a comment says after `[%name `.
fn command<'c>(comment: &'c str, name: &str) -> Option<&'c str> {
    let mut commands = comment.split("[%").skip(1);
    let value = commands.find_map(|command| command.strip_prefix(name)?.strip_prefix(' '))?;
    Some(value.split_once(']')?.0.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_evaluations_are_found() {
        assert_eq!(clock("[%clk 1:02:03]"), Some(3_723_000));
        assert_eq!(clock("good [%eval 0.1] [%clk 0:00:09.5] "), Some(9_500));
        assert_eq!(clock("[%clk soon]"), None);
        assert_eq!(clock("[%clkx 0:01:00]"), None);
        assert_eq!(
            evaluation("[%eval -0.35]"),
            Some(Evaluation::Centipawns(-35))
        );
        assert_eq!(evaluation("x [%eval #-3,20] y"), Some(Evaluation::Mate(-3)));
        assert_eq!(evaluation("[%eval 1e99]"), None);
        assert_eq!(evaluation("[%eval 1"), None);
    }
}
