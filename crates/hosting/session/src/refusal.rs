//! Why a session refuses a command.

use rules::{Refusal, refusals};

refusals! {
    /// Why a session refuses a command, apart from the rules of the game.
    #[derive(Copy)]
    pub(crate) enum SessionRefusal {
        UnknownVariant = "unknown-variant", "this server does not know that game";
        OtherRules = "other-rules-version", "the game was made for another version of its rules";
        BadClock = "bad-clock", "nobody can play with these clocks";
        BadName = "bad-name", "a name has 1 to 40 characters, none of them a control character";
        AlreadyOver = "already-over", "in this position the game is already over";
        NotSeated = "not-seated" => Forbidden, "only the players of a game can do this";
        SeatTaken = "seat-taken" => SeatTaken, "somebody else sits there";
        NoSeat = "no-seat" => SeatTaken, "both seats are taken";
        AlreadySeated = "already-seated" => SeatTaken, "you already have a seat in this game";
        NotStarted = "not-started" => NotStarted, "the game begins when both seats are taken";
        GameOver = "game-over" => GameOver, "the game is over";
        NotOver = "not-over", "the game is not over yet";
        NotYourTurn = "not-your-turn" => NotYourTurn, "it is the opponent's turn";
        Stale = "stale", "this was meant for another position: something has happened since";
        TimeUp = "time-up" => TimeUp, "your time or your opponent's has run out";
        ProposalPending = "proposal-pending" => ProposedAlready, "another proposal of this kind waits for an answer";
        ProposalTooSoon = "proposal-too-soon" => ProposedAlready, "you have proposed this already; act first";
        NoProposal = "no-proposal" => NoProposal, "nobody has proposed this";
        NothingToTakeBack = "nothing-to-take-back", "there are not that many actions";
        TooFewActions = "too-few-actions", "the game does not have that many actions";
        TooLateToAbort = "too-late-to-abort", "a game can be called off only before its second action";
        AbortInstead = "abort-instead", "nothing can be claimed yet; the game can still be called off";
        OpponentPresent = "opponent-present", "the opponent has not gone";
        GraceRunning = "grace-running", "the opponent may still come back";
        NoClaims = "no-claims", "in this game there is time to be away";
        CannotWin = "cannot-win", "you could not have won any more, so only a draw can be claimed";
        RematchAgreed = "rematch-agreed", "the next game is already arranged";
    }
}

impl From<SessionRefusal> for Refusal {
    fn from(refusal: SessionRefusal) -> Refusal {
        Refusal::from_illegal(&refusal)
    }
}
