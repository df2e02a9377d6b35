"""The Markov player at the table: it asks about flor, envido, truco and card, in that order, and draws each answer."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, ClassVar

from bolicho.agents.markov.questions import Asker, Question, forced_move
from bolicho.agents.markov.settings import matrices_of, spec_of
from bolicho.core.contract import Decision, Game
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.games.truco.cards import Hand
from bolicho.games.truco.view import View
from bolicho.learn.markov.bluffs import Bluffs
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.orders import card_weights, lottery
from bolicho.learn.markov.states import ORDER_LABELS
from bolicho.learn.markov.update import learn_hand

WORDS = "bolicho.agents.markov"


class Markov:
    """Plays by counted wins and losses; explains itself by the row, the slice, the gate and the draw."""

    plays: ClassVar[tuple[str, ...]] = ("truco",)
    timing_blind = True
    """It does not look at when in a hand a truco was called, only at what stands (docs/exploit.md)."""
    character: ClassVar[dict[str, str]] = {
        "en": "counts which hands beat which, and lets a roulette decide",
        "pt-BR": "conta que mãos ganham de quais, e deixa a roleta decidir",
    }

    def __init__(
        self, game: Game, which: str = "", *more: str, matrices: Matrices | None = None, **settings: Any
    ) -> None:
        """``which`` is ``paper``, ``best`` or a file; matrices handed in, as a trainer does, are learned into in place.

        Those keep the switches that they have; ``which`` and the settings then only name the player.
        """
        if more:
            told = ",".join((which, *more))
            raise BadInput(
                f"agent 'markov:{told}': expected one of paper, best or a file, then settings NAME=VALUE; "
                "the path of a file may not hold a comma"
            )
        if isinstance(matrices, str):
            raise BadInput(f"agent 'markov': matrices={matrices}: a file stands first, as in markov:{matrices}")
        self.game = game
        self.name = spec_of(which, settings)
        self._own = matrices is not None
        self.matrices = matrices_of(which, settings) if matrices is None else matrices
        self.bluffs = Bluffs()

    def choose(self, view: View, rng: Random) -> Decision:
        """Ask until the roulette says yes; then there is a card."""
        move = forced_move(view)
        if move is not None:
            return Decision(move, None, {"rule": "settled", "words": WORDS, "facts": {"move": move}})
        passed: list[JsonObject] = []
        for question in Asker(self.matrices, self.bluffs).questions(view):
            draw = rng.random() if 0.0 < question.yes < 1.0 else None
            yes = question.yes >= 1.0 if draw is None else draw < question.yes
            facts = question.facts()
            facts["draw"] = None if draw is None else round(draw, 4)
            if yes or question.otherwise:
                return _decision(question, question.move if yes else question.otherwise, yes, facts, passed)
            passed.append(facts)
        return self._card(view, rng, passed)

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Return the probabilities of the legal moves of each view."""
        return [tuple(self._chances(view).get(move, 0.0) for move in view.moves) for view in views]

    def sit(self) -> "Markov":
        """Return the player for one match: a memory of its own, the matrices shared."""
        seated = Markov.__new__(Markov)
        seated.__dict__ |= self.__dict__ | {"bluffs": Bluffs()}
        return seated

    def saw(self, view: View) -> None:
        """Remember the rival's bluffs, unless nobody would ask."""
        if self.matrices.switches.bluffs == "on":
            self.bluffs.saw(self.matrices, view)

    def learn(self, record: Record) -> None:
        """Learn from every finished hand of a match, as each seat that is this player saw it."""
        seats = [seat for seat, name in enumerate(record.agents) if name == self.name]
        if not seats:
            return
        if not self._own:
            self.matrices, self._own = self.matrices.copy(), True
        for view, his in _last_views(self.game, record, seats):
            learn_hand(self.matrices, view, rival_too=len(seats) == 1, his=his)
        self.matrices.matches += 1

    def _card(self, view: View, rng: Random, passed: list[JsonObject]) -> Decision:
        found, weights = card_weights(self.matrices, view)
        chances = self._lottery(weights)
        draw, move, left = rng.random(), view.hand[0], 0.0
        for card, chance in chances.items():
            left += chance
            if chance and draw < left:
                move = card
                break
        facts = {
            "question": "card",
            "module": "cards",
            "move": move,
            "chances": {card: round(chance, 4) for card, chance in chances.items()},
            "wins": {ORDER_LABELS[order]: round(won, 2) for order, won in zip(found.mine, found.wins, strict=True)},
            "slice": [ORDER_LABELS[order] for order in found.his],
            "columns": len(found.his),
            "yes": round(chances[move], 4),
            "draw": round(draw, 4),
            "passed": passed,
        }
        return Decision(move, None, {"rule": "card", "words": WORDS, "facts": facts})

    def _lottery(self, weights: dict[str, float]) -> dict[str, float]:
        return lottery(weights, self.matrices.switches.rounding, self.matrices.switches.spins)

    def _chances(self, view: View) -> dict[str, float]:
        move = forced_move(view)
        if move is not None:
            return {move: 1.0}
        chances: dict[str, float] = {}
        left = 1.0
        for question in Asker(self.matrices, self.bluffs).questions(view):
            chances[question.move] = chances.get(question.move, 0.0) + left * question.yes
            left *= 1.0 - question.yes
            if question.otherwise:
                chances[question.otherwise] = chances.get(question.otherwise, 0.0) + left
                left = 0.0
        if left > 0.0:
            _, weights = card_weights(self.matrices, view)
            for card, chance in self._lottery(weights).items():
                chances[card] = left * chance
        return chances


def _decision(
    question: Question, move: str, yes: bool, facts: JsonObject, passed: list[JsonObject]
) -> Decision:  # fmt: skip
    shut = question.verdict is not None and question.verdict.chance <= question.verdict.gate
    rule = question.rule if yes else f"{question.rule}-{'shut' if shut else 'no'}"
    told = {"move": move, **facts, "passed": passed}
    value = question.verdict.chance if question.verdict is not None else None
    return Decision(move, value, {"rule": rule, "words": WORDS, "facts": told})


def _last_views(game: Game, record: Record, seats: Sequence[int]) -> Iterator[tuple[View, Hand]]:
    """Play a record's finished hands again; give the last view of each of these seats, and its rival's cards."""
    for unit in record.units:
        if unit.over:
            state = game.start(game.parse_deal(unit.deal), **unit.context)
            for move in unit.moves:
                state = state.play(move)
            for seat in seats:
                yield state.view(seat), state.view(1 - seat).dealt
