//! The arguments of sentences, so that others can say the same in another language.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::Explain;

/// The values in a sentence by their names, as the English sentence has them.
pub type Args = BTreeMap<String, String>;

/// A field of a refusal. What it adds to the arguments is decided by its type, the first of these traits that fits: a
/// macro cannot ask whether a type can be printed, but a method call on references can.
#[derive(Debug)]
pub struct Value<'a, T>(pub &'a T);

/// A refusal within a refusal: its arguments are those of the whole.
pub trait ArgumentsWithin {
    /// Adds them.
    fn add(&self, name: &str, sentence: &str, args: &mut Args);
}

impl<T: Explain> ArgumentsWithin for &&Value<'_, T> {
    fn add(&self, _name: &str, _sentence: &str, args: &mut Args) {
        args.extend(self.0.args());
    }
}

/// What can be printed is an argument, if the sentence names it.
pub trait OneArgument {
    /// Adds it.
    fn add(&self, name: &str, sentence: &str, args: &mut Args);
}

impl<T: Display> OneArgument for &Value<'_, T> {
    fn add(&self, name: &str, sentence: &str, args: &mut Args) {
        let is_named = ["}", ":?}"]
            .iter()
            .any(|end| sentence.contains(&format!("{{{name}{end}")));
        if is_named {
            args.insert(name.to_owned(), self.0.to_string());
        }
    }
}

/// Everything else is not an argument.
pub trait NoArgument {
    /// Adds nothing.
    fn add(&self, _name: &str, _sentence: &str, _args: &mut Args) {}
}

impl<T> NoArgument for Value<'_, T> {}
