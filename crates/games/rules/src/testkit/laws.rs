//! Laws: what must hold in every state of every game.
//!
//! [`check`] plays a game by a list of choices and examines each state on the way. A property test
//! feeds it random choices, so a failure shrinks to a short game.

use std::collections::{BTreeSet, HashSet};

use crate::{
    AnyGame, AnyStep, AnyVariant, CellId, Judged, Name, Offer, Reach, Scene, SceneChecksum,
    SceneDelta, Seat, Status, Written,
};

/// How many actions of one state are examined one by one; the choice made is always among them.
const SAMPLE: usize = 6;

/// Plays at most `choices.len()` actions from `setup`, choice n picking among the legal actions of
/// state n, and checks every law in every state.
///
/// # Errors
/// Names the law that was broken and the actions that led there.
pub fn check(variant: &dyn AnyVariant, setup: &str, choices: &[u16]) -> Result<(), String> {
    let mut game = variant
        .start(setup)
        .map_err(|refusal| format!("{setup}: {refusal}"))?;
    let start = game.setup();
    let mut log: Vec<String> = Vec::new();
    for &choice in choices {
        let next = check_state(variant, &*game, choice.into()).map_err(|broken| {
            format!(
                "{broken}\nin {}\nafter {start} [{}]",
                game.setup(),
                log.join(" ")
            )
        })?;
        let Some((action, next)) = next else { break };
        log.push(action);
        game = next;
    }
    check_log(variant, &start, &log, &*game)
}

type Next = Option<(String, Box<dyn AnyGame>)>;

fn check_state(
    variant: &dyn AnyVariant,
    game: &dyn AnyGame,
    choice: usize,
) -> Result<Next, String> {
    let scene = game.scene();
    check_scene(&scene)?;
    let offers = game.offers();
    check_offers(game, &scene, &offers)?;
    check_text(variant, game, &offers)?;
    check_strangers(game, &offers)?;
    let Some(seat) = game.status().to_act() else {
        return Ok(None);
    };
    let mut next = None;
    for nth in 0..SAMPLE.min(offers.len()) {
        // A stride near a third of the list reaches all parts of it.
        let index = (choice + nth * (offers.len() / 3 + 1)) % offers.len();
        let after = check_offer(game, &scene, seat, &offers[index])?;
        if nth == 0 {
            next = Some((offers[index].action.clone(), after));
        }
    }
    Ok(next)
}

fn check_scene(scene: &Scene) -> Result<(), String> {
    let mut places = HashSet::new();
    for tap in scene.taps() {
        law(places.insert(tap), || {
            format!("{tap} can be tapped in two places")
        })?;
    }
    let boards: HashSet<&str> = scene.boards.iter().map(|board| board.id.as_ref()).collect();
    for cell in &scene.cells {
        law(boards.contains(cell.board.as_ref()), || {
            format!("{} lies on no board", cell.id)
        })?;
    }
    let cells: HashSet<_> = scene.cells.iter().map(|cell| &cell.id).collect();
    let mut taken = HashSet::new();
    for token in &scene.tokens {
        law(cells.contains(&token.cell), || {
            format!("{} stands on no cell", token.label)
        })?;
        law(taken.insert(&token.cell), || {
            format!("two tokens stand on {}", token.cell)
        })?;
    }
    let is_check_told = scene.marks.iter().any(|mark| mark.kind == "check");
    law(is_check_told == scene.checked().is_some(), || {
        "a mark of check stands on a token".to_owned()
    })?;
    Ok(())
}

fn check_offers(game: &dyn AnyGame, scene: &Scene, offers: &[Offer]) -> Result<(), String> {
    let over = matches!(game.status(), Status::Over(_));
    law(over == offers.is_empty(), || {
        "a game offers nothing when it is over, and something while it runs".to_owned()
    })?;
    let legal = game.legal();
    law(legal == game.legal(), || {
        "the order of legal actions is fixed".to_owned()
    })?;
    law(
        legal.iter().eq(offers.iter().map(|offer| &offer.action)),
        || "offers are the legal actions in the same order".to_owned(),
    )?;
    law(legal.len() == game.count(), || {
        "the count of legal actions is their number".to_owned()
    })?;
    check_short_offers(game, offers)?;
    check_plain_offers(game, offers)?;
    check_reach(game, scene, offers)?;
    let places: HashSet<_> = scene.taps().collect();
    let mut actions = HashSet::new();
    let mut ways = HashSet::new();
    for offer in offers {
        let action = &offer.action;
        law(
            !action.is_empty() && !action.contains(char::is_whitespace),
            || format!("{action:?} is one token without spaces"),
        )?;
        law(actions.insert(action), || {
            format!("{action} is offered once")
        })?;
        law(ways.insert((&offer.taps, &offer.label)), || {
            format!("{action} can be told from the others by its taps and label")
        })?;
        for tap in &offer.taps {
            law(places.contains(tap), || {
                format!("{action} taps {tap}, which is in the scene")
            })?;
        }
    }
    Ok(())
}

