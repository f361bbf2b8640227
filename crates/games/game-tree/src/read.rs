//! From PGN to trees.

use rules::pgn::{Item, Parentheses, PgnFault, PgnGame, PgnReader, is_null_move, shortened};
use rules::sheet::{MoveStyle, SheetForm};
use rules::{AnyGame, AnyVariant, Refusal, Seat, Status, Written};

use crate::tree::{GameTree, Node, NodeId, Play};
use crate::{MOVES, MOVES_TAG};

/// Reads the games of a text, one after the other.
pub struct TreeReader<'t> {
    variant: &'t dyn AnyVariant,
    style: MoveStyle,
    games: PgnReader<'t>,
}

impl<'t> TreeReader<'t> {
    /// The games of a text in this kind of chess.
    pub fn new(variant: &'t dyn AnyVariant, text: &'t str) -> TreeReader<'t> {
        let style = match variant.sheet_form() {
            SheetForm::Moves(style) => style,
            SheetForm::Own => MoveStyle {
                parentheses: Parentheses::Variations,
                ..MoveStyle::PLAIN
            },
        };
        TreeReader {
            variant,
            style,
            games: PgnReader::new(text, style.parentheses),
        }
    }

    /// What was passed over so far, because it belongs to no game.
    pub fn notes(&self) -> &[PgnFault] {
        self.games.notes()
    }

    fn read(&self, game: PgnGame<'_>) -> Result<GameTree, PgnFault> {
        let is_of_moves = rules::pgn::tag(&game.tags, MOVES_TAG) == MOVES;
        match self.variant.sheet_form() {
            SheetForm::Moves(_) => self.read_moves(game),
            SheetForm::Own if is_of_moves => self.read_moves(game),
            SheetForm::Own => self.read_own(&game),
        }
    }

    fn read_moves(&self, game: PgnGame<'_>) -> Result<GameTree, PgnFault> {
        let start = self.variant.start_of_tags(&game.tags);
        let start = start.map_err(|no| fault(&game, game.line, no.message))?;
        let mut tree = GameTree {
            place: (game.number, game.line),
            tags: Vec::new(),
            setup: start.setup(),
            comments: Vec::new(),
            result: game.result,
            own_sheet: None,
            nodes: Vec::new(),
            first: Vec::new(),
        };
        let mut growing = Growing::new(&mut tree, start, self.style);
        for item in &game.items {
            let line = match item {
                Item::Move { line, .. } => *line,
                Item::Nag(_) | Item::Comment(_) | Item::Open | Item::Close => game.line,
            };
            growing.add(item).map_err(|why| fault(&game, line, why))?;
        }
        tree.tags = game.tags;
        Ok(tree)
    }

    /// A game that only its rules can read: its main line, and its sheet as it was.
    fn read_own(&self, game: &PgnGame<'_>) -> Result<GameTree, PgnFault> {
        let bad = |no: Refusal| fault(game, game.line, no.message);
        let written = self.variant.import(game.text).map_err(bad)?;
        let written = written.into_iter().next();
        let none = || fault(game, game.line, "there is no game in it".to_owned());
        let written = written.ok_or_else(none)?;
        let mut tree = main_line(self.variant, &written).map_err(bad)?;
        tree.place = (game.number, game.line);
        tree.result = game.result;
        tree.own_sheet = Some(game.text.to_owned());
        Ok(tree)
    }
}

impl Iterator for TreeReader<'_> {
    type Item = Result<GameTree, PgnFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.games.next()?;
        Some(game.and_then(|game| self.read(game)))
    }
}

/// One game of a text that has not been read yet, for reading a text little by little.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    place: (usize, usize),
    text: String,
}

