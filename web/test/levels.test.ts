import assert from "node:assert/strict";
import { test } from "node:test";
import { Mesh, PlaneGeometry, Vector3 } from "three";
import carried from "../harness/fixtures/levels-carried.json";
import forced from "../harness/fixtures/levels-forced.json";
import middle from "../harness/fixtures/levels-middle.json";
import missingPlane from "../harness/fixtures/levels-missing.json";
import ridden from "../harness/fixtures/levels-ridden.json";
import start from "../harness/fixtures/levels-start.json";
import type { BoardInput } from "../src/boards/board";
import { animationSteps, announcementsOf } from "../src/boards/levels/animation";
import {
  landings,
  meantBy,
  secondTaps,
  squareName,
  squaresOf,
  storeysOf,
} from "../src/boards/levels/geometry";
import { climb, type Item, planOf, step } from "../src/boards/levels/plan";
import { heightOf, profileOf } from "../src/boards/levels/shapes";
import { pointOf, takeApart } from "../src/boards/levels/space/coordinates";
import { hiding } from "../src/boards/levels/space/hiding";
import { VIEWS, type View } from "../src/boards/levels/space/views";
import { describe, tooltip } from "../src/boards/levels/words";
import type { Offer, Scene } from "../src/generated";

interface Fixture {
  scene: Scene;
  offers: Offer[];
  events: unknown[];
}
const fixture = (json: unknown) => json as Fixture;
const pinsOf = (scene: Scene) => storeysOf(scene).flatMap((storey) => storey.pins);
const pinOf = (scene: Scene, id: string) => {
  const pin = pinsOf(scene).find((one) => one.id === id);
  assert.ok(pin, `no pin ${id}`);
  return pin;
};
const itemOf = (items: Item[], key: string) => {
  const item = items.find((one) => one.key === key);
  assert.ok(item, `no item ${key}`);
  return item;
};
const inputOf = ({ scene, offers }: Fixture, taps: string[] = []): BoardInput => ({
  scene,
  offers,
  taps,
  targets: taps.length === 1 ? secondTaps(offers, taps[0] ?? "") : [],
  orientation: "white",
  seat: "white",
  premove: [],
  ghosts: [],
  settings: {
    theme: "walnut",
    reducedMotion: true,
    lowDetail: true,
    coordinates: true,
    largePieces: false,
  },
});

test("three storeys with four pins each, lowest first", () => {
  const storeys = storeysOf(fixture(start).scene);
  assert.deepEqual(
    storeys.map((storey) => storey.board.id),
    ["W", "N", "B"],
  );
  assert.deepEqual(
    storeys.map((storey) => storey.pins.length),
    [4, 4, 4],
  );
});

test("the squares of a pin are those the rules name", () => {
  for (const json of [start, middle, ridden, carried]) {
    const { scene } = fixture(json);
    for (const pin of pinsOf(scene)) {
      const names = squaresOf(pin)
        .map((place) => squareName(place, pin))
        .sort();
      const cells = scene.cells
        .filter((cell) => cell.id.endsWith(pin.id))
        .map((cell) => cell.id)
        .sort();
      assert.deepEqual(cells, pin.board ? names : [], pin.id);
    }
  }
});

test("the floor plan has every cell once, every pin, and nothing overlaps", () => {
  for (const orientation of ["white", "black"] as const) {
    const { scene } = fixture(middle);
    const { items } = planOf(scene, orientation, []);
    const keys = new Set(items.map((item) => item.key));
    assert.equal(keys.size, items.length);
    for (const cell of scene.cells) assert.ok(keys.has(cell.id), cell.id);
    for (const board of scene.boards) if (board.tap) assert.ok(keys.has(board.tap), board.tap);
    const squares = items.flatMap((item) =>
      Array.from({ length: item.span }, (_, n) => `${item.row}.${item.column + n}`),
    );
    assert.equal(new Set(squares).size, squares.length);
  }
});

test("the plan of Black is the plan of White turned round", () => {
  const { scene } = fixture(middle);
  const white = planOf(scene, "white", []).items;
  const black = planOf(scene, "black", []).items;
  const rows = 18;
  for (const item of white) {
    const other = itemOf(black, item.key);
    assert.deepEqual(
      [other.column, other.row],
      [8 - item.column - item.span, rows - 1 - item.row],
      item.key,
    );
  }
});

test("White's own board is at the bottom for White and at the top for Black", () => {
  const { scene } = fixture(start);
  assert.equal(planOf(scene, "white", []).storeys.at(-1)?.board.id, "W");
  assert.equal(planOf(scene, "black", []).storeys[0]?.board.id, "W");
});

test("arrow keys walk over squares, gutters and board names, and stop at the edge", () => {
  const { items } = planOf(fixture(start).scene, "white", []);
  const walk = (from: string, ...way: Parameters<typeof step>[2][]) =>
    way.reduce((item, direction) => step(items, item, direction), itemOf(items, from)).key;
  assert.equal(walk("a1W", "right"), "b1W");
  assert.equal(walk("a1W", "left"), "a0QL1");
  assert.equal(walk("z0QL1", "left"), "z0QL1");
  assert.equal(walk("z0QL1", "down"), "WQL");
  assert.equal(walk("a4W", "up"), "a3N");
  assert.equal(walk("WQL", "right"), "WKL");
});

