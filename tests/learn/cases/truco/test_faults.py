"""Files are held against the rules: no hand that was played breaks one, what no hand can be is named and refused."""

from pathlib import Path

import pytest

import bolicho
from bolicho.core.errors import BadInput
from bolicho.games.truco.options import PRESETS
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase, cells_of
from bolicho.learn.cases.files import read, write
from bolicho.learn.cases.forms import form
from bolicho.learn.cases.truco.codes import FACE_DOWN
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.hand import case_of, row_of
from bolicho.play import replay

TRUCO = form(FORM)
SOUND: dict[str, int | None] = dict.fromkeys(NAMES)
SOUND |= {"high": 42, "medium": 24, "low": 3, "high_suit": 1, "medium_suit": 2, "low_suit": 4, "mano": 1}
SOUND |= {"mine_1": 24, "theirs_1": 12, "played_1": 16, "won_1": 1}
SOUND |= {"mine_2": 3, "theirs_2": 16, "played_2": 4, "won_2": 2}
SOUND |= {"mine_3": 42, "theirs_3": None, "played_3": 46, "won_3": None}
SOUND |= {"truco_by": 1, "truco_round": 1, "retruco_by": 2, "retruco_round": 3}
SOUND |= {"vale_quatro_by": 0, "vale_quatro_round": 0, "folded_by": 2, "folded_round": 3}


def written(path: Path, case: dict[str, int | None]) -> Path:
    base = CaseBase("some", NAMES, game="truco", form=FORM, source="recorded")
    base.append([row_of(SOUND), row_of(case)])
    write(base, path)
    return path


FAULTS: dict[str, dict[str, int | None]] = {
    "column high: is blank": {"high": None},
    "column low: is blank": {"low": None},
    "column mano: is blank": {"mano": None},
    "column medium: 50 is more than the 42 of high": {"medium": 50},
    "column low: 40 is more than the 24 of medium": {"low": 40},
    "column high_suit: no card of code 42 has suit 3": {"high_suit": 3},
    "column medium_suit: the same card as high": {"high": 24, "high_suit": 2},
    "column mine_1: 12 is none of the cards received, 42 24 3": {"mine_1": 12, "played_1": None, "won_1": None},
    "column mine_1: 24, but played_1 46 is the high card, 42": {"played_1": 46, "played_3": None},
    "column played_3: 16 was played in round 1 already": {"played_3": 16, "mine_3": None},
    "column won_1: 2, but the cards were 24 and 12": {"won_1": 2},
    "column won_2: 0, but the cards were 3 and 16": {"won_2": 0},
    "column truco_round: 0, but truco_by is 1": {"truco_round": 0},
    "column vale_quatro_round: 3, but vale_quatro_by is 0": {"vale_quatro_round": 3},
    "column folded_round: 3, but folded_by is 0": {"folded_by": 0},
    "column retruco_by: 2, but nobody called truco": {"truco_by": 0, "truco_round": 0},
    "column vale_quatro_by: 1, but nobody called retruco": {
        "retruco_by": 0,
        "retruco_round": 0,
        "vale_quatro_by": 1,
        "vale_quatro_round": 3,
    },
}


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize("words", FAULTS)
def test_what_no_hand_can_be_is_refused(words: str, suffix: str, tmp_path: Path) -> None:
    path = written(tmp_path / f"bad{suffix}", SOUND | FAULTS[words])
    with pytest.raises(BadInput) as error:
        read(path)
    where = f"{path} {'line 3' if suffix == '.csv' else 'row 1'}, {words}"
    assert str(error.value).startswith(where)
    assert "\n" not in str(error.value)


def test_blanks_and_cards_face_down_break_no_rule(tmp_path: Path) -> None:
    blank = {name: cell if name in ("high", "medium", "low", "mano") else None for name, cell in SOUND.items()}
    down = SOUND | {"played_1": FACE_DOWN, "won_1": 2}
    for case in (SOUND, blank, down):
        assert len(read(written(tmp_path / "good.csv", case))) == 2


@pytest.mark.parametrize("name", shelf.BUNDLED)
def test_the_bundled_bases_are_sound(name: str) -> None:
    assert TRUCO.unsound(shelf.base(name).cells()) is None


@pytest.mark.parametrize("rules", [*({"preset": preset} for preset in PRESETS), {"face_down": "rounds-2-3"}], ids=str)
def test_whatever_is_played_is_sound(rules: dict[str, str]) -> None:
    game = bolicho.game("truco", **rules)
    rows = []
    for match in range(8):
        agents = [bolicho.agent(name, game) for name in (("random", "bluffer"), ("random", "random"))[match % 2]]
        for state in replay(bolicho.play_match(game, agents, 31, match=match), game):
            rows += [row_of(case_of(state.view(seat))) for seat in (0, 1) if state.over]
    cells = cells_of(rows, len(NAMES))
    assert len(cells) > 100
    assert (TRUCO.wrong(cells), TRUCO.unsound(cells)) == (None, None)
    down = (cells[:, [NAMES.index(f"played_{number}") for number in (1, 2, 3)]] == FACE_DOWN).any()
    assert down == (game.rules.face_down != "never")
