import type { Badge, Scene } from "../generated";

/**
 * The checksum of a picture, as the server computes it: every element is one line, a JSON array that begins with its sort;
 * the checksum is the sum of the FNV-1a hashes of all lines in UTF-8, modulo 2^32, as eight hexadecimal digits.
 */
export function sceneChecksum(scene: Scene): string {
  let sum = 0;
  const add = (...line: unknown[]) => {
    sum = (sum + fnv1a(JSON.stringify(line))) >>> 0;
  };
  add("shape", scene.shape);
  scene.boards.forEach((board, place) => {
    const { id, name, tap, seat, badges } = board;
    add("board", place, id, name, tap ?? null, seat ?? null, pairs(badges));
  });
  for (const { id, board, x, y, z, shade } of scene.cells) add("cell", id, board, x, y, z, shade);
  for (const { id, name, x, y, z } of scene.spots ?? []) add("spot", id, name, x, y, z);
  for (const { cell, kind, seat, letter, label, badges } of scene.tokens) {
    add("token", cell, kind, seat, letter, label, pairs(badges));
  }
  (scene.marks ?? []).forEach(({ kind, cells }, place) => {
    add("mark", place, kind, cells);
  });
  (scene.notes ?? []).forEach(({ kind, text }, place) => {
    add("note", place, kind, text);
  });
  if (scene.timeline !== undefined) {
    scene.timeline.moments.forEach(({ tap, seat, kind, label, badges }, place) => {
      add("moment", place, tap, seat, kind, label, pairs(badges));
    });
    add("shown", scene.timeline.shown);
  }
  return sum.toString(16).padStart(8, "0");
}

function pairs(badges: Badge[] | undefined): [string, string][] {
  return (badges ?? []).map(({ kind, text }) => [kind, text]);
}

const utf8 = new TextEncoder();

function fnv1a(line: string): number {
  let hash = 0x811c9dc5;
  for (const byte of utf8.encode(line)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
