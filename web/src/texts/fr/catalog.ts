/** Names and sentences of the games and their starts, by the English form that the server has. */
export const catalog: Record<string, string> = {
  Chess: "Échecs",
  "Standard chess, and Chess960 with a shuffled back rank.":
    "Les échecs classiques, et Chess960 avec une première rangée mélangée.",
  Standard: "Standard",
  "The usual start position.": "La position de départ habituelle.",
  "One of 960 shuffled back ranks, the same for both sides.":
    "Une des 960 premières rangées mélangées, la même pour les deux camps.",
  "Wisconsin Chess": "Échecs du Wisconsin",
  "Chess with seventeen new kinds of pieces that change what happens around them.":
    "Des échecs avec dix-sept nouvelles pièces qui changent ce qui se passe autour d’elles.",
  "Special armies": "Armées spéciales",
  "Each side gets a random army of its own, from all twenty-three kinds.":
    "Chaque camp reçoit sa propre armée au hasard, parmi les vingt-trois sortes.",
  "Twin armies": "Armées jumelles",
  "Both sides get the same random army.": "Les deux camps reçoivent la même armée au hasard.",
  "Regular armies": "Armées ordinaires",
  "The pieces of ordinary chess.": "Les pièces des échecs ordinaires.",
  "Powder kegs": "Barils de poudre",
  "Wars in front and simples in the corners: every capture may be an explosion.":
    "Des wars devant et des simples dans les coins : chaque prise peut exploser.",
  "Garden walls": "Murs de jardin",
  "Asserting, stopping and protective pieces: come near at your own risk.":
    "Des pièces qui prennent, arrêtent et protègent : approchez à vos risques.",
  Circus: "Cirque",
  "Jumps over forms, rallies beside confined pieces, and captives that come back.":
    "Sauts par-dessus les forms, coups de plus près des confined, et pièces prises qui reviennent.",
  "Tri-Dimensional Chess": "Échecs tridimensionnels",
  "Three fixed boards above each other and four attack boards that move and carry pieces.":
    "Trois plateaux fixes superposés et quatre plateaux d’attaque qui se déplacent et portent des pièces.",
  "Tournament rules; boards with a rider may be turned, and a carried pawn promotes on a later turn.":
    "Règles de tournoi ; un plateau occupé peut être tourné, et un pion porté est promu plus tard.",
  Strict: "Strict",
  "Tournament rules to the letter: boards are never turned, and a pawn carried home promotes at once.":
    "Règles de tournoi à la lettre : on ne tourne jamais les plateaux, et un pion porté au but est promu aussitôt.",
  "Time-Travelling Chess": "Échecs à voyage temporel",
  "Instead of moving, go back and let a more valuable piece move in the past.":
    "Au lieu de jouer, revenez en arrière et faites jouer une pièce plus forte dans le passé.",
  "Ten jumps into the past for each player, at most 300 plies.":
    "Dix sauts dans le passé par joueur, 300 demi-coups au plus.",
  Classic: "Classique",
  "As many jumps as you like, at most 600 plies. Beware: a mated player nearly always finds a way out, so a game hardly ever ends unless somebody resigns or both agree.":
    "Autant de sauts que vous voulez, 600 demi-coups au plus. Attention : un joueur mat trouve presque toujours une issue, donc une partie ne finit guère sans abandon ni accord.",
  Quick: "Rapide",
  "Five jumps for each player, at most 160 plies.":
    "Cinq sauts par joueur, 160 demi-coups au plus.",
};
