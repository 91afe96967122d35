"""The reverse proxies of deploy/, as programs: HAProxy and Caddy, with their sample configurations."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.server.server_process import ServerProcess
from tests.serving import reserve_port, wait_until

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
MISSING: Final = {
    "haproxy": "HAProxy is not installed: apt install haproxy",
    "caddy": "Caddy is not installed: apt install caddy",
}


class Proxy:
    """A proxy, for clients what a server is."""

    def __init__(self, name: str, address: str, trust: ssl.SSLContext | None) -> None:
        self.name = name
        self.address = address
        self.trust = trust


def is_installed(program: str) -> bool:
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin") is not None


@contextlib.contextmanager
def haproxy(folder: Path, nodes: Sequence[ServerProcess]) -> Iterator[Proxy]:
    """HAProxy with TLS before two nodes."""
    with reserve_port() as reserved:
        port = reserved.getsockname()[1]
    certificate = self_signed(folder)
    environment = {
        "PARLOUR_BIND": f"127.0.0.1:{port}",
        "PARLOUR_CERTIFICATE": str(certificate),
        "PARLOUR_NORTH": place_of(nodes[0]),
        "PARLOUR_SOUTH": place_of(nodes[-1]),
    }
    with running(("haproxy", "-db", "-f", str(DEPLOY / "haproxy.cfg")), environment, folder, port):
        yield Proxy("haproxy", f"https://localhost:{port}", ssl.create_default_context(cafile=str(certificate)))


@contextlib.contextmanager
def caddy(folder: Path, nodes: Sequence[ServerProcess]) -> Iterator[Proxy]:
    """Caddy without TLS before some nodes."""
    with reserve_port() as reserved, reserve_port() as other:
        port, admin = reserved.getsockname()[1], other.getsockname()[1]
    environment = {
        "PARLOUR_HOST": f"http://127.0.0.1:{port}",
        "PARLOUR_NODES": " ".join(map(place_of, nodes)),
        "PARLOUR_CADDY_ADMIN": f"127.0.0.1:{admin}",
        "HOME": str(folder),
    }
    command = ("caddy", "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile")
    with running(command, environment, folder, port):
        yield Proxy("caddy", f"http://127.0.0.1:{port}", None)


@contextlib.contextmanager
def running(command: Sequence[str], environment: Mapping[str, str], folder: Path, port: int) -> Iterator[None]:
    """A program that listens at a port."""
    log = folder / "proxy.log"
    found = shutil.which(command[0], path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    assert found is not None, MISSING[command[0]]
    with log.open("wb") as out:
        line = [found, *command[1:]]
        process = subprocess.Popen(line, env={**os.environ, **environment}, stdout=out, stderr=out, cwd=folder)
    try:
        wait_until(lambda: process.poll() is not None or listens(port), log.read_text)
        assert process.poll() is None, log.read_text()
        yield
    finally:
        process.terminate()
        process.wait()


def listens(port: int) -> bool:
    """Whether somebody accepts connections at a port."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def place_of(node: ServerProcess) -> str:
    """The host and port of a node."""
    return node.address.removeprefix("http://")


def self_signed(folder: Path) -> Path:
    """A certificate for localhost, with its key in the same file."""
    key, certificate, both = folder / "key.pem", folder / "certificate.pem", folder / "both.pem"
    subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2")
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    command = ("openssl", "req", "-x509", *curve, *subject, "-keyout", str(key), "-out", str(certificate))
    subprocess.run(command, check=True, capture_output=True)
    both.write_bytes(certificate.read_bytes() + key.read_bytes())
    return both
