import type { More } from "../more";

export const device: More["device"] = {
  title: "Jugar en este dispositivo",
  intro:
    "Contra el ordenador o dos personas ante una pantalla. Estas partidas no necesitan servidor y se quedan en este navegador.",
  computer: "Ordenador",
  twoPeople: "Dos personas",
  level: "Nivel",
  side: "Tu bando",
  begin: "Empezar",
  kept: "Partidas en este dispositivo",
  none: "Todavía no hay ninguna.",
  goOn: "Seguir",
  lookAgain: "Volver a ver",
  remove: "Quitar",
  removed: "Quitada.",
  against: (name) => `contra ${name}`,
  two: "dos personas",
  moves: { one: "# jugada", other: "# jugadas" },
  thinking: "El ordenador está pensando…",
  takeBack: "Retroceder",
  resign: "Abandonar",
  type: "Escribe una jugada",
  back: "Todas las partidas en este dispositivo",
  failed: "Esta partida no se puede abrir.",
  ready: "Esta página está guardada en tu navegador: también funciona sin conexión.",
  preparing: "Esta página se está guardando en tu navegador para que funcione sin conexión.",
  insecure:
    "Sin conexión no se puede abrir esta página: los navegadores solo guardan páginas con HTTPS. Quien administra este servidor puede configurarlo.",
  unsupported: "Este navegador no puede guardar la página para cuando no haya conexión.",
  needsServer:
    "Estas partidas piden las reglas al servidor: esta copia de Rookery se construyó sin ellas.",
};
