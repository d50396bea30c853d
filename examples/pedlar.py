"""A player of Rival Kings that needs nothing of Palatine: a line of JSON in, a line out.

palatine players check "run:python3 pedlar.py" rivalkings
"""

import json
import sys

# What it likes to do, best first; a move is a word and what it is about, like "build 1".
LIKES = ["build", "recruit", "use", "take", "settle", "give", "steal", "play", "swap", "guard", "end"]


def liking(move, position):
    """How much it likes a move: the kind of move first, then the richest pile."""
    word, *about = move.split()
    rank = len(LIKES) - LIKES.index(word) if word in LIKES else 0
    money = position["piles"][int(about[0]) - 1]["money"] if word == "take" else 0
    return rank, money


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:  # a game begins; there is nothing to answer
        print("playing", message["game"], file=sys.stderr)
        continue
    move = max(message["legal"], key=lambda move: liking(move, message["position"]))
    print(json.dumps({"move": move}), flush=True)  # flush, or the answer stays in our buffer
