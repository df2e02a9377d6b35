"""The whole table of a tournament as data: a pure function of its rows, the names of the agents and a seed.

The board is the unit of every interval. Win rates, ratings and comparisons are bootstrapped over boards
(`resample.py`); points a hand and differences have Student's t over boards (`intervals.py`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from bolicho.arena.matches.outcomes import openers
from bolicho.arena.matches.rows import Row
from bolicho.arena.results.comparison import Comparison, compare
from bolicho.arena.results.evidence import Evidence
from bolicho.arena.results.intervals import Estimate, ratio
from bolicho.arena.results.rating import Ratings, rate
from bolicho.arena.results.resample import TAIL, Numbers, estimate, tail_of
from bolicho.arena.results.standings import boards
from bolicho.arena.results.triples import Triple, find
from bolicho.arena.results.worth import Worth, worth
from bolicho.core.contract import DRAWN_BY
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject


@dataclass(frozen=True)
class Score:
    """Matches of one agent: all of them, or those that it began from one place."""

    matches: int
    wins: int
    draws: int
    win_rate: Estimate


@dataclass(frozen=True)
class Result:
    """How one agent did in a tournament."""

    agent: int
    name: str
    total: Score
    places: tuple[Score, ...]
    """The same by who began: first who had the first move of the match (the mão), then the next."""
    hands: int
    points: int
    """Net: points won less points lost."""
    points_per_hand: Estimate
    margin_won: Estimate
    """Mean difference of the final score in matches won; forfeited matches, which ended at any score, left out."""
    margin_lost: Estimate
    """The same in matches lost: below nothing."""
    forfeits: int
    rating: Estimate


@dataclass(frozen=True)
class ForfeitedMatch:
    """A match that somebody lost by an illegal move, an error or the clock."""

    match: int
    agent: int
    why: str


@dataclass(frozen=True)
class Results:
    """Everything that the rows of a tournament say."""

    names: tuple[str, ...]
    matches: int
    boards: int
    seats: int
    began_known: bool
    """Whether rows tell who began; if not, places are seats."""
    agents: tuple[Result, ...]
    """By index."""
    order: tuple[int, ...]
    """Agents from the highest rating to the lowest; who has not played comes last."""
    pairs: tuple[Comparison, ...]
    """Every two agents, the one that is rated higher first."""
    triples: tuple[Triple, ...]
    forfeits: tuple[ForfeitedMatch, ...]
    ratings: Ratings
    duplicate: Worth | None
    """What duplicate play was worth; None where no boards were played from every seat."""

    def pair(self, first: int, second: int) -> Comparison:
        """Return two agents compared, as the first sees it."""
        for found in self.pairs:
            if {found.first, found.second} == {first, second}:
                return found if found.first == first else found.turned()
        raise BadInput(f"no pair of agents {first} and {second}")

    def _repr_html_(self) -> str:
        return DRAWN_BY["results"](self)

    def to_dict(self) -> JsonObject:
        """Return plain JSON data, with names in place of indices, the best agent first."""
        return {
            "matches": self.matches,
            "boards": self.boards,
            "standings": [self._standing(self.agents[agent]) for agent in self.order],
            "pairs": [self._pair(found) for found in self.pairs],
            "triples": [
                asdict(three) | {"agents": [self.names[agent] for agent in three.agents]} for three in self.triples
            ],
            "forfeits": [asdict(lost) | {"agent": self.names[lost.agent]} for lost in self.forfeits],
            "duplicate_play": None if self.duplicate is None else self.duplicate.to_dict(),
        }

    def _standing(self, result: Result) -> JsonObject:
        data = {
            "agent": result.name,
            "rating": result.rating.to_dict(),
            **_score(result.total),
            "hands": result.hands,
            "points": result.points,
            "points_per_hand": result.points_per_hand.to_dict(),
            "margin_won": result.margin_won.to_dict(),
            "margin_lost": result.margin_lost.to_dict(),
            "forfeits": result.forfeits,
        }
        return data | {"places": [_score(score) for score in result.places]}

    def _pair(self, found: Comparison) -> JsonObject:
        return {
            "first": self.names[found.first],
            "second": self.names[found.second],
            "matches": found.matches,
            "win_rate": found.rate.to_dict(),
            "points_per_hand": found.points.to_dict(),
            "probability": found.probability,
            "further_matches": found.further,
        }


def results(rows: Sequence[Row], names: Sequence[str], seed: int = 0) -> Results:
    """Work out everything that the rows of a tournament say; the order of the rows does not matter."""
    sizes = {len(row.seats) for row in rows}
    if len(sizes) > 1:
        raise BadInput(f"rows of matches with {' and '.join(map(str, sorted(sizes)))} seats cannot be put together")
    evidence = Evidence(rows, len(names), seed)
    rated = rate(evidence)
    seats = max(sizes, default=2)
    began = openers(evidence.rows)
    scores = _Scores(evidence, seats, began)
    agents = tuple(_result(evidence, rated, scores, agent, name) for agent, name in enumerate(names))
    order = sorted(range(len(names)), key=lambda agent: (-(agents[agent].rating.mean or -np.inf), agent))
    pairs = [(a, b) for place, a in enumerate(order) for b in order[place + 1 :]]
    return Results(
        names=tuple(names),
        matches=len(evidence.rows),
        boards=len(evidence.boards),
        seats=seats,
        began_known=bool(began),
        agents=agents,
        order=tuple(order),
        pairs=tuple(compare(evidence, a, b, rated) for a, b in pairs),
        triples=tuple(find(evidence)),
        forfeits=tuple(
            ForfeitedMatch(row.match, row.forfeit.agent, row.forfeit.why)
            for row in sorted(rows, key=lambda row: row.match)
            if row.forfeit is not None
        ),
        ratings=rated,
        duplicate=worth(rows, seed),
    )


class _Scores:
    """Matches and wins of every agent, from each place and in all, with their draws."""

    def __init__(self, evidence: Evidence, seats: int, began: dict[int, int]) -> None:
        self.seats, shape = seats, (len(evidence.boards), evidence.agents, seats)
        self.size, self.won = np.zeros(shape), np.zeros(shape)
        self.wins = np.zeros((evidence.agents, seats, 2), dtype=int)
        line = {board: number for number, board in enumerate(evidence.boards)}
        for row in evidence.rows:
            first = began.get(row.board, 0)
            for seat, agent in enumerate(row.seats):
                place, won = (seat - first) % seats, row.won(agent)
                self.size[line[row.board], agent, place] += 1
                self.won[line[row.board], agent, place] += won
                self.wins[agent, place] += (row.winner == agent, row.winner is None and won > 0)
        columns = np.hstack([self._flat(self.size), self._flat(self.won)])
        drawn = evidence.resample.sums(columns)
        half = drawn.shape[1] // 2
        unit = np.tile([1.0] * seats + [float(seats)], evidence.agents)
        self.drawn = evidence.resample.shares(drawn[:, :half], drawn[:, half:], unit, "scores")
        # against one rival the prior widens what few boards say too surely; against many it is too small for that
        self.tail = TAIL if evidence.agents == seats else tail_of(len(evidence.boards))

    def score(self, agent: int, place: int | None = None) -> Score:
        """Return the score of an agent: in all, or from one place."""
        column = agent * (self.seats + 1) + (self.seats if place is None else place)
        at = slice(None) if place is None else place
        matches, won = float(self.size[:, agent, at].sum()), float(self.won[:, agent, at].sum())
        wins, draws = self.wins[agent].sum(axis=0) if place is None else self.wins[agent, place]
        if not matches:
            return Score(0, 0, 0, Estimate(None, None, None))
        rate = estimate(won / matches, self.drawn[:, column], low=0.0, high=1.0, tail=self.tail)
        return Score(int(matches), int(wins), int(draws), rate)

    def _flat(self, sums: Numbers) -> Numbers:
        """One column for each place of each agent, and one for all its places."""
        flat: Numbers = np.concatenate([sums, sums.sum(axis=2, keepdims=True)], axis=2).reshape(
            len(sums), sums.shape[1] * (sums.shape[2] + 1)
        )
        return flat


def _result(evidence: Evidence, rated: Ratings, scores: _Scores, agent: int, name: str) -> Result:
    rows = [row for row in evidence.rows if agent in row.seats]

    def margin(which: Callable[[Row], bool]) -> Estimate:
        told = [row for row in rows if row.forfeit is None and which(row)]
        return ratio(boards((row.board, 1, _margin(row, agent)) for row in told))

    return Result(
        agent=agent,
        name=name,
        total=scores.score(agent),
        places=tuple(scores.score(agent, place) for place in range(scores.seats)),
        hands=sum(row.hands for row in rows),
        points=sum(row.net(agent) for row in rows),
        points_per_hand=ratio(boards((row.board, row.hands, row.net(agent)) for row in rows)),
        margin_won=margin(lambda row: row.winner == agent),
        margin_lost=margin(lambda row: row.winner not in (agent, None)),
        forfeits=sum(row.forfeit is not None and row.forfeit.agent == agent for row in rows),
        rating=rated.of(agent),
    )


def _margin(row: Row, agent: int) -> int:
    """The final score of an agent less that of the best of its rivals."""
    seat = row.seats.index(agent)
    return row.scores[seat] - max(score for other, score in enumerate(row.scores) if other != seat)


def _score(score: Score) -> JsonObject:
    return {
        "matches": score.matches,
        "wins": score.wins,
        "draws": score.draws,
        "win_rate": score.win_rate.to_dict(),
    }


def flat(entry: object, name: str = "") -> Iterable[tuple[str, Any]]:
    """Nested data as columns: ``rating_low``, ``places_1_wins``; a mean has no ending.

    >>> dict(flat({"rating": {"mean": 1500.0, "low": None}, "places": [{"wins": 2}]}))
    {'rating': 1500.0, 'rating_low': None, 'places_1_wins': 2}
    """
    if isinstance(entry, dict):
        for key, value in entry.items():
            yield from flat(value, name if key == "mean" and name else "_".join(filter(None, (name, key))))
    elif isinstance(entry, list | tuple):
        for number, value in enumerate(entry, 1):
            yield from flat(value, f"{name}_{number}")
    else:
        yield name, entry
