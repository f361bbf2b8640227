//! Refusals of a rules crate, each case written once.

/// Declares an enum of refusals: every case with its fields, its stable code and its sentence, in which
/// fields are named as in `format!`. A [`RefusalKind`](crate::RefusalKind) may follow the code; without it the
/// kind is `Conflict`. What is not a field is named: `"a {piece} stands there", piece = name(*role)`. The enum gets
/// [`Explain`](crate::Explain) and [`Display`](std::fmt::Display).
///
/// ```
/// rules::refusals! {
///     /// Why a step is refused.
///     pub enum Illegal {
///         /// The game has ended.
///         GameOver = "game-over" => GameOver, "the game is over";
///         /// A spectator tries to move.
///         NotSeated = "not-seated" => Forbidden, "only players can move";
///         /// Something else stands there.
///         Taken(at: char) = "taken", "{at} is taken";
///         /// Too many steps at once.
///         TooFar {
///             /// How many.
///             steps: usize,
///             /// How many there may be.
///             limit: usize,
///         } = "too-far", "{steps} steps are {more} more than {limit}", more = steps - limit;
///     }
/// }
/// use rules::{Explain, RefusalKind};
///
/// assert_eq!(Illegal::NotSeated.kind(), RefusalKind::Forbidden);
/// assert_eq!(Illegal::GameOver.kind(), RefusalKind::GameOver);
/// let refusal = Illegal::TooFar { steps: 5, limit: 3 };
/// assert_eq!(refusal.code(), "too-far");
/// assert_eq!(refusal.to_string(), "5 steps are 2 more than 3");
/// assert_eq!(refusal.args()["more"], "2");
/// assert_eq!(Illegal::Taken('c').to_string(), "c is taken");
/// ```
#[macro_export]
macro_rules! refusals {
    (@kind) => {
        $crate::RefusalKind::Conflict
    };
    (@kind $kind:ident) => {
        $crate::RefusalKind::$kind
    };
    (
        $(#[$about:meta])*
        $vis:vis enum $refusal:ident {
            $(
                $(#[$doc:meta])*
                $case:ident
                $({ $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })?
                $(( $($value:ident: $value_type:ty),* ))?
                = $code:expr $(=> $kind:ident)?, $sentence:literal $(, $name:ident = $argument:expr)*;
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

            #[allow(unused_variables, reason = "no kind depends on a field")]
            fn kind(&self) -> $crate::RefusalKind {
                match self {
                    $(
                        $refusal::$case $({ $($field),* })? $(( $($value),* ))? => {
                            $crate::refusals!(@kind $($kind)?)
                        }
                    )*
                }
            }

            #[allow(unused_variables, reason = "a sentence need not tell everything")]
            fn args(&self) -> $crate::Args {
                #[allow(unused_imports, reason = "few refusals have all sorts of fields")]
                use $crate::argument::{ArgumentsWithin as _, NoArgument as _, OneArgument as _, Value};
                let mut args = $crate::Args::new();
                match self {
                    $(
                        $refusal::$case $({ $($field),* })? $(( $($value),* ))? => {
                            $($( (&&&Value($field)).add(stringify!($field), $sentence, &mut args); )*)?
                            $($( (&&&Value($value)).add(stringify!($value), $sentence, &mut args); )*)?
                            $( (&&&Value(&$argument)).add(stringify!($name), $sentence, &mut args); )*
                        }
                    )*
                }
                args
            }
        }

        impl std::fmt::Display for $refusal {
            #[allow(unused_variables, reason = "a sentence need not tell everything")]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(
                        $refusal::$case $({ $($field),* })? $(( $($value),* ))? => {
                            write!(f, $sentence $(, $name = $argument)*)
                        }
                    )*
                }
            }
        }
    };
}
