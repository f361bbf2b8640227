//! Proposals that wait for an answer.

use rules::{BySeat, Seat};

use crate::{Proposal, ProposalKind};

/// Proposals, pending and past.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proposals {
    pending: BySeat<Vec<Proposal>>,
    /// What a seat may not propose again for the time being.
    spent: BySeat<Vec<ProposalKind>>,
}

impl Proposals {
    pub(crate) fn pending(&self, seat: Seat) -> &[Proposal] {
        &self.pending[seat]
    }

    pub(crate) fn pending_of(&self, seat: Seat, kind: ProposalKind) -> Option<Proposal> {
        let mut of_kind = self.pending[seat].iter().copied();
        of_kind.find(|proposal| proposal.kind() == kind)
    }

    pub(crate) fn is_pending(&self, seat: Seat, proposal: Proposal) -> bool {
        self.pending[seat].contains(&proposal)
    }

    pub(crate) fn is_spent(&self, seat: Seat, kind: ProposalKind) -> bool {
        self.spent[seat].contains(&kind)
    }

    pub(crate) fn propose(&mut self, seat: Seat, proposal: Proposal) {
        self.pending[seat].push(proposal);
        self.spent[seat].push(proposal.kind());
    }

    pub(crate) fn remove(&mut self, seat: Seat, proposal: Proposal) {
        self.pending[seat].retain(|pending| *pending != proposal);
    }

    /// An action answers the opponent's draw proposal with no, lets the own one stand, and makes every
    /// takeback proposal one about another position. Afterwards the actor may ask for a draw again, and
    /// everybody for a takeback.
    pub(crate) fn acted(&mut self, actor: Seat) {
        self.pending[!actor].clear();
        for seat in Seat::BOTH {
            self.pending[seat].retain(|pending| pending.kind() == ProposalKind::Draw);
            self.spent[seat].retain(|kind| *kind == ProposalKind::Draw && seat != actor);
        }
    }

    /// What was proposed concerned another position, or a game that is over.
    pub(crate) fn clear(&mut self) {
        *self = Proposals::default();
    }
}
