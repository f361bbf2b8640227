import type { More } from "../more";
import { names } from "../names";

export const levels: More["levels"] = {
  view: "Ansicht:",
  views: { white: "Weiß", black: "Schwarz", side: "Seite", top: "Oben" },
  viewHint: (name: string, key: string) => `Ansicht: ${name} (Taste ${key})`,
  apart: "Einzeln",
  apartHint: "Einzeln: die Bretter nebeneinander, damit keines ein anderes verdeckt",
  space: "Räumliche Ansicht",
  showSpace: "3D zeigen",
  hideSpace: "3D ausblenden",
  spaceHint: "Das räumliche Spiel zeigen oder ausblenden",
  noSpace: "Dieser Browser kann nicht räumlich zeichnen. Auf dem Grundriss geht alles.",
  planLabel: "Grundriss aller Ebenen",
  planHelp: "Pfeiltasten bewegen, Bild auf und Bild ab wechseln die Ebene, Eingabe wählt aus.",
  canvas:
    "Das Spiel in drei Dimensionen. Ziehen ändert den Blick, Pfeiltasten drehen, Plus und Minus zoomen, 1 bis 4 wählen eine Ansicht. Der Grundriss hat dieselben Felder für die Tastatur.",
  storey: (name: string) => `${name} mit seinen Angriffsbrettern`,
  turnHint: (board: string) => `${board} um 180° drehen`,
  free: "frei",
  empty: "leer",
  wouldBe: (square: string) => `wäre ${square}`,
  missing: (square: string) => `${square} fehlt: hier ist kein Brett`,
  planeRestored: (file: string) => `Letzte Reihe der ${file}-Linie ist wieder da`,
  chosen: "ausgewählt",
  target: "mögliches Ziel",
  choosable: "kann ausgewählt werden",
  premove: "vorausgeplant",
  marks: names({ last: "letzter Zug", check: "im Schach" }),
};
