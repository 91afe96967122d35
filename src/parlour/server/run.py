"""Runs the server until Ctrl-C or SIGTERM."""

from __future__ import annotations

import asyncio
import contextlib
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
from importlib import import_module
from threading import Thread, Timer
from typing import TYPE_CHECKING, Final
from urllib.error import HTTPError
from urllib.request import urlopen

import uvicorn

from parlour.core.errors import OptionError
from parlour.server.app import WebApp, make_app
from parlour.server.log_limit import OncePerWindow
from parlour.server.node_frames import split_address
from parlour.server.page_files import MISSING, PageFiles
from parlour.server.push import PushKeys
from parlour.server.store_address import place_of, share_secret, store_of
from parlour.server.transport import BACKLOG, Listener, ServerConfig

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from types import FrameType

    from parlour.server.settings import Settings

LOG: Final = logging.getLogger("parlour.server")
BEGAN: Final = time.time()
"""When this process started; script/play says in PARLOUR_STARTED when it was called."""
CLOSE_SECONDS: Final = 1
"""How long requests may take to end once the server stops."""
DRAIN_SECONDS: Final = 0.8
"""How long a node that stops may take to hand over its tables."""
STOP_SECONDS: Final = 2.2
"""When a server that was told to stop ends, whatever still runs; all that was acknowledged is on disk."""
UNACKNOWLEDGED_SECONDS: Final = 30
GC_THRESHOLDS: Final = (50_000, 20, 100)
"""Collect garbage rarely: a full pass stalls every table, with 500 of them for a tenth of a second."""
FILES: Final = 16_384
RESERVED_FILES: Final = 256
"""Open files that are not connections: the database, the page, the pipes of the workers."""
LARGEST_FRAME: Final = 65_536
"""Above the limit of the protocol, which closes with 1009; a larger frame is not even read."""


class Server(uvicorn.Server):
    """A server that ends soon after it was told to, whatever is going on."""

    def __init__(self, config: uvicorn.Config, web: WebApp) -> None:
        super().__init__(config)
        self.web = web

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let other nodes have the tables, then close all connections."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                await self.web.drain()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop cleanly, or at least in time."""
        if not self.should_exit:
            timer = Timer(STOP_SECONDS, give_up)
            timer.daemon = True
            timer.start()
        super().handle_exit(sig, frame)


def give_up() -> None:
    """End the process although something still runs."""
    LOG.warning("not everything has ended in %.1f s; stopping all the same", STOP_SECONDS)
    os._exit(1)


def raise_file_limit() -> int:
    """Allow this process as many open files as it may have, within reason; how many that is."""
    if sys.platform == "win32":
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if wanted > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)


def serve(settings: Settings, *, open_page: bool) -> int:
    """Serve until told to stop; returns the exit code."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(OncePerWindow())
    make_store = store_of(settings)
    listening = bind(settings, any_port=open_page)
    if settings.node:
        check_node_address(settings.node_address)
    web = WebApp(settings, make_store, load_push_keys(settings))
    config = ServerConfig(
        make_app(web),
        settings,
        raise_file_limit() - RESERVED_FILES,
        backlog=BACKLOG,
        log_config=None,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=CLOSE_SECONDS,
        proxy_headers=settings.behind_proxy,
    )
    listening.peers = config.peers
    server = Server(config, web)
    port = listening.getsockname()[1]
    Thread(target=partial(announce, settings, port, open_page=open_page), daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.handle_exit)  # uvicorn would raise them again after a clean shutdown
    gc.freeze()  # modules stay for good; keep them out of every collection
    gc.set_threshold(*GC_THRESHOLDS)
    server.run(sockets=[listening])
    return 0 if server.started else 1


def load_push_keys(settings: Settings) -> PushKeys | None:
    """The keys for push messages, made at the first start; None without the extra that they need.

    Nodes share those of the first one: a browser subscribes to a key, whichever node tells it.
    """
    try:
        webpush = import_module("parlour.server.webpush")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("parlour"):
            raise
        return None
    keys = webpush.load_keys(settings.data)
    if settings.node:
        own = (settings.data / webpush.FILE_NAME).read_text()
        keys = webpush.parse_keys(share_secret(settings, "push", own).encode())
    return PushKeys(keys, webpush.encrypt)


def bind(settings: Settings, *, any_port: bool) -> Listener:
    """Bind the port; if it is taken and any port will do, a free one; else OptionError."""
    try:
        return listener(settings.host, settings.port)
    except OSError as error:
        if any_port and error.errno == errno.EADDRINUSE:
            return listener(settings.host, 0)
        where = f"{settings.host}:{settings.port}"
        raise OptionError(f"cannot listen at {where}: {error.strerror}; another port: --port N") from error


def check_node_address(address: str) -> None:
    """OptionError where this node could not listen for others."""
    host, port = split_address(address)
    try:
        listener(host, port).close()
    except OSError as error:
        reason = f"cannot listen for other nodes at {address}: {error.strerror}; another address: --node-address"
        raise OptionError(reason) from error


def listener(host: str, port: int) -> Listener:
    """A listening socket; accepted ones send at once, and the system drops those whose peer acknowledges nothing."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = Listener(fileno=socket.create_server((host, port), family=family).detach())
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_SECONDS * 1000)
    return listening


def announce(settings: Settings, port: int, *, open_page: bool) -> None:
    """Print the address as soon as the server answers, or that there is no page, and open it if that is wanted."""
    host = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host  # noqa: S104 - everywhere
    address = f"http://{host}:{port}/"
    since = float(os.environ.get("PARLOUR_STARTED") or BEGAN)
    if not PageFiles.is_built():
        print(MISSING, end="", file=sys.stderr, flush=True)
    while True:  # in a daemon thread, which ends with the process
        try:
            urlopen(f"{address}healthz", timeout=1).close()  # noqa: S310 - our own address
        except HTTPError as error:
            error.close()  # it answers, if only to say what is wrong
        except OSError:
            time.sleep(0.05)
            continue
        seconds = time.time() - since
        place = place_of(settings.database) if settings.database else settings.data
        print(f"parlour is at {address} after {seconds:.1f} s; everything is kept in {place}", flush=True)
        print("Ctrl-C stops it; every match can be resumed later.", flush=True)
        if open_page and not webbrowser.open(address):
            print(f"open {address} in a browser", file=sys.stderr)
        return
