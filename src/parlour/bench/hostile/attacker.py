"""The attacker's process: `python -m parlour.bench.hostile.attacker PORT ADDRESS TABLE ATTACK...`, until terminated.

It prints a line when it begins.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Final

from parlour.bench.hostile.attacks import ATTACKS
from parlour.bench.hostile.visitor import Visitor

NICE: Final = 10
"""The attacker shares a core with the people whose latency is measured, and must not slow them by being there."""


async def attack(port: int, address: str, table: str, names: list[str]) -> None:
    """Run attacks side by side, each by a visitor of its own at one address."""
    sys.stdout.write("attacking\n")
    sys.stdout.flush()
    visitors = [Visitor("127.0.0.1", port, address) for _ in names]
    await asyncio.gather(*(ATTACKS[name](visitor, table) for name, visitor in zip(names, visitors, strict=True)))


if __name__ == "__main__":
    os.nice(NICE)
    asyncio.run(attack(int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]))
