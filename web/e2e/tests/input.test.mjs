// Every game is moved by mouse, finger, drag, keys and typed words; and what every board shows.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  arrange,
  assertNoFaults,
  choosePlaces,
  click,
  drag,
  launch,
  moves,
  PHONE,
  person,
  status,
  tapFinger,
  type,
} from "../lib.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** White has a laptop and Black a phone; each move is made in another way. */
async function playInTurns(variant, setup, ways) {
  const [white, black] = [
    await person(browser, { settings: { lowDetail: true } }),
    await person(browser, { viewport: PHONE }),
  ];
  await arrange(white, black, variant, setup);
  for (const [index, way] of ways.entries()) {
    await way(index % 2 === 0 ? white : black);
    for (const page of [white, black]) await moves(page, index + 1);
  }
  assertNoFaults(white, black);
  return [white, black];
}

const press = async (page, keys) => {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
};

const FLAT = [
  (white) => click(white, "e2", "e4"),
  (black) => tapFinger(black, "e7", "e5"),
  (white) => drag(white, "g1", "f3"),
  // The cursor is where the finger was last, and Black looks from the other side.
  async (black) => {
    await black.locator(".flat-board").focus();
    await press(
      black,
      "ArrowRight ArrowRight ArrowRight ArrowDown ArrowDown ArrowDown Enter ArrowUp ArrowUp ArrowLeft Enter",
    );
  },
  (white) => type(white, "d4"),
];

for (const [variant, setup] of [
  ["orthodox", ""],
  ["wisconsin", "army:regular/regular"],
  ["timetravel", ""],
]) {
  test(`${variant}: mouse, finger, drag, keys and typed words`, async () => {
    const [white, black] = await playInTurns(variant, setup, FLAT);
    for (const page of [white, black]) {
      assert.deepEqual(await page.locator("button.move").allTextContents(), [
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "d4",
      ]);
      assert.equal(
        await page.locator(".flat-board .mark-last").count(),
        2,
        "where the last move came from and went",
      );
      await page.context().close();
    }
  });
}

test("tridim: mouse, finger, drag, keys and typed words", async () => {
  const [white, black] = await playInTurns("tridim", "", [
    (page) => choosePlaces(page, "d1W", "c3N"),
    async (page) => {
      for (const key of ["d7B", "d5B"])
        await page.locator(`.levels-plan [data-key="${key}"]`).tap();
    },
    (page) =>
      page
        .locator('.levels-plan [data-key="b2W"]')
        .dragTo(page.locator('.levels-plan [data-key="b3N"]')),
    async (page) => {
      await page.locator('.levels-plan [data-key="b7B"]').focus();
      await press(page, "Enter ArrowUp Enter");
    },
    (page) => type(page, "a2W-a3W"),
  ]);
  for (const page of [white, black]) {
    assert.deepEqual(await page.locator("button.move").allTextContents(), [
      "Nc3N",
      "d5B",
      "b3N",
      "b6B",
      "a3W",
    ]);
    assert.equal(await page.locator(".levels-plan .mark-last").count(), 2);
    await page.context().close();
  }
});

test("a premove is set on levels and in a timeline too, and played when its turn comes", async () => {
  const [white, black] = [
    await person(browser, { settings: { lowDetail: true } }),
    await person(browser, { viewport: PHONE }),
  ];
  await arrange(white, black, "tridim");
  await choosePlaces(black, "d7B", "d5B");
  assert.equal(await black.locator(".levels-plan .is-premove").count(), 2);
  await choosePlaces(white, "d1W", "c3N");
  await moves(white, 2);
  await arrange(white, black, "timetravel");
  await tapFinger(black, "e7", "e5");
  await status(black, "Premove set");
  await click(white, "e2", "e4");
  await moves(white, 2);
  assertNoFaults(white, black);
});

/** The names along two edges of the flat board, as they are seen from left to right and from top to bottom. */
const names = (page) =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll(".coordinate")].map((label) => ({
      name: label.textContent,
      box: label.getBoundingClientRect(),
    }));
    const inOrder = (wanted, side) =>
      seen
        .filter(({ name }) => wanted.test(name))
        .sort((one, other) => one.box[side] - other.box[side])
        .map(({ name }) => name)
        .join("");
    return [inOrder(/[a-h]/, "left"), inOrder(/\d/, "top")];
  });

test("the board is flipped with its coordinates, and a king in check is marked", async () => {
  const [white, black] = [await person(browser), await person(browser)];
  await arrange(white, black, "orthodox", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1");
  assert.deepEqual(await names(white), ["abcdefgh", "87654321"]);
  assert.deepEqual(await names(black), ["hgfedcba", "12345678"]);
  await white.keyboard.press("f");
  assert.deepEqual(await names(white), ["hgfedcba", "12345678"]);
  await white.keyboard.press("f");
  await click(white, "f1", "f8");
  await moves(black, 1);
  for (const page of [white, black]) assert.equal(await page.locator(".mark-check").count(), 1);
  assertNoFaults(white, black);
});
