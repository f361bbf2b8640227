//! Players, as clients are told of them.

use std::collections::HashMap;

use host::{Host, HostError, Identity, Occupant, Profile};
use session::{PlayerId, Sitter};

use crate::objects::{LightUser, Opponent, SeatedUser};

/// The title of a program's account.
pub(crate) fn title(is_bot: bool) -> Option<String> {
    is_bot.then(|| "BOT".to_owned())
}

/// The id of a player: the name of an account in small letters where it can stand in a path, else our own id.
pub(crate) fn id_of(player: &PlayerId, name: &str, has_account: bool) -> String {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    match has_account && name.bytes().all(is_sign) {
        true => name.to_lowercase(),
        false => player.to_string(),
    }
}

pub(crate) fn of_identity(who: &Identity) -> LightUser {
    LightUser {
        id: id_of(&who.player, &who.name, who.has_account),
        name: who.name.clone(),
        title: title(who.is_bot),
    }
}

pub(crate) fn of_profile(profile: &Profile) -> LightUser {
    LightUser {
        id: id_of(&profile.player, &profile.name, profile.has_account),
        name: profile.name.clone(),
        title: title(profile.is_bot),
    }
}

/// Looks players up, each once.
pub(crate) struct Users<'a> {
    host: &'a Host,
    known: HashMap<PlayerId, LightUser>,
}

impl Users<'_> {
    pub(crate) fn new(host: &Host) -> Users<'_> {
        Users {
            host,
            known: HashMap::new(),
        }
    }

    /// A player by id, with the name of the account as it is now.
    pub(crate) async fn player(&mut self, id: &PlayerId) -> Result<LightUser, HostError> {
        if let Some(user) = self.known.get(id) {
            return Ok(user.clone());
        }
        let profile = self.host.accounts().profile(id).await?;
        let unknown = || LightUser {
            id: id.to_string(),
            name: id.to_string(),
            title: None,
        };
        let user = profile.as_ref().map_or_else(unknown, of_profile);
        self.known.insert(id.clone(), user.clone());
        Ok(user)
    }

    /// The player at a board, by the name that was seen when the game was played.
    pub(crate) async fn sitter(&mut self, sitter: &Sitter) -> Result<LightUser, HostError> {
        let user = match Occupant::of(&sitter.player) {
            Occupant::Person => self.player(&sitter.player).await?,
            Occupant::Computer(_) => LightUser {
                id: sitter.player.to_string(),
                name: String::new(),
                title: title(true),
            },
        };
        Ok(LightUser {
            name: sitter.name.clone(),
            ..user
        })
    }

    /// The same at a seat that may be free.
    pub(crate) async fn seated(&mut self, seat: Option<&Sitter>) -> Result<SeatedUser, HostError> {
        let nobody = || {
            SeatedUser::User(LightUser {
                id: String::new(),
                name: "?".to_owned(),
                title: None,
            })
        };
        let Some(sitter) = seat else {
            return Ok(nobody());
        };
        match Occupant::of(&sitter.player) {
            Occupant::Computer(host::Opponent::Level(ai_level)) => {
                Ok(SeatedUser::Computer { ai_level })
            }
            Occupant::Computer(host::Opponent::Engine(_)) | Occupant::Person => {
                Ok(SeatedUser::User(self.sitter(sitter).await?))
            }
        }
    }

    /// The same as somebody's opponent.
    pub(crate) async fn opponent(&mut self, seat: Option<&Sitter>) -> Result<Opponent, HostError> {
        let level = |sitter: &Sitter| match Occupant::of(&sitter.player) {
            Occupant::Computer(host::Opponent::Level(level)) => Some(level),
            Occupant::Computer(host::Opponent::Engine(_)) | Occupant::Person => None,
        };
        let ai = seat.and_then(level);
        let user = match seat {
            Some(sitter) => self.sitter(sitter).await?,
            None => LightUser {
                id: String::new(),
                name: "?".to_owned(),
                title: None,
            },
        };
        Ok(Opponent {
            id: Some(user.id).filter(|id| ai.is_none() && !id.is_empty()),
            username: user.name,
            ai,
        })
    }
}
