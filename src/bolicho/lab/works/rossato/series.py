"""One series of the experiments: the Markov player learns from match to match, alone in its process, in a folder.

Against a case-based player the rival's seat keeps a log of the hands, a line each; a series that was killed goes on
from the last matrices that it saved, and the hands played twice are the same ones. Against itself the hands of both
seats are counted. Times are those of the processor, which do not grow on a busy machine as those of the clock do.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, TextIO

import numpy as np

from bolicho.agents import make
from bolicho.core import hooks
from bolicho.core.chance import stream
from bolicho.core.contract import Agent, Decision, Question
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.times import Times
from bolicho.games.truco.view import View
from bolicho.lab.charts.heatmap import MATRICES, SAME, Numbers, changed, difference, picture, sheet
from bolicho.lab.engine.experiment import Rows
from bolicho.lab.engine.truco_habits import SIGNS, VitalCounts, seen_habits
from bolicho.lab.works.rossato.log import COUNTS, count_hands
from bolicho.lab.works.rossato.pictures import added_where
from bolicho.learn.markov import file
from bolicho.learn.markov.matrices import Matrices
from bolicho.train.markov.design import MarkovDesign as Training
from bolicho.train.markov.training import BOTH, MarkovTraining

LOG = "hands.jsonl"


def series(
    folder: Path,
    facts: JsonMapping,
    seed: int,
    options: JsonMapping,
    rival: str | None,
    switches: JsonMapping | None = None,
) -> Rows:
    """Play a series to its end; return a row a match, then what the matrices look like at each snapshot."""
    training = _training(folder, facts, seed, options, rival, switches or {})
    watched = training.rival if isinstance(training.rival, HandWriter) else None
    if watched is not None:
        watched.open(folder.with_name(f"{folder.name}-{LOG}"), training.done)
    try:
        training.train()
    finally:
        if watched is not None:
            watched.close()
    logs = {} if watched is None else read_log(watched.path)
    rows = [_told(row, logs.get(row["match"]), training.times) for row in training.rows]
    if watched is not None and any(sum(row["log"][0]) != row["hands"] for row in rows):
        shutil.rmtree(folder)  # a power cut took hands of the log with it: all is played again
        watched.path.unlink()
        return series(folder, facts, seed, options, rival, switches)
    return [*rows, *snapshots(training.snapshots, facts["shown"], whole=facts["whole"])]


def series_job(
    facts: JsonMapping, seed: int, options: JsonMapping, bases: Mapping[str, str], switches: JsonMapping
) -> Rows:
    """Play the series of a cell in its home; the rival plays on the base of the round."""
    rival = f"cbr:{facts['rival']}@{bases[facts['base']]},preset={facts['reading']}" if "rival" in facts else None
    return series(Path(facts["home"]), facts, seed, options, rival, switches)


def run_seed(seed: int, run: int) -> int:
    """Return the seed of a run: all series of one run have the same deals, so that they can be compared."""
    return stream(seed, "rossato", run).getrandbits(31)


def _training(
    folder: Path, facts: JsonMapping, seed: int, options: JsonMapping, rival: str | None, switches: JsonMapping
) -> MarkovTraining:
    against = None if rival is None else f"{facts['rival']} on {facts['base']}"
    asked = Training(
        matches=facts["matches"],
        save_every=facts["every"],
        against=against,
        seed=run_seed(seed, facts["run"]),
        options=dict(options),
        settings=switches,
    )
    agent = None if rival is None else HandWriter(make(rival, asked.game()))
    if agent is not None:
        hooks.be_brief(agent.agent)
    return TimedTraining(folder, asked, agent)


class TimedTraining(MarkovTraining):
    """A training timed by the processor, whose rows also tell in self-play what both seats did."""

    clock = staticmethod(process_time)

    def told(self, views: Sequence[View]) -> JsonObject:
        """Count the hands of self-play."""
        if self.rival is not None:
            return {}
        seats = [count_hands([view for view in views if view.seat == seat], seat) for seat in BOTH]
        signs = VitalCounts()
        for view in views:
            if view.seat == BOTH[0]:
                signs.add(view)
        log = [[a + b for a, b in zip(*pairs, strict=True)] for pairs in zip(*seats, strict=True)]
        return {"log": log, "habits": signs.counted()}


class HandWriter:
    """A rival that writes down every hand it has seen the end of, from the other seat's side."""

    def __init__(self, agent: Agent) -> None:
        self.agent, self.name = agent, agent.name
        self.path = Path()
        self.match = self.hand = -1
        self.out: TextIO | None = None

    def open(self, path: Path, match: int) -> None:
        """Begin to write, with the match of this number."""
        self.path, self.match, self.out = path, match - 1, path.open("a", encoding="utf-8")
        self.out.write("\n")  # what a kill left of a line ends here

    def close(self) -> None:
        """Bring all to the disk."""
        if self.out is not None:
            self.out.close()

    def sit(self) -> "HandWriter":
        """Sit down for the next match."""
        self.match, self.hand = self.match + 1, 0
        self.seated: Any = hooks.seated(self.agent)
        return self

    def choose(self, view: View, rng: Random) -> Decision | Question:
        """Play as the rival does."""
        found: Decision | Question = self.seated.choose(view, rng)
        return found

    def saw(self, view: View) -> None:
        """Write the hand down."""
        hooks.show(self.seated, view)
        assert self.out is not None
        line = {
            "match": self.match,
            "hand": self.hand,
            "log": count_hands([view], view.rival),
            "habits": seen_habits(view),
        }
        self.out.write(json.dumps(line, separators=(",", ":")) + "\n")
        self.out.flush()
        self.hand += 1


