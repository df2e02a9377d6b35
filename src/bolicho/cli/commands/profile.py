"""``bolicho profile``: how Truco agents behave beside recorded people, from matches or from bases of cases."""

import json
import os
import platform
import shlex
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from bolicho.cli.commands.cases.shared import STORE, opened
from bolicho.cli.design_options import takes
from bolicho.cli.judging import looking_in
from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.options import rule_options
from bolicho.core.errors import BadInput
from bolicho.core.extras import need
from bolicho.core.files import make_folder
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words
from bolicho.lab.options import PROFILE

if TYPE_CHECKING:
    from bolicho.arena import Plan
    from bolicho.lab.studies.profiles.profile import Profile
    from bolicho.report.about import About
    from bolicho.report.document import Report, Section


@takes(*PROFILE)
def profile(
    *,
    agents: list[str] | None,
    bases: list[str] | None,
    against: str,
    matches: int,
    seed: int,
    preset: str | None,
    target: int | None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for the page, the map and the CSV.")] = None,
    workers: Annotated[int | None, typer.Option(help="Worker processes; by default one for each core.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the profiles as JSON.")] = False,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    time_limit: Annotated[
        float, typer.Option(metavar="SECONDS", help="Time for one decision; an agent that takes longer forfeits.")
    ] = 10.0,
    store: str | None = STORE,
    language: str | None = LANGUAGE,
) -> None:
    """Show how Truco agents behave: calls, bluffs, answers, folds and first cards, by seat and score.

    Every agent meets the same rivals on the same deals. Rates are of the chances that came, with 95 % intervals;
    recorded people stand beside them. docs/profiles.md says exactly what is counted.
    """
    from bolicho.lab.studies.profiles.people import people
    from bolicho.lab.studies.profiles.play import plan

    names, recorded, spoken = agents or [], bases or [], speak(language)
    if not names and not recorded:
        raise BadInput("profile needs an agent, or a base of cases (--base)")
    if workers is not None and workers < 1:
        raise BadInput(f"workers {workers}: expected at least 1")
    design = plan(names, against, rule_options(preset, target, option or []), seed, time_limit)
    _check(design, names, matches, out)
    began = monotonic()
    found = _of_bases(recorded, store, int(design.build_game().options["target"]))
    if names:
        with looking_in(store):
            found = (
                _played(
                    design, len(names), matches, workers, Words("bolicho.lab.studies.profiles", spoken, "words.toml")
                )
                + found
            )
    report = _report([*found, people()], design, names, against, matches, spoken)
    again = _again(design, names, against, matches, recorded)
    written = None if out is None else _write(report, _about(again, seed, monotonic() - began, workers), out, spoken)
    if as_json:
        settings = {"agents": names, "against": list(design.agents[len(names) :]) or ["self"], "matches": matches}
        data: JsonObject = {
            **(settings if names else {}),
            "seed": seed,
            "options": dict(design.build_game().options),
            "profiles": [one.to_dict() for one in (*found, people())],
            "page": None if written is None else str(written),
        }
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        from bolicho.report.terminal import show

        show(
            replace(report, sections=[_brief(section) for section in report.sections]),
            spoken,
            (written,) * bool(written),
        )


def _check(design: "Plan", names: Sequence[str], matches: int, out: Path | None) -> None:
    """Say what is wrong before anything is played."""
    if matches < 1:
        raise BadInput(f"matches {matches}: expected at least 1")
    if names:
        design.check()
    need("matplotlib")
    if out is not None:
        make_folder(out)


def _played(design: "Plan", agents: int, matches: int, workers: int | None, words: Words) -> "list[Profile]":
    from bolicho.cli.progress import progress
    from bolicho.lab.studies.profiles.play import measure_profiles, schedule

    total, played = len(schedule(agents, len(design.agents) - agents, matches)), count(1)
    with progress(words("bar")) as show:
        return measure_profiles(
            design, agents, matches, workers or os.cpu_count() or 1, lambda *_: show(next(played), total)
        )


def _of_bases(names: Sequence[str], url: str | None, target: int) -> "list[Profile]":
    from bolicho.lab.studies.profiles.cases import behaviour
    from bolicho.lab.studies.profiles.profile import of_cells
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.files import is_file

    found = []
    for name in names:
        if name in shelf.BUNDLED or is_file(name):
            base = shelf.base(name)
        else:
            with opened(url) as store:
                base = shelf.base(name, store=store)
        found.append(of_cells(base.name, behaviour(base, target)))
    return found


def _report(
    found: "Sequence[Profile]", design: "Plan", names: Sequence[str], against: str, matches: int, language: str
) -> "Report":
    from bolicho.lab.studies.profiles.report import report

    words = Words("bolicho.lab.studies.profiles", language, "words.toml")
    facts = {"rivals": ", ".join(design.agents[len(names) :]), "matches": matches, "seed": design.seed}
    lead = words("lead-cases") if not names else words("lead-self" if against == "self" else "lead-field", **facts)
    return report(words("title"), lead, found, language)


def _again(design: "Plan", names: Sequence[str], against: str, matches: int, bases: Sequence[str]) -> str:
    """What to type for the same numbers."""
    played = ["--against", against, "--matches", str(matches), "--seed", str(design.seed)] if names else []
    rules = [word for name, value in design.options.items() for word in ("--option", f"{name}={value}")]
    recorded = [word for base in bases for word in ("--base", base)]
    return shlex.join(["bolicho", "profile", *names, *played, *rules, *recorded])


def _about(again: str, seed: int, seconds: float, workers: int | None) -> "About":
    from bolicho.report.about import About, versions

    return About(
        name="profile",
        scale="",
        seed=seed,
        cells=0,
        seconds=seconds,
        date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        workers=workers or os.cpu_count() or 1,
        versions=versions(),
        platform=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        again=again,
    )


def _write(report: "Report", about: "About", out: Path, language: str) -> Path:
    from bolicho.report.files import write_report

    return write_report(report, about, out, language)[0]


def _brief(section: "Section") -> "Section":
    """Leave intervals to the page: there are many columns."""
    from bolicho.report.document import Table

    return replace(
        section, shows=[replace(one, brief=True) if isinstance(one, Table) else one for one in section.shows]
    )
