/** The texts of the pages that are made of the rules, beside the rules themselves. */
export const texts = {
  name: "Rookery",
  play: "Play",
  learn: "Learn",
  import: "Import",
  rules: "Rules",
  title: "Rules of the games",
  intro: "Every game, clause by clause, with boards to try things on.",
  contents: "On this page",
  games: {
    orthodox: ["Chess", "Standard chess and Chess960, with every draw rule and every notation."],
    wisconsin: ["Wisconsin Chess", "Seventeen new kinds of pieces and thirteen characteristics."],
    tridim: ["Tri-Dimensional Chess", "Seven boards, four of which move."],
    timetravel: ["Time-Travelling Chess", "A turn can be spent on the past."],
  },
};