/// Short offers are the offers, without the labels that nobody needs to choose.
fn check_short_offers(game: &dyn AnyGame, offers: &[Offer]) -> Result<(), String> {
    let short = game.short_offers_after(&[]);
    law(short.len() == offers.len(), || {
        "all offers are among the short ones".to_owned()
    })?;
    for (short, offer) in short.iter().zip(offers) {
        let same = short.action == offer.action && short.taps == offer.taps;
        law(same, || format!("{} is offered in short", offer.action))?;
        let alike = offers.iter().filter(|other| other.taps == offer.taps);
        let needs_label = offer.taps.is_empty() || alike.count() > 1;
        let label = if needs_label {
            offer.label.as_str()
        } else {
            ""
        };
        law(short.label == label, || {
            format!("{} has a label if it needs one", offer.action)
        })?;
    }
    Ok(())
}

/// Plain offers are there if the taps of every offer are its action, and then they are these taps.
fn check_plain_offers(game: &dyn AnyGame, offers: &[Offer]) -> Result<(), String> {
    let is_plain = |offer: &Offer| {
        let taps: String = offer.taps.iter().map(CellId::as_str).collect();
        taps == offer.action && !taps.contains(['"', '\\'])
    };
    let line = |offer: &Offer| {
        let taps: Vec<&str> = offer.taps.iter().map(CellId::as_str).collect();
        taps.join(" ")
    };
    let lines: Vec<String> = offers.iter().map(line).collect();
    let expected = offers.iter().all(is_plain).then(|| lines.join("\n"));
    let plain = game.plain_offers();
    law(plain == expected, || {
        format!("the plain offers are {expected:?}, not {plain:?}")
    })
}

/// Whatever is legal could have been prepared, and everything that can be prepared is in the scene.
fn check_reach(game: &dyn AnyGame, scene: &Scene, offers: &[Offer]) -> Result<(), String> {
    let places: HashSet<_> = scene.taps().collect();
    for seat in Seat::BOTH {
        for Reach { from, to } in game.reach(seat, &[]) {
            for tap in to.iter().chain([&from]) {
                law(places.contains(tap), || {
                    format!("{tap} can be reached and is in the scene")
                })?;
            }
        }
    }
    let Some(seat) = game.status().to_act() else {
        return Ok(());
    };
    let reach = game.reach(seat, &[]);
    for offer in offers.iter().filter(|_| !reach.is_empty()) {
        let [from, to] = offer.taps.as_slice() else {
            continue;
        };
        let is_listed = reach
            .iter()
            .any(|one| one.from == *from && one.to.contains(to));
        law(is_listed, || {
            format!("{} could have been prepared", offer.action)
        })?;
    }
    Ok(())
}

/// Saving and loading the position text keeps the position. Only what depends on how the position came
/// about may be lost: the end by repetition, and claims, which point at nothing on the board.
fn check_text(
    variant: &dyn AnyVariant,
    game: &dyn AnyGame,
    offers: &[Offer],
) -> Result<(), String> {
    let text = game.setup();
    let loaded = variant
        .start(&text)
        .map_err(|why| format!("the position text loads: {why}"))?;
    law(loaded.setup() == text, || {
        format!("the position text is stable, not {}", loaded.setup())
    })?;
    if game.status().to_act().is_none() {
        return Ok(());
    }
    law(loaded.status() == game.status(), || {
        "the loaded position has the same status".to_owned()
    })?;
    let loaded: BTreeSet<String> = loaded.legal().into_iter().collect();
    let on_board = offers.iter().filter(|offer| !offer.taps.is_empty());
    let missing = on_board
        .map(|offer| &offer.action)
        .find(|action| !loaded.contains(*action));
    law(missing.is_none(), || {
        format!("the loaded position offers {missing:?}")
    })?;
    let known: HashSet<&str> = offers.iter().map(|offer| offer.action.as_str()).collect();
    let extra = loaded
        .iter()
        .find(|action| !known.contains(action.as_str()));
    law(extra.is_none(), || {
        format!("the loaded position does not offer {extra:?}")
    })
}

