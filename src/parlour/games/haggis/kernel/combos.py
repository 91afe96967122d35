# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Which cards can be what (H4), as arithmetic on 64-bit integers: the kernel's first half.

A hand is a mask: bit `5 * (rank - 2) + suit` for a spot card, bits 45, 46, 47 for one's own
J, Q, K. A move is one non-negative integer: cards in bits 0-47, top rank 48-51, length 52-55,
width 56-59, kind 60-62. Two combos have the same shape when their bits from 52 up agree.

A sequence is named by its spot cards alone. Its suits are those of its spot cards, plus perhaps
one made of wilds only (H4.6); its lowest rank is that of its lowest spot card, for that is the
reading with the highest top (H4.7). Wilds only have to be counted: with one J, Q and K to a
player, the empty places of a sequence can be filled exactly when there are as many of them as
wilds spent (H4.4). So every combo is found once, and no list of those found is kept.

List functions write no further than `limit` and return how
many there are, so a caller sees when its buffer was too small.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import ONE

    SPOT_RANKS = 9
    WILD_SHIFT = 45
    TOP_SHIFT = 48
    LENGTH_SHIFT = 52
    WIDTH_SHIFT = 56
    KIND_SHIFT = 60
    PASS, SET, SEQUENCE, BOMB, BET, GIVE = range(6)
    CAPACITY = 8192
    ALL_WILDS = 3
    SPOT_MASK = cython.declare(cython.longlong, (1 << WILD_SHIFT) - 1)
    WILDS = cython.declare(cython.longlong, 7 << WILD_SHIFT)
    CARD_MASK = cython.declare(cython.longlong, (1 << 48) - 1)
    PILE_MASK = cython.declare(cython.longlong, (1 << 54) - 1)  # of cards whose wilds have owners
    TWO_PLAYER_SPOTS = cython.declare(cython.longlong, sum(15 << (5 * row) for row in range(9)))
    POINT_SPOTS = cython.declare(cython.longlong, sum(31 << (5 * row) for row in (1, 3, 5, 7)))

TYPE_CHECKING = False
if TYPE_CHECKING:
    # An argument said to be `int` would be typed by the compiler, which then takes floats: this name it leaves alone.
    Whole = int

# How many bits a five-bit row of suits has.
BITS = cython.declare(cython.longlong[32])
# The subsets of three wilds `w` with `k` members: SUBSET_COUNT[4 * w + k] of them, from 3 * (4 * w + k).
SUBSET_COUNT = cython.declare(cython.longlong[32])
SUBSETS = cython.declare(cython.longlong[96])

if not cython.compiled:
    BITS = [0] * 32
    SUBSET_COUNT = [0] * 32
    SUBSETS = [0] * 96


def fill_tables() -> None:
    """Fill the tables above, once."""
    wilds: cython.int
    part: cython.int
    for part in range(32):
        BITS[part] = (part).bit_count()
    for wilds in range(8):
        for part in range(8):
            if part & ~wilds:
                continue
            row = 4 * wilds + BITS[part]
            SUBSETS[3 * row + SUBSET_COUNT[row]] = part
            SUBSET_COUNT[row] += 1


