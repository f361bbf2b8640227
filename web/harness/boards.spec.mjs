// Plays on the boards in a real browser, without a server.
import { expectAccessible } from "../e2e/checks.mjs";
import { launchOptions } from "../e2e/chromium.mjs";
import { expect, test } from "./fixtures.mjs";

const LAPTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** What the harness says the last tap did. */
const said = (page, words) => expect(page.locator("#said")).toHaveText(words);
/** The label of what has the focus. */
const focused = (page, label) =>
  expect(page.locator(":focus")).toHaveAttribute("aria-label", label);
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
const ready = async (page) => {
  await page.locator(".levels-space[data-state=ready]").waitFor();
  await page.waitForFunction(() => window.board.space.stage.last > 0);
};

/** Where a point of the set is on the page: files and ranks are one unit apart, heights 4 / 2.1. */
async function spotOf(page, x, y, z) {
  return page.evaluate(
    ({ x, y, z }) => {
      const { camera, canvas } = window.board.space.stage;
      const times = (m, v) =>
        [0, 1, 2, 3].map((row) =>
          v.reduce((sum, part, column) => sum + m.elements[column * 4 + row] * part, 0),
        );
      const seen = times(camera.matrixWorldInverse, [x - 2.5, (z * 4) / 2.1, 4.5 - y, 1]);
      const [right, up, , depth] = times(camera.projectionMatrix, seen);
      const box = canvas.getBoundingClientRect();
      return {
        x: box.x + ((right / depth + 1) / 2) * box.width,
        y: box.y + ((1 - up / depth) / 2) * box.height,
      };
    },
    { x, y, z },
  );
}

test("a board is moved and turned on the floor plan with the keyboard alone", async ({ board }) => {
  const page = await board("case=levels-ridden&still", PHONE);
  await page.evaluate(() => window.board.focus());
  await focused(page, /^c1W, white king/);
  await page.locator('[data-key="WQL"]').focus();
  await press(page, "Enter");
  await said(page, "tap WQL: WQL");
  await press(page, "ArrowRight");
  await focused(page, /^Turn attack board WQL/);
  await press(page, "Enter");
  await said(page, "decided QL3^");
});

test("level keys climb a column", async ({ board }) => {
  const page = await board("case=levels-start&still", PHONE);
  await page.locator('[data-key="a1W"]').focus();
  await press(page, "PageUp");
  await focused(page, /^a1QL1, white pawn/);
  await press(page, "PageDown", "ArrowUp");
  await focused(page, /^a2W, white pawn/);
  await press(page, "Enter", "ArrowUp", "Enter");
  await said(page, /^decided a2W-a3W/);
});

test("a piece is dragged on the floor plan", async ({ board }) => {
  const page = await board("case=levels-start&still", PHONE);
  await page.locator('[data-key="b2W"]').dragTo(page.locator('[data-key="b3N"]'));
  await said(page, "decided b2W-b3N");
});

test("the set in space is clicked and dragged by rays", async ({ board }) => {
  const page = await board("case=levels-ridden&still&low", LAPTOP);
  await ready(page);
  const knight = await spotOf(page, 0, 2, 3);
  await page.mouse.click(knight.x, knight.y);
  await said(page, "tap z2QL3: z2QL3");
  const target = await spotOf(page, 2, 3, 2);
  await page.mouse.move(knight.x, knight.y);
  await page.mouse.down();
  await page.mouse.move(target.x, target.y, { steps: 6 });
  await page.mouse.up();
  await said(page, /^decided Nz2QL3-b3N/);
});

test("both views show what is chosen in the other", async ({ board }) => {
  const page = await board("case=levels-ridden&still&low", LAPTOP);
  await ready(page);
  const attackBoard = await spotOf(page, 1, 2, 3);
  await page.mouse.click(attackBoard.x, attackBoard.y);
  await said(page, "tap WQL: WQL");
  await expect(page.locator('[data-key="WQL"]')).toHaveAttribute("aria-selected", "true");
  await page.locator('[data-key="QL2+00"]').hover();
  await expect(page.locator(".levels-landing")).toHaveCount(2);
});

test("events are animated and end in the new picture", async ({ board }) => {
  const page = await board("case=levels-carried&play&low", LAPTOP);
  await ready(page);
  await page.locator('[data-key="a5QL5"] .piece-image').waitFor();
  const end = [1 - 2.5, (5 * 4) / 2.1, 4.5 - 5];
  await page.waitForFunction((wanted) => {
    const at = window.board.space.pieces.standingAt("a5QL5")?.toArray() ?? [];
    return wanted.every((part, index) => Math.abs(part - at[index]) < 0.01);
  }, end);
});

test("with less motion the new picture is there at once, in both views", async ({ board }) => {
  const page = await board("case=levels-carried&play&still&low", LAPTOP);
  await ready(page);
  await page.locator('[data-key="a5QL5"] .piece-image').waitFor();
  await page.waitForFunction(() => window.board.space.pieces.standingAt("a5QL5") !== undefined);
  // Nothing was on its way: no animation on the plan, no motion on the set, which drew itself a single time.
  const moving = await page.evaluate(() => [
    window.board.space.isPlaying,
    window.board.space.stage.tickers.size,
    document.getAnimations().length,
  ]);
  expect(moving).toEqual([false, 0, 0]);
});

