"""What is typed for a job: the commands of Bolicho that do its work, from its options and a folder."""

from collections.abc import Callable, Sequence
from pathlib import Path

from bolicho.core.json_text import JsonMapping
from bolicho.core.options import words_of
from bolicho.lab.options import CLUSTERING, CLUSTERS, DUEL, PROFILE, REPRODUCTION, TOURNAMENT
from bolicho.lab.works.rosa.options import BIDDING, PLAY

Options = JsonMapping
Command = list[str]
"""What is typed after ``bolicho``."""


def tournament(options: Options, work: Path) -> list[Command]:
    """A tournament."""
    return [["arena", *words_of(TOURNAMENT, options), f"--out={work}"]]


def duel(options: Options, work: Path) -> list[Command]:
    """Two sides as on the paper's screen."""
    kept = [f"--keep-{side}={options[f'{side}_keep']}" for side in "ab" if options.get(f"{side}_keep")]
    sides = [side_text(options, side) for side in "ab"]
    return [["cases", "duel", *sides, *words_of(DUEL, options), *kept, f"--out={work}"]]


def side_text(options: Options, side: str) -> str:
    """Write one side as ``bolicho cases duel`` reads it."""
    given = {name.removeprefix(f"{side}_"): value for name, value in options.items() if name.startswith(f"{side}_")}
    if given["technique"] == "agent":
        return f"agent={given['agent']}"
    kept = [name for name in ("base", "cluster", "action", "clusters", "learning", "auto_k") if name in given]
    return ",".join(f"{name}={SAID.get(given[name], given[name])}" for name in kept)


def side_name(options: Options, side: str) -> str:
    """Name one side in a title.

    >>> side_name({"a_technique": "cases", "a_base": "mine", "a_action": "NP", "a_learning": "imitation"}, "a")
    'NPS@mine (imitation)'
    """
    given = {name.removeprefix(f"{side}_"): value for name, value in options.items() if name.startswith(f"{side}_")}
    if given["technique"] == "agent":
        return str(given["agent"])
    cluster, action = given.get("cluster"), given["action"]
    policy = f"{action}S" if cluster is None else f"{cluster}CS" if cluster == action else f"{cluster}C{action}S"
    learning = f" ({given['learning']})" if given["learning"] != "none" else ""
    return f"{policy}@{given['base']}{learning}"


SAID = {True: "on", False: "off"}


TRAININGS: dict[str, Callable[[Path], list[Command]]] = {
    "train-qlearning": lambda work: [["train", "qlearning", f"--out={work / 'table.npz'}"]],
    "train-markov": lambda work: [
        ["train", "markov", f"--out={work / 'training'}"],
        ["markov", "heatmaps", str(work / "training"), f"--out={work / 'heatmaps'}"],
    ],
    "train-cases": lambda _: [["train", "cases"]],
    "train-imitation": lambda _: [["train", "imitation"]],
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
