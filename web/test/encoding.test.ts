import assert from "node:assert/strict";
import { test } from "node:test";
import { decoded } from "../src/model/encoding";

test("files in old encodings keep their letters", () => {
  const name = "José";
  const bytes = (values: number[]) => new Uint8Array(values).buffer;
  const units = [...name].map((letter) => letter.charCodeAt(0));
  assert.equal(decoded(new TextEncoder().encode(name).buffer), name);
  assert.equal(decoded(bytes(units)), name);
  assert.equal(decoded(bytes([0xff, 0xfe, ...units.flatMap((unit) => [unit, 0])])), name);
  assert.equal(decoded(bytes([0xfe, 0xff, ...units.flatMap((unit) => [0, unit])])), name);
});
