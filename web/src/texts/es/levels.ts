import type { More } from "../more";
import { names } from "../names";

export const levels: More["levels"] = {
  view: "Vista:",
  views: { white: "Blancas", black: "Negras", side: "Lado", top: "Arriba" },
  viewHint: (name: string, key: string) => `Vista: ${name} (tecla ${key})`,
  apart: "Separados",
  apartHint: "Separados: los tableros uno al lado del otro, para que ninguno tape a otro",
  space: "Vista en tres dimensiones",
  showSpace: "Mostrar 3D",
  hideSpace: "Ocultar 3D",
  spaceHint: "Mostrar u ocultar el juego en tres dimensiones",
  noSpace: "Este navegador no dibuja en tres dimensiones. En el plano se puede hacer todo.",
  planLabel: "Plano de todos los niveles",
  planHelp: "Las flechas mueven, Re Pág y Av Pág cambian de nivel, Intro elige.",
  canvas:
    "El juego en tres dimensiones. Arrastra para mirar alrededor, las flechas lo giran, más y menos acercan y alejan, 1 a 4 eligen una vista. El plano tiene las mismas casillas para el teclado.",
  storey: (name: string) => `${name} con sus tableros de ataque`,
  turnHint: (board: string) => `Girar ${board} 180°`,
  free: "libre",
  empty: "vacía",
  wouldBe: (square: string) => `sería ${square}`,
  missing: (square: string) => `falta ${square}: aquí no hay tablero`,
  planeRestored: (file: string) => `Vuelve a existir la última fila de la columna ${file}`,
  chosen: "elegida",
  target: "destino legal",
  choosable: "se puede elegir",
  premove: "jugada anticipada",
  marks: names({ last: "última jugada", check: "en jaque" }),
};
