// Every game is moved by mouse, finger, drag, keys and typed words; and what every board shows.

import { choosePlaces, click, drag, tapFinger } from "../board.mjs";
import { expect, test } from "../fixtures.mjs";
import { arrange, moves, scoreSheet, status, type } from "../game.mjs";
import { PHONE } from "../person.mjs";

/** White has a laptop and Black a phone; each move is made in another way. */
async function playInTurns(person, variant, setup, ways) {
  const [white, black] = [
    await person({ settings: { lowDetail: true } }),
    await person({ viewport: PHONE }),
  ];
  await arrange(white, black, variant, setup);
  for (const [index, way] of ways.entries()) {
    await way(index % 2 === 0 ? white : black);
    for (const page of [white, black]) await moves(page, index + 1);
  }
  return [white, black];
}

const press = async (page, keys) => {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
};

const FLAT = [
  (white) => click(white, "e2", "e4"),
  (black) => tapFinger(black, "e7", "e5"),
  (white) => drag(white, "g1", "f3"),
  // The cursor is where the finger was last, and Black looks from the other side. A board that was only pointed at leaves the
  // arrow keys to the score sheet, so it is reached by keys first.
  async (black) => {
    await black.locator(".flat-board").blur();
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
  test(`${variant}: mouse, finger, drag, keys and typed words`, async ({ person }) => {
    const [white, black] = await playInTurns(person, variant, setup, FLAT);
    for (const page of [white, black]) {
      await scoreSheet(page, ["e4", "e5", "Nf3", "Nc6", "d4"]);
      await expect(
        page.locator(".flat-board .mark-last"),
        "where the last move came from and went",
      ).toHaveCount(2);
    }
  });
}

test("tridim: mouse, finger, drag, keys and typed words", async ({ person }) => {
  const [white, black] = await playInTurns(person, "tridim", "", [
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
    await scoreSheet(page, ["Nc3N", "d5B", "b3N", "b6B", "a3W"]);
    await expect(page.locator(".levels-plan .mark-last")).toHaveCount(2);
  }
});

test("a premove is set on levels and in a timeline too, and played when its turn comes", async ({
  person,
}) => {
  const [white, black] = [
    await person({ settings: { lowDetail: true } }),
    await person({ viewport: PHONE }),
  ];
  await arrange(white, black, "tridim");
  await choosePlaces(black, "d7B", "d5B");
  await expect(black.locator(".levels-plan .is-premove")).toHaveCount(2);
  await choosePlaces(white, "d1W", "c3N");
  await moves(white, 2);
  await arrange(white, black, "timetravel");
  await tapFinger(black, "e7", "e5");
  await status(black, "Premove set");
  await click(white, "e2", "e4");
  await moves(white, 2);
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

test("the board is flipped with its coordinates, and a king in check is marked", async ({
  person,
}) => {
  const [white, black] = [await person(), await person()];
  await arrange(white, black, "orthodox", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1");
  await expect.poll(() => names(white)).toEqual(["abcdefgh", "87654321"]);
  await expect.poll(() => names(black)).toEqual(["hgfedcba", "12345678"]);
  await white.keyboard.press("f");
  await expect.poll(() => names(white)).toEqual(["hgfedcba", "12345678"]);
  await white.keyboard.press("f");
  await click(white, "f1", "f8");
  await moves(black, 1);
  for (const page of [white, black]) await expect(page.locator(".mark-check")).toHaveCount(1);
});
