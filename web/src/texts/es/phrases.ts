/** Names, labels, signs and notes of the server by their English form. Longer ones come before those that are part of them. */
export const phrases: Record<string, string> = {
  blank: "hueco",
  pass: "pasada",
  normalised: "anulada",
  ordered: "cargada",
  stopped: "detenida",
  protected: "protegida",
  enabled: "reforzada",
  immaterialised: "a salvo de peones",
  Board: "Tablero",
  board: "Tablero",
  "White's board": "Tablero de las blancas",
  "Neutral board": "Tablero neutral",
  "Black's board": "Tablero de las negras",
  "attack board {name} on {pin}, owned by {seat}":
    "tablero de ataque {name} en {pin}, es {del seat}",
  "attack board {name} on {pin}": "tablero de ataque {name} en {pin}",
  "pin {pin}, on {corner}": "soporte {pin}, en {corner}",
  "pin {pin}": "soporte {pin}",
  "empty square {square}": "casilla vacía {square}",
  "{square}, empty": "{square}, vacía",
  "{square} does not exist now": "{square} no existe ahora",
  "Saved game": "Partida guardada",
  "Claim a draw": "Reclamar tablas",
  "Claim a draw with {move}": "Reclamar tablas con {move}",
  "Accept defeat": "Aceptar la derrota",
  "Accept (wait)": "Aceptar (esperar)",
  "Accept draw": "Aceptar tablas",
  Wait: "Esperar",
  "{way}, {piece} to {square}, becomes a {kind}":
    "{way}, {piece} a {square}, se convierte en {kind}",
  "{way}, {piece} to {square}": "{way}, {piece} a {square}",
  "turn by 180°": "girar 180°",
  "rotated 180°": "girado 180°",
  "as is": "tal cual",
  "in check from the {by}": "en jaque por {el by}",
  "attacked by the {by}": "ataque: {el by}",
  "defended by the {by}": "defensa: {el by}",
  "pinned to the king on {king} by the {by}": "clavada al rey de {king} por {el by}",
  "{text} is not a legal move here": "{text} no es una jugada legal aquí",
  "only a pawn that reaches the last rank is promoted":
    "solo corona un peón que llega a la última fila",
  "a pawn may become a queen, rook, bishop or knight, nothing else":
    "un peón se convierte en dama, torre, alfil o caballo, nada más",
  "{sentence} (switched off now)": "{sentence} (anulado ahora)",
  "When it is captured, its captor and the pieces around it are captured as well.":
    "Cuando la capturan, caen también su captor y las piezas de alrededor.",
  "It captures an enemy piece that arrives next to it.":
    "Captura una pieza enemiga que llega a su lado.",
  "Own pieces next to it have their rally moves.":
    "Las piezas propias a su lado tienen jugadas adicionales.",
  "Own pieces next to it may jump straight over it.":
    "Las piezas propias a su lado pueden saltar en recto por encima.",
  "Enemy pieces next to it cannot move, except kings and queens.":
    "Las piezas enemigas a su lado no pueden mover, salvo reyes y damas.",
  "Pawn-based pieces cannot capture it.": "Las piezas de tipo peón no pueden capturarla.",
  "Only a king or a queen can capture it.": "Solo un rey o una dama puede capturarla.",
  "When it is captured, it returns to its start square if that is empty.":
    "Capturada, vuelve a su casilla inicial si está vacía.",
  "Pawn-based pieces cannot capture own pieces next to it.":
    "Las piezas de tipo peón no pueden capturar piezas propias a su lado.",
  "It cannot be captured while another protective piece is next to it.":
    "No se la puede capturar mientras haya otra pieza protectora a su lado.",
  "Its king may move onto it from anywhere when in check.":
    "En jaque, su rey puede ir a ella desde cualquier sitio.",
  "It switches off the characteristics of the pieces next to it.":
    "Anula los poderes de las piezas a su lado.",
  "Pieces next to it neutralize when they are captured.":
    "Las piezas a su lado explotan al ser capturadas.",
  "Its own characteristics are switched off.": "Sus propios poderes están anulados.",
  "Captured, it takes its captor and its neighbours along.":
    "Capturada, se lleva a su captor y a sus vecinas.",
  "It cannot move.": "No puede mover.",
  "It cannot be captured.": "No se la puede capturar.",
  "It has its rally moves.": "Tiene sus jugadas adicionales.",
  "Normalised by the {by}. {sentence}": "Anulada por {el by}. {sentence}",
  "Ordered by the {by}. {sentence}": "Cargada por {el by}. {sentence}",
  "Stopped by the {by}. {sentence}": "Detenida por {el by}. {sentence}",
  "Protected by the {by}. {sentence}": "Protegida por {el by}. {sentence}",
  "Enabled by the {by}. {sentence}": "Reforzada por {el by}. {sentence}",
  "Immaterialised by the {by}. {sentence}": "A salvo de peones por {el by}. {sentence}",
  "Based on the {base}; it has moved and began on {start}.":
    "Viene {del base}; se ha movido y empezó en {start}.",
  "Based on the {base}; it has not moved and began on {start}.":
    "Viene {del base}; no se ha movido y empezó en {start}.",
  "Based on the {base}; it has moved and has no start square.":
    "Viene {del base}; se ha movido y no tiene casilla inicial.",
  "Based on the {base}; it has not moved and has no start square.":
    "Viene {del base}; no se ha movido y no tiene casilla inicial.",
  "In check from the {by}.": "En jaque por {el by}.",
  "In check: the {by} could go to {to} and set off a blast.":
    "En jaque: {el by} podría ir a {to} y causar una explosión.",
  "A {seat} piece that arrives here is captured by the {by}, unless it is immune.":
    "Una pieza {del seat} que llega aquí es capturada por {el by}, salvo que sea inmune.",
  "The {piece} is lost: the piece on {by} asserts.":
    "Se pierde: {piece}. La pieza de {by} captura lo que llega a su lado.",
  "The {piece} is lost: the piece on {by} neutralizes.":
    "Se pierde: {piece}. La pieza de {by} explota.",
  "The captured piece returns to {to}.": "La pieza capturada vuelve a {to}.",
  "It is then {seat} who promotes on {at}, and moves.":
    "Entonces les toca {al seat} coronar en {at}, y mover.",
  "It is for {seat} to choose what the pawn on {square} becomes.":
    "Les toca {al seat} elegir en qué se convierte el peón de {square}.",
  "A draw in {left} turns without a capture or a pawn's move.":
    "Tablas en {left} turnos sin captura ni jugada de peón.",
  "the {target} is protected: the {by} beside it is protective as well":
    "{el target} está a salvo: {el by} protege a su lado",
  "the {target} is protected": "{el target} está a salvo",
  "the {target} is tense: only a king or a queen can capture it":
    "{el target}: solo un rey o una dama puede capturar ahí",
  "pawns cannot capture the {target}: the {by} keeps it immaterial":
    "los peones no pueden capturar {el target}: {el by} lo impide",
  "the {target} is immaterial: pawns cannot capture it":
    "los peones no pueden capturar {el target}",
  "the king has moved and cannot castle any more": "el rey se ha movido y ya no puede enrocar",
  "castling needs an unmoved rook-based piece of your own on {square}":
    "para enrocar hace falta en {square} una pieza propia de tipo torre que no se haya movido",
  "the {piece} stands between king and corner": "{el piece} está entre el rey y la esquina",
  "the king cannot castle over {square}: attacked by the {piece}":
    "el rey no puede enrocar por {square}: lo ataca {el piece}",
  "the attack board on {pin} overhangs {to}: the pawn stays a pawn until that board leaves":
    "el tablero de ataque de {pin} cubre {to}: el peón sigue siendo peón hasta que se vaya",
  "{to} is not the furthest rank of its file": "{to} no es la última fila de su columna",
  "No attack board stands here.": "Aquí no hay tablero de ataque.",
  "It comes into being when an attack board arrives on {pin}.":
    "Aparece cuando un tablero de ataque llega a {pin}.",
  "Its column also holds {others}, so no line passes through it.":
    "En su columna también está {others}: ninguna línea la atraviesa.",
  "It may still make a double step.": "Aún puede dar un paso doble.",
  "It has moved: no double step.": "Se ha movido: sin paso doble.",
  "An attack board has carried it: no double step.":
    "Lo ha llevado un tablero de ataque: sin paso doble.",
  "Promotion is deferred while the board on {pin} overhangs it; when that board leaves, {seat} chooses a piece at once.":
    "La coronación está aplazada mientras el tablero de {pin} lo cubra; cuando se vaya, les toca {al seat} elegir pieza al momento.",
  "Its corner is uncovered: {seat} has to choose a piece before anything else happens.":
    "Su esquina está descubierta: les toca {al seat} elegir una pieza antes de nada.",
  "It stands on its furthest rank without having walked there: it may promote on the spot, which takes a turn.":
    "Está en su última fila sin haber ido andando: puede coronar ahí mismo, lo que cuesta un turno.",
  "The furthest rank of its file exists only with an attack board on {pin}.":
    "La última fila de su columna solo existe con un tablero de ataque en {pin}.",
  "No board provides a square on {ahead}, so it cannot step ahead.":
    "Ningún tablero tiene casilla en {ahead}: no puede avanzar.",
  "It is empty, so its owner {seat} controls it.": "Está vacío: lo controla su dueño ({seat}).",
  "Its only rider is {seat}'s, so {owner} controls it.":
    "Su única pieza es {del seat}, que lo controlan.",
  "It carries {count} pieces, so nobody controls it.": "Lleva {count} piezas: nadie lo controla.",
  "It may go to {to}.": "Puede ir a {to}.",
  "More than one rider - nobody may move it": "Más de una pieza: nadie puede moverlo",
  "Controlled by its {seat} rider": "Controlado por la pieza que lleva ({seat})",
  "Turned by 180°": "Girado 180°",
  "Promotion deferred - waiting for attack board to move":
    "Coronación aplazada, hasta que se vaya el tablero de ataque",
  "⚠️ Attack board moved! Your pawn must promote before continuing.":
    "⚠️ ¡El tablero de ataque se ha ido! Tu peón debe coronar ahora.",
  "Can promote here (takes a turn)": "Puede coronar aquí (cuesta un turno)",
  "Promotion plane missing - cannot advance": "Falta la última fila: no puede avanzar",
  "No board ahead - cannot advance": "No hay tablero delante: no puede avanzar",
  "Promotion plane missing": "Falta la última fila",
  "{seat} has to promote the pawn on {at} now": "Les toca {al seat} coronar ahora el peón de {at}",
  "Waiting for promotion": "Esperando la coronación",
  "Promotion deferred: 1 pawn awaiting promotion": "Coronación aplazada: espera 1 peón",
  "Promotion deferred: {n} pawns awaiting promotion": "Coronación aplazada: esperan {n} peones",
  "Ends the game: {seat} wins by {reason}.": "Termina la partida: ganan {el seat} ({reason}).",
  "Ends the game: a draw by {reason}.": "Termina la partida: tablas ({reason}).",
  "Uncovers the pawn on {at}: {seat} has to promote it at once.":
    "Descubre el peón de {at}: les toca {al seat} coronarlo al momento.",
  "Gives check to {seat}.": "Da jaque {al seat}.",
  checkmate: "jaque mate",
  stalemate: "ahogado",
  "draw by insufficient material": "tablas por material insuficiente",
  "draw by fivefold repetition": "tablas por quíntuple repetición",
  "draw by the 75-move rule": "tablas por la regla de las 75 jugadas",
  "draw at the horizon": "tablas en el horizonte",
  "insufficient material": "material insuficiente",
  "The line ends before this move.": "La línea termina antes de esta jugada.",
  "The line ends here: {how}.": "La línea termina aquí: {how}.",
  "It was {move}.": "Era: {move}.",
  "It was lost when {name} was changed.": "Se perdió al cambiar: {name}.",
  "Given up for good by travelling.": "Perdida para siempre por viajar.",
  "{seat}'s king is in check.": "El rey {del seat} está en jaque.",
  "{seat}'s king is left in check.": "El rey {del seat} se queda en jaque.",
  "Can be replaced by a move of: {kinds}.": "Se puede sustituir por una jugada de: {kinds}.",
  "A move was lost here; it can be filled.": "Aquí se perdió una jugada; se puede rellenar.",
  "A move was lost here for good.": "Aquí se perdió una jugada para siempre.",
  "Written {n} of {limit} times.": "Escrita {n} de {limit} veces.",
  "The line ends at {at}: {how}.": "La línea termina: {at}, {how}.",
  "The {how} at {at} disappears.": "Desaparece: {how} ({at}).",
  "{seat} has accepted.": "Han aceptado {el seat}.",
  "{actor} acts out of step: playing on makes it {played}, and {passed} a pass.":
    "Les toca {al actor} fuera de turno: seguir da {played}; queda pasada: {passed}.",
  "{seat} can still fill {blanks} and change {moves}.":
    "Aún pueden {el seat} rellenar {blanks} y cambiar {moves}.",
  "{seat} can still fill {blanks}.": "Aún pueden {el seat} rellenar {blanks}.",
  "{seat} can still change {moves}.": "Aún pueden {el seat} cambiar {moves}.",
  "{seat} has fixed {order}.": "Han fijado {el seat}: {order}.",
  "{seat} has {left} of {limit} jumps left.": "Quedan {left} de {limit} saltos {al seat}.",
  "{name} becomes a pass.": "Queda pasada: {name}.",
  "{seat} fixes {order} for the rest of the game.":
    "Fijan {el seat} {order} para el resto de la partida.",
  "The game ends: {seat} wins ({how}).": "La partida termina: ganan {el seat} ({how}).",
  "The game ends in a draw ({how}).": "La partida termina en tablas ({how}).",
  "This is your jump {used} of {limit}: {left} left.":
    "Es tu salto {used} de {limit}: quedan {left}.",
  "This is your jump {used}; jumps are not limited in this game.":
    "Es tu salto {used}; en esta partida no hay límite.",
  "You give up your turn: {seat} acts next.": "Renuncias a tu turno: les toca {al seat}.",
  "You give up your turn as {seat} did before, so neither side loses a move.":
    "Renuncias a tu turno como antes {el seat}: ningún bando pierde una jugada.",
  "You give up your turn: if {seat} plays on, your move {n} becomes a pass.":
    "Renuncias a tu turno: si {el seat} siguen jugando, tu jugada {n} queda pasada.",
  "The game goes on, nothing changes, and your turn is over. {rest}":
    "La partida sigue, nada cambia y tu turno termina. {rest}",
  "{seat} must fill {names} before the game can end.":
    "Tienen que rellenar {el seat} {names} antes de que acabe la partida.",
  "{seat} can still change {names}, or accept defeat.":
    "Aún pueden {el seat} cambiar {names}, o aceptar la derrota.",
  "If {seat} accepts too, the game ends.": "Si aceptan también {el seat}, la partida termina.",
  "Lost: {names}.": "Se pierde: {names}.",
  "The move at {name} will fall dormant.": "Se duerme: {name}.",
  "The moves from {first} to {last} fall dormant.": "Se duermen: de {first} a {last}.",
  "The move at {name} will wake up.": "Despierta: {name}.",
  "The moves from {first} to {last} wake up.": "Despiertan: de {first} a {last}.",
  "nothing was played yet": "aún no se ha jugado nada",
  "it has 1 to {last}": "tiene de 1 a {last}",
  "nothing stands on {from}": "no hay nada en {from}",
  "the way from {from} to {to} is not free": "el camino de {from} a {to} no está libre",
  "a {role} does not go from {from} to {to}": "{un role} no va de {from} a {to}",
  "there is nothing to capture on {to}": "en {to} no hay nada que capturar",
  "the pawn is blocked on {to}": "el peón está bloqueado en {to}",
  "it leaves {seat}'s king attacked by the {by}": "el rey {del seat} quedaría atacado por {el by}",
  "castling short": "enroque corto",
  "castling long": "enroque largo",
  "{kind} to {square}, becoming a {becoming}": "{kind} a {square}, se convierte en {becoming}",
  "{kind} takes {square}, becoming a {becoming}":
    "{kind} captura {square}, se convierte en {becoming}",
  "{kind} to {square}": "{kind} a {square}",
  "{kind} takes {square}": "{kind} captura {square}",
  "your move {n} ({what})": "tu jugada {n} ({what})",
  "{seat}'s move {n} ({what})": "jugada {n} {del seat} ({what})",
  "{seat}'s moves {numbers}": "jugadas {numbers} {del seat}",
  "{seat}'s move {n}: {what}": "jugada {n} {del seat}: {what}",
  "{seat}'s move {n}": "jugada {n} {del seat}",
};
