"""Where Rossato's published programs do something else than her thesis says or than we do, on literal situations.

Sources: github.com/lanabr/TCC and the match engine github.com/dpinheiro2/cbrautonewgustavo; the table of all readings
stands in docs/works/readings/rossato.md.
"""

import numpy as np
import pytest
from tests.learn.markov.hands import finished, play

from bolicho.core.errors import BadInput
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import STRENGTH
from bolicho.learn.markov.matrices import MODULES, Floats, Matrices
from bolicho.learn.markov.orders import card_weights, lottery
from bolicho.learn.markov.states import ENVIDO_LABELS, ORDER_LABELS, truco_row
from bolicho.learn.markov.switches import PRESETS, READINGS, Switches
from bolicho.learn.markov.update import learn_hand, part_of

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


# ── scriptProximaCarta.py, analisaNivelCarta: counts of levels are compared as text ───────────────────────────────────


def test_the_levels_of_the_rivals_card_are_compared_as_text() -> None:
    view = play("7o 12b 7b / 7e 2e 4e", "7b 2e", THESIS).view(0)  # he has the 2e on the table, and I my two best cards
    orders = {}
    for guess in ("number", "text"):
        matrices = read(guess=guess)
        matrices.levels[8] = 98, 104, 1203  # how often a 2 was low, medium and high
        found, _ = card_weights(matrices, view)
        orders[guess] = [ORDER_LABELS[order] for order in found.his]
    assert orders == {"number": ["ABM", "AMB"], "text": ["BMA", "BAM"]}


# ── scriptResultados.py and the engine's criaDescriptionParaPersistir: which hands teach, and who won ─────────────────

DEAL, STRONG = "1e 7c 4c / 3b 6b 2c", "1e 7o 4c / 3b 6b 2c"
MINE, HIS = truco_row(("1e", "7c", "4c")), truco_row(("3b", "2c", "6b"))


def taught(deal: str, moves: str, seat: int = 0, **settings: object) -> dict[str, tuple[Floats, Floats]]:
    """How much one hand moves the wins and losses of each module, told with both hands as the engine tells it."""
    start, matrices = read(), read(**settings)
    state = play(deal, moves)
    learn_hand(matrices, state.view(seat), his=state.deal.hands[1 - seat])
    pairs = {name: (getattr(matrices, name), getattr(start, name)) for name in MODULES}
    return {name: (after.win - before.win, after.loss - before.loss) for name, (after, before) in pairs.items()}


def test_a_silent_hand_teaches_nothing_its_winner_or_that_both_lost() -> None:
    silent = "4c 6b 2c 1e 7c 3b"  # he takes the first round and the third: every card is seen
    for seat in (0, 1):
        wins, losses = taught(DEAL, silent, seat)["truco"]
        assert not wins.any()
        assert not losses.any()
    wins, losses = taught(DEAL, silent, 0, hands="every")["truco"]
    assert losses[MINE, HIS] == pytest.approx(7.3)
    assert not wins.any()
    wins, losses = taught(DEAL, silent, 1, hands="every")["truco"]
    assert wins[HIS, MINE] == pytest.approx(7.3)
    assert not losses.any()
    for seat, row, column in ((0, MINE, HIS), (1, HIS, MINE)):
        wins, losses = taught(DEAL, silent, seat, hands="engine")["truco"]
        assert losses[row, column] == wins[column, row] == pytest.approx(7.3), "lost, by whoever took it"
        assert np.count_nonzero(wins) == np.count_nonzero(losses) == 1


def test_only_a_refusal_wins_the_truco_of_the_engine() -> None:
    wins, losses = taught(STRONG, "truco quero 4c 6b 3b 7o 1e 2c", 0, hands="engine")["truco"]
    row = truco_row(("1e", "7o", "4c"))
    assert not wins[row].any(), "I won by the rounds; the engine does not hand that over"
    assert losses[row, HIS] == pytest.approx(7.3)
    refused = "1e 6b 7c 3b truco nao-quero"  # he won the second round, calls, and I refuse; 14 hands have a 3 and a 6
    wins, losses = taught(DEAL, refused, 1, hands="engine")["truco"]
    assert wins[HIS].sum() == pytest.approx(7.3)
    assert np.count_nonzero(wins[HIS]) == 13, "with my 1e, of which there is one, and a 7c"
    wins, losses = taught(DEAL, refused, 0, hands="engine")["truco"]
    assert losses[MINE].sum() == pytest.approx(7.3)
    assert np.count_nonzero(losses[MINE]) == 14
    assert taught(DEAL, refused, 0)["truco"][1].sum() == 0, "ours: what was refused teaches nothing"


def test_a_refused_truco_teaches_by_every_hand_too() -> None:
    wins, _ = taught(DEAL, "truco nao-quero", 0, hands="every")["truco"]
    assert wins[MINE].sum() == pytest.approx(7.3)
    assert np.count_nonzero(wins[MINE]) > 400, "nothing of him was seen"


