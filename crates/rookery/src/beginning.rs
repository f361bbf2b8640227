//! The arguments that say which game begins where.

use catalog::{Catalog, Entry};
use clap::Args;
use rules::{AnyGame, AnyVariant, Refusal};

/// Which kind of chess, and where it starts.
#[derive(Args, Default)]
pub(crate) struct Beginning {
    /// Which kind of chess [default: the first that `rookery variants` lists].
    #[arg(long, value_name = "ID")]
    pub(crate) variant: Option<String>,
    /// Where to start; without it, the usual start.
    #[arg(
        long,
        default_value = "",
        value_name = "TEXT",
        hide_default_value = true
    )]
    pub(crate) setup: String,
}

impl Beginning {
    /// The kind of chess.
    pub(crate) fn variant(&self, catalog: &Catalog) -> Result<&'static dyn AnyVariant, Refusal> {
        entry(catalog, self.variant.as_deref()).map(Entry::variant)
    }

    /// The game at its start.
    pub(crate) fn start(&self, catalog: &Catalog) -> Result<Box<dyn AnyGame>, Refusal> {
        self.variant(catalog)?.start(&self.setup)
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
