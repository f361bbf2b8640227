//! What requests cost, counted in plain requests, so that limits hold for what they use up.

use crate::message::{Question, Request};

/// Actions replayed for the price of one plain request.
const ACTIONS: usize = 20;

/// Bytes of a written game read for that price: about as many actions.
const BYTES: usize = 200;

/// What a request costs.
pub(crate) fn of(request: &Request) -> u32 {
    let more = match request {
        Request::SceneAfter { actions, .. } => *actions as usize / ACTIONS,
        Request::Look { actions, .. } => actions.len() / ACTIONS,
        Request::Rules { question } => of_question(question),
        Request::Import { text, .. } | Request::ReadTree { text, .. } => text.len() / BYTES,
        Request::WriteTree { tree, .. } => tree.moves.len() / ACTIONS,
        Request::Export { .. } | Request::Offers { .. } | Request::Reach { .. } => 1,
        // Pages of games and seeks, read from the store and written out: about a millisecond of processor time.
        Request::WatchLobby => 9,
        Request::Puzzles { .. } => 9,
        Request::Seeks { .. } | Request::MyGames { .. } | Request::LiveGames { .. } => 4,
        Request::Analyses | Request::Analysis { .. } => 4,
        // The store is asked whether this was asked before, and mostly writes something.
        Request::Create { .. } | Request::Pair { .. } | Request::Join { .. } => 9,
        // A computer thinks about these.
        Request::Hint { .. } | Request::Evaluate { .. } | Request::Review { .. } => 9,
        // People do not write ten lines a second.
        Request::Say { .. } => 9,
        // What is stored for good, by any newcomer.
        Request::Rename { .. }
        | Request::Register { .. }
        | Request::LogIn { .. }
        | Request::LogOut
        | Request::EndSessions
        | Request::EndSession { .. }
        | Request::MakeAccessToken { .. }
        | Request::EndAccessToken { .. }
        | Request::Authorize { .. }
        | Request::BecomeBot
        | Request::SaveAnalysis { .. }
        | Request::RenameAnalysis { .. }
        | Request::DeleteAnalysis { .. }
        | Request::ChangePassword { .. }
        | Request::ResetPassword { .. } => 9,
        Request::Hello { .. }
        | Request::Sessions
        | Request::AccessTokens
        | Request::User { .. }
        | Request::Variants
        | Request::Puzzle { .. }
        | Request::DailyPuzzles { .. }
        | Request::LeaveLobby
        | Request::Cancel { .. }
        | Request::Open { .. }
        | Request::Close { .. }
        | Request::Ask { .. }
        | Request::Explain { .. }
        | Request::Preview { .. }
        | Request::SceneAt { .. }
        | Request::Read { .. }
        | Request::Ping => 0,
    };
    u32::try_from(more).unwrap_or(u32::MAX).saturating_add(1)
}

/// What a question about a position costs beyond a plain request.
fn of_question(question: &Question) -> usize {
    let thinks = question.states() > 0;
    question.n_actions() / ACTIONS + if thinks { 9 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_and_texts_cost_more() {
        let import = |n: usize| Request::Import {
            variant: String::new(),
            text: "x".repeat(n),
        };
        assert_eq!(of(&Request::Ping), 1);
        assert_eq!(of(&import(10)), 1);
        assert_eq!(of(&import(2000)), 11);
    }
}
