"""A queue that one asker cannot fill for the others."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items by urgency, the lowest number first; of the same urgency, the askers take turns."""

    def __init__(self) -> None:
        self.waiting: defaultdict[int, dict[Hashable, deque[Item]]] = defaultdict(dict)

    def put(self, urgency: int, asker: Hashable, item: Item) -> None:
        self.waiting[urgency].setdefault(asker, deque()).append(item)

    def count(self, urgency: int, asker: Hashable) -> int:
        """How many items of an asker wait."""
        return len(self.waiting[urgency].get(asker, ()))

    def total(self, urgency: int) -> int:
        """How many items of an urgency wait."""
        return sum(map(len, self.waiting[urgency].values()))

    def take(self, least_urgent: int) -> Item | None:
        """The next item that is at least so urgent; None where there is none."""
        for urgency in sorted(self.waiting):
            askers = self.waiting[urgency]
            if askers and urgency <= least_urgent:
                asker = next(iter(askers))
                items = askers.pop(asker)
                item = items.popleft()
                if items:
                    askers[asker] = items  # behind all others
                return item
        return None
