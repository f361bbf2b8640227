/** Names, labels, signs and notes of the server by their English form. Longer ones come before those that are part of them. */
export const phrases: Record<string, string> = {
  blank: "Lücke",
  pass: "ausgesetzt",
  normalised: "ausgeschaltet",
  ordered: "scharf",
  stopped: "festgehalten",
  protected: "geschützt",
  enabled: "beflügelt",
  immaterialised: "bauernsicher",
  Board: "Brett",
  board: "Brett",
  "White's board": "Brett von Weiß",
  "Neutral board": "Neutrales Brett",
  "Black's board": "Brett von Schwarz",
  "attack board {name} on {pin}, owned by {seat}": "Angriffsbrett {name} auf {pin}, gehört {seat}",
  "attack board {name} on {pin}": "Angriffsbrett {name} auf {pin}",
  "pin {pin}, on {corner}": "Stift {pin}, auf {corner}",
  "pin {pin}": "Stift {pin}",
  "empty square {square}": "leeres Feld {square}",
  "{square}, empty": "{square}, leer",
  "{square} does not exist now": "{square} gibt es gerade nicht",
  "Saved game": "Gespeicherte Partie",
  "Claim a draw": "Remis beanspruchen",
  "Claim a draw with {move}": "Remis beanspruchen mit {move}",
  "Accept defeat": "Niederlage annehmen",
  "Accept (wait)": "Annehmen (warten)",
  "Accept draw": "Remis annehmen",
  Wait: "Warten",
  "{way}, {piece} to {square}, becomes a {kind}": "{way}, {piece} nach {square}, wird {kind}",
  "{way}, {piece} to {square}": "{way}, {piece} nach {square}",
  "turn by 180°": "um 180° drehen",
  "rotated 180°": "um 180° gedreht",
  "as is": "wie es steht",
  "in check from the {by}": "im Schach durch {den by}",
  "attacked by the {by}": "angegriffen durch {den by}",
  "defended by the {by}": "gedeckt durch {den by}",
  "pinned to the king on {king} by the {by}": "an den König auf {king} gefesselt durch {den by}",
  "{text} is not a legal move here": "{text} ist hier nicht möglich",
  "only a pawn that reaches the last rank is promoted":
    "nur ein Bauer auf der letzten Reihe wird umgewandelt",
  "a pawn may become a queen, rook, bishop or knight, nothing else":
    "ein Bauer wird Dame, Turm, Läufer oder Springer, sonst nichts",
  "{sentence} (switched off now)": "{sentence} (zurzeit ausgeschaltet)",
  "When it is captured, its captor and the pieces around it are captured as well.":
    "Wird sie geschlagen, so auch der Schläger und alles um sie herum.",
  "It captures an enemy piece that arrives next to it.":
    "Sie schlägt eine gegnerische Figur, die neben ihr ankommt.",
  "Own pieces next to it have their rally moves.":
    "Eigene Figuren neben ihr haben zusätzliche Züge.",
  "Own pieces next to it may jump straight over it.":
    "Eigene Figuren neben ihr dürfen gerade über sie springen.",
  "Enemy pieces next to it cannot move, except kings and queens.":
    "Gegnerische Figuren neben ihr können nicht ziehen, außer Königen und Damen.",
  "Pawn-based pieces cannot capture it.": "Bauernartige Figuren können sie nicht schlagen.",
  "Only a king or a queen can capture it.": "Nur ein König oder eine Dame kann sie schlagen.",
  "When it is captured, it returns to its start square if that is empty.":
    "Geschlagen kehrt sie auf ihr Anfangsfeld zurück, wenn es leer ist.",
  "Pawn-based pieces cannot capture own pieces next to it.":
    "Bauernartige Figuren können eigene Figuren neben ihr nicht schlagen.",
  "It cannot be captured while another protective piece is next to it.":
    "Sie kann nicht geschlagen werden, solange eine andere schützende Figur neben ihr steht.",
  "Its king may move onto it from anywhere when in check.":
    "Ihr König darf im Schach von überall auf sie ziehen.",
  "It switches off the characteristics of the pieces next to it.":
    "Sie schaltet die Eigenschaften der Figuren neben ihr aus.",
  "Pieces next to it neutralize when they are captured.":
    "Figuren neben ihr explodieren, wenn sie geschlagen werden.",
  "Its own characteristics are switched off.": "Ihre eigenen Eigenschaften sind ausgeschaltet.",
  "Captured, it takes its captor and its neighbours along.":
    "Geschlagen reißt sie den Schläger und ihre Nachbarn mit.",
  "It cannot move.": "Sie kann nicht ziehen.",
  "It cannot be captured.": "Sie kann nicht geschlagen werden.",
  "It has its rally moves.": "Sie hat ihre zusätzlichen Züge.",
  "Normalised by the {by}. {sentence}": "Ausgeschaltet durch {den by}. {sentence}",
  "Ordered by the {by}. {sentence}": "Scharf gemacht durch {den by}. {sentence}",
  "Stopped by the {by}. {sentence}": "Festgehalten durch {den by}. {sentence}",
  "Protected by the {by}. {sentence}": "Geschützt durch {den by}. {sentence}",
  "Enabled by the {by}. {sentence}": "Beflügelt durch {den by}. {sentence}",
  "Immaterialised by the {by}. {sentence}": "Vor Bauern sicher durch {den by}. {sentence}",
  "Based on the {base}; it has moved and began on {start}.":
    "Verwandt mit {dem base}; hat gezogen und begann auf {start}.",
  "Based on the {base}; it has not moved and began on {start}.":
    "Verwandt mit {dem base}; hat nicht gezogen und begann auf {start}.",
  "Based on the {base}; it has moved and has no start square.":
    "Verwandt mit {dem base}; hat gezogen und hat kein Anfangsfeld.",
  "Based on the {base}; it has not moved and has no start square.":
    "Verwandt mit {dem base}; hat nicht gezogen und hat kein Anfangsfeld.",
  "In check from the {by}.": "Im Schach durch {den by}.",
  "In check: the {by} could go to {to} and set off a blast.":
    "Im Schach: {der by} könnte nach {to} ziehen und eine Explosion auslösen.",
  "A {seat} piece that arrives here is captured by the {by}, unless it is immune.":
    "Was von {seat} hier ankommt, schlägt {der by}, wenn es nicht gefeit ist.",
  "The {piece} is lost: the piece on {by} asserts.":
    "{der piece} geht verloren: die Figur auf {by} schlägt, was neben ihr ankommt.",
  "The {piece} is lost: the piece on {by} neutralizes.":
    "{der piece} geht verloren: die Figur auf {by} explodiert.",
  "The captured piece returns to {to}.": "Die geschlagene Figur kehrt nach {to} zurück.",
  "It is then {seat} who promotes on {at}, and moves.":
    "Dann wandelt {seat} auf {at} um und zieht.",
  "It is for {seat} to choose what the pawn on {square} becomes.":
    "{seat} wählt, was der Bauer auf {square} wird.",
  "A draw in {left} turns without a capture or a pawn's move.":
    "Remis in {left} Zügen ohne Schlagen und Bauernzug.",
  "the {target} is protected: the {by} beside it is protective as well":
    "{der target} ist geschützt: daneben schützt {der by}",
  "the {target} is protected": "{der target} ist geschützt",
  "the {target} is tense: only a king or a queen can capture it":
    "nur König oder Dame schlagen {den target}",
  "pawns cannot capture the {target}: the {by} keeps it immaterial":
    "Bauern schlagen {den target} nicht: {der by} schützt davor",
  "the {target} is immaterial: pawns cannot capture it": "Bauern schlagen {den target} nicht",
  "the king has moved and cannot castle any more":
    "der König hat gezogen und kann nicht mehr rochieren",
  "castling needs an unmoved rook-based piece of your own on {square}":
    "zur Rochade muss auf {square} eine eigene turmartige Figur stehen, die nicht gezogen hat",
  "the {piece} stands between king and corner": "{der piece} steht zwischen König und Ecke",
  "the king cannot castle over {square}: attacked by the {piece}":
    "der König kann nicht über {square} rochieren: angegriffen durch {den piece}",
  "the attack board on {pin} overhangs {to}: the pawn stays a pawn until that board leaves":
    "das Angriffsbrett auf {pin} überdeckt {to}: der Bauer bleibt Bauer, bis es weggeht",
  "{to} is not the furthest rank of its file": "{to} ist nicht die letzte Reihe seiner Linie",
  "No attack board stands here.": "Hier steht kein Angriffsbrett.",
  "It comes into being when an attack board arrives on {pin}.":
    "Es entsteht, wenn ein Angriffsbrett auf {pin} ankommt.",
  "Its column also holds {others}, so no line passes through it.":
    "In seiner Säule stehen auch {others}, also geht keine Linie hindurch.",
  "It may still make a double step.": "Er darf noch einen Doppelschritt machen.",
  "It has moved: no double step.": "Er hat gezogen: kein Doppelschritt.",
  "An attack board has carried it: no double step.":
    "Ein Angriffsbrett hat ihn getragen: kein Doppelschritt.",
  "Promotion is deferred while the board on {pin} overhangs it; when that board leaves, {seat} chooses a piece at once.":
    "Die Umwandlung ist aufgeschoben, solange das Brett auf {pin} ihn überdeckt; geht es weg, wählt {seat} sofort eine Figur.",
  "Its corner is uncovered: {seat} has to choose a piece before anything else happens.":
    "Seine Ecke liegt frei: {seat} muss eine Figur wählen, bevor es weitergeht.",
  "It stands on its furthest rank without having walked there: it may promote on the spot, which takes a turn.":
    "Er steht auf seiner letzten Reihe, ohne dorthin gezogen zu sein: Er darf sich dort umwandeln, was einen Zug kostet.",
  "The furthest rank of its file exists only with an attack board on {pin}.":
    "Die letzte Reihe seiner Linie gibt es nur mit einem Angriffsbrett auf {pin}.",
  "No board provides a square on {ahead}, so it cannot step ahead.":
    "Kein Brett hat ein Feld auf {ahead}, also kann er nicht vor.",
  "It is empty, so its owner {seat} controls it.":
    "Es ist leer, also bestimmt sein Besitzer darüber: {seat}.",
  "Its only rider is {seat}'s, so {owner} controls it.":
    "Die einzige Figur darauf gehört {seat}, also bestimmt {owner} darüber.",
  "It carries {count} pieces, so nobody controls it.":
    "Es trägt {count} Figuren, also bestimmt niemand darüber.",
  "It may go to {to}.": "Es darf nach {to}.",
  "More than one rider - nobody may move it": "Mehr als eine Figur – niemand darf es bewegen",
  "Controlled by its {seat} rider": "Bestimmt von der Figur darauf: {seat}",
  "Turned by 180°": "Um 180° gedreht",
  "Promotion deferred - waiting for attack board to move":
    "Umwandlung aufgeschoben – bis das Angriffsbrett weggeht",
  "⚠️ Attack board moved! Your pawn must promote before continuing.":
    "⚠️ Das Angriffsbrett ist weg! Dein Bauer muss sich jetzt umwandeln.",
  "Can promote here (takes a turn)": "Kann sich hier umwandeln (kostet einen Zug)",
  "Promotion plane missing - cannot advance": "Letzte Reihe fehlt – kann nicht vor",
  "No board ahead - cannot advance": "Kein Brett davor – kann nicht vor",
  "Promotion plane missing": "Letzte Reihe fehlt",
  "{seat} has to promote the pawn on {at} now": "{seat} muss jetzt den Bauern auf {at} umwandeln",
  "Waiting for promotion": "Warten auf die Umwandlung",
  "Promotion deferred: 1 pawn awaiting promotion": "Umwandlung aufgeschoben: 1 Bauer wartet",
  "Promotion deferred: {n} pawns awaiting promotion": "Umwandlung aufgeschoben: {n} Bauern warten",
  "Ends the game: {seat} wins by {reason}.": "Beendet die Partie: {seat} gewinnt ({reason}).",
  "Ends the game: a draw by {reason}.": "Beendet die Partie: Remis ({reason}).",
  "Uncovers the pawn on {at}: {seat} has to promote it at once.":
    "Deckt den Bauern auf {at} ab: {seat} muss ihn sofort umwandeln.",
  "Gives check to {seat}.": "Gibt {seat} Schach.",
  checkmate: "Matt",
  stalemate: "Patt",
  "draw by insufficient material": "Remis wegen zu wenig Material",
  "draw by fivefold repetition": "Remis durch fünfmalige Wiederholung",
  "draw by the 75-move rule": "Remis durch die 75-Züge-Regel",
  "draw at the horizon": "Remis am Horizont",
  "insufficient material": "zu wenig Material",
  "The line ends before this move.": "Die Linie endet vor diesem Zug.",
  "The line ends here: {how}.": "Hier endet die Linie: {how}.",
  "It was {move}.": "Hier stand: {move}.",
  "It was lost when {name} was changed.": "Ging verloren, als geändert wurde: {name}.",
  "Given up for good by travelling.": "Durch Zeitreise für immer aufgegeben.",
  "{seat}'s king is in check.": "Der König von {seat} steht im Schach.",
  "{seat}'s king is left in check.": "Der König von {seat} bleibt im Schach stehen.",
  "Can be replaced by a move of: {kinds}.": "Ersetzbar durch einen Zug von: {kinds}.",
  "A move was lost here; it can be filled.": "Hier ging ein Zug verloren; er lässt sich füllen.",
  "A move was lost here for good.": "Hier ging ein Zug für immer verloren.",
  "Written {n} of {limit} times.": "{n} von {limit} Mal geschrieben.",
  "The line ends at {at}: {how}.": "Die Linie endet: {at}, {how}.",
  "The {how} at {at} disappears.": "Verschwindet: {how} ({at}).",
  "{seat} has accepted.": "{seat} hat angenommen.",
  "{actor} acts out of step: playing on makes it {played}, and {passed} a pass.":
    "{actor} ist außer der Reihe dran: Weiterspielen gibt: {played}; ausgesetzt wird: {passed}.",
  "{seat} can still fill {blanks} and change {moves}.":
    "{seat} kann noch füllen: {blanks}; und ändern: {moves}.",
  "{seat} can still fill {blanks}.": "{seat} kann noch füllen: {blanks}.",
  "{seat} can still change {moves}.": "{seat} kann noch ändern: {moves}.",
  "{seat} has fixed {order}.": "{seat} hat {order} festgelegt.",
  "{seat} has {left} of {limit} jumps left.": "{seat} hat noch {left} von {limit} Sprüngen.",
  "{name} becomes a pass.": "Wird ausgesetzt: {name}.",
  "{seat} fixes {order} for the rest of the game.":
    "{seat} legt {order} für den Rest der Partie fest.",
  "The game ends: {seat} wins ({how}).": "Die Partie endet: {seat} gewinnt ({how}).",
  "The game ends in a draw ({how}).": "Die Partie endet remis ({how}).",
  "This is your jump {used} of {limit}: {left} left.":
    "Das ist dein Sprung {used} von {limit}: {left} bleiben.",
  "This is your jump {used}; jumps are not limited in this game.":
    "Das ist dein Sprung {used}; in dieser Partie sind sie nicht begrenzt.",
  "You give up your turn: {seat} acts next.": "Du gibst deine Runde auf: {seat} ist dran.",
  "You give up your turn as {seat} did before, so neither side loses a move.":
    "Du gibst deine Runde auf wie zuvor {seat}, also verliert keine Seite einen Zug.",
  "You give up your turn: if {seat} plays on, your move {n} becomes a pass.":
    "Du gibst deine Runde auf: Spielt {seat} weiter, wird dein Zug {n} ausgesetzt.",
  "The game goes on, nothing changes, and your turn is over. {rest}":
    "Die Partie geht weiter, nichts ändert sich, und deine Runde ist vorbei. {rest}",
  "{seat} must fill {names} before the game can end.":
    "{seat} muss vor dem Ende der Partie füllen: {names}.",
  "{seat} can still change {names}, or accept defeat.":
    "{seat} kann noch ändern: {names}; oder die Niederlage annehmen.",
  "If {seat} accepts too, the game ends.": "Nimmt auch {seat} an, endet die Partie.",
  "Lost: {names}.": "Verloren: {names}.",
  "The move at {name} will fall dormant.": "Wird ruhen: {name}.",
  "The moves from {first} to {last} fall dormant.": "Werden ruhen: {first} bis {last}.",
  "The move at {name} will wake up.": "Wacht auf: {name}.",
  "The moves from {first} to {last} wake up.": "Wachen auf: {first} bis {last}.",
  "nothing was played yet": "noch wurde nichts gespielt",
  "it has 1 to {last}": "er hat 1 bis {last}",
  "nothing stands on {from}": "auf {from} steht nichts",
  "the way from {from} to {to} is not free": "der Weg von {from} nach {to} ist nicht frei",
  "a {role} does not go from {from} to {to}": "{ein role} zieht nicht von {from} nach {to}",
  "there is nothing to capture on {to}": "auf {to} ist nichts zu schlagen",
  "the pawn is blocked on {to}": "der Bauer ist auf {to} blockiert",
  "it leaves {seat}'s king attacked by the {by}":
    "der König von {seat} bliebe angegriffen durch {den by}",
  "castling short": "kurze Rochade",
  "castling long": "lange Rochade",
  "{kind} to {square}, becoming a {becoming}": "{kind} nach {square}, wird {becoming}",
  "{kind} takes {square}, becoming a {becoming}": "{kind} schlägt {square}, wird {becoming}",
  "{kind} to {square}": "{kind} nach {square}",
  "{kind} takes {square}": "{kind} schlägt {square}",
  "your move {n} ({what})": "dein Zug {n} ({what})",
  "{seat}'s move {n} ({what})": "Zug {n} von {seat} ({what})",
  "{seat}'s moves {numbers}": "Züge {numbers} von {seat}",
  "{seat}'s move {n}: {what}": "Zug {n} von {seat}: {what}",
  "{seat}'s move {n}": "Zug {n} von {seat}",
};
