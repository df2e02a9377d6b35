"""The recorded people's profile: numbers only, counted once from hands of the UFSM group, which are not ours to ship.

Source: ``ufsm_baseline_3195x141.csv``, the 3,195 hands that people played against people on the group's web server
(Paulus; 147 matches to 24 points), as the importer keeps them; both players of a hand are observed in turn. The unit of
the intervals is the match. Answers to flor are not told there.
``python -m bolicho.lab.studies.profiles.people FILE`` counts them again and prints ``people.toml``.
"""

import csv
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from bolicho.lab.studies.profiles.cases import behaviour
from bolicho.lab.studies.profiles.profile import PEOPLE, Profile, Rate, add, over_units
from bolicho.learn.cases.base import CaseBase

MATCH = "idPartida"
"""The column of the group's file that tells the match of a hand; a base of cases has none."""


@cache
def people() -> Profile:
    """Return the profile of the recorded people.

    >>> round(people()["envido-low"].share, 2), people().matches
    (0.25, 147)
    """
    return shipped("people.toml", PEOPLE, PEOPLE)


def shipped(file: str, name: str, source: str) -> Profile:
    """Read a profile that was counted before."""
    data = tomllib.loads((files("bolicho.lab.studies.profiles") / file).read_text(encoding="utf-8"))
    rates = {part: {name: _rate(*numbers) for name, numbers in data[part].items()} for part in data["parts"]}
    return Profile(name, source, data["hands"], data["matches"], rates)


def _rate(done: int, of: int, low: float | None = None, high: float | None = None) -> Rate:
    return Rate(done, of, low, high)


def count_profile(path: Path) -> Profile:
    """Count the profile from the group's file of 141 columns."""
    sheets = []
    for base in _matches(path):
        sheet: dict[str, Counter[str]] = {}
        add(sheet, behaviour(base, whole=False))
        sheets.append(sheet)
    return over_units(PEOPLE, PEOPLE, sheets, len(sheets))


def _matches(path: Path) -> Iterator[CaseBase]:
    """Give the cases of each match."""
    from bolicho.learn.cases.truco.ufsm import import_ufsm

    with path.open(encoding="utf-8-sig", newline="") as file:
        header, *lines = csv.reader(file)
    groups: dict[str, list[list[str]]] = {}
    for line in lines:
        groups.setdefault(line[header.index(MATCH)], []).append(line)
    with TemporaryDirectory(prefix="bolicho-") as folder:
        part = Path(folder) / "match.csv"
        for match, group in groups.items():
            with part.open("w", encoding="utf-8", newline="") as out:
                csv.writer(out).writerows([header, *group])
            base, _ = import_ufsm(part, match or "none")
            if len(base):
                yield base


ABOUT = (
    "# How recorded people play: aggregate counts of the UFSM group's 3,195 baseline hands (people.py).",
    "# Each line: how often it was done, of how many chances, the ends of the 95 % interval (matches as units).",
)


def toml(profile: Profile, about: Sequence[str] = ABOUT) -> str:
    """Write the numbers of a profile: done, of, and the ends of the interval."""
    lines = [
        *about,
        f"hands = {profile.hands}",
        f"matches = {profile.matches}",
        f"parts = [{', '.join(repr(part) for part in profile.rates)}]".replace("'", '"'),
    ]
    for part, measures in profile.rates.items():
        lines += ["", f"[{part}]"]
        for name, found in measures.items():
            ends = [] if found.low is None or found.high is None else [f"{found.low:.4f}", f"{found.high:.4f}"]
            lines.append(f"{name} = [{', '.join([str(found.done), str(found.of), *ends])}]")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(toml(count_profile(Path(sys.argv[1]))), end="")
