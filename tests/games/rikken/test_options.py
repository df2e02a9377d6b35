"""Presets, options, and how a match goes on and ends."""

import pytest

import bolicho
from bolicho import BadInput
from bolicho.games.rikken.options import PRESETS, VALUES, rules

# the table of docs/games/rikken.md, row by row: seed, pagat, rosa, brabant
TABLE = """
all_pass           redeal   redeal   force    dealer-must-bid
trump              on       on       off      on
asked_card_forced  never    never    never    never
troela             voluntary voluntary voluntary obligatory
open_leader        dealer   dealer   dealer   dealer
early_end          on       on       on       on
overtricks         none     pagat    none     none
revoke             refused  refused  refused  refused
shuffle            uniform  clumped  uniform  clumped
"""


@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_presets_are_the_published_table(row: str) -> None:
    option, *values = row.split()
    assert [getattr(rules(preset), option) for preset in PRESETS] == values


def test_the_paper_is_the_default_and_options_change_a_preset() -> None:
    assert bolicho.game("rikken") == bolicho.game("rikken", preset="paper")
    game = bolicho.game("rikken", preset="rosa", deals="12")
    assert (game.options["deals"], game.options["trump"]) == (12, "off")
    assert bolicho.game("rikken", **game.options) == game


def test_every_value_of_every_option_makes_a_game() -> None:
    for option, values in VALUES.items():
        for value in values:
            assert bolicho.game("rikken", **{option: value}).options[option] == value


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"preset": "papr"}, "unknown rikken preset 'papr'.*did you mean 'paper'"),
        ({"trump": "maybe"}, "trump='maybe': expected one of on, off"),
        ({"trumps": "on"}, "unknown rikken option 'trumps'"),
        ({"target": 12}, "unknown rikken option 'target'"),
        ({"deals": 0}, "deals=0: expected a number of deals"),
        ({"deals": "many"}, "deals='many'"),
        ({"deals": 1.5}, "deals=1.5"),
        ({"first_dealer": 4}, "first_dealer=4"),
    ],
)
def test_a_wrong_option_says_what_would_be_right(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        bolicho.game("rikken", **options)


def test_a_match_is_a_series_of_deals_with_the_dealer_going_round() -> None:
    game = bolicho.game("rikken", deals=6, first_dealer=2)
    record = bolicho.play_match(game, [bolicho.agent("random", game) for _ in range(4)], seed=3)
    assert [unit.context["dealer"] for unit in record.units] == [2, 3, 0, 1, 2, 3]
    assert [unit.context["number"] for unit in record.units] == [1, 2, 3, 4, 5, 6]
    running = [0, 0, 0, 0]
    for unit in record.units:
        assert unit.context["score"] == running
        running = [a + b for a, b in zip(running, unit.scores, strict=True)]
    assert list(record.scores) == running
    assert sum(running) == 0
    best = max(running)
    assert record.winner == (running.index(best) if running.count(best) == 1 else None)


def test_the_first_dealer_is_drawn_unless_named() -> None:
    drawn = {bolicho.game("rikken").opening(bolicho.stream(n))["dealer"] for n in range(40)}
    assert drawn == {0, 1, 2, 3}


def test_a_given_contract_is_a_match_of_its_own() -> None:
    game = bolicho.game("rikken")
    assert game.following({"dealer": 1, "contract": "rik", "declarer": 2}, (1, -1, 1, -1)) is None
    assert game.following({"dealer": 3}, (1, -1, 1, -1)) == {"dealer": 0, "score": [1, -1, 1, -1], "number": 2}


def test_another_number_of_players_is_refused() -> None:
    game = bolicho.game("rikken")
    with pytest.raises(BadInput, match="4"):
        bolicho.play_match(game, [bolicho.agent("random", game) for _ in range(3)], seed=0)
