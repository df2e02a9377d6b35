"""What ``bolicho arena`` prints: standings, whether the best is better than the next, circles, forfeits, files."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bolicho.core.words import Words
from bolicho.games.face import face_named

if TYPE_CHECKING:
    from rich.table import Table

    from bolicho.arena.plan.design import Design
    from bolicho.arena.results.intervals import Estimate
    from bolicho.arena.results.summary import Results

SHOWN = 5
"""Forfeits and circles that are told one by one."""
LONGEST = 24
"""Letters of a name that are shown on a narrow screen too."""


def names(agents: Sequence[str]) -> list[str]:
    """Tell apart agents of the same name.

    >>> names(["sound", "bold", "sound"])
    ['sound (1)', 'bold', 'sound (2)']
    """
    often, seen = Counter(agents), Counter[str]()
    told = []
    for agent in agents:
        seen[agent] += 1
        told.append(f"{agent} ({seen[agent]})" if often[agent] > 1 else agent)
    return told


def show(design: "Design", found: "Results", words: Words, taken_over: int, written: Sequence[Path]) -> None:
    """Print what came out."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
    console.print(_standings(design, found, words))
    console.print(_points(design, found, words))
    for line in _lines(found, words):
        console.print(escape(line))
    if design.plan.salt:
        console.print(escape(words("salt" if design.plan.strangers else "salt-given", salt=design.plan.salt)))
    if taken_over:
        console.print(words("taken-over", done=taken_over, all=found.matches))
    for path in written:
        console.print(escape(str(path)))


def _standings(design: "Design", found: "Results", words: Words) -> "Table":
    title = words("title", game=design.plan.game, format=design.format, matches=found.matches, seed=design.plan.seed)
    rows = [
        (
            *(str(agent.total.matches), str(agent.total.wins)),
            *(_percent(agent.total.win_rate.mean), _range(agent.total.win_rate)),
            *(_around(agent.rating, "{:.0f}", "{:.0f}"), str(agent.forfeits)),
        )
        for agent in found.agents
    ]
    return _grid(found, words, ("matches", "wins", "rate", "interval", "rating", "forfeits"), rows, title)


def _points(design: "Design", found: "Results", words: Words) -> "Table":
    """Points, and the two places where two play: who has the first move of the match is mão."""
    two = found.seats == 2 and found.began_known
    places = ("first", "second") if face_named(design.plan.game).mano else ("began", "followed")
    rows = [
        (
            *(_around(agent.points_per_hand, "{:+.3f}", "{:.3f}"), _mean(agent.margin_won), _mean(agent.margin_lost)),
            *(_percent(place.win_rate.mean) for place in agent.places if two),
        )
        for agent in found.agents
    ]
    return _grid(found, words, ("points", "won-by", "lost-by", *(places if two else ())), rows)


def _grid(
    found: "Results", words: Words, columns: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None
) -> "Table":
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    grid = Table(title=None if title is None else escape(title), title_justify="left", box=box.SIMPLE_HEAD)
    grid.add_column(words("agent"), no_wrap=True, min_width=min(LONGEST, max(map(len, found.names))))
    for column in columns:
        grid.add_column(words(column), justify="right", no_wrap=True)
    for index in found.order:
        grid.add_row(escape(found.names[index]), *rows[index])
    return grid


def _lines(found: "Results", words: Words) -> list[str]:
    lines = []
    if len(found.order) > 1:
        best, next_best = found.order[:2]
        pair = found.pair(best, next_best)
        facts = {"first": found.names[best], "second": found.names[next_best]}
        if pair.probability is None:
            lines.append(words("unknown", **facts))
        else:
            lines.append(words("better", chance=_chance(pair.probability), **facts))
            if pair.further:
                lines.append(words("further", matches=pair.further))
    for three in found.triples[:SHOWN]:
        circle = (*three.agents, three.agents[0])
        told = " > ".join(found.names[agent] for agent in circle)
        lines.append(words("circle-sure" if three.sure else "circle", agents=told, chance=_chance(three.probability)))
    if found.duplicate is not None and found.duplicate.points.times.mean is not None:
        mean, low, high = found.duplicate.points.times
        between = "" if low is None or high is None else f" ({low:.1f}–{high:.1f})"
        lines.append(words("duplicate", times=f"{mean:.1f}{between}"))
    for lost in found.forfeits[:SHOWN]:
        lines.append(words("forfeited", match=lost.match, agent=found.names[lost.agent], why=lost.why))
    if len(found.forfeits) > SHOWN:
        lines.append(words("more-forfeits", count=len(found.forfeits) - SHOWN))
    return lines


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _chance(chance: float) -> str:
    from bolicho.arena.results.comparison import NEARLY

    if NEARLY >= chance >= 1 - NEARLY:
        return _percent(chance)
    return f"> {_percent(NEARLY)}" if chance > NEARLY else f"< {_percent(1 - NEARLY)}"


def _range(estimate: "Estimate") -> str:
    _, low, high = estimate
    return "–" if low is None or high is None else f"{100 * low:.1f}–{100 * high:.1f}"


def _around(estimate: "Estimate", form: str, half: str) -> str:
    mean, low, high = estimate
    if mean is None:
        return "–"
    return form.format(mean) + ("" if low is None or high is None else " ± " + half.format((high - low) / 2))


def _mean(estimate: "Estimate") -> str:
    return "–" if estimate.mean is None else f"{estimate.mean:+.1f}"
