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
};
