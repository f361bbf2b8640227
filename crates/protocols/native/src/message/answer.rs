//! What the server answers to a request it has done.

use game_tree::PlainTree;
use rules::{CellId, Explanation, Offer, Preview, Scene, Seat};
use serde::{Deserialize, Serialize};
use session::{GameId, Millis, PlayerId, Record, View};

use super::{
    AccessTokenInfo, AnalysisInfo, DailyPuzzle, Evaluation, Format, GameReview, GameSummary,
    ImportFault, ImportedGame, Lobby, OfferSet, PositionView, PuzzleInfo, Reply, SeekView,
    SessionInfo, VariantInfo,
};

/// What the server answers to a request it has done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Answer {
    /// Who the client is now. To `hello`, `rename`, `register`, `log_in`, `log_out`, `end_sessions`, `change_password` and
    /// `reset_password`.
    Welcome(Welcome),
    /// To `sessions`.
    Sessions {
        /// This one first, then the one that was used last.
        sessions: Vec<SessionInfo>,
    },
    /// To `access_tokens`.
    AccessTokens {
        /// The latest first.
        tokens: Vec<AccessTokenInfo>,
    },
    /// To `make_access_token`.
    AccessToken {
        /// The token in the list.
        info: AccessTokenInfo,
        /// The secret. Nobody is told it again.
        secret: String,
    },
    /// To `authorize`.
    Authorized {
        /// What the program changes into a token.
        code: String,
    },
    /// To `user`.
    User(User),
    /// It is done and there is no more to say.
    Done,
    /// To `ping`.
    Pong {
        /// The server's time.
        now: Millis,
    },
    /// To `variants`.
    Variants {
        /// In the order in which people are offered them.
        variants: Vec<VariantInfo>,
    },
    /// To `puzzles`.
    Puzzles {
        /// Of which variant.
        variant: String,
        /// All of them, in an order that stays the same.
        puzzles: Vec<PuzzleInfo>,
    },
    /// To `puzzle`.
    Puzzle {
        /// Of which variant.
        variant: String,
        /// The puzzle.
        puzzle: PuzzleInfo,
    },
    /// To `daily_puzzles`.
    DailyPuzzles {
        /// The day, such as `2026-11-18`.
        date: String,
        /// One of each variant that has puzzles.
        puzzles: Vec<DailyPuzzle>,
    },
    /// To `watch_lobby`.
    Lobby(Lobby),
    /// The seek waits for an opponent. To `create` and `pair`; and to `open`, while there is no game yet.
    Seeking {
        /// The seek.
        seek: SeekView,
    },
    /// The game runs. To `create`, `pair` and `join`.
    Playing {
        /// Which.
        game: GameId,
        /// Where the player sits.
        seat: Seat,
    },
    /// To `open`.
    Opened(Opened),
    /// To `offers`.
    Offers {
        /// In which game.
        game: GameId,
        /// How many actions it had then.
        after: u32,
        /// What was pointed at.
        taps: Vec<CellId>,
        /// What can be done.
        offers: OfferSet,
    },
    /// To `reach`.
    Reached {
        /// In which game.
        game: GameId,
        /// How many actions it had then.
        after: u32,
        /// The places to point at first, each with those to point at then, with spaces between them.
        reach: Vec<String>,
    },
    /// What was asked is done and durable. To `ask`.
    Asked {
        /// In which game.
        game: GameId,
        /// The sequence number of the first record it made.
        seq: u64,
    },
    /// To `explain`.
    Explained {
        /// Nothing, where the game has nothing to say.
        explanation: Option<Explanation>,
    },
    /// To `preview`.
    Previewed {
        /// Nothing, where the game has nothing to say.
        preview: Option<Preview>,
    },
    /// To `scene_at`.
    Scene {
        /// Nothing, where the game has no such moment.
        scene: Option<Scene>,
    },
    /// To `scene_after`.
    Position(Box<PositionView>),
    /// To `look`.
    Looked {
        /// The position text of the start.
        start: String,
        /// What the actions lead to.
        position: Box<PositionView>,
        /// What can be done then.
        offers: Vec<Offer>,
        /// Where there is too much to list: what can be pointed at first. A game that is played there tells the rest.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<CellId>>", optional))]
        more: Vec<CellId>,
    },
    /// To `rules`.
    Rules {
        /// The answer.
        reply: Box<Reply>,
    },
    /// To `import`.
    Imported {
        /// In the order of the text.
        games: Vec<ImportedGame>,
        /// The games that could not be read; left out where there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<ImportFault>>", optional))]
        faults: Vec<ImportFault>,
    },
    /// To `review`, when it is there.
    Reviewed {
        /// Which game.
        game: GameId,
        /// What the computer thinks.
        review: Box<GameReview>,
    },
    /// To `review`, while it is being made. Ask again.
    Reviewing {
        /// Which game.
        game: GameId,
        /// Positions that were judged.
        done: u32,
        /// Positions there are.
        total: u32,
    },
    /// To `read_tree`.
    Tree {
        /// The game with its variations.
        tree: Box<PlainTree>,
    },
    /// To `write_tree`.
    TreeWritten {
        /// The tree as PGN.
        pgn: String,
    },
    /// To `analyses`.
    Analyses {
        /// The latest first.
        analyses: Vec<AnalysisInfo>,
    },
    /// To `analysis`.
    Analysis {
        /// The analysis in the list.
        info: AnalysisInfo,
        /// Its text.
        text: String,
    },
    /// To `save_analysis` and `rename_analysis`.
    AnalysisSaved {
        /// The analysis in the list.
        info: AnalysisInfo,
    },
    /// To `read`.
    Read {
        /// The action text.
        action: String,
        /// The action as people write it.
        notation: String,
    },
    /// To `hint`.
    Hint {
        /// In which game.
        game: GameId,
        /// After how many of its actions.
        after: u32,
        /// The action text of what a computer would do.
        action: String,
        /// The action in a few words.
        label: String,
        /// What the position is worth.
        score: Evaluation,
    },
    /// To `evaluate`.
    Evaluated {
        /// Which game.
        game: GameId,
        /// After how many of its actions.
        after: u32,
        /// What the position is worth.
        score: Evaluation,
    },
    /// To `my_games` and `live_games`.
    Games {
        /// Newest first.
        games: Vec<GameSummary>,
        /// What to give as `before` to go on, if there may be more.
        next: Option<u64>,
    },
    /// To `seeks`.
    Seeks {
        /// Oldest first.
        seeks: Vec<SeekView>,
        /// What to give as `after` for the next page, if there are more.
        next: Option<Millis>,
    },
    /// To `export`.
    Exported {
        /// How it is written.
        format: Format,
        /// The game.
        text: String,
    },
}

