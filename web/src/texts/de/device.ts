import type { More } from "../more";

export const device: More["device"] = {
  title: "Auf diesem Gerät spielen",
  intro:
    "Gegen den Computer oder zu zweit an einem Bildschirm. Diese Partien brauchen keinen Server und bleiben in diesem Browser.",
  computer: "Computer",
  twoPeople: "Zu zweit",
  level: "Stufe",
  side: "Deine Seite",
  begin: "Beginnen",
  kept: "Partien auf diesem Gerät",
  none: "Es gibt noch keine.",
  goOn: "Weiterspielen",
  lookAgain: "Noch einmal ansehen",
  remove: "Entfernen",
  removed: "Entfernt.",
  against: (name) => `gegen ${name}`,
  two: "zu zweit",
  moves: { one: "# Zug", other: "# Züge" },
  thinking: "Der Computer denkt nach…",
  takeBack: "Zurücknehmen",
  resign: "Aufgeben",
  type: "Zug eintippen",
  back: "Alle Partien auf diesem Gerät",
  failed: "Diese Partie lässt sich nicht öffnen.",
  ready: "Diese Seite liegt in deinem Browser bereit: Sie geht auch ohne Verbindung.",
  preparing: "Diese Seite wird in deinem Browser abgelegt, damit sie ohne Verbindung geht.",
  insecure:
    "Ohne Verbindung lässt sich diese Seite nicht öffnen: Browser behalten nur Seiten mit HTTPS. Wer diesen Server betreibt, kann das einrichten.",
  unsupported: "Dieser Browser kann die Seite nicht für Zeiten ohne Verbindung behalten.",
  needsServer:
    "Diese Partien fragen den Server nach den Regeln: Diese Fassung von Rookery wurde ohne sie gebaut.",
};
