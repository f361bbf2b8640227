import type { More } from "../more";

export const timeline: More["timeline"] = {
  history: "Verlauf. Die Pfeiltasten sowie [ und ] gehen hindurch.",
  start: "Start",
  startLabel: "Die Anfangsstellung",
  now: "Zurück zur Gegenwart",
  cancel: "Abbrechen",
  chooseToChange:
    "Wähle einen Zug des Verlaufs, um ihn anzusehen. Die mit grünem Rand lassen sich ändern.",
  chooseToLook: "Wähle einen Zug des Verlaufs, um ihn anzusehen.",
  own: (number: number) => `dein Zug ${number}`,
  others: (seat: string, number: number) => `Zug ${number} von ${seat}`,
  replace: (name: string, label: string) => `Ändern: ${name} (${label})`,
  fill: (name: string) => `Füllen: ${name}`,
  looking: (name: string, label: string) => `Du siehst die Stellung danach: ${name} (${label}).`,
  lookingAtStart: "Du siehst den Anfang.",
  present: "Das ist die Gegenwart.",
  replaying: "So sah der Verlauf in einer früheren Runde aus.",
  changing: (name: string, label: string) =>
    `Geändert wird: ${name} (${label}). Das Brett zeigt die Stellung davor. Wähle eine Figur und ihr neues Feld.`,
  losing: (names: string[]) => (names.length === 0 ? "" : `Das würde kosten: ${names.join(", ")}.`),
  over: "Die Partie ist vorbei. Nichts kann mehr hinzukommen oder geändert werden.",
  settled: "Die Linie ist zu Ende, und keine Seite kann etwas ändern: Die Partie ist vorbei.",
  unsettled:
    "Die Linie ist zu Ende: Kein Zug kann hinzukommen. Du kannst nur die Vergangenheit ändern oder das Ende annehmen.",
  inStep: (name: string) => `Ein Zug, der jetzt gespielt wird, ist: ${name}.`,
  outOfStep: (actor: string, passed: string, name: string) =>
    `${actor} ist dran, aber als Nächstes kommt: ${passed}. Wer weiterspielt, macht daraus ein Aussetzen, und der Zug ist dann: ${name}.`,
  ended: (how: string, canAccept: boolean) =>
    `Keine Figur kann ziehen: ${how} ${canAccept ? "Ändere einen deiner Züge mit grünem Rand, oder nimm das Ende an." : "Ändere einen deiner Züge mit grünem Rand."}`,
  endedWithoutChange: (how: string) =>
    `Keine Figur kann ziehen: ${how} Du kannst nur das Ende annehmen.`,
  waiting: (label: string) =>
    `${label}: Etwas anderes ist nicht möglich, also ist der Gegner dran.`,
  accepting: (label: string) =>
    `${label}: nichts ändern und dem Ende der Linie zustimmen. Du wirst noch einmal gefragt und erfährst, wozu es führt.`,
  orders: "Springer oder Läufer",
  openOrder: (seat: string) => `${seat}: noch offen`,
  openOrderHint:
    "Offen heißt: Ein Läuferzug darf einen Springerzug ersetzen und ein Springerzug einen Läuferzug. Die erste solche Änderung legt deine Reihenfolge für die ganze Partie fest.",
  lost: "ginge verloren",
  changeable: "du kannst ihn ändern",
  legend: "Was die Zeichen bedeuten",
  signs: [
    ["▲", "kann durch einen Zug einer wertvolleren Figur ersetzt werden"],
    ["?", "eine Lücke: Hier ging ein Zug verloren, sein Besitzer kann sie füllen"],
    ["×", "eine Lücke, die nicht mehr gefüllt werden kann"],
    ["–", "ausgesetzt: für immer aufgegeben"],
    ["+", "Schach"],
    ["‼", "ein König bleibt im Schach stehen"],
    ["■", "hier endet die Linie; was folgt, ruht"],
    ["↻", "mehr als einmal geschrieben"],
    ["⤳", "ein violetter Pfeil führt von einer Änderung zu einem Zug, den sie gekostet hat"],
    ["●", "so oft geschrieben wie erlaubt"],
  ],
};
