"""The two analyses of Rikken: hands drawn as they should be, rows that a resume does not change, sums that add up."""

import json
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bolicho.agents.rikken.bulk import TECHNIQUES as PLAYERS
from bolicho.agents.rikken.guess import UNIT, hand_tpc
from bolicho.agents.rikken.valuation import fits
from bolicho.core.chance import stream
from bolicho.core.errors import BadInput, UnknownName
from bolicho.games.rikken.bits import ALL
from bolicho.lab.works.rosa import analyses as rikken_results
from bolicho.lab.works.rosa.analyses import analyse, as_csv, design_of, result
from bolicho.lab.works.rosa.bidding import CONTRACTS, Bidding
from bolicho.lab.works.rosa.estimates import TECHNIQUES, Estimator, rounded
from bolicho.lab.works.rosa.hands import HANDS, MARGINS, between, draw_hand, hands_with, of_value
from bolicho.lab.works.rosa.options import ESTIMATING, PLAYING
from bolicho.lab.works.rosa.play import A_STAGE, GAMES, LEADERS, Play, deals_around
from bolicho.lab.works.rosa.sums import ahead, along_the_axis, board, errors, from_the_pack, successes

SMALL_BIDDING = Bidding("rules-paper", "rules-paper", "rik", 3, 5, (60, 60, 60))
SMALL_PLAY = Play("rules", "random", "rik", 25)


# ── hands ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_hand_has_one_tpc_and_so_the_counts_add_up_to_the_pack() -> None:
    assert comb(52, 13) == HANDS
    assert sum(hands_with(*of_value(value)) for value in range(14)) == HANDS
    assert hands_with(0, 13 * UNIT + 1) == HANDS


@pytest.mark.parametrize("value", [0, 3, 9, 13])
def test_a_hand_is_drawn_with_the_tpc_that_was_asked_for(value: int) -> None:
    rng = stream(4, "test")
    low, high = of_value(value)
    for _ in range(50):
        hand = draw_hand(rng, low, high)
        assert hand.bit_count() == 13
        assert low <= hand_tpc(hand) < high


def test_the_screens_offer_the_techniques_that_there_are() -> None:
    assert ESTIMATING == TECHNIQUES
    assert set(PLAYING) == set(PLAYERS)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_the_margins_are_those_of_the_players(contract: str) -> None:
    rng = stream(5, "test")
    assert all(fits(draw_hand(rng, *MARGINS[contract]), contract) for _ in range(200))
    outside = [draw_hand(rng, 0, 13 * UNIT + 1) for _ in range(500)]
    low, high = MARGINS[contract]
    assert all(fits(hand, contract) == (low <= hand_tpc(hand) < high) for hand in outside)


def test_all_hands_of_a_value_are_equally_likely() -> None:
    rng = stream(6, "test")
    drawn = Counter(draw_hand(rng, *of_value(13)) for _ in range(40 * 7148))
    assert len(drawn) == hands_with(*of_value(13)) == 7148
    chi = sum((count - 40) ** 2 / 40 for count in drawn.values())
    assert abs(chi - 7147) < 5 * (2 * 7147) ** 0.5


def test_a_drawn_hand_is_as_one_from_the_pack() -> None:
    """Suit lengths of hands without any bound, beside those that are known."""
    rng = stream(7, "test")
    spades = Counter((draw_hand(rng, 0, 13 * UNIT + 1) & 0x1FFF).bit_count() for _ in range(20_000))
    for length in range(8):
        chance = comb(13, length) * comb(39, 13 - length) / HANDS
        assert abs(spades[length] / 20_000 - chance) < 5 * (chance / 20_000) ** 0.5


def test_the_deals_around_a_hand_are_deals_and_every_seat_holds_it_in_turn() -> None:
    hand = draw_hand(stream(8, "test"), *MARGINS["rik"])
    rows = deals_around(hand, 9)
    assert rows.shape == (96, 4) == (GAMES, 4)
    assert (rows.sum(axis=1) == ALL).all()
    for stage in range(4):
        assert (rows[A_STAGE * stage : A_STAGE * (stage + 1), stage] == hand).all()
    assert Counter(LEADERS.tolist()) == {0: 6, 1: 6, 2: 6, 3: 6}
    assert len({tuple(row) for row in rows.tolist()}) == GAMES


