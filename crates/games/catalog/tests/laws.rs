//! The laws of the testkit over random play, for every variant of the catalog and every preset.

use catalog::{Catalog, Entry};
use proptest::prelude::*;
use rules::testkit::laws;

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn random_play_breaks_no_law(
        choices in prop::collection::vec(any::<u16>(), 1..160),
        seed in any::<u64>(),
    ) {
        for variant in catalog::standard().variants().iter() {
            for preset in variant.meta().presets {
                let setup = variant.preset(preset.id, seed).expect("a listed preset exists");
                if let Err(broken) = laws::check(variant, &setup, &choices) {
                    prop_assert!(false, "{} {}: {broken}", variant.meta().id, preset.id);
                }
            }
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,60}") {
        for variant in catalog::standard().variants().iter() {
            // Most texts are refused; what counts is that none of them stops the program.
            if let Ok(game) = variant.start(&text) {
                prop_assert!(variant.start(&game.setup()).is_ok());
            }
            let game = variant.start("").expect("every variant has a usual start");
            prop_assert!(game.read(&text).is_err() || game.legal().contains(&game.read(&text).unwrap()));
        }
    }
}

/// More games in a nightly run.
fn cases() -> u32 {
    std::env::var("ROOKERY_LAW_GAMES")
        .ok()
        .and_then(|games| games.parse().ok())
        .unwrap_or(24)
}

#[test]
fn ids_are_unique_and_plain() {
    let games = catalog::standard();
    let ids: Vec<&str> = games.iter().map(Entry::id).collect();
    for id in &ids {
        assert!(
            id.bytes().all(|byte| byte.is_ascii_lowercase()),
            "{id} is a plain word"
        );
        assert_eq!(
            ids.iter().filter(|other| other == &id).count(),
            1,
            "{id} stands once"
        );
        assert_eq!(games.find(id).map(Entry::id), Some(*id));
    }
}

#[test]
fn every_variant_has_a_preset_and_a_usual_start() {
    for variant in catalog::standard().variants().iter() {
        let meta = variant.meta();
        assert!(!meta.presets.is_empty(), "{}", meta.id);
        assert!(variant.start("").is_ok(), "{}", meta.id);
        assert!(variant.preset("no such preset", 0).is_none(), "{}", meta.id);
    }
}

#[test]
fn a_game_that_promises_a_file_writes_one() {
    for variant in catalog::standard().variants().iter() {
        let meta = variant.meta();
        let game = variant.start("").expect("every variant has a usual start");
        let written = rules::Written {
            setup: game.setup(),
            ..rules::Written::default()
        };
        let file = variant
            .file(&written)
            .expect("an empty game can be written");
        assert_eq!(file.is_some(), meta.file.is_some(), "{}", meta.id);
    }
}

/// Labels are read by people: they name a piece, a way or a claim, and are not action texts.
#[test]
fn labels_are_written_for_people() {
    let usual = |id: &str| {
        let variant = catalog::standard().variants().find(id);
        variant
            .expect("it is listed")
            .start("")
            .expect("a usual start")
    };
    for (id, action, label) in [
        ("orthodox", "g1f3", "Nf3"),
        ("wisconsin", "g1f3", "Ng1-f3"),
        ("wisconsin", "e2e4", "e2-e4"),
        ("tridim", "Na1W-b3W", "Na1W-b3W"),
        ("timetravel", "+g1f3", "Ng1-f3"),
        ("timetravel", "+e2e4", "e2-e4"),
    ] {
        let offers = usual(id).offers();
        let offer = offers.iter().find(|offer| offer.action == action);
        assert_eq!(
            offer.map(|offer| offer.label.as_str()),
            Some(label),
            "{id} {action}"
        );
    }
}

#[test]
fn a_game_with_a_known_id_takes_the_place_of_the_other() {
    let games = catalog::standard();
    let ids = |games: &Catalog| games.iter().map(Entry::id).collect::<Vec<_>>();
    for entry in games.iter() {
        assert_eq!(ids(&games), ids(&games.clone().with(*entry)));
    }
}

/// A page shows the picture beside the name, in the colours of its boards.
#[test]
fn every_card_has_a_small_picture_that_refers_to_nothing_else() {
    for variant in catalog::standard().variants().iter() {
        let (id, picture) = (variant.meta().id, variant.meta().picture);
        assert!(picture.starts_with("<svg xmlns="), "{id}");
        assert!(picture.contains(r#"class="cell-light""#), "{id}");
        assert!(picture.len() < 8 * 1024, "{id}: {} bytes", picture.len());
        for word in ["<script", "href", "<style", "url("] {
            assert!(!picture.contains(word), "{id}: {word}");
        }
    }
}
