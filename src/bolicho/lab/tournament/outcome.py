"""A tournament from Python: agents by name or as objects, and what came out as tables, frames and figures.

>>> import bolicho
>>> found = bolicho.tournament(["sound", "novice"], "truco", matches=4, target=6)
>>> [result.name for result in found.standings][0], found.pair("sound", "novice").matches
('sound', 4)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

from bolicho.agents import is_stranger as is_strange_name
from bolicho.arena.matches.rows import Row
from bolicho.arena.plan.design import Design
from bolicho.arena.plan.plan import Plan
from bolicho.arena.results.comparison import Comparison
from bolicho.arena.results.frame import columns
from bolicho.arena.results.summary import Result, Results, results
from bolicho.arena.run.here import Here
from bolicho.arena.run.tournament import Engine, Local, Tournament
from bolicho.core.chance import OPEN
from bolicho.core.contract import Agent, Game
from bolicho.core.errors import BadInput, UnknownName, fault
from bolicho.core.numbers import Figure
from bolicho.core.strangers import is_stranger
from bolicho.core.words import Words, home_language
from bolicho.games import GAMES
from bolicho.games.html import block, table, text
from bolicho.lab.frames import Columns, Kind, make_frame, names_apart, pair_columns, standing_columns
from bolicho.lab.tournament import tables
from bolicho.lab.tournament.plots import cross, ratings
from bolicho.lab.tournament.report import Circumstances, arena_summary
from bolicho.report.document import Table
from bolicho.report.sheet import figure

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.figure import Figure as Sheet

TABLES = ("rows", "standings", "pairs")
FIGURES = ("ratings", "pairs")


@dataclass(frozen=True, repr=False)
class Outcome:
    """What came out of a tournament: a notebook shows the standings, and who beat whom."""

    design: Design
    rows: tuple[Row, ...]
    """One a match, as ``bolicho arena`` has them."""
    results: Results
    """Everything that the rows say, with intervals."""

    @property
    def standings(self) -> list[Result]:
        """How each agent did, the best first."""
        return [self.results.agents[agent] for agent in self.results.order]

    def pair(self, first: str, second: str) -> Comparison:
        """Return two agents compared, as the first sees it."""
        names = self.results.names
        for name in (first, second):
            if name not in names:
                raise UnknownName("agent of the tournament", name, names)
        return self.results.pair(names.index(first), names.index(second))

    def as_columns(self) -> Columns:
        """Return the rows by column."""
        return columns(self.rows, self.results.names)

    @overload
    def frame(self, table: str = "rows", kind: Literal["pandas"] = "pandas") -> "pandas.DataFrame": ...
    @overload
    def frame(self, table: str = "rows", *, kind: Literal["polars"]) -> "polars.DataFrame": ...
    def frame(self, table: str = "rows", kind: Kind = "pandas") -> Any:
        """Return the ``rows``, the ``standings`` or the ``pairs`` as a frame."""
        if table not in TABLES:
            raise UnknownName("table of a tournament", table, TABLES)
        if table == "rows":
            return make_frame(self.as_columns(), kind)
        return make_frame((standing_columns if table == "standings" else pair_columns)(self.results), kind)

    def figure(self, which: str = "ratings") -> "Sheet":
        """Draw the ``ratings`` with their intervals, or who beat whom (``pairs``): a figure of Matplotlib."""
        if which not in FIGURES:
            raise UnknownName("figure of a tournament", which, FIGURES)
        language = home_language()
        words = Words("bolicho.lab.tournament", language, "words.toml")
        names = [one.name for one in self.standings]
        if which == "ratings":
            rated = [Figure.rating(one.rating.mean, one.rating.low, one.rating.high) for one in self.standings]
            return figure(*ratings(names, rated, words("ratings-axis"), language))
        cells = tables.pair_figures(self.results.to_dict())
        squares = [[cells.get((a, b)) for b in names] for a in names]
        return figure(*cross(names, squares, language, words("cross-down"), words("cross-across")))

    def __repr__(self) -> str:
        names = ", ".join(one.name for one in self.standings)
        return f"<tournament of {self.design.plan.game}, {self.results.matches} matches: {names}>"

    def _repr_html_(self) -> str:
        plan = self.design.plan
        what = Circumstances(plan.game, plan.seed, self.design.format, self.design.decide)
        language = home_language()
        summary = arena_summary(self.results, what, "", language)
        findings = "".join(f"<li>{text(line)}</li>" for line in summary.findings)
        return block(f"<b>{text(summary.title)}</b><ul>{findings}</ul>{_tables(self.results, language)}")


def results_html(found: Results) -> str:
    """Return results of a tournament as HTML: standings, and who beat whom."""
    return block(_tables(found, home_language()))


def _tables(found: Results, language: str) -> str:
    words, data = Words("bolicho.lab.tournament", language, "words.toml"), found.to_dict()
    both = (tables.standings(data["standings"], words), tables.cross(data, words))
    return "".join(map(_table, both))


def _table(one: Table) -> str:
    told = one.means() if one.brief else one
    return table(told.columns, told.rows, told.title)


def tournament(
    agents: Sequence[str | Agent],
    game: str | Game,
    *,
    matches: int = 100,
    seed: int = 0,
    format: str = "round-robin",
    rounds: int | None = None,
    workers: int | None = None,
    time_limit: float = 10.0,
    salt: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Outcome:
    """Hold a tournament on duplicate deals, as ``bolicho arena`` does: with the same seed it gives the same rows.

    Agents are names or objects, the game is a name with its options or an object; ``matches`` are those of a pair each
    time it meets. All is played in this process, which needs no ``__main__`` guard; with ``workers`` in so many others.
    Where somebody plays who is not of the house, a secret ``salt`` is drawn; ``outcome.design.plan.salt`` keeps it.
    """
    if isinstance(game, Game) and options:
        raise BadInput(f"tournament: {', '.join(options)}: a game that is made has its options already")
    made: Game = game if isinstance(game, Game) else GAMES.make(game, **options)
    called = game if isinstance(game, str) else made.name
    known = {index: agent for index, agent in enumerate(agents) if not isinstance(agent, str)}
    names = [agent if isinstance(agent, str) else agent.name for agent in agents]
    specs = [f"object-{index}" if index in known else name for index, name in enumerate(names)]
    strange = any(map(is_stranger, known.values())) or any(
        is_strange_name(spec, called) for index, spec in enumerate(specs) if index not in known
    )
    plan = Plan(
        called,
        tuple(specs),
        dict(made.options) if isinstance(game, Game) else options,
        seed,
        time_limit,
        salt=salt if salt is not None or strange else OPEN,
        brought={specs[index]: b"" if workers is None else _packed(agent) for index, agent in known.items()},
    )
    engine: Engine = Here(known) if workers is None else Local(workers)
    with Tournament(None, Design(plan, format, matches, rounds)) as held:
        held.play(engine=engine, progress=progress)
        return Outcome(held.design, tuple(held.rows), results(held.rows, names_apart(names), seed))


def _packed(agent: Agent) -> bytes:
    """Pickle an agent, as what makes it in a worker."""
    import cloudpickle

    try:
        data: bytes = cloudpickle.dumps(lambda _game: agent)
    except Exception as error:
        raise BadInput(f"agent {agent.name!r} cannot be sent to a worker: it {fault(error)}") from error
    return data
