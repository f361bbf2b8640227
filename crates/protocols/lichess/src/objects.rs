//! What is sent, as types. Fields are left out where they have nothing to say; clients ignore those they do not know.

use rules::Seat;
use serde::Serialize;

macro_rules! object {
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Serialize)]
        #[serde(rename_all = "camelCase")]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $name { $($body)* }
    };
}

object! {
    /// What is played. Of the keys that clients know there are `standard`, `chess960` and `fromPosition`; our own games
    /// have keys and names of their own.
    pub struct VariantTag {
        /// Its stable name.
        pub key: String,
        /// Its name for people.
        pub name: String,
        /// A short one.
        pub short: String,
    }
}

object! {
    /// How fast and what a game is, for people.
    pub struct Perf {
        /// A sign of an icon font. We have none, but strict clients look for the field.
        pub icon: String,
        /// Such as `Blitz`.
        pub name: String,
    }
}

object! {
    /// A player in short.
    pub struct LightUser {
        /// The name of an account in small letters, or the id of a player.
        pub id: String,
        /// The name others see.
        pub name: String,
        /// `BOT` for the account of a program.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
    }
}

/// Who sits at a seat.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SeatedUser {
    /// A computer player of the server.
    #[serde(rename_all = "camelCase")]
    Computer {
        /// How strong.
        ai_level: u8,
    },
    /// A player.
    User(LightUser),
}

/// A time control.
#[derive(Clone, Debug, Serialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TimeControl {
    /// Both have a clock.
    Clock {
        /// The time at the beginning, in seconds.
        limit: u64,
        /// What a turn adds, in seconds.
        increment: u64,
        /// Such as `5+3`.
        show: String,
        /// How long the clock waits in each turn, in seconds, where it does.
        #[serde(skip_serializing_if = "Option::is_none")]
        delay: Option<u64>,
    },
    /// Every turn has days.
    Correspondence {
        /// How many.
        days_per_turn: u32,
    },
    /// Nobody's time is counted.
    Unlimited,
}

/// What has become of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ChallengeStatus {
    /// It waits for an answer.
    Created,
    /// It was withdrawn.
    Canceled,
    /// It was turned down.
    Declined,
    /// The game has begun.
    Accepted,
}

/// Who makes a challenge, as the reader sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Direction {
    /// Somebody else.
    In,
    /// The one who is told.
    Out,
}

object! {
    /// A player who wants to play another one.
    pub struct Challenge {
        /// Its id, which becomes that of the game.
        pub id: String,
        /// Its page.
        pub url: String,
        /// What has become of it.
        pub status: ChallengeStatus,
        /// Who wants to play; nobody, where any two may.
        pub challenger: Option<LightUser>,
        /// Whom, unless anybody may come.
        pub dest_user: Option<LightUser>,
        /// What.
        pub variant: VariantTag,
        /// There are no ratings here.
        pub rated: bool,
        /// How fast.
        pub speed: String,
        /// By which clocks.
        pub time_control: TimeControl,
        /// What the challenger wants to have.
        pub color: String,
        /// What the challenger will have.
        pub final_color: String,
        /// How fast and what, for people.
        pub perf: Perf,
        /// Who makes it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub direction: Option<Direction>,
        /// Where the game begins, unless it is the usual start or not known yet.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub initial_fen: Option<String>,
        /// Why it was turned down, for people.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub decline_reason: Option<String>,
        /// The same in a word.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub decline_reason_key: Option<String>,
        /// Who may sit down, in a challenge to any two players: nobody in particular.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub open: Option<serde_json::Map<String, serde_json::Value>>,
        /// Where to sit down with White, in a challenge to any two players.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub url_white: Option<String>,
        /// The same with Black.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub url_black: Option<String>,
    }
}

object! {
    /// Challenges by and to a player.
    pub struct Challenges {
        /// To.
        pub r#in: Vec<Challenge>,
        /// By.
        pub out: Vec<Challenge>,
    }
}

object! {
    /// Where a game is in its life.
    pub struct Status {
        /// A number.
        pub id: u8,
        /// The same in a word.
        pub name: String,
    }
}

object! {
    /// The opponent in a game of a player.
    pub struct Opponent {
        /// As in [`LightUser`]; null for a computer of the server.
        pub id: Option<String>,
        /// The name others see.
        pub username: String,
        /// The level of a computer of the server.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ai: Option<u8>,
    }
}

object! {
    /// Whether this protocol can play a game.
    pub struct Compat {
        /// As a bot.
        pub bot: bool,
        /// As a board.
        pub board: bool,
    }
}

object! {
    /// A game of a player.
    pub struct GameInfo {
        /// Its id.
        pub game_id: String,
        /// The same: no secret is in it.
        pub full_id: String,
        /// The same.
        pub id: String,
        /// Where the player sits.
        pub color: String,
        /// The position now.
        pub fen: String,
        /// The last action, or nothing.
        pub last_move: String,
        /// Whether the player has acted.
        pub has_moved: bool,
        /// Whether it is the player's turn.
        pub is_my_turn: bool,
        /// What the player has left, in a game with clocks.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub seconds_left: Option<u64>,
        /// Who plays against the player.
        pub opponent: Opponent,
        /// What is played.
        pub variant: VariantTag,
        /// How fast.
        pub speed: String,
        /// How fast, or what.
        pub perf: String,
        /// There are no ratings here.
        pub rated: bool,
        /// How the game came about.
        pub source: String,
        /// Where it is in its life.
        pub status: Status,
        /// Whether this protocol can play it.
        pub compat: Compat,
        /// Who won.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub winner: Option<Seat>,
    }
}

