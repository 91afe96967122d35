"""Describes the protocol from its code: `python -m parlour.server.describe [page|schema]`.

`page` is docs/protocol.md. `schema` is the JSON schema of the messages, from which the types of a
client can be generated; those of the page in the browser are.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from parlour.games.catalogue import KINDS
from parlour.server import examples, protocol
from parlour.server.endpoints import ENDPOINTS
from parlour.server.http import STATUSES
from parlour.server.http_types import Problem
from parlour.struct_docs import codes_in, described_message, described_part, structs_in, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.server.http import Endpoint

PACKAGE: Final = Path(__file__).parents[1]
CODED: Final = ("Refusal", "RefusalError", "ServerError", "StoreError", "ConflictError", "Refused", "Answer", "Reading")
HEAD: Final = """\
# The protocol

<!-- Written by `python -m parlour.server.describe page > docs/protocol.md`. -->

Between a client and the table server there is one websocket, `/ws`, for all that happens at tables, and a little HTTP
for people, lists of tables and finished matches. A client computes no rules.

## How a conversation goes

1. `POST /api/guests` with a name gives a cookie, `parlour`, which says who you are from then on. It cannot be read by
   scripts.
2. The websocket is opened with that cookie. The first message is `welcome`.
3. `join` shows a table: a `table` message at once, and another whenever something changes, each with the whole scene
   and with `told`, what happened since the last one. Show the last scene; animate `told`, or ignore it.
4. A **command** (`play`, `undo`, `ready`, `sit`, `stand`, `concede`, `claim`, `fill`, `rematch`) carries an `id` that
   the client makes up. It is answered by `done` when it is on disk, or by `refused`, and then nothing has changed.
   After a lost connection join again and send what was not answered, **with the same id**: it is done once, however
   often it comes.
5. `play` and `undo` carry `decision` of the last `table` message. It counts the decisions of your own seat, so a double
   click is refused as `move/stale`, and what others do meanwhile (a bet, a sealed card) never makes a move stale.
6. `groups` of a `table` message are the moves that your seat may make. `ask` on every tap says what a selection is and
   what can be played with it; send a `move` of either in `play`.

Messages are JSON text with the tag `t`, at most 16,384 bytes either way. Fields with a default are left out where they
have it. A `TableName` has 1 to 32 letters and digits, a `CommandId` 1 to 40 letters, digits, `-` and `_`, a `Move` at
most 200 letters; a `Counter` is a whole number from 0, a `Parameter` a number, a text or a list of texts. Unknown
fields are refused in messages to the server; ignore those that you do not know in messages from it.
"""
CODES_HEAD: Final = """\
A refusal has a code that never changes, a sentence in English, the clause where it is about the rules, and in
`parameters` what the sentence fills in (`…` below). Over HTTP it comes with a status, 400 where the table names none.
"""


def page() -> str:
    """The text of docs/protocol.md."""
    parts = [
        HEAD,
        "## From the client\n",
        *(described_message(kind, examples.of(kind)) for kind in get_args(protocol.FromClient)),
        "## From the server\n",
        *(described_message(kind, examples.of(kind)) for kind in get_args(protocol.FromServer)),
        "## What messages are made of\n",
        *map(described_part, parts_of_messages()),
        "## Closed connections\n",
        table(("code", "why"), ((str(code), why) for code, why in protocol.CLOSE_CODES.items())),
        "## HTTP\n",
        "Bodies and answers are JSON; `/api/openapi.json` describes them to programs.\n",
        table(("request", "about", "body", "answer"), map(endpoint_row, ENDPOINTS)),
        "A request that is not carried out is answered by a status of 400 or above and a `Problem`.\n",
        *map(described_part, http_types()),
        "## Codes\n",
        CODES_HEAD,
        table(("code", "HTTP", "what is said"), code_rows()),
    ]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts).replace("\n\n\n", "\n\n")


def schema() -> dict[str, Any]:
    """The JSON schema of all messages."""
    (client, server), parts = msgspec.json.schema_components(
        [protocol.FromClient, protocol.FromServer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"parlour protocol {protocol.VERSION}",
        "$defs": {"FromClient": client, "FromServer": server, **parts},
    }


def parts_of_messages() -> list[type[msgspec.Struct]]:
    """The types that messages hold, each once."""
    messages = {*get_args(protocol.FromClient), *get_args(protocol.FromServer)}
    return [kind for kind in structs_in((protocol.FromClient, protocol.FromServer)) if kind not in messages]


def http_types() -> list[type[msgspec.Struct]]:
    """The types of requests and answers."""
    known = set(parts_of_messages())
    kinds = [kind for endpoint in ENDPOINTS for kind in (endpoint.body, endpoint.reply) if kind not in (None, bytes)]
    return [kind for kind in structs_in((*kinds, Problem)) if kind not in known]


def endpoint_row(endpoint: Endpoint) -> tuple[str, ...]:
    """An endpoint as a row of the table."""
    fields = [] if endpoint.query is None else msgspec.structs.fields(endpoint.query)
    query = f"?{'&'.join(f'{field.name}=…' for field in fields)}" if fields else ""
    reply = f"{endpoint.status} {body_name(endpoint.reply)}".strip()
    return f"`{endpoint.method} {endpoint.path}{query}`", endpoint.about, body_name(endpoint.body), reply


def body_name(kind: Any) -> str:
    """What the table calls the type of a body."""
    if kind is None:
        return ""
    if kind is bytes:
        return "a log"
    return f"a list of `{get_args(kind)[0].__name__}`" if get_args(kind) else f"`{kind.__name__}`"


def code_rows() -> Iterator[tuple[str, str, str]]:
    """Every code in the sources, with the first sentence that is given with it."""
    sentences: dict[str, str] = {}
    for folder in sources():
        for path in sorted(folder.rglob("*.py")):
            if path == Path(examples.__file__):
                continue
            for code, reason in codes_in(path, CODED):
                sentences[code] = sentences.get(code) or reason
    for code, reason in sorted(sentences.items()):
        status = STATUSES.get(code, 503 if code.startswith("store/") else "")
        yield f"`{code}`", str(status), reason


def sources() -> list[Path]:
    """The folders of the modules that refuse something: the server, the scenes, and parlour's own games."""
    kinds = [KINDS[name] for name in examples.own_games()]
    return [PACKAGE / "server", PACKAGE / "scenes", *(Path(inspect.getfile(kind.options)).parent for kind in kinds)]


def main(wanted: str) -> None:
    """Print the page or the schema."""
    if wanted == "schema":
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode() + "\n")
    else:
        sys.stdout.write(page())


if __name__ == "__main__":
    main(*sys.argv[1:2] or ["page"])
