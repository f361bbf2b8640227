//! How subscribers are told what happens.

use std::cell::OnceCell;

use rules::{BySeat, Scene, SceneChecksum, SceneDelta, Seat};
use session::{Millis, Record, SeatView, Session};

/// Something that happened in a game and is stored.
#[derive(Clone, Copy, Debug)]
pub struct Happening<'a> {
    /// The game afterwards.
    pub session: &'a Session,
    /// What was recorded.
    pub records: &'a [Record],
    /// How many actions of the game before are still there.
    pub kept: usize,
    /// Now.
    pub now: Millis,
    /// The seats of those who read this text; only an edition that follows the picture knows them.
    pub seats: &'a [Seat],
    /// What changed for those who follow the picture.
    pub followed: Option<&'a Followed>,
}

/// A way of writing down what happens. Each is used once for all subscribers who read the same.
#[derive(Debug)]
pub struct Edition {
    /// Writes a happening as one message.
    pub encode: fn(&Happening<'_>) -> String,
    /// Whether its readers are told only what changed, each for the seats it has.
    pub follows_picture: bool,
}

/// What those who follow a game have been told.
#[derive(Clone, Debug)]
pub struct Told {
    /// The picture.
    pub scene: Scene,
    /// Its checksum.
    pub checksum: SceneChecksum,
    /// Both seats.
    pub seats: BySeat<SeatView>,
}

/// From what those who follow a game were told before to what is true now.
#[derive(Clone, Debug)]
pub struct Followed {
    /// What they were told of the seats.
    pub seats_before: BySeat<SeatView>,
    /// What changed in the picture.
    pub delta: SceneDelta,
    /// What they know afterwards.
    pub now: Told,
    /// What an edition has written for all its readers alike, so that it is written once. Only one edition follows the
    /// picture of a game.
    pub shared_text: OnceCell<String>,
}

impl Told {
    /// All there is to tell.
    pub(crate) fn of(session: &Session, now: Millis) -> Told {
        let scene = session.game().scene();
        Told {
            checksum: SceneChecksum::of(&scene),
            scene,
            seats: session.seat_views(now),
        }
    }

    /// What has changed since.
    pub(crate) fn follow(self, session: &Session, now: Millis, has_new_picture: bool) -> Followed {
        let seats = session.seat_views(now);
        let (scene, delta, checksum) = match has_new_picture {
            false => (self.scene, SceneDelta::default(), self.checksum),
            true => {
                let scene = session.game().scene();
                let (delta, checksum) = self.scene.delta_to(&scene, self.checksum);
                (scene, delta, checksum)
            }
        };
        Followed {
            seats_before: self.seats,
            delta,
            now: Told {
                scene,
                checksum,
                seats,
            },
            shared_text: OnceCell::new(),
        }
    }
}
