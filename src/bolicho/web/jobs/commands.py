"""What is typed for a job: the commands of Bolicho that do its work, from its options and a folder."""

from collections.abc import Callable, Sequence
from pathlib import Path

from bolicho.core.json_text import JsonMapping
from bolicho.core.options import words_of
from bolicho.lab.options import CLUSTERING, CLUSTERS, DUEL, PROFILE, REPRODUCTION, TOURNAMENT
from bolicho.lab.studies.bases.side import SIDES, side_of, side_text
from bolicho.lab.works.rosa.options import BIDDING, PLAY
from bolicho.train.equilibrium.design import FULL, LADDER, TRUNK

Options = JsonMapping
Command = list[str]
"""What is typed after ``bolicho``."""


def tournament(options: Options, work: Path) -> list[Command]:
    """A tournament."""
    return [["arena", *words_of(TOURNAMENT, options), f"--out={work}"]]


def duel(options: Options, work: Path) -> list[Command]:
    """Two sides as on the paper's screen."""
    kept = [f"--keep-{side}={options[f'{side}_keep']}" for side in SIDES if options.get(f"{side}_keep")]
    sides = [side_text(side_of(options, side)) for side in SIDES]
    return [["cases", "duel", *sides, *words_of(DUEL, options), *kept, f"--out={work}"]]


STRATEGIES = {LADDER: "strategy.ladder", FULL: "strategies", TRUNK: "trunk"}
"""Where the strategy of a game is kept: a file, or a folder with two of them."""
TRAININGS: dict[str, Callable[[Options, Path], list[Command]]] = {
    "train-qlearning": lambda _, work: [["train", "qlearning", f"--out={work / 'table.npz'}"]],
    "train-markov": lambda _, work: [
        ["train", "markov", f"--out={work / 'training'}"],
        ["markov", "heatmaps", str(work / "training"), f"--out={work / 'heatmaps'}"],
    ],
    "train-cases": lambda *_: [["train", "cases"]],
    "train-imitation": lambda *_: [["train", "imitation"]],
    "train-equilibrium": lambda options, work: [
        ["train", "equilibrium", f"--out={work / STRATEGIES[options['game']]}"]
    ],
}
"""What is typed for a training besides its options, which come after the first of these; bases are in the store."""


def reproduction(options: Options, work: Path) -> list[Command]:
    """An experiment of the lab."""
    named = {**options, "experiment": experiment(options)}
    return [["reproduce", *words_of(REPRODUCTION, named), f"--out={work}"]]


def experiment(options: Options) -> str:
    """Name an experiment, with the base that it begins with.

    >>> experiment({"experiment": "moral", "base": "mine"}), experiment({"experiment": "rosa"})
    ('moral:mine', 'rosa')
    """
    base = options.get("base")
    return f"{options['experiment']}:{base}" if base else str(options["experiment"])


PICTURE = "analysis.svg"
"""The bars of an analysis of Rikken."""


def rikken_bidding(options: Options, work: Path) -> list[Command]:
    """Rosa's screen of Figure 19."""
    work.mkdir(parents=True, exist_ok=True)
    return [["rikken", "bidding", *words_of(BIDDING, options), f"--out={work}", f"--plot={work / PICTURE}"]]


def rikken_play(options: Options, work: Path) -> list[Command]:
    """Rosa's screen of Figure 17."""
    work.mkdir(parents=True, exist_ok=True)
    return [["rikken", "play", *words_of(PLAY, options), f"--out={work}", f"--plot={work / PICTURE}"]]


def rikken_title(options: Options) -> str:
    """Name an analysis."""
    rivals = options.get("against") or options["technique"]
    return f"{options['technique']} × {rivals} · {options['contract']}"


def clustering(options: Options, work: Path) -> list[Command]:
    """The number of clusters of a base; with ``save`` the clusters too."""
    named = words_of(CLUSTERING, options)
    if options["save"]:
        return [["cases", "cluster", *named, *words_of(CLUSTERS, options)]]
    work.mkdir(parents=True, exist_ok=True)
    return [["cases", "elbow", *named, f"--plot={work / 'elbow.svg'}"]]


def profile(options: Options, work: Path) -> list[Command]:
    """How agents behave."""
    return [["profile", *words_of(PROFILE, options), f"--out={work}"]]


def names(names: Sequence[str], most: int = 4) -> str:
    """Names in a title.

    >>> names(["a", "b", "c"], 2)
    'a, b +1'
    """
    more = f" +{len(names) - most}" if len(names) > most else ""
    return ", ".join(names[:most]) + more
