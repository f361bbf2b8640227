//! How subscribers are told what happens.

use std::cell::OnceCell;
use std::fmt;

use rules::{AnyGame, BySeat, Scene, SceneChecksum, SceneDelta, Seat};
use session::{Ask, Millis, Record, SeatView, Session};

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
#[derive(Clone)]
pub struct Told {
    picture: Picture,
    /// The checksum of the picture.
    pub checksum: SceneChecksum,
    /// Both seats.
    pub seats: BySeat<SeatView>,
}

/// The picture that was told.
#[derive(Clone)]
enum Picture {
    /// As it was drawn.
    Drawn(Scene),
    /// By its game, which knows what can differ from it. A state is much smaller than its picture.
    Of(Box<dyn AnyGame>),
}

/// From what those who follow a game were told before to what is true now.
#[derive(Clone, Debug)]
pub struct Followed {
    /// What the players could ask for before.
    pub asks_before: BySeat<Vec<Ask>>,
    /// Whether anything else about the seats has changed.
    pub are_seats_new: bool,
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
        let game = session.game();
        let scene = game.scene();
        Told {
            checksum: SceneChecksum::of(&scene),
            picture: match game.scene_change(game) {
                Some(_) => Picture::Of(game.clone_game()),
                None => Picture::Drawn(scene),
            },
            seats: session.seat_views(now),
        }
    }

    /// What has changed since.
    pub(crate) fn follow(
        mut self,
        session: &Session,
        now: Millis,
        has_new_picture: bool,
    ) -> Followed {
        let asks_before = BySeat::new_with(|seat| std::mem::take(&mut self.seats[seat].asks));
        let is_new =
            Seat::BOTH.map(|seat| session.update_seat_view(&mut self.seats[seat], seat, now));
        let delta = match has_new_picture {
            true => self.draw(session.game()),
            false => SceneDelta::default(),
        };
        Followed {
            asks_before,
            are_seats_new: is_new.contains(&true),
            delta,
            now: self,
            shared_text: OnceCell::new(),
        }
    }

    /// Goes on to the picture of this state.
    fn draw(&mut self, game: &dyn AnyGame) -> SceneDelta {
        let change = match &self.picture {
            Picture::Drawn(_) => None,
            Picture::Of(before) => game.scene_change(&**before),
        };
        let (delta, checksum) = match (change, &mut self.picture) {
            (Some(change), picture) => {
                *picture = Picture::Of(game.clone_game());
                change.delta(self.checksum)
            }
            (None, Picture::Drawn(shown)) => {
                let before = std::mem::replace(shown, game.scene());
                before.delta_to(shown, self.checksum)
            }
            (None, Picture::Of(before)) => {
                let (before, after) = (before.scene(), game.scene());
                let changed = before.delta_to(&after, self.checksum);
                self.picture = Picture::Drawn(after);
                changed
            }
        };
        self.checksum = checksum;
        delta
    }
}

impl fmt::Debug for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Told")
            .field("checksum", &self.checksum)
            .field("seats", &self.seats)
            .finish_non_exhaustive()
    }
}