test("every place can be reached by arrow keys", () => {
  const { items } = planOf(fixture(ridden).scene, "white", ["QL3", "QL2"]);
  const reached = new Set<Item>();
  const open = [items[0] as Item];
  for (let item = open.pop(); item; item = open.pop()) {
    if (reached.has(item)) continue;
    reached.add(item);
    for (const way of ["up", "down", "left", "right"] as const) open.push(step(items, item, way));
  }
  assert.equal(reached.size, items.length);
});

test("level keys stay in the column where it goes on", () => {
  const { items } = planOf(fixture(start).scene, "white", []);
  assert.equal(climb(items, itemOf(items, "a1W"), true).key, "a1QL1");
  assert.equal(climb(items, itemOf(items, "a1QL1"), false).key, "a1W");
  assert.equal(climb(items, itemOf(items, "b3W"), true).key, "b3N");
  assert.equal(climb(items, itemOf(items, "b1W"), false).key, "b1W");
  assert.equal(climb(items, itemOf(items, "b1W"), true).key, "a1QL1");
});

test("a chosen board with a rider can be turned on its own pin", () => {
  const { scene, offers } = fixture(ridden);
  const targets = secondTaps(offers, "WQL");
  assert.ok(targets.includes("QL3"));
  const { items } = planOf(scene, "white", targets);
  assert.equal(itemOf(items, "QL3").kind, "turn");
  assert.equal(itemOf(items, "WQL").span, 1);
});

test("an attack board is picked up by an empty square, a piece by its own", () => {
  const input = inputOf(fixture(ridden));
  assert.equal(meantBy("a3QL3", input), "WQL");
  assert.equal(meantBy("z2QL3", input), "z2QL3");
  assert.equal(meantBy("a3N", input), "a3N", "main boards stay");
  assert.equal(meantBy("e0KL1", input), "e0KL1", "the other side controls this board");
  assert.equal(meantBy("a3QL3", { ...input, targets: ["a3QL3"] }), "a3QL3");
});

test("landings are where the labels of the offers say", () => {
  const { scene, offers } = fixture(ridden);
  for (const target of secondTaps(offers, "WQL")) {
    const pin = pinOf(scene, target);
    const found = landings(scene, offers, "WQL", pin)
      .map(({ place }) => squareName(place, pin))
      .sort();
    const labels = offers
      .filter((offer) => offer.taps.join() === `WQL,${target}`)
      .map((offer) => offer.label);
    const told = labels.map((label) => label.split(" to ").at(-1)).sort();
    assert.deepEqual(found, told, target);
  }
});

test("an empty board has nobody to put down", () => {
  const { scene, offers } = fixture(ridden);
  assert.deepEqual(landings(scene, offers, "BQL", pinOf(scene, "QL4")), []);
});

test("a rider travels with its board, a captor arrives while its victim leaves", () => {
  const types = (events: unknown[]) =>
    animationSteps(events)?.map((step) => step.map((motion) => motion.type));
  assert.deepEqual(types(fixture(carried).events), [["board_moved", "moved"]]);
  assert.deepEqual(types(fixture(middle).events), [["removed", "moved"]]);
  assert.deepEqual(types(fixture(forced).events), [["board_moved"]]);
  const castling = [
    { type: "removed", at: "a" },
    { type: "moved", from: "b", to: "c" },
    { type: "placed", at: "d", token: {} },
  ];
  assert.deepEqual(types(castling), [["removed", "moved"], ["placed"]]);
  assert.equal(types([...castling, { type: "redraw" }]), undefined);
  assert.equal(animationSteps([{ type: "redraw" }]), null);
});

test("a plane that comes back is told once, in the reader's words", () => {
  const restored = (seat: string) => ({ type: "plane_restored", file: "z", seat, text: "…" });
  const moved = { type: "board_moved", board: "BQL", from: "QL5", to: "QL6", rotated: false };
  assert.deepEqual(announcementsOf([moved, restored("white"), restored("black"), null]), [
    "Promotion plane restored on file z",
  ]);
  assert.deepEqual(announcementsOf([moved]), []);
});

test("places are told in words", () => {
  const input = inputOf(fixture(ridden), ["WQL"]);
  const { items } = planOf(input.scene, "white", input.targets);
  const say = (key: string) => describe(itemOf(items, key), input);
  assert.equal(say("z2QL3"), "z2QL3, white knight, can be selected");
  assert.equal(say("WQL"), "attack board WQL on QL3, selected");
  assert.equal(say("QL3"), "Turn attack board WQL on QL3 by 180°, legal target");
  assert.equal(say("QL2+00"), "pin QL2, on a4W, free, would be z4QL2, legal target");
  assert.equal(say("WKL"), "attack board WKL on KL1, Controlled by its black rider");
  assert.equal(say("a1W"), "a1W, empty");
});

