/** The texts of the Time-Travelling board. Sentences about the rules come with the scene. */
export const words = {
  history: "History. Left and right arrows step through it.",
  slider: "Position shown",
  start: "Start",
  startLabel: "The start position",
  first: "Go to start",
  back: "Previous ply (key [)",
  forward: "Next ply (key ])",
  last: "Go to the present",
  now: "Back to the present",
  cancel: "Leave the past as it is",
  chooseToChange:
    "Choose a ply of the history to look at it. Those with a green edge can be changed.",
  chooseToLook: "Choose a ply of the history to look at it.",
  replace: (ply: number, label: string) => `Replace ply ${ply} (${label})`,
  fill: (ply: number) => `Fill ply ${ply}`,
  looking: (moment: number, end: number) => `You are looking at ply ${moment} of ${end}.`,
  lookingAtStart: "You are looking at the start.",
  present: "This is the present.",
  changing: (ply: number, label: string) =>
    `Changing ply ${ply} (${label}): the board shows the position before it. Choose a piece and its new square.`,
  losing: (plies: number[]) =>
    plies.length === 0
      ? ""
      : `This would cost ${plies.length === 1 ? "the move" : "the moves"} at ply ${plies.join(", ")}.`,
  settled: "The line has ended, and neither side can change anything: the game is over.",
  unsettled:
    "The line has ended: no move can be added. You can only change the past or accept the end.",
  inStep: (owner: string, ply: number) =>
    `Turn and next ply are both ${owner}’s: a move becomes ply ${ply}.`,
  outOfStep: (actor: string, owner: string, ply: number) =>
    `It is ${actor}’s turn, but ply ${ply} is ${owner}’s: playing on makes it a pass, and the move becomes ply ${ply + 1}.`,
  waiting: (label: string) =>
    `${label}: nothing else is possible, so the turn goes to the opponent.`,
  accepting: (label: string) =>
    `${label}: agree to the end of the line and change nothing. If the opponent changes nothing either, the game ends like this.`,
  orders: "Knight or bishop",
  openOrder: (seat: string) => `${seat}: still open`,
  openOrderHint:
    "Open means: a bishop’s move may replace a knight’s, and a knight’s a bishop’s. The first such change fixes your order for the whole game.",
  ply: (number: number) => `Ply ${number}`,
  lost: "would be lost",
  changeable: "you can change it",
  after: (ply: number, label: string) => `After ply ${ply}, ${label}`,
  isPresent: "the present",
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
    ["●", "written as often as allowed"],
  ] as [string, string][],
};
