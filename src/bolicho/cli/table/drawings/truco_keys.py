"""What may be typed at a Truco table: numbers for cards, a letter or the word itself for calls."""

from collections.abc import Iterable

from bolicho.cli.table.drawing import Key
from bolicho.cli.table.spelling import plain_word
from bolicho.core.words import Words
from bolicho.games.truco.state import ORDER
from bolicho.games.truco.talk import meaning
from bolicho.games.truco.view import View

LETTERS = {
    "quero": "sy",
    "nao-quero": "n",
    "envido": "e",
    "real-envido": "r",
    "falta-envido": "f",
    "flor": "l",
    "achico": "a",
    "contra-flor": "c",
    "contra-flor-e-o-resto": "x",
    "truco": "t",
    "retruco": "t",
    "vale-quatro": "t",
    "e-bom": "m",
    "pontos": "p",
    "baralho": "b",
}
"""Letters of each word; one letter may serve several that are never legal together."""

ALIASES = {
    "sim": "quero",
    "yes": "quero",
    "quiero": "quero",
    "nao": "nao-quero",
    "no": "nao-quero",
    "no-quiero": "nao-quero",
    "real": "real-envido",
    "falta": "falta-envido",
    "contraflor": "contra-flor",
    "resto": "contra-flor-e-o-resto",
    "contra-flor-e-resto": "contra-flor-e-o-resto",
    "vale-4": "vale-quatro",
    "bom": "e-bom",
    "fold": "baralho",
    "mazo": "baralho",
    "ir-ao-baralho": "baralho",
    "vou-ao-baralho": "baralho",
}
DOWN = "v"
"""Before the number of a card: face down (virada)."""


def word(typed: str) -> str:
    """Bring what was typed to the notation of the game.

    >>> word("No quiero!"), word("contra flor e o resto"), word("7E")
    ('nao-quero', 'contra-flor-e-o-resto', '7e')
    """
    said = plain_word(typed)
    return ALIASES.get(said, said)


def moves_typed(view: View, typed: str) -> str | None:
    """Return the legal move that was typed, or None."""
    said = word(typed)
    if said in view.moves:
        return said
    cards = {str(number): card for number, card in enumerate(view.hand, 1)}
    cards |= {f"{DOWN}{number}": f"({card})" for number, card in enumerate(view.hand, 1)}
    meant = [cards[said]] if said in cards else [move for move, letters in LETTERS.items() if _is(said, letters)]
    return next((move for move in meant if move in view.moves), None)


def known(typed: str) -> bool:
    """Whether this is a word of Truco at all."""
    said = word(typed)
    return said in ORDER or any(_is(said, letters) for letters in LETTERS.values()) or said.strip("()v").isdigit()


def keys(view: View, words: Words) -> list[Key]:
    """List the keys of the legal moves: cards first, then calls, as ``view.moves`` has them."""
    numbers = {card: str(number) for number, card in enumerate(view.hand, 1)}
    listed = [Key(numbers[card], card) for card in view.hand if card in view.moves]
    down = [numbers[card] for card in view.hand if f"({card})" in view.moves]
    if down:
        listed.append(Key(f"{DOWN}{'/'.join(down)}", words("move-face-down"), words("gloss-face-down")))
    return listed + [
        Key(_letter(move, words), words(f"move-{move}"), meaning(view, move, words)) for move in _calls(view)
    ]


def _calls(view: View) -> Iterable[str]:
    return (move for move in view.moves if move in LETTERS)


def _letter(move: str, words: Words) -> str:
    letters = LETTERS[move]
    return letters[0] if words.language == "pt-BR" else letters[-1]


def _is(said: str, letters: str) -> bool:
    return len(said) == 1 and said in letters
