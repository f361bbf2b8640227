// Writes fixtures/*.json: real scenes, offers and events, as the rules give them for the positions of cases.json.
// Needs a built binary: cargo build -p rookery.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const binary = join(here, "../../target/debug/rookery");

function ask({ variant, setup = "", actions = "" }) {
  const args = [
    "moves",
    "--variant",
    variant,
    "--setup",
    setup,
    "--actions",
    actions,
    "--offers",
    "--scene",
  ];
  return JSON.parse(execFileSync(binary, args, { encoding: "utf8" }));
}

/** The board after the first moves of a history without holes. */
function look(one, scene, moment) {
  const played = scene.timeline.moments.slice(0, moment).map((entry, index) => ({ entry, index }));
  const actions = one.actions
    .split(" ")
    .filter((action) => action.startsWith("+"))
    .slice(0, played.length);
  const { tokens, marks } = ask({ ...one, actions: actions.join(" ") }).scene;
  return { ...scene, tokens, marks, timeline: { ...scene.timeline, shown: moment } };
}

for (const one of JSON.parse(readFileSync(join(here, "cases.json"), "utf8"))) {
  const { scene, offers, status, events } = ask(one);
  const words = (one.actions ?? "").split(" ").filter(Boolean);
  const before =
    words.length > 0 ? ask({ ...one, actions: words.slice(0, -1).join(" ") }).scene : null;
  const looks = Object.fromEntries(
    (one.looks ?? []).map((moment) => [moment, look(one, scene, moment)]),
  );
  const fixture = { scene, offers, status, events, before, looks };
  writeFileSync(join(here, "fixtures", `${one.name}.json`), `${JSON.stringify(fixture)}\n`);
  console.log(`${one.name}: ${offers.length} offers, ${events.length} events`);
}
