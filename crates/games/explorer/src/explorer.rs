//! Answers questions.

use std::sync::atomic::AtomicBool;

use rules::{AnyVariant, Premove, Refusal, Replay, Seat, Variants, Written, listed_offers};
use search::{AnyBot, FULL_STRENGTH, FULL_STRENGTH_NAME, LEVELS, Limits, STRONGEST};

use crate::lines::{Analysis, MAX_LINES};
use crate::place::refused;
use crate::{
    ComputerInfo, Evaluation, ExplorerRefusal, Looked, Place, PositionView, Question, Reply,
    VariantInfo,
};

/// The most moves that can be prepared out of turn.
pub const MAX_PREPARED: usize = 16;

/// For so many states of ordinary chess full strength thinks about an action, and in slices of so many.
const FULL_STATES: u64 = 4_000_000;
const FULL_SLICE: u64 = 500_000;

/// A kind of chess with its computer player.
#[derive(Clone, Copy)]
pub struct Game {
    /// Its rules.
    pub variant: &'static dyn AnyVariant,
    /// Its computer player, if there is one.
    pub bot: Option<&'static dyn AnyBot>,
}

/// Answers questions about positions of some kinds of chess.
#[derive(Clone, Default)]
pub struct Explorer {
    games: Vec<Game>,
}

impl Explorer {
    /// Knows these games, in the order in which people are offered them.
    pub fn new(games: impl IntoIterator<Item = Game>) -> Explorer {
        Explorer {
            games: games.into_iter().collect(),
        }
    }

    /// Knows the rules of these games, and nobody who plays them.
    pub fn of_rules(variants: &Variants) -> Explorer {
        Explorer::new(variants.iter().map(|variant| Game { variant, bot: None }))
    }

    /// Answers a question, thinking about no more states of ordinary chess than `most`.
    ///
    /// # Errors
    /// There is no such game, or its rules refuse the position or what was asked about it.
    pub fn answer(&self, question: Question, most: u64) -> Result<Reply, Refusal> {
        match question {
            Question::Variants => Ok(self.variants()),
            Question::Look { place, moment } => {
                Ok(Reply::Looked(Box::new(self.look(&place, moment)?)))
            }
            Question::Legal { place } => {
                let actions = self.line(&place)?.game().legal();
                Ok(Reply::Legal { actions })
            }
            Question::Offers { place, taps } => {
                let offers = self.line(&place)?.game().offers_after(&taps);
                Ok(Reply::Offers { offers })
            }
            Question::Reach {
                place,
                seat,
                prepared,
            } => self.reach(&place, seat, &prepared),
            Question::Explain { place, cell } => {
                let explanation = self.line(&place)?.game().explain(cell.as_str());
                Ok(Reply::Explained { explanation })
            }
            Question::Preview { place, action } => {
                let preview = self.line(&place)?.game().preview(&action)?;
                Ok(Reply::Previewed { preview })
            }
            Question::Read { place, text } => self.read(&place, &text),
            Question::Lines {
                place,
                count,
                states,
            } => {
                let mut analysis = self.analysis(&place, count)?;
                analysis.think(states.min(most));
                Reply::of_analysis(&analysis)
            }
            Question::Choose { place, level, seed } => self.choose(&place, level, seed, most),
            Question::Sheet {
                place,
                tags,
                result,
            } => self.sheet(&place, tags, &result),
        }
    }

    /// A position to think about for as long as somebody asks.
    ///
    /// # Errors
    /// There is no such game or nobody to ask, the rules refuse the position, or the game is over.
    pub fn analysis(&self, place: &Place, count: u32) -> Result<Analysis, Refusal> {
        let count = line_count(count)?;
        let bot = self.bot(place)?;
        Analysis::new(bot, &self.line(place)?, count)
    }

    /// Lets an analysis go to another position of its game, so that it keeps what it remembers.
    ///
    /// # Errors
    /// As for [`Explorer::analysis`]; then the analysis stays where it is.
    pub fn turn(&self, analysis: &mut Analysis, place: &Place, count: u32) -> Result<(), Refusal> {
        let count = line_count(count)?;
        analysis.turn_to(&self.line(place)?, count)
    }

    fn game(&self, id: &str) -> Result<&Game, Refusal> {
        let game = self.games.iter().find(|game| game.variant.meta().id == id);
        game.ok_or_else(|| refused(&ExplorerRefusal::UnknownVariant))
    }

