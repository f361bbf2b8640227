//! The value order of pieces: what may replace what.

use std::fmt;
use std::str::FromStr;

use shakmaty::Role;

/// A set of kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds(0b111_1110);
    /// No kind.
    pub const NONE: Kinds = Kinds(0);

    /// The kinds for which `wanted` holds.
    pub fn of(wanted: impl Fn(Role) -> bool) -> Kinds {
        let bits = Role::ALL.into_iter().filter(|role| wanted(*role));
        Kinds(bits.fold(0, |set, role| set | 1 << role as u8))
    }

    /// Whether `role` is among them.
    pub fn contains(self, role: Role) -> bool {
        self.0 & 1 << role as u8 != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in both sets.
    #[must_use]
    pub fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    /// The set with `role`.
    #[must_use]
    pub fn with(self, role: Role) -> Kinds {
        Kinds(self.0 | 1 << role as u8)
    }

    /// The kinds, cheapest first.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::ALL
            .into_iter()
            .filter(move |role| self.contains(*role))
    }
}

/// A player's order of knight and bishop, fixed by the first exchange of one for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// A bishop is worth more than a knight.
    BishopAbove,
    /// A knight is worth more than a bishop.
    KnightAbove,
}

impl Order {
    /// The order that replacing a move of `old` by a move of `new` fixes, if it fixes one.
    pub fn fixed_by(old: Role, new: Role) -> Option<Order> {
        match (old, new) {
            (Role::Knight, Role::Bishop) => Some(Order::BishopAbove),
            (Role::Bishop, Role::Knight) => Some(Order::KnightAbove),
            _ => None,
        }
    }

    /// As in a state line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Order::BishopAbove => "N<B",
            Order::KnightAbove => "B<N",
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Order {
    type Err = ();

    fn from_str(text: &str) -> Result<Order, ()> {
        match text {
            "N<B" => Ok(Order::BishopAbove),
            "B<N" => Ok(Order::KnightAbove),
            _ => Err(()),
        }
    }
}

/// How a possible new kind compares with the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Strictly above: the replacement is allowed.
    Upgrade,
    /// Would be above, had the player not fixed knight and bishop the other way round.
    AgainstOrder,
    /// Equal or below.
    NotAbove,
}

/// Compares a new kind with the old one for a player with this order of knight and bishop.
pub fn compare(old: Role, new: Role, order: Option<Order>) -> Comparison {
    match (Order::fixed_by(old, new), order) {
        (Some(needed), Some(order)) if needed != order => Comparison::AgainstOrder,
        (Some(_), _) => Comparison::Upgrade,
        (None, _) if rank(new) > rank(old) => Comparison::Upgrade,
        _ => Comparison::NotAbove,
    }
}

/// The kinds that may replace a move of `old`.
pub fn upgrades(old: Role, order: Option<Order>) -> Kinds {
    Kinds::of(|new| compare(old, new, order) == Comparison::Upgrade)
}

const fn rank(role: Role) -> u8 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    }
}

/// The kind as a word.
pub(crate) const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The kind as a word on a button.
pub(crate) const fn title(role: Role) -> &'static str {
    match role {
        Role::Pawn => "Pawn",
        Role::Knight => "Knight",
        Role::Bishop => "Bishop",
        Role::Rook => "Rook",
        Role::Queen => "Queen",
        Role::King => "King",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What may replace a move of each kind, as letters.
    fn above(order: Option<Order>) -> Vec<String> {
        let letters = |old| upgrades(old, order).iter().map(Role::upper_char).collect();
        Role::ALL.into_iter().map(letters).collect()
    }

    #[test]
    fn undecided_players_may_exchange_knight_and_bishop_either_way() {
        assert_eq!(above(None), ["NBRQK", "BRQK", "NRQK", "QK", "K", ""]);
    }

    #[test]
    fn a_fixed_order_closes_one_way() {
        let bishop = above(Some(Order::BishopAbove));
        assert_eq!(bishop, ["NBRQK", "BRQK", "RQK", "QK", "K", ""]);
        let knight = above(Some(Order::KnightAbove));
        assert_eq!(knight, ["NBRQK", "RQK", "NRQK", "QK", "K", ""]);
    }

    #[test]
    fn only_a_fixed_order_is_to_blame_for_a_refused_exchange() {
        let order = Some(Order::BishopAbove);
        let against = compare(Role::Bishop, Role::Knight, order);
        assert_eq!(against, Comparison::AgainstOrder);
        assert_eq!(
            compare(Role::Rook, Role::Knight, order),
            Comparison::NotAbove
        );
    }
}
