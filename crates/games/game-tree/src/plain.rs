//! Trees as plain data, for pages and programs that show and change them.

use rules::sheet::SheetForm;
use rules::{AnyVariant, Refusal, RefusalKind, Seat, Written};
use serde::{Deserialize, Serialize};

use crate::drawing::{Drawing, take_drawings, with_drawings};
use crate::read::{Spot, TreeReader};
use crate::tree::{GameTree, Node, NodeId, Play};
use crate::{MOVES, MOVES_TAG};

/// The most moves of a plain tree.
pub const MAX_MOVES: usize = 3000;

/// The most tags, the longest name and the longest value of one.
const MAX_TAGS: usize = 50;
const MAX_NAME: usize = 60;
const MAX_TAG: usize = 500;

/// A tree as a list of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlainTree {
    /// Names and values of its tags, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<(String, String)>>", optional))]
    pub tags: Vec<(String, String)>,
    /// The position text of the start.
    pub setup: String,
    /// The number of the first move; left out where that is 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[cfg_attr(feature = "ts", ts(as = "Option<u32>", optional))]
    pub first_move: u32,
    /// What is written about the start.
    #[serde(default, skip_serializing_if = "Remarks::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Remarks>", optional))]
    pub start: Remarks,
    /// All moves, a parent before what follows it. Of the moves after one position the first goes on with its line.
    pub moves: Vec<PlainMove>,
}

/// A move of a plain tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlainMove {
    /// After which move: 0 is the start, n the n-th of the list.
    pub parent: u32,
    /// The action text, or what people would write for it; `--` passes the turn.
    pub action: String,
    /// The move as people write it. May be left out of a tree that is sent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub notation: String,
    /// Whose move it is. May be left out of a tree that is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// What is written about it.
    #[serde(default, skip_serializing_if = "Remarks::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Remarks>", optional))]
    pub remarks: Remarks,
}

/// What is written about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Remarks {
    /// A comment; left out where there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    pub comment: String,
    /// Judgements by their numbers in PGN: 1 is `!`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<u8>>", optional))]
    pub glyphs: Vec<u8>,
    /// Arrows and circles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Drawing>>", optional))]
    pub drawings: Vec<Drawing>,
}

const fn one() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
const fn is_one(number: &u32) -> bool {
    *number == 1
}

impl Remarks {
    fn is_empty(&self) -> bool {
        *self == Remarks::default()
    }

    /// What comments say, with the arrows and circles that programs put into them.
    fn read<'c>(comments: impl IntoIterator<Item = &'c String>, glyphs: &[u8]) -> Remarks {
        let comments: Vec<&str> = comments.into_iter().map(String::as_str).collect();
        let (comment, drawings) = take_drawings(&comments.join(" "));
        Remarks {
            comment,
            glyphs: glyphs.to_vec(),
            drawings,
        }
    }

    /// The comments of a node.
    fn comments(&self) -> Vec<String> {
        let text = with_drawings(&printable(&self.comment), &self.drawings);
        Some(text)
            .filter(|text| !text.is_empty())
            .into_iter()
            .collect()
    }
}

/// A comment as PGN can hold it: braces would end it, and lines are broken elsewhere.
fn printable(text: &str) -> String {
    let sign = |sign: char| match sign {
        '{' => '(',
        '}' => ')',
        sign if sign.is_control() => ' ',
        sign => sign,
    };
    text.chars().map(sign).collect::<String>().trim().to_owned()
}

impl GameTree {
    /// The tree as plain data. A comment before the first move of a variation is one of that move there.
    pub fn to_plain(&self, variant: &dyn AnyVariant) -> PlainTree {
        let moves = self.in_order().into_iter();
        let mut places = vec![0; self.n_moves()];
        let mut list = Vec::with_capacity(self.n_moves());
        for id in moves {
            let node = self.node(id);
            let parent = node.parent().map_or(0, |parent| places[parent.0]);
            list.push(plain_move(node, parent));
            places[id.0] = u32::try_from(list.len()).unwrap_or(u32::MAX);
        }
        let first_move = variant
            .start(&self.setup)
            .map_or(1, |start| start.move_number());
        PlainTree {
            tags: self.tags.clone(),
            setup: self.setup.clone(),
            first_move,
            start: Remarks::read(&self.comments, &[]),
            moves: list,
        }
    }

    /// All nodes, those of a line before its variations, without recursion.
    fn in_order(&self) -> Vec<NodeId> {
        let mut waiting: Vec<NodeId> = self.first().iter().rev().copied().collect();
        let mut found = Vec::with_capacity(self.n_moves());
        while let Some(id) = waiting.pop() {
            found.push(id);
            waiting.extend(self.node(id).next().iter().rev());
        }
        found
    }

    /// The tree of plain data, replayed by the rules.
    ///
    /// # Errors
    /// It has too many moves, they are not in order, or one is not legal.
    pub fn from_plain(variant: &dyn AnyVariant, plain: &PlainTree) -> Result<GameTree, Refusal> {
        if plain.moves.len() > MAX_MOVES {
            let message = format!("a tree has at most {MAX_MOVES} moves");
            return Err(Refusal::new("too-large", message).of_kind(RefusalKind::TooLarge));
        }
        let mut tree = empty(variant, plain)?;
        tree.comments = plain.start.comments();
        let start = variant.begin(&plain.setup)?;
        let mut spots = Spots::new(Spot::first(start), &plain.moves);
        let mut ids = vec![None];
        for (index, one) in plain.moves.iter().enumerate() {
            let parent = one.parent as usize;
            let spot = spots.after(parent).ok_or_else(disordered)?;
            let (mut node, next) = spot.play(&one.action).map_err(bad)?;
            node.nags.clone_from(&one.remarks.glyphs);
            node.after = one.remarks.comments();
            ids.push(Some(tree.add(ids[parent], node)));
            spots.put(index + 1, next);
        }
        tree.own_sheet = None;
        write_in_its_way(variant, &mut tree)?;
        Ok(tree)
    }
}

