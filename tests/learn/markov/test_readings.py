"""Where Rossato's published programs do something else than her thesis says or than we do, on literal situations.

Sources: github.com/lanabr/TCC and the match engine github.com/dpinheiro2/cbrautonewgustavo; the table of all readings
stands in docs/works/readings/rossato.md.
"""

import pytest
from tests.learn.markov.hands import play

from bolicho.core.errors import BadInput
from bolicho.games.truco import Truco
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.orders import card_weights, lottery
from bolicho.learn.markov.states import ORDER_LABELS
from bolicho.learn.markov.switches import PRESETS, READINGS, Switches

THESIS = Truco(flor="off")
"""The rival of the thesis's example has a flor, which it does not notice."""
EXAMPLE = "7o 12b 7b / 7e 2e 4e"


def read(**settings: object) -> Matrices:
    """The initial matrices, by some readings."""
    return Matrices.initial(Switches.of(settings))


# ── the preset ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_preset_of_the_paper_takes_the_published_side_of_every_reading() -> None:
    paper = Switches.of({"preset": "paper"})
    assert paper.rounding == "paper"
    assert {name: getattr(paper, name) for name in READINGS} == {name: ways[-1] for name, ways in READINGS.items()}
    assert Switches.of({"preset": "plain"}) == Switches()


def test_what_is_said_beside_a_preset_goes_before_it() -> None:
    assert Switches.of({"orders": "all", "preset": "paper"}).orders == "all"
    assert Switches.of({"preset": "plain"}, Switches.of({"preset": "paper", "area": "levels"})).area == "levels"


def test_a_preset_that_does_not_exist_is_one_clear_line() -> None:
    with pytest.raises(BadInput, match=r"^markov: preset=thesis: expected plain or paper$"):
        Switches.of({"preset": "thesis"})


def test_our_side_of_a_reading_is_not_written_so_that_old_files_stay_as_they_are() -> None:
    assert not set(READINGS) & set(Switches().to_dict())
    for name in PRESETS:
        switches = Switches.of({"preset": name})
        assert Switches.of(switches.to_dict()) == switches


# ── scriptProximaCarta.py, markovProximaCarta: only orders that have won more than they lost ──────────────────────────


def test_only_orders_that_have_won_more_than_they_lost_count() -> None:
    first = play(EXAMPLE, "", THESIS).view(0)
    _, every = card_weights(read(), first)
    found, winning = card_weights(read(orders="winning"), first)
    assert every == {"7b": 52.0, "12b": 72.0, "7o": 92.0}
    # BMA won 21 of 72 and lost 51, BAM and MBA 31 to 41; MAB won 41 to 31, ABM 41 to 31, AMB 51 to 21
    assert dict(zip((ORDER_LABELS[order] for order in found.mine), found.wins, strict=True)) == {
        "BMA": 0.0, "BAM": 0.0, "MBA": 0.0, "MAB": 41.0, "ABM": 41.0, "AMB": 51.0
    }  # fmt: skip
    assert winning == {"7b": 0.0, "12b": 41.0, "7o": 92.0}
    assert lottery(winning, "paper") == {"7b": 0.0, "12b": 0.3, "7o": 0.7}


def test_if_no_order_has_won_more_all_cards_are_alike() -> None:
    # the high card was played against a 4, taken for his low one: ABM and AMB have won 12 and lost 12
    second = play(EXAMPLE, "7o 4e", THESIS).view(0)
    found, weights = card_weights(read(orders="winning"), second)
    assert [ORDER_LABELS[order] for order in found.his] == ["BMA", "BAM"]
    assert weights == {"7b": 0.0, "12b": 0.0}
    assert lottery(weights, "paper") == {"7b": 0.5, "12b": 0.5}


def test_shares_are_compared_when_they_have_been_rounded() -> None:
    matrices = read(orders="winning")
    matrices.cards.win[5], matrices.cards.loss[5] = 53, 47  # 0.53 and 0.47 are both 0.5
    found, _ = card_weights(matrices, play(EXAMPLE, "", THESIS).view(0))
    assert found.wins[5] == 0.0
    matrices.cards.win[5], matrices.cards.loss[5] = 56, 44  # 0.6 and 0.4
    found, _ = card_weights(matrices, play(EXAMPLE, "", THESIS).view(0))
    assert found.wins[5] == 6 * 56
