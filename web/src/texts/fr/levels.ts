import type { More } from "../more";
import { names } from "../names";

export const levels: More["levels"] = {
  view: "Vue :",
  views: { white: "Blancs", black: "Noirs", side: "Côté", top: "Dessus" },
  viewHint: (name: string, key: string) => `Vue : ${name} (touche ${key})`,
  apart: "Séparés",
  apartHint: "Séparés : les plateaux côte à côte, pour qu’aucun n’en cache un autre",
  space: "Vue en trois dimensions",
  showSpace: "Montrer la 3D",
  hideSpace: "Cacher la 3D",
  spaceHint: "Montrer ou cacher le jeu en trois dimensions",
  noSpace: "Ce navigateur ne dessine pas en trois dimensions. Tout se fait aussi sur le plan.",
  planLabel: "Plan de tous les niveaux",
  planHelp: "Les flèches déplacent, Page préc. et Page suiv. changent de niveau, Entrée choisit.",
  canvas:
    "Le jeu en trois dimensions. Glissez pour regarder autour, les flèches le tournent, plus et moins zooment, 1 à 4 choisissent une vue. Le plan a les mêmes cases pour le clavier.",
  storey: (name: string) => `${name} avec ses plateaux d’attaque`,
  turnHint: (board: string) => `Tourner ${board} de 180°`,
  free: "libre",
  empty: "vide",
  wouldBe: (square: string) => `serait ${square}`,
  missing: (square: string) => `${square} manque : il n’y a pas de plateau ici`,
  planeRestored: (file: string) => `La dernière rangée de la colonne ${file} existe de nouveau`,
  chosen: "choisie",
  target: "case d’arrivée légale",
  choosable: "peut être choisie",
  premove: "coup anticipé",
  marks: names({ last: "dernier coup", check: "en échec" }),
};
