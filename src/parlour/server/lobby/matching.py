"""Who plays with whom: a pure function of everybody who waits.

A group is two or three people who all accept the same terms and whose ratings are within the reach of each of them.
A reach widens with waiting, but never beyond the bound that its person has set. What a group weighs grows with the
people in it and with how long they have waited, and falls with the distance of their ratings, so nobody who could be
matched is passed over for ever.

The heaviest set of groups is sought greedily, and improved by exchanges: a group replaces those that it shares people
with, if it weighs more together with the best groups that the others can still form. For pairs alone this is a maximum-
weight matching, up to a small loss, which the tests measure.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FIRST_REACH: Final = 100.0
"""How far apart ratings may be at first."""
REACH_PER_SECOND: Final = 20.0
NEIGHBOURS: Final = 10
"""So many of the next by rating are considered, by pairs as well as by threes."""
BEST: Final = 14
"""The heaviest groups of a person that an exchange looks at."""
SEATED: Final = 1_000.0
"""What a person in a group weighs: as much as this difference of ratings."""
PER_SECOND: Final = 25.0
"""What every second of waiting adds."""
PASSES: Final = 4
MOST_CONSIDERED: Final = 600
"""Those who have waited longest, where more wait."""


class Offer(msgspec.Struct, frozen=True, order=True):
    """Terms of a table that somebody accepts."""

    game: str
    options: str
    """All options of the game, as JSON with sorted keys."""
    seats: int
    clock: int | None = None
    bank: int = 0
    increment: int = 0
    rated: bool = False


class Seeker(msgspec.Struct, frozen=True):
    """Somebody who waits for others."""

    person: int
    waited: float
    """Seconds."""
    offers: tuple[Offer, ...]
    ratings: dict[str, float]
    """By game."""
    window: float | None = None
    """The bound of her reach; None: none."""

    @property
    def reach(self) -> float:
        """How far another's rating may be from hers by now."""
        reach = FIRST_REACH + REACH_PER_SECOND * self.waited
        return reach if self.window is None else min(self.window, reach)


class Group(msgspec.Struct, frozen=True):
    """People who shall play at one table, and its terms."""

    persons: tuple[int, ...]
    offer: Offer
    weight: float


def match(seekers: Sequence[Seeker]) -> list[Group]:
    """The groups to seat now; everybody is in one at most."""
    considered = sorted(seekers, key=lambda seeker: (-seeker.waited, seeker.person))[:MOST_CONSIDERED]
    groups = sorted(candidates(considered), key=lambda group: (-group.weight, group.persons))
    return improved(groups, taken(groups, set()))


def candidates(seekers: Sequence[Seeker]) -> Iterator[Group]:
    """All groups that are considered: of neighbours by rating, for each of the terms."""
    pools: defaultdict[Offer, list[Seeker]] = defaultdict(list)
    for seeker in seekers:
        for offer in set(seeker.offers):
            pools[offer].append(seeker)
    for offer, pool in pools.items():
        pool.sort(key=lambda seeker: (seeker.ratings[offer.game], seeker.person))
        for place, first in enumerate(pool):
            near = pool[place + 1 : place + 1 + NEIGHBOURS // (offer.seats - 1)]
            for others in combinations(near, offer.seats - 1):
                group = group_of((first, *others), offer)
                if group is not None:
                    yield group


def group_of(members: Sequence[Seeker], offer: Offer) -> Group | None:
    """A group, with its weight; None where a rating is out of somebody's reach."""
    ratings = sorted(member.ratings[offer.game] for member in members)
    spread = ratings[-1] - ratings[0]
    if spread > min(member.reach for member in members) and not within_reach(members, offer.game):
        return None
    weight = sum(SEATED + PER_SECOND * member.waited for member in members) - spread
    return Group(tuple(sorted(member.person for member in members)), offer, weight)


def within_reach(members: Sequence[Seeker], game: str) -> bool:
    """Whether each is within the reach of each."""
    return all(
        abs(one.ratings[game] - other.ratings[game]) <= min(one.reach, other.reach)
        for one, other in combinations(members, 2)
    )


def taken(groups: Iterable[Group], busy: set[int]) -> list[Group]:
    """Groups in their order, each if nobody of it is busy by then."""
    found = []
    for group in groups:
        if busy.isdisjoint(group.persons):
            busy.update(group.persons)
            found.append(group)
    return found


def improved(groups: Sequence[Group], first: Sequence[Group]) -> list[Group]:
    """Exchange groups for heavier ones until nothing is gained, or a few times over."""
    of_person: defaultdict[int, list[Group]] = defaultdict(list)
    for group in groups:
        for person in group.persons:
            if len(of_person[person]) < BEST:
                of_person[person].append(group)
    seat: dict[int, Group] = {person: group for group in first for person in group.persons}
    for _ in range(PASSES):
        gained = False
        for group in {each.persons: each for best in of_person.values() for each in best}.values():
            gained |= exchange(group, seat, of_person)
        if not gained:
            break
    chosen = {group.persons: group for group in seat.values()}
    return sorted(chosen.values(), key=lambda group: (-group.weight, group.persons))


def exchange(group: Group, seat: dict[int, Group], of_person: dict[int, list[Group]]) -> bool:
    """Seat a group instead of those in its way, if that gains; the others of them find new groups where they can."""
    if seat.get(group.persons[0]) is group:
        return False
    broken = list({seat[person].persons: seat[person] for person in group.persons if person in seat}.values())
    freed = {person for each in broken for person in each.persons}
    left = freed.difference(group.persons)
    possible = sorted(
        {
            (-each.weight, each.persons): each
            for person in left
            for each in of_person[person]
            if all(other in freed or other not in seat for other in each.persons)
        }.items()
    )
    others = taken((each for _, each in possible), set(group.persons))
    if group.weight + sum(each.weight for each in others) <= sum(each.weight for each in broken) + 1e-9:
        return False
    for person in freed:
        del seat[person]
    for each in (group, *others):
        seat.update(dict.fromkeys(each.persons, each))
    return True