/// Who a client is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welcome {
    /// The player's public id.
    pub player: PlayerId,
    /// The name others see.
    pub name: String,
    /// Whether the player has an account.
    pub has_account: bool,
    /// Whether that is the account of a program; left out where not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub bot: bool,
    /// A secret that proves who the client is next time. It is empty for pages of this server, which have a cookie
    /// instead that no script can read, and for clients known by that cookie.
    pub token: String,
    /// The server's time.
    pub now: Millis,
    /// Whether the host lets players talk to each other; left out where not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub chat: bool,
}

/// What everybody may know of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct User {
    /// The player's id.
    pub player: PlayerId,
    /// The name others see.
    pub name: String,
    /// Whether the player has an account.
    pub has_account: bool,
    /// Whether that is the account of a program; left out where not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub bot: bool,
    /// Whether the player is connected, or was a moment ago.
    pub present: bool,
    /// When the player first came.
    pub created_at: Millis,
}

/// A game to show, or what was missed of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opened {
    /// Which.
    pub game: GameId,
    /// How many records it has. Notices go on from here without a gap.
    pub seq: u64,
    /// The server's time.
    pub now: Millis,
    /// Where the player sits, if at all.
    pub seats: Vec<Seat>,
    /// Records after those the client said it had; left out when it named none, or has too few.
    pub missed: Option<Vec<Record>>,
    /// The whole state; left out when the client has it already, or wants records only and gets them.
    pub view: Option<Box<View>>,
    /// The checksum of the picture, for a client that follows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub checksum: Option<String>,
    /// What this player can do on the board, for a client that follows the picture; the view then has no offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub offers: Option<OfferSet>,
}
