//! The contract: every store does all of this.

use crate::support::{folder, game, open, play};
use store::testkit::FaultyStore;
use store::{MemoryStore, Store};

/// Makes a module of the whole suite for one store. Whatever `$guard` gives lives as long as the store.
macro_rules! suite {
    ($module:ident, $make:expr, [$($law:ident),* $(,)?]) => {
        mod $module {
            $(
                #[tokio::test]
                async fn $law() {
                    let Some((store, _guard)) = $make(stringify!($law)) else {
                        return;
                    };
                    super::$law(&store).await;
                }
            )*
        }
    };
}

macro_rules! suites {
    ($laws:tt) => {
        suite!(memory, crate::support::new_memory, $laws);
        suite!(sqlite, crate::support::new_sqlite, $laws);
        suite!(faultless, crate::support::new_faultless, $laws);
        suite!(postgres, crate::postgres::new_postgres, $laws);
    };
}

mod nodes;
mod players;
mod records;
mod seeks;
mod summaries;
mod values;

/// The suites talk to stores through the trait, so all of them can be used as one.
#[tokio::test]
async fn stores_are_interchangeable() {
    let folder = folder();
    let stores: [Box<dyn Store>; 3] = [
        Box::new(MemoryStore::new()),
        Box::new(open(&folder)),
        Box::new(FaultyStore::new(MemoryStore::new())),
    ];
    let mut kept = Vec::new();
    for store in &stores {
        play(&**store, "g", 3).await;
        kept.push(store.read(&game("g"), 0).await.unwrap());
    }
    assert_eq!(kept[0], kept[1]);
    assert_eq!(kept[0], kept[2]);
}
