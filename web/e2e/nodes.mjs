// Several nodes on one database, and a balancer in front of them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { startServer, testedProgram } from "./server.mjs";

/** A PostgreSQL server with an empty database, or null where PostgreSQL is not installed. */
export async function startDatabase() {
  const stdio = ["pipe", "pipe", "ignore"];
  const keeper = spawn(testedProgram(), ["bench", "database"], { stdio });
  const ended = once(keeper, "exit");
  const line = once(createInterface({ input: keeper.stdout }), "line");
  const address = await Promise.race([line.then(([text]) => text), ended.then(() => null)]);
  const stop = async () => {
    keeper.stdin.end();
    await ended;
  };
  return address === null ? null : { address, stop };
}

/** So many nodes on a database. */
export function startNodes(n, database) {
  const start = () => startServer(testedProgram(), ["--store", database.address]);
  return Promise.all(Array.from({ length: n }, start));
}

/** A balancer that sends connections to the node that it prefers, and to the others if that one is gone. */
export async function startBalancer(nodes) {
  const sockets = new Set();
  const balancer = { prefers: 0, nSockets: nodes.map(() => 0) };
  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => sockets.delete(client));
    client.once("data", (first) => {
      client.pause();
      const order = nodes.map((_, step) => (balancer.prefers + step) % nodes.length);
      void pass(client, first, order);
    });
  });

  async function pass(client, first, order) {
    for (const number of order) {
      const { hostname, port } = new URL(nodes[number].address);
      const node = connect(Number(port), hostname);
      const isThere = await new Promise((resolve) => {
        node.once("connect", () => resolve(true));
        node.once("error", () => resolve(false));
      });
      if (!isThere) continue;
      const isWebSocket = first.toString("latin1").startsWith("GET /ws ");
      if (isWebSocket) balancer.nSockets[number] += 1;
      node.on("error", () => client.destroy());
      node.on("close", () => {
        if (isWebSocket) balancer.nSockets[number] -= 1;
        client.destroy();
      });
      client.on("close", () => node.destroy());
      node.write(first);
      client.pipe(node);
      node.pipe(client);
      return;
    }
    client.destroy();
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  balancer.address = `http://127.0.0.1:${server.address().port}`;
  balancer.stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  };
  return balancer;
}
