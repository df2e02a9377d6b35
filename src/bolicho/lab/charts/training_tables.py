"""The tables of a training, made once from what its command tells as JSON: terminal and web show these very tables."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import Agent, Figure, Value, duration, file_size
from bolicho.core.words import Words
from bolicho.report.document import Table
from bolicho.report.web import bars, lines
from bolicho.report.worded_tables import worded

FOUND = ("start", "kept", "removed", "now")
HELP = ("asked", "answered", "timed_out")
Point = TypeVar("Point")


def words_of(language: str) -> Words:
    """Return the words that these tables are made with."""
    return Words("bolicho.lab.charts", language, "trainings.toml")


def thinned(points: Sequence[Point], most: int) -> Sequence[Point]:
    """Return the last point of each of so many equal parts; all of them where there are no more.

    >>> thinned(range(1, 101), 5), thinned("ab", 5)
    ([20, 40, 60, 80, 100], 'ab')
    """
    return points if len(points) <= most else [points[(n + 1) * len(points) // most - 1] for n in range(most)]


# ── Q-learning ────────────────────────────────────────────────────────────────────────────────────────────────────


def q_curve(curve: Sequence[JsonMapping], rival: str, words: Words) -> Table:
    """How a Q-table came to win."""
    kinds = ("training", "first", "second")
    rows: list[list[Value]] = [[point["episodes"], *(rate(point[kind]) for kind in kinds)] for point in curve]
    chart = lines("episodes", *kinds, interval=True, percent=True)
    return worded("q-curve", ("episodes", *kinds), rows, words, title=words("q-curve-table", rival=rival), chart=chart)


def qlearning(found: JsonObject, words: Words) -> list[Table]:
    """What a training of a Q-table tells."""
    seats = found["against_random"].items()
    counts = ("wins", "draws", "losses")
    played: list[list[Value]] = [[words(f"seat-{n}"), rate(one), *(one[key] for key in counts)] for n, one in seats]
    optimal: list[list[Value]] = [[words(f"optimal-{key}"), Figure(share)] for key, share in found["optimal"].items()]
    return [
        q_curve(found["curve"], found["settings"]["rival"], words),
        worded("q-random", ("seat", "rate", *counts), played, words, chart=bars("seat", "rate", percent=True)),
        worded("q-optimal", ("positions", "optimal"), optimal, words,
               chart=bars("positions", "optimal", interval=False, percent=True)),
        worded("q-table", ("fact", "count"), [[words(f"q-{key}"), found[key]] for key in ("entries", "moves")], words),
    ]  # fmt: skip


def rate(found: JsonMapping) -> Figure:
    """Return a share of wins with its interval; nothing was played where it has none."""
    return Figure(found.get("rate"), found.get("low"), found.get("high"))


# ── Markov ────────────────────────────────────────────────────────────────────────────────────────────────────────


def markov(found: JsonObject, words: Words) -> list[Table]:
    """What a training of the Markov player learned, and how often it won."""
    wins, shown = found["wins"], []
    if wins.get("per_hundred"):
        hundreds = [[100 * (n + 1), count] for n, count in enumerate(wins["per_hundred"])]
        keys = ("match", "wins_per_hundred")
        shown.append(worded("hundreds", keys, hundreds, words, chart=lines(*keys, middle=50)))
    entries = {"mano": wins["mano"]}
    if "learner" in wins:
        entries |= {"learner": wins["learner"], "mao": wins["learner"]["mao"], "pe": wins["learner"]["pe"]}
    rows = [[words(f"won-{name}"), rate(one), one["wins"], one["matches"]] for name, one in entries.items()]
    moved = [[words(f"matrix-{name}"), count] for name, count in found["updates"].items()]
    return [
        *shown,
        worded("markov-wins", ("who", "rate", "wins", "matches"), rows, words,
               chart=bars("who", "rate", percent=True, middle=0.5)),
        worded("updates", ("module", "updates"), moved, words, chart=bars("module", "updates", interval=False)),
    ]  # fmt: skip


# ── equilibrium ───────────────────────────────────────────────────────────────────────────────────────────────────


def ladder_curve(curve: Sequence[JsonMapping], words: Words) -> Table:
    """What could still be won from the strategy of the ladder game while it was solved."""
    rows: list[list[Value]] = []
    for point in curve:
        time = None if point["seconds"] is None else duration(point["seconds"], words.language)
        rows.append([point["iterations"], time, Figure(point["exploitability"], percent=False, signed=False, digits=4)])
    keys = ("iterations", "time", "exploitability")
    return worded("ladder-curve", keys, rows, words, chart=lines("iterations", "exploitability", zero=True))


def equilibrium(found: JsonObject, words: Words) -> list[Table]:
    """What a training towards an equilibrium tells: of the ladder game its curve, of the full game its tables."""
    if "curve" in found:
        amounts = {key: found[key] for key in ("exploitability", "before_packing")}
        amounts["mao_wins"] = found["mao"]["self_play"]
        said: list[list[Value]] = [
            [words(f"ladder-{key}"), Figure(value, percent=False, signed=False, digits=4)]
            for key, value in amounts.items()
        ]
        return [ladder_curve(found["curve"], words), worded("ladder-end", ("fact", "points"), said, words)]
    runs: list[list[Value]] = [[run, count] for run, count in found["traversals"].items()]
    files: list[list[Value]] = [[name, file_size(size, words.language)] for name, size in found["bytes"].items()]
    return [
        worded("full-runs", ("run", "traversals"), runs, words, chart=bars("run", "traversals", interval=False)),
        worded("full-files", ("strategy", "size"), files, words),
    ]


# ── cases ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def cases_growth(found: JsonObject, words: Words, most: int | None = None) -> Table:
    """How the bases of a bot grew; of ``most`` points at most, and the first."""
    modes, points = list(found["bases"]), found["growth"]
    keys = ("match", "hands", *modes)
    some = points if most is None else [points[0], *thinned(points[1:], most)]
    rows = [[point[key] for key in keys] for point in some]
    return worded("cases-growth", keys, rows, words, chart=lines("match", *modes, zero=False))


def cases_sizes(found: JsonObject, words: Words) -> Table:
    """What became of the bases; where a tutor was asked, how often about each."""
    help = HELP if any(found["help"]["asked"].values()) else ()
    rows: list[list[Value]] = [
        [mode, *(found["cases"][mode][key] for key in FOUND), *(found["help"][key][mode] for key in help)]
        for mode in found["bases"]
    ]
    title = words("cases-sizes-asked" if help else "cases-sizes-table")
    return worded("cases-sizes", ("base", *FOUND, *help), rows, words, title=title,
                  chart=bars("base", "now", interval=False))  # fmt: skip


def cases(found: JsonObject, words: Words) -> list[Table]:
    """How the three bases of a bot grew, and how it did."""
    return [cases_growth(found, words), cases_sizes(found, words), *_judged(found, words)]


def imitation_growth(found: JsonObject, words: Words, most: int | None = None) -> Table:
    """How a base grew by imitation: hands kept are a share of those seen since the line above."""
    points = found["growth"]
    some = points if most is None else [points[0], *thinned(points[1:], most)]
    rows: list[list[Value]] = []
    for before, point in zip((some[0], *some), some, strict=False):
        seen, kept = (point[key] - before[key] for key in ("hands", "kept"))
        share = Figure(kept / seen if seen else None)
        rows.append([point["match"], point["cases"], point["hands"], point["kept"], share, point["clusters"]])
    keys = ("match", "cases", "hands_seen", "hands_kept", "share", "clusters")
    return worded("imitation-growth", keys, rows, words, chart=lines("match", "cases", "hands_seen", "hands_kept"))


def scenarios(found: JsonObject, words: Words) -> Table:
    """The number of clusters of each scenario, at first and in the end."""
    parts = ("start", "end", "changes")
    rows = [[name, *(one[part] for part in parts)] for name, one in found["clusters"].items()]
    title = words("k-table", times=found["reclustered"])
    keys = ("scenario", "k_start", "k_end", "changes")
    return worded("k", keys, rows, words, title=title, chart=bars("scenario", "k_end", interval=False))


def imitation(found: JsonObject, words: Words) -> list[Table]:
    """How a base grew by imitation, and its clusters with it."""
    growth = imitation_growth(found, words)
    chart = lines("match", "clusters", zero=False)
    clusters = replace(growth.only("match", "clusters"), name="imitation-clusters", chart=chart)
    keys = ("match", "cases", "scenario", "k")
    moves = [[one[key] for key in keys] for one in found["cluster_changes"]]
    return [
        growth,
        replace(clusters, title=words("imitation-clusters-table")),
        scenarios(found, words),
        worded("k-changes", keys, moves, words),
        *_judged(found, words),
    ]


def _judged(found: JsonObject, words: Words) -> list[Table]:
    """Matches that judge what was learned, where some were asked for."""
    judged = found.get("judged")
    if not judged:
        return []
    verdict = words(f"verdict-{judged['verdict'].replace(' ', '-')}")
    won: list[Value] = [Figure(**judged["win_rate"]), judged["wins"][0], judged["matches"], verdict]
    keys = ("agent", "win_rate", "wins", "matches", "verdict")
    chart = bars("agent", "win_rate", percent=True, middle=0.5)
    return [worded("judged", keys, [[Agent(judged["agents"][0]), *won]], words, chart=chart)]


# ── clusters ──────────────────────────────────────────────────────────────────────────────────────────────────────


def clusters(base: str, found: JsonMapping, words: Words) -> Table:
    """How many clusters each scenario has."""
    from bolicho.learn.cases.truco.telling import title

    rows: list[list[Value]] = [
        [name, title(name, words.language), one["cases"], one["k"], words(f"rule-{one['rule']}")]
        for name, one in found.items()
    ]
    keys = ("scenario", "about", "cases", "k", "rule")
    named = words("clusters-table", base=base)
    return worded("clusters", keys, rows, words, title=named, chart=bars("scenario", "k", interval=False))


def clustering(found: JsonObject, words: Words) -> list[Table]:
    """How many clusters each scenario has, and the curve that says why."""
    each = found.get("scenarios") or found["clusters"]
    return [clusters(found["base"], each, words), *(_elbow(name, one, words) for name, one in each.items())]


def _elbow(name: str, one: JsonMapping, words: Words) -> Table:
    from bolicho.learn.cases.clustering.elbow import elbow
    from bolicho.learn.cases.truco.telling import title

    bend = elbow(one["wcss"])
    silhouettes = one.get("silhouettes") or []

    def at(values: Sequence[float | None], place: int) -> float | None:
        return values[place] if 0 <= place < len(values) else None

    rows = [
        [k, one["wcss"][k - 1], bend.wcss[k - 1], at(bend.ratios, k - 2), at(silhouettes, k - 2), k == one["k"]]
        for k in range(1, len(one["wcss"]) + 1)
    ]
    keys = ("k", "wcss", "normalised", "ratio", "silhouette", "chosen")
    named, note = f"{title(name, words.language)} ({name})", words("elbow-note", k=one["k"])
    chart = lines("k", "normalised", mark="chosen")
    return worded(f"elbow-{name}", keys, rows, words, title=named, note=note, chart=chart)
