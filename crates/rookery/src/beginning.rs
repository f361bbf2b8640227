//! The arguments that say which game begins where.

use clap::Args;
use rules::{AnyGame, AnyVariant, Refusal};

/// Which kind of chess, and where it starts.
#[derive(Args)]
pub(crate) struct Beginning {
    /// Which kind of chess.
    #[arg(long, default_value = "orthodox", value_name = "ID")]
    pub(crate) variant: String,
    /// Where to start; without it, the usual start.
    #[arg(
        long,
        default_value = "",
        value_name = "TEXT",
        hide_default_value = true
    )]
    pub(crate) setup: String,
}

impl Default for Beginning {
    fn default() -> Beginning {
        Beginning {
            variant: "orthodox".to_owned(),
            setup: String::new(),
        }
    }
}

impl Beginning {
    /// The kind of chess.
    pub(crate) fn variant(&self) -> Result<&'static dyn AnyVariant, Refusal> {
        variant(&self.variant)
    }

    /// The game at its start.
    pub(crate) fn start(&self) -> Result<Box<dyn AnyGame>, Refusal> {
        self.variant()?.start(&self.setup)
    }
}

/// The variant with this id, or a refusal that lists the ids there are.
pub(crate) fn variant(id: &str) -> Result<&'static dyn AnyVariant, Refusal> {
    catalog::find(id).ok_or_else(|| {
        let ids: Vec<&str> = catalog::ALL
            .iter()
            .map(|variant| variant.meta().id)
            .collect();
        Refusal::new(
            "unknown-variant",
            format!("there is no `{id}`; there is {}", ids.join(", ")),
        )
    })
}
