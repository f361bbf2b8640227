import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { expectAccessible, picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { DESKTOP, PHONE } from "../person.mjs";

const PASSWORD = "correct horse";

/** Browsers log every answer that says no. */
const tolerates = /status of 4\d\d/;

let n_names = 0;
const newName = () => `Prog-${String.fromCharCode(65 + n_names++)}`;

async function register(page, name) {
  await page.locator(".who").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Sign up" }).check({ force: true });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Sign up" }).click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
}

/** Makes a token on the account page and gives its secret. */
async function makeToken(page, address, scope) {
  await page.goto(`${address}/account`);
  const section = page.getByRole("region", { name: "Access tokens for programs" });
  await section.getByLabel("Name").fill("my board");
  await section.getByLabel(scope).check();
  await section.getByRole("button", { name: "Create token" }).click();
  return section.getByLabel("New token").inputValue();
}

/** A page of another origin. */
async function elsewhere() {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>Elsewhere</title>");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://localhost:${server.address().port}`, stop: () => server.close() };
}

test("a token is made, shown once, works and is ended", async ({ person, request, server }) => {
  for (const viewport of [DESKTOP, PHONE]) {
    const page = await person({ tolerates, viewport });
    await register(page, newName());
    const secret = await makeToken(page, server.address, "Play as a board");
    await expectAccessible(page);
    const headers = { Authorization: `Bearer ${secret}` };
    const account = () => request.get(`${server.address}/api/account`, { headers });
    expect((await account()).status()).toBe(200);
    await page.reload();
    await expect(page.getByText("my board")).toBeVisible();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole("button", { name: "Revoke the token my board" }).click();
    await expect(page.getByText("The token my board is revoked.")).toBeVisible();
    expect((await account()).status()).toBe(401);
  }
});

test("an account becomes one of a bot, and is marked wherever it is named", async ({
  person,
  request,
  server,
}) => {
  const page = await person({ tolerates });
  const name = newName();
  await register(page, name);
  await page.goto(`${server.address}/account`);
  await page.getByRole("button", { name: "Make this a bot account" }).click();
  await page.getByRole("button", { name: "Yes, for good" }).click();
  await expect(page.getByText("This is the account of a bot.")).toBeVisible();
  const secret = await makeToken(page, server.address, "Play as a bot");

  const ada = await person({ tolerates });
  const adasName = newName();
  await register(ada, adasName);
  await ada.goto(server.address);
  const made = await request.post(`${server.address}/api/challenge/${adasName}`, {
    headers: { Authorization: `Bearer ${secret}` },
    form: { "clock.limit": "300", "clock.increment": "3", color: "white" },
  });
  expect(made.status()).toBe(200);
  const banner = ada.getByRole("alert").filter({ hasText: `BOT ${name} challenges you` });
  await banner.getByRole("button", { name: "Accept" }).click();
  await expect(ada.locator(".player-white .bot-mark")).toHaveText("BOT");
  await expect(ada.locator(".player-black .bot-mark")).toHaveCount(0);
  await picture(ada, "bot-mark");
  await ada.goto(server.address);
  await expect(ada.getByText(`BOT ${name} – ${adasName}`).first()).toBeVisible();
});

test("a program asks for a token, and its page names who gets it", async ({
  person,
  request,
  server,
}) => {
  const other = await elsewhere();
  const page = await person({ tolerates });
  await register(page, newName());
  const verifier = "a-secret-of-the-program-that-nobody-else-knows";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const redirect = `${other.address}/back`;
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: "board.example",
    redirect_uri: redirect,
    code_challenge_method: "S256",
    code_challenge: challenge,
    scope: "board:play email:read",
    state: "xyz",
  });
  await page.goto(`${server.address}/oauth?${asked}`);
  const host = new URL(other.address).host;
  await expect(page.getByRole("heading", { name: `${host} wants to play for you` })).toBeVisible();
  await expectAccessible(page);
  const answer = await request.get(`${server.address}/oauth`);
  expect(answer.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL(`${redirect}**`);
  const back = new URL(page.url()).searchParams;
  expect(back.get("state")).toBe("xyz");
  const granted = await request.post(`${server.address}/api/token`, {
    form: {
      grant_type: "authorization_code",
      code: back.get("code"),
      code_verifier: verifier,
      redirect_uri: redirect,
      client_id: "board.example",
    },
  });
  expect((await granted.json()).token_type).toBe("Bearer");
  await page.goto(`${server.address}/oauth?redirect_uri=javascript:alert(1)`);
  await expect(page.getByRole("alert")).toContainText("This link is not complete");
  other.stop();
});

test("the JavaScript of the document plays in a page of another origin", async ({
  browser,
  person,
  server,
}) => {
  const page = await person({ tolerates });
  await register(page, newName());
  const secret = await makeToken(page, server.address, "Play as a board");
  const document = readFileSync(new URL("../../../docs/programs.md", import.meta.url), "utf8");
  const program = document.split("```js\n")[1].split("```")[0];
  const other = await elsewhere();
  const foreign = await (await browser.newContext()).newPage();
  await foreign.goto(other.address);
  await foreign.addScriptTag({ content: program });
  const pgn = await foreign.evaluate(
    ([base, token]) => globalThis.play(base, token),
    [server.address, secret],
  );
  expect(pgn).toContain("1. e4");
  expect(pgn).toContain("0-1");
  await foreign.context().close();
  other.stop();
});
