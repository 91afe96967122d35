"""Tells people who are not connected that it is their turn, through the push services of their browsers."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Literal, Protocol
from urllib.parse import urlsplit

import msgspec

from parlour.server.errors import RefusalError, StoreError

if TYPE_CHECKING:
    from parlour.server.settings import Settings
    from parlour.server.store import Store, Subscription

LOG: Final = logging.getLogger("parlour.server")
SERVICES: Final = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
"""The hosts of browsers' push services, and those below them: nothing is sent anywhere else."""
WORDS: Final = {
    "turn": {"en": "Your turn", "de": "Du bist dran", "hu": "Te jössz"},
    "paired": {
        "en": "Your table is ready",
        "de": "Dein Tisch ist bereit",
        "hu": "Kész az asztalod",
    },
    "invited": {
        "en": "A friend asks you to play",
        "de": "Jemand lädt dich zum Spielen ein",
        "hu": "Egy barátod játszani hív",
    },
}
SENDERS: Final = 4
"""Messages that are sent at the same time."""
MOST_QUEUED: Final = 1000
MOST_SUBSCRIPTIONS: Final = 5
"""Of one person; the oldest goes when another comes."""
SEND_SECONDS: Final = 10.0
APART_SECONDS: Final = 10.0
"""Nobody is told more often."""
MOST_KEPT: Final = 10_000
KEPT_BY_SERVICE_SECONDS: Final = 24 * 3600
GONE: Final = (404, 410)
"""The browser has cancelled its subscription."""
ACCEPTED: Final = range(200, 300)


class Keys(Protocol):
    """The key pair by which push services know this server; `parlour.server.webpush` has it."""

    public: str

    def authorization(self, origin: str, contact: str, now: float) -> str: ...


class Encrypt(Protocol):
    """Encrypts a message for one browser; ValueError where the keys of the subscription are none."""

    def __call__(self, subscription: Subscription, message: bytes) -> bytes: ...


class PushKeys(msgspec.Struct, frozen=True):
    """All that needs cryptography, which is an extra."""

    keys: Keys
    encrypt: Encrypt


class Turn(msgspec.Struct, frozen=True):
    """That it has become a person's turn at a table, or that she is paired or invited; there is no card in it."""

    person: int
    table: str
    game: str
    """Its title, or that of the tournament."""
    news: Literal["turn", "paired", "invited"] = "turn"


class Push:
    """The queue of messages and the tasks that send them; without keys nothing is ever sent."""

    def __init__(self, store: Store, settings: Settings, keys: PushKeys | None) -> None:
        self.store = store
        self.settings = settings
        self.keys = keys
        self.queue: asyncio.Queue[Turn] = asyncio.Queue(MOST_QUEUED)
        self.told: dict[int, float] = {}
        self.tasks = [asyncio.create_task(self.run(), name="push") for _ in range(SENDERS if keys else 0)]

    @property
    def public_key(self) -> str:
        """What a browser needs to subscribe; empty where this server cannot push."""
        return "" if self.keys is None else self.keys.keys.public

    async def subscribe(self, person: int, subscription: Subscription) -> None:
        """Keep a browser's subscription, or raise RefusalError."""
        if self.keys is None:
            raise RefusalError("push/none", "this server sends no push messages")
        check_service(subscription.endpoint, self.settings.push_services)
        try:
            self.keys.encrypt(subscription, b"")
        except ValueError as error:
            raise RefusalError("push/keys", "the keys of this subscription are none") from error
        await self.store.add_subscription(person, subscription, most=MOST_SUBSCRIPTIONS)

    def notify(self, turn: Turn) -> None:
        """Queue a message, unless the person was told a moment ago; a full queue drops it."""
        now = time.monotonic()
        if self.keys is None or now - self.told.get(turn.person, -APART_SECONDS) < APART_SECONDS:
            return
        self.told.pop(turn.person, None)
        self.told[turn.person] = now
        while len(self.told) > MOST_KEPT:
            del self.told[next(iter(self.told))]
        with suppress(asyncio.QueueFull):
            self.queue.put_nowait(turn)

    async def run(self) -> None:
        """Send one message after the other."""
        while True:
            turn = await self.queue.get()
            try:
                await self.deliver(turn)
            except StoreError as error:
                LOG.warning("push: %s", error)
            except Exception:
                LOG.exception("push")

    async def deliver(self, turn: Turn) -> None:
        """Send a message to all browsers of a person; a subscription that is gone is deleted."""
        for subscription in await self.store.subscriptions(turn.person):
            try:
                status = await self.send(subscription, turn)
            except (OSError, TimeoutError, ValueError) as error:
                LOG.info("push: %s: %s", urlsplit(subscription.endpoint).hostname, error)
                continue
            if status in GONE:
                await self.store.drop_subscription(turn.person, subscription.endpoint)
            elif status not in ACCEPTED:
                LOG.info("push: %s answered %d", urlsplit(subscription.endpoint).hostname, status)

    async def send(self, subscription: Subscription, turn: Turn) -> int:
        """Send a message to one browser; the status that its push service answered."""
        assert self.keys is not None
        parts = urlsplit(subscription.endpoint)
        words = WORDS[turn.news]
        message = {"title": words.get(subscription.lang, words["en"]), "body": turn.game, "table": turn.table}
        headers = {
            "Authorization": self.keys.keys.authorization(
                f"{parts.scheme}://{parts.netloc}", self.settings.push_contact, time.time()
            ),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_BY_SERVICE_SECONDS),
            "Topic": turn.table,
            "Urgency": "normal",
        }
        return await post(subscription.endpoint, headers, self.keys.encrypt(subscription, msgspec.json.encode(message)))

    def close(self) -> None:
        """Send no more."""
        for task in self.tasks:
            task.cancel()


def check_service(endpoint: str, more: tuple[str, ...]) -> None:
    """Refuse an address that is no push service's: the server connects to whatever is subscribed."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    usual = endpoint.startswith("https://") and "@" not in endpoint and port in (None, 443)
    if usual and any(host == service or host.endswith(f".{service}") for service in SERVICES):
        return
    if not any(endpoint.startswith(f"{service.rstrip('/')}/") for service in more):
        shown = host or endpoint[:100]
        raise RefusalError(
            "push/service", f"{shown!r} is no push service that this server knows", parameters={"service": shown}
        )


async def post(address: str, headers: dict[str, str], body: bytes) -> int:
    """The status that an HTTP service answers to a body; OSError, TimeoutError or ValueError where there is none.

    Redirects are not followed, and nothing else of the answer is read.
    """
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    lines = [
        f"POST {target} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    async with asyncio.timeout(SEND_SECONDS):
        port = parts.port or (443 if secure else 80)
        reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=True if secure else None)
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
            await writer.drain()
            _, status, *_ = (await reader.readline()).split()
        finally:
            writer.close()
    return int(status)
