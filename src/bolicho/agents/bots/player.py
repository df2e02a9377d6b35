"""The case learner: it plays by a vote of the ten nearest cases of three bases, and learns between matches.

BOT0 to BOT5 of Moral et al. are this one class with different parts (``acting.py``).
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from random import Random
from typing import Any

from bolicho.agents.bots import lesson
from bolicho.agents.bots.acting import ACCEPT_OR_REFUSE, BOTS, BY_CHANCE, CHANCE, REFUSE, TUTOR
from bolicho.agents.bots.explain import NOTHING, WORDS, Consultation, compared, short, table
from bolicho.agents.bots.lesson import Lesson, WeightOf
from bolicho.agents.bots.settings import Settings, spec_of
from bolicho.core.chance import stream
from bolicho.core.contract import Decision, Game, Question
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.games import GAMES
from bolicho.games.truco.view import View
from bolicho.learn.cases.decision.vote import count, elect, elect_in_steps
from bolicho.learn.cases.truco.decisions import ALL_KINDS
from bolicho.learn.cases.truco.learned_case import CHANCE_WEIGHT
from bolicho.learn.cases.truco.readings import LEARNER, state_values
from bolicho.learn.cases.truco.trio import Trio
from bolicho.learn.cases.truco.turn import Ask, asks, forced_move, values
from bolicho.learn.cases.upkeep.retain import Substitute


class CaseLearner:
    """Plays by a vote of cases; ``learn(record)`` changes its three bases, which stand still during a match."""

    timing_blind = True
    """It does not look at when in a hand a truco was called, only at what stands (docs/exploit.md)."""

    def __init__(self, game: Game, trained: str = "", *, bot: str, trio: Trio | None = None, **settings: Any) -> None:
        """``trained`` names a training in the store; without it, or a trio handed in, the bases are the starter's.

        ``settings`` are those of ``settings.py``, or several of them by a ``preset``.
        """
        if bot not in BOTS:
            raise UnknownName("bot", bot, BOTS)
        self.game, self.bot, self.settings = game, BOTS[bot], Settings.of(settings)
        self.trio, self._own = (Trio.shared(trained), False) if trio is None else (trio, True)
        self.retention = self.bot.retention
        if isinstance(self.retention, Substitute):
            self.retention = Substitute(self.settings.add_always, self.settings.replaces == "one")
        self.name = spec_of(bot, trained, self.settings)
        self._held = ""

    # ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────
    def choose(self, view: View, rng: Random) -> Decision | Question:
        """Vote on each question of the turn until an answer is a move; ask a tutor where the bot does."""
        own = self._decision(view, rng)
        about, doubt = self._doubt(view, self._control(view))
        if not about:
            return own
        facts = {**own.why["facts"], "asked": about}
        if doubt is not None:
            facts["doubt"] = {**short(doubt), "cases": table(doubt)}
        return Question(view, Decision(own.move, own.value, {**own.why, "facts": facts}), about)

    def look(self, view: View) -> list[Consultation]:
        """Return every question of a turn with the cases that vote on it, also those that need not be asked."""
        return list(self._tells(view))

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Return the probabilities of the legal moves of each view, as the bot itself would choose."""
        return [tuple(self._policy(view).values()) for view in views]

    def sit(self) -> "CaseLearner":
        """Return who sits at one table: the bases are shared, who has control is its own."""
        sitting = copy(self)
        sitting._held = ""
        return sitting

    def saw(self, view: View) -> None:
        """Remember who had control when the hand ended."""
        if self.settings.stay:
            self._held = self._control(view)

    def _decision(self, view: View, rng: Random) -> Decision:
        move = forced_move(view)
        if move is not None:
            facts: JsonObject = {"move": move, "by": NOTHING}
            return Decision(move, None, {"rule": "bot-settled", "words": WORDS, "facts": facts})
        passed: list[JsonObject] = []
        for told in self._tells(view):
            if told.by == CHANCE:
                told = told._replace(action=rng.choice(_bets(told.ask)), rule=CHANCE)
            if told.move is not None:
                return self._explained(told, told.move, passed)
            passed.append(short(told))
        raise AssertionError(f"no question of {self.name} ends in a move: {view!r}")

    def _explained(self, told: Consultation, move: str, passed: list[JsonObject]) -> Decision:
        facts = {
            **short(told),
            "move": move,
            "base": self.trio[told.mode].name,
            "k": self.settings.k,
            "threshold": self._enough,
            "cases": table(told),
            "passed": passed,
        }
        chosen = told.counts.get(told.action)
        why = {"rule": f"bot-{told.rule}", "words": WORDS, "facts": facts | compared(told)}
        return Decision(move, None if chosen is None else round(chosen.win_rate, 4), why)

    def _tells(self, view: View) -> Iterator[Consultation]:
        how = self.settings
        known = state_values(view) if how.query == "state" else values(view)
        for ask in asks(view, "interval", how.folds):
            question = ask.question._replace(victory=how.victory, query=how.query)
            yield self._told(ask._replace(question=question), known)

    def _told(self, ask: Ask, known: Mapping[str, int | None]) -> Consultation:
        """Let the nearest cases vote on a question."""
        how, question = self.settings, ask.question
        memory = self.trio[ALL_KINDS[question.kind].mode]
        voters = memory.nearest(question, known, LEARNER, how.k, how.amalgam)
        weights = None
        if how.weights == "respect":
            weights = [(weight or 0) / CHANCE_WEIGHT for weight in memory.values("weight", voters.positions)]
        order = tuple(ask.moves)
        counts = count(voters, ask.adapted, order, weights)
        if how.raises == "together":
            action, rule = elect(counts, order, how.loss)
        else:
            action, rule = elect_in_steps(counts, order, REFUSE, how.loss)
        close = voters.close(self._enough)
        by = self._decider(question.kind, close >= how.k)
        return Consultation(ask, voters, counts, close, close >= how.k, action, rule, "reuse" if by == TUTOR else by)

    def _policy(self, view: View) -> dict[str, float]:
        chances = dict.fromkeys(view.moves, 0.0)
        move = forced_move(view)
        if move is not None:
            return {**chances, move: 1.0}
        left = 1.0
        for told in self._tells(view):
            actions = _bets(told.ask) if told.by == CHANCE else [told.action]
            part = left / len(actions)
            for move in (told.ask.moves[action] for action in actions):
                if move is not None:
                    chances[move] += part
                    left -= part
            if not left:
                return chances
        raise AssertionError(f"no question of {self.name} ends in a move: {view!r}")

    # ── asking a tutor ────────────────────────────────────────────────────────────────────────────────────────────
    def _doubt(self, view: View, held: str) -> tuple[str, Consultation | None]:
        """Return the mode that a tutor is asked about at a turn, "" where none is, and the question that is in doubt.

        ``held``: a tutor has control, and what it was asked about; it keeps it where nothing needs to be asked.
        """
        if len(view.moves) < 2 or not self._has_tutor():
            return "", None
        if forced_move(view) is not None:
            return held, None
        for told in self._tells(view):
            if self._decider(told.ask.question.kind, told.known) == TUTOR:
                return told.mode, told
            if told.move is not None and not held:  # who holds control gives it back only where all is known
                return "", None
        return "", None

    @property
    def _enough(self) -> float:
        """From which similarity on a case is close in play; who asks a tutor may be stricter with itself."""
        how = self.settings
        return how.threshold if how.help is None or not self._has_tutor() else how.help

    def _has_tutor(self) -> bool:
        return self._decider("", known=False) == TUTOR

    def _decider(self, kind: str, known: bool) -> str:
        """Return who decides a question: the cases, chance or a tutor."""
        return self.bot.acting(kind, known, BY_CHANCE[self.settings.chance])

    def _control(self, view: View) -> str:
        """Return what the tutor who has control was asked about last, before this turn; "" where the bot has it (SALT).

        The hand is gone through again from its first turn, so a table that goes on from its record knows it as well.
        """
        if not self.settings.stay or not self._has_tutor():
            return ""
        held, state = self._held, self.game.worlds(view, stream(0, "control"))
        again = self.game.start(state.deal, score=view.score, mano=view.mano)
        for _, move in state.history:
            before = again.view(view.seat)
            if again.seat == view.seat and len(before.moves) > 1:
                held, _ = self._doubt(before, held)
            again = again.play(move)
        return held

    # ── learning ──────────────────────────────────────────────────────────────────────────────────────────────────
    def learn(self, record: Record, weight_of: WeightOf | None = None, seats: Sequence[int] | None = None) -> Lesson:
        """Keep of a match what the bot keeps; by default of every seat at which somebody of its name sat.

        ``weight_of`` gives the weight of each hand's deal (per mille), where a dealer guided them.
        """
        if record.game != self.game.name:
            raise BadInput(f"agent {self.name!r} learns from Truco only, not from {record.game}")
        mine = tuple(seat for seat, name in enumerate(record.agents) if name == self.name) if seats is None else seats
        if not self._own:
            self.trio, self._own = self.trio.copy(), True
        how = self.settings
        same = dict(record.options) == dict(self.game.options)
        game = self.game if same else GAMES.make(record.game, **record.options)
        return lesson.learn(
            self.trio, record, game, tuple(mine), self.retention,
            k=how.k, threshold=how.threshold, amalgam=how.amalgam, newness=how.newness, score=how.score,
            weight_of=weight_of,
        )  # fmt: skip


def _bets(ask: Ask) -> list[str]:
    """Return what is drawn from: to accept or to refuse; to pass, or the lowest call."""
    return [action for action in ACCEPT_OR_REFUSE if action in ask.moves] or list(ask.moves)[:2]
