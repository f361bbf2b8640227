//! Starting games.

use host::Rejection;
use rules::{AnyVariant, BySeat, Seat};
use session::{ClockStart, Created, GameId, Millis, Session};

use super::{Client, Handled, Naming, Role, Work};
use crate::board::{Piece, Span, Square};
use crate::clock::Timing;
use crate::engine::GRACE;
use crate::failure::{Code, Failure};
use crate::game_moment::{Finished, GameMoment, ORTHODOX};
use crate::request::{DrawRules, NewGame, SeatWish};

/// How this interface plays orthodox chess: promotions are chosen after the move.
const STANDARD: &str = "castling=standard; promotion=separate";
const CHESS960: &str = "castling=chess960; promotion=separate";

/// The names by which clients ask for orthodox chess, the preset each begins with, and its options.
const ORTHODOX_NAMES: [(&str, &str, &str); 3] = [
    ("standard", "standard", STANDARD),
    ("chess960", "chess960", CHESS960),
    (ORTHODOX, "standard", STANDARD),
];

/// A start that somebody can play from.
struct Start {
    variant: &'static dyn AnyVariant,
    setup: String,
    preset: Option<String>,
    seed: u64,
}

impl NewGame {
    /// The game that a first move starts.
    fn usual() -> NewGame {
        NewGame {
            fen: None,
            variant: "standard".to_owned(),
            seat: SeatWish::Both,
            draw_rules: DrawRules::Automatic,
            timing: None,
        }
    }
}

impl Client {
    pub(super) async fn new_game(&mut self, wish: &NewGame) -> Result<Handled, Failure> {
        let start = self.start(wish)?;
        let game = start.variant.begin(&start.setup).map_err(bad_fen)?;
        if let Some(finished) = Finished::new(game) {
            return self.begin_finished(finished);
        }
        let (naming, opening) = self
            .begin(wish, start, |session, now| {
                GameMoment::new(session, now).opening()
            })
            .await?;
        Ok(Handled::Messages(vec![opening], naming))
    }

    /// Begins a game and takes part in it. Says how the answer names it, and what it looks like.
    async fn begin<T: Send + 'static>(
        &mut self,
        wish: &NewGame,
        start: Start,
        show: impl FnOnce(&Session, Millis) -> T + Clone + Send + 'static,
    ) -> Result<(Naming, T), Failure> {
        self.last = Work::NewGame;
        self.drop_solitary().await;
        let host = self.engine.host().clone();
        let failed = |error: Rejection| Failure::of_host(&error, "new_game");
        if !self.engine.make_room(&self.origin).await.map_err(failed)? {
            return Err(Failure::new(Code::RateLimited).detail("too many games"));
        }
        let game = host
            .new_game_id()
            .map_err(Rejection::from)
            .map_err(failed)?;
        self.engine
            .note(&game, &self.origin)
            .await
            .map_err(failed)?;
        let who = host
            .accounts()
            .newcomer()
            .map_err(Rejection::from)
            .map_err(failed)?;
        let sits = |seat: Seat| match wish.seat {
            SeatWish::Both => true,
            SeatWish::One(own) => own == seat,
        };
        let created = Created {
            game: game.clone(),
            variant: start.variant.meta().id.to_owned(),
            rules_version: start.variant.meta().rules_version,
            setup: start.setup,
            preset: start.preset,
            seed: start.seed,
            clock: wish.timing.map_or(session::Clock::Untimed, Timing::clock),
            clock_start: ClockStart::WhenSeated,
            grace: Some(GRACE),
            seats: BySeat::new_with(|seat| sits(seat).then(|| who.sitter())),
            rematch_of: None,
            unlisted: false,
        };
        let sitting = self.sit(who);
        host.begin(created).await.map_err(failed)?;
        let role = match wish.seat {
            SeatWish::Both => Role::Both(sitting),
            SeatWish::One(seat) => Role::Player(seat, sitting),
        };
        let naming = token(&game, &role);
        let shown = self.attend(&game, role, show).await?;
        Ok((naming, shown))
    }

    /// A position in which the game is over is shown, and there is nothing to play.
    fn begin_finished(&mut self, finished: Finished) -> Result<Handled, Failure> {
        let failed = |error: Rejection| Failure::of_host(&error, "new_game");
        let game = self
            .engine
            .host()
            .new_game_id()
            .map_err(Rejection::from)
            .map_err(failed)?;
        let opening = Vec::from(finished.opening());
        self.had_game = true;
        self.finished = Some((game.clone(), finished));
        Ok(Handled::Messages(opening, Naming::Game(game)))
    }

    fn start(&self, wish: &NewGame) -> Result<Start, Failure> {
        let unsupported = || Failure::new(Code::UnsupportedVariant).detail(&*wish.variant);
        let named = |(name, _, _): &&(&str, &str, &str)| *name == wish.variant;
        let orthodox = ORTHODOX_NAMES.iter().find(named);
        let id = orthodox.map_or(wish.variant.as_str(), |_| ORTHODOX);
        let variant = self
            .engine
            .host()
            .variants()
            .find(id)
            .ok_or_else(unsupported)?;
        let seed = random_seed();
        match orthodox {
            Some((_, preset, options)) => orthodox_start(variant, wish, preset, options, seed),
            None => Ok(usual_start(variant, wish, seed)),
        }
    }

    /// A new game replaces the one that the client played alone: that one waits for the client with its token. If
    /// nothing was played in it, it is gone.
    async fn drop_solitary(&mut self) {
        let is_solitary = |role: &Role| matches!(role, Role::Both(_));
        let solitary = self.games.iter().filter(|game| is_solitary(&game.role));
        let solitary: Vec<GameId> = solitary.map(|game| game.game.clone()).collect();
        for game in solitary {
            self.part_alone(&game).await;
        }
    }

    /// Leaves a game that the client plays alone.
    pub(super) async fn part_alone(&mut self, game: &GameId) {
        let Some(role) = self.part(game) else {
            return;
        };
        let n_played = |session: &Session, _| session.played().len();
        let host = self.engine.host();
        let is_empty = host.look(game, n_played).await == Ok(0);
        // If somebody watches it, it stays.
        let is_gone = is_empty && self.engine.remove(game).await == Ok(true);
        if !is_gone {
            self.miss(game, role);
        }
    }

    /// A move of a client that never had a game starts one, if it can be played there.
    pub(super) async fn first_move(
        &mut self,
        from: Square,
        to: Square,
        choice: Option<Piece>,
    ) -> Result<Handled, Failure> {
        let wish = NewGame::usual();
        let start = self.start(&wish)?;
        let game = start.variant.begin(&start.setup).map_err(bad_fen)?;
        let span = Span { from, to };
        let about = format!("{from} {to}");
        let refused = |no: rules::Refusal| Failure::of_host(&Rejection::Refused(no), &about);
        let seat = game.status().seat_to_act().map_err(refused)?;
        game.apply(seat, &span.action()).map_err(refused)?;
        let (naming, game) = self
            .begin(&wish, start, |session, _| session.id().clone())
            .await?;
        self.play_move(&game, span, choice, naming).await
    }
}

