"""Two people look for an opponent with berserk, and one gives up. Arguments: base URL and two tokens."""

import sys
import threading
import time

import berserk
import requests

BASE, ADA, BEN = sys.argv[1:4]


def client(token):
    return berserk.Client(berserk.TokenSession(token), base_url=BASE)


def seeks():
    return requests.get(f"{BASE}/api/seeks").json()["seeks"]


# One who gives up: the connection is closed.
headers = {"Authorization": f"Bearer {ADA}"}
terms = {"time": 5, "increment": 3, "variant": "standard", "color": "random", "rated": "false"}
with requests.post(f"{BASE}/api/board/seek", data=terms, headers=headers, stream=True) as waiting:
    lines = waiting.iter_lines(chunk_size=1)
    next(lines)
    assert len(seeks()) == 1
deadline = time.monotonic() + 20
while seeks():
    assert time.monotonic() < deadline, "the seek that was given up is still there"
ended = []


def seek(token):
    client(token).board.seek(time=5, increment=3)
    ended.append(token)


threads = [threading.Thread(target=seek, args=[token], daemon=True) for token in (ADA, BEN)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(timeout=20)
assert sorted(ended) == sorted([ADA, BEN]), ended
games = [client(token).games.get_ongoing() for token in (ADA, BEN)]
assert games[0][0]["gameId"] == games[1][0]["gameId"], games
assert len(games[0]) == 1, games
print("all done")
