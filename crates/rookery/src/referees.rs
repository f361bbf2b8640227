//! Which game CCP offers, and with which options.

use catalog::Catalog;
use ccp::Settings;

/// What is played over CCP unless the configuration says otherwise: standard chess with only those draws that
/// its clients know.
const CCP_VARIANT: &str = "orthodox";
const CCP_SETUP: &str = "startpos; castling=standard; draws=plain";

/// The game of the line protocol CCP, of this variant and from this position if they are named.
///
/// # Errors
/// There is no such game, or the protocol has no words for it.
pub(crate) fn ccp_settings(
    catalog: &Catalog,
    variant: Option<&str>,
    setup: Option<&str>,
) -> Result<Settings, String> {
    let id = variant.unwrap_or(CCP_VARIANT);
    let entry = catalog.find(id).ok_or_else(|| {
        format!("ccp_variant: there is no game `{id}` here; see `rookery variants`")
    })?;
    let usual = match id {
        CCP_VARIANT => CCP_SETUP,
        _ => "",
    };
    let settings = Settings::new(entry.variant(), setup.unwrap_or(usual));
    match settings.check() {
        Ok(()) => Ok(settings),
        Err(why) => Err(format!(
            "ccp_variant, ccp_setup: `{id}` cannot be played over CCP: {}",
            why.message
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ccp_plays_what_is_configured_if_it_has_words_for_it() {
        let catalog = catalog::standard();
        let settings = |variant, setup| ccp_settings(&catalog, variant, setup);
        let usual = settings(None, None).unwrap();
        assert_eq!(usual.variant.meta().id, CCP_VARIANT);
        assert_eq!(settings(Some(CCP_VARIANT), None).unwrap().setup, CCP_SETUP);
        let pawns = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1; draws=plain";
        assert_eq!(settings(None, Some(pawns)).unwrap().setup, pawns);
        let separate = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1; promotion=separate";
        for (variant, setup, expected) in [
            (Some("checkers"), None, "no game `checkers`"),
            (Some("tridim"), None, "no words for"),
            (Some("timetravel"), None, "no words for"),
            (None, Some("nonsense"), "cannot be played over CCP"),
            (None, Some(separate), "the same player goes on"),
        ] {
            let why = settings(variant, setup).err().unwrap_or_default();
            assert!(why.contains(expected), "{variant:?} {setup:?}: {why}");
        }
    }
}