/// The wrong seat and nonsense are refused with a code and a sentence.
fn check_strangers(game: &dyn AnyGame, offers: &[Offer]) -> Result<(), String> {
    let before = game.setup();
    let to_act = game.status().to_act();
    for seat in Seat::BOTH {
        let stranger = (to_act != Some(seat)).then(|| offers.first()).flatten();
        let texts = stranger
            .map(|offer| offer.action.as_str())
            .into_iter()
            .chain(["", "?!", "é"]);
        for text in texts {
            match game.apply(seat, text) {
                Ok(_) => return Err(format!("{seat} may not do {text:?}")),
                Err(no) if no.code.is_empty() || no.message.is_empty() => {
                    return Err(format!("the refusal of {text:?} has a code and a sentence"));
                }
                Err(_) => {}
            }
        }
    }
    law(before == game.setup(), || {
        "a refusal changes nothing".to_owned()
    })
}

fn check_offer(
    game: &dyn AnyGame,
    scene: &Scene,
    seat: Seat,
    offer: &Offer,
) -> Result<Box<dyn AnyGame>, String> {
    let action = &offer.action;
    let step = game
        .apply(seat, action)
        .map_err(|no| format!("{action} applies, not: {no}"))?;
    let shown = scene
        .clone()
        .replay(&step.events.to_json())
        .map_err(|why| format!("{action}: {why}"))?;
    let after = step.game.scene();
    if let Some(shown) = shown {
        law(standing(&shown) == standing(&after), || {
            format!("the events of {action} lead from the old picture to the new one")
        })?;
    }
    check_change(action, game, &*step.game)?;
    check_delta(action, scene.clone(), after)?;
    let written = game
        .notation(action)
        .map_err(|no| format!("{action} can be written: {no}"))?;
    let read = game
        .read(&written)
        .map_err(|no| format!("{written} can be read: {no}"))?;
    law(read == *action, || {
        format!("{written} means {action}, not {read}")
    })?;
    let read = game
        .read(action)
        .map_err(|no| format!("{action} can be typed: {no}"))?;
    law(read == *action, || {
        format!("{action} means itself, not {read}")
    })?;
    check_play(game, seat, [action, &written], (action, &written), &step)?;
    let preview = game
        .preview(action)
        .map_err(|no| format!("{action} can be previewed: {no}"))?;
    if let Some(preview) = preview {
        law(
            preview.setup == step.game.setup() && preview.status == step.game.status(),
            || format!("the preview of {action} is what then happens"),
        )?;
    }
    Ok(step.game)
}

/// What a game says that can differ leads to the same delta and checksum as whole pictures.
fn check_change(action: &str, before: &dyn AnyGame, after: &dyn AnyGame) -> Result<(), String> {
    for (before, after) in [(before, after), (after, before), (after, after)] {
        let Some(change) = after.scene_change(before) else {
            continue;
        };
        let (old, new) = (before.scene(), after.scene());
        let checksum = SceneChecksum::of(&old);
        let sorted = |(mut delta, sum): (SceneDelta, SceneChecksum)| {
            delta
                .tokens
                .put
                .sort_by(|one, other| one.cell.cmp(&other.cell));
            delta.tokens.gone.sort();
            (delta, sum)
        };
        let expected = sorted(old.delta_to(&new, checksum));
        let found = sorted(change.delta(checksum));
        law(found == expected, || {
            format!("{action} changes the picture by {expected:?}, not {found:?}")
        })?;
    }
    Ok(())
}

/// A delta leads from a picture to the next one, whole, and both ends compute the same checksum.
fn check_delta(action: &str, mut shown: Scene, after: Scene) -> Result<(), String> {
    let (delta, checksum) = shown.delta_to(&after, SceneChecksum::of(&shown));
    shown.apply(&delta);
    law(checksum == SceneChecksum::of(&after), || {
        format!("the checksum after {action} is that of the whole picture")
    })?;
    law(checksum == SceneChecksum::of(&shown), || {
        format!("a client that applied the delta of {action} has the same checksum")
    })?;
    law(shown.sorted() == after.sorted(), || {
        format!("the delta of {action} leads to the whole new picture")
    })
}