test("the focus stays in its place, or with its board, when a board has moved", async ({
  board,
}) => {
  for (const [key, after] of [
    ["z2QL3", /^pin QL3, on a3N, free, would be z2QL3/],
    ["WQL", /^attack board WQL on QL5/],
  ]) {
    const page = await board("case=levels-carried&play&still", PHONE);
    await page.locator(`[data-key="${key}"]`).focus();
    await page.locator('[data-key="a5QL5"].is-taken').waitFor();
    await focused(page, after);
  }
});

test("what is missed is painted in both views, and a plane that comes back is told", async ({
  board,
}) => {
  const page = await board("case=levels-missing&ghosts=z8QL6&still&low", LAPTOP);
  await ready(page);
  const missing = page.locator(".is-missing");
  await expect(missing).toHaveCount(1);
  await expect(missing).toHaveAttribute("aria-label", /^z8QL6 is missing/);
  await expect(page.locator('[data-key="z7QL4"]')).toHaveAttribute(
    "title",
    "Promotion plane missing - cannot advance",
  );
  await expect.poll(() => page.evaluate(() => window.board.space.marks.missing.length)).toBe(1);
  const restored = await board("case=levels-restored&play&still", PHONE);
  await restored
    .locator(".levels-news", { hasText: "Promotion plane restored on file z" })
    .waitFor();
});

test("two fingers zoom the set, and choose nothing", async ({ board }) => {
  const page = await board("case=levels-start&still&low", LAPTOP);
  await ready(page);
  const distance = () => page.evaluate(() => window.board.space.stage.controls.getDistance());
  const before = await distance();
  const pawn = await spotOf(page, 2, 2, 0);
  const finger = (id, away) => ({ id, x: pawn.x + away, y: pawn.y });
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", finger(0, 0));
  await touch("touchStart", finger(0, 0), finger(1, 60));
  for (const away of [70, 90, 120, 150]) await touch("touchMove", finger(0, 0), finger(1, away));
  await touch("touchEnd");
  await page.waitForFunction(
    (far) => window.board.space.stage.controls.getDistance() < far * 0.9,
    before,
  );
  const near = await distance();
  await touch("touchStart", finger(0, 0), finger(1, 150));
  for (const away of [120, 90, 60]) await touch("touchMove", finger(0, 0), finger(1, away));
  await touch("touchEnd");
  await page.waitForFunction(
    (close) => window.board.space.stage.controls.getDistance() > close * 1.1,
    near,
  );
  // Whatever the first finger touched was not chosen.
  await said(page, "");
});

test("without WebGL the floor plan is the whole board", async ({ board, playwright }) => {
  const plain = await playwright.chromium.launch(launchOptions("--disable-3d-apis"));
  const page = await board("case=levels-start&still", LAPTOP, plain);
  await expect(page.locator(".levels-note")).toBeVisible();
  await page.locator('[data-key="b2W"]').click();
  await page.locator('[data-key="b4N"]').click();
  await said(page, "decided b2W-b4N");
  await plain.close();
});

test("the past is looked at with keys and clicks, and changed on the board", async ({ board }) => {
  const page = await board("case=timeline-mate&still", PHONE);
  await page.locator('[data-moment="6"]').focus();
  await press(page, "[");
  await said(page, "look 5");
  await press(page, "ArrowLeft");
  await said(page, "look 4");
  await press(page, "End");
  await said(page, "look now");
  await page.locator('[data-moment="3"]').click();
  await said(page, "look 3");
  await page.getByRole("button", { name: "Change your move 2 (b4)" }).click();
  await said(page, "look 2");
  await expect(page.locator(".timeline-shown")).toHaveText(/^Changing your move 2/);
  await press(page, "Escape");
  await expect(page.locator(".timeline-shown")).toHaveText("This is the present.");
});

test("a piece of the past is moved where it stands", async ({ board }) => {
  const page = await board("case=timeline-mate&still&look=2", LAPTOP);
  const square = async (file, rank) => {
    const box = await page.locator(".flat-board").boundingBox();
    return {
      x: box.x + ((file + 0.5) * box.width) / 8,
      y: box.y + ((8 - rank + 0.5) * box.height) / 8,
    };
  };
  const from = await square(1, 1);
  const to = await square(2, 3);
  await page.mouse.click(from.x, from.y);
  await said(page, "tap b1: ply:3 b1");
  await page.mouse.click(to.x, to.y);
  await said(page, "decided 3^b1c3");
});

for (const query of [
  "case=levels-middle",
  "case=levels-ridden&taps=WQL&appearance=dark",
  "case=timeline-over",
  "case=timeline-mate&look=2&taps=ply:3&ghosts=ply:4&appearance=dark",
]) {
  test(`no serious accessibility problem: ${query}`, async ({ board }) => {
    const page = await board(`${query}&still&low`, PHONE);
    await expectAccessible(page, query, "#board");
  });
}
