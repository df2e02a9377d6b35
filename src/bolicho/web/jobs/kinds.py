"""What the lab can be asked to compute: one entry a kind, its fields as data; the form on the page is drawn from it.

A kind says which commands of Bolicho do the work, so that whatever a page starts can be typed in a terminal too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bolicho.core.errors import UnknownName
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.old_names import current
from bolicho.core.options import PRESET, TARGET, Option, declared, design_of, words_of
from bolicho.lab.options import CLUSTERING, CLUSTERS, DUEL, PROFILE, REPRODUCTION, TOURNAMENT
from bolicho.lab.studies.bases.side import side_of, side_options
from bolicho.lab.works.rosa.options import BIDDING, PLAY
from bolicho.train.cases.design import CaseDesign
from bolicho.train.equilibrium.design import EquilibriumDesign
from bolicho.train.imitation.design import FIRST_TEN, ImitationDesign
from bolicho.train.judging import JUDGE, JUDGE_BASE, JUDGE_POLICY
from bolicho.train.markov.design import MarkovDesign
from bolicho.train.qlearning.design import QLearningDesign
from bolicho.web.jobs import commands as commands
from bolicho.web.jobs.commands import Command, Options

WITH_A_BASE = ("paulus", "moral")
"""Works that can begin with a base of one's own."""
OWN_BASE = Option(
    "base", "choice", None, "A base of yours to begin with; by default the one that the work uses here.",
    "Uma base sua para começar; sem nada, a que o trabalho usa aqui.", source="bases",
    when=("experiment", WITH_A_BASE),
)  # fmt: skip
"""The terminal takes it with the experiment: ``moral:mine``."""
SAVE = Option(
    "save", "switch", False, "Keep the clusters with the base; else they are only looked at.",
    "Guarda os clusters com a base; senão, só se olha para eles.",
)  # fmt: skip
"""Which of two commands is meant: ``cases cluster``, else ``cases elbow``."""
TRAININGS: dict[str, tuple[Option, ...]] = {
    "train-qlearning": declared(QLearningDesign),
    "train-markov": (*declared(MarkovDesign), PRESET, TARGET),
    "train-cases": (*declared(CaseDesign), JUDGE),
    "train-imitation": (*declared(ImitationDesign), JUDGE_BASE, JUDGE_POLICY),
    "train-equilibrium": declared(EquilibriumDesign),
}
"""By kind, the options that its design declares; the terminal has the same."""


@dataclass(frozen=True)
class Kind:
    """A sort of job."""

    name: str
    group: str
    """Under which heading it stands."""
    fields: tuple[Option, ...]
    commands: Callable[[Options, Path], list[Command]]
    """From options and a folder to what is run, one after the other; the first prints the result as JSON."""
    title: Callable[[Options], str]
    opponent: Callable[[Options], str] | None = None
    """The agent that plays by what such a job learned, where people may sit down against it."""

    def read(self, options: JsonMapping) -> JsonObject:
        """Return all options, checked one by one; those that nobody knows are refused."""
        known = {field.name: field for field in self.fields}
        renamed = {field.formerly: field.name for field in self.fields if field.formerly}
        options = {current("option", name, renamed): value for name, value in options.items()}
        for name in options:
            if name not in known:
                raise UnknownName(f"option of {self.name}", str(name)[:60], known)
        read = {name: field.read(options.get(name)) for name, field in known.items()}
        return {name: value for name, value in read.items() if self._of_use(known, read, name)}

    def _of_use(self, known: Mapping[str, Option], read: Options, name: str) -> bool:
        when = known[name].when
        return when is None or (read[when[0]] in when[1] and self._of_use(known, read, when[0]))


def _training(
    name: str, title: Callable[[Options], str], opponent: Callable[[Options], str] | None = None
) -> Kind:  # fmt: skip
    asked = tuple(option for option in TRAININGS[name] if option.page)

    def typed(options: Options, work: Path) -> list[Command]:
        first, *more = commands.TRAININGS[name](options, work)
        return [[*first, *words_of(asked, options)], *more]

    return Kind(name, "train", asked, typed, title, opponent)


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "tournament",
            "play",
            TOURNAMENT,
            commands.tournament,
            lambda o: f"{o['game']}: {commands.names([*o['agents'], *filter(None, [o['field']])])} · {o['format']}",
        ),
        Kind(
            "duel",
            "play",
            (*side_options("a"), *side_options("b"), *DUEL),
            commands.duel,
            lambda o: f"{side_of(o, 'a').title} × {side_of(o, 'b').title}",
        ),
        Kind("profile", "play", PROFILE, commands.profile, lambda o: commands.names([*o["agents"], *o["bases"]])),
        _training("train-qlearning", lambda o: f"{o['game']} × {o['against']}"),
        _training("train-markov", lambda o: f"markov × {o['against'] or 'markov'}"),
        _training("train-cases", lambda o: f"{o['bot']} × {o['against']}", lambda o: design_of(CaseDesign, o).agent),
        _training(
            "train-imitation", lambda o: f"{o['start']} → {o['name']}", lambda o: f"cbr:{FIRST_TEN[0]}@{o['name']}"
        ),
        _training("train-equilibrium", lambda o: f"{o['game']} · {o.get('deck', 'full')}"),
        Kind(
            "reproduction",
            "reproduce",
            (*REPRODUCTION, OWN_BASE),
            commands.reproduction,
            lambda o: f"{commands.experiment(o)} · {o['scale']}",
        ),
        Kind("rikken-bidding", "reproduce", BIDDING, commands.rikken_bidding, commands.rikken_title),
        Kind("rikken-play", "reproduce", PLAY, commands.rikken_play, commands.rikken_title),
        Kind(
            "clustering",
            "cases",
            (*CLUSTERING, SAVE, *CLUSTERS),
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