def read_log(path: Path) -> dict[int, JsonObject]:
    """Return what was counted in each match, and its habits; of a hand that stands there twice, once."""
    hands: dict[tuple[int, int], JsonObject] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            told = json.loads(line)
        except ValueError:
            continue  # empty, or cut off by a kill
        hands[told["match"], told["hand"]] = told
    matches: dict[int, JsonObject] = {}
    for match, hand in sorted(hands):
        so_far = matches.setdefault(match, {"log": [[0, 0] for _ in COUNTS], "habits": {}})
        for pair, more in zip(so_far["log"], hands[match, hand]["log"], strict=True):
            pair[0] += more[0]
            pair[1] += more[1]
        for name in hands[match, hand]["habits"]:
            if name in SIGNS:
                so_far["habits"][name] = so_far["habits"].get(name, 0) + 1
    return matches


def _told(row: JsonMapping, log: JsonMapping | None, times: Times) -> JsonObject:
    """Return what is kept of a match: from the learner's seat, or in self-play from that of the first mão."""
    seat = row["mano"] if row["learner"] is None else row["learner"]
    told = {
        "match": row["match"],
        "mano": row["mano"] == seat,
        "won": int(row["winner"] == seat),
        "points": [row["points"][seat], row["points"][1 - seat]],
        "hands": row["hands"],
        "updates": row["updates"],
        "processor": times[row["match"]] or 0.0,
    }
    found = log or row
    return told | {key: found[key] for key in ("log", "habits") if key in found}


def snapshots(paths: Mapping[int, Path], shown: list[int], *, whole: bool = False) -> Rows:
    """Return a row a snapshot: how far it is from the start, and for some of them the pictures.

    ``whole``: of the last one also its losses, and what was won since the first.
    """
    begun = Matrices.initial()
    rows: Rows = []
    first: Matrices | None = None
    for number, (matches, path) in enumerate(sorted(paths.items()), 1):
        now = file.load(path)
        first = first or now
        row: JsonObject = {"snapshot": number, "matches": matches, "facts": _facts(now, begun)}
        if number in shown:
            row["pictures"] = {name: picture(sheet(now, name)).to_dict() for name in MATRICES}
        if whole and number == len(paths):
            pairs = {name: (sheet(now, name), sheet(first, name)) for name in MATRICES}
            row["losses"] = {
                n: picture(one, "losses").to_dict() for n, (one, _) in pairs.items() if one.loss is not None
            }
            row["change"] = {name: difference(*pair).to_dict() for name, pair in pairs.items()}
        rows.append(row)
    return rows


def _facts(now: Matrices, begun: Matrices) -> JsonObject:
    told: JsonObject = {
        "bytes": now.nbytes,
        "orders": now.cards.win.round(2).tolist(),
        "levels": now.levels.round(2).tolist(),
    }
    for name in ("truco", "envido", "flor", "cards"):
        one, start = sheet(now, name), sheet(begun, name)
        told[name] = {
            "changed": round(changed(one.win, start.win), 6),
            "likely": _rounded(added_where(one.win, start.win, start.measured("chance"))),
            "most": round(float(one.win.max()), 2),
            "added": round(float((one.win - start.win).sum()), 2),
        }
    told["flor"]["where"] = _where(now.flor.win, begun.flor.win)
    return told


def _where(now: Numbers, begun: Numbers) -> str:
    """Which squares are others than at the start, a bit each."""
    return np.packbits(np.abs(now - begun) > SAME).tobytes().hex()


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 6)
