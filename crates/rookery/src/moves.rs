//! `rookery moves` and `rookery variants`: the scripting face.

use std::io::{BufRead, Write};
use std::process::ExitCode;

use catalog::Catalog;
use clap::Args;
use rules::{
    AnyGame, AnyVariant, CellId, Explanation, Offer, Preview, Refusal, Scene, Seat, Status, Token,
};
use serde::Serialize;
use serde_json::Value;

use crate::beginning::{Beginning, SAME_DRAW, entry};
use crate::next_line;

#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    beginning: Beginning,
    /// Actions to play first, separated by blanks.
    #[arg(
        long,
        default_value = "",
        value_name = "ACTIONS",
        hide_default_value = true
    )]
    actions: String,
    /// Read lines `variant<TAB>setup<TAB>actions` and answer each with a line.
    #[arg(long, conflicts_with_all = ["setup", "actions", "explain", "preview"])]
    batch: bool,
    /// Also say what affects this place.
    #[arg(long, value_name = "PLACE")]
    explain: Option<String>,
    /// Also say what this action would do.
    #[arg(long, value_name = "ACTION")]
    preview: Option<String>,
    /// Also say what to point at for each action.
    #[arg(long)]
    offers: bool,
    /// Also describe the picture.
    #[arg(long)]
    scene: bool,
}

/// A position and what can be done in it.
#[derive(Serialize)]
struct Listing {
    variant: &'static str,
    setup: String,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Check>,
    legal: Vec<String>,
    events: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<Option<Explanation>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preview: Option<Option<Preview>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offers: Option<Vec<Offer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<Scene>,
}

/// Whose king is in check, and where it stands.
#[derive(Serialize)]
struct Check {
    seat: Seat,
    king: CellId,
}

impl Check {
    fn of(king: &Token) -> Check {
        Check {
            seat: king.seat,
            king: king.cell.clone(),
        }
    }
}

#[derive(Serialize)]
struct Failed {
    error: Fault,
}

/// A refusal, and the number of the action it is about, counted from 0; `null` for a setup.
#[derive(Serialize)]
struct Fault {
    #[serde(flatten)]
    refusal: Refusal,
    at: Option<usize>,
}

impl Fault {
    fn at(index: Option<usize>) -> impl FnOnce(Refusal) -> Fault {
        move |refusal| Fault { refusal, at: index }
    }
}

pub(crate) fn run(
    catalog: &Catalog,
    options: &Options,
    input: impl BufRead,
    out: &mut impl Write,
) -> crate::Outcome {
    if options.batch {
        return batch(catalog, options, input, out);
    }
    let beginning = &options.beginning;
    let variant = beginning.variant(catalog).map_err(Fault::at(None));
    let answer = variant.and_then(|variant| {
        let setup = beginning.setup(variant, SAME_DRAW);
        answer(variant, &setup, &options.actions, options)
    });
    let refused = answer.is_err();
    print(answer, out)?;
    out.flush()?;
    Ok(if refused {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn batch(
    catalog: &Catalog,
    options: &Options,
    mut input: impl BufRead,
    out: &mut impl Write,
) -> crate::Outcome {
    let mut out = std::io::BufWriter::new(out);
    while let Some(line) = next_line(&mut input)? {
        let mut columns = line.split('\t');
        let mut column = || columns.next().unwrap_or_default();
        let (id, setup, actions) = (column(), column(), column());
        let entry = entry(catalog, Some(id)).map_err(Fault::at(None));
        let answer = entry.and_then(|entry| answer(entry.variant(), setup, actions, options));
        print(answer, &mut out)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn print(answer: Result<Listing, Fault>, out: &mut impl Write) -> std::io::Result<()> {
    match answer {
        Ok(answer) => serde_json::to_writer(&mut *out, &answer)?,
        Err(error) => serde_json::to_writer(&mut *out, &Failed { error })?,
    }
    out.write_all(b"\n")
}

fn answer(
    variant: &dyn AnyVariant,
    setup: &str,
    actions: &str,
    options: &Options,
) -> Result<Listing, Fault> {
    let mut game = variant.start(setup).map_err(Fault::at(None))?;
    let mut events = rules::Events::default();
    let mut played = 0;
    for action in actions.split_whitespace() {
        let step = act(&*game, action).map_err(Fault::at(Some(played)))?;
        (game, events) = (step.game, step.events);
        played += 1;
    }
    let preview = match &options.preview {
        None => None,
        Some(action) => Some(game.preview(action).map_err(Fault::at(Some(played)))?),
    };
    let scene = game.scene();
    Ok(Listing {
        variant: game.meta().id,
        setup: game.setup(),
        status: game.status(),
        legal: game.legal(),
        events: events.to_json(),
        explain: options.explain.as_ref().map(|place| game.explain(place)),
        preview,
        offers: options.offers.then(|| game.offers()),
        check: scene.checked().map(Check::of),
        scene: options.scene.then_some(scene),
    })
}

/// Plays what the seat to act asks for. Nearly always it is an action text, which is cheaper to read than the
/// notation of a score sheet.
fn act(game: &dyn AnyGame, text: &str) -> Result<rules::AnyStep, Refusal> {
    let seat = game.status().seat_to_act()?;
    game.apply(seat, text)
        .or_else(|_| Ok(game.play(seat, text)?.step))
}

#[derive(Args)]
pub(crate) struct VariantsOptions {
    /// As JSON, one object a line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn variants(
    catalog: &Catalog,
    options: &VariantsOptions,
    out: &mut impl Write,
) -> crate::Outcome {
    for entry in catalog.iter() {
        let meta = entry.meta();
        if options.json {
            serde_json::to_writer(&mut *out, meta)?;
            writeln!(out)?;
            continue;
        }
        writeln!(out, "{:<12} {}: {}", meta.id, meta.name, meta.summary)?;
        for preset in meta.presets {
            writeln!(out, "{:<12}   {}: {}", "", preset.id, preset.summary)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
