//! Why a host refuses something, apart from what the rules and the session say.

use rules::{Refusal, refusals};
use store::AccountError;

refusals! {
    /// Why a host refuses something.
    pub enum HostRefusal {
        /// No game has this id.
        NoSuchGame = "no-such-game" => NotFound, "there is no such game";
        /// The host does not offer this variant.
        UnknownVariant = "unknown-variant", "this server does not know that game";
        /// The variant has no such preset.
        UnknownPreset {
            /// What was asked for.
            id: String,
        } = "unknown-preset", "there is no preset `{id}`";
        /// No player has this name or id.
        UnknownPlayer = "unknown-player", "there is no such player";
        /// The same, where somebody asks for the player alone.
        NoSuchPlayer = "unknown-player" => NotFound, "there is no such player";
        /// An account has this name.
        NameTaken = "name-taken", "there is an account with this name";
        /// An account has a name that people would take for this one.
        NameTooSimilar = "name-taken", "this name looks too much like that of another player";
        /// The player has an account.
        HasAccount = "has-account", "the player has an account already";
        /// The player has an account, and wants another name.
        AccountKeepsName = "has-account", "an account keeps its name";
        /// The player has no account.
        NoAccount = "no-account", "the player has no account";
        /// A name of a player is too short, too long or not readable.
        BadName = "bad-name", "a name has 1 to 40 characters: letters, digits, single spaces and signs such as - and _";
        /// A password is too short or too long.
        WeakPassword = "weak-password", "a password has at least 8 characters";
        /// Name and password do not belong together.
        WrongPassword = "wrong-password" => Unauthorized, "name and password do not match";
        /// The owner of the host keeps a player out.
        Banned = "banned" => Forbidden, "the host of this server has banned this account";
        /// The owner of the host has closed an account.
        AccountClosed = "account-closed" => Forbidden, "this account is closed";
        /// The owner of the host does not let a player chat.
        Muted = "muted" => Forbidden, "the host of this server does not let you chat";
        /// A link to choose a new password was used, is too old, or was never given.
        BadLink = "bad-link" => Unauthorized, "this link is not valid, or no longer; ask the host for a new one";
        /// The player has no session with this id.
        NoSuchSession = "no-such-session", "you have no such session";
        /// The player has no access token with this id.
        NoSuchToken = "no-such-token", "you have no such access token";
        /// The name of an access token is empty or too long.
        BadTokenName = "bad-token-name", "an access token has a name of 1 to 60 characters";
        /// An access token that allows nothing.
        NoScopes = "no-scopes", "an access token needs a scope that this server knows";
        /// An access token that ends at once or in the far future.
        BadTokenTime = "bad-token-time", "an access token lasts 1 to 3650 days";
        /// The player has too many access tokens.
        TooManyTokens = "too-many-tokens", "you have too many access tokens; end one of them";
        /// The player has no analysis with this id.
        NoSuchAnalysis = "no-such-analysis", "you have no such analysis";
        /// The name of an analysis is empty or too long.
        BadAnalysisName = "bad-analysis-name", "an analysis has a name of 1 to 80 characters";
        /// The player has too many analyses.
        TooManyAnalyses = "too-many-analyses", "you have too many analyses; delete one of them";
        /// The text of an analysis is too long.
        AnalysisTooLarge = "analysis-too-large" => TooLarge, "an analysis has at most 131072 bytes";
        /// A review of a game that is not over.
        NotOver = "not-reviewable" => Forbidden, "a game is reviewed when it is over";
        /// An address to which a player cannot be sent back.
        BadRedirect = "bad-redirect", "the program names no address that you could be sent back to";
        /// A code was used, is too old, or was given to another program.
        BadCode = "bad-code", "this code is not valid, or no longer";
        /// An account that has played cannot become one of a program.
        HasPlayed = "has-played", "this account has played; a bot needs a new account";
        /// The name of a program's account has other signs than letters, digits, `_` and `-`.
        BadBotName = "bad-bot-name", "the name of a bot has letters, digits, _ and -";
        /// Too many attempts to log in.
        TooManyAttempts = "too-many-attempts" => RateLimited, "there were too many attempts; wait some minutes";
        /// The lobby, or the player's part of it, is full.
        TooManySeeks = "too-many-seeks", "there are too many seeks; cancel one of yours or wait";
        /// A player tries to join an own seek.
        OwnSeek = "own-seek", "you cannot play against yourself here";
        /// Another player was faster to join.
        AlreadyStarted = "already-started", "this game has begun without you";
        /// What was asked for with this tag was cancelled since.
        Cancelled = "cancelled", "this was cancelled; ask again with another tag";
        /// A challenge to another player.
        OthersChallenge = "not-for-you" => Forbidden, "this challenge is for somebody else";
        /// A seek of another player.
        OthersSeek = "not-for-you" => Forbidden, "only its owner can withdraw a seek";
        /// A spectator does what players may do.
        NotSeated = "not-seated" => Forbidden, "only the players of a game can do this";
        /// A spectator asks for advice.
        NotYourGame = "not-seated" => Forbidden, "you do not play this game";
        /// The opponent cannot read a message.
        NobodyListens = "nobody-listens", "nobody sits there who could hear you";
        /// A message is empty, too long or not printable.
        BadWords = "bad-words", "say something of at most 200 characters, on one line";
        /// No such computer player sits here.
        NoSuchComputer = "no-computer", "there is no such computer player";
        /// The host has no computer players.
        NoComputer = "no-computer", "there is no computer player to ask";
        /// Advice about a game that has not begun.
        NotStarted = "not-started" => NotStarted, "the game has not begun";
        /// Advice in a game between people.
        NoAdvice = "no-advice" => Forbidden, "while people play each other nobody gets help";
        /// Advice about more actions than there are.
        NoSuchMoment = "no-such-moment", "the game has not come so far";
        /// Advice about a position in which the game is over.
        NothingToJudge = "game-over" => GameOver, "the game is over there: nothing is left to judge";
    }
}

impl From<HostRefusal> for Refusal {
    fn from(refusal: HostRefusal) -> Refusal {
        Refusal::from_illegal(&refusal)
    }
}

/// The refusal that an error about accounts stands for; a failure of the store stands for none.
pub(crate) fn of_account(error: AccountError) -> Result<HostRefusal, store::StoreError> {
    match error {
        AccountError::Failed(error) => Err(error),
        AccountError::IdTaken | AccountError::NameTaken => Ok(HostRefusal::NameTaken),
        AccountError::HasAccount => Ok(HostRefusal::HasAccount),
        AccountError::NoAccount => Ok(HostRefusal::NoAccount),
        AccountError::UnknownPlayer => Ok(HostRefusal::UnknownPlayer),
    }
}