object! {
    /// The running games of a player.
    pub struct NowPlaying {
        /// Newest first.
        pub now_playing: Vec<GameInfo>,
        /// In how many of them it is the player's turn.
        pub nb_my_turn: usize,
    }
}

object! {
    /// Both clocks of a game, in milliseconds.
    pub struct GameClock {
        /// The time at the beginning.
        pub initial: u64,
        /// What a turn adds.
        pub increment: u64,
    }
}

object! {
    /// The first line of the stream of a game.
    pub struct GameFull {
        /// `gameFull`.
        pub r#type: String,
        /// Its id.
        pub id: String,
        /// What is played.
        pub variant: VariantTag,
        /// Its clocks, if it has some.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub clock: Option<GameClock>,
        /// The days of a turn, in a game by correspondence.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub days_per_turn: Option<u32>,
        /// How fast.
        pub speed: String,
        /// How fast and what, for people.
        pub perf: Perf,
        /// There are no ratings here.
        pub rated: bool,
        /// When it began.
        pub created_at: u64,
        /// Who has White.
        pub white: SeatedUser,
        /// Who has Black.
        pub black: SeatedUser,
        /// `startpos`, or where the game began.
        pub initial_fen: String,
        /// The version of the rules, in our own games.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rules_version: Option<u32>,
        /// How it stands.
        pub state: GameState,
    }
}

object! {
    /// How a game stands.
    pub struct GameState {
        /// `gameState`.
        pub r#type: String,
        /// All actions so far, with blanks in between. Takebacks make it shorter.
        pub moves: String,
        /// What White has left, in milliseconds.
        pub wtime: u64,
        /// What Black has left.
        pub btime: u64,
        /// What a turn adds for White.
        pub winc: u64,
        /// What a turn adds for Black.
        pub binc: u64,
        /// Where the game is in its life.
        pub status: String,
        /// Who won.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub winner: Option<Seat>,
        /// White offers a draw.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub wdraw: bool,
        /// Black does.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub bdraw: bool,
        /// White wants to take back.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub wtakeback: bool,
        /// Black does.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub btakeback: bool,
        /// Who is to act, in our own games, where it does not follow from the number of moves.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub to_act: Option<Seat>,
    }
}

object! {
    /// Something that was said in a game.
    pub struct ChatLine {
        /// `chatLine`.
        pub r#type: String,
        /// `player`.
        pub room: String,
        /// Who.
        pub username: String,
        /// What.
        pub text: String,
    }
}

object! {
    /// The opponent has gone, or is back.
    pub struct OpponentGone {
        /// `opponentGone`.
        pub r#type: String,
        /// Whether it has gone.
        pub gone: bool,
        /// In how many seconds the game can be claimed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub claim_win_in_seconds: Option<u64>,
    }
}

/// One line of the stream of events.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Event {
    /// A game of the player has begun, or was going on.
    GameStart {
        /// Which.
        game: Box<GameInfo>,
    },
    /// A game of the player has ended.
    GameFinish {
        /// Which.
        game: Box<GameInfo>,
    },
    /// A challenge by or to the player.
    Challenge {
        /// Which.
        challenge: Box<Challenge>,
        /// Whether this protocol can play it.
        compat: Compat,
    },
    /// It was withdrawn.
    ChallengeCanceled {
        /// Which.
        challenge: Box<Challenge>,
    },
    /// It was turned down.
    ChallengeDeclined {
        /// Which.
        challenge: Box<Challenge>,
    },
}

object! {
    /// How many games a player has.
    pub struct Count {
        /// All, as far as they are counted.
        pub all: usize,
        /// Those that go on.
        pub playing: usize,
    }
}

object! {
    /// A player.
    pub struct User {
        /// As in [`LightUser`].
        pub id: String,
        /// The name others see.
        pub username: String,
        /// `BOT` for the account of a program.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        /// There are no ratings here: it is empty.
        pub perfs: serde_json::Map<String, serde_json::Value>,
        /// When the player first came.
        pub created_at: u64,
        /// When the player was last seen, for one who is here.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub seen_at: Option<u64>,
        /// The page.
        pub url: String,
        /// How many games.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub count: Option<Count>,
        /// Whether the player is here.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub online: bool,
    }
}

object! {
    /// Whether a player is here.
    pub struct UserStatus {
        /// As in [`LightUser`].
        pub id: String,
        /// The name others see.
        pub name: String,
        /// `BOT` for the account of a program.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        /// Whether the player is here.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub online: bool,
        /// Whether the player plays.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub playing: bool,
    }
}

object! {
    /// What a token is good for.
    pub struct TokenTest {
        /// Whose it is.
        pub user_id: String,
        /// What it lets a program do, with commas in between.
        pub scopes: String,
        /// When it ends.
        pub expires: Option<u64>,
    }
}

object! {
    /// A game against a computer that has begun.
    pub struct ComputerGame {
        /// Its id.
        pub id: String,
        /// What is played.
        pub variant: VariantTag,
        /// How fast.
        pub speed: String,
        /// How fast, or what.
        pub perf: String,
        /// There are no ratings here.
        pub rated: bool,
        /// The position.
        pub fen: String,
        /// How many actions there are.
        pub turns: usize,
        /// `ai`.
        pub source: String,
        /// Where it is in its life.
        pub status: Status,
        /// When it began.
        pub created_at: u64,
        /// Who is to act.
        pub player: Seat,
        /// The id again.
        pub full_id: String,
    }
}

object! {
    /// It is done.
    pub struct Done {
        /// Always true.
        pub ok: bool,
    }
}
