"""``bolicho match``: an agent a seat, many matches on duplicate deals, one result."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.options import SALT, rule_options
from bolicho.cli.refusals import refusal
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.arena import Plan, Row, Standing
    from bolicho.core.record import Record
    from bolicho.store import Store


def match(
    game: Annotated[str, typer.Argument(help="The game.")],
    agents: Annotated[list[str], typer.Argument(help="The agents, one a seat; one may play against itself.")],
    matches: Annotated[
        int, typer.Option("--matches", "-n", help="How many matches; each set of deals is played once from every seat.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="Random seed: the same seed gives the same result.")] = 0,
    salt: str | None = SALT,
    workers: Annotated[int | None, typer.Option(help="Worker processes; by default one for each core.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    preset: Annotated[str | None, typer.Option(help="A named set of rules.")] = None,
    target: Annotated[int | None, typer.Option(help="Points that win a match.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    time_limit: Annotated[
        float, typer.Option(metavar="SECONDS", help="Time for one decision; an agent that takes longer forfeits.")
    ] = 10.0,
    records: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the matches in this file, as JSON lines.")
    ] = None,
    store: Annotated[str | None, typer.Option(metavar="URL", help="Keep the matches in a store.")] = None,
    language: str | None = LANGUAGE,
) -> None:
    """Let agents play many matches and count the wins.

    Matches come in sets with the same deals and the seats swapped, or rotated where more than two play; the intervals
    are 95 %.
    """
    from bolicho.arena import Plan, duplicate, standings

    words = Words("bolicho.cli.commands", speak(language), "match.toml")
    if matches < 1:
        raise BadInput(f"matches {matches}: expected at least 1")
    options = rule_options(preset, target, option or [])
    keep = records is not None or store is not None
    plan = Plan(game, tuple(agents), options, seed, time_limit, records=keep, salt=salt)
    plan.check()
    plan = plan.sealed()
    _check_seats(plan)
    rows = _played(plan, duplicate(range(len(agents)), matches), _count(workers), records, store)
    table = standings(rows, len(agents))
    if as_json:
        typer.echo(json.dumps(_result(plan, rows, table), ensure_ascii=False, indent=2))
    else:
        _show(plan, rows, table, words)


def _check_seats(plan: "Plan") -> None:
    seats = plan.build_game().seats
    if len(plan.agents) != seats:
        raise BadInput(f"{plan.game} needs {seats} agents, found {len(plan.agents)}: {' '.join(plan.agents)}")


def _count(workers: int | None) -> int:
    import os

    if workers is not None and workers < 1:
        raise BadInput(f"workers {workers}: expected at least 1")
    return workers or os.cpu_count() or 1


def _played(plan: "Plan", schedule: Sequence[Any], workers: int, path: Path | None, url: str | None) -> "list[Row]":
    """Play, and write what is to be kept when all is played; what cannot be written says so at the beginning."""
    from bolicho.arena import run
    from bolicho.arena.run.record_file import RecordFile
    from bolicho.cli.progress import progress

    with ExitStack() as stack:
        if plan.records:
            path = path or Path(stack.enter_context(TemporaryDirectory(prefix="bolicho-"))) / "records.jsonl"
        stores: list[Store] = []
        with ExitStack() as playing:
            file = None if path is None else playing.enter_context(RecordFile(path, range(len(schedule))))
            show = playing.enter_context(progress(" - ".join(plan.agents)))

            played = count(1)

            def done(row: "Row", record: str | None) -> None:
                if url is not None and not stores:  # the agents can be built: now a new store may be made
                    stores.append(stack.enter_context(_open(url)))
                if file is not None and record is not None:
                    file.add(row.match, record)
                show(next(played), len(schedule))

            rows = run(plan, schedule, workers=workers, done=done)
        for store in stores:
            assert path is not None
            store.save(_read(path))
    return rows


def _open(url: str) -> "Store":
    from bolicho.store import Store

    return Store.open(url)


def _read(path: Path) -> "Iterator[Record]":
    from bolicho.core.record import Record

    with path.open(encoding="utf-8") as lines:
        yield from map(Record.from_json, lines)


def _result(plan: "Plan", rows: "Sequence[Row]", table: "Sequence[Standing]") -> JsonObject:
    return {
        "agents": list(plan.agents),
        "game": plan.game,
        "options": dict(plan.build_game().options),
        "seed": plan.seed,
        **({"salt": plan.salt} if plan.salt else {}),
        "matches": len(rows),
        "wins": [standing.wins for standing in table],
        "draws": sum(row.winner is None for row in rows),
        "win_rate": [standing.win_rate.to_dict() for standing in table],
        "points_per_hand": [standing.points_per_hand.to_dict() for standing in table],
        "hands": sum(row.hands for row in rows),
        "forfeits": [
            {"match": row.match, "agent": plan.agents[row.forfeit.agent], "why": row.forfeit.why}
            for row in rows
            if row.forfeit is not None
        ],
    }


FAULTS_SHOWN = 5


def _show(plan: "Plan", rows: "Sequence[Row]", table: "Sequence[Standing]", words: Words) -> None:
    from bolicho.core.numbers import Figure, Value
    from bolicho.report.document import Table
    from bolicho.report.terminal import console, show_table

    paper, names = console(), _names(plan.agents)
    title = words("title", game=plan.game, matches=_matches(len(rows), words), seed=plan.seed)
    unit = plan.build_game().unit
    points = f"points-{unit}" if f"points-{unit}" in words else "points-other"
    columns = [words(key, unit=unit) for key in ("agent", "wins", "draws", "rate", points, "forfeits")]
    cells: list[list[Value]] = [
        [
            name,
            one.wins,
            one.draws,
            Figure.of(one.win_rate),
            Figure.of(one.points_per_hand, percent=False),
            one.forfeits,
        ]
        for name, one in zip(names, table, strict=True)
    ]
    show_table(Table("standings", title, columns, cells), words.language)
    paper.print(_sentence(names, table, words))
    if plan.salt:
        paper.print(words("salt" if plan.strangers else "salt-given", salt=plan.salt))
    faults = [(row.match, row.forfeit) for row in rows if row.forfeit is not None]
    for number, fault in faults[:FAULTS_SHOWN]:
        paper.print(words("forfeited", match=number, agent=names[fault.agent], why=refusal(fault.why, words.language)))
    if len(faults) > FAULTS_SHOWN:
        paper.print(words("more-forfeits", count=len(faults) - FAULTS_SHOWN))


def _sentence(names: Sequence[str], table: "Sequence[Standing]", words: Words) -> str:
    from bolicho.arena.results.intervals import ABOVE, side
    from bolicho.core.numbers import NOTHING, Figure, say, small

    best = max(table, key=lambda standing: standing.win_rate.mean or 0)
    rate = Figure.of(best.win_rate)
    took = "won" if not best.draws else "took-half" if len(names) == 2 else "took-share"
    return words(
        "stronger" if side(best.win_rate, 1 / len(names)) == ABOVE else "unknown",
        who=names[best.agent],
        took=words(took),
        share=say(rate, words.language),
        matches=_matches(best.matches, words),
        interval=small(rate, words.language) or NOTHING,
    )


def _names(agents: Sequence[str]) -> list[str]:
    """Tell apart an agent that plays against itself.

    >>> _names(["sound", "sound"]), _names(["sound", "bold"])
    (['sound (1)', 'sound (2)'], ['sound', 'bold'])
    """
    if len(set(agents)) == len(agents):
        return list(agents)
    return [f"{agent} ({number})" for number, agent in enumerate(agents, 1)]


def _matches(count: int, words: Words) -> str:
    return words("match") if count == 1 else words("matches", count=count)
