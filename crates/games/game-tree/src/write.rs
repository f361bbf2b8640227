//! From trees to PGN.

use rules::Seat;
use rules::pgn::GameResult;
use rules::sheet;

use crate::tree::{GameTree, NodeId};

/// The tags that every game has, in the order in which everybody expects them.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

impl GameTree {
    /// The game as PGN, with an empty line between tags and moves.
    pub fn to_pgn(&self) -> String {
        if let Some(sheet) = &self.own_sheet {
            return format!("{sheet}\n");
        }
        let mut writing = Writing::default();
        self.comments.iter().for_each(|text| writing.comment(text));
        let mut waiting: Vec<Task> = self
            .first
            .first()
            .map(|id| Task::Move(*id))
            .into_iter()
            .collect();
        while let Some(task) = waiting.pop() {
            self.write(task, &mut writing, &mut waiting);
        }
        let told = || GameResult::read(self.tag("Result"));
        let result = self.result.or_else(told).unwrap_or(GameResult::Unknown);
        sheet::write_words(&self.sorted_tags(), &writing.words, result.as_str())
    }

    fn write(&self, task: Task, writing: &mut Writing, waiting: &mut Vec<Task>) {
        match task {
            Task::Open => writing.open(),
            Task::Close => writing.close(),
            Task::Move(id) => {
                self.write_move(id, writing);
                let node = self.node(id);
                waiting.extend(node.next.first().map(|next| Task::Move(*next)));
                // Variations stand behind the move that they replace.
                let siblings = match node.parent {
                    Some(parent) => &self.node(parent).next,
                    None => &self.first,
                };
                if siblings.first() == Some(&id) {
                    for other in siblings[1..].iter().rev() {
                        waiting.extend([Task::Close, Task::Move(*other), Task::Open]);
                    }
                }
            }
        }
    }

    fn write_move(&self, id: NodeId, writing: &mut Writing) {
        let node = self.node(id);
        node.before.iter().for_each(|text| writing.comment(text));
        let (number, seat) = node.turn;
        match seat {
            // A single word in parentheses would be a move in some games.
            _ if !node.begins_turn && !writing.has_opened => {}
            Seat::White => writing.word(format!("{number}.")),
            Seat::Black if writing.is_apart => writing.word(format!("{number}...")),
            Seat::Black => {}
        }
        writing.word(node.notation.clone());
        writing.is_apart = false;
        node.nags
            .iter()
            .for_each(|nag| writing.word(format!("${nag}")));
        node.after.iter().for_each(|text| writing.comment(text));
    }

    /// The tags with the usual ones first. A result is written in one way.
    fn sorted_tags(&self) -> Vec<(String, String)> {
        let rank = |name: &str| ROSTER.iter().position(|usual| *usual == name);
        let mut tags = self.tags.clone();
        tags.sort_by_key(|(name, _)| rank(name).unwrap_or(ROSTER.len()));
        for (name, value) in &mut tags {
            if let Some(result) = GameResult::read(value).filter(|_| name == "Result") {
                *value = result.as_str().to_owned();
            }
        }
        tags
    }
}

/// What is still to be written.
enum Task {
    Move(NodeId),
    Open,
    Close,
}

/// Words of a movetext.
struct Writing {
    words: Vec<String>,
    /// Whether a move of Black needs its number.
    is_apart: bool,
    /// A parenthesis that waits for the word behind it.
    has_opened: bool,
}

impl Default for Writing {
    fn default() -> Writing {
        Writing {
            words: Vec::new(),
            is_apart: true,
            has_opened: false,
        }
    }
}

impl Writing {
    fn word(&mut self, word: String) {
        let opened = std::mem::take(&mut self.has_opened);
        self.words.push(match opened {
            true => format!("({word}"),
            false => word,
        });
    }

    /// A comment stays whole: programs take the end of a line in it for part of the text.
    fn comment(&mut self, text: &str) {
        self.word(format!("{{ {text} }}"));
        self.is_apart = true;
    }

    fn open(&mut self) {
        self.has_opened = true;
        self.is_apart = true;
    }

    fn close(&mut self) {
        if let Some(last) = self.words.last_mut() {
            last.push(')');
        }
        self.is_apart = true;
    }
}
