"""Views as arrays and moves as numbers: what every learner outside the house asks for.

>>> from bolicho.core.chance import stream
>>> from bolicho.field.encode import encoder
>>> from bolicho.games import GAMES
>>> game = GAMES.make("truco", deck="mini", envido="off", flor="off")
>>> coder = encoder(game)
>>> coder.vocabulary
('1e', '3e', '3b', '12e', '12b', '4b', '4c', 'quero', 'nao-quero', 'truco', 'retruco', 'vale-quatro', 'baralho')
>>> state = game.start("1e 3b 4c / 3e 12e 4b")
>>> view = state.view(0)
>>> coder.array(view).shape == (coder.size,), coder.mask(view).tolist()
(True, [1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1])
>>> coder.part(coder.array(view), "hand").tolist()
[1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
>>> coder.move(coder.action("truco"))
'truco'

Arrays are float32 from 0 to 1, of one length for a game with its options, and told by the View alone. Everything is
seen from the seat: "me" first, then the others clockwise, so that one network can sit anywhere. Card games keep all
that was said and played, in order (perfect recall); a board tells its position, and of the past what the draw rules
ask.
The vocabulary has only what the options allow: without flor nobody can say ``flor``.

A game from outside brings its own: a function ``encoding(game) -> (vocabulary, fields)`` that an entry point of the
group ``bolicho.encodings`` names, under the name of the game (in a notebook ``ENCODINGS.add(name, encoding)``), or a
method ``encoding()`` of the game. Those of the house come in by the same table.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.field.encode.fields import Encoder, Field
from bolicho.games import GAMES
from bolicho.games.faces import BOARD, Faces

__all__ = ["ENCODINGS", "Encoder", "Field", "encoder", "vocabulary"]

GROUP = "bolicho.encodings"
ENCODINGS = Faces(
    "encoding",
    GROUP,
    {
        "truco": "bolicho.field.encode.truco:encoding",
        "rikken": "bolicho.field.encode.rikken:encoding",
        BOARD: "bolicho.field.encode.boards:encoding",
    },
)
"""By the name of a game, from the game to its moves and the fields of its arrays."""


def encoder(game: Game | str) -> Encoder:
    """Return the encoder of a game under its options; it is made once."""
    return _encoder(GAMES.make(game) if isinstance(game, str) else game)


def vocabulary(game: Game | str) -> tuple[str, ...]:
    """Return every move of a game under its options, in a fixed order."""
    return encoder(game).vocabulary


@cache
def _encoder(game: Game) -> Encoder:
    words, fields = _parts(game)
    return Encoder(game, words, fields)


def _parts(game: Any) -> tuple[Sequence[str], Sequence[Field]]:
    if hasattr(game, "encoding"):
        words, fields = game.encoding()
        return words, fields
    found = ENCODINGS.of(game)
    if found is None:
        raise BadInput(f"game {game.name!r} has no arrays: give it encoding(), or an entry point of {GROUP}")
    words, fields = found(game)
    return words, fields
