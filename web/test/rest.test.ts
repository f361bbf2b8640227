import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { layOut, neighbour, placeAt } from "../src/boards/flat/layout";
import { baseOf, isDrawn } from "../src/boards/pieces";
import type { Clock, GameSummary, Lobby, LobbyChange, Offer, Scene, Seek } from "../src/generated";
import { applyLobbyNotice, EMPTY_LOBBY } from "../src/model/lobby";
import { encodeQr } from "../src/model/qr";
import { LIVE, moveRows, step, togglePlaying } from "../src/model/replay";
import { DEFAULT_SETTINGS, loadSettings, saveSettings } from "../src/model/settings";
import { bestGame } from "../src/model/television";
import { cellInWords, legalInWords, readTyped, where } from "../src/model/words";
import orthodox from "./fixtures/orthodox.json";
import tridim from "./fixtures/tridim.json";

const scene = orthodox.scene as unknown as Scene;
const seek = (game: string) => ({ game }) as Seek;

test("the lobby counts its changes and notices a gap", () => {
  const one = applyLobbyNotice(EMPTY_LOBBY, {
    number: 1,
    n_running: 0,
    change: { type: "seek_added", seek: seek("a") },
  });
  assert.deepEqual(one?.seeks, [{ game: "a" }]);
  const goneAs = (number: number) =>
    applyLobbyNotice(one as Lobby, {
      number,
      n_running: 0,
      change: { type: "seek_gone", game: "a" },
    });
  assert.equal(goneAs(3), null);
  assert.equal(goneAs(1), one);
  assert.deepEqual(goneAs(2)?.seeks, []);
});

const sitter = (player: string) => ({ player, name: player });
const running = (game: string, white: string, black: string, clock: Clock = { type: "untimed" }) =>
  ({ game, clock, seats: { white: sitter(white), black: sitter(black) } }) as GameSummary;

test("games whose people have left are not listed, and results are", () => {
  const summary = running("g", "ada", "ben");
  const after = (lobby: Lobby, change: LobbyChange) =>
    applyLobbyNotice(lobby, { number: lobby.number + 1, n_running: 1, change }) as Lobby;
  let lobby = after(EMPTY_LOBBY, { type: "game_started", summary });
  assert.deepEqual(lobby.games, [summary]);
  lobby = after(lobby, { type: "game_left", game: "g" });
  assert.deepEqual(lobby.games, []);
  lobby = after(lobby, { type: "game_started", summary });
  lobby = after(lobby, { type: "game_ended", game: "g" });
  for (let n = 0; n < 12; n += 1)
    lobby = after(lobby, { type: "result", summary: running(`g${n}`, "ada", "ben") });
  assert.equal(lobby.results?.length, 10);
  assert.equal(lobby.results?.[0]?.game, "g11");
});

test("on television people come before computers, and fast games before slow ones", () => {
  const fast: Clock = { type: "fischer", initial: 60_000, increment: 0 };
  const games = [
    running("computer", "ada", "computer-1", fast),
    running("slow", "ada", "ben"),
    running("fast", "eve", "ida", fast),
    running("older", "eve", "ida", fast),
  ];
  assert.equal(bestGame(games)?.game, "fast");
  assert.equal(bestGame([]), null);
});

test("stepping stays within the game and follows it at the end", () => {
  assert.deepEqual(step(LIVE, 4, "back"), { at: 3, playing: false });
  assert.deepEqual(step({ at: 3, playing: true }, 4, "forward"), LIVE);
  assert.deepEqual(step({ at: 0, playing: false }, 4, "back"), { at: 0, playing: false });
  assert.deepEqual(step(LIVE, 4, "first"), { at: 0, playing: false });
  assert.deepEqual(step(LIVE, 4, { to: 2 }), { at: 2, playing: false });
  assert.deepEqual(togglePlaying(LIVE), { at: 0, playing: true });
});

test("the score sheet has rows, also when a seat acts twice", () => {
  const seats = (letters: string) =>
    [...letters].map((letter) => ({ seat: letter === "w" ? "white" : "black" }));
  assert.deepEqual(moveRows(seats("wbw")), [
    { number: 1, white: 0, black: 1 },
    { number: 2, white: 2, black: null },
  ]);
  assert.deepEqual(moveRows(seats("wwb")), [
    { number: 1, white: 0, black: null },
    { number: 2, white: 1, black: 2 },
  ]);
  assert.deepEqual(moveRows(seats("bw")), [
    { number: 1, white: null, black: 0 },
    { number: 2, white: 1, black: null },
  ]);
  assert.deepEqual(moveRows(seats("bw"), 12)[1], { number: 13, white: 1, black: null });
});

