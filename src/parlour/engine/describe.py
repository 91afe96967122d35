"""Describes the engine protocol from its code: `python -m parlour.engine.describe [page|schema]`.

`page` is docs/engine-protocol.md, `schema` the JSON schema of the messages, docs/engine-protocol.json.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from parlour.engine import examples
from parlour.engine.catalogue import WIRES
from parlour.engine.messages import PROTOCOL, Error, FromEngine, FromParlour
from parlour.struct_docs import codes_in, described_message, described_part, structs_in, table

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE: Final = Path(__file__).parent
HEAD: Final = """\
# The engine protocol

<!-- Written by `python -m parlour.engine.describe page > docs/engine-protocol.md`. -->

An **engine** is a program, in any language, that plays. parlour starts it, sends it questions on its standard input and
reads its moves from its standard output. It can play in the arena, and at tables in the terminal and on your server:

```sh
parlour arena "engine:./fox --depth 3" champion
parlour play GAME --bot "engine:./fox"
parlour serve --engine "fox=./fox --depth 3"
parlour engine check ./fox                  # says what is wrong with it
parlour engine serve champion               # a bot of parlour, as an engine
```

## The shortest engine

It plays random legal moves in any game. In Python:

```{literalinclude} ../examples/engines/uniform.py
:language: python
:caption: uniform.py
```

In JavaScript, for Node.js:

```{literalinclude} ../examples/engines/uniform.mjs
:language: javascript
:caption: uniform.mjs
```

In C:

```{literalinclude} ../examples/engines/uniform.c
:language: c
:caption: uniform.c
```

Save one of them, let parlour check it, and enter it in the arena (`pip install 'parlour[arena]'`):

```sh
parlour engine check "python3 uniform.py"
parlour engine check "node uniform.mjs"
cc -o uniform uniform.c && parlour engine check ./uniform
parlour arena "engine:python3 uniform.py" sense --deals 20
```

To see what your engine reads, capture it with `tee`: `parlour engine check 'sh -c "tee in.log | ./fox"'`. Standard
error is free for the engine's own log. [A bot that beats sense in an hour](first-bot.md) goes further.

## How a conversation goes

Each message is one JSON object on one line, in UTF-8, of at most 1,000,000 bytes, with its kind in `t`. `→` is what the
engine reads, `←` what it writes:

```text
→ {"t":"hello","protocol":1,"parlour":"…","games":[…],"limits":{…}}
← {"t":"hello","protocol":1,"name":"Fox","games":["GAME"]}
→ {"t":"ready","id":1}
← {"t":"ready","id":1}
→ {"t":"match","match":"m2","game":"GAME","version":1,"options":{…},"seat":0,"seats":2}
→ {"t":"ready","id":3}
← {"t":"ready","id":3}
→ {"t":"ask","id":4,"match":"m2","view":{…},"count":3,"legal":["pass","9y 9g","J Q"],"seed":8302747512839}
← {"t":"move","id":4,"move":"9y 9g"}
→ {"t":"quit"}
```

1. **Every question is complete.** `view` is everything that the seat may know, and `legal` lists the legal moves, in
   the [notation](notation.md). An engine can be stateless between questions. An engine that follows the match receives
   events in `told`, as far as its seat may know them; `seq` counts events, and a gap is harmless, because the view is
   complete. Hidden cards never leave parlour.
2. **More than 2,000 legal moves** are not listed (this is rare, but happens); `legal_more` is then true. An engine that
   needs the list writes `{"t":"legal","id":4}` and gets all of them.
3. **Time** is wall-clock time. With `budget.ms` the move is due after that many milliseconds, and times out
   `limits.grace_ms` later; without it, `limits.move_ms` applies. An engine that lists `stop` in `can` is sent `stop`
   when its time is up, and must answer immediately with the best move so far. `budget.nodes` is a budget that is
   reproducible on any machine.
4. **Repeatable**: with the same view, options, `seed` and node budget, an engine should choose the same move.
   `parlour engine check` reports where it does not, but this is not enforced.
5. **Matches**: several can be open at a time. What an engine remembers from one must not change its play in another.
   One process plays many matches, one after the other.
6. **Unknown fields are ignored**, in both directions. An unknown message is ignored, or answered with `error`. The
   protocol number changes only if an engine of version 1 would not understand the new version.
7. **An engine is asked** only when its seat has a decision to make. A move that does not end the turn, such as a bet,
   is followed by another question. When seats choose at the same time, each is asked for its own choice.
