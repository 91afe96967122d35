"""An engine that is wrong in one way: `python faulty.py MODE`. It needs the standard library alone."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from typing import Any

MODE = sys.argv[1]
HELLO: dict[str, Any] = {"t": "hello", "protocol": 1, "name": MODE, "games": ["haggis", "damenrennen"]}
KNOWN = {"t", "id", "match", "view", "count", "seed", "legal", "legal_more", "budget", "seq", "want"}
memory = 0
pending: dict[int, int] = {}


def say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def write(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def hang() -> None:
    while True:
        time.sleep(1)


def start_shouting() -> None:
    """Start children that fill standard error as fast as they can."""
    for _ in range(3):
        if os.fork() == 0:
            os.close(1)
            while True:
                os.write(2, b"x" * 65536)


def begin() -> None:
    match MODE:
        case "silent":
            hang()
        case "protocol_2":
            say({**HELLO, "protocol": 2})
        case "no_hello":
            say({"t": "ready", "id": 1})
        case "no_games":
            say({**HELLO, "games": ["chess"]})
        case "strange_games":
            say({**HELLO, "games": [*HELLO["games"], "chess"]})
        case "nameless":
            say({"t": "hello", "protocol": 1, "games": HELLO["games"]})
        case "banner":
            print("Welcome to the fastest engine of all!", flush=True)
            say(HELLO)
        case "deaf_to_stop" | "answers_stop":
            say({**HELLO, "can": ["stop"]})
        case "half_a_hello":
            sys.stdout.write(json.dumps(HELLO)[:20])
            sys.stdout.flush()
            sys.exit(0)
        case _:
            say(HELLO)


def ready(number: int) -> None:
    if MODE == "never_ready":
        hang()
    if MODE == "moves_unasked":
        say({"t": "move", "id": 99, "move": "pass"})
    say({"t": "ready", "id": number + (MODE == "ready_for_another")})


def end_or_hang(number: int) -> None:
    """Give no answer."""
    match MODE:
        case "late":
            hang()
        case "dies":
            sys.stderr.write("out of ideas\n")
            sys.exit(3)
        case "dies_of_a_signal_without_a_name":
            os.kill(os.getpid(), 40)
        case "closes_output":
            os.close(1)
            hang()
        case "shouts":
            start_shouting()
            hang()
        case "leaves_shouting_children":
            start_shouting()
            os._exit(0)
        case "half_a_move":
            sys.stdout.write(json.dumps({"t": "move", "id": number, "move": "pass"})[:-3])
            sys.stdout.flush()
            hang()
        case "huge_unfinished_line":
            sys.stdout.buffer.write(b"0" * 2_000_000)
            sys.stdout.buffer.flush()
            hang()


def say_nonsense(number: int) -> None:
    """Write something else than an answer first."""
    match MODE:
        case "thinks_aloud":
            print("info depth 3", flush=True)
        case "not_utf8":
            write(b'{"t":"move","id":%d,"move":"\xff\xfe"}' % number)
        case "prints_zeros":
            write(b"\0\0\0")
        case "nests_deeply":
            write(b'{"t":"info","id":%d,"mood":' % number + b"[" * 400_000 + b"]" * 400_000 + b"}")
        case "huge_line":
            write(b"[" + b"0," * 1_000_000)
        case "floods":
            while True:
                say({"t": "info", "id": number, "candidates": [{"move": "pass"}] * 1000})
        case "begs":
            while True:
                say({"t": "legal", "id": number})
        case "wrong_shape":
            say({"t": "move", "id": str(number), "move": 5})
        case "reports_error":
            say({"t": "error", "id": number, "code": "fox/tired", "message": "not today"})
        case "reports_escapes":
            say({"t": "error", "id": number, "code": "fox/red", "message": "\x1b[31m" + "red " * 200_000})


def decide(ask: dict[str, Any]) -> None:
    number, legal = ask["id"], ask.get("legal", [])
    end_or_hang(number)
    say_nonsense(number)
    if MODE == "dies_of_unknown_fields" and set(ask) - KNOWN:
        sys.exit(4)
    if ask.get("legal_more") and MODE != "needs_the_list":
        pending[number] = ask["seed"]
        say({"t": "legal", "id": number})
        return
    choose(number, legal, ask["seed"])


def choose(number: int, legal: list[str], seed: int) -> None:
    global memory
    memory += 1
    move = legal[seed % len(legal)]
    match MODE:
        case "illegal":
            move = "J" if "J" not in legal else "take Qd"
        case "nonsense":
            move = "my best card"
        case "random":
            move = random.Random(memory).choice(legal)
        case "remembers":
            move = legal[memory // 2 % len(legal)]
        case "wrong_id":
            number += 1
    if MODE == "stammers":
        for letter in json.dumps({"t": "move", "id": number, "move": move}):
            sys.stdout.write(letter)
            sys.stdout.flush()
        write(b"")
        return
    say({"t": "move", "id": number, "move": move})
    if MODE == "answers_twice":
        say({"t": "move", "id": number, "move": move})


def main() -> None:
    if MODE == "dead":
        sys.exit(1)
    for line in sys.stdin:
        message = json.loads(line)
        match message["t"]:
            case "hello":
                begin()
            case "ready":
                ready(message["id"])
            case "ask" if MODE == "deaf_to_stop" and message["count"] > 1:
                hang()
            case "ask":
                decide(message)
            case "legal":
                choose(message["id"], message["moves"], pending.pop(message["id"]))
            case "stop" if MODE == "answers_stop":
                say({"t": "move", "id": message["id"], "move": "pass"})
            case "quit":
                hang() if MODE == "deaf_to_quit" else sys.exit(0)
            case "forecast" if MODE == "dies_of_unknown_messages":
                sys.exit(5)
            case "forecast" if MODE == "complains_forever":
                while True:
                    say({"t": "error", "code": "message/unknown"})
    if MODE == "outlives_its_input":
        hang()


main()
