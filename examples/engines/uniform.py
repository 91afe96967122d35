"""An engine that plays at random, in Python without any package: parlour engine check "python3 uniform.py"."""

import json
import random
import sys

seeds = {}  # of the questions that are open, by their id


def say(**message):
    print(json.dumps(message), flush=True)


def choose(number, legal):
    """Answer a question; the same seed gives the same move."""
    rng = random.Random(seeds.pop(number))
    say(t="move", id=number, move=rng.choice(legal))


for line in sys.stdin:
    message = json.loads(line)
    match message["t"]:
        case "hello":
            games = [offered["game"] for offered in message["games"]]
            say(t="hello", protocol=1, name="Uniform", games=games)
        case "ready":
            say(t="ready", id=message["id"])
        case "ask":
            seeds[message["id"]] = message["seed"]
            if message.get("legal_more"):  # too many to be listed: ask for them
                say(t="legal", id=message["id"])
            else:
                choose(message["id"], message["legal"])
        case "legal":
            choose(message["id"], message["moves"])
        case "quit":
            break
