//! Takes a text apart, game by game.

use super::lines::{self, ENDS, Tag};
use super::words::{self, GameResult};
use super::{Item, Parentheses, PgnFault, PgnGame, shortened};

/// How far a comment with braces in it is searched for the brace that closes it.
const LONGEST_NESTED: usize = 4096;

/// Reads games one after the other. A game ends with its result, or where the tags of the next one begin.
pub struct PgnReader<'t> {
    text: &'t str,
    parentheses: Parentheses,
    /// Where reading goes on, as bytes and as a line.
    at: usize,
    line: usize,
    /// Games so far.
    n_games: usize,
    /// Where the next game surely begins; it is looked for again once it lies behind.
    boundary: usize,
    /// Lines that have ended since the last thing was read.
    n_line_ends: usize,
    /// Whether a result was read, and nothing since.
    is_after_result: bool,
    notes: Vec<PgnFault>,
    /// The game that is being read, where it began, and how many of its variations are open.
    game: PgnGame<'t>,
    began: Option<usize>,
    has_moves: bool,
    depth: usize,
}

/// Whether a game goes on.
enum Step {
    More,
    GameEnds,
}

impl<'t> PgnReader<'t> {
    /// The games of a text.
    pub fn new(text: &'t str, parentheses: Parentheses) -> PgnReader<'t> {
        let mut reader = PgnReader {
            text: text.trim_start_matches('\u{feff}'),
            parentheses,
            at: 0,
            line: 1,
            n_games: 0,
            boundary: 0,
            n_line_ends: 0,
            is_after_result: false,
            notes: Vec::new(),
            game: PgnGame::default(),
            began: None,
            has_moves: false,
            depth: 0,
        };
        // An escaped line at the very beginning has no line end before it.
        reader.skip_escaped_line();
        reader
    }

    /// What was passed over so far, because it belongs to no game.
    pub fn notes(&self) -> &[PgnFault] {
        &self.notes
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn advance(&mut self, length: usize) {
        let after = self.at + length;
        let next = self.text[after..].chars().next();
        self.line += lines::count(&self.text[self.at..after], next);
        self.at = after;
    }

    /// Something was found that belongs to the game.
    fn note_content(&mut self) {
        self.n_line_ends = 0;
        if self.began.is_none() {
            self.began = Some(self.at);
            self.game.line = self.line;
        }
    }

    fn read(&mut self, first: char) -> Result<Step, String> {
        match first {
            '(' | ')' if self.is_after_result => self.skip_text(),
            '{' => self.comment()?,
            ';' => self.line_comment(),
            '[' => return self.tag(),
            '(' if !self.is_word_in_parentheses() => {
                self.note_content();
                self.depth += 1;
                self.game.items.push(Item::Open);
                self.advance(1);
            }
            ')' if self.depth > 0 || self.parentheses == Parentheses::Variations => {
                let outer = self.depth.checked_sub(1);
                self.depth = outer.ok_or("a variation is closed that was not opened")?;
                self.game.items.push(Item::Close);
                self.advance(1);
            }
            _ if ENDS.contains(&first) => self.line_end(),
            _ if first.is_whitespace() => self.advance(first.len_utf8()),
            _ => return self.word(),
        }
        Ok(Step::More)
    }

    fn line_end(&mut self) {
        let length = if self.rest().starts_with("\r\n") {
            2
        } else {
            1
        };
        self.advance(length);
        self.n_line_ends += 1;
        self.skip_escaped_line();
    }

    fn comment(&mut self) -> Result<(), String> {
        self.note_content();
        let inside = &self.text[self.at + 1..self.boundary()];
        let first = inside.find('}').ok_or("a comment is not closed with }")?;
        let end = match inside[..first].contains('{') {
            true => balanced(inside).unwrap_or(first),
            false => first,
        };
        self.add_comment(&inside[..end]);
        self.advance(end + 2);
        Ok(())
    }

    fn line_comment(&mut self) {
        self.note_content();
        let length = self.rest().find(ENDS).unwrap_or(self.rest().len());
        self.add_comment(&self.rest()[1..length]);
        self.advance(length);
    }

    /// Lines of a comment were broken to fit a page, so that their ends mean no more than a blank. No other program knows
    /// braces inside of comments.
    fn add_comment(&mut self, comment: &str) {
        let lines = comment.split(ENDS).map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        let text = lines.join(" ").replace('{', "(").replace('}', ")");
        if !text.is_empty() {
            self.game.items.push(Item::Comment(text));
        }
    }

    /// Where a comment ends that was forgotten to be closed.
    fn boundary(&mut self) -> usize {
        if self.boundary <= self.at {
            self.boundary = lines::next_game(self.text, self.at);
        }
        self.boundary
    }

    fn skip_line(&mut self) {
        let length = self.rest().find(ENDS).unwrap_or(self.rest().len());
        self.advance(length);
    }

    /// A line that begins with `%` is not PGN but a message to some program.
    fn skip_escaped_line(&mut self) {
        if self.rest().starts_with('%') {
            self.skip_line();
        }
    }

    fn tag(&mut self) -> Result<Step, String> {
        let Some(tag) = Tag::read(self.rest()) else {
            if self.is_after_result {
                self.skip_text();
                return Ok(Step::More);
            }
            let line = self.rest().split(ENDS).next().unwrap_or_default();
            let line = shortened(line);
            return Err(format!("`{line}` is not a tag like [White \"Name\"]"));
        };
        if self.depth > 0 {
            return Err("a variation is not closed with )".to_owned());
        }
        if self.begins_next_game(tag.name) {
            return Ok(Step::GameEnds);
        }
        self.note_content();
        self.is_after_result = false;
        self.advance(tag.length);
        self.game.tags.push((tag.name.to_owned(), tag.value));
        Ok(Step::More)
    }

    /// Whether a tag is one of the next game. Some games have no moves at all.
    fn begins_next_game(&self, name: &str) -> bool {
        let is_repeated = self.game.tags.iter().any(|(known, _)| known == name);
        let is_apart = self.n_line_ends > 1 && !self.game.tags.is_empty();
        let is_event = name == "Event";
        self.has_moves || is_repeated && is_event || is_apart && (is_repeated || is_event)
    }

    /// Whether what begins here with a parenthesis is a single word.
    fn is_word_in_parentheses(&self) -> bool {
        self.parentheses == Parentheses::Moves && self.next_word().contains(')')
    }

    fn next_word(&self) -> &'t str {
        let rest = self.rest();
        let mut n_open = 0_usize;
        let is_end = |(at, sign): (usize, char)| match (self.parentheses, sign) {
            (_, '{' | '}' | '[' | ']' | ';') => true,
            (_, sign) if sign.is_whitespace() => true,
            (Parentheses::Variations, '(') => !words::is_promotion(&rest[..at], &rest[at..]),
            (Parentheses::Variations, ')') => !rest[..at].contains('('),
            (Parentheses::Moves, '(') => {
                n_open += 1;
                false
            }
            (Parentheses::Moves, ')') if self.depth > 0 => {
                let is_end = n_open == 0;
                n_open = n_open.saturating_sub(1);
                is_end
            }
            (Parentheses::Variations | Parentheses::Moves, _) => false,
        };
        let mut signs = rest.char_indices();
        let mut is_end = is_end;
        let end = signs.find(|found| is_end(*found));
        let end = end.map_or(rest.len(), |(at, _)| at);
        // A bracket that closes nothing stands for itself, so that reading goes on.
        let end = end.max(rest.chars().next().map_or(0, char::len_utf8));
        &rest[..end]
    }

    fn word(&mut self) -> Result<Step, String> {
        let word = self.next_word();
        let result = GameResult::read(word);
        if self.is_after_result && (result.is_some() || !words::begins_moves(word)) {
            self.skip_text();
            return Ok(Step::More);
        }
        if let Some(result) = result {
            self.advance(word.len());
            // A result in a variation says nothing about the game.
            return match self.depth {
                0 => {
                    self.end_with(result);
                    Ok(Step::GameEnds)
                }
                _ => Ok(Step::More),
            };
        }
        let taken = words::word(word, self.parentheses)?;
        self.note_content();
        self.is_after_result = false;
        let line = self.line;
        self.has_moves |= taken.played.is_some();
        let played = taken.played.map(|word| Item::Move { word, line });
        self.game.items.extend(played);
        self.game
            .items
            .extend(taken.nags.into_iter().map(Item::Nag));
        self.advance(word.len());
        Ok(Step::More)
    }

    /// Comments right behind the result are about this game.
    fn end_with(&mut self, result: GameResult) {
        self.note_content();
        self.game.result = Some(result);
        let mut end = self.at;
        self.skip_blanks();
        while self.n_line_ends < 2 && self.rest().starts_with(['{', ';']) {
            let is_read = match self.rest().starts_with('{') {
                true => self.comment().is_ok(),
                false => {
                    self.line_comment();
                    true
                }
            };
            if !is_read {
                break;
            }
            end = self.at;
            self.skip_blanks();
        }
        self.is_after_result = true;
        self.game.text = &self.text[self.began.unwrap_or(end)..end];
    }

    fn skip_blanks(&mut self) {
        while let Some(sign) = self
            .rest()
            .chars()
            .next()
            .filter(|sign| sign.is_whitespace())
        {
            match ENDS.contains(&sign) {
                true => self.line_end(),
                false => self.advance(sign.len_utf8()),
            }
        }
    }

    /// Prose after a game, up to a line with which a game can begin.
    fn skip_text(&mut self) {
        let text = self.rest().split(ENDS).next().unwrap_or_default();
        let why = format!("the text after this game is not read: {}", shortened(text));
        let is_new = self
            .notes
            .last()
            .is_none_or(|note| note.game != self.n_games);
        if is_new {
            let (game, line) = (self.n_games, self.line);
            self.notes.push(PgnFault { game, line, why });
        }
        self.skip_line();
    }

    fn fault(&mut self, why: String) -> PgnFault {
        self.n_games += 1;
        let fault = PgnFault {
            game: self.n_games,
            line: self.line,
            why,
        };
        // The tags of the next game may be what showed the fault.
        let is_tag = self.depth > 0 && Tag::read(self.rest()).is_some();
        let next = match is_tag {
            true => self.at,
            false => lines::next_game(self.text, self.at),
        };
        self.advance(next - self.at);
        self.forget();
        self.is_after_result = false;
        fault
    }

    fn forget(&mut self) {
        self.game = PgnGame::default();
        self.began = None;
        self.has_moves = false;
        self.depth = 0;
        self.n_line_ends = 0;
    }

    fn take_game(&mut self) -> PgnGame<'t> {
        self.n_games += 1;
        let mut game = std::mem::take(&mut self.game);
        game.number = self.n_games;
        if game.text.is_empty() {
            game.text = self.text[self.began.unwrap_or(self.at)..self.at].trim_end();
        }
        self.forget();
        game
    }

    /// Tags without any move are a game, too: one that was given up before it began. Comments after the
    /// last result are not.
    fn end_of_text(&mut self) -> Option<Result<PgnGame<'t>, PgnFault>> {
        if self.depth > 0 {
            return Some(Err(
                self.fault("a variation is not closed with )".to_owned())
            ));
        }
        let is_game = !self.game.tags.is_empty() || self.has_moves;
        is_game.then(|| Ok(self.take_game()))
    }
}

impl<'t> Iterator for PgnReader<'t> {
    type Item = Result<PgnGame<'t>, PgnFault>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(first) = self.rest().chars().next() {
            match self.read(first) {
                Ok(Step::More) => {}
                Ok(Step::GameEnds) => return Some(Ok(self.take_game())),
                Err(why) => return Some(Err(self.fault(why))),
            }
        }
        self.end_of_text()
    }
}

/// Where a comment ends whose braces come in pairs.
fn balanced(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    let signs = text.bytes().take(LONGEST_NESTED).enumerate();
    for (at, sign) in signs {
        match sign {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
