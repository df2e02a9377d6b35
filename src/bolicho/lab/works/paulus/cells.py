"""What the small cells of Paulus measure: the similarity of Table 5, what the index saves, who can be foreseen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from bolicho.agents import AGENTS
from bolicho.core.chance import stream
from bolicho.core.contract import Agent, Decision, Game, View
from bolicho.core.contract import Question as TutorQuestion
from bolicho.lab.engine.experiment import Rows
from bolicho.lab.works.paulus.lineup import printed_numbers
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.questions import Question, answers
from bolicho.learn.cases.retrieval.retrieve import PAPER, Retrieval, index_group, retrieve
from bolicho.learn.cases.retrieval.similarity import Similarity, Values, equal, interval
from bolicho.learn.cases.truco.codes import SPAN
from bolicho.learn.cases.truco.decisions import TRUCO
from bolicho.play import play_match

TIMES = 5
"""The best of so many counts: a busy machine can only be slower."""


def similarity() -> Rows:
    """Compare the query of Table 5 with its case."""
    asked = printed_numbers()["similarity"]
    local = {name: equal if name == "mano" else interval(SPAN) for name in asked["attributes"]}
    query, case = (dict(zip(asked["attributes"], asked[side], strict=True)) for side in ("query", "case"))
    found = Similarity(local)(query, case)
    return [{"value": found.value, "parts": list(found.parts.values())}]


def index(base: CaseBase, queries: int, seed: int) -> Rows:
    """Ask which first card to play, with the hands of some cases: how many are compared and how long it takes."""
    question = Question("card", "first-card-first", "index-cards", round=1)
    picked = stream(seed, "paulus", "index").sample(range(len(base)), min(queries, len(base)))
    known = [{name: base.case(case)[name] for name in ("high", "medium", "low", "mano")} for case in picked]
    found = answers(base, question, TRUCO)
    sizes = [int(np.count_nonzero(found.group == index_group(base, question, one, TRUCO))) for one in known]
    compared = {True: sum(sizes) / len(sizes), False: float(len(found.ids))}
    rows: Rows = []
    for indexed, cases in compared.items():
        ask = partial(_ask, base, question, known, replace(PAPER, index=indexed))
        rows.append({"index": indexed, "compared": cases, "seconds": _seconds(ask) / len(known)})
    return rows


class _Onlooker:
    """Plays as another does, and keeps every view in which there was a choice."""

    def __init__(self, agent: Agent) -> None:
        self.agent, self.name = agent, agent.name
        self.views: list[View] = []

    def choose(self, view: View, rng: Random) -> Decision | TutorQuestion:
        """Do what the other does."""
        if len(view.moves) > 1:
            self.views.append(view)
        return self.agent.choose(view, rng)


def foreseen(game: Game, specs: Mapping[str, str], player: str, matches: int, seed: int) -> Rows:
    """How often would one who knows a player's cards and cases guess its next move? For each policy, in the same views.

    The views are those of matches of one player against itself. The best guess is right as often as the likeliest move
    is played. A row holds the number of views and of right guesses of each match.
    """
    players: dict[str, Any] = {policy: AGENTS.make(spec, game) for policy, spec in specs.items()}
    rows: Rows = [{"policy": policy, "matches": []} for policy in specs]
    for match in range(matches):
        seats = [_Onlooker(players[player]) for _ in range(2)]
        play_match(game, seats, seed, match=match)
        views = [view for seat in seats for view in seat.views]
        for row in rows:
            right = sum(max(chances) for chances in players[row["policy"]].policies(views))
            row["matches"].append([len(views), round(right, 6)])
    return rows


def _ask(base: CaseBase, question: Question, known: Sequence[Values], how: Retrieval) -> None:
    for one in known:
        retrieve(base, question, one, TRUCO, how)


def _seconds(work: Callable[[], object]) -> float:
    work()
    times = []
    for _ in range(TIMES):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)
