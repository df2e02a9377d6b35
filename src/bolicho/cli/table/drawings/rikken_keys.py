"""What may be typed at a Rikken table: a number, or the word, suit or card itself.

Cards have the number of their place in the hand; bids, trumps and asks that of their place in the list.
"""

from bolicho.cli.table.drawing import Key
from bolicho.cli.table.spelling import plain_word
from bolicho.core.words import Words
from bolicho.games.rikken.ask import ASK, TRUMP
from bolicho.games.rikken.cards import INDEX, SUITS
from bolicho.games.rikken.contracts import NAMES, PAS
from bolicho.games.rikken.talk import card_sign, contract_name, short_goal, suit_name
from bolicho.games.rikken.view import View

ALIASES = {
    **dict.fromkeys(("p", "pass", "passo", "passar"), PAS),
    "rik-better": "rik-beter",
    "solo-13": "solo",
    "piek-aberto": "open-piek",
    "piek-aberto+": "open-piek-plus",
    "open-piek+": "open-piek-plus",
    "misere-aberta": "open-misere",
    "misere-aberta+": "open-misere-plus",
    "open-misere+": "open-misere-plus",
    **dict.fromkeys(("espadas", "spades"), "s"),
    **dict.fromkeys(("copas", "hearts"), "h"),
    **dict.fromkeys(("ouros", "diamonds"), "d"),
    **dict.fromkeys(("paus", "clubs"), "c"),
}
LOWER = {card.lower(): card for card in INDEX} | {f"10{suit}": f"T{suit}" for suit in SUITS}


def word(typed: str) -> str:
    """Bring what was typed to the notation of the game.

    >>> word("Passo!"), word("QH"), word("10d"), word("Solo 9"), word("ask:ks"), word("copas")
    ('pas', 'Qh', 'Td', 'solo-9', 'ask:Ks', 'h')
    """
    said = plain_word(typed)
    said = ALIASES.get(said, said)
    first, colon, rest = said.rpartition(":")
    return first + colon + LOWER.get(rest, rest)


def move_typed(view: View, typed: str) -> str | None:
    """Return the legal move that was typed, or None."""
    said = word(typed)
    meant = (said, TRUMP + said, ASK + said, _numbered(view).get(said, ""))
    return next((move for move in meant if move in view.moves), None)


def known(typed: str) -> bool:
    """Whether this is a word of Rikken at all."""
    said = word(typed).removeprefix(ASK).removeprefix(TRUMP)
    return said in (PAS, *NAMES) or said in INDEX or (said in SUITS and bool(said)) or said.isdigit()


def keys(view: View, words: Words) -> list[Key]:
    """List the keys of the legal moves."""
    return [_key(number, move, words) for number, move in _numbered(view).items() if move in view.moves]


def _numbered(view: View) -> dict[str, str]:
    """Return what each number stands for: places in the hand during the play, else in the list of moves."""
    listed = view.hand if view.phase == "play" else view.moves
    return {str(number): move for number, move in enumerate(listed, 1)}


def _key(number: str, move: str, words: Words) -> Key:
    if move == PAS:
        return Key(number, words("move-pas"))
    if move in NAMES:
        return Key(number, contract_name(move, words), short_goal(move))
    if move.startswith(TRUMP):
        return Key(number, suit_name(move[-1], words))
    return Key(number, card_sign(move.removeprefix(ASK)))
