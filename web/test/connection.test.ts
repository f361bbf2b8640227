import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame, Request } from "../src/generated";
import {
  Connection,
  type ConnectionState,
  Refused,
  type TransportEvents,
} from "../src/model/connection";

/** A server that only listens; the test answers for it. */
function setUp() {
  const sent: { tag: string; request: Request }[] = [];
  const states: ConnectionState[] = [];
  const timers: { run: () => void; milliseconds: number }[] = [];
  const welcomes: boolean[] = [];
  const notices: unknown[] = [];
  const transports: TransportEvents[] = [];
  const life = { isPlaying: false };
  const connection = new Connection({
    connect: (events) => {
      transports.push(events);
      return {
        send: (text) => sent.push(JSON.parse(text) as (typeof sent)[0]),
        close: () => undefined,
      };
    },
    later: (run, milliseconds) => timers.push({ run, milliseconds }),
    word: "w",
    isPlaying: () => life.isPlaying,
    onState: (state) => states.push(state),
    onNotice: (notice) => notices.push(notice),
    onWelcome: (_, isReconnect) => welcomes.push(isReconnect),
  });
  const server = {
    say: (frame: Frame) => transports.at(-1)!.received(JSON.stringify(frame)),
    open: () => {
      transports.at(-1)!.opened();
    },
    welcome: () => {
      server.say({
        type: "ok",
        tag: "hello",
        answer: {
          type: "welcome",
          player: "p1",
          name: "Ada",
          has_account: false,
          token: "secret",
          now: 0,
        },
      });
    },
    cut: () => transports.at(-1)!.closed(),
    runTimers: (below: number) => {
      for (const timer of timers.splice(0)) {
        if (timer.milliseconds < below) timer.run();
        else timers.push(timer);
      }
    },
  };
  connection.open();
  return { connection, life, sent, states, welcomes, notices, transports, server };
}

test("the first call is hello, then what was asked meanwhile", async () => {
  const { connection, sent, server, states, welcomes } = setUp();
  const answer = connection.ask({ type: "ping" });
  assert.deepEqual(sent, []);
  server.open();
  assert.deepEqual(sent.at(-1), { tag: "hello", request: { type: "hello" } });
  server.welcome();
  assert.deepEqual(sent.at(-1), { tag: "w-1", request: { type: "ping" } });
  server.say({ type: "ok", tag: "w-1", answer: { type: "pong", now: 5 } });
  assert.deepEqual(await answer, { type: "pong", now: 5 });
  assert.deepEqual(states, ["connecting", "open"]);
  assert.deepEqual(welcomes, [false]);
});

test("after a cut the unanswered call is sent again with its tag, and hello comes first", async () => {
  const { connection, sent, server, states, welcomes } = setUp();
  server.open();
  server.welcome();
  const answer = connection.ask({
    type: "ask",
    game: "g",
    ask: { type: "act", action: "e2e4", after: 0 },
  });
  const first = sent.at(-1);
  server.cut();
  assert.equal(states.at(-1), "lost");
  server.runTimers(5000);
  server.open();
  assert.deepEqual(sent.at(-1), { tag: "hello", request: { type: "hello" } });
  server.welcome();
  assert.deepEqual(sent.at(-1), first);
  server.say({ type: "ok", tag: first!.tag, answer: { type: "asked", game: "g", seq: 3 } });
  assert.deepEqual(await answer, { type: "asked", game: "g", seq: 3 });
  assert.equal(connection.nWaiting, 0);
  assert.deepEqual(welcomes, [false, true]);
});

test("a refusal rejects with its code, an error is tried again", async () => {
  const { connection, sent, server } = setUp();
  server.open();
  server.welcome();
  const refused = connection.ask({ type: "join", game: "g" });
  server.say({
    type: "refused",
    tag: "w-1",
    refusal: { code: "own-seek", message: "it is your own" },
  });
  await assert.rejects(refused, (why) => why instanceof Refused && why.code === "own-seek");
  const failed = connection.ask({ type: "ping" });
  server.say({ type: "error", tag: "w-2", error: { code: "store-failed", message: "try again" } });
  const n = sent.length;
  server.runTimers(5000);
  assert.equal(sent.length, n + 1);
  assert.equal(sent.at(-1)!.tag, "w-2");
  server.say({ type: "ok", tag: "w-2", answer: { type: "pong", now: 1 } });
  assert.equal((await failed).type, "pong");
});

test("a new cookie needs a new connection, which is not a lost one", () => {
  const { connection, sent, server, states, transports } = setUp();
  server.open();
  server.welcome();
  void connection.ask({ type: "ping" });
  connection.reopen();
  server.open();
  assert.deepEqual(sent.at(-1), { tag: "hello", request: { type: "hello" } });
  server.welcome();
  assert.deepEqual(sent.at(-1), { tag: "w-1", request: { type: "ping" } });
  assert.equal(transports.length, 2);
  assert.deepEqual(states, ["connecting", "open", "connecting", "open"]);
});

/** How many seconds a server is silent until it is pinged. */
function secondsUntilPing({ sent, server }: ReturnType<typeof setUp>): number {
  for (let seconds = 1; seconds < 60; seconds++) {
    server.runTimers(1001);
    if (sent.at(-1)!.request.type === "ping") return seconds;
  }
  return Number.POSITIVE_INFINITY;
}

test("a silent connection is given up", () => {
  const double = setUp();
  const { server, states, transports } = double;
  server.open();
  server.welcome();
  assert.equal(secondsUntilPing(double), 8);
  assert.equal(states.at(-1), "open");
  for (const state of ["stalled", "lost"]) {
    server.runTimers(5000);
    assert.equal(states.at(-1), state);
  }
  server.runTimers(5000);
  assert.equal(transports.length, 2);
});

test("while a game is played a silent connection is given up after six seconds", () => {
  const double = setUp();
  const { life, server, states } = double;
  life.isPlaying = true;
  server.open();
  server.welcome();
  assert.equal(secondsUntilPing(double), 3);
  server.runTimers(1501);
  assert.equal(states.at(-1), "stalled");
  server.runTimers(1501);
  assert.equal(states.at(-1), "lost");
});

test("a server that takes connections and says nothing is given up", () => {
  const { server, states, transports } = setUp();
  server.open();
  server.runTimers(9999);
  assert.deepEqual(states, ["connecting"]);
  server.runTimers(10_001);
  assert.equal(states.at(-1), "unreachable");
  server.runTimers(5000);
  assert.equal(transports.length, 2);
});

test("a server that is silent after a request is pinged, told of after three seconds, and forgiven", () => {
  const { connection, server, states, sent } = setUp();
  server.open();
  server.welcome();
  void connection.ask({ type: "variants" });
  server.runTimers(1600);
  assert.equal(sent.at(-1)!.request.type, "ping");
  assert.equal(states.at(-1), "open");
  server.runTimers(1600);
  assert.equal(states.at(-1), "stalled");
  server.say({ type: "ok", tag: "w-ping", answer: { type: "pong", now: 0 } });
  assert.equal(states.at(-1), "open");
  server.runTimers(5000);
  assert.equal(states.at(-1), "open");
});

test("before the first connection nothing can be lost", () => {
  const { server, states } = setUp();
  assert.deepEqual(states, ["connecting"]);
  server.cut();
  assert.equal(states.at(-1), "unreachable");
});

test("what an old connection still says is not heard", () => {
  const { transports, server, notices } = setUp();
  server.open();
  server.welcome();
  server.cut();
  transports[0]!.received(
    JSON.stringify({ type: "notice", notice: { type: "bye", code: "c", message: "m" } }),
  );
  assert.deepEqual(notices, []);
});
