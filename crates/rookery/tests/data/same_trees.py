"""Says whether two PGN files hold the same game trees: python-chess is the judge.

same_trees.py BEFORE AFTER
"""

import sys

import chess.pgn


def games(path):
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors, (path, game.headers, game.errors)
            yield game


def told(node):
    """Everything that is written about a node but what follows it."""
    move = node.move.uci() if node.move else None
    return move, node.comment.strip(), node.starting_comment.strip(), sorted(node.nags)


def compare(before, after, place):
    waiting = [(before, after)]
    count = 0
    while waiting:
        one, other = waiting.pop()
        assert told(one) == told(other), (place, told(one), told(other))
        assert one.clock() == other.clock(), place
        assert one.eval() == other.eval(), place
        assert len(one.variations) == len(other.variations), (place, told(one))
        waiting.extend(zip(one.variations, other.variations))
        count += 1
    return count


nodes = 0
before, after = list(games(sys.argv[1])), list(games(sys.argv[2]))
assert len(before) == len(after), (len(before), len(after))
for number, (one, other) in enumerate(zip(before, after), 1):
    assert dict(one.headers) == dict(other.headers), (number, one.headers, other.headers)
    nodes += compare(one, other, number)
print(f"{len(before)} games, {nodes} nodes")
