# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Every move of Haggis as a number from 0 up, without holes, the same in every state.

    pass · bets 0, 15, 30 · gifts to seat 0, 1, 2 (three players only) · sets · bombs · sequences

A sequence is a block of places: its lowest rank, its suits, its length, and whether wilds form one
suit more. Wilds stand on all places above the 10, on all of the added suit, and on up to three
others. Blocks with the same numbers of the latter are a group, and groups follow each other. Within
a group a sequence is numbered by those other places, in colexicographic order, and by the wilds
spent. The places must leave a spot card of the lowest rank and one of every suit (ADR 4): those
that do are numbered once for every form of a block.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import combinations
from math import comb

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.games.haggis.kernel.combos import (
        BET,
        BOMB,
        GIVE,
        KIND_SHIFT,
        LENGTH_SHIFT,
        SEQUENCE,
        SET,
        SPOT_RANKS,
        TOP_SHIFT,
        WIDTH_SHIFT,
        WILD_SHIFT,
        shape,
    )

    GROUPS = 29952  # added suit or not, 9 lowest ranks, 32 suits, 13 lengths, up to 3 places: not all are groups
    STARTS = 2 * GROUPS  # with two players, then with three
    RAINBOW_CODES = 2 * 625  # likewise; four suits as digits
    SHAPES = 240  # 6 numbers of suits, 10 of ranks, up to 3 places
    PLACINGS = 16384  # all ways to choose up to three places, of all blocks
    NO_ACTION = -1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Whole = int  # called `int`, Cython would take floats for it, too, and cut them off

HAND_SPOTS = 14
HAND_WILDS = 3

# The number of a group's first move, by players (2, then 3) and group; NO_ACTION where there is none.
FIRST = cython.declare(cython.longlong[STARTS])
# Where the placings of a shape begin, and the number of each among those that count, or NO_ACTION.
SHAPE_START = cython.declare(cython.longlong[SHAPES])
PLACING = cython.declare(cython.longlong[PLACINGS])
# The number of a bomb in four suits, by its suits; the same with two players and three would leave holes.
RAINBOW = cython.declare(cython.longlong[RAINBOW_CODES])
# Of three wilds: how many a subset has, which it is among those of its size, how many such there are.
WILD_COUNT = cython.declare(cython.longlong[8])
WILD_INDEX = cython.declare(cython.longlong[8])
WILD_WAYS = cython.declare(cython.longlong[4])

if not cython.compiled:
    FIRST = [NO_ACTION] * STARTS
    SHAPE_START = [0] * SHAPES
    PLACING = [NO_ACTION] * PLACINGS
    RAINBOW = [NO_ACTION] * RAINBOW_CODES
    WILD_COUNT, WILD_INDEX, WILD_WAYS = [0] * 8, [0] * 8, [0] * 4

