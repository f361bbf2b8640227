//! What a node says of itself with its sign of life.

use serde::{Deserialize, Serialize};
use session::Millis;
use store::Member;

use super::DEAD;

/// From which time on games go on that were interrupted when all nodes were down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Resume {
    /// Games that were last changed before this were interrupted.
    pub(crate) before: Millis,
    /// When a node was last alive.
    pub(crate) since: Millis,
}

/// Where a node is in its life, as others need to know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// It has not yet resumed all games.
    Resuming,
    #[default]
    Running,
    /// It has sent its players away.
    Closing,
}

/// What a node says of itself. Versions may say more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct About {
    #[serde(default)]
    pub(super) state: State,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) resume: Option<Resume>,
}

impl About {
    pub(super) fn of(member: &Member) -> About {
        serde_json::from_str(&member.about).unwrap_or_default()
    }

    pub(super) fn to_text(&self) -> String {
        // It always has a text: it has no maps with odd keys.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Whether a node does its duties.
pub(super) fn is_alive(member: &Member) -> bool {
    member.silence <= DEAD && About::of(member).state != State::Closing
}

/// How games go on if no other node is alive: since the last sign of life of a node that had resumed all games before.
/// If others are alive, games go on already, or one of them says how.
pub(super) fn past(
    others: &[&Member],
    last_note: Option<Millis>,
    now: Millis,
) -> (Option<Resume>, State) {
    let alive: Vec<About> = others
        .iter()
        .filter(|member| is_alive(member))
        .map(|member| About::of(member))
        .collect();
    let resume = alive.iter().find_map(|about| about.resume);
    // One that starts at the same moment does not know more yet.
    let is_known = alive.iter().any(|about| about.state != State::Resuming);
    if is_known || resume.is_some() {
        return (resume, State::Running);
    }
    let had_resumed = |member: &&&Member| About::of(member).state != State::Resuming;
    let beats = others
        .iter()
        .filter(had_resumed)
        .map(|member| member.last_beat);
    let since = beats.max().max(last_note).unwrap_or_default();
    (Some(Resume { before: now, since }), State::Resuming)
}

#[cfg(test)]
mod tests {
    use store::NodeId;

    use super::*;

    fn member(last_beat: u64, silence: u64, state: State, resume: Option<Resume>) -> Member {
        Member {
            node: NodeId::new("n").unwrap(),
            last_beat: Millis(last_beat),
            silence: Millis(silence),
            about: About { state, resume }.to_text(),
        }
    }

    #[test]
    fn the_first_of_all_nodes_resumes_since_one_was_last_well() {
        let well = member(1000, 9000, State::Running, None);
        let closed = member(1500, 1, State::Closing, None);
        let not_yet = member(8000, 9000, State::Resuming, None);
        let now = Millis(10_000);
        let since = |since| {
            (
                Some(Resume {
                    before: now,
                    since: Millis(since),
                }),
                State::Resuming,
            )
        };
        assert_eq!(past(&[], None, now), since(0));
        assert_eq!(past(&[&well, &not_yet], None, now), since(1000));
        assert_eq!(
            past(&[&well, &closed], Some(Millis(1200)), now),
            since(1500)
        );
        assert_eq!(past(&[&well], Some(Millis(1200)), now), since(1200));
    }

    #[test]
    fn who_comes_later_resumes_as_the_others_do() {
        let resume = Some(Resume {
            before: Millis(9),
            since: Millis(5),
        });
        let first = member(9999, 1, State::Resuming, resume);
        assert_eq!(past(&[&first], None, Millis(10)), (resume, State::Running));
        let well = member(9999, 1, State::Running, None);
        assert_eq!(past(&[&well], None, Millis(10)), (None, State::Running));
        let newborn = member(9999, 1, State::Resuming, None);
        assert_eq!(past(&[&newborn, &well], None, Millis(10)).1, State::Running);
        assert_eq!(past(&[&newborn], None, Millis(10)).1, State::Resuming);
        let strange = Member {
            about: "\u{1}".to_owned(),
            ..well
        };
        assert_eq!(past(&[&strange], None, Millis(10)), (None, State::Running));
    }
}
