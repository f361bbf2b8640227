/** The texts of the pages that are made of the rules, beside the rules themselves. */
export const texts = {
  name: "Rookery",
  play: "Play",
  puzzles: "Puzzles",
  learn: "Learn",
  analysis: "Analysis",
  import: "Import",
  rules: "Rules",
  course: "Learn in two minutes",
  title: "Learn a game",
  intro:
    "Six exercises and a first game, or every rule, clause by clause, with boards to try things on.",
  contents: "On this page",
};
