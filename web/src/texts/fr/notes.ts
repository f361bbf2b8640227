import type { ServerWords } from "../server";

/** What is said about a position, by the codes of the server; `*` has sentences that come under several codes. */
export const notes: ServerWords["notes"] = {
  "*": {
    "Written {n} of {limit} times.": "Écrit {n} fois sur {limit}.",
    "It stays where it is: {why}.": "Il reste où il est : {why}.",
    "Not to {goal}: {why}.": "Pas vers {goal} : {why}.",
    "Ends the game: {seat} wins by {reason}.": "Termine la partie : {le seat} gagnent ({reason}).",
    "Ends the game: a draw by {reason}.": "Termine la partie : nulle ({reason}).",
    "{sentence} (switched off now)": "{sentence} (désactivé en ce moment)",
    "It is for {seat} to choose what the pawn on {square} becomes.":
      "C’est {au seat} de choisir ce que devient le pion en {square}.",
  },
  accept: {
    "The game goes on, nothing changes, and your turn is over. {seat} must fill {names} before the game can end.":
      "La partie continue, rien ne change et votre tour est fini. {le seat} doivent remplir {names} avant que la partie finisse.",
    "The game goes on, nothing changes, and your turn is over. {seat} can still change {names}, or accept defeat.":
      "La partie continue, rien ne change et votre tour est fini. {le seat} peuvent encore changer {names}, ou accepter la défaite.",
    "The game goes on, nothing changes, and your turn is over. If {seat} accepts too, the game ends.":
      "La partie continue, rien ne change et votre tour est fini. Si {le seat} acceptent aussi, la partie finit.",
  },
  accepted: "{le seat} ont accepté.",
  asserted: "Une pièce {du seat} qui arrive ici est prise par {le by}, sauf si elle est à l’abri.",
  asserts: {
    "The {piece} is lost: the piece on {by} asserts.":
      "Perte : {piece}. La pièce en {by} prend ce qui arrive à côté d’elle.",
    "It captures an enemy piece that arrives next to it.":
      "Elle prend une pièce ennemie qui arrive à côté d’elle.",
  },
  attacked: "attaque : {le by}",
  blank: "Un coup s’est perdu ici ; on peut le remplir.",
  broken: "Perdu par le changement de : {name}.",
  carried: "Un plateau d’attaque l’a porté : pas de double pas.",
  "carried-home":
    "Il est sur sa dernière rangée sans y être venu à pied : il peut être promu sur place, ce qui prend un tour.",
  check: {
    "in check from the {by}": "mis en échec par {le by}",
    "{seat}'s king is in check.": "Le roi {du seat} est en échec.",
    "Gives check to {seat}.": "Met en échec : {seat}.",
    "In check from the {by}.": "En échec par {le by}.",
    "In check: the {by} could go to {to} and set off a blast.":
      "En échec : {le by} pourrait aller en {to} et provoquer une explosion.",
  },
  controller: {
    "It is empty, so its owner {seat} controls it.":
      "Il est vide : son propriétaire le commande ({seat}).",
    "Its only rider is {seat}'s, so {seat} controls it.":
      "Sa seule pièce est {au seat}, qui le commandent.",
    "It carries {count} pieces, so nobody controls it.":
      "Il porte {count} pièces : personne ne le commande.",
  },
  crown: {
    "Promotion deferred - waiting for attack board to move":
      "Promotion différée – jusqu’au départ du plateau d’attaque",
    "Can promote here (takes a turn)": "Peut être promu ici (prend un tour)",
  },
  defended: "défense : {le by}",
  deferred:
    "La promotion est différée tant que le plateau sur {pin} le surplombe ; quand il part, c’est {au seat} de choisir aussitôt une pièce.",
  dormant: "La ligne finit avant ce coup.",
  enabled: {
    "Enabled by the {by}. {sentence}": "Renforcée par {le by}. {sentence}",
    "It has its rally moves.": "Elle a ses coups de plus.",
  },
  enables: "Les pièces amies à côté d’elle ont des coups de plus.",
  extricates: "En échec, son roi peut venir sur elle de n’importe où.",
  fantasy: {
    "The captured piece returns to {to}.": "La pièce prise revient en {to}.",
    "When it is captured, it returns to its start square if that is empty.":
      "Prise, elle revient à sa case de départ si celle-ci est vide.",
  },
  forced: {
    "Its corner is uncovered: {seat} has to choose a piece before anything else happens.":
      "Son coin est découvert : {au seat} de choisir une pièce avant toute chose.",
    "⚠️ Attack board moved! Your pawn must promote before continuing.":
      "⚠️ Le plateau d’attaque est parti ! Votre pion doit être promu maintenant.",
  },
  "free-pin": "Il n’y a pas de plateau d’attaque ici.",
  fresh: "Il peut encore faire un double pas.",
  frozen: "Aucun plateau n’a de case en {ahead} : il ne peut pas avancer.",
  ghost: "C’était : {what}.",
  guest: "Commandé par la pièce qu’il porte ({seat})",
  hint: "Dernière rangée absente",
  immaterial: "Les pièces de type pion ne peuvent pas la prendre.",
  immaterialised: {
    "Immaterialised by the {by}. {sentence}": "À l’abri des pions par {le by}. {sentence}",
    "Pawn-based pieces cannot capture it.": "Les pièces de type pion ne peuvent pas la prendre.",
  },
  jump: {
    "This is your jump {used} of {limit}: {left} left.":
      "C’est votre saut {used} sur {limit} : il en reste {left}.",
    "This is your jump {used}; jumps are not limited in this game.":
      "C’est votre saut {used} ; ils sont illimités dans cette partie.",
  },
  jumps: "{le seat} ont encore {left} sauts sur {limit}.",
  keep: "Les pièces de type pion ne peuvent pas prendre ses voisines amies.",
  lock: {
    "More than one rider - nobody may move it": "Plus d’une pièce – personne ne peut le déplacer",
    "Promotion plane missing - cannot advance": "Dernière rangée absente – ne peut pas avancer",
    "No board ahead - cannot advance": "Pas de plateau devant – ne peut pas avancer",
  },
  lost: "Perdu : {names}.",
  "may-move": "Il peut aller sur {to}.",
  missing: "Elle apparaît quand un plateau d’attaque arrive sur {pin}.",
  moved: "Il a bougé : pas de double pas.",
  nature: {
    "Based on the {base}; it has moved and began on {start}.":
      "Tient {du base} ; elle a bougé, partie de {start}.",
    "Based on the {base}; it has not moved and began on {start}.":
      "Tient {du base} ; elle n’a pas bougé, partie de {start}.",
    "Based on the {base}; it has moved and has no start square.":
      "Tient {du base} ; elle a bougé et n’a pas de case de départ.",
    "Based on the {base}; it has not moved and has no start square.":
      "Tient {du base} ; elle n’a pas bougé et n’a pas de case de départ.",
  },
  neutralizes: {
    "The {piece} is lost: the piece on {by} neutralizes.":
      "Perte : {piece}. La pièce en {by} explose.",
    "When it is captured, its captor and the pieces around it are captured as well.":
      "Quand on la prend, son preneur et les pièces autour sont pris aussi.",
  },
  normalised: {
    "Normalised by the {by}. {sentence}": "Désactivée par {le by}. {sentence}",
    "Its own characteristics are switched off.": "Ses propres pouvoirs sont désactivés.",
  },
  normalizes: "Elle désactive les pouvoirs des pièces voisines.",
  order: {
    "{seat} has fixed {order}.": "{le seat} ont fixé {order}.",
    "{seat} fixes {order} for the rest of the game.":
      "{le seat} fixent {order} pour le reste de la partie.",
  },
  ordered: {
    "Ordered by the {by}. {sentence}": "Amorcée par {le by}. {sentence}",
    "Captured, it takes its captor and its neighbours along.":
      "Prise, elle emporte son preneur et ses voisins.",
  },
  orders: "Les pièces voisines explosent quand on les prend.",
  out_of_step: "C’est {au actor}, hors tour : continuer donne {played} ; coup passé : {passed}.",
  over: {
    "The game ends: {seat} wins ({how}).": "La partie finit : {le seat} gagnent ({how}).",
    "The game ends in a draw ({how}).": "La partie finit par une nulle ({how}).",
  },
  pass: {
    "Given up for good by travelling.": "Abandonné pour de bon en voyageant.",
    "{name} becomes a pass.": "Devient un coup passé : {name}.",
  },
  pinned: "clouage au roi en {king} par {le by}",
  "plane-missing":
    "La dernière rangée de sa colonne n’existe qu’avec un plateau d’attaque sur {pin}.",
  promotion: "choisit ce qu’il devient en {to}",
  "promotion-deferred": {
    "Promotion deferred: 1 pawn awaiting promotion": "Promotion différée : 1 pion attend",
    "Promotion deferred: {n} pawns awaiting promotion": "Promotion différée : {n} pions attendent",
  },
  "promotion-due": "Découvre le pion en {at} : {au seat} de le promouvoir aussitôt.",
  "promotion-required": "{au seat} de promouvoir maintenant le pion en {at}",
  "promotion-waiting": "En attente de la promotion",
  protected: {
    "Protected by the {by}. {sentence}": "Protégée par {le by}. {sentence}",
    "It cannot be captured.": "On ne peut pas la prendre.",
  },
  protective: "On ne peut pas la prendre tant qu’une autre pièce protectrice est à côté.",
  "quiet-turns": "Nulle dans {left} tours sans prise ni coup de pion.",
  reveals: "Les pièces amies à côté d’elle peuvent sauter tout droit par-dessus.",
  "reverse-promotion": "C’est ensuite {au seat} de promouvoir en {at}, et de jouer.",
  rotated: "Tourné de 180°",
  sealed: "Un coup s’est perdu ici pour de bon.",
  shadow: "Sa colonne contient aussi {others} : aucune ligne n’y passe.",
  slept: {
    "The move at {name} will fall dormant.": "S’endort : {name}.",
    "The moves from {first} to {last} fall dormant.": "S’endorment : de {first} à {last}.",
  },
  stopped: {
    "Stopped by the {by}. {sentence}": "Arrêtée par {le by}. {sentence}",
    "It cannot move.": "Elle ne peut pas bouger.",
  },
  stops: "Les pièces ennemies à côté d’elle ne peuvent pas bouger, sauf rois et dames.",
  tense: "Seuls un roi ou une dame peuvent la prendre.",
  terminus: {
    "The line ends here: {how}.": "La ligne finit ici : {how}.",
    "The line ends at {at}: {how}.": "La ligne finit ici : {at}, {how}.",
    "The {how} at {at} disappears.": "Disparaît : {how} ({at}).",
  },
  turn: {
    "You give up your turn: {seat} acts next.":
      "Vous renoncez à votre tour : c’est ensuite {au seat}.",
    "You give up your turn as {seat} did before, so neither side loses a move.":
      "Vous renoncez à votre tour comme l’ont fait {le seat} : personne ne perd de coup.",
    "You give up your turn: if {seat} plays on, your move {n} becomes a pass.":
      "Vous renoncez à votre tour : si {le seat} continuent, votre coup {n} devient un coup passé.",
  },
  unanswered: "Le roi {du seat} est laissé en échec.",
  unsettled: {
    "{seat} can still fill {blanks} and change {moves}.":
      "{le seat} peuvent encore remplir {blanks} et changer {moves}.",
    "{seat} can still fill {blanks}.": "{le seat} peuvent encore remplir {blanks}.",
    "{seat} can still change {moves}.": "{le seat} peuvent encore changer {moves}.",
  },
  upgradable: "Remplaçable par un coup de : {kinds}.",
  woke: {
    "The move at {name} will wake up.": "Se réveille : {name}.",
    "The moves from {first} to {last} wake up.": "Se réveillent : de {first} à {last}.",
  },
};
