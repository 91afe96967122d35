"""Numbers against examples worked out by hand, and against simulations whose truth is known."""

from __future__ import annotations

from random import Random

import pytest

from parlour.arena.errors import ArenaError
from parlour.arena.job import Board, BoutResult, Forfeit
from parlour.arena.pairing import bout_score, compare
from parlour.arena.sprt import FEWEST, Hypotheses, Sprt, Verdict, expected_score, parse_hypotheses

np = pytest.importorskip("numpy", reason="the extra arena is not installed")
pytest.importorskip("openskill", reason="the extra arena is not installed")

from parlour.arena.rating import bradley_terry, elo, mean, rate, t_quantile  # noqa: E402 - after the extra is known to be there
from parlour.arena.skill import skills  # noqa: E402 - likewise


def seated(seating: tuple[int, ...], points: tuple[float, ...], forfeit: int | None = None) -> BoutResult:
    firsts = tuple(float(mine == max(points)) for mine in points)
    fault = None if forfeit is None else Forfeit(forfeit, "why")
    return BoutResult(seating, 1, points, firsts, None, (1,) * len(seating), fault)


def test_a_comparison_is_the_mean_over_the_seatings() -> None:
    board = Board((0, 1), 0, (seated((0, 1), (50, 20)), seated((1, 0), (30, 10))))

    compared = compare([board], 0, 1)

    assert compared is not None
    assert compared.points == pytest.approx((30, 25))
    assert compared.firsts == pytest.approx((0.5, 0.5))
    assert compared.score == 0.5
    assert compared.rounds == 2
    assert compared.wins is None


def test_a_bot_with_two_seats_counts_with_their_mean() -> None:
    board = Board((0, 1, 1), 0, (seated((1, 0, 1), (10, 40, 30)),))

    compared = compare([board], 0, 1)

    assert compared is not None
    assert compared.points == pytest.approx((40, 20))
    assert compared.firsts == pytest.approx((1, 0))
    assert compare([board], 0, 2) is None


def test_who_forfeits_is_beaten_whatever_the_points() -> None:
    assert bout_score(seated((0, 1), (200, 60)), 0, 1) == 1
    assert bout_score(seated((0, 1), (200, 60), forfeit=0), 0, 1) == 0
    assert bout_score(seated((0, 1), (60, 60)), 0, 1) == 0.5


def test_a_mean_has_the_interval_of_student() -> None:
    # mean 5, standard deviation 2.582, t(3) = 3.182: 5 +- 4.108
    estimate = mean([2, 4, 6, 8])

    assert estimate.value == 5
    assert estimate.interval == pytest.approx((0.892, 9.108), abs=0.08)


@pytest.mark.parametrize(("freedom", "known"), [(4, 2.776), (9, 2.262), (29, 2.045), (999, 1.962)])
def test_students_t_is_that_of_the_tables(freedom: int, known: float) -> None:
    assert t_quantile(freedom) == pytest.approx(known, rel=0.005)


def test_intervals_of_means_hold_the_truth_19_times_in_20() -> None:
    rng = Random(5)
    held = 0
    for _ in range(1000):
        interval = mean([rng.gauss(3, 20) for _ in range(30)]).interval
        assert interval is not None
        held += interval[0] <= 3 <= interval[1]

    assert 930 <= held <= 970


def test_rates_stay_between_0_and_1_and_never_claim_certainty() -> None:
    assert rate([1.0] * 100).interval == (0.97, 1.0)
    assert rate([0.0] * 100).interval == (0.0, 0.03)
    assert rate([0.5] * 100).interval == (0.5, 0.5)
    assert mean([4.0]).interval is None
    low, high = rate([1.0, 1.0, 1.0, 0.0]).interval or (9, 9)
    assert low == 0
    assert high == 1


def test_three_wins_in_four_are_191_elo() -> None:
    first, second = bradley_terry(np.array([[0, 75000], [25000, 0]], dtype=float))

    assert first - second == pytest.approx(190.85, abs=0.05)
    assert first + second == pytest.approx(0)


def test_a_bot_that_never_lost_has_a_finite_rating() -> None:
    first, second = bradley_terry(np.array([[0, 100], [0, 0]], dtype=float))

    assert first - second == pytest.approx(400 * np.log10(100.5 / 0.5), abs=1e-6)


