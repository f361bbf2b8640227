//! The arguments that say which game begins where.

use catalog::{Catalog, Entry};
use clap::Args;
use rules::{AnyGame, AnyVariant, Refusal};

/// What scripts get of a preset that draws lots: the same text every time.
pub(crate) const SAME_DRAW: u64 = 0;

/// Which kind of chess, and where it starts.
#[derive(Args, Default)]
pub(crate) struct Beginning {
    /// Which kind of chess [default: the first that `rookery variants` lists].
    #[arg(long, value_name = "ID")]
    pub(crate) variant: Option<String>,
    /// Where to start; without it, the first preset that `rookery variants` lists.
    #[arg(long, value_name = "TEXT")]
    setup: Option<String>,
}

impl Beginning {
    /// The kind of chess.
    pub(crate) fn variant(&self, catalog: &Catalog) -> Result<&'static dyn AnyVariant, Refusal> {
        entry(catalog, self.variant.as_deref()).map(Entry::variant)
    }

    /// The text of the start. Of a preset that draws lots it is the draw of this seed.
    pub(crate) fn setup(&self, variant: &dyn AnyVariant, seed: u64) -> String {
        let usual = || variant.usual_start(seed).setup;
        self.setup.clone().unwrap_or_else(usual)
    }

    /// The game at its start.
    pub(crate) fn start(&self, catalog: &Catalog, seed: u64) -> Result<Box<dyn AnyGame>, Refusal> {
        let variant = self.variant(catalog)?;
        variant.start(&self.setup(variant, seed))
    }
}

/// The game with this id, the first if none is named, or a refusal that lists the ids there are.
pub(crate) fn entry<'a>(catalog: &'a Catalog, id: Option<&str>) -> Result<&'a Entry, Refusal> {
    let Some(id) = id else {
        return Ok(catalog.first());
    };
    catalog.find(id).ok_or_else(|| {
        let ids: Vec<&str> = catalog.iter().map(Entry::id).collect();
        Refusal::new(
            "unknown-variant",
            format!("there is no `{id}`; there is {}", ids.join(", ")),
        )
    })
}
