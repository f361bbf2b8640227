//! Analyses that players keep under their accounts. The host does not look into their texts.
//!
//! A list of what there is lies in one row, each text in a row of its own. A text is written before the list names it, and
//! taken away after the list has forgotten it: whatever fails in between, the list names only what is there.

use serde::{Deserialize, Serialize};
use session::{Millis, PlayerId};
use store::{Entry, Space};

use crate::accounts::{Identity, n_visible, visible};
use crate::{Host, HostError, HostRefusal, Rejection, ids};

/// Analyses of one player. Another one is refused.
pub(crate) const MAX_ANALYSES: usize = 200;

/// The longest text of one, in bytes.
pub(crate) const MAX_TEXT: usize = 128 * 1024;

/// Characters of a name at most.
const MAX_NAME: usize = 80;

/// The row of the list. No analysis has this name: ids are longer.
const LIST: &str = "list";

/// How often a list is read again because somebody else has changed it meanwhile.
const ATTEMPTS: usize = 20;

/// An analysis in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysisInfo {
    /// Names it in requests.
    pub id: String,
    /// What the player has called it.
    pub name: String,
    /// The id of the variant.
    pub variant: String,
    /// When it was last saved or renamed.
    pub changed: Millis,
}

/// What a player wants to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAnalysis {
    /// The one that it replaces; without it, a new one.
    pub id: Option<String>,
    /// What it is called.
    pub name: String,
    /// The id of the variant.
    pub variant: String,
    /// Its text, in whatever form its player reads again.
    pub text: String,
}

fn space(player: &PlayerId) -> Space {
    Space::Analyses(player.clone())
}

fn checked_name(name: &str) -> Result<String, HostRefusal> {
    let name = visible(name).filter(|name| (1..=MAX_NAME).contains(&n_visible(name)));
    name.ok_or(HostRefusal::BadAnalysisName)
}

impl Host {
    /// The analyses of a player, the latest first.
    ///
    /// # Errors
    /// The player has no account, or the store fails.
    pub async fn analyses(&self, who: &Identity) -> Result<Vec<AnalysisInfo>, Rejection> {
        check_account(who)?;
        let found = self.store().get(&space(&who.player), LIST).await?;
        let mut list = read(found.as_ref().map(|entry| entry.value.as_str()))?;
        list.sort_by(|one, other| other.changed.cmp(&one.changed).then(one.id.cmp(&other.id)));
        Ok(list)
    }

    /// One of them with its text.
    ///
    /// # Errors
    /// The player has no such analysis, or the store fails.
    pub async fn analysis(
        &self,
        who: &Identity,
        id: &str,
    ) -> Result<(AnalysisInfo, String), Rejection> {
        let list = self.analyses(who).await?;
        let info = list.into_iter().find(|info| info.id == id);
        let text = self.store().get(&space(&who.player), id).await?;
        match (info, text) {
            (Some(info), Some(entry)) => Ok((info, entry.value)),
            (None, _) | (_, None) => Err(HostRefusal::NoSuchAnalysis.into()),
        }
    }

    /// Keeps an analysis, as a new one or in place of an old one.
    ///
    /// # Errors
    /// The player has no account, no such analysis or too many; the name or the text will not do; or the store fails.
    pub async fn save_analysis(
        &self,
        who: &Identity,
        wanted: NewAnalysis,
    ) -> Result<AnalysisInfo, Rejection> {
        check_account(who)?;
        let name = checked_name(&wanted.name)?;
        if wanted.text.len() > MAX_TEXT {
            return Err(HostRefusal::AnalysisTooLarge.into());
        }
        crate::find_variant(self.variants(), &wanted.variant)?;
        let info = AnalysisInfo {
            id: wanted.id.clone().map_or_else(|| ids::random(12), Ok)?,
            name,
            variant: wanted.variant,
            changed: self.now(),
        };
        // Before anything is written: whether there is room, or the one to be replaced.
        fits(&self.analyses(who).await?, &info, wanted.id.is_some())?;
        let entry = Entry {
            key: info.id.clone(),
            value: wanted.text,
            expires: None,
        };
        self.store().put(&space(&who.player), entry).await?;
        let is_old = wanted.id.is_some();
        let changed = self.change_analyses(&who.player, |list| {
            fits(list, &info, is_old)?;
            list.retain(|one| one.id != info.id);
            list.push(info.clone());
            Ok(())
        });
        let changed: Result<(), HostRefusal> = changed.await?;
        if changed.is_err() {
            self.store().take(&space(&who.player), &info.id).await?;
        }
        changed?;
        Ok(info)
    }

