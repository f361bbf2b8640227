"""Plays on a server with berserk, as people use it: only the base URL and the tokens are ours.

Arguments: base URL, token of Ada, token of the bot Clanker. Every check that fails stops the script.
"""

import queue
import sys
import threading

import berserk
import chess.pgn
import io
import json
import urllib.parse
import urllib.request

BASE, ADA, BOT = sys.argv[1:4]
PATIENCE = 20


def client(token):
    return berserk.Client(berserk.TokenSession(token), base_url=BASE)


class Stream:
    """Reads a stream in the background, and says when it has ended."""

    def __init__(self, lines):
        self.lines = queue.Queue()
        threading.Thread(target=self.read, args=[lines], daemon=True).start()

    def read(self, lines):
        try:
            for line in lines:
                self.lines.put(line)
        except Exception as why:  # a stream that we give up
            self.lines.put({"type": "broken", "why": str(why)})
        self.lines.put(None)

    def next(self, kind):
        line = self.lines.get(timeout=PATIENCE)
        assert line is not None and line["type"] == kind, (kind, line)
        return line

    def until(self, fits):
        while True:
            line = self.lines.get(timeout=PATIENCE)
            assert line is not None, "the stream has ended"
            if fits(line):
                return line

    def ends(self):
        line = self.lines.get(timeout=PATIENCE)
        assert line is None, line


def refused(work, status=400):
    try:
        work()
    except berserk.exceptions.ResponseError as why:
        assert why.status_code == status, why
        return
    raise AssertionError("it should be refused")


ada, bot = client(ADA), client(BOT)

# Tokens and accounts.
tested = ada.oauth.test_tokens(ADA, "forged")
assert tested["forged"] is None and "board:play" in tested[ADA]["scopes"], tested
refused(lambda: client("forged").account.get(), 401)
assert ada.account.get()["username"] == "Ada"
bot.account.upgrade_to_bot()
assert bot.account.get()["title"] == "BOT"
refused(lambda: bot.board.resign_game("abcdefgh2345"), 403)
assert [user["id"] for user in ada.users.get_realtime_statuses("ada", "clanker")] == ["ada", "clanker"]
assert ada.users.get_public_data("clanker")["title"] == "BOT"

# Challenges, in the order in which both sides hear of them.
hers, his = Stream(ada.board.stream_incoming_events()), Stream(bot.bots.stream_incoming_events())


def begin(**terms):
    made = ada.challenges.create("clanker", rated=False, color="white", **terms)
    hers.next("challenge")
    his.next("challenge")
    bot.challenges.accept(made["id"])
    for events in (hers, his):
        assert events.next("gameStart")["game"]["id"] == made["id"]
    return made["id"]


def finish(game):
    for events in (hers, his):
        assert events.next("gameFinish")["game"]["id"] == game


made = ada.challenges.create("clanker", rated=False, clock_limit=300, clock_increment=3)
assert made["direction"] == "out"
hers.next("challenge"), his.next("challenge")
assert bot.challenges.get_mine()["in"][0]["id"] == made["id"]
bot.challenges.decline(made["id"], reason="later")
for events in (hers, his):
    assert events.next("challengeDeclined")["challenge"]["declineReasonKey"] == "later"
refused(lambda: bot.challenges.accept(made["id"]), 404)
made = ada.challenges.create("clanker", rated=False, days=2)
ada.challenges.cancel(made["id"])
for events in (hers, his):
    events.next("challenge")
    events.next("challengeCanceled")

# A game on both sides: castling, what is refused, chat, offers.
game = begin(clock_limit=300, clock_increment=3)
white, black = Stream(ada.board.stream_game_state(game)), Stream(bot.bots.stream_game_state(game))
full = white.next("gameFull")
assert full["initialFen"] == "startpos" and full["black"]["title"] == "BOT"
black.next("gameFull")
assert bot.games.get_ongoing()[0]["gameId"] == game
refused(lambda: bot.bots.make_move(game, "e7e5"))
refused(lambda: ada.board.make_move(game, "e2e5"))
line = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6".split()
for index, move in enumerate(line):
    if index % 2 == 0:
        ada.board.make_move(game, move)
    else:
        bot.bots.make_move(game, move)
    for stream in (white, black):
        assert stream.next("gameState")["moves"] == " ".join(line[: index + 1])
