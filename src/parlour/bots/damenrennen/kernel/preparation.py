# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The preparation of one race as a game of its own, which `race_options` fills and `equilibrium` solves (D2.3).

Player 1 is the holder of hearts, player 0 the other; without hearts, the seats 1 and 0. Player 0 shows two cards,
player 1 swaps, and then both choose, unseen by each other, what they race with: a discard and an exchange are one
choice, for nobody learns anything in between. What follows is worth the mean over the matchings of the two hands.

Hands are numbered by rank, and only what both players know is read of a `Game`. A node is what both know after the
swap: the two cards shown and the ones swapped, `SWAPS * pair + swap`. Swap 0 is declining; then come the ranks given
for the lower card shown, and for the higher one. An option is what to race with: a set of diamonds and a hand,
`HANDS_OF * set + hand`.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.rank_hands import FOUR_HANDS, count_ranks, hand_number, list_ranks
    from parlour.bots.damenrennen.kernel.value_net import HANDS_OF
    from parlour.core import cython_shim as cython

    PAIRS = 21
    SWAPS = 13
    NODES = 273
    SETS = 8  # of diamonds that a player may exchange; more of them are not looked at
    SIMPLE_SETS = 4  # the same where the preparation is not exact
    MOST_SETS = 130  # that there are
    OPTIONS = 10  # of a hand; more of them are not looked at
    SIMPLE_OPTIONS = 3
    LATE = 16  # cards besides the market, so few that diamonds put back may prolong the game
    MOST_OPTIONS = 260  # that there are: discards times sets times cards given
    SQUARE = 3136  # HANDS_OF * HANDS_OF
    SHOWS = 2646  # FOUR_HANDS * PAIRS
    SWAPPED = 34398  # NODES * FOUR_HANDS
    FINALS = 687960  # 2 * NODES * FOUR_HANDS * OPTIONS
    GAINS = 200704  # SETS * SETS * SQUARE
    MEMBERS = 68796  # 2 * NODES * FOUR_HANDS
    FORMS = 3  # of a preparation with hearts: who has spades
    KNOWN_COUNTS = 1638  # FORMS * 2 * NODES
    KNOWN_MEMBERS = 206388  # FORMS * MEMBERS
    WAYS = 15876  # FOUR_HANDS * FOUR_HANDS
    RANKS_HELD = 756  # 6 * FOUR_HANDS
    SCORES = 448  # SETS * HANDS_OF