SUITS = {2: 4, 3: 5}
COMMON = {2: 4, 3: 7}
"""A pass, three bets and, with three players, three gifts."""
GROUP_STARTS: dict[int, list[int]] = {2: [], 3: []}
GROUP_KEYS: dict[int, list[int]] = {2: [], 3: []}
ACTIONS: dict[int, int] = {}
"""How many moves there are, by the number of players."""
RAINBOWS: dict[int, list[tuple[int, ...]]] = {2: [], 3: []}
PLACINGS_OF: dict[int, list[tuple[int, ...]]] = {}
WILD_SUBSETS = [[part for part in range(8) if part.bit_count() == size] for size in range(4)]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def group_key(
    added: cython.int, low: cython.int, suits: cython.int, length: cython.int, places: cython.int
) -> cython.int:
    """The index of a group."""
    return (((added * 9 + low) * 32 + suits) * 13 + length) * 4 + places


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def shape_key(columns: cython.int, rows: cython.int, places: cython.int) -> cython.int:
    """The index of a shape."""
    return (columns * 10 + rows) * 4 + places


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def bomb_start(players: cython.int) -> cython.int:
    """The number of the first bomb: sets are 8 for every choice of suits and rank, and three faces."""
    if players == 2:
        return 4 + 9 * 15 * 8 + 3
    return 7 + 9 * 31 * 8 + 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rank_set(move: cython.longlong, players: cython.int) -> cython.longlong:
    """Number a set."""
    choices: cython.int = 15 if players == 2 else 31
    first: cython.int = 4 if players == 2 else 7
    row: cython.int = ((move >> TOP_SHIFT) & 15) - 2
    wilds: cython.int = (move >> WILD_SHIFT) & 7
    part: cython.int
    if row < 0:
        return NO_ACTION
    if row >= SPOT_RANKS:
        return first + 9 * choices * 8 + row - SPOT_RANKS
    part = (move >> (5 * row)) & 31
    if part == 0 or part > choices:
        return NO_ACTION
    return first + (row * choices + part - 1) * 8 + wilds


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lone_suit(suits: cython.int) -> cython.int:
    """The number of a suit that stands alone in its row; 5 where there is none or another one."""
    suit: cython.int = 0
    while suit < 5 and suits != 1 << suit:
        suit += 1
    return suit


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rank_bomb(move: cython.longlong, players: cython.int) -> cython.longlong:
    """Number a bomb."""
    first: cython.int = bomb_start(players)
    rainbows: cython.int = 24 if players == 2 else 120
    kind: cython.int = (move >> TOP_SHIFT) & 15
    three: cython.int = lone_suit((move >> 5) & 31)
    five: cython.int = lone_suit((move >> 15) & 31)
    seven: cython.int = lone_suit((move >> 25) & 31)
    nine: cython.int = lone_suit((move >> 35) & 31)
    if kind < 1 or kind > 6:
        return NO_ACTION
    if kind == 6:
        return NO_ACTION if three == 5 else first + rainbows + 4 + three
    if kind > 1:
        return first + rainbows + kind - 2
    if three == 5 or five == 5 or seven == 5 or nine == 5:
        return NO_ACTION
    return RAINBOW[625 * (players - 2) + ((three * 5 + five) * 5 + seven) * 5 + nine]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rank_sequence(move: cython.longlong, players: cython.int) -> cython.longlong:
    """Number a sequence."""
    length: cython.int = (move >> LENGTH_SHIFT) & 15
    low: cython.int = ((move >> TOP_SHIFT) & 15) - length - 1
    wilds: cython.int = (move >> WILD_SHIFT) & 7
    suits: cython.int = 0
    columns: cython.int = 0
    places: cython.int = 0
    cell: cython.int = 0
    placing: cython.int = 0
    rows: cython.int
    row: cython.int
    suit: cython.int
    first: cython.longlong
    if low < 0 or low > 8 or length < 2 or length > 12:
        return NO_ACTION
    rows = min(length, SPOT_RANKS - low)
    for row in range(low, low + rows):
        suits |= (move >> (5 * row)) & 31
    for suit in range(5):
        columns += (suits >> suit) & 1
    for row in range(low, low + rows):
        for suit in range(5):
            if (suits >> suit) & 1:
                if not (move >> (5 * row + suit)) & 1:
                    places += 1
                    # The colexicographic number: choose(cell, 1) + choose(cell, 2) + choose(cell, 3), in order.
                    if places == 1:
                        placing += cell
                    elif places == 2:
                        placing += cell * (cell - 1) // 2
                    elif places == 3:
                        placing += cell * (cell - 1) * (cell - 2) // 6
                    else:
                        return NO_ACTION
                cell += 1
    row = ((move >> WIDTH_SHIFT) & 15) - columns
    if row < 0 or row > 1:
        return NO_ACTION
    first = FIRST[GROUPS * (players - 2) + group_key(row, low, suits, length, places)]
    if first == NO_ACTION:
        return NO_ACTION
    row = PLACING[SHAPE_START[shape_key(columns, rows, places)] + placing]
    if row == NO_ACTION:
        return NO_ACTION
    return first + row * WILD_WAYS[WILD_COUNT[wilds]] + WILD_INDEX[wilds]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rank_move(move: cython.longlong, players: cython.int) -> cython.longlong:
    """Number a legal move; what is none may get any number that there is, or NO_ACTION."""
    kind: cython.int = move >> KIND_SHIFT
    if kind == 0:
        return 0
    if kind == SET:
        return rank_set(move, players)
    if kind == SEQUENCE:
        return rank_sequence(move, players)
    if kind == BOMB:
        return rank_bomb(move, players)
    if kind == BET:
        return 1 + ((move & 31) // 15) % 3
    return 4 + (move & 3) % 3 if players == 3 else NO_ACTION


def fill_placings() -> None:
    """Number, for every form of a block, the choices of places that leave a lowest rank and every suit."""
    start = 0
    for columns in range(1, 6):
        for rows in range(1, SPOT_RANKS + 1):
            if columns * rows > HAND_SPOTS + HAND_WILDS:
                continue
            low = set(range(columns))
            lines = [set(range(column, columns * rows, columns)) for column in range(columns)]
            for places in range(4):
                key = shape_key(columns, rows, places)
                SHAPE_START[key] = start
                # Colexicographic: sorted by the highest place first.
                choices = sorted(combinations(range(columns * rows), places), key=lambda chosen: chosen[::-1])
                PLACINGS_OF[key] = [
                    chosen
                    for chosen in choices
                    if not low <= set(chosen) and not any(line <= set(chosen) for line in lines)
                ]
                numbers = {chosen: number for number, chosen in enumerate(PLACINGS_OF[key])}
                for chosen in choices:
                    PLACING[start] = numbers.get(chosen, NO_ACTION)
                    start += 1
    assert start <= PLACINGS


def groups(players: int) -> Iterator[tuple[int, int]]:
    """Go through the groups of sequences: the key and how many moves there are."""
    for low in range(SPOT_RANKS):
        for suits in range(1, 1 << SUITS[players]):
            columns = suits.bit_count()
            for length in range(2, 13 - low):
                rows = min(length, SPOT_RANKS - low)
                for added in range(2):
                    width = columns + added
                    if width * length > HAND_SPOTS + HAND_WILDS or (width == 1 and length == 2):
                        continue
                    for places in range(4):
                        spent = places + columns * (length - rows) + added * length
                        chosen = PLACINGS_OF.get(shape_key(columns, rows, places), [])
                        if spent > HAND_WILDS or columns * rows - places > HAND_SPOTS or not chosen:
                            continue
                        yield group_key(added, low, suits, length, places), len(chosen) * comb(3, spent)


def fill_tables() -> None:
    """Fill the tables above, once."""
    i: cython.int
    for i in range(STARTS):
        FIRST[i] = NO_ACTION
    for i in range(PLACINGS):
        PLACING[i] = NO_ACTION
    for i in range(RAINBOW_CODES):
        RAINBOW[i] = NO_ACTION
    for size, subsets in enumerate(WILD_SUBSETS):
        WILD_WAYS[size] = len(subsets)
        for number, part in enumerate(subsets):
            WILD_COUNT[part], WILD_INDEX[part] = size, number
    fill_placings()
    for players in (2, 3):
        number = bomb_start(players)
        for code in range(625):
            suits = (code // 125, code // 25 % 5, code // 5 % 5, code % 5)
            if len(set(suits)) == 4 and max(suits) < SUITS[players]:
                RAINBOW[625 * (players - 2) + code] = number
                RAINBOWS[players].append(suits)
                number += 1
        number += 4 + SUITS[players]
        for key, count in groups(players):
            FIRST[GROUPS * (players - 2) + key] = number
            GROUP_STARTS[players].append(number)
            GROUP_KEYS[players].append(key)
            number += count
        ACTIONS[players] = number


fill_tables()


def unrank_set(number: int, players: int) -> int:
    """The set of a number, counted from the first set."""
    choices = (1 << SUITS[players]) - 1
    row, rest = divmod(number, choices * 8)
    if row == SPOT_RANKS:
        return shape(SET, 1, 1, 11 + rest) | 1 << (WILD_SHIFT + rest)
    part, wilds = rest // 8 + 1, rest % 8
    width = part.bit_count() + wilds.bit_count()
    return shape(SET, width, 1, row + 2) | part << (5 * row) | wilds << WILD_SHIFT


def unrank_bomb(number: int, players: int) -> int:
    """The bomb of a number, counted from the first bomb."""
    rainbows = RAINBOWS[players]
    if number < len(rainbows):
        return shape(BOMB, 0, 0, 1) | sum(1 << (10 * i + 5 + suit) for i, suit in enumerate(rainbows[number]))
    number -= len(rainbows)
    if number < 4:
        return shape(BOMB, 0, 0, 2 + number) | (3, 5, 6, 7)[number] << WILD_SHIFT
    return shape(BOMB, 0, 0, 6) | sum(1 << (10 * i + 5 + number - 4) for i in range(4))


def unrank_sequence(action: int, players: int) -> int:
    """The sequence of a number."""
    group = bisect_right(GROUP_STARTS[players], action) - 1
    key, places = divmod(GROUP_KEYS[players][group], 4)
    key, length = divmod(key, 13)
    key, suits = divmod(key, 32)
    added, low = divmod(key, 9)
    columns, rows = suits.bit_count(), min(length, SPOT_RANKS - low)
    subsets = WILD_SUBSETS[places + columns * (length - rows) + added * length]
    placing, wilds = divmod(action - GROUP_STARTS[players][group], len(subsets))
    cells = [5 * row + suit for row in range(low, low + rows) for suit in range(5) if suits >> suit & 1]
    chosen = PLACINGS_OF[shape_key(columns, rows, places)][placing]
    spots = sum(1 << bit for cell, bit in enumerate(cells) if cell not in chosen)
    return shape(SEQUENCE, columns + added, length, low + length + 1) | spots | subsets[wilds] << WILD_SHIFT


def move_of(action: Whole, players: Whole) -> int:
    """The move of a number; ValueError where there is none."""
    if type(action) is not int or not 0 <= action < ACTIONS[players]:
        raise ValueError(f"an action is a whole number from 0 to {ACTIONS[players] - 1}, got {action!r}")
    common, bombs = COMMON[players], bomb_start(players)
    if action == 0:
        return 0
    if action < 4:
        return shape(BET, 0, 0, 0) | 15 * (action - 1)
    if action < common:
        return shape(GIVE, 0, 0, 0) | (action - 4)
    if action < bombs:
        return unrank_set(action - common, players)
    if action < bombs + len(RAINBOWS[players]) + 4 + SUITS[players]:
        return unrank_bomb(action - bombs, players)
    return unrank_sequence(action, players)


def action_of(move: Whole, players: Whole) -> int:
    """The number of a move; ValueError where no hand allows it."""
    if type(move) is not int or move < 0 or move >> 63:
        raise ValueError(f"a move is a whole number of 63 bits, got {move!r}")
    action: cython.longlong = rank_move(move, players)
    if action == NO_ACTION or move_of(action, players) != move:
        raise ValueError(f"no move of Haggis with {players} players: {move:#x}")
    return action


def actions_of(legal: Sequence[int], players: cython.int) -> list[int]:
    """The numbers of legal moves, in their order."""
    numbers: list[int] = []
    move: cython.longlong
    for move in legal:
        numbers.append(rank_move(move, players))  # noqa: PERF401 - a comprehension would not be typed
    return numbers
