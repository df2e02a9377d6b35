"""A training of the Markov player: matches in sequence, each learned from when it is over (Rossato, section 5.3).

Against itself both seats share the matrices and both learn; against another agent the sides alternate and the other
stays as it is. All chance is keyed by the number of the match, so a training that was killed goes on from the last
matrices it saved and ends with the same ones and the same rows, byte for byte, as one that was not.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from bolicho.agents import make
from bolicho.agents.markov.player import Markov
from bolicho.core.agreement import agree
from bolicho.core.chance import OPEN
from bolicho.core.contract import Agent
from bolicho.core.errors import BadInput
from bolicho.core.options import growing
from bolicho.core.record import Record
from bolicho.core.times import TIMES, Times
from bolicho.games.truco.cards import Hand
from bolicho.learn.markov import file
from bolicho.learn.markov.matrices import MODULES, Matrices
from bolicho.learn.markov.update import learn_hand
from bolicho.play.table import play_match
from bolicho.play.watchers import Watcher
from bolicho.train.markov.design import MarkovDesign
from bolicho.train.markov.folder import Folder, Row
from bolicho.train.training import Training

if TYPE_CHECKING:
    from bolicho.play.table import Table

BOTH = (0, 1)
GROWS = growing(MarkovDesign)


class MarkovTraining(Training):
    """A training in a folder: the matrices as they are now, and a row for every match that led there."""

    pause = 10.0
    clock: Callable[[], float] = staticmethod(monotonic)
    """What the matches are timed by."""

    def __init__(self, folder: Path, design: MarkovDesign, rival: Agent | None = None) -> None:
        """Begin a training, or find the one of this design where it is; a folder of another design is refused.

        ``rival`` is the agent that ``design.against`` names, where the name alone would not build it.
        """
        self.design = design
        self.game = design.game()
        self.asked = design.to_dict()
        """The design as JSON data."""
        if rival is None and design.against is not None:
            rival = make(design.against, self.game)
        self.rival = rival
        self._numbered = frozenset(design.snapshots)
        self.folder = Folder(folder, self.asked, GROWS)
        self.times = Times(folder / TIMES)
        self._find()
        agree(folder, {"matches": self.done}, {"matches": self.total}, "--out", GROWS)

    @property
    def done(self) -> int:
        """How many matches have been learned from."""
        return len(self.rows)

    @property
    def total(self) -> int:
        """How many matches there will be."""
        return self.design.matches

    @property
    def seconds(self) -> float:
        """How long the matches took, as far as anybody knows; rows of older versions tell it themselves."""
        return float(sum(row.get("seconds", self.times[row["match"]] or 0.0) for row in self.rows))

    @property
    def snapshots(self) -> dict[int, Path]:
        """The files there are, by the number of matches."""
        paths = {matches: self.folder.snapshot(matches) for matches in self.design.snapshots if matches <= self.done}
        return {matches: path for matches, path in paths.items() if path.exists()}

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Have the folder alone, with the rows up to the last matrices that were saved."""
        with self.folder.writing():
            self._find()
            self.folder.renew()
            self.folder.keep(self.done)
            self.times.keep(range(self.done))
            yield

    def step(self) -> None:
        """Play a match, learn from it and write its row."""
        began = self.clock()
        row = self._play(self.done)
        self.times.add(self.done, self.clock() - began)
        self.rows.append(row)
        self.folder.add(row)

    def due(self) -> bool:
        """Whether a snapshot is kept of these matrices."""
        return self.done in self._numbered

    def save(self) -> None:
        """Keep the matrices, as a snapshot if one is due; rows are on the disk before them."""
        self.folder.settle()
        file.save(self.matrices, self.folder.snapshot(self.done) if self.due() else self.folder.checkpoint)

    def finish(self) -> None:
        """Between two snapshots there is nothing to keep any more."""
        self.folder.checkpoint.unlink(missing_ok=True)

    def _find(self) -> None:
        """Go back to the last matrices that were saved, and to the rows up to them."""
        rows, self.matrices, done = self.folder.rows(), self.design.matrices(), 0
        first = self.matrices.matches
        for path in (*self.folder.numbered[-1:], self.folder.checkpoint):
            if path.exists():
                found = file.load(path)
                if found.matches - first > done:
                    self.matrices, done = found, found.matches - first
        if len(rows) < done:
            raise BadInput(f"{self.folder.path}: has matrices of {done} matches and rows of {len(rows)}")
        self.rows = rows[:done]
        self.learner = Markov(self.game, matrices=self.matrices)

    def _play(self, match: int) -> Row:
        """Play a match and learn from it; return what there is to tell."""
        seat = None if self.rival is None else match % 2
        agents = [self.learner, self.learner if self.rival is None else self.rival]
        seen = LastViews(BOTH if seat is None else (seat,))
        record = play_match(
            self.game, agents[:: -1 if seat == 1 else 1], self.design.seed, match=match, watchers=[seen], salt=OPEN
        )
        _check(record, seat, match)
        updates = learn(self.matrices, seen.views, seen.rivals, rival_too=seat is not None)
        return {
            "match": match,
            "learner": seat,
            "mano": record.units[0].context["mano"],
            "winner": record.winner,
            "points": list(record.scores),
            "hands": len(record.units),
            "updates": updates,
            **self.told(seen.views),
        }

    def told(self, views: Sequence[Any]) -> Row:
        """Return what else the row of a match tells of its finished hands; nothing, unless somebody asks for more."""
        del views
        return {}


class LastViews(Watcher):
    """Keeps the last view of every hand from the seats that learn: all that they know of it.

    The rival's cards are kept apart: only the reading ``hands=engine`` looks at them, as the published engine did.
    """

    def __init__(self, seats: Iterable[int]) -> None:
        self.seats = tuple(seats)
        self.views: list[Any] = []
        self.rivals: list[Hand] = []

    def unit_ends(self, table: "Table") -> None:
        """Look at the finished hand."""
        self.views += [table.state.view(seat) for seat in self.seats]
        self.rivals += [table.state.deal.hands[1 - seat] for seat in self.seats]


def learn(matrices: Matrices, views: Iterable[Any], rivals: Iterable[Hand], *, rival_too: bool) -> dict[str, int]:
    """Learn from a match as `Markov.learn` does from its record; return how often each module was updated."""
    found: Counter[str] = Counter()
    for view, his in zip(views, rivals, strict=True):
        found.update(learn_hand(matrices, view, rival_too=rival_too, his=his))
    matrices.matches += 1
    return {name: found[name] for name in MODULES}


def _check(record: Record, seat: int | None, match: int) -> None:
    """Nobody learns from a match that somebody broke."""
    if record.forfeit is None:
        return
    said = f"match {match}: {record.agents[record.forfeit.seat]} {record.forfeit.why}"
    if seat is None or record.forfeit.seat == seat:
        raise RuntimeError(said)
    raise BadInput(said)