8. **Standard output is for messages only**; write your log to standard error. The engine must exit on `quit` and at the
   end of its input.

**Options.** An engine may list typed options in its `hello`; users set them before the command, as in
`engine:depth=5 ./fox`, and they arrive in `set`. `ms` and `nodes` are given in the same place, and set the budget for
every decision: `engine:ms=800 ./fox`.

**WebSocket.** `engine:ws://HOST:PORT` is an engine that runs elsewhere; parlour connects to it (`parlour[server]`), and
each WebSocket message is one line. `parlour engine serve champion --websocket 9000` starts such an engine, for at most
16 conversations at a time.

## What happens to an engine that breaks these rules

parlour terminates it, and reports the violation in a sentence with one of the [codes](#engine-codes) below. In the
arena it forfeits the bout, like any bot that fails, and the run continues; the next bout starts it again. After three
failures in a row it is not restarted, and forfeits immediately. At a server's table a random move is made, as for any
bot that cannot decide. In the terminal the match is saved and can be resumed.

**The sandbox.** An engine runs in its own process group, which is killed as a whole when the engine is terminated; only
a child that leaves the group (`setsid`) survives. The engine's process ends with parlour, even if parlour is killed
(Linux). Its environment contains only `PATH` and `LANG`. It has no network access if the system lets unprivileged users
create network namespaces (Linux). Each process is limited to an hour of CPU time (it is replaced in time), 2 GB of
data, 8 GB of address space, 64 open files, and files of 64 MB. It can read everything that you can read, so run only
engines that you trust. parlour keeps 1 MB of its standard error, and quotes the last line if it exits unexpectedly. On
Windows, use `engine:ws://…`.

"""
PARTS_HEAD: Final = """\
Types are those of JSON; `[]` is a list. An `Id` is an integer from 0. `Cards` is a list of card names, and `ThreeRows`
is three such lists; cards are named as in the [notation](notation.md), and their values are in the
[rules](play.md#the-rules). A `Value` is a number, a string or a boolean. The
{download}`JSON schema <engine-protocol.json>` is the machine-readable version.
"""
ENDED: Final = "ended with code …, was ended by …, or closed its output: …"
"""The one sentence that is not written where it is raised."""
CODES_HEAD: Final = """\
An error has a code that never changes and a sentence in English (`…` is filled in).
"""


def page() -> str:
    """The text of docs/engine-protocol.md."""
    shared = {Error}
    parts = [
        HEAD.replace("GAME", next(iter(WIRES))),
        "## From parlour\n",
        *(described(kind) for kind in get_args(FromParlour) if kind not in shared),
        "## From the engine\n",
        *(described(kind) for kind in get_args(FromEngine) if kind not in shared),
        "## From either\n",
        described(Error),
        "## What messages are made of\n",
        PARTS_HEAD,
        *map(described_part, parts_of_messages()),
        "(engine-codes)=\n\n## Codes\n",
        CODES_HEAD,
        table(("code", "what is said"), code_rows()),
    ]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts).replace("\n\n\n", "\n\n")


def described(kind: type[msgspec.Struct]) -> str:
    """A message with its examples."""
    return described_message(kind, examples.of(kind))


def parts_of_messages() -> list[type[msgspec.Struct]]:
    """The types that messages hold, each once."""
    known = {*get_args(FromParlour), *get_args(FromEngine)}
    return [kind for kind in structs_in((FromParlour, FromEngine)) if kind not in known]


def code_rows() -> Iterator[tuple[str, str]]:
    """Every code in the sources, with the first sentence that is given with it."""
    sentences: dict[str, str] = {}
    for path in sorted(SOURCE.glob("*.py")):
        for code, reason in codes_in(path, ("EngineError", "Finding")):
            sentences.setdefault(code, reason)
    for code, reason in sorted(sentences.items()):
        yield f"`{code}`", reason or ENDED


def schema() -> dict[str, Any]:
    """The JSON schema of all messages."""
    (mine, yours), parts = msgspec.json.schema_components([FromParlour, FromEngine], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"parlour engine protocol {PROTOCOL}",
        "$defs": {"FromParlour": mine, "FromEngine": yours, **parts},
    }


def main(wanted: str) -> None:
    """Print the page or the schema."""
    if wanted == "schema":
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode() + "\n")
    else:
        sys.stdout.write(page())


if __name__ == "__main__":
    main(*sys.argv[1:2] or ["page"])
