import { execFileSync } from "node:child_process";
import { expectAccessible, picture } from "../checks.mjs";
import { expect, test } from "../fixtures.mjs";
import { DESKTOP, PHONE } from "../person.mjs";
import { testedProgram } from "../server.mjs";

const PASSWORD = "correct horse";

/** Browsers log every answer that says no. */
const tolerates = /status of 401/;

let n_names = 0;
/** A name that nobody has had on this server. */
const newName = () => `Ada ${String.fromCharCode(65 + n_names++)}`;

async function enter(page, name, password, button) {
  await page.locator(".who").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: button }).check({ force: true });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: button }).click();
}

async function register(page, name) {
  await enter(page, name, PASSWORD, "Sign up");
  await page.getByText(`You are logged in as ${name}.`).waitFor();
}

const token = async (page) => {
  const cookies = await page.context().cookies();
  return cookies.find((cookie) => cookie.name === "rookery_token");
};

test("no script can read the token, and a reload is the same guest", async ({ person }) => {
  const page = await person();
  const name = await page.locator(".who").textContent();
  const cookie = await token(page);
  expect(cookie.httpOnly).toBe(true);
  expect(cookie.sameSite).toBe("Strict");
  const readable = await page.evaluate(
    () => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }),
  );
  expect(readable).not.toContain(cookie.value);
  await page.reload();
  await expect(page.locator(".who")).toHaveText(name);
});

test("a token of the first version is handed over, and the guest keeps the games", async ({
  person,
  request,
  server,
}) => {
  const hello = await request.post(`${server.address}/api/hello`, { data: {} });
  const old = await hello.json();
  const page = await person({
    prepare: (context) =>
      context.addInitScript((kept) => {
        if (localStorage.getItem("rookery.player") === null)
          localStorage.setItem("rookery.token", kept);
      }, old.token),
  });
  await expect(page.locator(".who")).toHaveText(old.name);
  expect((await token(page)).value).toBe(old.token);
  expect(await page.evaluate(() => localStorage.getItem("rookery.token"))).toBeNull();
});

test("a player who registers, logs out and in stays the same", async ({ person }) => {
  const page = await person({ tolerates });
  const before = (await token(page)).value;
  const name = newName();
  await register(page, name);
  expect((await token(page)).value).not.toBe(before);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Log out" }).click();
  await expect(page.locator(".who")).toHaveText(/^Guest /);
  await page.keyboard.press("Escape");
  await enter(page, name, "wrong password", "Log in");
  await dialog.getByText("name and password do not match").waitFor();
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await dialog.getByText(`You are logged in as ${name}.`).waitFor();
  await page.reload();
  await expect(page.locator(".who")).toHaveText(name);
});

test("sessions are listed and ended, and a new password ends all others", async ({ person }) => {
  const [laptop, phone] = [await person({ tolerates }), await person({ viewport: PHONE })];
  const name = newName();
  await register(laptop, name);
  await enter(phone, name, PASSWORD, "Log in");
  await phone.getByText(`You are logged in as ${name}.`).waitFor();
  await laptop.getByRole("link", { name: "Account settings" }).click();
  const sessions = laptop.locator(".sessions li");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText("This device");
  await sessions.last().getByRole("button").click();
  await expect(sessions).toHaveCount(1);
  await expect(phone.locator(".who")).toHaveText(/^Guest /);

  await phone.keyboard.press("Escape");
  await enter(phone, name, PASSWORD, "Log in");
  await phone.getByText(`You are logged in as ${name}.`).waitFor();
  await laptop.getByLabel("Current password").fill("wrong password");
  await laptop.getByLabel("New password").fill("battery staple");
  await laptop.getByRole("button", { name: "Change password" }).click();
  await laptop.getByText("name and password do not match").waitFor();
  await laptop.getByLabel("Current password").fill(PASSWORD);
  await laptop.getByRole("button", { name: "Change password" }).click();
  await laptop.getByText("Your password is changed.").waitFor();
  await expect(phone.locator(".who")).toHaveText(/^Guest /);
  await expect(laptop.locator(".who")).toHaveText(name);
});

for (const [size, viewport] of [
  ["desktop", DESKTOP],
  ["phone", PHONE],
]) {
  for (const dark of [false, true]) {
    const kind = `${size}-${dark ? "dark" : "light"}`;
    test(`a link of the host sets a new password: ${kind}`, async ({ person, server }) => {
      const page = await person({ viewport, dark, tolerates });
      const name = newName();
      await register(page, name);
      const link = execFileSync(testedProgram(), [
        ...["admin", "--data", server.data, "reset", name, "--url", server.address],
      ]);
      await page.goto("about:blank");
      await page.goto(String(link).trim());
      await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
      await picture(page, `reset-${kind}`);
      await expectAccessible(page, "reset");
      await page.getByLabel("New password").fill("battery staple");
      await page.getByRole("button", { name: "Save and log in" }).click();
      await page.locator(".sessions li").first().waitFor();
      await picture(page, `account-page-${kind}`);
      await expectAccessible(page, "account page");
      await page.goto("about:blank");
      await page.goto(String(link).trim());
      await page.getByLabel("New password").fill("battery staple");
      await page.getByRole("button", { name: "Save and log in" }).click();
      await page.getByText("this link is not valid, or no longer").waitFor();
    });
  }
}
