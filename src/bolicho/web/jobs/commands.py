"""What is typed for a job: the commands of Bolicho that do its work, from its options and a folder."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

Options = Mapping[str, Any]
Command = list[str]
"""What is typed after ``bolicho``."""


def _given(options: Options, *names: str) -> Command:
    """Options as a command takes them: ``matches`` -> ``--matches=10``, a switch that is on -> ``--profiles``."""
    found: Command = []
    for name in names:
        value, word = options.get(name), f"--{name.replace('_', '-')}"
        if value is True:
            found.append(word)
        elif value not in (None, False, ""):
            found.append(f"{word}={value}")
    return found


def tournament(options: Options, work: Path) -> list[Command]:
    """A tournament."""
    named = _given(options, "field", "format", "matches", "rounds", "seed", "decide", "profiles", "preset", "target")
    return [["arena", options["game"], *options["agents"], *named, *_given(options, "time_limit"), f"--out={work}"]]


def duel(options: Options, work: Path) -> list[Command]:
    """Two sides as on the seed's screen."""
    more = _given({**options, "keep_a": options.get("a_keep"), "keep_b": options.get("b_keep")}, "keep_a", "keep_b")
    swap = "--swap" if options["swap"] else "--no-swap"
    named = [*_given(options, "matches", "seed", "preset", "target"), swap, *more]
    return [["cases", "duel", side_text(options, "a"), side_text(options, "b"), *named, f"--out={work}"]]


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
    return [["reproduce", options["experiment"], *_given(options, "scale", "seed"), f"--out={work}"]]


def clustering(options: Options, work: Path) -> list[Command]:
    """The number of clusters of a base; with ``save`` the clusters too."""
    named = [*_given(options, "rule", "largest", "seed"), *(f"--scenario={one}" for one in options["scenarios"])]
    if options["save"]:
        more = [f"--as={options['new']}"] if options.get("new") else []
        more += _given(options, "k")
        return [["cases", "cluster", options["base"], *named, *more]]
    work.mkdir(parents=True, exist_ok=True)
    return [["cases", "elbow", options["base"], *named, f"--plot={work / 'elbow.svg'}"]]


def profile(options: Options, work: Path) -> list[Command]:
    """How agents behave."""
    named = _given(options, "against", "matches", "seed", "preset", "target")
    return [["profile", *options["agents"], *named, *(f"--base={one}" for one in options["bases"]), f"--out={work}"]]


def names(names: Sequence[str], most: int = 4) -> str:
    """Names in a title.

    >>> names(["a", "b", "c"], 2)
    'a, b +1'
    """
    more = f" +{len(names) - most}" if len(names) > most else ""
    return ", ".join(names[:most]) + more