test("signs are told in words, on the plan and in the tooltip", () => {
  const input = inputOf(fixture(forced));
  const { items } = planOf(input.scene, "white", []);
  assert.match(
    describe(itemOf(items, "a8B"), input),
    /white pawn, .*must promote.*can be selected/,
  );
  assert.match(
    tooltip("a8B", input.scene, pinsOf(input.scene)),
    /^a8B · white pawn · .*must promote/,
  );
});

test("profiles rise from the axis and end on it", () => {
  for (const kind of ["pawn", "knight", "bishop", "rook", "queen", "king"]) {
    const profile = profileOf(kind);
    assert.equal(profile[0]?.[0], 0);
    assert.equal(profile.at(-1)?.[0], 0);
    assert.ok(
      profile.every(([radius]) => radius >= 0 && radius < 0.5),
      kind,
    );
  }
  const heights = ["pawn", "rook", "bishop", "queen", "king"].map(heightOf);
  assert.deepEqual(
    heights,
    [...heights].sort((one, other) => one - other),
  );
});

/** How much of each piece can be seen from far away in the direction of a view, from 0 to 1: boards are flat, pieces are posts. */
function seenFrom({ azimuth, polar }: View, scene: Scene): Map<string, number> {
  const way = [
    Math.sin(polar) * Math.sin(azimuth),
    Math.cos(polar),
    Math.sin(polar) * Math.cos(azimuth),
  ] as const;
  const places = scene.cells.map((cell) => pointOf(cell));
  const posts = scene.tokens.map((token) => {
    const cell = scene.cells.find((one) => one.id === token.cell);
    assert.ok(cell);
    return { id: token.cell, at: pointOf(cell), height: heightOf(token.kind) };
  });
  const isHidden = (x: number, y: number, z: number, own: string) => {
    const isUnderBoard = places.some((place) => {
      const far = (place.y - y) / way[1];
      if (far < 0.01) return false;
      return (
        Math.abs(x + way[0] * far - place.x) < 0.5 && Math.abs(z + way[2] * far - place.z) < 0.5
      );
    });
    const isBehindPost = posts.some(({ id, at, height }) => {
      if (id === own) return false;
      const along = (at.x - x) * way[0] + (at.z - z) * way[2];
      const far = along / (way[0] ** 2 + way[2] ** 2);
      const aside = Math.hypot(x + way[0] * far - at.x, z + way[2] * far - at.z);
      const above = y + way[1] * far - at.y;
      return far > 0.05 && aside < 0.2 && above > 0 && above < height;
    });
    return isUnderBoard || isBehindPost;
  };
  return new Map(
    posts.map(({ id, at, height }) => {
      const parts = [0.25, 0.5, 0.8].map((part) => isHidden(at.x, at.y + part * height, at.z, id));
      return [id, parts.filter((hidden) => !hidden).length / parts.length];
    }),
  );
}

test("at the start most of every piece can be seen from both players' places", () => {
  const { scene } = fixture(start);
  for (const name of ["white", "black"] as const) {
    const seen = seenFrom(VIEWS[name], scene);
    assert.equal(seen.size, 32);
    for (const [cell, part] of seen) assert.ok(part >= 0.5, `${name}: ${cell} ${part}`);
  }
});

test("boards between the eye and what is pointed at turn transparent, and its own does not", () => {
  const board = (name: string, height: number) => {
    const surface = new Mesh(new PlaneGeometry(4, 4));
    surface.rotation.x = -Math.PI / 2;
    surface.position.y = height;
    surface.userData.board = name;
    surface.updateMatrixWorld();
    return surface;
  };
  const surfaces = [board("W", 0), board("N", 2), board("B", 4)];
  const above = (own: string, height: number) =>
    [...hiding(new Vector3(0.3, 9, 0.2), new Vector3(0, height, 0), own, surfaces)].sort();
  assert.deepEqual(above("W", 0), ["B", "N"]);
  assert.deepEqual(above("N", 2), ["B"]);
  assert.deepEqual(above("B", 4), []);
  const aside = hiding(new Vector3(30, 0.5, 0), new Vector3(0, 0, 0), "W", surfaces);
  assert.deepEqual([...aside], [], "from the side nothing is in the way");
});

test("taken apart, no board lies above another, and from above every piece can be seen", () => {
  const { scene } = fixture(start);
  takeApart(true);
  try {
    const columns = scene.cells.map((cell) => {
      const { x, z } = pointOf(cell);
      return [Math.round(x * 100), Math.round(z * 100)].join();
    });
    assert.equal(new Set(columns).size, scene.cells.length);
    for (const [cell, part] of seenFrom(VIEWS.top, scene)) assert.equal(part, 1, cell);
  } finally {
    takeApart(false);
  }
});

test("a square that a pawn misses is not a target", () => {
  const { scene, offers } = fixture(missingPlane);
  const input = { ...inputOf({ scene, offers, events: [] }), ghosts: ["z8QL6"], targets: ["QL6"] };
  const items = planOf(scene, "white", input.targets).items;
  const missing = items.find((item) => describe(item, input).startsWith("z8QL6"));
  assert.ok(missing);
  assert.equal(describe(missing, input), "z8QL6 is missing: there is no board here");
});