impl Piece {
    /// Cuts a text into its games.
    pub fn cut(variant: &dyn AnyVariant, text: &str) -> Vec<Result<Piece, PgnFault>> {
        let reader = TreeReader::new(variant, text);
        let piece = |game: PgnGame<'_>| Piece {
            place: (game.number, game.line),
            text: game.text.to_owned(),
        };
        reader.games.map(|game| game.map(piece)).collect()
    }

    /// Reads the game.
    ///
    /// # Errors
    /// Its fault, by its place in the whole text.
    pub fn read(&self, variant: &dyn AnyVariant) -> Result<GameTree, PgnFault> {
        let (number, line) = self.place;
        let placed = |fault: PgnFault| PgnFault {
            game: number,
            line: fault.line + line - 1,
            why: fault.why,
        };
        let none = || PgnFault {
            game: number,
            line,
            why: "there is no game in it".to_owned(),
        };
        let tree = TreeReader::new(variant, &self.text).next();
        let mut tree = tree.ok_or_else(none)?.map_err(placed)?;
        tree.place = self.place;
        Ok(tree)
    }
}

fn fault(game: &PgnGame<'_>, line: usize, why: String) -> PgnFault {
    PgnFault {
        game: game.number,
        line,
        why,
    }
}

/// A tree without variations and comments.
fn main_line(variant: &dyn AnyVariant, written: &Written) -> Result<GameTree, Refusal> {
    let start = variant.start(&written.setup)?;
    let mut tree = GameTree {
        place: (1, 1),
        tags: written.tags.clone(),
        setup: start.setup(),
        comments: Vec::new(),
        result: None,
        own_sheet: None,
        nodes: Vec::new(),
        first: Vec::new(),
    };
    let mut growing = Growing::new(&mut tree, start, MoveStyle::PLAIN);
    for action in &written.actions {
        let played = growing.line.spot.play(action);
        growing.put(played.map_err(|why| Refusal::new("bad-pgn", why))?);
    }
    Ok(tree)
}

/// A place in a line: the state there, and what counts the moves.
#[derive(Clone)]
pub(crate) struct Spot {
    game: Box<dyn AnyGame>,
    /// The number of the next move, and who moved last.
    number: u32,
    last: Option<Seat>,
}

impl Spot {
    /// Where a line begins.
    pub(crate) fn first(game: Box<dyn AnyGame>) -> Spot {
        Spot {
            number: game.move_number(),
            game,
            last: None,
        }
    }

    /// Plays a word here, and says what it is and where it leads.
    pub(crate) fn play(&self, word: &str) -> Result<(Node, Spot), String> {
        if is_null_move(word) {
            return self.pass();
        }
        match self.game.status() {
            Status::ToAct(seat) => {
                let judged = self.game.play(seat, word);
                let judged = judged.map_err(|no| self.told(word, &no.message))?;
                let play = Play::Action(judged.action);
                Ok(self.step(seat, play, judged.notation, judged.step.game))
            }
            Status::Over(outcome) => {
                let ended = || self.told(word, &format!("the game is over ({})", outcome.reason));
                let judged = self.game.play_after_end(word).ok_or_else(ended)?;
                let play = Play::AfterEnd(judged.action);
                Ok(self.step(self.mover(), play, judged.notation, judged.step.game))
            }
        }
    }

    fn pass(&self) -> Result<(Node, Spot), String> {
        let none = || self.told("--", "the turn cannot be passed here");
        let after = self.game.null_move().ok_or_else(none)?;
        let seat = self.game.status().to_act().unwrap_or_else(|| self.mover());
        Ok(self.step(seat, Play::Null, "--".to_owned(), after))
    }

    /// Who moves, where the rules no longer say it.
    fn mover(&self) -> Seat {
        self.last.map_or(Seat::White, |last| !last)
    }

    fn step(
        &self,
        seat: Seat,
        play: Play,
        notation: String,
        game: Box<dyn AnyGame>,
    ) -> (Node, Spot) {
        // A turn can have several actions.
        let begins = self.last != Some(seat);
        let is_next = self.last == Some(Seat::Black) && begins;
        let number = self.number + u32::from(is_next);
        let node = Node {
            play,
            notation,
            turn: (number, seat),
            begins_turn: begins,
            nags: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            parent: None,
            next: Vec::new(),
        };
        let last = Some(seat);
        (node, Spot { game, number, last })
    }