fill_tables()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def suits_at(hand: cython.longlong, row: cython.int) -> cython.int:
    """The suits of the spot cards of one rank."""
    return (hand >> (5 * row)) & 31


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def suits_of(spots: cython.longlong) -> cython.int:
    """The suits that occur among spot cards."""
    folded: cython.longlong = spots | (spots >> 20) | (spots >> 40)
    folded |= folded >> 10
    folded |= folded >> 5
    return folded & 31


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def shape(
    kind: cython.longlong, width: cython.longlong, length: cython.longlong, top: cython.longlong
) -> cython.longlong:
    """A move without its cards."""
    return (kind << KIND_SHIFT) | (width << WIDTH_SHIFT) | (length << LENGTH_SHIFT) | (top << TOP_SHIFT)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def emit(out: cython.p_longlong, n: cython.int, limit: cython.int, move: cython.longlong) -> cython.int:
    """Write the n-th move where there is room, and count it."""
    if n < limit:
        out[n] = move
    return n + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def emit_wilds(
    bare: cython.longlong,
    wilds: cython.int,
    spent: cython.int,
    out: cython.p_longlong,
    n: cython.int,
    limit: cython.int,
) -> cython.int:
    """Write a move once for every choice of `spent` wilds."""
    row: cython.int = 4 * wilds + spent
    i: cython.int
    for i in range(SUBSET_COUNT[row]):
        n = emit(out, n, limit, bare | (SUBSETS[3 * row + i] << WILD_SHIFT))
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_sets(
    hand: cython.longlong,
    size: cython.int,
    above: cython.int,
    replaced: cython.int,
    out: cython.p_longlong,
    n: cython.int,
    limit: cython.int,
) -> cython.int:
    """List the sets (H4.1, H4.2) above a rank, of one size or (0) of every size.

    Wilds stand where cards of the hand could in at most `replaced` places.
    """
    wilds: cython.int = (hand >> WILD_SHIFT) & 7
    held: cython.int = BITS[wilds]
    row: cython.int
    suits: cython.int
    part: cython.int
    spots: cython.int
    spent: cython.int
    most: cython.int  # wilds beside these spot cards
    for row in range(above - 1 if above > 1 else 0, SPOT_RANKS):
        suits = suits_at(hand, row)
        part = suits
        while part:
            spots = BITS[part]
            most = held if BITS[suits] - spots <= replaced else min(held, replaced)
            if size == 0:
                for spent in range(most + 1):
                    n = emit_wilds(
                        shape(SET, spots + spent, 1, row + 2) | (part * ONE << (5 * row)), wilds, spent, out, n, limit
                    )
            elif spots <= size and size - spots <= most:
                n = emit_wilds(
                    shape(SET, size, 1, row + 2) | (part * ONE << (5 * row)), wilds, size - spots, out, n, limit
                )
            part = (part - 1) & suits
    if size <= 1:
        for row in range(3):
            if (wilds >> row) & 1 and 11 + row > above:
                n = emit(out, n, limit, shape(SET, 1, 1, 11 + row) | (ONE << (WILD_SHIFT + row)))
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_bombs(
    hand: cython.longlong, above: cython.int, out: cython.p_longlong, n: cython.int, limit: cython.int
) -> cython.int:
    """List the bombs above a bomb (H4.8, H5.3); above 0 is every one."""
    wilds: cython.int = (hand >> WILD_SHIFT) & 7
    threes: cython.int = suits_at(hand, 1)
    fives: cython.int = suits_at(hand, 3)
    sevens: cython.int = suits_at(hand, 5)
    nines: cython.int = suits_at(hand, 7)
    a: cython.int
    b: cython.int
    c: cython.int
    d: cython.int
    if above < 1 and threes and fives and sevens and nines:
        for a in range(5):
            if not (threes >> a) & 1:
                continue
            for b in range(5):
                if b == a or not (fives >> b) & 1:
                    continue
                for c in range(5):
                    if c == a or c == b or not (sevens >> c) & 1:
                        continue
                    for d in range(5):
                        if d == a or d == b or d == c or not (nines >> d) & 1:
                            continue
                        n = emit(
                            out,
                            n,
                            limit,
                            shape(BOMB, 0, 0, 1)
                            | (ONE << (5 + a))
                            | (ONE << (15 + b))
                            | (ONE << (25 + c))
                            | (ONE << (35 + d)),
                        )
    if above < 2 and wilds & 3 == 3:
        n = emit(out, n, limit, shape(BOMB, 0, 0, 2) | (3 * ONE << WILD_SHIFT))
    if above < 3 and wilds & 5 == 5:
        n = emit(out, n, limit, shape(BOMB, 0, 0, 3) | (5 * ONE << WILD_SHIFT))
    if above < 4 and wilds & 6 == 6:
        n = emit(out, n, limit, shape(BOMB, 0, 0, 4) | (6 * ONE << WILD_SHIFT))
    if above < 5 and wilds == 7:
        n = emit(out, n, limit, shape(BOMB, 0, 0, 5) | (7 * ONE << WILD_SHIFT))
    if above < 6:
        for a in range(5):
            if ((threes & fives & sevens & nines) >> a) & 1:
                n = emit(
                    out, n, limit, shape(BOMB, 0, 0, 6) | (((ONE << 5) | (ONE << 15) | (ONE << 25) | (ONE << 35)) << a)
                )
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def list_fillings(
    spots: cython.longlong,
    suits: cython.int,
    low: cython.int,
    bare: cython.longlong,
    wilds: cython.int,
    spent: cython.int,
    out: cython.p_longlong,
    n: cython.int,
    limit: cython.int,
) -> cython.int:
    """List the sequences of a shape that these very spot cards make with `spent` wilds.

    They must have a card of the lowest rank and one of every suit, or they belong to another sequence.
    """
    if not suits_at(spots, low) or suits_of(spots) != suits:
        return n
    return emit_wilds(bare | spots, wilds, spent, out, n, limit)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_block(
    spots: cython.longlong,
    suits: cython.int,
    low: cython.int,
    bare: cython.longlong,
    wilds: cython.int,
    lacking: cython.int,
    replaced: cython.int,
    out: cython.p_longlong,
    n: cython.int,
    limit: cython.int,
) -> cython.int:
    """List the sequences of one block that lacks so many cards; spare wilds may replace so many others."""
    spare: cython.int = min(BITS[wilds] - lacking, replaced)
    first: cython.longlong
    second: cython.longlong
    rest: cython.longlong = spots
    others: cython.longlong
    last: cython.longlong
    n = list_fillings(spots, suits, low, bare, wilds, lacking, out, n, limit)
    if spare < 1:
        return n
    while rest:
        first = rest & -rest
        rest ^= first
        n = list_fillings(spots ^ first, suits, low, bare, wilds, lacking + 1, out, n, limit)
        others = rest if spare > 1 else 0
        while others:
            second = others & -others
            others ^= second
            n = list_fillings(spots ^ first ^ second, suits, low, bare, wilds, lacking + 2, out, n, limit)
            last = others if spare > 2 else 0
            while last:
                n = list_fillings(
                    spots ^ first ^ second ^ (last & -last), suits, low, bare, wilds, lacking + 3, out, n, limit
                )
                last &= last - 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_sequences(
    hand: cython.longlong,
    width: cython.int,
    length: cython.int,
    above: cython.int,
    replaced: cython.int,
    out: cython.p_longlong,
    n: cython.int,
    limit: cython.int,
) -> cython.int:
    """List the sequences (H4.3-H4.6) whose top is above a rank, of one shape or (0, 0) of every one.

    Wilds stand where cards of the hand could in at most `replaced` places.

    For every lowest rank and every choice of suits a block grows upwards, rank by rank, until it
    lacks more cards than there are wilds.
    """
    wilds: cython.int = (hand >> WILD_SHIFT) & 7
    held: cython.int = BITS[wilds]
    all_suits: cython.int = suits_of(hand & SPOT_MASK)
    low: cython.int
    lowest: cython.int = above - length if above > length else 0
    bottom: cython.int
    pool: cython.int
    suits: cython.int
    columns: cython.int
    row: cython.int
    rows: cython.int
    lacking: cython.int
    present: cython.int
    top: cython.int
    bare: cython.longlong
    spots: cython.longlong
    for low in range(lowest, SPOT_RANKS):
        bottom = suits_at(hand, low)
        if not bottom:
            continue
        # Without wilds a block needs the next rank too, in the same suits.
        pool = all_suits if held else bottom & suits_at(hand & SPOT_MASK, low + 1)
        suits = pool
        while suits:
            columns = BITS[suits]
            lacking = columns - BITS[suits & bottom]
            if suits & bottom and lacking <= held and (width == 0 or columns == width or columns == width - 1):
                spots = (suits & bottom) * ONE << (5 * low)
                row = low
                rows = 1
                while lacking <= held:
                    if rows > 1 and (length == 0 or rows == length):
                        top = low + rows + 1
                        if columns != width - 1 and (columns > 1 or rows > 2):
                            bare = shape(SEQUENCE, columns, rows, top)
                            n = list_block(spots, suits, low, bare, wilds, lacking, replaced, out, n, limit)
                        if columns != width and lacking + rows <= held:
                            bare = shape(SEQUENCE, columns + 1, rows, top)
                            n = list_block(spots, suits, low, bare, wilds, lacking + rows, replaced, out, n, limit)
                    if rows == length or row == 11:
                        break
                    row += 1
                    rows += 1
                    if row < SPOT_RANKS:
                        present = suits & suits_at(hand, row)
                        spots |= present * ONE << (5 * row)
                        lacking += columns - BITS[present]
                    else:
                        lacking += columns
            suits = (suits - 1) & pool
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_leads(
    hand: cython.longlong, replaced: cython.int, out: cython.p_longlong, n: cython.int, limit: cython.int
) -> cython.int:
    """List every combo of a hand (H5.1) in which wilds stand for at most so many of its other cards."""
    n = list_sets(hand, 0, 0, replaced, out, n, limit)
    n = list_sequences(hand, 0, 0, 0, replaced, out, n, limit)
    return list_bombs(hand, 0, out, n, limit)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_answers(
    hand: cython.longlong,
    standing: cython.longlong,
    replaced: cython.int,
    out: cython.p_longlong,
    n: cython.int,
    limit: cython.int,
) -> cython.int:
    """List the combos of a hand that beat the standing one (H5.2, H5.3); wilds as in `list_leads`."""
    kind: cython.int = standing >> KIND_SHIFT
    top: cython.int = (standing >> TOP_SHIFT) & 15
    length: cython.int = (standing >> LENGTH_SHIFT) & 15
    width: cython.int = (standing >> WIDTH_SHIFT) & 15
    if kind == BOMB:
        return list_bombs(hand, top, out, n, limit)
    if kind == SET:
        n = list_sets(hand, width, top, replaced, out, n, limit)
    else:
        n = list_sequences(hand, width, length, top, replaced, out, n, limit)
    return list_bombs(hand, 0, out, n, limit)