def test_elo_of_three_is_that_which_made_the_scores() -> None:
    truth = np.array([120.0, 0.0, -120.0])
    chances = 1 / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400))
    np.fill_diagonal(chances, 0)

    assert bradley_terry(1e6 * chances) == pytest.approx(truth, abs=0.01)


def test_the_bootstrap_holds_the_truth_and_knows_that_a_deal_is_one_unit() -> None:
    generator = np.random.default_rng(3)
    won = generator.random(400) < expected_score(100)
    once = np.zeros((400, 2, 2))
    once[:, 0, 1], once[:, 1, 0] = won, ~won

    single, double = elo(once)[0], elo(2 * once)[0]

    assert single.interval is not None
    assert double.interval is not None
    assert single.interval[0] < 50 < single.interval[1]
    # delta method: 400 / ln 10 * 0.5 / sqrt(n p (1 - p)), times 1.96 both ways
    width = 2 * 1.96 * 400 / np.log(10) * 0.5 / (400 * 0.64 * 0.36) ** 0.5
    assert single.interval[1] - single.interval[0] == pytest.approx(width, rel=0.15)
    assert double.interval == pytest.approx(single.interval, abs=1)


def test_one_deal_has_no_interval() -> None:
    assert elo(np.array([[[0.0, 1.0], [0.0, 0.0]]]))[0].interval is None


def test_openskill_ranks_who_wins_more() -> None:
    boards = [Board((0, 1, 2), deal, (seated((2, 0, 1), (0, 40, 20)),)) for deal in range(30)]
    mixed = [Board((0, 1, 1), deal, (seated((1, 0, 1), (0, 40, 20)),)) for deal in range(30)]

    one, two, three = skills(boards, 3)
    alone, pair = skills(mixed, 2)

    assert one.mu > two.mu > three.mu
    assert alone.mu > pair.mu
    assert one.sigma < 25 / 3


def stream(strength: float, rng: Random) -> float:
    """The score of one deal of two bouts between bots so far apart in Elo."""
    chance = expected_score(strength)
    return ((rng.random() < chance) + (rng.random() < chance)) / 2


def verdicts(strength: float, count: int) -> list[Verdict | None]:
    found = []
    for seed in range(count):
        rng = Random(seed)
        test = Sprt(Hypotheses(0, 40))
        found.append(next((v for _ in range(5000) if (v := test.add(stream(strength, rng))) is not None), None))
    return found


def test_sprt_accepts_what_is_stronger_and_rejects_what_is_not() -> None:
    assert verdicts(40, 100).count("accept") >= 90
    assert verdicts(0, 100).count("reject") >= 90
    assert verdicts(200, 40).count("accept") == 40
    assert verdicts(-100, 40).count("reject") == 40


def test_sprt_stops_early_where_it_is_plain() -> None:
    test = Sprt(Hypotheses(0, 40))
    deals = next(n for n in range(1, 5000) if test.add(stream(250, Random(n))) is not None)

    assert FEWEST <= deals < 200
    assert test.state.verdict == "accept"
    assert test.state.deals == deals


def test_sprt_of_equals_that_never_differ_is_finite() -> None:
    test = Sprt(Hypotheses(0, 10))
    while test.add(0.5) is None:
        assert test.deals < 1000

    assert test.state.verdict == "reject"


def test_hypotheses_are_read() -> None:
    assert parse_hypotheses("0,10") == Hypotheses(0, 10)
    assert parse_hypotheses("-5, 2.5") == Hypotheses(-5, 2.5)
    for text in ("", "5", "a,b", "1,2,3"):
        with pytest.raises(ArenaError, match="two numbers"):
            parse_hypotheses(text)
    with pytest.raises(ArenaError, match="below"):
        parse_hypotheses("10,0")


def test_bots_that_did_not_meet_can_be_rated_together() -> None:
    scores = np.zeros((4, 4))
    scores[0, 1], scores[1, 0] = 3, 1
    scores[2, 3], scores[3, 2] = 1, 3

    one, two, three, four = bradley_terry(scores)

    assert one == pytest.approx(-two) == pytest.approx(four) == pytest.approx(-three)
    assert one > 50
