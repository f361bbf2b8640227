//! Requests by what serves them.
//!
//! [`Request`] is flat, as its JSON is. Here every request gets its place once, in one match without a catch-all: a
//! new request does not compile before it has one.

use game_tree::PlainTree;
use host::{Authorization, NewAccessToken, NewAnalysis};
use rules::{CellId, Premove, Seat};
use session::{Ask, Clock, GameId};

use crate::message::{Detail, Format, Question, Request, SeatChoice, Start, WantedOpponent};
use crate::puzzles::PuzzleRequest;

/// A request by what it needs to be served.
pub(crate) enum Family {
    /// It decides what a connection is told from now on.
    Subscription(SubscriptionRequest),
    /// It needs no connection.
    Plain(PlainRequest),
}

/// Requests about what a connection is told.
pub(crate) enum SubscriptionRequest {
    WatchLobby,
    LeaveLobby,
    Open {
        game: GameId,
        from: Option<u64>,
        detail: Detail,
    },
    Close {
        game: GameId,
    },
}

/// Requests that need no connection.
pub(crate) enum PlainRequest {
    Account(AccountRequest),
    Arrange(ArrangeRequest),
    Ask(AskRequest),
    Say { game: GameId, text: String },
    Study(StudyRequest),
    Puzzle(PuzzleRequest),
    Inquire(InquiryRequest),
    Advise(AdviceRequest),
    List(ListRequest),
    Seeks { after: Option<session::Millis> },
    Export { game: GameId, format: Format },
    Sessions,
    EndSession { id: String },
    Access(AccessRequest),
    Keep(KeepRequest),
    Review { game: GameId },
    User { name: String },
    Ping,
}

/// Requests that change or prove who the client is.
pub(crate) enum AccountRequest {
    Hello { token: Option<String> },
    Rename { name: String },
    Register { name: String, password: String },
    LogIn { name: String, password: String },
    LogOut,
    EndSessions,
    ChangePassword { old: String, new: String },
    ResetPassword { link: String, password: String },
}

/// Requests about programs that play for the player.
pub(crate) enum AccessRequest {
    Tokens,
    Make(NewAccessToken),
    End { id: String },
    Authorize(Authorization),
    BecomeBot,
}

/// Requests about analyses that the player keeps.
pub(crate) enum KeepRequest {
    List,
    One { id: String },
    Save(NewAnalysis),
    Rename { id: String, name: String },
    Delete { id: String },
}

/// Requests that bring players together.
pub(crate) enum ArrangeRequest {
    Create {
        variant: String,
        start: Start,
        clock: Clock,
        seat: SeatChoice,
        audience: WantedOpponent,
    },
    Pair {
        variant: String,
        preset: Option<String>,
        clock: Clock,
    },
    Join {
        game: GameId,
    },
    Cancel {
        game: GameId,
    },
}

/// Does something in a game.
pub(crate) struct AskRequest {
    pub(crate) game: GameId,
    pub(crate) seat: Option<Seat>,
    pub(crate) ask: Ask,
}

/// Requests that replay actions and change nothing.
pub(crate) enum StudyRequest {
    Variants,
    SceneAfter {
        game: GameId,
        actions: u32,
    },
    Look {
        variant: String,
        start: Start,
        actions: Vec<String>,
        moment: Option<usize>,
    },
    Rules {
        question: Question,
    },
    Import {
        variant: String,
        text: String,
    },
    ReadTree {
        variant: String,
        text: String,
    },
    WriteTree {
        variant: String,
        tree: PlainTree,
    },
}

/// A question about the present position of a game.
pub(crate) struct InquiryRequest {
    pub(crate) game: GameId,
    pub(crate) inquiry: Inquiry,
}

pub(crate) enum Inquiry {
    Explain { cell: CellId },
    Preview { action: String },
    SceneAt { moment: usize },
    Read { text: String },
    Offers { taps: Vec<CellId>, labels: bool },
    Reach { seat: Seat, prepared: Vec<Premove> },
}

