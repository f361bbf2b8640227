import type { ServerWords } from "../server";

/** What is said about a position, by the codes of the server; `*` has sentences that come under several codes. */
export const notes: ServerWords["notes"] = {
  "*": {
    "Written {n} of {limit} times.": "{n} von {limit} Mal geschrieben.",
    "It stays where it is: {why}.": "Es bleibt, wo es ist: {why}.",
    "Not to {goal}: {why}.": "Nicht nach {goal}: {why}.",
    "Ends the game: {seat} wins by {reason}.": "Beendet die Partie: {seat} gewinnt ({reason}).",
    "Ends the game: a draw by {reason}.": "Beendet die Partie: Remis ({reason}).",
    "{sentence} (switched off now)": "{sentence} (zurzeit ausgeschaltet)",
    "It is for {seat} to choose what the pawn on {square} becomes.":
      "{seat} wählt, was der Bauer auf {square} wird.",
  },
  accept: {
    "The game goes on, nothing changes, and your turn is over. {seat} must fill {names} before the game can end.":
      "Die Partie geht weiter, nichts ändert sich, und deine Runde ist vorbei. {seat} muss vor dem Ende der Partie füllen: {names}.",
    "The game goes on, nothing changes, and your turn is over. {seat} can still change {names}, or accept defeat.":
      "Die Partie geht weiter, nichts ändert sich, und deine Runde ist vorbei. {seat} kann noch ändern: {names}; oder die Niederlage annehmen.",
    "The game goes on, nothing changes, and your turn is over. If {seat} accepts too, the game ends.":
      "Die Partie geht weiter, nichts ändert sich, und deine Runde ist vorbei. Nimmt auch {seat} an, endet die Partie.",
  },
  accepted: "{seat} hat angenommen.",
  asserted: "Was von {seat} hier ankommt, schlägt {der by}, wenn es nicht gefeit ist.",
  asserts: {
    "The {piece} is lost: the piece on {by} asserts.":
      "{der piece} geht verloren: die Figur auf {by} schlägt, was neben ihr ankommt.",
    "It captures an enemy piece that arrives next to it.":
      "Sie schlägt eine gegnerische Figur, die neben ihr ankommt.",
  },
  attacked: "angegriffen durch {den by}",
  blank: "Hier ging ein Zug verloren; er lässt sich füllen.",
  broken: "Ging verloren, als geändert wurde: {name}.",
  carried: "Ein Angriffsbrett hat ihn getragen: kein Doppelschritt.",
  "carried-home":
    "Er steht auf seiner letzten Reihe, ohne dorthin gezogen zu sein: Er darf sich dort umwandeln, was einen Zug kostet.",
  check: {
    "in check from the {by}": "im Schach durch {den by}",
    "{seat}'s king is in check.": "Der König von {seat} steht im Schach.",
    "Gives check to {seat}.": "Gibt {seat} Schach.",
    "In check from the {by}.": "Im Schach durch {den by}.",
    "In check: the {by} could go to {to} and set off a blast.":
      "Im Schach: {der by} könnte nach {to} ziehen und eine Explosion auslösen.",
  },
  controller: {
    "It is empty, so its owner {seat} controls it.":
      "Es ist leer, also bestimmt sein Besitzer darüber: {seat}.",
    "Its only rider is {seat}'s, so {seat} controls it.":
      "Die einzige Figur darauf gehört {seat}, also bestimmt {seat} darüber.",
    "It carries {count} pieces, so nobody controls it.":
      "Es trägt {count} Figuren, also bestimmt niemand darüber.",
  },
  crown: {
    "Promotion deferred - waiting for attack board to move":
      "Umwandlung aufgeschoben – bis das Angriffsbrett weggeht",
    "Can promote here (takes a turn)": "Kann sich hier umwandeln (kostet einen Zug)",
  },
  defended: "gedeckt durch {den by}",
  deferred:
    "Die Umwandlung ist aufgeschoben, solange das Brett auf {pin} ihn überdeckt; geht es weg, wählt {seat} sofort eine Figur.",
  dormant: "Die Linie endet vor diesem Zug.",
  enabled: {
    "Enabled by the {by}. {sentence}": "Beflügelt durch {den by}. {sentence}",
    "It has its rally moves.": "Sie hat ihre zusätzlichen Züge.",
  },
  enables: "Eigene Figuren neben ihr haben zusätzliche Züge.",
  extricates: "Ihr König darf im Schach von überall auf sie ziehen.",
  fantasy: {
    "The captured piece returns to {to}.": "Die geschlagene Figur kehrt nach {to} zurück.",
    "When it is captured, it returns to its start square if that is empty.":
      "Geschlagen kehrt sie auf ihr Anfangsfeld zurück, wenn es leer ist.",
  },
  forced: {
    "Its corner is uncovered: {seat} has to choose a piece before anything else happens.":
      "Seine Ecke liegt frei: {seat} muss eine Figur wählen, bevor es weitergeht.",
    "⚠️ Attack board moved! Your pawn must promote before continuing.":
      "⚠️ Das Angriffsbrett ist weg! Dein Bauer muss sich jetzt umwandeln.",
  },
  "free-pin": "Hier steht kein Angriffsbrett.",
  fresh: "Er darf noch einen Doppelschritt machen.",
  frozen: "Kein Brett hat ein Feld auf {ahead}, also kann er nicht vor.",
  ghost: "Hier stand: {what}.",
  guest: "Bestimmt von der Figur darauf: {seat}",
  hint: "Letzte Reihe fehlt",
  immaterial: "Bauernartige Figuren können sie nicht schlagen.",
  immaterialised: {
    "Immaterialised by the {by}. {sentence}": "Vor Bauern sicher durch {den by}. {sentence}",
    "Pawn-based pieces cannot capture it.": "Bauernartige Figuren können sie nicht schlagen.",
  },
  jump: {
    "This is your jump {used} of {limit}: {left} left.":
      "Das ist dein Sprung {used} von {limit}: {left} bleiben.",
    "This is your jump {used}; jumps are not limited in this game.":
      "Das ist dein Sprung {used}; in dieser Partie sind sie nicht begrenzt.",
  },
  jumps: "{seat} hat noch {left} von {limit} Sprüngen.",
  keep: "Bauernartige Figuren können eigene Figuren neben ihr nicht schlagen.",
  lock: {
    "More than one rider - nobody may move it": "Mehr als eine Figur – niemand darf es bewegen",
    "Promotion plane missing - cannot advance": "Letzte Reihe fehlt – kann nicht vor",
    "No board ahead - cannot advance": "Kein Brett davor – kann nicht vor",
  },
  lost: "Verloren: {names}.",
  "may-move": "Es darf nach {to}.",
  missing: "Es entsteht, wenn ein Angriffsbrett auf {pin} ankommt.",
  moved: "Er hat gezogen: kein Doppelschritt.",
  nature: {
    "Based on the {base}; it has moved and began on {start}.":
      "Verwandt mit {dem base}; hat gezogen und begann auf {start}.",
    "Based on the {base}; it has not moved and began on {start}.":
      "Verwandt mit {dem base}; hat nicht gezogen und begann auf {start}.",
    "Based on the {base}; it has moved and has no start square.":
      "Verwandt mit {dem base}; hat gezogen und hat kein Anfangsfeld.",
    "Based on the {base}; it has not moved and has no start square.":
      "Verwandt mit {dem base}; hat nicht gezogen und hat kein Anfangsfeld.",
  },
  neutralizes: {
    "The {piece} is lost: the piece on {by} neutralizes.":
      "{der piece} geht verloren: die Figur auf {by} explodiert.",
    "When it is captured, its captor and the pieces around it are captured as well.":
      "Wird sie geschlagen, so auch der Schläger und alles um sie herum.",
  },
  normalised: {
    "Normalised by the {by}. {sentence}": "Ausgeschaltet durch {den by}. {sentence}",
    "Its own characteristics are switched off.": "Ihre eigenen Eigenschaften sind ausgeschaltet.",
  },
  normalizes: "Sie schaltet die Eigenschaften der Figuren neben ihr aus.",
  order: {
    "{seat} has fixed {order}.": "{seat} hat {order} festgelegt.",
    "{seat} fixes {order} for the rest of the game.":
      "{seat} legt {order} für den Rest der Partie fest.",
  },
  ordered: {
    "Ordered by the {by}. {sentence}": "Scharf gemacht durch {den by}. {sentence}",
    "Captured, it takes its captor and its neighbours along.":
      "Geschlagen reißt sie den Schläger und ihre Nachbarn mit.",
  },
  orders: "Figuren neben ihr explodieren, wenn sie geschlagen werden.",
  out_of_step:
    "{actor} ist außer der Reihe dran: Weiterspielen gibt: {played}; ausgesetzt wird: {passed}.",
  over: {
    "The game ends: {seat} wins ({how}).": "Die Partie endet: {seat} gewinnt ({how}).",
    "The game ends in a draw ({how}).": "Die Partie endet remis ({how}).",
  },
  pass: {
    "Given up for good by travelling.": "Durch Zeitreise für immer aufgegeben.",
    "{name} becomes a pass.": "Wird ausgesetzt: {name}.",
  },
  pinned: "an den König auf {king} gefesselt durch {den by}",
  "plane-missing": "Die letzte Reihe seiner Linie gibt es nur mit einem Angriffsbrett auf {pin}.",
  promotion: "wählt, was er auf {to} wird",
  "promotion-deferred": {
    "Promotion deferred: 1 pawn awaiting promotion": "Umwandlung aufgeschoben: 1 Bauer wartet",
    "Promotion deferred: {n} pawns awaiting promotion":
      "Umwandlung aufgeschoben: {n} Bauern warten",
  },
  "promotion-due": "Deckt den Bauern auf {at} ab: {seat} muss ihn sofort umwandeln.",
  "promotion-required": "{seat} muss jetzt den Bauern auf {at} umwandeln",
  "promotion-waiting": "Warten auf die Umwandlung",
  protected: {
    "Protected by the {by}. {sentence}": "Geschützt durch {den by}. {sentence}",
    "It cannot be captured.": "Sie kann nicht geschlagen werden.",
  },
  protective:
    "Sie kann nicht geschlagen werden, solange eine andere schützende Figur neben ihr steht.",
  "quiet-turns": "Remis in {left} Zügen ohne Schlagen und Bauernzug.",
  reveals: "Eigene Figuren neben ihr dürfen gerade über sie springen.",
  "reverse-promotion": "Dann wandelt {seat} auf {at} um und zieht.",
  rotated: "Um 180° gedreht",
  sealed: "Hier ging ein Zug für immer verloren.",
  shadow: "In seiner Säule stehen auch {others}, also geht keine Linie hindurch.",
  slept: {
    "The move at {name} will fall dormant.": "Wird ruhen: {name}.",
    "The moves from {first} to {last} fall dormant.": "Werden ruhen: {first} bis {last}.",
  },
  stopped: {
    "Stopped by the {by}. {sentence}": "Festgehalten durch {den by}. {sentence}",
    "It cannot move.": "Sie kann nicht ziehen.",
  },
  stops: "Gegnerische Figuren neben ihr können nicht ziehen, außer Königen und Damen.",
  tense: "Nur ein König oder eine Dame kann sie schlagen.",
  terminus: {
    "The line ends here: {how}.": "Hier endet die Linie: {how}.",
    "The line ends at {at}: {how}.": "Die Linie endet: {at}, {how}.",
    "The {how} at {at} disappears.": "Verschwindet: {how} ({at}).",
  },
  turn: {
    "You give up your turn: {seat} acts next.": "Du gibst deine Runde auf: {seat} ist dran.",
    "You give up your turn as {seat} did before, so neither side loses a move.":
      "Du gibst deine Runde auf wie zuvor {seat}, also verliert keine Seite einen Zug.",
    "You give up your turn: if {seat} plays on, your move {n} becomes a pass.":
      "Du gibst deine Runde auf: Spielt {seat} weiter, wird dein Zug {n} ausgesetzt.",
  },
  unanswered: "Der König von {seat} bleibt im Schach stehen.",
  unsettled: {
    "{seat} can still fill {blanks} and change {moves}.":
      "{seat} kann noch füllen: {blanks}; und ändern: {moves}.",
    "{seat} can still fill {blanks}.": "{seat} kann noch füllen: {blanks}.",
    "{seat} can still change {moves}.": "{seat} kann noch ändern: {moves}.",
  },
  upgradable: "Ersetzbar durch einen Zug von: {kinds}.",
  woke: {
    "The move at {name} will wake up.": "Wacht auf: {name}.",
    "The moves from {first} to {last} wake up.": "Wachen auf: {first} bis {last}.",
  },
};