    /// Gives an analysis another name.
    ///
    /// # Errors
    /// The player has no such analysis, the name will not do, or the store fails.
    pub async fn rename_analysis(
        &self,
        who: &Identity,
        id: &str,
        name: &str,
    ) -> Result<AnalysisInfo, Rejection> {
        check_account(who)?;
        let (name, now) = (checked_name(name)?, self.now());
        let renamed = self.change_analyses(&who.player, |list| {
            let found = list.iter_mut().find(|info| info.id == id)?;
            found.name.clone_from(&name);
            found.changed = now;
            Some(found.clone())
        });
        renamed
            .await?
            .ok_or_else(|| HostRefusal::NoSuchAnalysis.into())
    }

    /// Deletes an analysis.
    ///
    /// # Errors
    /// The player has no such analysis, or the store fails.
    pub async fn delete_analysis(&self, who: &Identity, id: &str) -> Result<(), Rejection> {
        check_account(who)?;
        let was_there = self.change_analyses(&who.player, |list| {
            let before = list.len();
            list.retain(|info| info.id != id);
            list.len() < before
        });
        if !was_there.await? {
            return Err(HostRefusal::NoSuchAnalysis.into());
        }
        self.store().take(&space(&who.player), id).await?;
        Ok(())
    }

    /// Changes the list of a player, again if somebody else has changed it meanwhile.
    async fn change_analyses<T>(
        &self,
        player: &PlayerId,
        change: impl Fn(&mut Vec<AnalysisInfo>) -> T,
    ) -> Result<T, HostError> {
        let space = space(player);
        for _ in 0..ATTEMPTS {
            let found = self.store().get(&space, LIST).await?;
            let found = found.map(|entry| entry.value);
            let before = read(found.as_deref())?;
            let mut list = before.clone();
            let result = change(&mut list);
            if list == before {
                return Ok(result);
            }
            let entry = Entry {
                key: LIST.to_owned(),
                // A list always has a text: it has no maps with odd keys.
                value: serde_json::to_string(&list).unwrap_or_default(),
                expires: None,
            };
            let replaced = self.store().replace(&space, found.as_deref(), entry);
            if replaced.await? {
                return Ok(result);
            }
        }
        Err(HostError::Overloaded)
    }
}

fn check_account(who: &Identity) -> Result<(), HostRefusal> {
    match who.has_account {
        true => Ok(()),
        false => Err(HostRefusal::NoAccount),
    }
}

/// Whether a list has what is to be replaced, or room for what is new.
fn fits(list: &[AnalysisInfo], info: &AnalysisInfo, is_old: bool) -> Result<(), HostRefusal> {
    match is_old {
        true if list.iter().any(|one| one.id == info.id) => Ok(()),
        true => Err(HostRefusal::NoSuchAnalysis),
        false if list.len() < MAX_ANALYSES => Ok(()),
        false => Err(HostRefusal::TooManyAnalyses),
    }
}

fn read(text: Option<&str>) -> Result<Vec<AnalysisInfo>, HostError> {
    let Some(text) = text else {
        return Ok(Vec::new());
    };
    serde_json::from_str(text).map_err(|why| {
        HostError::Store(store::StoreError::Failed {
            why: format!("a list of analyses cannot be read: {why}"),
        })
    })
}
