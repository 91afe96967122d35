"""How much may be stored: by one address in a day, for one person, and in all."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from parlour.server.errors import RefusalError
from parlour.server.limits import Buckets

if TYPE_CHECKING:
    from parlour.server.settings import Settings
    from parlour.server.store import Store

DAY_SECONDS: Final = 24 * 3600
GIGABYTE: Final = 10**9


class Quotas:
    """Refuses what is new; matches that have begun always go on."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.created = Buckets(settings.new_per_address / DAY_SECONDS, DAY_SECONDS)

    async def check_disk(self) -> None:
        """Refuse anything new where the server stores as much as it may."""
        if await self.store.size() > self.settings.disk * GIGABYTE:
            raise RefusalError("store/quota", "the server stores as much as it may; matches that have begun go on")

    async def check_person(self, address: str) -> None:
        """Count a new person, or key of one, from an address; RefusalError if there are too many."""
        await self.check_disk()
        if not self.created.take(address, asyncio.get_running_loop().time()):
            raise RefusalError(
                "address/new",
                f"no more than {self.settings.new_per_address} new people and tables a day from one address",
                parameters={"most": self.settings.new_per_address},
            )

    async def check_table(self, person: int, address: str) -> None:
        """Count a new table of a person; RefusalError if there are too many."""
        most = self.settings.tables_per_person
        if await self.store.unfinished(person) >= most:
            raise RefusalError(
                "person/tables", f"you have {most} unfinished tables: finish or concede some", parameters={"most": most}
            )
        await self.check_person(address)

    async def check_review(self, person: int) -> None:
        """Refuse a new review of a person who has asked for too many in a day."""
        most = self.settings.reviews_per_person
        if await self.store.reviews.count_since(person, time.time() - DAY_SECONDS) >= most:
            raise RefusalError("review/many", f"no more than {most} reviews a day", parameters={"most": most})
        await self.check_disk()
