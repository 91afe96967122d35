"""Open positions and views as text; every `parse` undoes its `format`.

    hands 2b 3r 5r J | 8g 8b Q; trick 6g 6y by 1; act 0

Fields, in any order; only `hands` is needed:

    hands     every hand in full, seat 0 first, wilds included; nothing between bars: gone out
    haggis    its cards
    act       whose turn it is; if unsaid, who has to answer the trick, on the lead seat 0
    trick     the combos of the trick in order, each with who played it, between slashes
    under     other cards of the trick, below those, with who played the highest combo there: `6g 6y by 1`
    passes    how many have passed since
    won       on the lead: who won the last trick; seat 0 if unsaid
    captured  what each seat has captured so far; faces with their owner: `J0` is seat 0's J
    bets      what each seat declared, - for nothing
    fresh     the seats that have not played a card yet and may still bet; nobody if unsaid
    out       the seats that have gone out, in order
    left      the fullest other hand when a seat went out, by seat
    phase     playing, giving (a bombed trick) or over; playing if unsaid
    scores    the points of the match, by seat; 0 if unsaid
    dealer    who dealt; seat 0 if unsaid
    round     which round it is; 1 if unsaid, and `round 0` alone is the match before its first deal
    earlier   the rounds before it, between slashes: what each seat declared, then who went out first: `30 | - out 0`
    history   the decisions of the round, each with its seat, between slashes: `bet 15 by 0 / pass by 1`

A text that begins with `dealer` is a deal. A view begins with `seat`, its viewer, - for a
spectator; what she may not see is a number of cards: `?14`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from parlour.core.errors import NotationError
from parlour.core.game import Seat
from parlour.games.haggis.cards import (
    SPOT_NAMES,
    SPOTS,
    card_names,
    format_cards,
    format_pile,
    parse_cards,
    parse_pile,
    pile_of,
)
from parlour.games.haggis.kernel.combos import beats
from parlour.games.haggis.notation import (
    BETS,
    BOMB,
    COMBOS,
    Deal,
    cards_of,
    format_move,
    kind_of,
    parse_combo,
    parse_fields,
    parse_move,
    parse_number,
)
from parlour.games.haggis.position import PHASES, EarlierRound, Phase, Play, Position, decode_round
from parlour.games.haggis.validation import answering, fault_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis.options import Options
    from parlour.games.haggis.state import Standing, State
    from parlour.games.haggis.view import RoundView, View

FIELDS: Final = (
    "hands", "haggis", "act", "trick", "under", "passes", "won", "captured", "bets", "fresh", "out", "left",
    "phase", "scores", "dealer", "round", "earlier", "history",
)  # fmt: skip
UNDEALT: Final = "round 0"
HIDDEN: Final = re.compile(r"\?([0-9]{1,2})")
Fields = dict[str, str]


class Parsed(NamedTuple):
    """What a position says: the match so far and the round, None before the first deal."""

    scores: tuple[int, ...]
    dealer: Seat | None
    number: int
    earlier: tuple[EarlierRound, ...]
    position: Position | None
    history: tuple[Play, ...]


class Trick(NamedTuple):
    """A trick that lies on the table, or none."""

    standing: int = 0
    holder: Seat = Seat(0)
    runner_up: Seat | None = None
    pile: int = 0


def parse_position(text: str, options: Options) -> Parsed:
    """The position of a text, or NotationError with the clause that it breaks."""
    return position_from(parse_fields(text), options)


def position_from(fields: Fields, options: Options) -> Parsed:
    """The position that fields describe, or NotationError."""
    for name in fields.keys() - set(FIELDS):
        raise NotationError(f"a position has no field {name!r}; it has {', '.join(FIELDS)}")
    players = options.players
    if fields == {"round": "0"}:
        return Parsed((0,) * players, None, 0, (), None, ())
    number = parse_number(fields.get("round", "1"), "the round", "H2.4")
    if not number:
        raise NotationError("before the first round nothing is dealt", "H2.4")
    scores = tuple(parse_number(score or "0", "a score", "H8.1") for score in by_seat(fields, "scores", players))
    dealer = parse_seat(fields.get("dealer", "0"), players, "who dealt")
    earlier = tuple(parse_earlier(text, players) for text in split(fields.get("earlier", ""), "/"))
    if len(earlier) >= number:
        raise NotationError(f"round {number} has {number - 1} before it, got {len(earlier)}", "H8.1")
    history = tuple(parse_play(text, players) for text in split(fields.get("history", ""), "/"))
    position = parse_round(fields, options)
    fault = fault_of(position, history)
    if fault is not None:
        raise NotationError(*fault)
    return Parsed(scores, dealer, number, earlier, position, history)


def parse_round(fields: Fields, options: Options) -> Position:
    """The round that fields describe, possible or not."""
    players = options.players
    trick = parse_trick(fields, players)
    outs = parse_seats(fields.get("out", ""), players)
    fresh = parse_seats(fields.get("fresh", ""), players)
    phase = parse_phase(fields.get("phase", "playing"))
    holder = trick.holder
    if not trick.standing:
        holder = parse_seat(fields.get("won", str(outs[-1] if phase == "over" and outs else 0)), players, "who won")
    bare = Position(
        tournament=options.tournament,
        bonus=options.bonus,
        hands=tuple(parse_cards(hand) for hand in by_seat(fields, "hands", players)),
        haggis=parse_cards(fields.get("haggis", "")),
        actor=Seat(0),
        phase=phase,
        standing=trick.standing,
        holder=holder,
        runner_up=trick.runner_up,
        passes=parse_number(fields.get("passes", "0"), "passes", "H5.5"),
        trick=trick.pile,
        captured=tuple(parse_pile(cards) for cards in by_seat(fields, "captured", players)),
        bets=tuple(map(parse_bet, by_seat(fields, "bets", players))),
        played=tuple(seat not in fresh for seat in range(players)),
        left_over=tuple(parse_number(left or "0", "cards left", "H7.1") for left in by_seat(fields, "left", players)),
        outs=outs,
    )
    actor = parse_seat(fields.get("act", str(next_actor(bare))), players, "whose turn it is")
    return msgspec.structs.replace(bare, actor=actor)


def next_actor(position: Position) -> Seat:
    """Whose turn it is by the trick; seat 0 on the lead."""
    if position.phase != "playing":
        return position.holder
    waiting = answering(position) if position.standing else ()
    return waiting[position.passes] if position.passes < len(waiting) else Seat(0)


def split(text: str, mark: str) -> list[str]:
    """The parts of a text between marks; none of an empty one."""
    return [part.strip() for part in text.split(mark)] if text else []


def by_seat(fields: Fields, name: str, players: int) -> list[str]:
    """A field that says something for every seat, or nothing at all."""
    if name not in fields:
        return [""] * players
    parts = [part.strip() for part in fields[name].split("|")]
    if len(parts) != players:
        raise NotationError(f"{name} for {players} players, got {len(parts)}: {fields[name]!r}", "H2.1")
    return parts


def parse_seats(text: str, players: int) -> tuple[Seat, ...]:
    """Different seats of a table."""
    seats = tuple(Seat(parse_number(word, "a seat", "H2.1")) for word in text.split())
    for place, seat in enumerate(seats):
        if seat >= players:
            raise NotationError(f"seat {seat} is not at a table of {players}", "H2.1")
        if seat in seats[:place]:
            raise NotationError(f"seat {seat} stands there twice: {text!r}", "H2.1")
    return seats


def parse_seat(text: str, players: int, what: str) -> Seat:
    """One seat of a table."""
    seats = parse_seats(text, players)
    if len(seats) != 1:
        raise NotationError(f"say {what}, one seat, got {text!r}", "H2.1")
    return seats[0]


def parse_phase(text: str) -> Phase:
    """The name of a phase."""
    for phase in PHASES:
        if text.lower() == phase:
            return phase
    raise NotationError(f"no such phase: {text!r}; phases are {', '.join(PHASES)}", "H5.1")


def parse_play(text: str, players: int) -> Play:
    """A decision and who made it, like `bet 15 by 0`."""
    words, _, by = text.lower().partition(" by ")
    move = parse_move(words)
    assert not isinstance(move, Deal)  # a deal has several fields, and this is one
    return parse_seat(by, players, "who played"), move


def parse_bet(text: str) -> int | None:
    """What a seat declared; nothing, or a dash, for no bet."""
    return None if text in ("", "-") else parse_number(text, "a bet", "H3.1")


def parse_earlier(text: str, players: int) -> EarlierRound:
    """A round that is over, like `30 | - out 0`."""
    declared, _, first = text.lower().partition(" out ")
    bets = tuple(map(parse_bet, by_seat({"earlier": declared}, "earlier", players)))
    for bet in bets:
        if bet not in (None, *BETS):
            raise NotationError(f"a bet is 0, 15 or 30, got {bet}", "H3.1")
    return EarlierRound(bets, parse_seat(first, players, "who went out first"))


def parse_trick(fields: Fields, players: int) -> Trick:
    """The trick: every combo beats the one before it (H5.2, H5.3)."""
    trick = Trick()
    if "under" in fields:
        cards, _, by = fields["under"].lower().partition(" by ")
        trick = Trick(0, parse_seat(by, players, "who played"), None, parse_pile(cards))
    for number, part in enumerate(split(fields.get("trick", ""), "/")):
        words, _, by = part.lower().partition(" by ")
        combo, seat = parse_combo(words), parse_seat(by, players, "who played")
        if trick.standing and not beats(combo, trick.standing):
            clause = "H5.3" if kind_of(trick.standing) == BOMB else "H5.2"
            raise NotationError(f"{words!r} does not beat {format_move(trick.standing)!r}", clause)
        if trick.standing and seat == trick.holder:
            raise NotationError(f"seat {seat} has played twice in a row", "H5.1")
        pile = pile_of(cards_of(combo), seat)
        if trick.pile & pile:
            raise NotationError(f"{format_pile(trick.pile & pile)!r} lies in the trick twice", "H1.1")
        below = trick.holder if number or "under" in fields else None
        trick = Trick(combo, seat, below, trick.pile | pile)
    if trick.pile and not trick.standing:
        raise NotationError("cards lie under a trick, and there is none", "H5.1")
    return trick


def parse_view(text: str, options: Options) -> tuple[Seat | None, Parsed]:
    """The viewer of a text, and one of the positions that look like this to her; or NotationError."""
    fields = parse_fields(text)
    viewer = fields.pop("seat", "")
    seat = None if viewer == "-" else parse_seat(viewer, options.players, "who looks, or -")
    if "hands" in fields:
        fields["hands"] = reveal(fields, seat, options.players)
    return seat, position_from(fields, options)


def reveal(fields: Fields, viewer: Seat | None, players: int) -> str:
    """The field `hands`, with cards that nobody has seen in the place of `?14`."""
    over = fields.get("phase", "").lower() == "over"
    said = {word for name, value in fields.items() if name != "history" for word in value.lower().split()}
    unseen = [name for name in card_names(SPOTS[players]) if name not in said]

    def some_cards(hidden: re.Match[str]) -> str:
        count = int(hidden[1])
        if count > len(unseen):
            raise NotationError(f"{hidden[0]} cards are hidden, and {len(unseen)} are unseen", "H9.3")
        drawn, unseen[:count] = unseen[:count], []
        return " ".join(drawn)

    hands = by_seat(fields, "hands", players)
    for seat, hand in enumerate(hands):
        if (over or seat == viewer) == ("?" in hand) and hand:
            raise NotationError(f"a hand is seen by its owner, and by all when the round is over: {hand!r}", "H9.3")
        if not over and seat != viewer and any(word in SPOT_NAMES for word in hand.lower().split()):
            raise NotationError(f"the spot cards of seat {seat} are hidden: {hand!r}", "H9.3")
    return " | ".join(HIDDEN.sub(some_cards, hand) for hand in hands)


def format_position(state: State) -> str:
    """A state as text, without the options."""
    if state.round is None:
        return UNDEALT
    position = decode_round(state.round)
    hands = list(map(format_cards, position.hands))
    return format_fields(position, hands, position.haggis, state.history, state.standing)


def format_view(view: View) -> str:
    """A view as text, without the options."""
    viewer = f"seat {'-' if view.seat is None else view.seat}"
    seen = view.round
    if seen is None:
        return f"{viewer}; {UNDEALT}"
    hands = [hidden_hand(size, wilds) for size, wilds in zip(seen.sizes, seen.wilds, strict=True)]
    if view.seat is not None:
        hands[view.seat] = format_cards(seen.hand)
    if seen.shown is not None:
        hands = list(map(format_cards, seen.shown))
    return f"{viewer}; {format_fields(seen, hands, seen.haggis or 0, seen.history, view.standing)}"


def hidden_hand(size: int, wilds: int) -> str:
    """A hand as its opponents see it; nothing for one that is empty."""
    return f"?{size - wilds.bit_count()} {format_cards(wilds)}" if size else ""


def format_fields(
    seen: Position | RoundView, hands: Sequence[str], haggis: int, history: Sequence[Play], standing: Standing
) -> str:
    """A position or a view, field by field; what is as usual is not said."""
    playing = seen.phase == "playing"
    trick, under = format_trick(seen, history)
    fields = {
        "hands": " | ".join(hands),
        "haggis": format_cards(haggis),
        "phase": "" if playing else seen.phase,
        "trick": trick,
        "under": under,
        "passes": str(seen.passes or ""),
        "act": str(seen.actor) if playing else "",
        "won": str(seen.holder or "") if playing and not seen.standing else "",
        "captured": seat_by_seat(seen.captured, list(map(format_pile, seen.captured))),
        "bets": seat_by_seat([bet is not None for bet in seen.bets], list(map(format_bet, seen.bets))),
        "fresh": " ".join(str(seat) for seat, played in enumerate(seen.played) if not played),
        "out": " ".join(map(str, seen.outs)),
        "left": seat_by_seat(seen.left_over, list(map(str, seen.left_over))),
        "scores": seat_by_seat(standing.scores, list(map(str, standing.scores))),
        "dealer": str(standing.dealer or ""),
        "round": "" if standing.number == 1 else str(standing.number),
        "earlier": " / ".join(map(format_earlier, standing.earlier)),
        "history": format_plays(history),
    }
    return "; ".join(" ".join(f"{name} {value}".split()) for name, value in fields.items() if value)


def format_earlier(earlier: EarlierRound) -> str:
    """A round that is over."""
    return f"{' | '.join(map(format_bet, earlier.bets))} out {earlier.first}"


def format_bet(bet: int | None) -> str:
    """What a seat declared; - for nothing."""
    return "-" if bet is None else str(bet)


def seat_by_seat(values: Sequence[int], texts: Sequence[str]) -> str:
    """Texts between bars; nothing where no value says anything."""
    return " | ".join(texts) if any(values) else ""


def format_trick(seen: Position | RoundView, history: Sequence[Play]) -> tuple[str, str]:
    """The fields `trick` and `under`: combo by combo as far as the history tells."""
    if not seen.standing:
        return "", ""
    below = seen.trick
    combos: list[Play] = []
    for seat, move in reversed(history):
        pile = pile_of(cards_of(move), seat)
        if below and kind_of(move) in COMBOS and not pile & ~below:
            below &= ~pile
            combos.insert(0, (seat, move))
    standing = (seen.holder, seen.standing)
    if below or combos[-1] != standing:
        combos, below = [standing], seen.trick & ~pile_of(cards_of(seen.standing), seen.holder)
    return format_plays(combos), f"{format_pile(below)} by {seen.runner_up}" if below else ""


def format_plays(plays: Sequence[Play]) -> str:
    """Decisions, each with its seat."""
    return " / ".join(f"{format_move(move)} by {seat}" for seat, move in plays)
