//! Sets of squares and of columns as bit masks.

use crate::{Column, Square};

macro_rules! bit_set {
    ($(#[$doc:meta])* $name:ident, $item:ident, $bits:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(pub(crate) $bits);

        impl $name {
            /// The set of nothing.
            pub const EMPTY: $name = $name(0);

            /// The set of one thing.
            pub const fn one(item: $item) -> $name {
                $name(1 << item.index())
            }

            /// Whether it holds nothing.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many it holds.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether it holds this one.
            pub const fn contains(self, item: $item) -> bool {
                self.0 >> item.index() & 1 == 1
            }

            /// What is in both.
            pub const fn and(self, other: $name) -> $name {
                $name(self.0 & other.0)
            }

            /// What is in either.
            pub const fn or(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }

            /// What is here and not there.
            pub const fn without(self, other: $name) -> $name {
                $name(self.0 & !other.0)
            }

            /// The one with the lowest index.
            pub fn first(self) -> Option<$item> {
                self.into_iter().next()
            }
        }

        impl Iterator for $name {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                if self.0 == 0 {
                    return None;
                }
                let item = $item::from_index(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(item)
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $name {
                items.into_iter().fold($name::EMPTY, |set, item| set.or($name::one(item)))
            }
        }
    };
}

bit_set! {
    /// A set of squares. It is its own iterator, lowest index first.
    SquareSet, Square, u128
}

bit_set! {
    /// A set of columns. It is its own iterator, lowest index first.
    ColumnSet, Column, u64
}
