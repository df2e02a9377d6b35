"""The training of a case learner: match after match against an opponent, and three bases that change (Moral et al.).

A match is one step: what it changes in the bases of envido, flor and truco and the row that tells of it are one
transaction, so a training that was killed goes on after its last whole match and ends with the same bases as one that
was not. All chance is keyed by the number of the match. The bot finds what it learned from the next match on.
"""

from time import monotonic
from typing import TYPE_CHECKING

from bolicho.core.chance import OPEN
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.play.guided_deals import Guide, guided, per_mille
from bolicho.play.table import play_match
from bolicho.play.tutors import AgentTutor, Tutor
from bolicho.store.changes import BaseChange
from bolicho.train.cases.design import PERSON, CaseDesign
from bolicho.train.cases.help import Help
from bolicho.train.cases.run import ANSWER, Step, opened, parted, state
from bolicho.train.imitation.run import spent
from bolicho.train.stored_training import StoredTraining

if TYPE_CHECKING:
    from bolicho.store import Store


class CaseTraining(StoredTraining):
    """A training in a store: the three bases as they are now, and a row for every match that led there."""

    def __init__(self, store: "Store", design: CaseDesign, tutor: Tutor | None = None) -> None:
        """Begin a training, or go on with the one of this design where it is; a name that is taken is refused.

        A ``tutor`` is handed in where the design names a person; agents are called by their names.
        """
        if design.tutor == PERSON and tutor is None:
            raise BadInput("a person is to be asked, but nobody is there")
        self.store, self.design, self.game = store, design, design.game
        self.tutor = tutor or (AgentTutor(design.tutor, self.game) if design.tutor else None)
        self.rival = design.rival()
        self.guide = Guide.parse(design.guided)
        others = {"the opponent": self.rival, "the tutor": getattr(self.tutor, "agent", None)}
        self.run = opened(store, design, others)
        self.steps, self._answers = parted(list(store.rows(self.run.id)))
        self.seconds = spent(self.run, self.steps)
        self.trio, self.seal = state(store, design, self.steps)
        self.learner = design.learner(self.trio)

    @property
    def done(self) -> int:
        """How many matches have been played."""
        return len(self.steps) - 1

    @property
    def played(self) -> list[Step]:
        """The rows of matches; before them stands the one of the start."""
        return self.steps[1:]

    @property
    def requests(self) -> int:
        """How many requests for help there were so far, those of a match that was broken off among them."""
        return sum(sum(step["asked"].values()) for step in self.played) + len(self._answers.get(self.done, ()))

    @property
    def total(self) -> int:
        """How many matches there will be."""
        return self.design.matches

    def play(self, match: int) -> None:
        """Play a match; what it changes in the three bases and its row are one transaction."""
        began = monotonic()
        seat = match % self.game.seats
        agents = [self.learner if place == seat else self.rival for place in range(self.game.seats)]
        dealer = guided(self.game, self.design.seed, match, self.guide) if self.guide.rates else None
        help = self._help(match)
        record = play_match(
            self.game, agents, self.design.seed, match=match, dealer=dealer, tutor=help, keep_why=True, salt=OPEN
        )
        if record.forfeit is not None:
            raise BadInput(f"match {match}: {record.agents[record.forfeit.seat]} {record.forfeit.why}")
        weights = [per_mille(self.guide.weight(unit.deal)) for unit in record.units] if dealer else []
        lesson = self.learner.learn(record, weights.__getitem__ if dealer else None, (seat,))
        for mode, change in lesson.changes.items():
            self.seal.change(mode, dict(zip(change.positions, change.rows, strict=True)), change.removed)
        step = {
            "key": match,
            "seat": seat,
            "mano": record.units[0].context["mano"],
            "winner": record.winner,
            "scores": list(record.scores),
            "hands": lesson.hands,
            "kept": {mode: len(change.rows) for mode, change in lesson.changes.items()},
            "removed": {mode: len(change.removed) for mode, change in lesson.changes.items()},
            "cases": self.trio.sizes,
            "next": {mode: self.trio[mode].next for mode in self.design.bases},
            "seal": self.seal.to_dict(),
            **(help.counts() if help is not None else {"asked": {}, "answered": {}, "timed_out": {}}),
            "decided": lesson.decided,
        }
        changes = {
            self.design.bases[mode]: BaseChange(*change[:3], first=change.positions[0] if change.positions else None)
            for mode, change in lesson.changes.items()
        }
        self.seconds += monotonic() - began
        if not self.store.change_cases(changes, self.run.id, step, self.seconds):
            raise BadInput(f"match {match} of {self.design.name!r} was played by another process meanwhile")
        self.steps.append(step)

    def _help(self, match: int) -> Help | None:
        if self.tutor is None:
            return None
        self.tutor.sit(self.design.seed, match)

        def keep(number: int, answer: JsonObject) -> None:
            self.store.add_rows(self.run.id, [{"key": [ANSWER, match, number], **answer}])

        return Help(self.tutor, self._answers.get(match, ()), keep)
