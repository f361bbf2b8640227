import type { ServerWords } from "../server";

/** Why something is refused, by the codes of the server. */
export const refusals: ServerWords["refusals"] = {
  "not-an-action": "« {text} » n’est pas un coup",
  "bad-setup": "cette position ne peut pas être installée : {why}",
  "game-over": "la partie est finie",
  "not-your-turn": "ce n’est pas à vous de jouer",
  "no-piece": "il n’y a pas de pièce en {at}",
  "not-your-piece": {
    "the {piece} is your opponent's": "{le piece} est à votre adversaire",
    "the {kind} on {at} is {seat}'s": "{le kind} en {at} est {au seat}",
    "the {piece} is not yours": "{le piece} n’est pas à vous",
  },
  "cannot-move-so": "{un piece} ne va pas de {from} en {to}",
  blocked: {
    "the {piece} cannot reach {to}: the {obstacle} stands in the way":
      "{le piece} ne peut pas aller en {to} : {le obstacle} barre le chemin",
    "the {piece} on {at} closes its whole column: lines end there on every level":
      "{le piece} en {at} ferme toute sa colonne : les lignes s’y arrêtent à tous les niveaux",
    "the {piece} does not reach {to}: the {by} is in the way":
      "{le piece} ne peut pas aller en {to} : {le by} barre le chemin",
  },
  "own-piece": {
    "your own {piece} stands on {at}": "une de vos pièces est déjà en {at} ({piece})",
    "your own {kind} stands on {at}": "une de vos pièces est déjà en {at} ({kind})",
    "the {piece} is your own": "{le piece} est à vous",
  },
  "nothing-to-capture": {
    "a pawn moves diagonally only to capture, and {at} holds nothing to capture":
      "un pion ne va en diagonale que pour prendre, et il n’y a rien à prendre en {at}",
    "there is nothing to capture on {to}": "il n’y a rien à prendre en {to}",
    "the {piece} moves to {to} only to capture, and nothing is there":
      "{le piece} ne va en {to} que pour prendre, et il n’y a rien",
  },
  pinned: "{le piece} : cloué au roi en {king} par {le pinner}",
  "leaves-king-in-check": "le roi en {king} serait mis en échec par {le attacker}",
  "king-into-check": "le roi ne peut pas aller en {to} : {le attacker} attaque cette case",
  "promotion-missing": "dites ce que devient le pion en {at} : ajoutez q, r, b ou n au coup",
  "promotion-pending": "choisissez d’abord ce que devient le pion en {at} : =q, =r, =b ou =n",
  "no-promotion-pending": "aucun pion n’attend de promotion",
  "nothing-to-claim":
    "il n’y a pas de nulle à réclamer : la position n’est pas apparue trois fois, et seulement {moves} coups sur cinquante ont passé sans prise ni coup de pion",
  "castling-right-lost": "vous ne pouvez pas roquer : le roi ou la tour de ce côté a déjà bougé",
  "castling-blocked": "vous ne pouvez pas roquer : {le obstacle} barre le chemin",
  "castling-out-of-check": "vous ne pouvez pas roquer : le roi est mis en échec par {le attacker}",
  "castling-through-check":
    "vous ne pouvez pas roquer : le roi passerait en {at}, que {le attacker} attaque",
  "castling-into-check":
    "vous ne pouvez pas roquer : le roi arriverait en {at}, que {le attacker} attaque",
  GAME_OVER: "la partie est finie",
  NOT_YOUR_TURN: "c’est {au actor} de jouer",
  TERMINUS: "la ligne finit ici : {at} ({how}). Changez un coup antérieur ou acceptez la fin",
  HORIZON:
    "l’histoire peut avoir {horizon} demi-coups, et il n’y a plus de place pour le coup passé de l’adversaire et le vôtre",
  NO_SUCH_PLY: "il n’y a pas de place {ply} dans l’histoire : {places}",
  NOT_YOUR_PLY: "c’est {name}, et vous ne pouvez changer que vos propres coups",
  PLY_PASSED: "{name} : coup passé, abandonné pour de bon en voyageant",
  PLY_DORMANT: "{name} : dort, car la ligne finit avant ({terminus})",
  PLY_BLANK: "{name} : vide à remplir, il n’y a rien à remplacer",
  PLY_NOT_BLANK: "{name} : pas vide, seule une pièce de plus grande valeur peut le remplacer",
  WRITE_LIMIT: "{name} : écrit {limit} fois, c’est la limite",
  JUMP_LIMIT: "vous avez utilisé vos {limit} sauts dans le passé",
  ILLEGAL_MOVE: {
    "{path} is illegal in the position before {name}: {why}":
      "{path} est illégal à cet endroit ({name}) : {why}",
    "no legal move is called {written} in the position before {name}":
      "aucun coup légal ne s’appelle {written} à cet endroit ({name})",
  },
  NOT_AN_UPGRADE:
    "{un newer} ne peut pas remplacer un coup d’une pièce de même valeur ou plus ({older}) : {name}",
  NB_ORDER:
    "{un newer} ne peut pas remplacer ce coup ({older}) : {name}. Vous avez fixé {order} pour cette partie",
  NO_TERMINUS: "il n’y a rien à accepter : la ligne n’a pas de fin",
  OPEN_BLANKS: "il reste des vides : remplissez d’abord {names}",
  WAIT_NOT_ALLOWED: "vous ne pouvez attendre que si rien d’autre n’est possible",
  BAD_START: "aucune partie ne peut commencer ainsi : {why}",
  BAD_LINE: "ce n’est pas une ligne d’état : {why}",
  ambiguous:
    "« {text} » convient à plusieurs coups ; ajoutez la colonne, la rangée ou le niveau de départ",
  "no-such-action": "aucun coup légal ne correspond à « {text} »",
  E_ILLEGAL_DELAY: "d’abord {au owner} de choisir une pièce pour le pion en {at}",
  "nothing-to-promote": "aucune promotion n’est due en {at}",
  "no-claim":
    "la nulle se réclame quand une position apparaît pour la troisième fois, ou après cinquante coups de chaque camp sans prise ni coup de pion ; ce n’est pas le cas",
  "claim-without-turn": "la nulle peut être réclamée tout de suite, sans jouer",
  "empty-square": {
    "nothing stands on {at}": "il n’y a rien en {at}",
    "nothing stands on {square}": "il n’y a rien en {square}",
  },
  "wrong-piece": "c’est une autre pièce qui est en {at} : {piece}",
  E_NONEXISTENT_TARGET:
    "{to} n’existe pas maintenant : il n’y a pas de plateau d’attaque sur {pin}",
  E_ADVANCEMENT_FROZEN:
    "le pion en {from} ne peut pas avancer : aucun plateau n’a de case en {ahead}",
  "same-column":
    "{to} est juste au-dessus ou au-dessous ; un coup doit changer de colonne ou de rangée",
  "cannot-reach": "{un piece} ne peut pas aller de là en {to}",
  "pawn-blocked":
    "{le piece} en {at} barre le chemin ; les pions vont sur des cases vides, et un double pas ne passe que par une colonne vide à tous les niveaux",
  "not-fresh": "le pion en {from} a bougé ou a été porté, et ne peut plus faire de double pas",
  "capture-not-marked": "{le piece} en {to} serait pris ; écrivez x au lieu de -",
  "no-en-passant": "aucun pion ne vient de passer {column} par un double pas",
  E_PROMOTION_REQUIRED:
    "{to} est la dernière rangée de sa colonne : dites ce que devient le pion, par exemple =Q",
  E_PROMOTION_BLOCKED: {
    "this ride promotes nobody: a pawn carried onto its furthest rank may promote there on a later turn, and only the strict rules promote it at once":
      "ce trajet ne promeut personne : un pion porté sur sa dernière rangée peut y être promu plus tard ; seules les règles strictes le promeuvent aussitôt",
  },
  "nobody-aboard": "le plateau d’attaque sur {pin} ne porte aucun pion qui pourrait être promu",
  "only-pawns-promote": "seuls les pions sont promus, pas {un piece}",
  E_KING_EXPOSED: "votre roi en {king} serait attaqué de {by}",
  "no-board": "il n’y a pas de plateau d’attaque sur {pin}",
  E_NOT_CONTROLLED: "le plateau d’attaque sur {pin} est {au controller}",
  E_TOO_MANY_RIDERS:
    "le plateau d’attaque sur {pin} porte {riders} pièces ; avec plus d’une, personne ne le déplace",
  E_NOT_ADJACENT: "{to} n’est pas à côté de {from} ; un plateau avance d’un support par tour",
  E_PIN_OCCUPIED: "il y a déjà un plateau d’attaque sur {pin}",
  E_BACKWARD_WITH_RIDER:
    "de {from} à {to}, on recule ; un plateau occupé ne va que vers l’avant ou de côté",
  "no-rider-to-turn":
    "le plateau d’attaque sur {pin} est vide ; on ne tourne qu’un plateau avec une pièce",
  "no-turning": "selon les règles strictes, les plateaux ne tournent pas",
  E_UNCOVERS_CHECK:
    "cela découvre le pion en {pawn}, et une de ses promotions attaquerait votre roi en {king}",
  E_CHECK: "votre roi est en échec (de {by}) et ne peut pas roquer",
  E_MOVED: "pas de roque de ce côté : le roi ou la tour a bougé, a été porté ou pris",
  E_DEST_ATTACKED: "votre roi serait attaqué en {to} de {by}",
  E_SQUARES: "une pièce est en {at}",
  E_FIRST_MOVE: "on ne peut pas roquer au premier coup de la partie",
  "save-unreadable": "ce n’est pas une partie sauvegardée : {why}",
  "save-format": "« {format} » est un autre type de fichier",
  "save-newer":
    "cette partie a été sauvegardée par une version plus récente (version du fichier {version})",
  "save-preset": "le modèle, ses options et le départ ne concordent pas",
  "save-refused": "impossible ({entry}) : {why}",
  "save-position": "les coups ne mènent pas à la position sauvegardée mais à {now}",
  "save-result": "les coups terminent la partie avec un autre résultat",
  "setup-fields": "une position a huit champs, celle-ci en a {count}",
  "setup-option":
    "« {text} » n’est pas une option ; après la position, écrivez preset=standard ou preset=strict",
  "setup-row":
    "« {text} » est illisible ; il faut trois plateaux de quatre rangées de quatre cases",
  "setup-board":
    "« {text} » est illisible ; il faut quatre plateaux comme QL1(DD/RQ), séparés par des virgules",
  "setup-field": "« {text} » est illisible ({name})",
  "setup-pins": "deux plateaux d’attaque sont sur {pin}",
  "setup-kings": "{le seat} : il faut exactement un roi, il y en a {kings}",
  "setup-castling": "{le seat} : droit de roque sans roi et tour à leur place de départ",
  "setup-fresh-pawn": "un pion en {at} a déjà bougé : écrivez P au lieu de D",
  "setup-en-passant": "aucun pion ne peut venir de faire un double pas en {at}",
  "setup-promotions":
    "le champ de promotion dit {written}, mais les plateaux et les pions disent {derived}",
  "setup-opponent-in-check": "{le seat} sont en échec sans avoir le trait",
  "setup-promotion-checks":
    "le pion en {at} pourrait être promu avec échec alors que son camp a le trait",
  "unreadable-setup": "ce n’est pas une position : {why}",
  "no-king": "{le seat} n’ont pas de roi",
  "several-kings": "{le seat} ont plus d’un roi",
  "unreadable-action":
    "« {text} » n’est pas un coup : écrivez un coup comme e2e4 ou une promotion comme =q",
  "no-such-promotion": "un pion devient q, r, b ou n (dame, tour, fou ou cavalier), pas « {text} »",
  "promotion-owed": "choisissez d’abord ce que devient {le pawn} : =q, =r, =b ou =n",
  "no-promotion-owed": "aucun pion n’est sur sa dernière rangée",
  "not-legal": "{text} n’est pas légal maintenant",
  stopped: "{le piece} ne peut pas bouger : {le by} l’arrête",
  "not-in-check": "seul un roi en échec peut aller à son refuge : {warp}",
  "warp-normalised": "{le warp} n’aide pas le roi : {le by} l’a désactivé",
  "no-castling": {
    "a king in check does not castle: attacked by the {by}":
      "un roi en échec ne roque pas : {le by} l’attaque",
  },
  "captures-otherwise": "{le piece} ne prend pas de cette façon : {le target} est là",
  "no-path": "{le piece} ne va pas en {to}",
  "kings-are-not-captured": "on ne prend pas les rois, et {le king} serait pris",
  "king-asserted": "le roi serait pris : {le by} prend ce qui arrive là",
  "king-neutralised": "le roi serait perdu : {le by} explose",
  "leaves-in-check": "le roi serait mis en échec par {le by}",
  "leaves-in-blast":
    "le roi serait en échec : {le by} pourrait aller en {square} et provoquer une explosion qui l’atteint ({centre})",
  "promotion-checks": "{le pawn} serait promu et mettrait le roi en échec ({becoming})",
  "no-such-game": "cette partie n’existe pas",
  "unknown-variant": "ce serveur ne connaît pas ce jeu",
  "unknown-preset": "il n’y a pas de modèle « {id} »",
  "unknown-player": "ce joueur n’existe pas",
  "name-taken": {
    "there is an account with this name": "il y a déjà un compte de ce nom",
    "this name looks too much like that of another player":
      "ce nom ressemble trop à celui d’un autre joueur",
  },
  "has-account": {
    "the player has an account already": "le joueur a déjà un compte",
    "an account keeps its name": "un compte garde son nom",
  },
  "no-account": "le joueur n’a pas de compte",
  "bad-name":
    "un nom a de 1 à 40 caractères : lettres, chiffres, espaces simples et signes comme - et _",
  "weak-password": "un mot de passe a au moins 8 caractères",
  "wrong-password": "le nom et le mot de passe ne correspondent pas",
  banned: "l’hébergeur de ce serveur a banni ce compte",
  "account-closed": "ce compte est fermé",
  muted: "l’hébergeur de ce serveur ne vous laisse pas écrire de messages",
  "bad-link": "ce lien n’est pas valable, ou ne l’est plus ; demandez-en un autre à l’hébergeur",
  "no-such-session": "cette connexion n’existe pas",
  "no-such-token": "ce jeton d’accès n’existe pas",
  "bad-token-name": "le nom d’un jeton d’accès a de 1 à 60 caractères",
  "no-scopes": "un jeton d’accès doit permettre quelque chose que ce serveur connaît",
  "bad-token-time": "un jeton d’accès dure de 1 à 3650 jours",
  "too-many-tokens": "vous avez trop de jetons d’accès ; supprimez-en un",
  "bad-redirect": "le programme ne donne pas d’adresse où vous renvoyer",
  "bad-code": "ce code n’est pas valable, ou ne l’est plus",
  "has-played": "ce compte a déjà joué ; un bot a besoin d’un nouveau compte",
  "bad-bot-name": "le nom d’un bot a des lettres, des chiffres, _ et -",
  "too-many-attempts": "trop d’essais ; attendez quelques minutes",
  "too-many-seeks": "il y a trop de parties proposées ; annulez une des vôtres ou attendez",
  "own-seek": "vous ne pouvez pas jouer contre vous-même ici",
  "already-started": "cette partie a commencé sans vous",
  cancelled: "cela a été annulé",
  "not-for-you": {
    "this challenge is for somebody else": "ce défi est pour quelqu’un d’autre",
    "only its owner can withdraw a seek": "seul son auteur peut retirer une partie proposée",
  },
  "not-seated": "seuls les joueurs de la partie peuvent faire cela",
  "nobody-listens": "personne n’est là pour vous lire",
  "bad-words": "un message a au plus 200 caractères, sur une ligne",
  "too-many-actions": {
    "at most {most} actions can be looked at": "on peut regarder {most} coups au plus",
    "at most {most} moves can be prepared": "on peut préparer {most} coups au plus",
  },
  "bad-line-count": "on peut demander de 1 à {most} variantes",
  "no-computer": "il n’y a pas de tel joueur électronique",
  "not-started": "la partie commence quand les deux places sont prises",
  "no-advice": "quand deux personnes s’affrontent, personne ne reçoit d’aide",
  "no-such-moment": "la partie n’est pas encore allée si loin",
  "bad-token": "ce jeton n’est pas valable, ou ne l’est plus",
  "too-slow": "la requête a pris trop de temps",
  "too-large": "une requête a au plus {limit} octets",
  "cross-site": "les pages d’autres sites n’ont pas le droit de faire cela",
  "rate-limited": "trop de requêtes ; attendez un peu",
  "other-rules-version": "la partie a été faite pour une autre version des règles",
  "bad-clock": "personne ne peut jouer avec ces pendules",
  "already-over": "dans cette position, la partie est déjà finie",
  "seat-taken": "la place est prise",
  "no-seat": "les deux places sont prises",
  "already-seated": "vous avez déjà une place dans cette partie",
  "not-over": "la partie n’est pas encore finie",
  stale: "c’était pour une autre position : quelque chose s’est passé depuis",
  "time-up": "votre temps ou celui de votre adversaire est écoulé",
  "proposal-pending": "une telle proposition attend déjà une réponse",
  "proposal-too-soon": "vous l’avez déjà proposé ; jouez d’abord",
  "no-proposal": "personne n’a proposé cela",
  "nothing-to-take-back": "il n’y a pas autant de coups",
  "too-few-actions": "la partie n’a pas autant de coups",
  "too-late-to-abort": "une partie ne peut être annulée qu’avant son deuxième coup",
  "abort-instead": "rien ne peut encore être réclamé ; la partie peut encore être annulée",
  "opponent-present": "l’adversaire n’est pas parti",
  "grace-running": "l’adversaire peut encore revenir",
  "no-claims": "dans cette partie, on a le temps de s’absenter",
  "cannot-win": "vous n’auriez plus pu gagner, seule la nulle peut être réclamée",
  "rematch-agreed": "la partie suivante est déjà prévue",
  "hello-first": "la connexion n’est pas encore prête",
  "no-chat": "il n’y a pas de messagerie sur ce serveur",
  "no-file": "ce jeu n’a pas de fichier à lui",
  "no-puzzles": "il n’y a pas de problèmes de ce jeu",
  "no-puzzle": "ce problème n’existe pas",
  "bad-date": "une date s’écrit comme 2026-11-18",
};
