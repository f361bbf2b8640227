/** Games on this device alone. */
export const device = {
  title: "Play on this device",
  intro:
    "Against the computer, or two people at one screen. These games need no server and stay in this browser.",
  computer: "Computer",
  twoPeople: "Two people",
  level: "Level",
  side: "Your side",
  begin: "Begin",
  kept: "Games on this device",
  none: "There are none yet.",
  goOn: "Go on",
  lookAgain: "Look again",
  remove: "Remove",
  removed: "Removed.",
  against: (name: string) => `against ${name}`,
  two: "two people",
  moves: { one: "# move", other: "# moves" },
  thinking: "The computer is thinking…",
  takeBack: "Take back",
  resign: "Resign",
  type: "Type a move",
  back: "All games on this device",
  failed: "This game cannot be opened.",
  ready: "This page is kept in your browser: it also works without a connection.",
  preparing: "This page is being kept in your browser, so that it works without a connection.",
  insecure:
    "Without a connection this page cannot be opened: browsers keep only pages with HTTPS. The host of this server can set that up.",
  unsupported: "This browser cannot keep the page for times without a connection.",
  needsServer:
    "These games ask the server for the rules: this copy of Rookery was built without them.",
};
