//! An explorer for one person, who thinks about one position at a time.

use rules::Refusal;

use crate::{Analysis, Explorer, Place, Question, Reply};

/// An explorer that keeps what was found about the last position it thought about: asking for its lines again
/// goes on from there. So thinking can be cut into slices, between which a worker hears that it is to stop.
pub struct Desk {
    explorer: Explorer,
    kept: Option<Kept>,
}

struct Kept {
    place: Place,
    count: u32,
    analysis: Analysis,
}

impl Desk {
    /// Nothing has been thought about yet.
    pub fn new(explorer: Explorer) -> Desk {
        Desk {
            explorer,
            kept: None,
        }
    }

    /// Answers a question.
    ///
    /// # Errors
    /// As for [`Explorer::answer`].
    pub fn answer(&mut self, question: Question) -> Result<Reply, Refusal> {
        if let Question::Lines {
            place,
            count,
            states,
        } = question
        {
            return self.lines(place, count, states);
        }
        self.explorer.answer(question, u64::MAX)
    }

    /// Answers a question in JSON; a refusal is JSON too, and has no `type`.
    pub fn answer_json(&mut self, question: &str) -> String {
        let read = serde_json::from_str(question);
        let read = read.map_err(|why| Refusal::new("bad-request", why.to_string()));
        let written = match read.and_then(|question| self.answer(question)) {
            Ok(reply) => serde_json::to_string(&reply),
            Err(refusal) => serde_json::to_string(&refusal),
        };
        // Our own types have no keys that are not texts.
        written.unwrap_or_default()
    }

    fn lines(&mut self, place: Place, count: u32, states: u64) -> Result<Reply, Refusal> {
        let mut kept = self.kept_for(place, count)?;
        kept.analysis.think(states);
        let reply = Reply::of_analysis(&kept.analysis)?;
        self.kept = Some(kept);
        Ok(reply)
    }

    /// What is kept goes on, or goes to another position of its game; what cannot is thought anew.
    fn kept_for(&mut self, place: Place, count: u32) -> Result<Kept, Refusal> {
        let kept = self.kept.take();
        let of_game = kept.filter(|kept| kept.place.variant == place.variant);
        let analysis = match of_game {
            Some(kept) if kept.place == place && kept.count == count => return Ok(kept),
            Some(Kept { mut analysis, .. }) => {
                self.explorer.turn(&mut analysis, &place, count)?;
                analysis
            }
            None => self.explorer.analysis(&place, count)?,
        };
        Ok(Kept {
            place,
            count,
            analysis,
        })
    }
}