@cython.cclass
class Preparation:
    """A preparation and how both play it: room for one at a time, which `load` fills."""

    hearts: cython.bint
    holder: cython.int  # the seat of player 1
    size: cython.int  # cards to race with
    stake: cython.double  # the difference between the best and the worst verdict, without an exchange
    ordered: cython.bint  # whether a better verdict is worth more
    listed: cython.bint[FORMS]  # whether the members of a form are known
    steps: cython.int  # of the solver
    cards: cython.int[2]
    hands: cython.int[2]
    choices: cython.int[2]  # the most options of a hand
    sets: cython.int[2]
    diamonds: cython.longlong[2 * SETS]
    ways: cython.double[WAYS]  # the chance of two hands being dealt, by player 0's, then player 1's
    gains: cython.double[GAINS]  # player 1's chance to win the game, by sets and hands raced with
    option_count: cython.int[2 * FOUR_HANDS]
    options: cython.int[2 * FOUR_HANDS * OPTIONS]
    member_count: cython.int[2 * NODES]
    members: cython.short[MEMBERS]  # the hands dealt that a player can have at a node
    totals: cython.short[MEMBERS]  # what they are after the swap
    known_count: cython.int[KNOWN_COUNTS]  # the same with hearts, by who has spades, listed when first needed
    known_members: cython.short[KNOWN_MEMBERS]
    known_totals: cython.short[KNOWN_MEMBERS]
    # How both play: probabilities, regrets and weighted sums of probabilities.
    show: cython.double[SHOWS]
    show_regrets: cython.double[SHOWS]
    show_sums: cython.double[SHOWS]
    swap: cython.double[SWAPPED]
    swap_regrets: cython.double[SWAPPED]
    swap_sums: cython.double[SWAPPED]
    final: cython.float[FINALS]
    final_regrets: cython.float[FINALS]
    final_sums: cython.float[FINALS]

    def __init__(self) -> None:
        """Make room."""
        if not cython.compiled:
            self.cards, self.hands, self.sets, self.choices = [0] * 2, [0] * 2, [0] * 2, [0] * 2
            self.diamonds, self.ways, self.gains = [0] * (2 * SETS), [0.0] * WAYS, [0.0] * GAINS
            self.option_count, self.options = [0] * (2 * FOUR_HANDS), [0] * (2 * FOUR_HANDS * OPTIONS)
            self.member_count, self.members, self.totals = [0] * (2 * NODES), [0] * MEMBERS, [0] * MEMBERS
            self.listed, self.known_count = [False] * FORMS, [0] * KNOWN_COUNTS
            self.known_members, self.known_totals = [0] * KNOWN_MEMBERS, [0] * KNOWN_MEMBERS
            self.show, self.show_regrets, self.show_sums = [0.0] * SHOWS, [0.0] * SHOWS, [0.0] * SHOWS
            self.swap, self.swap_regrets, self.swap_sums = [0.0] * SWAPPED, [0.0] * SWAPPED, [0.0] * SWAPPED
            self.final, self.final_regrets, self.final_sums = [0.0] * FINALS, [0.0] * FINALS, [0.0] * FINALS
        self.steps = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def hands_of(n: cython.int) -> cython.int:
    """How many hands of n cards there are, by rank."""
    return 126 if n == 4 else 56 if n == 3 else 21 if n == 2 else 6


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def seat_of(prep: Preparation, player: cython.int) -> cython.int:
    return prep.holder if player else 1 - prep.holder


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def replaced(hand: cython.int, n: cython.int, gone: cython.int, come: cython.int) -> cython.int:
    """Number the hand with one rank in the place of another, or -1 where it lacks that."""
    ranks: cython.int[4]
    i: cython.int
    if not cython.compiled:
        ranks = [0] * 4
    list_ranks(hand, n, ranks)
    for i in range(n):
        if ranks[i] == gone:
            ranks[i] = come
            return hand_number(ranks, n)
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_members(prep: Preparation) -> cython.void:
    """List the hands that each player can have at each node, and what the swap makes of them."""
    form: cython.int = 1 if prep.cards[0] == 4 else 2 if prep.cards[1] == 4 else 0
    player: cython.int
    i: cython.int
    if not prep.hearts:
        for player in range(2):
            prep.member_count[NODES * player] = prep.hands[player]
            for i in range(prep.hands[player]):
                prep.members[FOUR_HANDS * NODES * player + i] = i
                prep.totals[FOUR_HANDS * NODES * player + i] = i
        return
    if not prep.listed[form]:
        prep.listed[form] = True
        list_form(prep, form)
    for i in range(2 * NODES):
        prep.member_count[i] = prep.known_count[2 * NODES * form + i]
    for i in range(MEMBERS):
        prep.members[i] = prep.known_members[MEMBERS * form + i]
        prep.totals[i] = prep.known_totals[MEMBERS * form + i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_form(prep: Preparation, form: cython.int) -> cython.void:
    """List the members of a form for the first time."""
    shown: cython.int[4]
    pair: cython.int
    swap: cython.int
    player: cython.int
    hand: cython.int
    taken: cython.int
    given: cython.int
    total: cython.int
    place: cython.int
    n: cython.int
    if not cython.compiled:
        shown = [0] * 4
    for pair in range(PAIRS):
        list_ranks(pair, 2, shown)
        for swap in range(SWAPS):
            taken = shown[0] if swap < 7 else shown[1]
            given = (swap - 1) % 6
            for player in range(2):
                n = 0
                place = NODES * (2 * form + player) + SWAPS * pair + swap
                for hand in range(prep.hands[player]):
                    total = hand
                    if player == 0 and not holds_pair(hand, prep.cards[0], shown):
                        continue
                    if swap and player == 0:
                        total = replaced(hand, prep.cards[0], taken, given)
                    elif swap:
                        total = replaced(hand, prep.cards[1], given, taken)
                    if total < 0 or (swap >= 7 and shown[0] == shown[1]):
                        continue
                    prep.known_members[FOUR_HANDS * place + n] = hand
                    prep.known_totals[FOUR_HANDS * place + n] = total
                    n += 1
                prep.known_count[place] = n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def holds_pair(hand: cython.int, n: cython.int, shown: cython.p_int) -> cython.bint:
    """Whether a hand can show two cards."""
    ranks: cython.int[4]
    i: cython.int
    first: cython.int = 0
    second: cython.int = 0
    if not cython.compiled:
        ranks = [0] * 4
    list_ranks(hand, n, ranks)
    for i in range(n):
        if ranks[i] == shown[0]:
            first += 1
        if ranks[i] == shown[1]:
            second += 1
    return first > 0 and second > (1 if shown[0] == shown[1] else 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose_of(n: cython.int, k: cython.int) -> cython.double:
    """The binomial coefficient."""
    found: cython.double = 1.0
    i: cython.int
    if k > n:
        return 0.0
    for i in range(k):
        found = found * (n - i) / (i + 1)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def weigh_deals(prep: Preparation, pool: cython.longlong) -> cython.void:
    """The chance of every two hands, from the ranks that they are dealt from."""
    counts: cython.int[6]
    ranks: cython.int[4]
    held: cython.int[RANKS_HELD]
    table: cython.double[45]  # binomial coefficients, by how many there are and how many are drawn
    left: cython.int[6]
    o: cython.int
    h: cython.int
    i: cython.int
    first: cython.double
    found: cython.double
    mass: cython.double = 0.0
    if not cython.compiled:
        counts, ranks, held, table, left = [0] * 6, [0] * 4, [0] * RANKS_HELD, [0.0] * 45, [0] * 6
    count_ranks(pool, counts)
    for o in range(9):
        for i in range(5):
            table[5 * o + i] = choose_of(o, i)
    for h in range(prep.hands[1]):
        for i in range(6):
            held[6 * h + i] = 0
        list_ranks(h, prep.cards[1], ranks)
        for i in range(prep.cards[1]):
            held[6 * h + ranks[i]] += 1
    for o in range(prep.hands[0]):
        list_ranks(o, prep.cards[0], ranks)
        first = 1.0
        for i in range(6):
            left[i] = 0
        for i in range(prep.cards[0]):
            left[ranks[i]] += 1
        for i in range(6):
            first *= table[5 * counts[i] + left[i]]
            left[i] = max(0, counts[i] - left[i])
        for h in range(prep.hands[1]):
            found = first
            if found > 0.0:
                for i in range(6):
                    found *= table[5 * left[i] + held[6 * h + i]]
            prep.ways[FOUR_HANDS * o + h] = found
            mass += found
    for o in range(prep.hands[0]):
        for h in range(prep.hands[1]):
            prep.ways[FOUR_HANDS * o + h] /= mass


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def place_of(player: cython.int, option: cython.int) -> cython.int:
    """Where a player's option is in `gains`: the places of both are added."""
    number: cython.int = option // HANDS_OF
    hand: cython.int = option % HANDS_OF
    if player:
        return SQUARE * number + hand
    return SETS * SQUARE * number + HANDS_OF * hand
