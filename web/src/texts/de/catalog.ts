/** Names and sentences of the games and their starts, by the English form that the server has. */
export const catalog: Record<string, string> = {
  Chess: "Schach",
  "Standard chess, and Chess960 with a shuffled back rank.":
    "Klassisches Schach, und Chess960 mit gemischter Grundreihe.",
  Standard: "Standard",
  "The usual start position.": "Die übliche Anfangsstellung.",
  "One of 960 shuffled back ranks, the same for both sides.":
    "Eine von 960 gemischten Grundreihen, für beide Seiten dieselbe.",
  "Wisconsin Chess": "Wisconsin-Schach",
  "Chess with seventeen new kinds of pieces that change what happens around them.":
    "Schach mit siebzehn neuen Figuren, die verändern, was um sie herum geschieht.",
  "Special armies": "Besondere Armeen",
  "Each side gets a random army of its own, from all twenty-three kinds.":
    "Jede Seite bekommt eine eigene zufällige Armee aus allen dreiundzwanzig Figuren.",
  "Twin armies": "Gleiche Armeen",
  "Both sides get the same random army.": "Beide Seiten bekommen dieselbe zufällige Armee.",
  "Regular armies": "Normale Armeen",
  "The pieces of ordinary chess.": "Die Figuren des gewöhnlichen Schachs.",
  "Powder kegs": "Pulverfässer",
  "Wars in front and simples in the corners: every capture may be an explosion.":
    "Wars vorn und Simples in den Ecken: Jedes Schlagen kann eine Explosion sein.",
  "Garden walls": "Gartenmauern",
  "Asserting, stopping and protective pieces: come near at your own risk.":
    "Figuren, die schlagen, festhalten und schützen: Näherkommen auf eigene Gefahr.",
  Circus: "Zirkus",
  "Jumps over forms, rallies beside confined pieces, and captives that come back.":
    "Sprünge über Forms, Extrazüge neben Confineds, und Geschlagene, die wiederkommen.",
  "Tri-Dimensional Chess": "Tri-Dimensionales Schach",
  "Three fixed boards above each other and four attack boards that move and carry pieces.":
    "Drei feste Bretter übereinander und vier Angriffsbretter, die fahren und Figuren tragen.",
  "Tournament rules; boards with a rider may be turned, and a carried pawn promotes on a later turn.":
    "Turnierregeln; besetzte Bretter dürfen gedreht werden, und ein getragener Bauer wandelt sich später um.",
  Strict: "Streng",
  "Tournament rules to the letter: boards are never turned, and a pawn carried home promotes at once.":
    "Turnierregeln aufs Wort: Bretter werden nie gedreht, und ein ans Ziel getragener Bauer wandelt sich sofort um.",
  "Time-Travelling Chess": "Zeitreise-Schach",
  "Instead of moving, go back and let a more valuable piece move in the past.":
    "Statt zu ziehen, geh zurück und lass in der Vergangenheit eine wertvollere Figur ziehen.",
  "Ten jumps into the past for each player, at most 300 plies.":
    "Zehn Sprünge in die Vergangenheit für jeden, höchstens 300 Halbzüge.",
  Classic: "Klassisch",
  "As many jumps as you like, at most 600 plies. Beware: a mated player nearly always finds a way out, so a game hardly ever ends unless somebody resigns or both agree.":
    "Beliebig viele Sprünge, höchstens 600 Halbzüge. Vorsicht: Wer matt ist, findet fast immer einen Ausweg, also endet eine Partie kaum je, wenn nicht jemand aufgibt oder beide sich einigen.",
  Quick: "Schnell",
  "Five jumps for each player, at most 160 plies.":
    "Fünf Sprünge für jeden, höchstens 160 Halbzüge.",
};
