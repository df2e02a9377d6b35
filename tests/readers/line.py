"""Programs on the line: what they are told, what they answer."""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path

from tests.readers.mutations import LINES
from tests.readers.reader import Files, Reader

import bolicho


def _conversation(name: str) -> Callable[[], Files]:
    def sample() -> Files:
        from bolicho.field.line.messages import choose, hello, match, result, saw
        from bolicho.games.face import face_of

        game = bolicho.game(name)
        face, rng = face_of(game), bolicho.stream(5)
        state = game.start(game.deal(rng), **game.opening(rng))
        said = [hello(), match(game, state.seat, 1.0), choose(face, state.view(state.seat), 7)]
        for _ in range(3):
            state = state.play(state.moves()[0])
        said.append(choose(face, state.view(state.seat), 7))
        while not state.over:
            state = state.play(rng.choice(state.moves()))
        said += [saw(face, state.view(0)), result(state.scores, 0)]
        return {"said.jsonl": b"".join(json.dumps(message).encode() + b"\n" for message in said)}

    return sample


def _speak(agent: str) -> Callable[[Path], object]:
    def read(folder: Path) -> None:
        from bolicho.field.line.speaker import speak

        _games_once()
        out = BytesIO()
        speak(agent, (folder / "said.jsonl").read_bytes().splitlines(), out)
        for line in out.getvalue().splitlines():
            answer = json.loads(line)
            if answer["type"] == "error":
                assert " raised " not in answer["message"], answer
                assert answer["message"].isprintable(), answer
                assert len(answer["message"]) < 1600, answer

    return read


@cache
def _games_once() -> None:
    """Which games an agent plays is worked out once, as by a program that is started once: it takes longest of all."""
    from bolicho.field.line import speaker

    speaker.played_by = cache(speaker.played_by)


def _answers() -> Files:
    hello = {"type": "hello", "protocol": 1, "name": "b", "author": "a", "games": ["truco"]}
    move = {"type": "move", "move": "quero", "value": 0.5, "why": "so", "probabilities": {"quero": 0.5, "mazo": 0.5}}
    return {"heard.jsonl": b"".join(json.dumps(message).encode() + b"\n" for message in (hello, move))}


def _hear(folder: Path) -> None:
    from bolicho.field.line import messages

    hello, move = ((folder / "heard.jsonl").read_bytes().split(b"\n") + [b"", b""])[:2]
    for take in (
        lambda: messages.introduced(messages.read(hello, "hello")),
        lambda: messages.line_of(messages.decided(messages.read(move, "move"), ("quero", "mazo")).why),
    ):
        with suppress(ValueError):  # what an agent on the line makes a fault of the program
            take()


READERS = {
    "line-truco": Reader(_conversation("truco"), {"said.jsonl": LINES}, _speak("sound")),
    "line-rikken": Reader(_conversation("rikken"), {"said.jsonl": LINES}, _speak("rules")),
    "line-board": Reader(_conversation("tapatan"), {"said.jsonl": LINES}, _speak("minimax:2")),
    "line-answers": Reader(_answers, {"heard.jsonl": LINES}, _hear),
}
