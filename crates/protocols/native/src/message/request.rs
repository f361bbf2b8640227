//! What a client can ask for.

use game_tree::PlainTree;
use host::{Scope, SeatChoice, WantedOpponent};
use rules::{CellId, Premove, Seat};
use serde::{Deserialize, Serialize};
use session::{Ask, Clock, GameId, Millis};

use super::{Question, Start};

/// What a client can ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Request {
    /// Says who the client is; the first request of a connection. Without a token the client becomes a new player.
    Hello {
        /// What an earlier welcome gave.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        token: Option<String>,
    },
    /// Chooses the name others see, for a player without an account.
    Rename {
        /// 1 to 40 characters.
        name: String,
    },
    /// Opens an account for the player, who keeps all games.
    Register {
        /// The name others see and the one to log in with.
        name: String,
        /// At least 8 characters.
        password: String,
    },
    /// Becomes the player of an account.
    LogIn {
        /// The name of the account.
        name: String,
        /// Its password.
        password: String,
    },
    /// Ends this session; the client becomes a new player.
    LogOut,
    /// Ends all sessions of the player; the answer has a new one for this client.
    EndSessions,
    /// Where the player is logged in.
    Sessions,
    /// Ends one session of the player.
    EndSession {
        /// Which, by its id in the list.
        id: String,
    },
    /// The player's access tokens.
    AccessTokens,
    /// Makes an access token for a program. The player needs an account.
    MakeAccessToken {
        /// What it is called, for people: 1 to 60 characters.
        name: String,
        /// What it lets a program do.
        scopes: Vec<Scope>,
        /// After how many days it ends; without it, never.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        days: Option<u32>,
    },
    /// Ends an access token of the player.
    EndAccessToken {
        /// Which, by its id in the list.
        id: String,
    },
    /// Lets a program have an access token that it asked for; the answer has a code for it, to send the browser back with.
    Authorize {
        /// What the program calls itself.
        client: String,
        /// Where the browser goes back to.
        redirect: String,
        /// The hash by which the program will prove that it was the one that asked.
        challenge: String,
        /// What the token will let it do.
        scopes: Vec<Scope>,
    },
    /// Makes the player's account one of a program, for good. It must not have played.
    BecomeBot,
    /// A player by name, and whether it is there.
    User {
        /// The name of an account, or the id of a player.
        name: String,
    },
    /// Chooses a new password. All sessions of the player end; the answer has a new one for this client.
    ChangePassword {
        /// The password until now.
        old: String,
        /// At least 8 characters.
        new: String,
    },
    /// Chooses a new password by a link that the owner of the host has given to the player. It can be used once. All
    /// sessions of the player end; the answer has a new one for this client.
    ResetPassword {
        /// The secret of the link.
        link: String,
        /// At least 8 characters.
        password: String,
    },
    /// Which kinds of chess there are.
    Variants,
    /// All puzzles of a variant.
    Puzzles {
        /// The id of the variant.
        variant: String,
    },
    /// One puzzle.
    Puzzle {
        /// The id of the variant.
        variant: String,
        /// The id of the puzzle.
        id: String,
    },
    /// The puzzle of the day of each variant.
    DailyPuzzles {
        /// The day, such as `2026-11-18`; without it, today in UTC.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        date: Option<String>,
    },
    /// Shows the lobby and tells what changes in it.
    WatchLobby,
    /// Tells no more about the lobby.
    LeaveLobby,
    /// Looks for an opponent.
    Create {
        /// The id of the variant.
        variant: String,
        /// How the game begins.
        start: Start,
        /// The time control.
        clock: Clock,
        /// Where the player wants to sit.
        seat: SeatChoice,
        /// Who may be the opponent.
        audience: WantedOpponent,
    },
    /// Plays the first who comes: joins a fitting seek, or becomes one.
    Pair {
        /// The id of the variant.
        variant: String,
        /// The preset; without it, the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        preset: Option<String>,
        /// The time control.
        clock: Clock,
    },
    /// Plays against the owner of this seek.
    Join {
        /// The id of the seek, which becomes the id of the game.
        game: GameId,
    },
    /// Withdraws an own seek, or turns down a challenge.
    Cancel {
        /// Which.
        game: GameId,
    },
    /// Shows a game and tells what happens in it.
    Open {
        /// Which.
        game: GameId,
        /// How many records the client has already.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        from: Option<u64>,
        /// How much to tell.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<Detail>", optional))]
        detail: Detail,
    },
    /// What the player to act can do on the board after pointing at these places.
    Offers {
        /// In which game.
        game: GameId,
        /// What was pointed at so far, in order.
        taps: Vec<CellId>,
        /// Whether every offer is to have its label, to be told in words.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
        labels: bool,
    },
    /// Where the pieces of a seat could get out of turn: what may be prepared while the opponent thinks.
    Reach {
        /// In which game.
        game: GameId,
        /// Whose pieces.
        seat: Seat,
        /// What is prepared already: pairs of places, in order, at most [`super::MAX_PREPARED`].
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Premove>>", optional))]
        prepared: Vec<Premove>,
    },
    /// Tells no more about a game.
    Close {
        /// Which.
        game: GameId,
    },
    /// Does something in a game.
    Ask {
        /// In which.
        game: GameId,
        /// For which seat, if the player has both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        seat: Option<Seat>,
        /// What.
        ask: Ask,
    },
    /// Says something to the opponent, where the host lets people talk. It is told to those who are connected
    /// and kept nowhere.
    Say {
        /// In which game.
        game: GameId,
        /// 1 to 200 characters.
        text: String,
    },
    /// What a computer thinks of every action of a game that is over. It takes a while: ask again while it is under way.
    Review {
        /// Which game.
        game: GameId,
    },
    /// Reads a game that is written down with its variations, comments, judgements and drawings, to be changed.
    ReadTree {
        /// The id of the variant.
        variant: String,
        /// PGN, of which the first game is read.
        text: String,
    },
    /// Writes a tree as PGN.
    WriteTree {
        /// The id of the variant.
        variant: String,
        /// The tree.
        tree: PlainTree,
    },
    /// The analyses that the player keeps. The player needs an account.
    Analyses,
    /// One of them.
    Analysis {
        /// Which, by its id in the list.
        id: String,
    },
    /// Keeps an analysis.
    SaveAnalysis {
        /// The one that it replaces; without it, a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        id: Option<String>,
        /// What it is called, for people: 1 to 80 characters.
        name: String,
        /// The id of the variant.
        variant: String,
        /// Its text, which the server does not look into: at most 131072 bytes.
        text: String,
    },
    /// Gives an analysis another name.
    RenameAnalysis {
        /// Which, by its id in the list.
        id: String,
        /// 1 to 80 characters.
        name: String,
    },
    /// Deletes an analysis.
    DeleteAnalysis {
        /// Which, by its id in the list.
        id: String,
    },
    /// What affects a place.
    Explain {
        /// In which game.
        game: GameId,
        /// Which place.
        cell: CellId,
    },
    /// What a legal action would do beyond the obvious.
    Preview {
        /// In which game.
        game: GameId,
        /// The action text.
        action: String,
    },
    /// The picture of a moment of the timeline.
    SceneAt {
        /// In which game.
        game: GameId,
        /// Which moment.
        moment: usize,
    },
    /// How a game stood after some of its actions, not counting those taken back.
    SceneAfter {
        /// In which game.
        game: GameId,
        /// After how many.
        actions: u32,
    },
    /// What actions lead to, without a game.
    Look {
        /// The id of the variant.
        variant: String,
        /// Where they begin. Of a preset that draws lots, it is always the same draw.
        start: Start,
        /// Action texts, or what people would type for them; at most [`super::MAX_ACTIONS`].
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
        actions: Vec<String>,
        /// The moment of the timeline to be pictured; without it, or where there is none, the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        moment: Option<usize>,
    },
    /// A question about a position, without a game: what the page asks its own copy of the rules, where it has one.
    Rules {
        /// What is asked.
        question: Question,
    },
    /// Reads games that are written down: as people exchange them, or as records that were exported.
    Import {
        /// The id of the variant.
        variant: String,
        /// At most [`super::MAX_IMPORT`] bytes.
        text: String,
    },
    /// Which action a typed text means.
    Read {
        /// In which game.
        game: GameId,
        /// What was typed.
        text: String,
    },
    /// What a computer would do; in a game against a computer, or in one that is over.
    Hint {
        /// In which game.
        game: GameId,
        /// After how many of its actions; without it, now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        after: Option<u32>,
    },
    /// What a position is worth; in a game against a computer, or in one that is over.
    Evaluate {
        /// In which game.
        game: GameId,
        /// After how many of its actions; without it, now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        after: Option<u32>,
    },
    /// The player's games, newest first.
    MyGames {
        /// Only games with a smaller number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        before: Option<u64>,
        /// How many at most; 200 is the most there are at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        limit: Option<u32>,
    },
    /// Seeks that anybody can join, oldest first: a page of them.
    Seeks {
        /// Only seeks that are younger; `next_seeks` of a lobby, or `next` of a page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        after: Option<Millis>,
    },
    /// All games with a player who is there, newest first. A page may be short.
    LiveGames {
        /// Only games with a smaller number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        before: Option<u64>,
        /// How many at most; 200 is the most there are at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        limit: Option<u32>,
    },
    /// A game as a text to keep.
    Export {
        /// Which.
        game: GameId,
        /// How it is written.
        format: Format,
    },
    /// Asks for a sign of life and the server's time.
    Ping,
}

/// How much to tell about a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Detail {
    /// Everything there is to show.
    #[default]
    Full,
    /// Records, phase and clocks: enough for a client that knows the rules.
    Brief,
    /// The whole picture once, then what changes in it; offers and buttons only to the player they concern.
    Delta,
}

/// How an exported game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Format {
    /// Its records with their hashes, one JSON object a line.
    Records,
    /// Tags and a score sheet, in the manner of PGN.
    Pgn,
    /// A file in a form of the variant's own; refused where it has none.
    File,
}
