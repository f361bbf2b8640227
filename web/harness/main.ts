// Shows a board from a fixture, with the page's own model of taps but without a server.
// The address says what: ?case=levels-busy&taps=WQL&orientation=black&appearance=dark&low&still&play
import "../src/style/base.css";
import "../src/style/frame.css";
import "../src/style/dialog.css";
import "../src/style/board.css";
import "./harness.css";
import type { BoardInput, BoardView } from "../src/boards/board";
import { createBoard as levels } from "../src/boards/levels";
import { createBoard as timeline } from "../src/boards/timeline";
import type { Offer, Scene, Seat } from "../src/generated";
import { select, tapped } from "../src/model/selection";
import { speak } from "../src/texts";
import { dictionary } from "../src/texts/en";
import { loadMore } from "../src/texts/more";

interface Fixture {
  scene: Scene;
  offers: Offer[];
  status: { to_act?: Seat };
  events: unknown[];
  before: Scene | null;
  looks: Record<string, Scene>;
}

speak("en", dictionary);
await loadMore();
const wish = new URLSearchParams(location.search);
const name = wish.get("case") ?? "levels-start";
const fixture = (await (await fetch(`/fixtures/${name}.json`)).json()) as Fixture;
const said = document.querySelector("#said") as HTMLElement;
const host = document.querySelector("#board") as HTMLElement;
const appearance = wish.get("appearance");
if (appearance) document.documentElement.dataset.appearance = appearance;

let taps = (wish.get("taps") ?? "").split(",").filter(Boolean);
let looked: Scene | null = fixture.looks[wish.get("look") ?? ""] ?? null;

function input(scene: Scene): BoardInput {
  const selection = select(fixture.offers, taps);
  return {
    scene,
    offers: fixture.offers,
    taps: selection.type === "decided" ? selection.offer.taps : selection.taps,
    targets: selection.type === "open" ? selection.targets : [],
    orientation: wish.get("orientation") === "black" ? "black" : "white",
    seat: fixture.status.to_act ?? null,
    premove: (wish.get("premove") ?? "").split(",").filter(Boolean),
    ghosts: (wish.get("ghosts") ?? "").split(",").filter(Boolean),
    settings: {
      theme: "walnut",
      reducedMotion: wish.has("still"),
      lowDetail: wish.has("low"),
      coordinates: true,
      largePieces: wish.has("large"),
    },
  };
}

const say = (text: string) => {
  said.textContent = text;
};
const refresh = () => view.update(input(looked ?? fixture.scene), []);
const create = fixture.scene.shape === "timeline" ? timeline : levels;
const view: BoardView = create(host, {
  tap(place) {
    taps = tapped(fixture.offers, taps, place);
    const selection = select(fixture.offers, taps);
    say(
      selection.type === "decided"
        ? `decided ${selection.offer.action}`
        : `tap ${place}: ${taps.join(" ") || "nothing"}`,
    );
    refresh();
  },
  drag(from, to) {
    if (taps.at(-1) !== from) this.tap(from);
    this.tap(to);
  },
  inspect() {},
  look(moment) {
    looked = moment === null ? null : (fixture.looks[String(moment)] ?? null);
    say(`look ${moment ?? "now"}`);
    refresh();
  },
});

if (wish.has("play") && fixture.before) {
  view.update(input(fixture.before), []);
  setTimeout(() => view.update(input(fixture.scene), fixture.events), 1500);
} else refresh();
Object.assign(window, { board: view });