fn disordered() -> Refusal {
    bad("a move comes before the one that it follows".to_owned())
}

fn plain_move(node: &Node, parent: u32) -> PlainMove {
    let action = match &node.play {
        Play::Action(action) | Play::AfterEnd(action) => action.clone(),
        Play::Null => "--".to_owned(),
    };
    PlainMove {
        parent,
        action,
        notation: node.notation.clone(),
        seat: Some(node.turn.1),
        remarks: Remarks::read(node.before.iter().chain(&node.after), &node.nags),
    }
}

/// The states of a tree while it is replayed. One is kept only as long as moves follow it.
struct Spots {
    spots: Vec<Option<Spot>>,
    waiting: Vec<usize>,
}

impl Spots {
    fn new(first: Spot, moves: &[PlainMove]) -> Spots {
        let mut waiting = vec![0; moves.len() + 1];
        for one in moves {
            if let Some(n_waiting) = waiting.get_mut(one.parent as usize) {
                *n_waiting += 1;
            }
        }
        let mut spots = vec![None; moves.len() + 1];
        spots[0] = Some(first);
        Spots { spots, waiting }
    }

    /// The state after a move; nothing if there is no such move yet.
    fn after(&mut self, place: usize) -> Option<Spot> {
        let n_waiting = self.waiting.get_mut(place)?;
        *n_waiting = n_waiting.saturating_sub(1);
        match *n_waiting {
            0 => self.spots.get_mut(place)?.take(),
            _ => self.spots.get(place)?.clone(),
        }
    }

    fn put(&mut self, place: usize, spot: Spot) {
        if self
            .waiting
            .get(place)
            .is_some_and(|&n_waiting| n_waiting > 0)
        {
            self.spots[place] = Some(spot);
        }
    }
}

/// A tree without moves, with the tags that say what game it is and those that people have written.
fn empty(variant: &dyn AnyVariant, plain: &PlainTree) -> Result<GameTree, Refusal> {
    let by_game = bare(variant, &plain.setup, Vec::new())?.tags;
    let is_free = |name: &str| {
        let is_name = name
            .chars()
            .all(|sign| sign.is_ascii_alphanumeric() || sign == '_');
        let is_of_game = |(other, _): &(String, String)| other == name;
        is_name
            && (1..=MAX_NAME).contains(&name.len())
            && !START_TAGS.contains(&name)
            && !by_game.iter().any(is_of_game)
    };
    let free = plain.tags.iter().filter(|(name, _)| is_free(name));
    let shortened =
        |(name, value): &(String, String)| (name.clone(), value.chars().take(MAX_TAG).collect());
    let tags = free.take(MAX_TAGS).map(shortened).collect();
    bare(variant, &plain.setup, tags)
}

/// A score sheet without moves.
fn bare(
    variant: &dyn AnyVariant,
    setup: &str,
    mut tags: Vec<(String, String)>,
) -> Result<GameTree, Refusal> {
    // Without any tag there would be no game to read.
    if tags.is_empty() {
        tags.push(("Event".to_owned(), "Analysis".to_owned()));
    }
    let written = Written {
        tags,
        setup: setup.to_owned(),
        actions: Vec::new(),
    };
    let sheet = variant.sheet(&written, "*")?;
    let none = || bad("this position cannot begin a score sheet".to_owned());
    let tree = TreeReader::new(variant, &sheet).next().ok_or_else(none)?;
    tree.map_err(|fault| bad(fault.why))
}

/// Tags that are written by the start and the form of the sheet.
const START_TAGS: [&str; 4] = ["Variant", "SetUp", "FEN", MOVES_TAG];

fn bad(why: String) -> Refusal {
    Refusal::new("bad-tree", why)
}

/// A game whose sheet holds something else than moves is written in its own way while it is a bare main line. With
/// variations its moves are written, and a tag says so.
fn write_in_its_way(variant: &dyn AnyVariant, tree: &mut GameTree) -> Result<(), Refusal> {
    match variant.sheet_form() {
        SheetForm::Moves(_) => {}
        SheetForm::Own if tree.is_annotated() => {
            tree.tags.push((MOVES_TAG.to_owned(), MOVES.to_owned()));
        }
        SheetForm::Own => {
            let written = tree.flat().written;
            let tags = written.tags.into_iter();
            let by_game = bare(variant, &tree.setup, Vec::new())?.tags;
            let is_of_game = |name: &str| by_game.iter().any(|(other, _)| other == name);
            let written = Written {
                tags: tags
                    .filter(|(name, _)| name == "Event" || !is_of_game(name))
                    .collect(),
                ..written
            };
            tree.own_sheet = Some(variant.sheet(&written, "*")?.trim_end().to_owned());
        }
    }
    Ok(())
}