def test_a_silent_envido_is_lost_by_both_in_the_engine() -> None:
    # 31 and 29 points: 4-7 and 3-6
    mine, his = ENVIDO_LABELS.index("4-7"), ENVIDO_LABELS.index("3-6")
    silent = "4c 6b 2c 1e 7c 3b"
    wins, losses = taught(DEAL, silent, 0, hands="engine")["envido"]
    assert losses[mine, his] == wins[his, mine] == pytest.approx(2.6)
    wins, losses = taught(DEAL, silent, 1, hands="engine")["envido"]
    assert losses[his, mine] == wins[mine, his] == pytest.approx(2.6)
    for refused in ("envido nao-quero 4c 6b 2c 1e 7c 3b", "envido quero 4c 6b 2c 1e 7c 3b"):
        wins, losses = taught(DEAL, refused, 0, hands="engine")["envido"]
        assert wins[mine, his] == losses[his, mine] == pytest.approx(2.6), "called, and mine is better"
    assert not taught(DEAL, silent, 0)["envido"][1].any()


def test_the_engine_tells_the_points_that_nobody_said() -> None:
    # he refused with 29 and played the 3b alone: of the pairs of 9 points, 3-6 has a 3
    wins, _ = taught(DEAL, "envido nao-quero 4c 3b truco nao-quero", 0, hands="engine")["envido"]
    row, column = ENVIDO_LABELS.index("4-7"), ENVIDO_LABELS.index("3-6")
    assert wins[row, column] == pytest.approx(2.6)
    assert np.count_nonzero(wins) == 1


def test_the_engine_hands_three_cards_over_in_falling_order() -> None:
    moves = "4c 6b 2c 1e 7c 3b"  # I: low, high, medium; he: low, medium, high; he wins the first and the third
    wins, losses = taught(DEAL, moves, 0, hands="engine")["cards"]
    bam, amb = ORDER_LABELS.index("BAM"), ORDER_LABELS.index("AMB")
    assert losses[bam, amb] == wins[amb, bam] == pytest.approx(1.1)
    wins, losses = taught(DEAL, moves, 1, hands="engine")["cards"]
    assert wins[amb, amb] == losses[amb, amb] == pytest.approx(1.1), "the second seat's own order is sorted too"
    wins, losses = taught(DEAL, moves, 0)["cards"]
    assert losses[bam, ORDER_LABELS.index("BMA")] == pytest.approx(1.1)


def test_two_rounds_won_straight_count_twice_in_the_script() -> None:
    once, _ = taught(STRONG, "4c 6b 3b 7o 1e 2c", 0, hands="engine")["cards"]
    twice, _ = taught(STRONG, "1e 6b 7o 3b", 0, hands="engine")["cards"]
    assert (once.sum(), twice.sum()) == (pytest.approx(1.1), pytest.approx(2.2))


# ── scriptResultados.py: whole numbers ────────────────────────────────────────────────────────────────────────────────


def test_a_divided_step_is_rounded_so_that_much_of_what_is_not_known_teaches_nothing() -> None:
    matrices = read(counts="whole")
    parts = (1, 2, 3, 12, 14, 15, 88)
    found = {m.name: [part_of(matrices, m, 0, n) for n in parts] for m in matrices.modules}
    assert found == {
        "truco": [7, 4, 2, 1, 1, 0, 0],
        "envido": [3, 2, 1, 0, 0, 0, 0],
        "flor": [4, 2, 1, 0, 0, 0, 0],
        "cards": [1, 1, 0, 0, 0, 0, 0],
    }
    assert not taught(DEAL, "4c 6b truco nao-quero", 0, hands="engine", counts="whole")["truco"][1].any()


def test_by_the_preset_of_the_paper_counts_stay_whole() -> None:
    matrices = read(preset="paper")
    for seed in range(30):
        state = finished(seed, Truco(preset="ufsm-auto"))
        for seat in (0, 1):
            learn_hand(matrices, state.view(seat), his=state.deal.hands[1 - seat])
    for module in matrices.modules:
        assert (module.win == module.win.round()).all()
        assert (module.loss == module.loss.round()).all()
    assert matrices.truco.win.sum() > read().truco.win.sum()


# ── scriptResultados.py, calculaQtdCarta: every card dealt has its level ──────────────────────────────────────────────


def test_every_card_dealt_counts_for_its_level() -> None:
    for moves, cards in (("truco nao-quero", 3), ("4c 6b 2c 1e 7c 3b", 6)):
        matrices = read(levels="dealt")
        start = matrices.levels.copy()
        learn_hand(matrices, play(DEAL, moves).view(0))
        moved = matrices.levels - start
        assert moved.sum() == cards
        assert moved[STRENGTH["1e"] - 1].tolist() == [0, 0, 1]
        assert moved[STRENGTH["7c"] - 1].tolist() == [0, 1, 0]
        assert moved[STRENGTH["4c"] - 1].tolist() == [1, 0, 0]
    assert moved[STRENGTH["6b"] - 1].tolist() == [1, 0, 0], "he played all three"
