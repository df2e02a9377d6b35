"""A training that keeps a folder or a store plays the very matches of a learning series of the arena."""

from pathlib import Path
from typing import Any

from bolicho.arena import Pairing, Plan, Row
from bolicho.arena.matches.clock import ClockedAgent
from bolicho.arena.matches.series import Series, play_series
from bolicho.core.chance import OPEN
from bolicho.parallel.clock import SIZE, Clock
from bolicho.store import Store
from bolicho.train.cases.design import CaseDesign
from bolicho.train.cases.training import CaseTraining
from bolicho.train.markov.design import MarkovDesign
from bolicho.train.markov.training import MarkovTraining

MATCHES, SEED = 4, 7


def series(learner: str, rival: str, options: dict[str, Any]) -> list[Row]:
    """The arena's series: the learner sits at either seat by turns, each match on a board of its own."""
    plan = Plan("truco", (learner, rival), options, SEED, time_limit=None)
    pairings = tuple(Pairing(n, n, (0, 1) if n % 2 == 0 else (1, 0)) for n in range(MATCHES))
    clock: Clock = [0.0] * SIZE
    game = plan.build_game()
    played = play_series(
        game,
        lambda n: ClockedAgent(plan.build_agent(n, game), n, clock),
        Series(pairings, (0,)),
        SEED,
        clock,
        salt=OPEN,
    )
    return [row for row, _ in played]


def told(row: Row) -> tuple[int, tuple[int, ...], int]:
    """Which seat won, the scores by seat, and the hands."""
    assert row.winner is not None
    return row.seats.index(row.winner), row.scores, row.hands


def test_a_training_of_the_markov_player_is_a_series(tmp_path: Path) -> None:
    options = {"target": 12}
    training = MarkovTraining(tmp_path / "one", MarkovDesign(MATCHES, MATCHES, "sound", SEED, options=options))
    training.train()
    ours = [(row["winner"], tuple(row["points"]), row["hands"]) for row in training.rows]
    assert [told(row) for row in series("markov", "sound", options)] == ours


def test_a_training_of_a_case_learner_is_a_series(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "one.db")) as store:
        training = CaseTraining(store, CaseDesign("mine", "bot1", matches=MATCHES, seed=SEED))
        training.train()
        ours = [(step["winner"], tuple(step["scores"]), step["hands"]) for step in training.played]
    assert [told(row) for row in series("bot1", "bot0", {})] == ours
