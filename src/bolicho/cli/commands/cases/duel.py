"""``bolicho cases duel``: two sides as on the paper's screen: base, criteria, clusters, learning, sides swapped."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.commands.cases.shared import AS_JSON, STORE, opened, print_json, words_of
from bolicho.cli.design_options import takes
from bolicho.cli.interrupt import INTERRUPTED, interruptible
from bolicho.cli.judging import looking_in
from bolicho.cli.language import LANGUAGE
from bolicho.cli.options import rule_options
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.lab.options import DUEL
from bolicho.lab.studies.bases.side import EXAMPLE, KEEP, SIDES, read_side

if TYPE_CHECKING:
    from bolicho.lab.studies.bases.duel import Match


@takes(*DUEL, *(replace(KEEP, name=f"keep_{side}") for side in SIDES))
def duel(
    *,
    matches: int,
    swap: bool,
    seed: int,
    preset: str | None,
    target: int | None,
    keep_a: str | None,
    keep_b: str | None,
    a: Annotated[str, typer.Argument(metavar="SIDE", help=f"As {EXAMPLE},clusters=off,learning=imitation,auto_k=off.")],
    b: Annotated[str, typer.Argument(metavar="SIDE", help="The same, or agent=NAME.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder that keeps every match as it ends.")],
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Let two case-based players meet, set up as on the screen of Paulus (Figure 8). Either may learn meanwhile.

    A side has: base, cluster and action (criteria: MJ, PL, PV, NP), clusters (on, off), learning (none, imitation),
    auto_k (on, off: look for the number of clusters again as the base grows); or agent, any agent, such as
    agent=sound. The same command goes on after an interrupt or a kill.
    """
    from bolicho.cli.progress import progress
    from bolicho.lab.studies.bases.duel import Duel, Match
    from bolicho.lab.studies.bases.duel_results import duel_facts as result

    words = words_of(language)
    sides = read_side(a), read_side(b)
    asked = Duel(*sides, matches, swap, seed, tuple(rule_options(preset, target, []).items()))
    keep = dict(enumerate((keep_a, keep_b)))
    for place, name in keep.items():
        if name is not None and not sides[place].learns:
            raise BadInput(f"side {'AB'[place]} learns nothing that could be kept as {name!r}")
    with looking_in(store), Match(out, asked) as match:
        with progress(f"{sides[0].spec} - {sides[1].spec}") as bar, interruptible() as stop:
            whole = match.play(bar, stop.is_set)
        if not whole:
            typer.echo(words("duel-stopped", matches=len(match.steps)), err=True)
            raise typer.Exit(INTERRUPTED)
        _keep(match, {place: name for place, name in keep.items() if name is not None}, store)
        data = result(match)
    if as_json:
        print_json(data)
    else:
        _show(data, words.language)


def _keep(match: "Match", keep: dict[int, str], url: str | None) -> None:
    from bolicho.learn.cases import shelf

    with ExitStack() as stack:
        place = stack.enter_context(opened(url)) if keep else None
        for side, name in keep.items():
            assert place is not None
            base = match.learners[side].base
            note = f"learned by imitation from {match.duel.sides[side].base!r} in a duel, seed {match.duel.seed}"
            if any(known.name == name and known.note == note for known in place.bases()):
                continue  # kept before a kill
            new = base.subset(_all(len(base)), name)
            new.clusterings, new.source, new.note = dict(base.clusterings), "imitation", note
            shelf.save(new, place)


def _all(count: int) -> Any:
    import numpy as np

    return np.ones(count, dtype=bool)


def _show(data: JsonObject, language: str) -> None:
    from bolicho.core.words import Words
    from bolicho.lab.studies.bases.duel_tables import growth, words_of
    from bolicho.lab.tournament.tables import standings
    from bolicho.report.terminal import show_table

    table = standings(data["standings"], Words("bolicho.lab.tournament", language, "words.toml"))
    show_table(table.only("agent", "matches", "wins", "win_rate"), language)
    for one in growth(data, words_of(language)):
        show_table(replace(one, rows=one.rows[-1:]), language)