test("settings survive, and nonsense is as usual", () => {
  const kept = new Map<string, string>();
  const shelf = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  assert.deepEqual(loadSettings(shelf), DEFAULT_SETTINGS);
  saveSettings(shelf, { ...DEFAULT_SETTINGS, sound: false });
  assert.equal(loadSettings(shelf).sound, false);
  for (const nonsense of ["{", "7", "null", '{"sound":"loud"}']) {
    kept.set("rookery.settings", nonsense);
    assert.deepEqual(loadSettings(shelf), DEFAULT_SETTINGS);
  }
});

test("words are commands and everything else is a move", () => {
  assert.deepEqual(readTyped(" Nf3 "), { type: "move", text: "Nf3" });
  assert.deepEqual(readTyped("where knight"), { type: "where", what: "knight" });
  assert.deepEqual(readTyped("legal e2"), { type: "legal", place: "e2" });
  assert.deepEqual(readTyped("clock"), { type: "clock" });
  assert.deepEqual(readTyped(""), { type: "nothing" });
});

test("the board can be asked in words", () => {
  assert.equal(where(scene, "white knight"), "white knight: b1, g1.");
  assert.equal(where(scene, "E2"), "e2, white pawn");
  assert.match(where(scene, "dragon"), /called dragon/);
  assert.equal(cellInWords(scene, "e4"), "e4, empty");
  assert.equal(legalInWords(scene, orthodox.offers as Offer[], "e2"), "2 possibilities: e3; e4.");
  assert.match(legalInWords(scene, [], null), /^No legal moves/);
});

test("a flat layout turns with the viewer and finds cells and neighbours", () => {
  const white = layOut(scene, "white");
  assert.deepEqual([white.width, white.height], [360, 360]);
  assert.equal(placeAt(white, 1, 359)?.cell.id, "a1");
  assert.equal(placeAt(layOut(scene, "black"), 1, 359)?.cell.id, "h8");
  assert.equal(placeAt(white, -1, 5), null);
  const e2 = white.places.get("e2")!;
  assert.equal(neighbour(white, e2, 0, -1).cell.id, "e3");
  assert.equal(neighbour(white, white.places.get("h1")!, 1, 0).cell.id, "h1");
});

test("a layout of several levels overlaps nowhere", () => {
  const { places } = layOut(tridim.scene as unknown as Scene, "white");
  const corners = [...places.values()].map(({ x, y }) => `${x} ${y}`);
  assert.equal(new Set(corners).size, tridim.scene.cells.length);
});

test("all kinds of Wisconsin are drawn on their bases", () => {
  const bases = {
    war: "pawn",
    constructive: "knight",
    original: "bishop",
    simple: "rook",
    queen: "queen",
    unknown: "pawn",
  };
  for (const [kind, base] of Object.entries(bases)) assert.equal(baseOf(kind), base);
  assert.ok(isDrawn("form") && isDrawn("warp") && !isDrawn("dragon"));
});

/** A link as long as each version can hold, and the beginning of the digest of its code, which another program has read. */
const READ_QR: [length: number, digest: string][] = [
  [14, "2e9aa476a80a8285"],
  [26, "bebe57832d0f980c"],
  [42, "70cbf31d61cbb7f7"],
  [62, "c942c1609efafbe9"],
  [84, "af6be4a9a05ae45f"],
  [106, "37d1e16dac0bde52"],
  [122, "25379089817630b8"],
  [152, "51a287067cfb6f03"],
  [180, "18a2090b7bb33ffd"],
  [213, "5bcaea5a077fb255"],
];

test("QR codes of every version are those that zbarimg has read", () => {
  const link = `https://rookery.example/game/${"abcdefghijklmnopqrstuvwxyz0123456789".repeat(8)}`;
  READ_QR.forEach(([length, digest], index) => {
    const code = encodeQr(link.slice(0, length))!;
    assert.equal(code.length, 21 + 4 * index, "as long as this version holds");
    const rows = code.map((row) => row.map(Number).join("")).join("\n");
    assert.equal(createHash("sha256").update(rows).digest("hex").slice(0, 16), digest);
  });
});

test("QR codes have the size of their version and a limit", () => {
  assert.equal(encodeQr("A")?.length, 21);
  assert.equal(encodeQr("http://192.168.1.20:8080/game/t5c2m7qk3xza")?.length, 29);
  assert.equal(encodeQr("x".repeat(300)), null);
  const corner = encodeQr("A")!
    .slice(0, 7)
    .map((row) => row.slice(0, 7).map(Number).join(""));
  assert.deepEqual(corner, [
    "1111111",
    "1000001",
    "1011101",
    "1011101",
    "1011101",
    "1000001",
    "1111111",
  ]);
});
