//! All kinds of chess this server knows. A new one is a crate of its own and one line here.

use orthodox::Orthodox;
use rules::{AnyVariant, Erased};

/// Every variant, in the order in which people are offered them.
pub static ALL: &[&dyn AnyVariant] = &[&Erased::<Orthodox>::new()];

/// The variant with this id.
pub fn find(id: &str) -> Option<&'static dyn AnyVariant> {
    ALL.iter().copied().find(|variant| variant.meta().id == id)
}
