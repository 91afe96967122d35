"""Runs the server: store, application and network, until Ctrl-C or SIGTERM."""

from __future__ import annotations

import errno
import gc
import logging
import os
import signal
import socket
import sys
import time
import webbrowser
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Final
from urllib.request import urlopen

import uvicorn

from parlour.core.errors import OptionError
from parlour.server.app import make_app
from parlour.server.errors import StoreError
from parlour.server.sqlite import SqliteStore

if TYPE_CHECKING:
    from parlour.server.settings import Settings

BEGAN: Final = time.time()
"""When this process began; script/play says in PARLOUR_STARTED when it was called."""
WAIT_SECONDS: Final = 20
GOODBYE_SECONDS: Final = 3
DEAF_SECONDS: Final = 30
RUBBISH: Final = (50_000, 20, 100)
"""How seldom rubbish is looked for: a look at everything stops all tables, 500 of them for a tenth of a second."""
LARGEST_FRAME: Final = 65_536
"""Above what the protocol allows, so that the protocol can say so; a larger frame ends the connection unread."""


def serve(settings: Settings, *, open_page: bool) -> int:
    """Serve until told to stop; give the exit code."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    try:
        store = SqliteStore(settings.data)
    except StoreError as error:
        raise OptionError(f"{settings.data}: {error.reason} [{error.code}]") from error
    listening = bound(settings, any_port=open_page)
    config = uvicorn.Config(
        make_app(settings, lambda: store),
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        proxy_headers=settings.behind_proxy,
    )
    server = uvicorn.Server(config)
    port = listening.getsockname()[1]
    Thread(target=partial(announce, settings, port, open_page=open_page), daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.handle_exit)  # when all is closed uvicorn raises them again: that is no failure
    gc.freeze()  # what was imported stays; it need not be looked through again and again
    gc.set_threshold(*RUBBISH)
    server.run(sockets=[listening])
    return 0 if server.started else 1


def bound(settings: Settings, *, any_port: bool) -> socket.socket:
    """Take the port, or any other that is free where that will do, or refuse."""
    try:
        return listener(settings.host, settings.port)
    except OSError as error:
        if any_port and error.errno == errno.EADDRINUSE:
            return listener(settings.host, 0)
        where = f"{settings.host}:{settings.port}"
        raise OptionError(f"cannot listen at {where}: {error.strerror}; another port: --port N") from error


def listener(host: str, port: int) -> socket.socket:
    """Listen at a port; the system gives connections up that take nothing for a while."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_SECONDS * 1000)
    return listening


def announce(settings: Settings, port: int, *, open_page: bool) -> None:
    """Say where the page is as soon as it is there, and open it where that is wanted."""
    host = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host  # noqa: S104 - everywhere
    address = f"http://{host}:{port}/"
    since = float(os.environ.get("PARLOUR_STARTED") or BEGAN)
    while time.time() - BEGAN < WAIT_SECONDS:
        try:
            urlopen(f"{address}healthz", timeout=1).close()  # noqa: S310 - our own address
        except OSError:
            time.sleep(0.05)
            continue
        seconds = time.time() - since
        print(f"parlour is at {address} after {seconds:.1f} s; everything is kept in {settings.data}", flush=True)
        print("Ctrl-C ends it, and everybody can go on later where they were.", flush=True)
        if open_page and not webbrowser.open(address):
            print(f"open {address} in a browser", file=sys.stderr)
        return
