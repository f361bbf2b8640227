import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../src/model/connection";
import { Identity, PLAYER } from "../src/model/identity";

/** A browser with this storage, and a server that knows the token "old" of the player "p1". */
function setUp(kept: Record<string, string>) {
  const storage = new Map(Object.entries(kept));
  const said: object[] = [];
  const identity = new Identity({
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    hello: async (body) => {
      said.push(body);
      if (body.token === "old") return { player: "p1" };
      if (body.token !== undefined) throw new Refused({ code: "bad-token", message: "no" });
      return { player: "p2" };
    },
  });
  return { identity, said, storage };
}

test("a new browser gets a cookie, and one that has it asks for nothing", async () => {
  const { identity, said, storage } = setUp({});
  await identity.begin();
  assert.deepEqual(said, [{}]);
  assert.equal(storage.get(PLAYER), "p2");
  await identity.begin();
  assert.equal(said.length, 1);
  assert.equal(identity.isOther("p2"), false);
});

test("a token of the first version is handed over and forgotten", async () => {
  const { identity, said, storage } = setUp({ "rookery.token": "old" });
  await identity.begin();
  assert.deepEqual(said, [{ token: "old" }]);
  assert.deepEqual([...storage], [[PLAYER, "p1"]]);
});

test("one that has ended is forgotten, and the browser is a new guest", async () => {
  const { identity, said, storage } = setUp({ "rookery.token": "ended" });
  await identity.begin();
  assert.deepEqual(said, [{ token: "ended" }, {}]);
  assert.deepEqual([...storage], [[PLAYER, "p2"]]);
});

test("a lost cookie is renewed once, since a browser may keep none", async () => {
  const { identity, storage } = setUp({ [PLAYER]: "p1" });
  await identity.begin();
  assert.equal(identity.isOther("p9"), true);
  await identity.renew();
  assert.equal(storage.get(PLAYER), "p2");
  assert.equal(identity.isOther("p9"), false);
});
