"""A push service and a browser of the tests' own: it keeps what it is sent, and reads it as a browser would."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from parlour.server.store import Subscription
from parlour.server.webpush import CURVE, decode, derive, encode, public_bytes


class Sent(NamedTuple):
    """A message as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Answers every message with a status."""

    def __init__(self) -> None:
        self.status = 201
        self.sent: list[Sent] = []
        self.address = ""

    async def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(map(split, head[1:-2]))
        body = await reader.readexactly(int(headers["content-length"]))
        self.sent.append(Sent(head[0].split()[1], headers, body))
        writer.write(f"HTTP/1.1 {self.status} Said\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()


def split(line: str) -> tuple[str, str]:
    """A header's name, in lower case, and its value."""
    name, _, value = line.partition(": ")
    return name.lower(), value


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """A push service at a port of its own."""
    service = PushService()
    server = await asyncio.start_server(service.receive, "127.0.0.1", 0)
    service.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield service


class Browser:
    """A browser that has subscribed."""

    def __init__(self, service: str, name: str = "browser") -> None:
        self.private = ec.generate_private_key(CURVE)
        self.auth = b"sixteen bytes ok"
        self.subscription = Subscription(
            endpoint=f"{service}/{name}",
            p256dh=encode(public_bytes(self.private.public_key())),
            auth=encode(self.auth),
            lang="de",
        )

    def read(self, body: bytes) -> Any:
        """Decrypt a message (RFC 8188, RFC 8291)."""
        salt, size, theirs, text = body[:16], body[16:20], body[21 : 21 + body[20]], body[21 + body[20] :]
        assert size == (4096).to_bytes(4, "big")
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        about = b"WebPush: info\0" + public_bytes(self.private.public_key()) + theirs
        secret = derive(shared, self.auth, about, 32)
        key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, text, None)
        assert plain.endswith(b"\x02")
        return msgspec.json.decode(plain[:-1])


def check_signature(authorization: str, audience: str) -> dict[str, Any]:
    """The claims of a VAPID header, whose signature must be right."""
    token, key = (part.partition("=")[2] for part in authorization.removeprefix("vapid ").split(", "))
    head, claims, signature = token.split(".")
    numbers = decode(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(key))
    halves = int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")
    public.verify(encode_dss_signature(*halves), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said: dict[str, Any] = msgspec.json.decode(decode(claims))
    assert said["aud"] == audience
    return said
