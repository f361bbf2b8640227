/** The texts of the Time-Travelling board. Sentences about the rules come with the scene. */
export const timeline = {
  history: "History. The arrow keys, and [ and ], step through it.",
  start: "Start",
  startLabel: "The start position",
  now: "Back to the present",
  cancel: "Cancel",
  chooseToChange:
    "Choose a move of the history to look at it. Those with a green edge can be changed.",
  chooseToLook: "Choose a move of the history to look at it.",
  /** The one way to name a move: by its player and the number in the strip. */
  own: (number: number) => `your move ${number}`,
  others: (seat: string, number: number) => `${seat}’s move ${number}`,
  replace: (name: string, label: string) => `Change ${name} (${label})`,
  fill: (name: string) => `Fill ${name}`,
  looking: (name: string, label: string) =>
    `You are looking at the position after ${name} (${label}).`,
  lookingAtStart: "You are looking at the start.",
  present: "This is the present.",
  replaying: "This is how the history stood at an earlier turn.",
  changing: (name: string, label: string) =>
    `Changing ${name} (${label}): the board shows the position before it. Choose a piece and its new square.`,
  losing: (names: string[]) => (names.length === 0 ? "" : `This would cost ${names.join(", ")}.`),
  over: "The game is over. Nothing can be added or changed any more.",
  settled: "The line has ended, and neither side can change anything: the game is over.",
  unsettled:
    "The line has ended: no move can be added. You can only change the past or accept the end.",
  inStep: (name: string) => `A move played now becomes ${name}.`,
  outOfStep: (actor: string, passed: string, name: string) =>
    `It is ${actor}’s turn, but ${passed} comes next: playing on makes it a pass, and the move becomes ${name}.`,
  ended: (how: string, canAccept: boolean) =>
    `No piece can move: ${how} ${canAccept ? "Change one of your moves that have a green edge, or accept the end." : "Change one of your moves that have a green edge."}`,
  endedWithoutChange: (how: string) => `No piece can move: ${how} You can only accept the end.`,
  waiting: (label: string) =>
    `${label}: nothing else is possible, so the turn goes to the opponent.`,
  accepting: (label: string) =>
    `${label}: change nothing and agree to how the line ends. You are asked again, and told what it leads to.`,
  orders: "Knight or bishop",
  openOrder: (seat: string) => `${seat}: still open`,
  openOrderHint:
    "Open means: a bishop’s move may replace a knight’s, and a knight’s a bishop’s. The first such change fixes your order for the whole game.",
  lost: "would be lost",
  changeable: "you can change it",
  legend: "What the signs mean",
  signs: [
    ["▲", "can be replaced by a move of a more valuable piece"],
    ["?", "a blank: a move was lost here, and its owner can fill it"],
    ["×", "a blank that can no longer be filled"],
    ["–", "a pass: given up for good"],
    ["+", "check"],
    ["‼", "a king is left in check"],
    ["■", "the line ends here; what follows is dormant"],
    ["↻", "written more than once"],
    ["⤳", "a purple arrow leads from a change to a move that it has cost"],
    ["●", "written as often as allowed"],
  ] as [string, string][],
};
