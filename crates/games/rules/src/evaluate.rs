//! What a computer player needs to know about a kind of chess beyond its rules.

use std::hash::{Hash, Hasher};

use crate::{Seat, Variant};

/// Judgement about a kind of chess: what a search asks at every state it looks at.
///
/// Nothing here decides what is legal or who has won; a wrong answer makes a weaker player, never a
/// wrong game. Values are hundredths of a pawn.
pub trait Evaluate: Variant<Action: Hash + Send> {
    /// How many states of ordinary chess could be looked at in the time that one state takes here.
    /// Levels divide their limits by it, so that a level thinks about as long in every game.
    const EFFORT: u64 = 1;

    /// Who acts next, told quickly. After the end any answer will do.
    fn actor(state: &Self::State) -> Seat;

    /// How good a running game is for a seat; the negative of what it is for the other one.
    fn evaluate(state: &Self::State, seat: Seat) -> i32;

    /// A number for everything that matters to the rest of the game.
    fn key(state: &Self::State) -> u64;

    /// What a legal action wins at a stroke, as far as the eye can tell. More than 0 means that the
    /// balance changes, so that no quiet judgement is possible before; 0 is a quiet action; less than 0
    /// one that is hardly ever wise.
    fn promise(state: &Self::State, action: &Self::Action) -> i32;

    /// Whether the seat to act has to answer a threat to its king, so that quiet actions count.
    fn is_pressed(state: &Self::State) -> bool;

    /// Whether an action is one of very many that reach far away, such as into the past. Of these a
    /// search looks at the best few, and at the others only where everything else loses.
    fn is_distant(_action: &Self::Action) -> bool {
        false
    }

    /// What full strength may do in this game. Levels do none of this.
    const SHORTCUTS: Shortcuts = Shortcuts::NONE;

    /// [`Evaluate::evaluate`] of full strength, where it knows more than the levels do.
    fn assess(state: &Self::State, seat: Seat) -> i32 {
        Self::evaluate(state, seat)
    }

    /// [`Evaluate::key`] of full strength, which notices by itself when a state comes again: the key may leave out how
    /// often that has happened.
    fn place(state: &Self::State) -> u64 {
        Self::key(state)
    }

    /// The same state with the turn given away, to see what the opponent threatens. `None` where that says nothing:
    /// where a threat has to be answered, or where being obliged to act may be what hurts.
    fn pass(_state: &Self::State) -> Option<Self::State> {
        None
    }

    /// The actions that change the balance, where they are found faster than by listing all. Only asked of a state that
    /// is not pressed.
    fn loud(_state: &Self::State) -> Option<Vec<Self::Action>> {
        None
    }

    /// What an action wins or loses once everything is taken that can be taken where it leads to, where a game can tell.
    fn exchange(_state: &Self::State, _action: &Self::Action) -> i32 {
        0
    }

    /// The choice of a player that does not look ahead, where the game comes with one.
    fn reflex(_state: &Self::State, _seed: u64) -> Option<Self::Action> {
        None
    }
}

/// What full strength may do in a game. Each has to pay in matches of that game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcuts {
    /// Looks less far below quiet actions that come late in the order.
    pub reductions: bool,
    /// Looks whether a state is so good that the turn could be given away; see [`Evaluate::pass`].
    pub null_move: bool,
    /// Near the horizon, leaves states and quiet actions alone that are far from mattering.
    pub futility: bool,
    /// Leaves actions alone that lose by [`Evaluate::exchange`], and looks at them last.
    pub exchange: bool,
    /// Looks further where a threat has to be answered.
    pub extensions: bool,
    /// Counts a state that comes again as a draw.
    pub repetition: bool,
    /// Judges states by [`Evaluate::assess`] and [`Evaluate::loud`] before their actions are listed: games that end
    /// while no king is threatened are rare, or `assess` knows them.
    pub unlisted: bool,
}

impl Shortcuts {
    /// None of them.
    pub const NONE: Shortcuts = Shortcuts {
        reductions: false,
        null_move: false,
        futility: false,
        exchange: false,
        extensions: false,
        repetition: false,
        unlisted: false,
    };

    /// All of them.
    pub const ALL: Shortcuts = Shortcuts {
        reductions: true,
        null_move: true,
        futility: true,
        exchange: true,
        extensions: true,
        repetition: true,
        unlisted: true,
    };

    /// Those that are in both.
    #[must_use]
    pub const fn and(self, other: Shortcuts) -> Shortcuts {
        Shortcuts {
            reductions: self.reductions && other.reductions,
            null_move: self.null_move && other.null_move,
            futility: self.futility && other.futility,
            exchange: self.exchange && other.exchange,
            extensions: self.extensions && other.extensions,
            repetition: self.repetition && other.repetition,
            unlisted: self.unlisted && other.unlisted,
        }
    }

    /// All but the one with this name, to see in a match what it is worth.
    pub fn without(name: &str) -> Option<Shortcuts> {
        let mut rest = Shortcuts::ALL;
        let field = match name {
            "reductions" => &mut rest.reductions,
            "null-move" => &mut rest.null_move,
            "futility" => &mut rest.futility,
            "exchange" => &mut rest.exchange,
            "extensions" => &mut rest.extensions,
            "repetition" => &mut rest.repetition,
            _ => return None,
        };
        *field = false;
        Some(rest)
    }
}

/// Spreads a number over all 64 bits. Equal numbers stay equal, on every machine.
pub const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A quick hasher that gives the same number everywhere. It does not defend against people who want
/// collisions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixer(u64);

impl Mixer {
    /// The number of one value.
    pub fn of(value: &impl Hash) -> u64 {
        let mut mixer = Mixer::default();
        value.hash(&mut mixer);
        mixer.finish()
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        mix(self.0)
    }
}
