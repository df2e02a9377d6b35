"""The other end of the line: an agent of ours as a program that speaks the protocol, one question after the other."""

from collections.abc import Iterable
from random import Random
from typing import Any, Protocol

from bolicho.core import hooks
from bolicho.core.contract import Game, Question, View
from bolicho.core.errors import BadInput, BolichoError, fault, one_line
from bolicho.core.json_text import JsonObject
from bolicho.field.line.messages import PROTOCOL, Message, line_of, parsed
from bolicho.field.line.views import view_of


class Out(Protocol):
    """Where lines go: a binary stream."""

    def write(self, data: bytes, /) -> object:
        """Write bytes."""

    def flush(self) -> object:
        """Send them."""


def speak(spec: str, lines: Iterable[bytes], out: Out) -> str | None:
    """Answer lines until ``quit`` or their end; a question that cannot be answered is answered with an error.

    Return what is wrong with the first line that is no message, where one came and no ``quit`` followed; else None.
    """
    player = _Player(spec)
    wrong: str | None = None
    for number, line in enumerate(lines, 1):
        try:
            try:
                message = parsed(line)
            except ValueError as error:
                wrong = wrong or f"line {number} {error}"
                raise
            if message.get("type") == "quit":
                return None
            answer = player.heard(message)
        except (BolichoError, ValueError) as error:
            answer = {"type": "error", "message": str(error)}
        except Exception as error:  # whatever an agent raises, whoever asked wants to know
            answer = {"type": "error", "message": f"{spec} {fault(error)}"}
        if answer is not None:
            out.write(line_of(answer) + b"\n")
            out.flush()
    return wrong


def played_by(spec: str) -> list[str]:
    """Return the games that an agent plays."""
    from bolicho.agents import AGENTS, can_play
    from bolicho.games import GAMES

    factory = AGENTS.factory(AGENTS.split(spec)[0])
    return [name for name in GAMES.names() if can_play(factory, GAMES.make(name))]


class _Player:
    """The agent of the present match."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.built: JsonObject = {}
        self.game: Game | None = None
        self.seated: Any = None

    def heard(self, message: Message) -> Message | None:
        """Return the answer to a message, None where there is none."""
        kind = message.get("type")
        if kind == "hello":
            known = {"name": self.spec, "author": "bolicho", "games": played_by(self.spec)}
            return {"type": "hello", "protocol": PROTOCOL, **known}
        if kind == "match":
            self._sit(message)
            return None
        if not isinstance(kind, str):
            raise BadInput("type: expected one of hello, match, choose, unit, result, quit")
        if kind not in ("choose", "unit", "result"):
            return None  # a later version of the protocol has it
        if self.game is None:
            raise BadInput(f"{kind!r} before 'match'")
        if kind == "choose":
            return self._decide(view_of(self.game, message.get("state")), message.get("seed"))
        if kind == "unit":  # read although few want to know: what is wrong is told whoever sits here
            hooks.show(self.seated, view_of(self.game, message.get("state")))
        else:
            hooks.tell_end(self.seated, *_result(message, self.game.seats))
        return None

    def _sit(self, message: Message) -> None:
        from bolicho.agents import make
        from bolicho.games import GAMES

        name, options = message.get("game"), message.get("options", {})
        if not isinstance(name, str):
            raise BadInput(f"match.game: expected a name, found {one_line(repr(name), 40)}")
        if not isinstance(options, dict):
            raise BadInput(f"match.options: expected an object, found {one_line(repr(options), 40)}")
        game: Game = GAMES.make(name, **options)
        key = repr(game)
        if key not in self.built:
            self.built[key] = make(self.spec, game)
        agent = self.built[key]
        self.game, self.seated = game, hooks.seated(agent)

    def _decide(self, view: View, seed: Any) -> Message:
        if type(seed) is not int:
            raise BadInput("choose.seed: expected a whole number")
        answer = self.seated.choose(view, Random(seed))
        decision = answer.fallback if isinstance(answer, Question) else answer
        return {"type": "move", "move": decision.move, "value": decision.value, "why": dict(decision.why)}


def _result(message: Message, seats: int) -> tuple[tuple[int, ...], int | None]:
    """Return how a match ended: the scores and who won."""
    scores, winner = message.get("scores"), message.get("winner")
    if not isinstance(scores, list) or len(scores) != seats or not all(type(score) is int for score in scores):
        raise BadInput(f"result.scores: expected {seats} whole numbers, found {one_line(repr(scores), 40)}")
    if winner is not None and (type(winner) is not int or not 0 <= winner < seats):
        raise BadInput(f"result.winner: expected a seat or null, found {one_line(repr(winner), 40)}")
    return tuple(scores), winner
