// How browsers are started: Debian's Chromium, so that none has to be downloaded.

/** Chromium finds its sandbox only outside containers, and talks to no other host than the tested one. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A name that is not this machine's own, as pages in a network have.
  "--host-resolver-rules=MAP rookery.test 127.0.0.1",
  // A page from a folder (see person.mjs) has no address, and could not connect to one of this machine.
  ...(process.env.PAGE_FOLDER ? ["--disable-features=LocalNetworkAccessChecks"] : []),
];

export const launchOptions = (...more) => ({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [...ARGUMENTS, ...more],
});
