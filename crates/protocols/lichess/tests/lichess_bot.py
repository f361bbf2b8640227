"""Runs an unchanged checkout of lichess-bot against a Rookery server, with a scripted opponent.

    python3 lichess_bot.py CHECKOUT ROOKERY ENGINE [ENGINE_ARGUMENT]

CHECKOUT is a folder with lichess-bot, ROOKERY the program, ENGINE a UCI engine (`rookery uci` is `ROOKERY uci`). The
Python that runs this needs what lichess-bot needs: chess, PyYAML, requests, backoff, rich. Everything stays on this machine:
its configuration is the default one, in which books and tables from the network are off. ONLY=word in the environment plays only
what has the word in its name. It fails if something ended otherwise than it should.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import chess
import requests
import yaml

CHECKOUT, ROOKERY, *ENGINE = sys.argv[1:]

# Seconds until a challenge is accepted, and until a game is over.
PATIENCE = 180
LONGEST = 600


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


PORT = free_port()
BASE = f"http://127.0.0.1:{PORT}"


def own(path, body, token=None):
    """A call of our own API."""
    request = urllib.request.Request(BASE + path, json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    return json.load(urllib.request.urlopen(request))


def access_token(name, scopes):
    guest = own("/api/hello", {})["token"]
    session = own("/api/me/register", {"name": name, "password": "correct horse"}, guest)["token"]
    return own("/api/me/access-tokens", {"name": "script", "scopes": scopes}, session)["secret"]


def configuration(folder, token):
    """The default configuration with what has to change, and less processor time."""
    with open(os.path.join(CHECKOUT, "config.yml.default")) as file:
        config = yaml.safe_load(file)
    starter = os.path.join(folder, "engine")
    with open(starter, "w") as file:
        file.write("#!/bin/sh\nexec " + " ".join(f"'{word}'" for word in ENGINE) + "\n")
    os.chmod(starter, 0o755)
    config["token"], config["url"] = token, BASE + "/"
    config["engine"]["dir"], config["engine"]["name"] = folder, "engine"
    config["engine"]["ponder"] = False
    options = {"Threads": 1, "Hash": 16} if "stockfish" in ENGINE[0] else {}
    config["engine"]["uci_options"] = options
    config["correspondence"]["move_time"] = 2
    config["challenge"]["concurrency"] = 2
    config["challenge"]["variants"] = ["standard", "chess960", "fromPosition"]
    config["challenge"]["time_controls"] = ["bullet", "blitz", "rapid", "classical", "correspondence"]
    config["challenge"]["min_base"], config["challenge"]["max_days"] = 0, float("inf")
    config["pgn_directory"] = folder
    path = os.path.join(folder, "config.yml")
    with open(path, "w") as file:
        yaml.safe_dump(config, file)
    return path


class Opponent:
    """A player who challenges the bot and plays along."""

    def __init__(self, token):
        self.http = requests.Session()
        self.http.headers["Authorization"] = f"Bearer {token}"

    def post(self, path, **data):
        return self.http.post(BASE + path, data=data, timeout=20)

    def challenge(self, **terms):
        answer = self.post("/api/challenge/Clanker", **terms)
        answer.raise_for_status()
        return answer.json()["id"]

    def states(self, game):
        """Lines of the game, once the bot has accepted."""
        deadline = time.time() + PATIENCE
        while time.time() < deadline:
            lines = self.http.get(f"{BASE}/api/board/game/stream/{game}", stream=True, timeout=30)
            if lines.ok:
                yield from self.objects(lines)
                return
            time.sleep(0.2)
        raise TimeoutError("the bot did not accept")

    def objects(self, lines):
        """What a stream tells. Its empty lines make sure that somebody looks at the clock."""
        deadline = time.time() + LONGEST
        for line in lines.iter_lines():
            if time.time() > deadline:
                raise TimeoutError("the game goes on and on")
            if line:
                yield json.loads(line)

    def play(self, game, move, stop=lambda board: False):
        """Plays until the game is over or it is enough; gives the last state."""
        start, chess960, seat, state = None, False, None, None
        for line in self.states(game):
            if line["type"] == "gameFull":
                fen = line["initialFen"]
                start = chess.STARTING_FEN if fen == "startpos" else fen
                chess960 = line["variant"]["key"] == "chess960"
                seat = chess.WHITE if line["white"].get("name") == "Ada" else chess.BLACK
            state = line.get("state", line)
            if state["type"] != "gameState":
                continue
            if state["status"] != "started":
                return state
            board = chess.Board(start, chess960=chess960)
            for played in state["moves"].split():
                board.push_uci(played)
            if stop(board):
                return state
            if board.turn == seat:
                chosen = move(board)
                if chosen is None:
                    continue
                self.post(f"/api/board/game/{game}/move/{board.uci(chosen)}").raise_for_status()
        return state


def randomly(board):
    return random.choice(list(board.legal_moves))


def soundly(board):
    """Moves that lose nothing at once."""
    wanted = (chess.Move.from_uci(text) for text in ("e2e4", "d2d3", "g1f3", "b1c3"))
    return next((move for move in wanted if move in board.legal_moves), None) or randomly(board)


def shuffle(board):
    king = board.king(board.turn)
    moves = [move for move in board.legal_moves if move.from_square == king]
    return moves[len(board.move_stack) // 2 % 2 if len(moves) > 1 else 0]


BLITZ = {"clock.limit": 60, "clock.increment": 1}

ROOK_AND_PAWN = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"

# How games against random moves end.
BOT_WINS = ["mate"]


def scenarios(ada):
    def to_the_end(**terms):
        return ada.play(ada.challenge(**terms), randomly)["status"]

    def resign():
        game = ada.challenge(color="white", **BLITZ)
        ada.play(game, soundly, stop=lambda board: len(board.move_stack) >= 6)
        ada.post(f"/api/board/game/{game}/resign").raise_for_status()
        return ada.play(game, randomly)["status"]

    def flag():
        game = ada.challenge(color="white", **{"clock.limit": 30, "clock.increment": 0})
        return ada.play(game, lambda board: soundly(board) if len(board.move_stack) < 4 else None)["status"]

    def repetition():
        fen = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1"
        return ada.play(ada.challenge(fen=fen, color="white", **BLITZ), shuffle)["status"]

    def abort():
        game = ada.challenge(color="white", **BLITZ)
        for _ in ada.states(game):
            break
        ada.post(f"/api/board/game/{game}/abort").raise_for_status()
        return ada.play(game, randomly)["status"]

    def takeback():
        game = ada.challenge(color="white", **BLITZ)
        ada.play(game, soundly, stop=lambda board: len(board.move_stack) >= 4)
        before = ada.post(f"/api/board/game/{game}/takeback/yes")
        before.raise_for_status()
        time.sleep(3)
        for line in ada.states(game):
            state = line["state"]
            break
        ada.post(f"/api/board/game/{game}/resign")
        return "refused" if not state.get("wtakeback") and len(state["moves"].split()) >= 4 else str(state)

    def correspondence():
        game = ada.challenge(color="white", days=2)
        ada.play(game, soundly, stop=lambda board: len(board.move_stack) >= 4)
        ada.post(f"/api/board/game/{game}/resign").raise_for_status()
        return ada.play(game, randomly)["status"]

    def declined():
        events = ada.http.get(f"{BASE}/api/stream/event", stream=True, timeout=30)
        ada.challenge(variant="wisconsin", **BLITZ)
        for line in filter(None, events.iter_lines()):
            event = json.loads(line)
            if event["type"] == "challengeDeclined":
                return event["challenge"]["declineReasonKey"]

    def both():
        found = []

        def one():
            found.append(ada.play(first, randomly)["status"])

        first = ada.challenge(color="white", **BLITZ)
        # lichess-bot keeps the id of a game that begins where the next one overwrites it. So the second begins when the
        # first has been taken up.
        ada.play(first, randomly, stop=lambda board: len(board.move_stack) >= 2)
        game = threading.Thread(target=one)
        game.start()
        second = to_the_end(color="black", **BLITZ)
        game.join()
        return " and ".join([*found, second])

    yield "to the end, white", BOT_WINS, lambda: to_the_end(color="white", **BLITZ)
    yield "to the end, black", BOT_WINS, lambda: to_the_end(color="black", **BLITZ)
    yield "resignation", ["resign"], resign
    yield "abort", ["aborted"], abort
    yield "takeback", ["refused"], takeback
    yield "flag", ["outoftime"], flag
    yield "locked position", ["draw"], repetition
    yield "Chess960", BOT_WINS, lambda: to_the_end(variant="chess960", color="white", **BLITZ)
    yield "from a position", BOT_WINS, lambda: to_the_end(fen=ROOK_AND_PAWN, color="black", **BLITZ)
    yield "correspondence", ["resign"], correspondence
    yield "Wisconsin is declined", ["variant"], declined
    yield "two at once", [f"{one} and {other}" for one in BOT_WINS for other in BOT_WINS], both
    for number in range(1, 9):
        bullet = {"clock.limit": 30, "clock.increment": 0}
        yield f"random game {number}", BOT_WINS, lambda: to_the_end(color="random", **bullet)


def main():
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "data")
        server = subprocess.Popen(
            [ROOKERY, "serve", "--listen", f"127.0.0.1:{PORT}", "--ccp", "off", "--data", data],
            stdout=subprocess.PIPE,
            text=True,
        )
        for line in server.stdout:
            if line.startswith("Play at"):
                break
        config = configuration(folder, access_token("Clanker", ["bot:play", "challenge:write"]))
        ada = Opponent(access_token("Ada", ["board:play", "challenge:write"]))
        log = open(os.path.join(tempfile.gettempdir(), f"lichess-bot-{PORT}.log"), "w")
        bot = subprocess.Popen(
            [sys.executable, "lichess-bot.py", "--config", config, "-u", "-v"],
            cwd=CHECKOUT, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            wanted = os.environ.get("ONLY", "")
            wrong = []
            for name, expected, scenario in scenarios(ada):
                if wanted not in name:
                    continue
                began = time.time()
                try:
                    result = scenario()
                except Exception as why:
                    result = f"FAILED: {why!r}"
                if result not in expected:
                    wrong.append(name)
                print(f"{name}: {result} ({time.time() - began:.0f} s)", flush=True)
            if wrong:
                sys.exit(f"not as it should be: {', '.join(wrong)}")
        finally:
            # Its workers as well.
            os.killpg(bot.pid, signal.SIGKILL)
            server.terminate()
            server.wait()
            print("the log of lichess-bot is in", log.name)


main()
