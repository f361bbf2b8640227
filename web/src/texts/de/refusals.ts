import type { ServerWords } from "../server";

/** Why something is refused, by the codes of the server. */
export const refusals: ServerWords["refusals"] = {
  "not-an-action": "„{text}“ ist kein Zug",
  "bad-setup": "diese Stellung kann nicht aufgebaut werden: {why}",
  "game-over": "die Partie ist vorbei",
  "not-your-turn": "du bist nicht am Zug",
  "no-piece": "auf {at} steht keine Figur",
  "not-your-piece": {
    "the {piece} is your opponent's": "{der piece} gehört deinem Gegner",
    "the {kind} on {at} is {seat}'s": "{der kind} auf {at} gehört {seat}",
    "the {piece} is not yours": "{der piece} gehört dir nicht",
  },
  "cannot-move-so": "{ein piece} zieht nicht von {from} nach {to}",
  blocked: {
    "the {piece} cannot reach {to}: the {obstacle} stands in the way":
      "{der piece} kommt nicht nach {to}: {der obstacle} steht im Weg",
    "the {piece} on {at} closes its whole column: lines end there on every level":
      "{der piece} auf {at} sperrt seine ganze Säule: Linien enden dort auf jeder Ebene",
    "the {piece} does not reach {to}: the {by} is in the way":
      "{der piece} kommt nicht nach {to}: {der by} steht im Weg",
  },
  "own-piece": {
    "your own {piece} stands on {at}": "auf {at} steht schon eine eigene Figur ({piece})",
    "your own {kind} stands on {at}": "auf {at} steht schon eine eigene Figur ({kind})",
    "the {piece} is your own": "{der piece} ist deine eigene Figur",
  },
  "nothing-to-capture": {
    "a pawn moves diagonally only to capture, and {at} holds nothing to capture":
      "ein Bauer zieht nur schräg, um zu schlagen, und auf {at} ist nichts zu schlagen",
    "there is nothing to capture on {to}": "auf {to} ist nichts zu schlagen",
    "the {piece} moves to {to} only to capture, and nothing is there":
      "{der piece} zieht nur nach {to}, um zu schlagen, und dort steht nichts",
  },
  pinned: "{der piece} ist durch {den pinner} an den König auf {king} gefesselt",
  "leaves-king-in-check": "der König auf {king} stünde im Schach durch {den attacker}",
  "king-into-check": "der König kann nicht nach {to}: {der attacker} greift das Feld an",
  "promotion-missing": "sag, was der Bauer auf {at} wird: häng q, r, b oder n an den Zug an",
  "promotion-pending": "wähle zuerst, was der Bauer auf {at} wird: =q, =r, =b oder =n",
  "no-promotion-pending": "kein Bauer wartet auf eine Umwandlung",
  "nothing-to-claim":
    "es gibt kein Remis zu beanspruchen: Die Stellung stand noch nicht dreimal auf dem Brett, und erst {moves} von fünfzig Zügen sind ohne Schlagen und Bauernzug vergangen",
  "castling-right-lost":
    "du kannst nicht rochieren: König oder Turm hat auf dieser Seite schon gezogen",
  "castling-blocked": "du kannst nicht rochieren: {der obstacle} steht im Weg",
  "castling-out-of-check":
    "du kannst nicht rochieren: der König steht im Schach durch {den attacker}",
  "castling-through-check":
    "du kannst nicht rochieren: der König ginge über {at}, und {der attacker} greift das Feld an",
  "castling-into-check":
    "du kannst nicht rochieren: der König käme nach {at}, und {der attacker} greift das Feld an",
  GAME_OVER: "die Partie ist vorbei",
  NOT_YOUR_TURN: "{actor} ist dran",
  TERMINUS: "die Linie endet hier: {at} ({how}). Ändere einen früheren Zug oder nimm das Ende an",
  HORIZON:
    "der Verlauf darf {horizon} Halbzüge haben, und für das Aussetzen des Gegners und deinen Zug ist kein Platz mehr",
  NO_SUCH_PLY: "den Platz {ply} gibt es im Verlauf nicht: {places}",
  NOT_YOUR_PLY: "das ist: {name}. Du kannst nur deine eigenen Züge ändern",
  PLY_PASSED: "{name} wurde ausgesetzt und durch die Zeitreise für immer aufgegeben",
  PLY_DORMANT: "{name} ruht: die Linie endet schon vorher ({terminus})",
  PLY_BLANK: "{name} ist eine Lücke: fülle sie, es gibt nichts zu ersetzen",
  PLY_NOT_BLANK: "{name} ist keine Lücke: nur eine wertvollere Figur kann den Zug ersetzen",
  WRITE_LIMIT: "{name} wurde {limit}-mal geschrieben, öfter ist nicht erlaubt",
  JUMP_LIMIT: "du hast alle deine {limit} Sprünge in die Vergangenheit verbraucht",
  ILLEGAL_MOVE: {
    "{path} is illegal in the position before {name}: {why}":
      "{path} ist dort nicht möglich ({name}): {why}",
    "no legal move is called {written} in the position before {name}":
      "kein möglicher Zug heißt dort {written} ({name})",
  },
  NOT_AN_UPGRADE:
    "{ein newer} darf den Zug einer gleich- oder höherwertigen Figur ({older}) nicht ersetzen: {name}",
  NB_ORDER:
    "{ein newer} darf diesen Zug ({older}) nicht ersetzen: {name}. Du hast {order} für diese Partie festgelegt",
  NO_TERMINUS: "es gibt nichts anzunehmen: die Linie hat kein Ende",
  OPEN_BLANKS: "es gibt noch offene Lücken: fülle zuerst {names}",
  WAIT_NOT_ALLOWED: "warten darfst du nur, wenn nichts anderes möglich ist",
  BAD_START: "so kann keine Partie beginnen: {why}",
  BAD_LINE: "das ist keine Zustandszeile: {why}",
  ambiguous: "„{text}“ passt auf mehrere Züge; füge Linie, Reihe oder Ebene der Herkunft hinzu",
  "no-such-action": "kein möglicher Zug passt auf „{text}“",
  E_ILLEGAL_DELAY: "zuerst muss {owner} eine Figur für den Bauern auf {at} wählen",
  "nothing-to-promote": "auf {at} steht keine Umwandlung an",
  "no-claim":
    "Remis gibt es, wenn eine Stellung zum dritten Mal entsteht oder jede Seite fünfzig Züge ohne Schlagen und Bauernzug gemacht hat; beides ist nicht so",
  "claim-without-turn": "das Remis kann sofort beansprucht werden, ohne zu ziehen",
  "empty-square": {
    "nothing stands on {at}": "auf {at} steht nichts",
    "nothing stands on {square}": "auf {square} steht nichts",
  },
  "wrong-piece": "auf {at} steht eine andere Figur: {piece}",
  E_NONEXISTENT_TARGET: "{to} gibt es gerade nicht: auf {pin} steht kein Angriffsbrett",
  E_ADVANCEMENT_FROZEN: "der Bauer auf {from} kann nicht vor: kein Brett hat ein Feld auf {ahead}",
  "same-column": "{to} liegt genau darüber oder darunter; ein Zug muss Linie oder Reihe wechseln",
  "cannot-reach": "{ein piece} kommt von dort nicht nach {to}",
  "pawn-blocked":
    "{der piece} auf {at} steht im Weg; Bauern ziehen auf leere Felder, und ein Doppelschritt nur über eine auf allen Ebenen leere Säule",
  "not-fresh":
    "der Bauer auf {from} hat gezogen oder wurde getragen und darf keinen Doppelschritt mehr machen",
  "capture-not-marked": "{der piece} auf {to} würde geschlagen; schreibe x statt -",
  "no-en-passant": "kein Bauer ist gerade mit einem Doppelschritt über {column} gezogen",
  E_PROMOTION_REQUIRED:
    "{to} liegt auf der letzten Reihe seiner Linie: sag, was der Bauer wird, etwa =Q",
  E_PROMOTION_BLOCKED: {
    "this ride promotes nobody: a pawn carried onto its furthest rank may promote there on a later turn, and only the strict rules promote it at once":
      "diese Fahrt wandelt niemanden um: Ein Bauer, der auf seine letzte Reihe getragen wird, darf sich dort später umwandeln; nur nach den strengen Regeln geschieht es sofort",
  },
  "nobody-aboard": "das Angriffsbrett auf {pin} trägt keinen Bauern, der sich umwandeln könnte",
  "only-pawns-promote": "nur Bauern wandeln sich um, {ein piece} nicht",
  E_KING_EXPOSED: "dein König auf {king} würde von {by} aus angegriffen",
  "no-board": "auf {pin} steht kein Angriffsbrett",
  E_NOT_CONTROLLED: "über das Angriffsbrett auf {pin} bestimmt {controller}",
  E_TOO_MANY_RIDERS:
    "das Angriffsbrett auf {pin} trägt {riders} Figuren; mit mehr als einer bewegt es niemand",
  E_NOT_ADJACENT: "{to} liegt nicht neben {from}; ein Brett geht um einen Stift in einem Zug",
  E_PIN_OCCUPIED: "auf {pin} steht schon ein Angriffsbrett",
  E_BACKWARD_WITH_RIDER:
    "von {from} nach {to} geht es zurück; ein besetztes Brett geht nur vor oder zur Seite",
  "no-rider-to-turn":
    "das Angriffsbrett auf {pin} ist leer; gedreht wird nur ein Brett mit einer Figur",
  "no-turning": "nach den strengen Regeln werden Bretter nicht gedreht",
  E_UNCOVERS_CHECK:
    "das deckt den Bauern auf {pawn} ab, und eine seiner Umwandlungen griffe deinen König auf {king} an",
  E_CHECK: "dein König steht im Schach (von {by}) und darf nicht rochieren",
  E_MOVED:
    "keine Rochade auf dieser Seite: König oder Turm hat gezogen, wurde getragen oder geschlagen",
  E_DEST_ATTACKED: "dein König würde auf {to} von {by} aus angegriffen",
  E_SQUARES: "auf {at} steht eine Figur",
  E_FIRST_MOVE: "als erster Zug der Partie ist die Rochade nicht erlaubt",
  "save-unreadable": "das ist keine gespeicherte Partie: {why}",
  "save-format": "„{format}“ ist eine andere Art von Datei",
  "save-newer": "diese Partie wurde von einer neueren Version gespeichert (Dateiversion {version})",
  "save-preset": "Vorgabe, Schalter und Anfang passen nicht zusammen",
  "save-refused": "nicht möglich ({entry}): {why}",
  "save-position": "die Einträge führen nicht zur gespeicherten Stellung, sondern zu {now}",
  "save-result": "die Einträge beenden die Partie mit einem anderen Ergebnis",
  "setup-fields": "eine Stellung hat acht Felder, diese hat {count}",
  "setup-option":
    "„{text}“ ist keine Option; schreibe hinter die Stellung preset=standard oder preset=strict",
  "setup-row": "„{text}“ ist nicht lesbar; nötig sind drei Bretter mit vier Reihen zu vier Feldern",
  "setup-board":
    "„{text}“ ist nicht lesbar; nötig sind vier Bretter wie QL1(DD/RQ), durch Kommas getrennt",
  "setup-field": "„{text}“ ist nicht lesbar ({name})",
  "setup-pins": "auf {pin} stehen zwei Angriffsbretter",
  "setup-kings": "{seat} braucht genau einen König und hat {kings}",
  "setup-castling": "{seat} hat ein Rochaderecht, ohne dass König und Turm am Anfang stehen",
  "setup-fresh-pawn": "ein Bauer auf {at} hat schon gezogen: schreibe P statt D",
  "setup-en-passant": "kein Bauer kann gerade einen Doppelschritt nach {at} gemacht haben",
  "setup-promotions": "das Umwandlungsfeld sagt {written}, Bretter und Bauern aber sagen {derived}",
  "setup-opponent-in-check": "{seat} steht im Schach und ist nicht am Zug",
  "setup-promotion-checks":
    "der Bauer auf {at} könnte sich mit Schach umwandeln, obwohl sein Besitzer am Zug ist",
  "unreadable-setup": "das ist keine Stellung: {why}",
  "no-king": "{seat} hat keinen König",
  "several-kings": "{seat} hat mehr als einen König",
  "unreadable-action":
    "„{text}“ ist kein Zug: schreibe einen Zug wie e2e4 oder eine Umwandlung wie =q",
  "no-such-promotion":
    "ein Bauer wird q, r, b oder n (Dame, Turm, Läufer oder Springer), nicht „{text}“",
  "promotion-owed": "wähle zuerst, was {der pawn} wird: =q, =r, =b oder =n",
  "no-promotion-owed": "kein Bauer steht auf seiner letzten Reihe",
  "not-legal": "{text} ist jetzt nicht möglich",
  stopped: "{der piece} kann nicht ziehen: festgehalten durch {den by}",
  "not-in-check": "nur ein König im Schach darf zu seiner Zuflucht ziehen: {warp}",
  "warp-normalised": "{der warp} hilft dem König nicht: ausgeschaltet durch {den by}",
  "no-castling": {
    "a king in check does not castle: attacked by the {by}":
      "ein König im Schach rochiert nicht: angegriffen durch {den by}",
  },
  "captures-otherwise": "{der piece} schlägt nicht auf diese Weise: {der target} steht dort",
  "no-path": "{der piece} zieht nicht nach {to}",
  "kings-are-not-captured": "Könige werden nicht geschlagen, und {der king} würde es",
  "king-asserted": "der König würde geschlagen: {der by} schlägt, was dort ankommt",
  "king-neutralised": "der König ginge verloren: {der by} explodiert",
  "leaves-in-check": "der König stünde im Schach durch {den by}",
  "leaves-in-blast":
    "der König stünde im Schach: {der by} könnte nach {square} ziehen und eine Explosion auslösen, die ihn erreicht ({centre})",
  "promotion-checks":
    "{der pawn} würde sich umwandeln und dann dem König Schach bieten ({becoming})",
  "no-such-game": "diese Partie gibt es nicht",
  "unknown-variant": "dieser Server kennt das Spiel nicht",
  "unknown-preset": "die Vorgabe „{id}“ gibt es nicht",
  "unknown-player": "diesen Spieler gibt es nicht",
  "name-taken": {
    "there is an account with this name": "ein Konto mit diesem Namen gibt es schon",
    "this name looks too much like that of another player":
      "dieser Name sieht dem eines anderen Spielers zu ähnlich",
  },
  "has-account": {
    "the player has an account already": "der Spieler hat schon ein Konto",
    "an account keeps its name": "ein Konto behält seinen Namen",
  },
  "no-account": "der Spieler hat kein Konto",
  "bad-name":
    "ein Name hat 1 bis 40 Zeichen: Buchstaben, Ziffern, einzelne Leerzeichen und Zeichen wie - und _",
  "weak-password": "ein Passwort hat mindestens 8 Zeichen",
  "wrong-password": "Name und Passwort passen nicht zusammen",
  banned: "der Betreiber dieses Servers hat dieses Konto gesperrt",
  "account-closed": "dieses Konto ist geschlossen",
  muted: "der Betreiber dieses Servers lässt dich nicht chatten",
  "bad-link": "dieser Link gilt nicht oder nicht mehr; bitte den Betreiber um einen neuen",
  "no-such-session": "diese Anmeldung gibt es nicht",
  "no-such-token": "dieses Zugangstoken gibt es nicht",
  "bad-token-name": "der Name eines Zugangstokens hat 1 bis 60 Zeichen",
  "no-scopes": "ein Zugangstoken muss etwas erlauben, das dieser Server kennt",
  "bad-token-time": "ein Zugangstoken gilt 1 bis 3650 Tage",
  "too-many-tokens": "du hast zu viele Zugangstoken; beende eines",
  "bad-redirect": "das Programm nennt keine Adresse, zu der es zurückgehen könnte",
  "bad-code": "dieser Code gilt nicht oder nicht mehr",
  "has-played": "mit diesem Konto wurde gespielt; ein Bot braucht ein neues Konto",
  "bad-bot-name": "der Name eines Bots hat Buchstaben, Ziffern, _ und -",
  "too-many-attempts": "das waren zu viele Versuche; warte einige Minuten",
  "too-many-seeks": "es gibt zu viele offene Partien; zieh eine von deinen zurück oder warte",
  "own-seek": "du kannst hier nicht gegen dich selbst spielen",
  "already-started": "diese Partie hat ohne dich begonnen",
  cancelled: "das wurde zurückgezogen",
  "not-for-you": {
    "this challenge is for somebody else": "diese Herausforderung gilt jemand anderem",
    "only its owner can withdraw a seek": "nur wer sie angelegt hat, kann eine Partie zurückziehen",
  },
  "not-seated": "das dürfen nur die Spieler dieser Partie",
  "nobody-listens": "dort sitzt niemand, der dich hören könnte",
  "bad-words": "eine Nachricht hat höchstens 200 Zeichen, in einer Zeile",
  "too-many-actions": {
    "at most {most} actions can be looked at": "es können höchstens {most} Züge angesehen werden",
    "at most {most} moves can be prepared": "es können höchstens {most} Züge vorbereitet werden",
  },
  "bad-line-count": "man kann nach 1 bis {most} Varianten fragen",
  "no-computer": "diesen Computerspieler gibt es nicht",
  "not-started": "die Partie beginnt, wenn beide Plätze besetzt sind",
  "no-advice": "solange Menschen gegeneinander spielen, bekommt niemand Hilfe",
  "no-such-moment": "so weit ist die Partie noch nicht",
  "bad-token": "dieses Token gilt nicht oder nicht mehr",
  "too-slow": "die Anfrage hat zu lange gedauert",
  "too-large": "eine Anfrage hat höchstens {limit} Bytes",
  "cross-site": "Seiten anderer Anbieter dürfen das nicht",
  "rate-limited": "das sind zu viele Anfragen; warte ein wenig",
  "other-rules-version": "die Partie gehört zu einer anderen Version der Regeln",
  "bad-clock": "mit diesen Uhren kann niemand spielen",
  "already-over": "in dieser Stellung ist die Partie schon vorbei",
  "seat-taken": "dort sitzt jemand anderes",
  "no-seat": "beide Plätze sind besetzt",
  "already-seated": "du hast schon einen Platz in dieser Partie",
  "not-over": "die Partie ist noch nicht vorbei",
  stale: "das galt einer anderen Stellung: inzwischen ist etwas geschehen",
  "time-up": "deine Zeit oder die deines Gegners ist abgelaufen",
  "proposal-pending": "ein solcher Vorschlag wartet schon auf Antwort",
  "proposal-too-soon": "das hast du schon vorgeschlagen; zieh erst",
  "no-proposal": "niemand hat das vorgeschlagen",
  "nothing-to-take-back": "so viele Züge gibt es nicht",
  "too-few-actions": "so viele Züge hat die Partie nicht",
  "too-late-to-abort": "abbrechen lässt sich eine Partie nur vor ihrem zweiten Zug",
  "abort-instead": "noch kann nichts beansprucht werden; die Partie lässt sich aber abbrechen",
  "opponent-present": "der Gegner ist nicht weg",
  "grace-running": "der Gegner kann noch zurückkommen",
  "no-claims": "in dieser Partie ist Zeit, weg zu sein",
  "cannot-win": "du hättest nicht mehr gewinnen können, also gibt es höchstens Remis",
  "rematch-agreed": "die nächste Partie ist schon verabredet",
  "hello-first": "die Verbindung ist noch nicht bereit",
  "no-chat": "auf diesem Server gibt es keinen Chat",
  "no-file": "dieses Spiel hat kein eigenes Dateiformat",
};
