//! The kinds of chess that a program was given.

use std::sync::Arc;

use crate::AnyVariant;

/// The kinds of chess that can be played, in the order in which people are offered them. The program makes this
/// value and hands it on, so that nothing that hosts games has a list of its own. Cloning it is cheap.
#[derive(Clone)]
pub struct Variants(Arc<[&'static dyn AnyVariant]>);

impl Variants {
    /// The variant with this id.
    pub fn find(&self, id: &str) -> Option<&'static dyn AnyVariant> {
        self.iter().find(|variant| variant.meta().id == id)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static dyn AnyVariant> + '_ {
        self.0.iter().copied()
    }

    /// [`Variants::find`] as a function that can be kept.
    pub fn lookup(&self) -> impl Fn(&str) -> Option<&'static dyn AnyVariant> + Send + use<> {
        let variants = self.clone();
        move |id| variants.find(id)
    }
}

impl FromIterator<&'static dyn AnyVariant> for Variants {
    fn from_iter<I: IntoIterator<Item = &'static dyn AnyVariant>>(variants: I) -> Variants {
        Variants(variants.into_iter().collect())
    }
}