    /// A sentence about a word that cannot be played here.
    fn told(&self, word: &str, why: &str) -> String {
        let seat = self.game.status().to_act().unwrap_or_else(|| self.mover());
        let is_next = self.last == Some(Seat::Black) && seat == Seat::White;
        let number = self.number + u32::from(is_next);
        let dots = match seat {
            Seat::White => ".",
            Seat::Black => "...",
        };
        format!("at {number}{dots} {}: {why}", shortened(word))
    }
}

/// A line that is being read.
struct OpenLine {
    spot: Spot,
    /// The last node, with the spot before it, which a variation goes back to.
    last: Option<(NodeId, Spot)>,
    /// Comments at the beginning of a variation, until its first move is known.
    before: Vec<String>,
}

/// A tree while it is read.
struct Growing<'g> {
    tree: &'g mut GameTree,
    style: MoveStyle,
    line: OpenLine,
    /// The lines that wait for a variation to end.
    outer: Vec<OpenLine>,
}

impl Growing<'_> {
    fn new(tree: &mut GameTree, game: Box<dyn AnyGame>, style: MoveStyle) -> Growing<'_> {
        Growing {
            tree,
            style,
            line: OpenLine {
                spot: Spot::first(game),
                last: None,
                before: Vec::new(),
            },
            outer: Vec::new(),
        }
    }

    fn add(&mut self, item: &Item<'_>) -> Result<(), String> {
        match item {
            Item::Move { word, .. } => {
                for action in (self.style.actions_of)(word) {
                    let played = self.line.spot.play(&action)?;
                    self.put(played);
                }
                Ok(())
            }
            Item::Nag(nag) => {
                self.judge(*nag);
                Ok(())
            }
            Item::Comment(text) => {
                self.comment(text.clone());
                Ok(())
            }
            Item::Open => self.open(),
            Item::Close => {
                self.close();
                Ok(())
            }
        }
    }

    fn put(&mut self, (mut node, spot): (Node, Spot)) {
        node.before = std::mem::take(&mut self.line.before);
        let id = self.tree.add(self.parent(), node);
        let before = std::mem::replace(&mut self.line.spot, spot);
        self.line.last = Some((id, before));
    }

    /// The node after which the next move comes.
    fn parent(&self) -> Option<NodeId> {
        match (&self.line.last, self.outer.last()) {
            (Some((id, _)), _) => Some(*id),
            // A variation begins where the move before it did.
            (None, Some(outer)) => {
                let replaced = outer.last.as_ref().map(|(id, _)| *id)?;
                self.tree.node(replaced).parent
            }
            (None, None) => None,
        }
    }

    fn judge(&mut self, nag: u8) {
        match &self.line.last {
            Some((id, _)) => self.tree.nodes[id.0].nags.push(nag),
            // Without a move to judge it can only be told.
            None => self.comment(format!("${nag}")),
        }
    }

    fn comment(&mut self, text: String) {
        match (&self.line.last, self.outer.is_empty()) {
            (Some((id, _)), _) => self.tree.nodes[id.0].after.push(text),
            (None, true) => self.tree.comments.push(text),
            (None, false) => self.line.before.push(text),
        }
    }

    fn open(&mut self) -> Result<(), String> {
        let Some((_, before)) = &self.line.last else {
            return Err("a variation stands before the move that it replaces".to_owned());
        };
        let inner = OpenLine {
            spot: before.clone(),
            last: None,
            before: Vec::new(),
        };
        self.outer.push(std::mem::replace(&mut self.line, inner));
        Ok(())
    }

    fn close(&mut self) {
        let Some(outer) = self.outer.pop() else {
            return;
        };
        let inner = std::mem::replace(&mut self.line, outer);
        // A variation without a move is only talk about the move before it.
        inner.before.into_iter().for_each(|text| self.comment(text));
    }
}
