/** Names, labels, signs and notes of the server by their English form. Longer ones come before those that are part of them. */
export const phrases: Record<string, string> = {
  blank: "vide",
  pass: "passé",
  normalised: "désactivée",
  ordered: "amorcée",
  stopped: "arrêtée",
  protected: "protégée",
  enabled: "renforcée",
  immaterialised: "à l’abri des pions",
  Board: "Échiquier",
  board: "Échiquier",
  "White's board": "Plateau des Blancs",
  "Neutral board": "Plateau neutre",
  "Black's board": "Plateau des Noirs",
  "attack board {name} on {pin}, owned by {seat}":
    "plateau d’attaque {name} sur {pin}, appartient {au seat}",
  "attack board {name} on {pin}": "plateau d’attaque {name} sur {pin}",
  "pin {pin}, on {corner}": "support {pin}, en {corner}",
  "pin {pin}": "support {pin}",
  "empty square {square}": "case vide {square}",
  "{square}, empty": "{square}, vide",
  "{square} does not exist now": "{square} n’existe pas maintenant",
  "Saved game": "Partie sauvegardée",
  "Claim a draw": "Réclamer la nulle",
  "Claim a draw with {move}": "Réclamer la nulle avec {move}",
  "Accept defeat": "Accepter la défaite",
  "Accept (wait)": "Accepter (attendre)",
  "Accept draw": "Accepter la nulle",
  Wait: "Attendre",
  "{way}, {piece} to {square}, becomes a {kind}": "{way}, {piece} en {square}, devient {kind}",
  "{way}, {piece} to {square}": "{way}, {piece} en {square}",
  "turn by 180°": "tourner de 180°",
  "rotated 180°": "tourné de 180°",
  "as is": "tel quel",
  "in check from the {by}": "mis en échec par {le by}",
  "attacked by the {by}": "attaque : {le by}",
  "defended by the {by}": "défense : {le by}",
  "pinned to the king on {king} by the {by}": "clouage au roi en {king} par {le by}",
  "{text} is not a legal move here": "{text} n’est pas un coup légal ici",
  "only a pawn that reaches the last rank is promoted":
    "seul un pion arrivé sur la dernière rangée est promu",
  "a pawn may become a queen, rook, bishop or knight, nothing else":
    "un pion devient dame, tour, fou ou cavalier, rien d’autre",
  "{sentence} (switched off now)": "{sentence} (désactivé en ce moment)",
  "When it is captured, its captor and the pieces around it are captured as well.":
    "Quand on la prend, son preneur et les pièces autour sont pris aussi.",
  "It captures an enemy piece that arrives next to it.":
    "Elle prend une pièce ennemie qui arrive à côté d’elle.",
  "Own pieces next to it have their rally moves.":
    "Les pièces amies à côté d’elle ont des coups de plus.",
  "Own pieces next to it may jump straight over it.":
    "Les pièces amies à côté d’elle peuvent sauter tout droit par-dessus.",
  "Enemy pieces next to it cannot move, except kings and queens.":
    "Les pièces ennemies à côté d’elle ne peuvent pas bouger, sauf rois et dames.",
  "Pawn-based pieces cannot capture it.": "Les pièces de type pion ne peuvent pas la prendre.",
  "Only a king or a queen can capture it.": "Seuls un roi ou une dame peuvent la prendre.",
  "When it is captured, it returns to its start square if that is empty.":
    "Prise, elle revient à sa case de départ si celle-ci est vide.",
  "Pawn-based pieces cannot capture own pieces next to it.":
    "Les pièces de type pion ne peuvent pas prendre ses voisines amies.",
  "It cannot be captured while another protective piece is next to it.":
    "On ne peut pas la prendre tant qu’une autre pièce protectrice est à côté.",
  "Its king may move onto it from anywhere when in check.":
    "En échec, son roi peut venir sur elle de n’importe où.",
  "It switches off the characteristics of the pieces next to it.":
    "Elle désactive les pouvoirs des pièces voisines.",
  "Pieces next to it neutralize when they are captured.":
    "Les pièces voisines explosent quand on les prend.",
  "Its own characteristics are switched off.": "Ses propres pouvoirs sont désactivés.",
  "Captured, it takes its captor and its neighbours along.":
    "Prise, elle emporte son preneur et ses voisins.",
  "It cannot move.": "Elle ne peut pas bouger.",
  "It cannot be captured.": "On ne peut pas la prendre.",
  "It has its rally moves.": "Elle a ses coups de plus.",
  "Normalised by the {by}. {sentence}": "Désactivée par {le by}. {sentence}",
  "Ordered by the {by}. {sentence}": "Amorcée par {le by}. {sentence}",
  "Stopped by the {by}. {sentence}": "Arrêtée par {le by}. {sentence}",
  "Protected by the {by}. {sentence}": "Protégée par {le by}. {sentence}",
  "Enabled by the {by}. {sentence}": "Renforcée par {le by}. {sentence}",
  "Immaterialised by the {by}. {sentence}": "À l’abri des pions par {le by}. {sentence}",
  "Based on the {base}; it has moved and began on {start}.":
    "Tient {du base} ; elle a bougé, partie de {start}.",
  "Based on the {base}; it has not moved and began on {start}.":
    "Tient {du base} ; elle n’a pas bougé, partie de {start}.",
  "Based on the {base}; it has moved and has no start square.":
    "Tient {du base} ; elle a bougé et n’a pas de case de départ.",
  "Based on the {base}; it has not moved and has no start square.":
    "Tient {du base} ; elle n’a pas bougé et n’a pas de case de départ.",
  "In check from the {by}.": "En échec par {le by}.",
  "In check: the {by} could go to {to} and set off a blast.":
    "En échec : {le by} pourrait aller en {to} et provoquer une explosion.",
  "A {seat} piece that arrives here is captured by the {by}, unless it is immune.":
    "Une pièce {du seat} qui arrive ici est prise par {le by}, sauf si elle est à l’abri.",
  "The {piece} is lost: the piece on {by} asserts.":
    "Perte : {piece}. La pièce en {by} prend ce qui arrive à côté d’elle.",
  "The {piece} is lost: the piece on {by} neutralizes.":
    "Perte : {piece}. La pièce en {by} explose.",
  "The captured piece returns to {to}.": "La pièce prise revient en {to}.",
  "It is then {seat} who promotes on {at}, and moves.":
    "C’est ensuite {au seat} de promouvoir en {at}, et de jouer.",
  "It is for {seat} to choose what the pawn on {square} becomes.":
    "C’est {au seat} de choisir ce que devient le pion en {square}.",
  "A draw in {left} turns without a capture or a pawn's move.":
    "Nulle dans {left} tours sans prise ni coup de pion.",
  "the {target} is protected: the {by} beside it is protective as well":
    "{le target} : à l’abri, car {le by} protège à côté",
  "the {target} is protected": "{le target} : à l’abri",
  "the {target} is tense: only a king or a queen can capture it":
    "{le target} : prenable seulement par un roi ou une dame",
  "pawns cannot capture the {target}: the {by} keeps it immaterial":
    "les pions ne peuvent pas prendre {le target} : {le by} l’en protège",
  "the {target} is immaterial: pawns cannot capture it":
    "les pions ne peuvent pas prendre {le target}",
  "the king has moved and cannot castle any more": "le roi a bougé et ne peut plus roquer",
  "castling needs an unmoved rook-based piece of your own on {square}":
    "pour roquer, il faut en {square} une pièce amie de type tour qui n’a pas bougé",
  "the {piece} stands between king and corner": "{le piece} est entre le roi et le coin",
  "the king cannot castle over {square}: attacked by the {piece}":
    "le roi ne peut pas roquer par {square} : {le piece} attaque cette case",
  "the attack board on {pin} overhangs {to}: the pawn stays a pawn until that board leaves":
    "le plateau d’attaque sur {pin} surplombe {to} : le pion reste pion jusqu’à son départ",
  "{to} is not the furthest rank of its file": "{to} n’est pas la dernière rangée de sa colonne",
  "No attack board stands here.": "Il n’y a pas de plateau d’attaque ici.",
  "It comes into being when an attack board arrives on {pin}.":
    "Elle apparaît quand un plateau d’attaque arrive sur {pin}.",
  "Its column also holds {others}, so no line passes through it.":
    "Sa colonne contient aussi {others} : aucune ligne n’y passe.",
  "It may still make a double step.": "Il peut encore faire un double pas.",
  "It has moved: no double step.": "Il a bougé : pas de double pas.",
  "An attack board has carried it: no double step.":
    "Un plateau d’attaque l’a porté : pas de double pas.",
  "Promotion is deferred while the board on {pin} overhangs it; when that board leaves, {seat} chooses a piece at once.":
    "La promotion est différée tant que le plateau sur {pin} le surplombe ; quand il part, c’est {au seat} de choisir aussitôt une pièce.",
  "Its corner is uncovered: {seat} has to choose a piece before anything else happens.":
    "Son coin est découvert : {au seat} de choisir une pièce avant toute chose.",
  "It stands on its furthest rank without having walked there: it may promote on the spot, which takes a turn.":
    "Il est sur sa dernière rangée sans y être venu à pied : il peut être promu sur place, ce qui prend un tour.",
  "The furthest rank of its file exists only with an attack board on {pin}.":
    "La dernière rangée de sa colonne n’existe qu’avec un plateau d’attaque sur {pin}.",
  "No board provides a square on {ahead}, so it cannot step ahead.":
    "Aucun plateau n’a de case en {ahead} : il ne peut pas avancer.",
  "It is empty, so its owner {seat} controls it.":
    "Il est vide : son propriétaire le commande ({seat}).",
  "Its only rider is {seat}'s, so {owner} controls it.":
    "Sa seule pièce est {au seat}, qui le commandent.",
  "It carries {count} pieces, so nobody controls it.":
    "Il porte {count} pièces : personne ne le commande.",
  "It may go to {to}.": "Il peut aller sur {to}.",
  "More than one rider - nobody may move it": "Plus d’une pièce – personne ne peut le déplacer",
  "Controlled by its {seat} rider": "Commandé par la pièce qu’il porte ({seat})",
  "Turned by 180°": "Tourné de 180°",
  "Promotion deferred - waiting for attack board to move":
    "Promotion différée – jusqu’au départ du plateau d’attaque",
  "⚠️ Attack board moved! Your pawn must promote before continuing.":
    "⚠️ Le plateau d’attaque est parti ! Votre pion doit être promu maintenant.",
  "Can promote here (takes a turn)": "Peut être promu ici (prend un tour)",
  "Promotion plane missing - cannot advance": "Dernière rangée absente – ne peut pas avancer",
  "No board ahead - cannot advance": "Pas de plateau devant – ne peut pas avancer",
  "Promotion plane missing": "Dernière rangée absente",
  "{seat} has to promote the pawn on {at} now":
    "{au seat} de promouvoir maintenant le pion en {at}",
  "Waiting for promotion": "En attente de la promotion",
  "Promotion deferred: 1 pawn awaiting promotion": "Promotion différée : 1 pion attend",
  "Promotion deferred: {n} pawns awaiting promotion": "Promotion différée : {n} pions attendent",
  "Ends the game: {seat} wins by {reason}.": "Termine la partie : {le seat} gagnent ({reason}).",
  "Ends the game: a draw by {reason}.": "Termine la partie : nulle ({reason}).",
  "Uncovers the pawn on {at}: {seat} has to promote it at once.":
    "Découvre le pion en {at} : {au seat} de le promouvoir aussitôt.",
  "Gives check to {seat}.": "Met en échec : {seat}.",
  checkmate: "échec et mat",
  stalemate: "pat",
  "draw by insufficient material": "nulle par matériel insuffisant",
  "draw by fivefold repetition": "nulle par quintuple répétition",
  "draw by the 75-move rule": "nulle par la règle des 75 coups",
  "draw at the horizon": "nulle à l’horizon",
  "insufficient material": "matériel insuffisant",
  "The line ends before this move.": "La ligne finit avant ce coup.",
  "The line ends here: {how}.": "La ligne finit ici : {how}.",
  "It was {move}.": "C’était : {move}.",
  "It was lost when {name} was changed.": "Perdu par le changement de : {name}.",
  "Given up for good by travelling.": "Abandonné pour de bon en voyageant.",
  "{seat}'s king is in check.": "Le roi {du seat} est en échec.",
  "{seat}'s king is left in check.": "Le roi {du seat} est laissé en échec.",
  "Can be replaced by a move of: {kinds}.": "Remplaçable par un coup de : {kinds}.",
  "A move was lost here; it can be filled.": "Un coup s’est perdu ici ; on peut le remplir.",
  "A move was lost here for good.": "Un coup s’est perdu ici pour de bon.",
  "Written {n} of {limit} times.": "Écrit {n} fois sur {limit}.",
  "The line ends at {at}: {how}.": "La ligne finit ici : {at}, {how}.",
  "The {how} at {at} disappears.": "Disparaît : {how} ({at}).",
  "{seat} has accepted.": "{le seat} ont accepté.",
  "{actor} acts out of step: playing on makes it {played}, and {passed} a pass.":
    "C’est {au actor}, hors tour : continuer donne {played} ; coup passé : {passed}.",
  "{seat} can still fill {blanks} and change {moves}.":
    "{le seat} peuvent encore remplir {blanks} et changer {moves}.",
  "{seat} can still fill {blanks}.": "{le seat} peuvent encore remplir {blanks}.",
  "{seat} can still change {moves}.": "{le seat} peuvent encore changer {moves}.",
  "{seat} has fixed {order}.": "{le seat} ont fixé {order}.",
  "{seat} has {left} of {limit} jumps left.": "{le seat} ont encore {left} sauts sur {limit}.",
  "{name} becomes a pass.": "Devient un coup passé : {name}.",
  "{seat} fixes {order} for the rest of the game.":
    "{le seat} fixent {order} pour le reste de la partie.",
  "The game ends: {seat} wins ({how}).": "La partie finit : {le seat} gagnent ({how}).",
  "The game ends in a draw ({how}).": "La partie finit par une nulle ({how}).",
  "This is your jump {used} of {limit}: {left} left.":
    "C’est votre saut {used} sur {limit} : il en reste {left}.",
  "This is your jump {used}; jumps are not limited in this game.":
    "C’est votre saut {used} ; ils sont illimités dans cette partie.",
  "You give up your turn: {seat} acts next.":
    "Vous renoncez à votre tour : c’est ensuite {au seat}.",
  "You give up your turn as {seat} did before, so neither side loses a move.":
    "Vous renoncez à votre tour comme l’ont fait {le seat} : personne ne perd de coup.",
  "You give up your turn: if {seat} plays on, your move {n} becomes a pass.":
    "Vous renoncez à votre tour : si {le seat} continuent, votre coup {n} devient un coup passé.",
  "The game goes on, nothing changes, and your turn is over. {rest}":
    "La partie continue, rien ne change et votre tour est fini. {rest}",
  "{seat} must fill {names} before the game can end.":
    "{le seat} doivent remplir {names} avant que la partie finisse.",
  "{seat} can still change {names}, or accept defeat.":
    "{le seat} peuvent encore changer {names}, ou accepter la défaite.",
  "If {seat} accepts too, the game ends.": "Si {le seat} acceptent aussi, la partie finit.",
  "Lost: {names}.": "Perdu : {names}.",
  "The move at {name} will fall dormant.": "S’endort : {name}.",
  "The moves from {first} to {last} fall dormant.": "S’endorment : de {first} à {last}.",
  "The move at {name} will wake up.": "Se réveille : {name}.",
  "The moves from {first} to {last} wake up.": "Se réveillent : de {first} à {last}.",
  "nothing was played yet": "rien n’a encore été joué",
  "it has 1 to {last}": "elle va de 1 à {last}",
  "nothing stands on {from}": "il n’y a rien en {from}",
  "the way from {from} to {to} is not free": "le chemin de {from} à {to} n’est pas libre",
  "a {role} does not go from {from} to {to}": "{un role} ne va pas de {from} en {to}",
  "there is nothing to capture on {to}": "il n’y a rien à prendre en {to}",
  "the pawn is blocked on {to}": "le pion est bloqué en {to}",
  "it leaves {seat}'s king attacked by the {by}": "le roi {du seat} resterait attaqué par {le by}",
  "castling short": "petit roque",
  "castling long": "grand roque",
  "{kind} to {square}, becoming a {becoming}": "{kind} en {square}, devient {becoming}",
  "{kind} takes {square}, becoming a {becoming}": "{kind} prend {square}, devient {becoming}",
  "{kind} to {square}": "{kind} en {square}",
  "{kind} takes {square}": "{kind} prend {square}",
  "your move {n} ({what})": "votre coup {n} ({what})",
  "{seat}'s move {n} ({what})": "coup {n} {du seat} ({what})",
  "{seat}'s moves {numbers}": "coups {numbers} {du seat}",
  "{seat}'s move {n}: {what}": "coup {n} {du seat} : {what}",
  "{seat}'s move {n}": "coup {n} {du seat}",
};