def leads(hand: Whole) -> list[int]:
    """Every combo of a hand, as moves (H4)."""
    buffer: cython.longlong[CAPACITY]
    i: cython.int
    if not cython.compiled:
        buffer = [0] * CAPACITY
    n: cython.int = list_leads(checked_cards(hand), ALL_WILDS, buffer, 0, CAPACITY)
    assert n <= CAPACITY
    return [buffer[i] for i in range(n)]


def answers(hand: Whole, standing: Whole) -> list[int]:
    """Every combo of a hand that beats another combo, as moves (H5.2, H5.3)."""
    buffer: cython.longlong[CAPACITY]
    i: cython.int
    if not cython.compiled:
        buffer = [0] * CAPACITY
    n: cython.int = list_answers(checked_cards(hand), checked_combo(standing), ALL_WILDS, buffer, 0, CAPACITY)
    assert n <= CAPACITY
    return [buffer[i] for i in range(n)]


def readings(cards: Whole) -> list[int]:
    """Every combo that exactly these cards can be (H4.7)."""
    return [move for move in leads(cards) if move & CARD_MASK == cards]


def beats(challenger: Whole, standing: Whole) -> bool:
    """Whether one combo may be played on another (H5.2, H5.3)."""
    if challenger >> KIND_SHIFT == BOMB and standing >> KIND_SHIFT != BOMB:
        return True
    same_shape = challenger >> LENGTH_SHIFT == standing >> LENGTH_SHIFT
    return same_shape and (challenger >> TOP_SHIFT) & 15 > (standing >> TOP_SHIFT) & 15


def checked_cards(mask: object) -> int:
    """The mask; an error where it is none: floats, negatives and unknown bits are no cards."""
    if type(mask) is not int:
        raise TypeError(f"a card mask is an int, got {mask!r} [H1.1]")
    if mask < 0 or mask >> TOP_SHIFT:
        raise ValueError(f"a card mask has bits 0 to 47 only, got {mask:#x} [H1.1]")
    return mask


def checked_combo(move: object) -> int:
    """The move; an error where it is no combo."""
    if type(move) is not int:
        raise TypeError(f"a move is an int, got {move!r} [H5.1]")
    if move < 0 or move >> KIND_SHIFT not in (SET, SEQUENCE, BOMB):
        raise ValueError(f"no set, sequence or bomb, got {move:#x} [H4]")
    return move