# ── estimates ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_monte_carlo_draws_hands_with_the_estimate_that_was_asked_for() -> None:
    estimator = Estimator("mc-paper", 20, False, 3)
    for value in (1, 4, 8):
        found = estimator.draw(value, 0)
        assert found is not None
        assert rounded(found.tricks) == value
        assert found == estimator.draw(value, 0)
    shares = estimator.shares()
    assert sum(shares) == pytest.approx(1, abs=1e-9)
    assert shares[3] > shares[7] > shares[11]


def test_what_monte_carlo_expects_is_the_mean_of_its_playouts() -> None:
    aces = draw_hand(stream(1, "test"), *of_value(13))
    estimator = Estimator("mc", 50, False, 3)
    assert estimator.estimate(aces, 0, stream(2, "test")) > 11
    low = draw_hand(stream(1, "test"), 0, 1)
    assert estimator.estimate(low, 0, stream(2, "test")) < 4


# ── runs ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def rows_of(folder: Path) -> list[Any]:
    return sorted(
        (json.loads(line) for line in (folder / "rows.jsonl").read_text().splitlines()), key=lambda r: r["cell"]
    )


@pytest.mark.parametrize(
    "analysis",
    [
        SMALL_BIDDING,
        SMALL_PLAY,
        Bidding("mc-paper", "rules", "piek", 1, 2, (12, 12), 10),
        Play("mc", "rules", "solo-8", 2, 3, trump=True),
    ],
    ids=lambda analysis: f"{type(analysis).__name__}-{analysis.technique}",
)
def test_one_worker_and_three_and_a_resumed_run_give_the_same_rows(analysis: Bidding | Play, tmp_path: Path) -> None:
    one = analyse(analysis, 5, tmp_path / "one", workers=1)
    many = analyse(analysis, 5, tmp_path / "many", workers=3)
    assert one.rows == many.rows
    assert one.taken_over == 0
    ledger = tmp_path / "many" / "rows.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(lines[0] + lines[1][:20])  # a kill in the middle of a line
    again = analyse(analysis, 5, tmp_path / "many", workers=2)
    assert again.taken_over == 1
    assert again.rows == one.rows
    assert result(again) | {"folder": ""} == result(one) | {"folder": ""}
    other = analyse(analysis, 6, tmp_path / "other", workers=2)
    assert other.rows != one.rows


def test_what_was_finished_survives_an_interrupt(tmp_path: Path) -> None:
    class Enough(KeyboardInterrupt):
        pass

    def stop(done: int, cells: int, left: float) -> None:
        if done == 2:
            raise Enough

    with pytest.raises(Enough):
        analyse(SMALL_PLAY, 5, tmp_path / "run", workers=1, progress=stop)
    assert len(rows_of(tmp_path / "run")) == 2
    assert analyse(SMALL_PLAY, 5, tmp_path / "run", workers=1).taken_over == 2


def test_rows_of_another_analysis_are_not_taken_over(tmp_path: Path) -> None:
    analyse(SMALL_PLAY, 5, tmp_path, workers=1)
    before = (tmp_path / "rows.jsonl").read_bytes()
    with pytest.raises(BadInput, match="another design"):
        analyse(Play("rules", "random", "solo-8", 25), 5, tmp_path, workers=1)
    assert (tmp_path / "rows.jsonl").read_bytes() == before


def test_by_default_every_design_has_a_place_of_its_own() -> None:
    places = {
        rikken_results.default_folder(design_of(analysis, seed))
        for seed in (1, 2)
        for analysis in (SMALL_BIDDING, SMALL_PLAY, Play("rules", "random", "rik", 25, trump=True))
    }
    assert len(places) == 6


