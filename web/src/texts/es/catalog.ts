/** Names and sentences of the games and their starts, by the English form that the server has. */
export const catalog: Record<string, string> = {
  Chess: "Ajedrez",
  "Standard chess, and Chess960 with a shuffled back rank.":
    "El ajedrez clásico, y Chess960 con la primera fila mezclada.",
  Standard: "Estándar",
  "The usual start position.": "La posición inicial de siempre.",
  "One of 960 shuffled back ranks, the same for both sides.":
    "Una de 960 primeras filas mezcladas, igual para ambos bandos.",
  "Wisconsin Chess": "Ajedrez de Wisconsin",
  "Chess with seventeen new kinds of pieces that change what happens around them.":
    "Ajedrez con diecisiete piezas nuevas que cambian lo que ocurre a su alrededor.",
  "Special armies": "Ejércitos especiales",
  "Each side gets a random army of its own, from all twenty-three kinds.":
    "Cada bando recibe su propio ejército al azar, de las veintitrés piezas.",
  "Twin armies": "Ejércitos gemelos",
  "Both sides get the same random army.": "Los dos bandos reciben el mismo ejército al azar.",
  "Regular armies": "Ejércitos normales",
  "The pieces of ordinary chess.": "Las piezas del ajedrez corriente.",
  "Powder kegs": "Barriles de pólvora",
  "Wars in front and simples in the corners: every capture may be an explosion.":
    "Wars delante y simples en las esquinas: cada captura puede ser una explosión.",
  "Garden walls": "Muros de jardín",
  "Asserting, stopping and protective pieces: come near at your own risk.":
    "Piezas que capturan, detienen y protegen: acércate bajo tu responsabilidad.",
  Circus: "Circo",
  "Jumps over forms, rallies beside confined pieces, and captives that come back.":
    "Saltos sobre forms, jugadas extra junto a confined, y capturadas que vuelven.",
  "Tri-Dimensional Chess": "Ajedrez tridimensional",
  "Three fixed boards above each other and four attack boards that move and carry pieces.":
    "Tres tableros fijos superpuestos y cuatro tableros de ataque que se mueven y llevan piezas.",
  "Tournament rules; boards with a rider may be turned, and a carried pawn promotes on a later turn.":
    "Reglas de torneo; un tablero ocupado se puede girar, y un peón llevado corona más tarde.",
  Strict: "Estricto",
  "Tournament rules to the letter: boards are never turned, and a pawn carried home promotes at once.":
    "Reglas de torneo al pie de la letra: los tableros no se giran, y un peón llevado a la meta corona al momento.",
  "Time-Travelling Chess": "Ajedrez de viajes en el tiempo",
  "Instead of moving, go back and let a more valuable piece move in the past.":
    "En vez de mover, vuelve atrás y haz que una pieza más valiosa mueva en el pasado.",
  "Ten jumps into the past for each player, at most 300 plies.":
    "Diez saltos al pasado por jugador, como mucho 300 medias jugadas.",
  Classic: "Clásico",
  "As many jumps as you like, at most 600 plies. Beware: a mated player nearly always finds a way out, so a game hardly ever ends unless somebody resigns or both agree.":
    "Cuantos saltos quieras, como mucho 600 medias jugadas. Cuidado: quien recibe mate casi siempre halla una salida, así que una partida apenas termina si nadie abandona ni hay acuerdo.",
  Quick: "Rápido",
  "Five jumps for each player, at most 160 plies.":
    "Cinco saltos por jugador, como mucho 160 medias jugadas.",
};
