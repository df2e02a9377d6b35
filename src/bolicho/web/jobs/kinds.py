"""What the lab can be asked to compute: one entry a kind, its fields as data; the form on the page is drawn from it.

A kind says which commands of Bolicho do the work, so that whatever a page starts can be typed in a terminal too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bolicho.core.errors import UnknownName
from bolicho.lab.engine.experiment import RENAMED, SCALES
from bolicho.web.jobs import commands as commands
from bolicho.web.jobs.commands import Command, Options
from bolicho.web.jobs.fields import Field

CRITERIA = ("MJ", "PL", "PV", "NP")
FORMATS = ("round-robin", "gauntlet", "swiss", "league", "learning")
MOST_SEED = 2**53 - 1
"""What a browser's number can hold."""


@dataclass(frozen=True)
class Kind:
    """A sort of job."""

    name: str
    group: str
    """Under which heading it stands."""
    fields: tuple[Field, ...]
    commands: Callable[[Options, Path], list[Command]]
    """From options and a folder to what is run, one after the other; the first prints the result as JSON."""
    title: Callable[[Options], str]

    def read(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, checked one by one; those that nobody knows are refused."""
        known = {field.name: field for field in self.fields}
        for name in options:
            if name not in known:
                raise UnknownName(f"option of {self.name}", str(name)[:60], known)
        read = {name: field.read(options.get(name)) for name, field in known.items()}
        return {name: value for name, value in read.items() if self._of_use(known, read, name)}

    def _of_use(self, known: Mapping[str, Field], read: Options, name: str) -> bool:
        when = known[name].when
        return when is None or (read[when[0]] in when[1] and self._of_use(known, read, when[0]))


SEED = Field("seed", "integer", 1, 0, MOST_SEED)
TARGET = Field("target", "integer", None, 1, 1000, required=False)
PRESET = Field("preset", "text", None, required=False)
JUDGE = Field("judge", "integer", 0, 0, 20_000)


def matches(default: int, most: int = 100_000) -> Field:
    """How many matches."""
    return Field("matches", "integer", default, 1, most)


def _side(side: str) -> tuple[Field, ...]:
    """One side of the paper's screen (Paulus 2020, Figure 8)."""
    cases = (f"{side}_technique", ("cases",))
    return (
        Field(f"{side}_technique", "choice", "cases", choices=("cases", "agent"), group=side),
        Field(f"{side}_agent", "choice", "sound", source="agents", group=side, when=(f"{side}_technique", ("agent",))),
        Field(f"{side}_base", "choice", "baseline", source="bases", group=side, when=cases),
        Field(f"{side}_clusters", "switch", True, group=side, when=cases),
        Field(f"{side}_cluster", "choice", "PV", choices=CRITERIA, group=side, when=(f"{side}_clusters", (True,))),
        Field(f"{side}_action", "choice", "NP", choices=CRITERIA, group=side, when=cases),
        Field(f"{side}_learning", "choice", "none", choices=("none", "imitation"), group=side, when=cases),
        Field(f"{side}_auto_k", "switch", True, group=side, when=(f"{side}_learning", ("imitation",))),
        Field(f"{side}_keep", "text", required=False, group=side, when=(f"{side}_learning", ("imitation",))),
    )


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "tournament",
            "play",
            (
                Field("game", "choice", "truco", source="games"),
                Field("agents", "words", ["sound", "bold", "novice"], source="agents"),
                Field("field", "choice", None, source="fields", required=False),
                Field(
                    "format",
                    "choice",
                    "round-robin",
                    choices=FORMATS,
                ),
                matches(40),
                Field("rounds", "integer", None, 1, 1000, required=False, when=("format", FORMATS[2:])),
                SEED,
                Field("decide", "switch", False, when=("format", FORMATS[:2])),
                Field("profiles", "switch", False, when=("game", ("truco",))),
                PRESET,
                TARGET,
                Field("time_limit", "number", 10.0, 0.01, 600),
            ),
            commands.tournament,
            lambda o: f"{o['game']}: {commands.names([*o['agents'], *filter(None, [o['field']])])} · {o['format']}",
        ),
        Kind(
            "duel",
            "play",
            (*_side("a"), *_side("b"), matches(10, 20_000), Field("swap", "switch", True), SEED, PRESET, TARGET),
            commands.duel,
            lambda o: f"{commands.side_name(o, 'a')} × {commands.side_name(o, 'b')}",
        ),
        Kind(
            "profile",
            "play",
            (
                Field("agents", "words", ["sound", "bluffer"], source="agents"),
                Field("bases", "words", [], source="bases"),
                Field("against", "text", "self"),
                matches(40),
                SEED,
                PRESET,
                TARGET,
            ),
            commands.profile,
            lambda o: commands.names([*o["agents"], *o["bases"]]),
        ),
        Kind(
            "train-qlearning",
            "train",
            (
                Field("game", "choice", "tapatan", source="boards"),
                Field("episodes", "integer", 100_000, 1, 100_000_000),
                Field("against", "text", "random"),
                Field("seat", "choice", "both", choices=("first", "second", "both")),
                Field("alpha", "number", 0.2, 0, 1),
                Field("gamma", "number", 0.7, 0, 1),
                Field("epsilon", "number", 0.3, 0, 1),
                SEED,
            ),
            commands.qlearning,
            lambda o: f"{o['game']} × {o['against']}",
        ),
        Kind(
            "train-markov",
            "train",
            (
                matches(1000, 999_999),
                Field("save_every", "integer", 200, 1, 999_999),
                Field("against", "text", None, required=False, source="agents"),
                Field("switches", "text", "", required=False),
                SEED,
                PRESET,
                TARGET,
            ),
            commands.markov,
            lambda o: f"markov × {o['against'] or 'markov'}",
        ),
        Kind(
            "train-cases",
            "train",
            (
                Field("bot", "text", "bot1"),
                Field("against", "text", "bot0", source="agents"),
                matches(100),
                Field("name", "text", None, required=False),
                Field("start", "choice", "starter", source="bases"),
                Field("tutor", "text", None, required=False, source="agents"),
                Field("salt", "switch", False),
                Field("guided", "text", "", required=False),
                SEED,
                JUDGE,
            ),
            commands.cases,
            lambda o: f"{o['bot']} × {o['against']}",
        ),
        Kind(
            "train-imitation",
            "train",
            (
                Field("name", "text"),
                Field("start", "choice", "baseline", source="bases"),
                Field("policies", "text", None, required=False),
                matches(100),
                Field("observer", "choice", "drawn", choices=("drawn", "both")),
                Field("enough", "integer", 100, 1, 1_000_000),
                Field("threshold", "number", 0.98, 0, 1),
                Field("recluster", "text", "1%"),
                Field("clean", "switch", True),
                Field("clean_start", "switch", False),
                SEED,
                JUDGE,
                Field("judge_policy", "text", "PVCNPS"),
            ),
            commands.imitation,
            lambda o: f"{o['start']} → {o['name']}",
        ),
        Kind(
            "reproduction",
            "reproduce",
            (
                Field("experiment", "choice", "scripted", source="experiments"),
                Field("scale", "choice", "quick", choices=SCALES, renamed=RENAMED),
                SEED,
            ),
            commands.reproduction,
            lambda o: f"{o['experiment']} · {o['scale']}",
        ),
        Kind(
            "clustering",
            "cases",
            (
                Field("base", "choice", "baseline", source="bases"),
                Field("scenarios", "words", [], source="scenarios"),
                Field("rule", "choice", "elbow", choices=("elbow", "silhouette")),
                Field("largest", "integer", 10, 3, 50),
                SEED,
                Field("save", "switch", False),
                Field("k", "integer", None, 1, 50, required=False, when=("save", (True,))),
                Field("new", "text", None, required=False, when=("save", (True,))),
            ),
            commands.clustering,
            lambda o: f"{o['base']} · {o['rule']}",
        ),
    )
}


def kind_of(name: str) -> Kind:
    """Return a kind by its name."""
    if name not in KINDS:
        raise UnknownName("kind of job", name[:60], KINDS)
    return KINDS[name]
