//! Refusals of a rules crate, each case written once.

/// Declares an enum of refusals: every case with its fields, its stable code and its sentence, in which
/// fields are named as in `format!`. The enum gets [`Explain`](crate::Explain) and
/// [`Display`](std::fmt::Display).
///
/// ```
/// rules::refusals! {
///     /// Why a step is refused.
///     pub enum Illegal {
///         /// The game has ended.
///         GameOver = "game-over", "the game is over";
///         /// Something else stands there.
///         Taken(at: char) = "taken", "{at} is taken";
///         /// Too many steps at once.
///         TooFar {
///             /// How many.
///             steps: usize,
///             /// How many there may be.
///             limit: usize,
///         } = "too-far", "{steps} steps are {} more than {limit}", steps - limit;
///     }
/// }
/// use rules::Explain;
///
/// let refusal = Illegal::TooFar { steps: 5, limit: 3 };
/// assert_eq!(refusal.code(), "too-far");
/// assert_eq!(refusal.to_string(), "5 steps are 2 more than 3");
/// assert_eq!(Illegal::Taken('c').to_string(), "c is taken");
/// ```
#[macro_export]
macro_rules! refusals {
    (
        $(#[$about:meta])*
        $vis:vis enum $refusal:ident {
            $(
                $(#[$doc:meta])*
                $case:ident
                $({ $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })?
                $(( $($value:ident: $value_type:ty),* ))?
                = $code:expr, $sentence:literal $(, $argument:expr)*;
            )*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis enum $refusal {
            $(
                $(#[$doc])*
                $case
                $({ $($(#[$field_doc])* $field: $type),* })?
                $(( $($value_type),* ))?,
            )*
        }

        impl $crate::Explain for $refusal {
            #[allow(unused_variables, reason = "few codes depend on a field")]
            fn code(&self) -> &'static str {
                match self {
                    $(
                        $refusal::$case $({ $($field),* })? $(( $($value),* ))? => $code,
                    )*
                }
            }
        }

        impl std::fmt::Display for $refusal {
            #[allow(unused_variables, reason = "a sentence need not tell everything")]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(
                        $refusal::$case $({ $($field),* })? $(( $($value),* ))? => {
                            write!(f, $sentence $(, $argument)*)
                        }
                    )*
                }
            }
        }
    };
}