/// A question that a computer has to think about.
pub(crate) struct AdviceRequest {
    pub(crate) game: GameId,
    /// After how many actions; without it, now.
    pub(crate) after: Option<u32>,
    pub(crate) wanted: AdviceKind,
}

pub(crate) enum AdviceKind {
    Hint,
    Evaluation,
}

/// A page of a list of games.
pub(crate) struct ListRequest {
    pub(crate) games: ListedGames,
    pub(crate) before: Option<u64>,
    pub(crate) limit: Option<u32>,
}

pub(crate) enum ListedGames {
    Own,
    Live,
}

impl Request {
    /// The request with its place.
    pub(crate) fn family(self) -> Family {
        match self {
            Request::WatchLobby => SubscriptionRequest::WatchLobby.into(),
            Request::LeaveLobby => SubscriptionRequest::LeaveLobby.into(),
            Request::Open { game, from, detail } => {
                SubscriptionRequest::Open { game, from, detail }.into()
            }
            Request::Close { game } => SubscriptionRequest::Close { game }.into(),
            Request::Hello { token } => AccountRequest::Hello { token }.into(),
            Request::Rename { name } => AccountRequest::Rename { name }.into(),
            Request::Register { name, password } => {
                AccountRequest::Register { name, password }.into()
            }
            Request::LogIn { name, password } => AccountRequest::LogIn { name, password }.into(),
            Request::LogOut => AccountRequest::LogOut.into(),
            Request::EndSessions => AccountRequest::EndSessions.into(),
            Request::ChangePassword { old, new } => {
                AccountRequest::ChangePassword { old, new }.into()
            }
            Request::ResetPassword { link, password } => {
                AccountRequest::ResetPassword { link, password }.into()
            }
            Request::Sessions => PlainRequest::Sessions.into(),
            Request::EndSession { id } => PlainRequest::EndSession { id }.into(),
            Request::AccessTokens => AccessRequest::Tokens.into(),
            Request::MakeAccessToken { name, scopes, days } => {
                AccessRequest::Make(NewAccessToken {
                    name,
                    scopes: scopes.into_iter().collect(),
                    days,
                })
                .into()
            }
            Request::EndAccessToken { id } => AccessRequest::End { id }.into(),
            Request::Authorize {
                client,
                redirect,
                challenge,
                scopes,
            } => AccessRequest::Authorize(Authorization {
                client,
                redirect,
                challenge,
                scopes: scopes.into_iter().collect(),
            })
            .into(),
            Request::BecomeBot => AccessRequest::BecomeBot.into(),
            Request::User { name } => PlainRequest::User { name }.into(),
            Request::Create {
                variant,
                start,
                clock,
                seat,
                audience,
            } => ArrangeRequest::Create {
                variant,
                start,
                clock,
                seat,
                audience,
            }
            .into(),
            Request::Pair {
                variant,
                preset,
                clock,
            } => ArrangeRequest::Pair {
                variant,
                preset,
                clock,
            }
            .into(),
            Request::Join { game } => ArrangeRequest::Join { game }.into(),
            Request::Cancel { game } => ArrangeRequest::Cancel { game }.into(),
            Request::Ask { game, seat, ask } => {
                PlainRequest::Ask(AskRequest { game, seat, ask }).into()
            }
            Request::Say { game, text } => PlainRequest::Say { game, text }.into(),
            Request::Variants => StudyRequest::Variants.into(),
            Request::Puzzles { variant } => PuzzleRequest::All { variant }.into(),
            Request::Puzzle { variant, id } => PuzzleRequest::One { variant, id }.into(),
            Request::DailyPuzzles { date } => PuzzleRequest::OfTheDay { date }.into(),
            Request::SceneAfter { game, actions } => {
                StudyRequest::SceneAfter { game, actions }.into()
            }
            Request::Look {
                variant,
                start,
                actions,
                moment,
            } => StudyRequest::Look {
                variant,
                start,
                actions,
                moment,
            }
            .into(),
            Request::Rules { question } => StudyRequest::Rules { question }.into(),
            Request::Import { variant, text } => StudyRequest::Import { variant, text }.into(),
            Request::Review { game } => PlainRequest::Review { game }.into(),
            Request::ReadTree { variant, text } => StudyRequest::ReadTree { variant, text }.into(),
            Request::WriteTree { variant, tree } => {
                StudyRequest::WriteTree { variant, tree }.into()
            }
            Request::Analyses => KeepRequest::List.into(),
            Request::Analysis { id } => KeepRequest::One { id }.into(),
            Request::SaveAnalysis {
                id,
                name,
                variant,
                text,
            } => KeepRequest::Save(NewAnalysis {
                id,
                name,
                variant,
                text,
            })
            .into(),
            Request::RenameAnalysis { id, name } => KeepRequest::Rename { id, name }.into(),
            Request::DeleteAnalysis { id } => KeepRequest::Delete { id }.into(),
            Request::Explain { game, cell } => inquire(game, Inquiry::Explain { cell }),
            Request::Preview { game, action } => inquire(game, Inquiry::Preview { action }),
            Request::SceneAt { game, moment } => inquire(game, Inquiry::SceneAt { moment }),
            Request::Read { game, text } => inquire(game, Inquiry::Read { text }),
            Request::Offers { game, taps, labels } => {
                inquire(game, Inquiry::Offers { taps, labels })
            }
            Request::Reach {
                game,
                seat,
                prepared,
            } => inquire(game, Inquiry::Reach { seat, prepared }),
            Request::Hint { game, after } => advise(game, after, AdviceKind::Hint),
            Request::Evaluate { game, after } => advise(game, after, AdviceKind::Evaluation),
            Request::MyGames { before, limit } => list(ListedGames::Own, before, limit),
            Request::Seeks { after } => PlainRequest::Seeks { after }.into(),
            Request::LiveGames { before, limit } => list(ListedGames::Live, before, limit),
            Request::Export { game, format } => PlainRequest::Export { game, format }.into(),
            Request::Ping => PlainRequest::Ping.into(),
        }
    }
}