/// The answer names the game, and gives the token of the client's seat.
pub(super) fn token(game: &GameId, role: &Role) -> Naming {
    match role.sitting() {
        Some(sitting) => Naming::Seat(game.clone(), sitting.who.token.clone()),
        None => Naming::Game(game.clone()),
    }
}

fn bad_fen(no: rules::Refusal) -> Failure {
    Failure::new(Code::BadFen).detail(no.message)
}

fn orthodox_start(
    variant: &'static dyn AnyVariant,
    wish: &NewGame,
    preset: &str,
    options: &str,
    seed: u64,
) -> Result<Start, Failure> {
    let (position, preset) = match &wish.fen {
        // Only a position may stand here; the options of a setup text are ours to set.
        Some(fen) if fen.contains('/') && !fen.contains(';') => (fen.clone(), None),
        Some(_) => return Err(Failure::new(Code::BadFen).detail("this is not a FEN")),
        None => {
            let position = variant.preset(preset, seed).unwrap_or_default();
            (position, Some(preset.to_owned()))
        }
    };
    let draws = match wish.draw_rules {
        DrawRules::Automatic => "draws=automatic",
        DrawRules::Claim => "",
    };
    Ok(Start {
        variant,
        setup: format!("{position}; {options}; {draws}"),
        preset,
        seed,
    })
}

/// Another game from a position text, or as people usually play it: from its first preset.
fn usual_start(variant: &'static dyn AnyVariant, wish: &NewGame, seed: u64) -> Start {
    let (setup, preset) = match &wish.fen {
        Some(fen) => (fen.clone(), None),
        None => {
            let usual = variant.usual_start(seed);
            (usual.setup, usual.preset.map(str::to_owned))
        }
    };
    Start {
        variant,
        setup,
        preset,
        seed,
    }
}

/// Without random numbers every start sets Chess960 positions up in the same order.
fn random_seed() -> u64 {
    let mut seed = [0; 8];
    let _ = getrandom::fill(&mut seed);
    u64::from_le_bytes(seed)
}