/// Playing a text says the same as reading, writing and applying it one after the other.
fn check_play(
    game: &dyn AnyGame,
    seat: Seat,
    texts: [&str; 2],
    (action, written): (&str, &str),
    step: &AnyStep,
) -> Result<(), String> {
    for text in texts {
        let judged = game
            .play(seat, text)
            .map_err(|no| format!("{text} can be played: {no}"))?;
        law(
            judged.action == action && judged.notation == written,
            || {
                let Judged {
                    action, notation, ..
                } = &judged;
                format!("{text} is {action} and is written {notation}")
            },
        )?;
        let same = judged.step.game.setup() == step.game.setup()
            && judged.step.game.status() == step.game.status()
            && judged.step.events.to_json() == step.events.to_json();
        law(same, || format!("playing {text} leads where it applies to"))?;
        law(game.play(!seat, text).is_err(), || {
            format!("{text} is refused to the other seat")
        })?;
    }
    Ok(())
}

fn standing(scene: &Scene) -> BTreeSet<(Name, Name, Seat)> {
    let tokens = scene.tokens.iter();
    tokens
        .map(|token| (token.cell.0.clone(), token.kind.clone(), token.seat))
        .collect()
}

/// The log of a game, played again, gives the same game.
fn check_log(
    variant: &dyn AnyVariant,
    start: &str,
    log: &[String],
    end: &dyn AnyGame,
) -> Result<(), String> {
    let game = replay(variant, start, log)?;
    law(
        game.setup() == end.setup() && game.status() == end.status(),
        || format!("replaying {start} [{}] gives the same game", log.join(" ")),
    )?;
    check_sheet(variant, start, log, end)
}

fn replay(
    variant: &dyn AnyVariant,
    start: &str,
    log: &[String],
) -> Result<Box<dyn AnyGame>, String> {
    let mut game = variant.start(start).map_err(|no| no.to_string())?;
    for action in log {
        let seat = game
            .status()
            .to_act()
            .ok_or_else(|| format!("{action} comes after the end"))?;
        game = game
            .apply(seat, action)
            .map_err(|no| format!("{action} replays: {no}"))?
            .game;
    }
    Ok(game)
}

/// The game can be written down, and the sheet leads to the same picture. (Not to the same actions: a sheet
/// may write two actions as one move, or leave out a claim, or a last move whose promotion is not chosen.)
fn check_sheet(
    variant: &dyn AnyVariant,
    start: &str,
    log: &[String],
    end: &dyn AnyGame,
) -> Result<(), String> {
    let game = Written {
        tags: vec![("Event".to_owned(), "\"Laws\" \\ of play".to_owned())],
        setup: start.to_owned(),
        actions: log.to_vec(),
    };
    let sheet = variant.sheet(&game, "*");
    let sheet = sheet.map_err(|no| format!("the game can be written down: {no}"))?;
    let file = variant.file(&game).map_err(|no| no.to_string())?;
    for text in [Some(sheet), file].into_iter().flatten() {
        let read = variant.import(&text);
        let read = read.map_err(|no| format!("what was written can be read: {no}\n{text}"))?;
        let [back] = read.as_slice() else {
            return Err(format!("one game was written, {} were read", read.len()));
        };
        law(back.tags.first() == game.tags.first(), || {
            format!("tags are kept in\n{text}")
        })?;
        let read = standing(&replay(variant, &back.setup, &back.actions)?.scene());
        let is_incomplete = || -> Result<bool, String> {
            let before = replay(
                variant,
                start,
                log.split_last().map_or(log, |(_, rest)| rest),
            )?;
            let to_act = before.status().to_act();
            Ok(to_act == end.status().to_act() && read == standing(&before.scene()))
        };
        law(read == standing(&end.scene()) || is_incomplete()?, || {
            format!("this leads to {}:\n{text}", end.setup())
        })?;
    }
    Ok(())
}

fn law(holds: bool, law: impl FnOnce() -> String) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(format!("broken law: {}", law()))
    }
}
