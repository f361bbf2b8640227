import type { ServerWords } from "../server";

/** What is said about a position, by the codes of the server; `*` has sentences that come under several codes. */
export const notes: ServerWords["notes"] = {
  "*": {
    "Written {n} of {limit} times.": "Escrita {n} de {limit} veces.",
    "It stays where it is: {why}.": "Se queda donde está: {why}.",
    "Not to {goal}: {why}.": "A {goal} no: {why}.",
    "Ends the game: {seat} wins by {reason}.": "Termina la partida: ganan {el seat} ({reason}).",
    "Ends the game: a draw by {reason}.": "Termina la partida: tablas ({reason}).",
    "{sentence} (switched off now)": "{sentence} (anulado ahora)",
    "It is for {seat} to choose what the pawn on {square} becomes.":
      "Les toca {al seat} elegir en qué se convierte el peón de {square}.",
  },
  accept: {
    "The game goes on, nothing changes, and your turn is over. {seat} must fill {names} before the game can end.":
      "La partida sigue, nada cambia y tu turno termina. Tienen que rellenar {el seat} {names} antes de que acabe la partida.",
    "The game goes on, nothing changes, and your turn is over. {seat} can still change {names}, or accept defeat.":
      "La partida sigue, nada cambia y tu turno termina. Aún pueden {el seat} cambiar {names}, o aceptar la derrota.",
    "The game goes on, nothing changes, and your turn is over. If {seat} accepts too, the game ends.":
      "La partida sigue, nada cambia y tu turno termina. Si aceptan también {el seat}, la partida termina.",
  },
  accepted: "Han aceptado {el seat}.",
  asserted: "Una pieza {del seat} que llega aquí es capturada por {el by}, salvo que sea inmune.",
  asserts: {
    "The {piece} is lost: the piece on {by} asserts.":
      "Se pierde: {piece}. La pieza de {by} captura lo que llega a su lado.",
    "It captures an enemy piece that arrives next to it.":
      "Captura una pieza enemiga que llega a su lado.",
  },
  attacked: "ataque: {el by}",
  blank: "Aquí se perdió una jugada; se puede rellenar.",
  broken: "Se perdió al cambiar: {name}.",
  carried: "Lo ha llevado un tablero de ataque: sin paso doble.",
  "carried-home":
    "Está en su última fila sin haber ido andando: puede coronar ahí mismo, lo que cuesta un turno.",
  check: {
    "in check from the {by}": "en jaque por {el by}",
    "{seat}'s king is in check.": "El rey {del seat} está en jaque.",
    "Gives check to {seat}.": "Da jaque {al seat}.",
    "In check from the {by}.": "En jaque por {el by}.",
    "In check: the {by} could go to {to} and set off a blast.":
      "En jaque: {el by} podría ir a {to} y causar una explosión.",
  },
  controller: {
    "It is empty, so its owner {seat} controls it.": "Está vacío: lo controla su dueño ({seat}).",
    "Its only rider is {seat}'s, so {seat} controls it.":
      "Su única pieza es {del seat}, que lo controlan.",
    "It carries {count} pieces, so nobody controls it.": "Lleva {count} piezas: nadie lo controla.",
  },
  crown: {
    "Promotion deferred - waiting for attack board to move":
      "Coronación aplazada, hasta que se vaya el tablero de ataque",
    "Can promote here (takes a turn)": "Puede coronar aquí (cuesta un turno)",
  },
  defended: "defensa: {el by}",
  deferred:
    "La coronación está aplazada mientras el tablero de {pin} lo cubra; cuando se vaya, les toca {al seat} elegir pieza al momento.",
  dormant: "La línea termina antes de esta jugada.",
  enabled: {
    "Enabled by the {by}. {sentence}": "Reforzada por {el by}. {sentence}",
    "It has its rally moves.": "Tiene sus jugadas adicionales.",
  },
  enables: "Las piezas propias a su lado tienen jugadas adicionales.",
  extricates: "En jaque, su rey puede ir a ella desde cualquier sitio.",
  fantasy: {
    "The captured piece returns to {to}.": "La pieza capturada vuelve a {to}.",
    "When it is captured, it returns to its start square if that is empty.":
      "Capturada, vuelve a su casilla inicial si está vacía.",
  },
  forced: {
    "Its corner is uncovered: {seat} has to choose a piece before anything else happens.":
      "Su esquina está descubierta: les toca {al seat} elegir una pieza antes de nada.",
    "⚠️ Attack board moved! Your pawn must promote before continuing.":
      "⚠️ ¡El tablero de ataque se ha ido! Tu peón debe coronar ahora.",
  },
  "free-pin": "Aquí no hay tablero de ataque.",
  fresh: "Aún puede dar un paso doble.",
  frozen: "Ningún tablero tiene casilla en {ahead}: no puede avanzar.",
  ghost: "Era: {what}.",
  guest: "Controlado por la pieza que lleva ({seat})",
  hint: "Falta la última fila",
  immaterial: "Las piezas de tipo peón no pueden capturarla.",
  immaterialised: {
    "Immaterialised by the {by}. {sentence}": "A salvo de peones por {el by}. {sentence}",
    "Pawn-based pieces cannot capture it.": "Las piezas de tipo peón no pueden capturarla.",
  },
  jump: {
    "This is your jump {used} of {limit}: {left} left.":
      "Es tu salto {used} de {limit}: quedan {left}.",
    "This is your jump {used}; jumps are not limited in this game.":
      "Es tu salto {used}; en esta partida no hay límite.",
  },
  jumps: "Quedan {left} de {limit} saltos {al seat}.",
  keep: "Las piezas de tipo peón no pueden capturar piezas propias a su lado.",
  lock: {
    "More than one rider - nobody may move it": "Más de una pieza: nadie puede moverlo",
    "Promotion plane missing - cannot advance": "Falta la última fila: no puede avanzar",
    "No board ahead - cannot advance": "No hay tablero delante: no puede avanzar",
  },
  lost: "Se pierde: {names}.",
  "may-move": "Puede ir a {to}.",
  missing: "Aparece cuando un tablero de ataque llega a {pin}.",
  moved: "Se ha movido: sin paso doble.",
  nature: {
    "Based on the {base}; it has moved and began on {start}.":
      "Viene {del base}; se ha movido y empezó en {start}.",
    "Based on the {base}; it has not moved and began on {start}.":
      "Viene {del base}; no se ha movido y empezó en {start}.",
    "Based on the {base}; it has moved and has no start square.":
      "Viene {del base}; se ha movido y no tiene casilla inicial.",
    "Based on the {base}; it has not moved and has no start square.":
      "Viene {del base}; no se ha movido y no tiene casilla inicial.",
  },
  neutralizes: {
    "The {piece} is lost: the piece on {by} neutralizes.":
      "Se pierde: {piece}. La pieza de {by} explota.",
    "When it is captured, its captor and the pieces around it are captured as well.":
      "Cuando la capturan, caen también su captor y las piezas de alrededor.",
  },
  normalised: {
    "Normalised by the {by}. {sentence}": "Anulada por {el by}. {sentence}",
    "Its own characteristics are switched off.": "Sus propios poderes están anulados.",
  },
  normalizes: "Anula los poderes de las piezas a su lado.",
  order: {
    "{seat} has fixed {order}.": "Han fijado {el seat}: {order}.",
    "{seat} fixes {order} for the rest of the game.":
      "Fijan {el seat} {order} para el resto de la partida.",
  },
  ordered: {
    "Ordered by the {by}. {sentence}": "Cargada por {el by}. {sentence}",
    "Captured, it takes its captor and its neighbours along.":
      "Capturada, se lleva a su captor y a sus vecinas.",
  },
  orders: "Las piezas a su lado explotan al ser capturadas.",
  out_of_step: "Les toca {al actor} fuera de turno: seguir da {played}; queda pasada: {passed}.",
  over: {
    "The game ends: {seat} wins ({how}).": "La partida termina: ganan {el seat} ({how}).",
    "The game ends in a draw ({how}).": "La partida termina en tablas ({how}).",
  },
  pass: {
    "Given up for good by travelling.": "Perdida para siempre por viajar.",
    "{name} becomes a pass.": "Queda pasada: {name}.",
  },
  pinned: "clavada al rey de {king} por {el by}",
  "plane-missing": "La última fila de su columna solo existe con un tablero de ataque en {pin}.",
  promotion: "elige en qué se convierte en {to}",
  "promotion-deferred": {
    "Promotion deferred: 1 pawn awaiting promotion": "Coronación aplazada: espera 1 peón",
    "Promotion deferred: {n} pawns awaiting promotion": "Coronación aplazada: esperan {n} peones",
  },
  "promotion-due": "Descubre el peón de {at}: les toca {al seat} coronarlo al momento.",
  "promotion-required": "Les toca {al seat} coronar ahora el peón de {at}",
  "promotion-waiting": "Esperando la coronación",
  protected: {
    "Protected by the {by}. {sentence}": "Protegida por {el by}. {sentence}",
    "It cannot be captured.": "No se la puede capturar.",
  },
  protective: "No se la puede capturar mientras haya otra pieza protectora a su lado.",
  "quiet-turns": "Tablas en {left} turnos sin captura ni jugada de peón.",
  reveals: "Las piezas propias a su lado pueden saltar en recto por encima.",
  "reverse-promotion": "Entonces les toca {al seat} coronar en {at}, y mover.",
  rotated: "Girado 180°",
  sealed: "Aquí se perdió una jugada para siempre.",
  shadow: "En su columna también está {others}: ninguna línea la atraviesa.",
  slept: {
    "The move at {name} will fall dormant.": "Se duerme: {name}.",
    "The moves from {first} to {last} fall dormant.": "Se duermen: de {first} a {last}.",
  },
  stopped: {
    "Stopped by the {by}. {sentence}": "Detenida por {el by}. {sentence}",
    "It cannot move.": "No puede mover.",
  },
  stops: "Las piezas enemigas a su lado no pueden mover, salvo reyes y damas.",
  tense: "Solo un rey o una dama puede capturarla.",
  terminus: {
    "The line ends here: {how}.": "La línea termina aquí: {how}.",
    "The line ends at {at}: {how}.": "La línea termina: {at}, {how}.",
    "The {how} at {at} disappears.": "Desaparece: {how} ({at}).",
  },
  turn: {
    "You give up your turn: {seat} acts next.": "Renuncias a tu turno: les toca {al seat}.",
    "You give up your turn as {seat} did before, so neither side loses a move.":
      "Renuncias a tu turno como antes {el seat}: ningún bando pierde una jugada.",
    "You give up your turn: if {seat} plays on, your move {n} becomes a pass.":
      "Renuncias a tu turno: si {el seat} siguen jugando, tu jugada {n} queda pasada.",
  },
  unanswered: "El rey {del seat} se queda en jaque.",
  unsettled: {
    "{seat} can still fill {blanks} and change {moves}.":
      "Aún pueden {el seat} rellenar {blanks} y cambiar {moves}.",
    "{seat} can still fill {blanks}.": "Aún pueden {el seat} rellenar {blanks}.",
    "{seat} can still change {moves}.": "Aún pueden {el seat} cambiar {moves}.",
  },
  upgradable: "Se puede sustituir por una jugada de: {kinds}.",
  woke: {
    "The move at {name} will wake up.": "Despierta: {name}.",
    "The moves from {first} to {last} wake up.": "Despiertan: de {first} a {last}.",
  },
};