fn inquire(game: GameId, inquiry: Inquiry) -> Family {
    PlainRequest::Inquire(InquiryRequest { game, inquiry }).into()
}

fn advise(game: GameId, after: Option<u32>, wanted: AdviceKind) -> Family {
    PlainRequest::Advise(AdviceRequest {
        game,
        after,
        wanted,
    })
    .into()
}

fn list(games: ListedGames, before: Option<u64>, limit: Option<u32>) -> Family {
    PlainRequest::List(ListRequest {
        games,
        before,
        limit,
    })
    .into()
}

impl From<SubscriptionRequest> for Family {
    fn from(request: SubscriptionRequest) -> Family {
        Family::Subscription(request)
    }
}

impl From<PlainRequest> for Family {
    fn from(request: PlainRequest) -> Family {
        Family::Plain(request)
    }
}

impl From<AccountRequest> for Family {
    fn from(request: AccountRequest) -> Family {
        PlainRequest::Account(request).into()
    }
}

impl From<AccessRequest> for Family {
    fn from(request: AccessRequest) -> Family {
        PlainRequest::Access(request).into()
    }
}

impl From<KeepRequest> for Family {
    fn from(request: KeepRequest) -> Family {
        PlainRequest::Keep(request).into()
    }
}

impl From<ArrangeRequest> for Family {
    fn from(request: ArrangeRequest) -> Family {
        PlainRequest::Arrange(request).into()
    }
}

impl From<PuzzleRequest> for Family {
    fn from(request: PuzzleRequest) -> Family {
        PlainRequest::Puzzle(request).into()
    }
}

impl From<StudyRequest> for Family {
    fn from(request: StudyRequest) -> Family {
        PlainRequest::Study(request).into()
    }
}