ada.board.post_message(game, "Good luck!")
bot.bots.post_message(game, "Thank you!", spectator=True)
ada.board.offer_draw(game)
assert black.next("gameState")["wdraw"]
bot._r.post(f"/api/bot/game/{game}/draw/no")
assert "wdraw" not in black.next("gameState")
bot._r.post(f"/api/bot/game/{game}/takeback/1")
assert white.until(lambda line: line.get("btakeback"))
ada.board.decline_takeback(game)
bot._r.post(f"/api/bot/game/{game}/resign")
last = white.until(lambda line: line.get("status") not in (None, "started"))
assert (last["status"], last["winner"]) == ("resign", "white"), last
white.ends()
black.until(lambda line: line.get("status") == "resign")
black.ends()
finish(game)
refused(lambda: ada.board.claim_victory(game))

# Exports, as PGN and as JSON.
pgn = chess.pgn.read_game(io.StringIO(ada.games.export(game, as_pgn=True)))
assert [move.uci() for move in pgn.mainline_moves()] == line
assert pgn.headers["BlackTitle"] == "BOT" and pgn.headers["Result"] == "1-0"
assert pgn.headers["Site"].endswith(game)
assert all(node.clock() is not None for node in pgn.mainline())
exported = ada.games.export(game, as_pgn=False, clocks=True)
assert exported["moves"].split()[:2] == ["e4", "e5"] and len(exported["clocks"]) == len(line)

# A draw and a takeback that are accepted, an abort, a game against the computer.
game = begin(clock_limit=300, clock_increment=0)
white = Stream(ada.board.stream_game_state(game))
ada.board.make_move(game, "e2e4")
bot.bots.make_move(game, "e7e5")
bot._r.post(f"/api/bot/game/{game}/draw/1")
assert white.until(lambda line: line.get("bdraw"))
ada.board.accept_draw(game)
last = white.next("gameState")
assert last["status"] == "draw" and "winner" not in last, last
white.ends()
finish(game)
game = begin(clock_limit=300, clock_increment=0)
ada.board.make_move(game, "e2e4")
ada.board.offer_takeback(game)
bot._r.post(f"/api/bot/game/{game}/takeback/yes")
assert ada.games.get_ongoing()[0]["lastMove"] == ""
ada.board.abort_game(game)
finish(game)
begun = ada.challenges.create_ai(level=1, clock_limit=300, clock_increment=0, color="white")
assert hers.next("gameStart")["game"]["opponent"]["ai"] == 1
ada.board.make_move(begun["id"], "e2e4")
computer = Stream(ada.board.stream_game_state(begun["id"]))
computer.until(lambda line: len(line.get("state", line)["moves"].split()) == 2)
ada.board.resign_game(begun["id"])
assert hers.next("gameFinish")["game"]["status"]["name"] == "resign"

# Chess960, a position, and each of our own games.
game = begin(clock_limit=60, clock_increment=1, variant="chess960")
full = Stream(bot.bots.stream_game_state(game)).next("gameFull")
assert full["variant"]["key"] == "chess960"
chess.Board(full["initialFen"], chess960=True)
ada.board.abort_game(game)
finish(game)
position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
game = begin(clock_limit=60, clock_increment=1, position=position)
full = Stream(bot.bots.stream_game_state(game)).next("gameFull")
assert (full["variant"]["key"], full["initialFen"]) == ("fromPosition", position)
ada.board.abort_game(game)
finish(game)
for variant in ("wisconsin", "tridim", "timetravel"):
    game = begin(days=2, variant=variant)
    white, black = Stream(ada.board.stream_game_state(game)), Stream(bot.bots.stream_game_state(game))
    full = white.next("gameFull")
    assert full["variant"]["key"] == variant and full["rulesVersion"] > 0
    black.next("gameFull")
    state, played = full["state"], []
    for _ in range(6):
        # berserk knows no such game; our own API says what can be played.
        with urllib.request.urlopen(f"{BASE}/api/games/{game}") as answer:
            offers = json.load(answer)["view"]["offers"]
        played.append(offers[0]["action"])
        move = {"white": ada.board.make_move, "black": bot.bots.make_move}[state["toAct"]]
        move(game, urllib.parse.quote(played[-1], safe=""))
        state = white.next("gameState")
        assert state["moves"].split() == played, (state, played)
        assert black.next("gameState")["moves"] == state["moves"]
    ada.board.resign_game(game)
    for stream in (white, black):
        last = stream.next("gameState")
        assert (last["status"], last["winner"]) == ("resign", "black"), last
        stream.ends()
    finish(game)

# Many games, and the import.
exports = list(ada.games.export_by_player("clanker", as_pgn=False, max=3))
assert len(exports) == 3 and all(game["id"] for game in exports)
texts = list(ada.games.export_by_player("clanker", as_pgn=True, max=2))
assert len(texts) == 2 and all("[White " in text for text in texts), texts
imported = ada.games.import_game("1. e4 e5 2. Nf3 *")
assert imported["url"].startswith(BASE)

print("all done")
