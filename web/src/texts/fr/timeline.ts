import type { More } from "../more";

export const timeline: More["timeline"] = {
  history: "Histoire. Les flèches, ainsi que [ et ], la parcourent.",
  start: "Début",
  startLabel: "La position de départ",
  now: "Retour au présent",
  cancel: "Annuler",
  chooseToChange:
    "Choisissez un coup de l’histoire pour le regarder. Ceux au bord vert peuvent être changés.",
  chooseToLook: "Choisissez un coup de l’histoire pour le regarder.",
  own: (number: number) => `votre coup ${number}`,
  others: (seat: string, number: number) => `le coup ${number} des ${seat}`,
  replace: (name: string, label: string) => `Changer ${name} (${label})`,
  fill: (name: string) => `Remplir ${name}`,
  looking: (name: string, label: string) => `Vous regardez la position après ${name} (${label}).`,
  lookingAtStart: "Vous regardez le début.",
  present: "C’est le présent.",
  replaying: "Voici l’histoire telle qu’elle était à un tour antérieur.",
  changing: (name: string, label: string) =>
    `Vous changez ${name} (${label}) : l’échiquier montre la position d’avant. Choisissez une pièce et sa nouvelle case.`,
  losing: (names: string[]) => (names.length === 0 ? "" : `Cela coûterait ${names.join(", ")}.`),
  over: "La partie est finie. Plus rien ne peut être ajouté ni changé.",
  settled: "La ligne est finie, et aucun camp ne peut rien changer : la partie est finie.",
  unsettled:
    "La ligne est finie : aucun coup ne peut être ajouté. Vous pouvez seulement changer le passé ou accepter la fin.",
  inStep: (name: string) => `Un coup joué maintenant devient ${name}.`,
  outOfStep: (actor: string, passed: string, name: string) =>
    `C’est aux ${actor}, mais ${passed} vient ensuite : continuer en fait un coup passé, et le coup devient ${name}.`,
  ended: (how: string, canAccept: boolean) =>
    `Aucune pièce ne peut bouger : ${how} ${canAccept ? "Changez un de vos coups au bord vert, ou acceptez la fin." : "Changez un de vos coups au bord vert."}`,
  endedWithoutChange: (how: string) =>
    `Aucune pièce ne peut bouger : ${how} Vous pouvez seulement accepter la fin.`,
  waiting: (label: string) =>
    `${label} : rien d’autre n’est possible, donc c’est au tour de l’adversaire.`,
  accepting: (label: string) =>
    `${label} : ne rien changer et accepter la fin de la ligne. On vous demandera confirmation, en disant à quoi cela mène.`,
  orders: "Cavalier ou fou",
  openOrder: (seat: string) => `${seat} : pas encore fixé`,
  openOrderHint:
    "Pas encore fixé veut dire : un coup de fou peut remplacer un coup de cavalier, et l’inverse. Le premier changement de ce genre fixe votre ordre pour toute la partie.",
  lost: "serait perdu",
  changeable: "vous pouvez le changer",
  legend: "Ce que veulent dire les signes",
  signs: [
    ["▲", "peut être remplacé par un coup d’une pièce de plus grande valeur"],
    ["?", "un vide : un coup s’est perdu ici, et son auteur peut le remplir"],
    ["×", "un vide qui ne peut plus être rempli"],
    ["–", "un coup passé : abandonné pour de bon"],
    ["+", "échec"],
    ["‼", "un roi est laissé en échec"],
    ["■", "la ligne finit ici ; la suite dort"],
    ["↻", "écrit plus d’une fois"],
    ["⤳", "une flèche violette va d’un changement à un coup qu’il a coûté"],
    ["●", "écrit aussi souvent que permis"],
  ],
};
