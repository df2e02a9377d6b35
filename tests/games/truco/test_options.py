import pytest

import bolicho
from bolicho import BadInput, UnknownName
from bolicho.agents import make
from bolicho.games import GAMES
from bolicho.games.truco.options import PRESETS, VALUES, rules

# the table of docs/games/truco.md, row by row: gaucho, ufsm-web, ufsm-auto, cbtg, argentino ("-": no flor, no matter)
SPEC = """
target                    24       24         24       24       30
falta                     leader   leader     leader   leader   malas-buenas
envido_envido             on       on         off      on       on
truco_after_envido_first  pending  cancelled  pending  pending  pending
pe_may_concede            off      on         off      off      off
flor                      mandatory optional  mandatory mandatory off
flor_flor                 6        6          3-each   6        -
resto                     falta    target     falta    6+falta  -
fold_bonus                none     none       none     cbtg     none
face_down                 never    any        never    never    never
silent_flor               answers  answers    answers  answers  -
"""


@pytest.mark.parametrize("row", SPEC.strip().splitlines())
def test_presets_are_the_published_table(row: str) -> None:
    option, *values = row.split()
    for preset, value in zip(PRESETS, values, strict=True):
        if value != "-":
            assert str(getattr(rules(preset), option)) == value, preset


def test_gaucho_is_the_default_and_options_change_a_preset() -> None:
    assert GAMES.make("truco") == GAMES.make("truco", preset="gaucho")
    game = GAMES.make("truco", preset="ufsm-web", target=12)
    assert (game.options["target"], game.options["flor"]) == (12, "optional")
    assert GAMES.make("truco", **game.options) == game


def test_what_becomes_of_a_silent_flor_is_told_where_it_is_not_as_it_always_was() -> None:
    """Records, designs and golden playthroughs of before there was this option are as they were."""
    game = GAMES.make("truco", preset="ufsm-web")
    assert "silent_flor" not in game.options
    assert "silent_flor" not in repr(game.rules)
    lost = GAMES.make("truco", preset="ufsm-web", silent_flor="lost", target=3)
    assert GAMES.make("truco", **lost.options) == lost != GAMES.make("truco", preset="ufsm-web", target=3)
    record = bolicho.play_match(lost, [make("random", lost)] * 2, seed=1)
    assert record.options["silent_flor"] == "lost"
    assert list(bolicho.replay(record, lost))[-1].rules == lost.rules


def test_options_may_come_as_text() -> None:
    assert rules(target="15").target == 15
    assert rules(flor_flor=6).flor_flor == "6"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"preset": "gaúcho"}, "did you mean 'gaucho'"),
        ({"preset": [1]}, "unknown truco preset"),
        ({"preset": "nope"}, "unknown truco preset 'nope'; known: gaucho"),
        ({"flor": "maybe"}, "flor='maybe': expected one of mandatory, optional, off"),
        ({"flower": "on"}, "unknown truco option 'flower'"),
        ({"target": 0}, "target=0"),
        ({"target": "many"}, "target='many'"),
        ({"target": 24.5}, "target=24.5"),
        ({"target": True}, "target=True"),
        ({"self": 1}, "unknown truco option 'self'"),
        ({"spec": 1}, "unknown truco option 'spec'"),
        ({"name": 1}, "unknown truco option 'name'"),
    ],
)
def test_a_wrong_option_says_what_would_be_right(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        GAMES.make("truco", **options)


def test_an_unknown_game_suggests_the_near_one() -> None:
    with pytest.raises(UnknownName, match=r"unknown game 'truko' \(did you mean 'truco'"):
        GAMES.make("truko")


@pytest.mark.parametrize("score", [(24, 0), (0, 24), (-1, 0), (0,), (1, 2, 3), (1.0, 2), 5, None])
def test_a_score_at_or_above_the_target_or_malformed_is_refused(score: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="score"):
        GAMES.make("truco").start("1e 7o 4c / 3b 2c 12o", score=score)


def test_a_mano_who_is_nobody_is_refused() -> None:
    for nobody in (2, -1, 1.0, True, "0"):
        with pytest.raises(BadInput, match="mano"):
            GAMES.make("truco").start("1e 7o 4c / 3b 2c 12o", mano=nobody)


def test_every_value_of_every_option_makes_a_game() -> None:
    for option, values in VALUES.items():
        for value in values:
            assert getattr(GAMES.make("truco", **{option: value}).rules, option) == value
