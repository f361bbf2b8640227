import assert from "node:assert/strict";
import { test } from "node:test";
import { backTo, readAsked } from "../src/model/authorization";

const asked = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    response_type: "code",
    client_id: "board.example",
    redirect_uri: "https://board.example/back?x=1",
    code_challenge_method: "S256",
    code_challenge: "abc",
    scope: "board:play email:read",
    ...more,
  }).toString();

test("what a program asks for is read, and what this server does not know is left out", () => {
  const found = readAsked(`?${asked({ state: "s" })}`);
  assert.deepEqual(found?.scopes, ["board:play"]);
  assert.equal(found?.host, "board.example");
  assert.equal(
    found === null ? "" : backTo(found, { code: "c" }),
    "https://board.example/back?x=1&code=c&state=s",
  );
});

test("an address that is not complete, or that a browser would run, is refused", () => {
  const broken: Record<string, string>[] = [
    { response_type: "token" },
    { code_challenge_method: "plain" },
    { code_challenge: "" },
    { client_id: "" },
    { scope: "email:read" },
    { redirect_uri: "javascript:alert(1)" },
    { redirect_uri: "data:text/html,x" },
    { redirect_uri: "nonsense" },
  ];
  for (const bad of broken) assert.equal(readAsked(`?${asked(bad)}`), null, JSON.stringify(bad));
  assert.equal(
    readAsked(`?${asked({ redirect_uri: "org.example.board:/back" })}`)?.host,
    "org.example.board",
  );
});