@pytest.mark.parametrize(
    ("analysis", "kind", "why"),
    [
        (Play("rulez", "random", "rik", 1), UnknownName, "did you mean 'rules'"),
        (Play("rules", "nobody", "rik", 1), UnknownName, "unknown technique 'nobody'"),
        (Play("rules", "random", "troela", 1), UnknownName, "unknown contract of the analyses 'troela'"),
        (Play("rules", "random", "rik", 0), BadInput, "repetitions 0: expected at least 1"),
        (Play("rules", "random", "rik", 1, 0), BadInput, "simulations 0"),
        (Play("rules", "random", "rik", 1, limits=("5", "4")), BadInput, "limits 5 to 4: upside down"),
        (Play("rules", "random", "rik", 1, limits=("0", "14")), BadInput, "expected 0 to 13"),
        (Play("rules", "random", "rik", 1, limits=("1299/100", "1299/100")), BadInput, "no hand has such a TPC"),
        (Bidding("random", "random", "rik", 0, 1, (1, 1)), UnknownName, "unknown technique 'random'"),
        (Bidding("rules", "rules", "rik", 3, 2, (1,)), BadInput, "limits 3 to 2: upside down"),
        (Bidding("rules", "rules", "rik", 0, 14, (1,) * 15), BadInput, "expected 0 to 13"),
        (Bidding("rules", "rules", "rik", 0, 1, (1, 0)), BadInput, "repetitions 0"),
    ],
)
def test_what_cannot_be_analysed_is_refused_before_anything_is_written(
    analysis: Bidding | Play, kind: type[Exception], why: str, tmp_path: Path
) -> None:
    with pytest.raises(kind, match=why):
        analyse(analysis, 1, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_limits_are_kept_and_may_be_rare(tmp_path: Path) -> None:
    rows = analyse(Play("rules", "rules", "solo-8", 6, limits=("11", "12")), 1, tmp_path, workers=1).rows
    assert all(11 <= row["tpc"] <= 12 for row in rows)
    low, high = between(Fraction(11), Fraction(12))
    assert (low, high) == (11 * UNIT, 12 * UNIT + 1)


# ── what the rows say ─────────────────────────────────────────────────────────────────────────────────────────────


def test_rules_make_rik_against_random_about_four_times_in_five(tmp_path: Path) -> None:
    told = result(analyse(Play("rules", "random", "rik", 60), 1, tmp_path, workers=2))
    found = told["declarer_success"]
    assert 0.75 < found["mean"] < 0.88
    assert found["low"] < found["mean"] < found["high"] < found["low"] + 0.08
    assert told["games"] == {"declarer": 60 * 96, "opponents": 60 * 96, "others": 60 * 72}
    assert told["opponents_success"]["mean"] > 0.55
    assert told["sources"]["rosa2008"] == {"declarer": 0.75, "oponente": 0.5}


def test_both_players_of_rules_get_the_same_hands_and_so_can_be_compared_hand_by_hand(tmp_path: Path) -> None:
    first = analyse(Play("rules", "rules", "solo-8", 8), 1, tmp_path / "a", workers=2).rows
    second = analyse(Play("rules", "rules", "solo-8", 8, trump=True), 1, tmp_path / "b", workers=2).rows
    assert [row["hand"] for row in first] == [row["hand"] for row in second]
    gap = ahead(second, first)
    rates = [[sum(row["declarer"]) / 96 for row in rows] for rows in (first, second)]
    assert gap.mean == pytest.approx(np.mean(rates[1]) - np.mean(rates[0]), abs=1e-6)


def test_opponents_succeed_when_the_contract_is_broken() -> None:
    row = {"declarer": [1, 2, 3, 4], "opponents": [24, 24, 24, 0], "others": [6, 6, 6]}
    assert board(row, "declarer") == (96, 10)
    assert board(row, "opponents") == (96, 24)
    assert board(row, "others") == (72, 18)
    assert successes([row])["opponents"].mean == 0.25


def test_both_conditionals_are_told_and_rare_estimates_count_little() -> None:
    def row(value: int, share: float, estimate: float, tricks: int) -> dict[str, Any]:
        return {"value": value, "share": share, "estimate": estimate, "tricks": tricks, "made": tricks >= 8}

    rows = [row(2, 0.9, 2.0, 2), row(2, 0.9, 2.2, 3), row(3, 0.1, 3.0, 3), row(3, 0.1, 3.2, 3)]
    two, three = along_the_axis(rows, 2, 3)
    assert (two.made.mean, three.made.mean) == (2.5, 3)
    assert three.made.low is None  # both said the same: nothing is known of the spread
    assert two.estimate.mean == 2
    # of hands that made three, 0.45 come from 2.2 and 0.05 each from 3.0 and 3.2
    assert three.estimate.mean == pytest.approx((0.45 * 2.2 + 0.05 * 3.0 + 0.05 * 3.2) / 0.55, abs=1e-6)
    assert from_the_pack(rows, lambda r: float(r["tricks"])).mean == pytest.approx(0.9 * 2.5 + 0.1 * 3)


VALUES = range(14)


def bell(middle: float, width: float) -> list[float]:
    """How often each value comes."""
    heights = [np.exp(-(((value - middle) / width) ** 2) / 2) for value in VALUES]
    return [float(height / sum(heights)) for height in heights]


def test_of_the_intervals_of_the_estimate_given_tricks_about_95_in_100_hold_the_truth_rare_or_not() -> None:
    """A pack whose truth is known; hands of rare estimates made nine tricks or more, and so did a few common ones."""
    shares, chances = bell(3.3, 1.75), [bell(0.6 + 0.85 * value, 1.4) for value in VALUES]
    rng = stream(1, "coverage")
    right: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for _ in range(40):
        rows = [
            {"value": value, "share": shares[value], "estimate": float(value), "tricks": tricks, "made": False}
            for value in VALUES
            for tricks in rng.choices(VALUES, chances[value], k=60)
        ]
        for at in along_the_axis(rows, 0, 13):
            weights = [shares[value] * chances[value][at.value] for value in VALUES]
            truth = sum(value * weight for value, weight in zip(VALUES, weights, strict=True)) / sum(weights)
            kind = "common" if at.value < 9 else "rare"
            if at.estimate.low is not None and at.estimate.high is not None:
                given[kind] += 1
                right[kind] += at.estimate.low <= truth <= at.estimate.high
    assert given["common"] == 9 * 40
    assert 0.92 < right["common"] / given["common"] < 0.99
    assert 20 < given["rare"] < 4 * 40  # many are too uncertain to be given
    assert right["rare"] / given["rare"] > 0.92


def test_the_summary_and_the_table_say_the_same_of_the_same_hands() -> None:
    rows = [
        {"value": 7, "share": 0.02, "estimate": 7.0, "tricks": tricks, "made": tricks >= 8} for tricks in (7, 4, 11)
    ]
    assert errors(rows)["made"] == along_the_axis(rows, 7, 7)[0].made
    assert errors(rows)["made"].low == 0 < 7.33 < 13 == errors(rows)["made"].high


def test_rik_and_solo_8_are_one_game_to_the_literal_player() -> None:
    """Which is why the paper has one column for both: it knows neither partner nor trump."""
    facts = {"value": 6, "first": 0, "count": 20}
    rik, solo = (Bidding("rules-paper", "rules-paper", name, 6, 6, (20,)).work(facts, 1) for name in ("rik", "solo-8"))
    assert [row["tricks"] for row in rik] == [row["tricks"] for row in solo]
    assert [row["side_tricks"] for row in rik] != [row["side_tricks"] for row in solo]


def test_csv_has_a_line_a_row_and_a_column_a_seat() -> None:
    rows = SMALL_PLAY.work({"first": 0, "count": 2}, 1)
    lines = as_csv(rows).splitlines()
    assert len(lines) == 3
    assert "declarer_made_of_24_seat_0" in lines[0]
    assert "others_made_of_24_seat_1" in lines[0]
    assert "others_made_of_24_seat_0" not in lines[0]
