//! All kinds of chess this server knows. A new one is a crate of its own and one line here.

use orthodox::Orthodox;
use rules::{AnyVariant, Erased};
use timetravel::TimeTravel;
use tridim::Tridim;
use wisconsin::Wisconsin;

/// Every variant, in the order in which people are offered them.
pub static ALL: &[&dyn AnyVariant] = &[
    &Erased::<Orthodox>::new(),
    &Erased::<Wisconsin>::new(),
    &Erased::<Tridim>::new(),
    &Erased::<TimeTravel>::new(),
];

/// The variant with this id.
pub fn find(id: &str) -> Option<&'static dyn AnyVariant> {
    ALL.iter().copied().find(|variant| variant.meta().id == id)
}