    fn bot(&self, place: &Place) -> Result<&'static dyn AnyBot, Refusal> {
        let bot = self.game(&place.variant)?.bot;
        bot.ok_or_else(|| refused(&ExplorerRefusal::NoComputer))
    }

    fn line(&self, place: &Place) -> Result<Replay, Refusal> {
        place.replay(self.game(&place.variant)?.variant)
    }

    fn variants(&self) -> Reply {
        let info = |game: &Game| VariantInfo::new(game.variant.meta(), computers(game), Vec::new());
        Reply::Variants {
            variants: self.games.iter().map(info).collect(),
        }
    }

    /// Everything there is to show of a position, with the picture of a moment of its timeline.
    ///
    /// # Errors
    /// There is no such game, or its rules refuse the position.
    pub fn look(&self, place: &Place, moment: Option<usize>) -> Result<Looked, Refusal> {
        let line = self.line(place)?;
        let game = line.game();
        let mut position = PositionView::from(&line);
        let check = position.scene.checked().map(|king| king.cell.clone());
        if let Some(scene) = moment.and_then(|moment| game.scene_at(moment)) {
            position.scene = scene;
        }
        let (offers, more) = listed_offers(game);
        Ok(Looked {
            start: line.start().setup(),
            position,
            offers,
            more,
            line: line.played().to_vec(),
            check,
            first_move: Some(line.start().move_number()).filter(|number| *number != 1),
        })
    }

    fn reach(&self, place: &Place, seat: Seat, prepared: &[Premove]) -> Result<Reply, Refusal> {
        if prepared.len() > MAX_PREPARED {
            let most = MAX_PREPARED;
            return Err(refused(&ExplorerRefusal::TooManyPrepared { most }));
        }
        let reach = self.line(place)?.game().reach(seat, prepared);
        Ok(Reply::Reach { reach })
    }

    fn read(&self, place: &Place, text: &str) -> Result<Reply, Refusal> {
        let line = self.line(place)?;
        let action = line.game().read(text)?;
        let notation = line.game().notation(&action)?;
        Ok(Reply::Read { action, notation })
    }

    fn choose(&self, place: &Place, level: u8, seed: u32, most: u64) -> Result<Reply, Refusal> {
        if level == FULL_STRENGTH {
            return self.choose_fully(place, most);
        }
        let bot = self.bot(place)?;
        let line = self.line(place)?;
        let seat = line.game().status().seat_to_act()?;
        let actions: Vec<String> = line.played().iter().map(|ply| ply.action.clone()).collect();
        let within = Limits {
            nodes: (most / bot.effort().max(1)).max(1),
            ..Limits::default()
        };
        let (setup, seed) = (line.start().setup(), u64::from(seed));
        let never = AtomicBool::new(false);
        let choice = bot.choose_within(&setup, &actions, level, seed, &within, &never)?;
        Ok(Reply::Chosen {
            notation: line.game().notation(&choice.action)?,
            score: Evaluation::of_score(choice.score, seat),
            action: choice.action,
        })
    }

    /// Full strength thinks by time where there is a clock; here, about as long.
    fn choose_fully(&self, place: &Place, most: u64) -> Result<Reply, Refusal> {
        let mut analysis = self.analysis(place, 1)?;
        let mut left = FULL_STATES.min(most);
        while left > 0 && !analysis.is_done() {
            let slice = left.min(FULL_SLICE);
            analysis.think(slice);
            left -= slice;
        }
        let best = analysis.lines()?.into_iter().next();
        let found = best.and_then(|line| Some((line.plies.into_iter().next()?, line.score)));
        match found {
            Some((ply, score)) => Ok(Reply::Chosen {
                action: ply.action,
                notation: ply.notation,
                score,
            }),
            // It had too little time for a single depth.
            None => self.choose(place, STRONGEST, 0, most),
        }
    }

    fn sheet(
        &self,
        place: &Place,
        tags: Vec<(String, String)>,
        result: &str,
    ) -> Result<Reply, Refusal> {
        let line = self.line(place)?;
        let written = Written {
            tags,
            setup: line.start().setup(),
            actions: line.played().iter().map(|ply| ply.action.clone()).collect(),
        };
        let text = self.game(&place.variant)?.variant.sheet(&written, result)?;
        Ok(Reply::Sheet { text })
    }
}

fn line_count(count: u32) -> Result<usize, Refusal> {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    match (1..=MAX_LINES).contains(&count) {
        true => Ok(count),
        false => Err(refused(&ExplorerRefusal::BadLineCount { most: MAX_LINES })),
    }
}

/// The levels of a game that has a computer player, under the names by which everybody knows them.
fn computers(game: &Game) -> Vec<ComputerInfo> {
    let levels = game.bot.into_iter().flat_map(|_| LEVELS);
    let levels = levels.map(|level| (level.number, level.name));
    let full = game.bot.map(|_| (FULL_STRENGTH, FULL_STRENGTH_NAME));
    levels
        .chain(full)
        .map(|(level, name)| ComputerInfo {
            level,
            name: format!("{name} (level {level})"),
        })
        .collect()
}

impl Reply {
    /// What has been found so far.
    pub(crate) fn of_analysis(analysis: &Analysis) -> Result<Reply, Refusal> {
        Ok(Reply::Lines {
            lines: analysis.lines()?,
            states: analysis.states(),
            done: analysis.is_done(),
        })
    }
}
