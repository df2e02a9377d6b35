"""What the Markov player says by our readings and by those of Rossato's published programs, on literal situations.

Sources: github.com/lanabr/TCC and github.com/dpinheiro2/cbrautonewgustavo; the table of all readings stands in
docs/works/readings/rossato.md. Chances are the author's: rounded to one decimal.
"""

import pytest
from tests.learn.markov.hands import GAME, play

import bolicho
from bolicho.agents.markov import Markov
from bolicho.conformance import check_agent
from bolicho.games.truco import Truco
from bolicho.games.truco.state import State
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.states import FLOR_LABELS
from bolicho.learn.markov.switches import Switches

REST = "contra-flor-e-o-resto"


def chances(state: State, matrices: Matrices | None = None, **settings: object) -> dict[str, float]:
    """How likely each move is, for whoever is to move; impossible ones are left out."""
    known = matrices or Matrices.initial()
    known.switches = Switches.of({"rounding": "paper", **settings})
    assert state.seat is not None
    view = state.view(state.seat)
    found = Markov(GAME, matrices=known).policies([view])[0]
    return {move: round(chance, 9) for move, chance in zip(view.moves, found, strict=True) if chance}


# ── ControlaRodadaAuto.java, ChamarPonto: the highest call first ──────────────────────────────────────────────────────


def test_who_calls_is_asked_about_the_highest_envido_first() -> None:
    best = play("7e 6e 4c / 3b 2c 12o", "")  # 33 points: 0.7, above 0.6 and not above 0.8
    assert "envido" in chances(best)
    assert "real-envido" not in chances(best)
    found = chances(best, asking="engine")
    assert found["real-envido"] == 0.7
    assert found["envido"] == 0.21
    assert "falta-envido" not in found


# ── ControllerAutomaticoNew.java, perguntaOponenteAceitarJogo: yes comes before the raise ─────────────────────────────


def test_who_answers_accepts_first_and_then_raises() -> None:
    asked = play("1e 1b 7e / 4c 3b 2c", "7e 4c 1b truco")  # hands with a 4: 0.9, above 0.5 and above 0.7
    assert chances(asked) == {"retruco": 0.9, "quero": 0.09, "nao-quero": 0.01}
    assert chances(asked, asking="engine") == {"retruco": 0.81, "quero": 0.09, "nao-quero": 0.1}


def test_an_envido_is_accepted_before_it_is_raised() -> None:
    asked = play("3b 2c 12o / 7e 6e 4c", "envido")
    assert chances(asked) == {"real-envido": 0.7, "quero": 0.21, "nao-quero": 0.09}
    assert chances(asked, asking="engine") == {"real-envido": 0.49, "quero": 0.21, "nao-quero": 0.3}


# ── the third round ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_round_that_is_lost_for_certain_is_still_bet_on_by_the_program() -> None:
    lost = play("1e 12b 11c / 3b 2c 6b", "1e 6b 11c 2c 3b")  # only the 12b is left, against a 3; 27 against 22 in all
    assert chances(lost) == {"12b": 1.0}
    assert chances(lost, lost="rounds") == {"truco": 0.6, "12b": 0.4}


def test_after_two_ties_the_engine_asks_for_no_call() -> None:
    tied = play("3b 2b 1e / 3c 2c 4o", "3b 3c 2b 2c")
    assert chances(tied) == {"truco": 0.6, "1e": 0.4}
    assert chances(tied, lost="rounds") == {"1e": 1.0}


# ── scriptContraFlor.py, markovFlor: not above the gate + 0.2 ─────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("chance", "above", "band"),
    [
        (70, {"contra-flor": 0.7, "flor": 0.3}, {"contra-flor": 0.7, "flor": 0.3}),
        (80, {"contra-flor": 0.8, "flor": 0.2}, {"flor": 1.0}),
        (90, {REST: 0.9, "contra-flor": 0.09, "flor": 0.01}, {REST: 0.9, "flor": 0.1}),
        (100, {REST: 1.0}, {"flor": 1.0}),
    ],
)  # fmt: skip
def test_a_flor_that_is_too_good_is_not_raised(chance: int, above: dict[str, float], band: dict[str, float]) -> None:
    matrices, row = Matrices.initial(), FLOR_LABELS.index("5-6-7")
    matrices.flor.win[row], matrices.flor.loss[row] = chance, 100 - chance
    asked = play("1b 12b 7b / 7e 6e 5e", "flor")
    assert chances(asked, matrices) == above
    assert chances(asked, matrices, flor="band") == band


# ── no script remembers a bluff ───────────────────────────────────────────────────────────────────────────────────────


def test_a_bluff_is_not_remembered_by_the_program() -> None:
    view = play("1e 1b 7e / 4c 3b 2c", "7e 4c 1b truco").view(0)
    for bluffs, accepted in (("on", 0.6), ("off", 0.9)):
        player = Markov(GAME, matrices=Matrices.initial(Switches.of({"rounding": "paper", "bluffs": bluffs})))
        player.bluffs.caught["truco", 2] = 3
        found = dict(zip(view.moves, player.policies([view])[0], strict=True))
        assert found["quero"] / (1 - found["retruco"]) == pytest.approx(accepted)


# ── the whole preset ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("preset", ["gaucho", "ufsm-auto", "ufsm-web"])
def test_the_player_of_the_paper_keeps_the_contract(preset: str) -> None:
    check_agent(lambda game: bolicho.agent("markov:paper", game), Truco(preset=preset), matches=1)


def test_its_name_says_which_readings_it_takes() -> None:
    assert Markov(GAME, "paper").matrices.switches == Switches.of({"preset": "paper"})
    ours = Markov(GAME, "paper", hands="decided")
    assert ours.name == "markov:paper,hands=decided"
    assert ours.matrices.switches.hands == "decided"
