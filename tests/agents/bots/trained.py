"""Short trainings of bots, and the same by loops that know nothing of the code under test."""

from collections.abc import Iterator
from random import Random
from typing import Any

import bolicho
from bolicho.agents import make
from bolicho.agents.bots.explain import tutored
from bolicho.agents.bots.lesson import Lesson
from bolicho.agents.bots.player import CaseLearner
from bolicho.core.contract import Decision, Question
from bolicho.core.record import Record
from bolicho.games.truco import Truco
from bolicho.games.truco.view import View
from bolicho.learn.cases import shelf
from bolicho.learn.cases.truco.hand import Case, case_of
from bolicho.learn.cases.truco.trio import Trio
from bolicho.play.replay import steps

GAME = Truco()
MODES = ("envido", "flor", "truco")


def learner(bot: str, **settings: Any) -> CaseLearner:
    """A bot with bases of its own."""
    return CaseLearner(GAME, bot=bot, trio=Trio.start(), **settings)


def sound_tutor(question: Question) -> Decision:
    """The scripted sound player, drawing the same for the same view."""
    told = make("sound", GAME).choose(question.view, Random(repr(question.view.history)))
    return tutored(question, told, "sound")


def train(agent: CaseLearner, matches: int, seed: int = 1, tutor: Any = sound_tutor) -> Iterator[tuple[Record, Lesson]]:
    """Play matches against BOT0, changing seats, and learn from each."""
    rival = CaseLearner(GAME, bot="bot0", k=9)  # another name, so that nobody takes its hands for the learner's
    for match in range(matches):
        pair = [agent, rival] if match % 2 == 0 else [rival, agent]
        record = bolicho.play_match(GAME, pair, seed, match=match, keep_why=True, tutor=tutor)
        assert record.forfeit is None
        yield record, agent.learn(record)


def hands(record: Record, name: str) -> Iterator[tuple[int, Case]]:
    """The finished hands of a player: number and case."""
    seat = record.agents.index(name)
    for step in steps(record, GAME):
        if step.state.over:
            yield step.unit, case_of(step.state.view(seat))


def turns(record: Record, name: str) -> Iterator[tuple[int, View, dict[str, Any]]]:
    """The turns of a player: number of the hand, what it saw, and the facts of its explanation."""
    seat, before = record.agents.index(name), None
    for step in steps(record, GAME):
        if step.move is not None and before is not None and before.seat == seat:
            kept = record.units[step.unit].decisions[step.ply - 1]
            assert kept is not None
            yield step.unit, before.view(seat), kept["why"]["facts"]
        before = step.state


# ── by loops ──────────────────────────────────────────────────────────────────────────────────────────────────────
ROUNDS = [f"{name}_{number}" for number in (1, 2, 3) for name in ("mine", "theirs", "won")]
QUERIES = {
    "envido": ["envido_points", "mano", "envido_by", "envido_envido_by", "real_envido_by", "falta_envido_by"],
    "flor": ["flor_points", "mano", "flor_by", "flor_flor_by", "contra_flor_by", "contra_flor_resto_by"],
    "truco": ["high", "medium", "low", "mano", *ROUNDS, "truco_by", "retruco_by", "vale_quatro_by"],
}
SPANS = {"high": 52, "medium": 52, "low": 52}
SPANS |= {f"{who}_{number}": 52 for who in ("mine", "theirs") for number in (1, 2, 3)}


def alike(mode: str, query: Case, case: Case) -> float:
    """The mean similarity of a hand to a case, over what the hand knows."""
    parts = []
    for name in QUERIES[mode]:
        asked, found = query[name], case[name]
        if asked is not None and found is None:
            parts.append(0.0)
        elif asked is not None and found is not None:
            span = SPANS.get(name)
            parts.append(float(asked == found) if span is None else max(0.0, 1 - abs(asked - found) / span))
    return sum(parts) / len(parts)


class Loops:
    """Three bases as lists of dictionaries, searched by comparing every case."""

    def __init__(self) -> None:
        start = shelf.base("starter")
        cases = [start.case(case) for case in range(len(start))]
        self.bases: dict[str, dict[int, Case]] = {mode: dict(enumerate(cases)) for mode in MODES}
        self.next = dict.fromkeys(MODES, len(cases))

    def found(self, mode: str, hand: Case) -> list[int]:
        """Of the ten nearest cases those that reach 0.90."""
        ranked = sorted((-round(alike(mode, hand, case), 12), p) for p, case in self.bases[mode].items())[:10]
        return [position for minus, position in ranked if -minus >= 0.9 - 1e-9]

    def keep(self, mode: str, hand: Case) -> int:
        """Add a hand."""
        self.bases[mode][self.next[mode]] = hand
        self.next[mode] += 1
        return self.next[mode] - 1
