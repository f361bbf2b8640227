import type { More } from "../more";

export const timeline: More["timeline"] = {
  history: "Historia. Las flechas, y [ y ], la recorren.",
  start: "Inicio",
  startLabel: "La posición inicial",
  now: "Volver al presente",
  cancel: "Cancelar",
  chooseToChange:
    "Elige una jugada de la historia para verla. Las de borde verde se pueden cambiar.",
  chooseToLook: "Elige una jugada de la historia para verla.",
  own: (number: number) => `tu jugada ${number}`,
  others: (seat: string, number: number) => `la jugada ${number} de ${seat}`,
  replace: (name: string, label: string) => `Cambiar ${name} (${label})`,
  fill: (name: string) => `Rellenar ${name}`,
  looking: (name: string, label: string) => `Estás viendo la posición tras ${name} (${label}).`,
  lookingAtStart: "Estás viendo el inicio.",
  present: "Este es el presente.",
  replaying: "Así estaba la historia en un turno anterior.",
  changing: (name: string, label: string) =>
    `Cambias ${name} (${label}): el tablero muestra la posición anterior. Elige una pieza y su nueva casilla.`,
  losing: (names: string[]) => (names.length === 0 ? "" : `Costaría ${names.join(", ")}.`),
  over: "La partida ha terminado. Ya no se puede añadir ni cambiar nada.",
  settled: "La línea ha terminado y ningún bando puede cambiar nada: la partida ha terminado.",
  unsettled:
    "La línea ha terminado: no se puede añadir ninguna jugada. Solo puedes cambiar el pasado o aceptar el final.",
  inStep: (name: string) => `Lo que se juegue ahora será ${name}.`,
  outOfStep: (actor: string, passed: string, name: string) =>
    `Les toca a ${actor}, pero sigue ${passed}: si se juega, esa queda pasada y la jugada será ${name}.`,
  ended: (how: string, canAccept: boolean) =>
    `Ninguna pieza puede mover: ${how} ${canAccept ? "Cambia una de tus jugadas de borde verde, o acepta el final." : "Cambia una de tus jugadas de borde verde."}`,
  endedWithoutChange: (how: string) =>
    `Ninguna pieza puede mover: ${how} Solo puedes aceptar el final.`,
  waiting: (label: string) => `${label}: no hay otra posibilidad, así que le toca al rival.`,
  accepting: (label: string) =>
    `${label}: no cambiar nada y aceptar cómo termina la línea. Se te preguntará otra vez, y se te dirá a qué lleva.`,
  orders: "Caballo o alfil",
  openOrder: (seat: string) => `${seat}: aún por decidir`,
  openOrderHint:
    "Por decidir significa: una jugada de alfil puede sustituir a una de caballo, y una de caballo a una de alfil. El primer cambio así fija tu orden para toda la partida.",
  lost: "se perdería",
  changeable: "puedes cambiarla",
  legend: "Qué significan los signos",
  signs: [
    ["▲", "se puede sustituir por una jugada de una pieza más valiosa"],
    ["?", "un hueco: aquí se perdió una jugada, y su dueño puede rellenarlo"],
    ["×", "un hueco que ya no se puede rellenar"],
    ["–", "pasada: se dio por perdida para siempre"],
    ["+", "jaque"],
    ["‼", "un rey queda en jaque"],
    ["■", "aquí termina la línea; lo que sigue duerme"],
    ["↻", "escrita más de una vez"],
    ["⤳", "una flecha morada va de un cambio a una jugada que ha costado"],
    ["●", "escrita tantas veces como se permite"],
  ],
};
