"""What the cells of the UFSM group's files mean: a row as a hand, nothing judged yet.

A card that was played has its code and its suit. Where none was played the group wrote why, over the code alone or
over code and suit: -1 face down, -10 the agent folded, -15 it refused or lost, -46 (or -50) the rival folded or
refused, -130 the round was not reached, 0 or nothing. So a suit without a code is a card whose code was written over,
and a code without a suit (almost always 1) is no card. The winner of a round that was not played is filled with the
hand's winner: winners are read only where both cards were played.

In the file of 30 columns signs and suits of played cards are lost: 10, 15, 46 and 130 are no codes, but 1 is a four, a
face-down card or nothing, and 50 an ace of bastos or nothing. The observed player's 1 is a four if there is one in the
hand, else a card face down. In the recorded hands (those numbered as in the baseline) a rival's 50 is a card only if
the hand went on after it, a 1 is then a four or a card face down, which is left open, and neither is read where the
hand may have ended; in the learned hands, in which nobody plays face down and no card that did not come is a 1, codes
are cards.
"""

from collections.abc import Mapping
from typing import NamedTuple

from bolicho.core.errors import BadInput
from bolicho.learn.cases.truco.codes import CODES

WHOLE, SHORT = "141 columns", "30 columns"
CARD, DOWN, LOST, NONE, DOUBT = "card", "down", "lost", "none", "doubt"
"""What a cell of the table tells: an open card, a face-down one, one whose code is lost, none, or who knows."""
SUIT_NUMBERS = {"ESPADAS": 1, "OURO": 2, "OUROS": 2, "BASTOS": 3, "PAUS": 3, "COPAS": 4}
UNSAID = -50
"""What the server wrote where a rival's card did not come; without its sign, the ace of bastos."""
FOUR_OR_DOWN = 1
"""What a four and, without its sign, a face-down card are written as."""
LAST_RECORDED = 3195
"""Hands are numbered from 1; the learning program of the group numbered on behind the recorded ones."""
LEARNED = "aprendizagem automatica"

ROUNDS = ("primeira", "segunda", "terceira")
LEVELS = ("Alta", "Media", "Baixa")
ENVIDO = ("quemPediuEnvido", "quemEnvidoEnvido", "quemPediuRealEnvido", "quemPediuFaltaEnvido")
TRUCO = ("quemTruco", "quemRetruco", "quemValeQuatro")
WHEN = ("quandoTruco", "quandoRetruco", "quandoValeQuatro")
SCORE = ("tentosAnterioresRobo", "tentosAnterioresHumano", "tentosPosterioresRobo", "tentosPosterioresHumano")

Suited = tuple[int | None, int | None]
"""Code and suit of a card."""


class TableCell(NamedTuple):
    """A cell of the table: what it is, the code of an open card, its suit, and the reason where there is none."""

    kind: str
    code: int | None = None
    suit: int | None = None
    reason: int | None = None


class Hand(NamedTuple):
    """A row, as the file tells it; None where it does not."""

    number: int
    match: object
    mano: int | None
    cards: tuple[Suited, ...]
    rival_cards: tuple[Suited, ...]
    """Only to hold the deal against the rules: the observed player did not see them."""
    mine: tuple[TableCell, ...]
    theirs: tuple[TableCell, ...]
    won: tuple[int | None, ...]
    envido: tuple[int | None, ...]
    """Who called envido, envido again (the short file does not tell), real envido, falta envido."""
    envido_points: int | None
    rival_envido_points: int | None
    envido_refused: int | None
    envido_won: int | None
    envido_paid: int | None
    flor: int | None
    truco: tuple[int, ...]
    when: tuple[int | None, ...]
    truco_refused: int | None
    truco_won: int | None
    truco_paid: int | None
    folded: int | None
    folded_when: int | None
    score: tuple[int | None, ...]


READ = {
    SHORT: (
        *("idMao", "jogadorMao", "pontosEnvidoRobo", "quemGanhouEnvido", "quemGanhouTruco", "quemFlor"),
        *(f"carta{level}Robo" for level in LEVELS),
        *(f"naipeCarta{level}Robo" for level in LEVELS),
        *(f"{name}Carta{who}" for name in ROUNDS for who in ("Robo", "Humano")),
        *(f"ganhador{name.title()}Rodada" for name in ROUNDS),
        *(name for name in ENVIDO if name != "quemEnvidoEnvido"),
        *TRUCO,
    ),
}
READ[WHOLE] = (
    *READ[SHORT],
    *("idPartida", "pontosEnvidoHumano", "quemNegouEnvido", "tentosEnvido", "quemEnvidoEnvido"),
    *("quemNegouTruco", "tentosTruco", "quemBaralho", "quandoBaralho"),
    *(f"carta{level}Humano" for level in LEVELS),
    *(f"naipeCarta{level}Humano" for level in LEVELS),
    *(f"naipe{name.title()}Carta{who}" for name in ROUNDS for who in ("Robo", "Humano")),
    *WHEN,
    *SCORE,
)
"""The columns that are read of each layout."""


class _Row:
    """The cells of a row, taken as what they should be."""

    def __init__(self, cells: Mapping[str, int | str | None], where: str) -> None:
        self.cells, self.where = cells, where

    def number(self, name: str) -> int | None:
        value = self.cells.get(name)
        if isinstance(value, str):
            raise BadInput(f"{self.where}, column {name}: {value!r} is not a number")
        return value

    def player(self, name: str) -> int:
        """Who did something; empty is nobody."""
        value = self.number(name) or 0
        if value not in (0, 1, 2):
            raise BadInput(f"{self.where}, column {name}: {value} is neither 0, 1 nor 2")
        return value

    def suit(self, name: str) -> int | None:
        value = self.cells.get(name)
        if isinstance(value, str) and value.upper() not in SUIT_NUMBERS:
            raise BadInput(f"{self.where}, column {name}: {value!r} is no suit")
        number = SUIT_NUMBERS[value.upper()] if isinstance(value, str) else value
        return number if number in (1, 2, 3, 4) else None


def hand_of(cells: Mapping[str, int | str | None], layout: str, where: str) -> Hand:
    """Read a row."""
    row = _Row(cells, where)
    whole = layout == WHOLE
    number = row.number("idMao") or 0
    known = row.number if whole else (lambda _: None)
    return Hand(
        number,
        cells.get("idPartida"),
        row.number("jogadorMao"),
        _cards(row, "Robo"),
        _cards(row, "Humano") if whole else (),
        _table(row, "Robo") if whole else _unsigned(row, "Robo", number),
        _table(row, "Humano") if whole else _unsigned(row, "Humano", number),
        tuple(row.number(f"ganhador{name.title()}Rodada") for name in ROUNDS),
        tuple(row.player(name) if whole or name in READ[SHORT] else None for name in ENVIDO),
        row.number("pontosEnvidoRobo"),
        known("pontosEnvidoHumano"),
        row.player("quemNegouEnvido") if whole else None,
        row.player("quemGanhouEnvido"),
        known("tentosEnvido"),
        row.number("quemFlor"),
        tuple(row.player(name) for name in TRUCO),
        tuple(known(name) for name in WHEN),
        row.player("quemNegouTruco") if whole else None,
        row.player("quemGanhouTruco"),
        known("tentosTruco"),
        row.player("quemBaralho") if whole else None,
        known("quandoBaralho"),
        tuple(known(name) for name in SCORE),
    )


def _cards(row: _Row, who: str) -> tuple[Suited, ...]:
    codes = [row.number(f"carta{level}{who}") or None for level in LEVELS]
    return tuple(zip(codes, (row.suit(f"naipeCarta{level}{who}") for level in LEVELS), strict=True))


def _table(row: _Row, who: str) -> tuple[TableCell, ...]:
    """The cards of the three rounds where signs and suits are there."""
    cells = []
    for name in ROUNDS:
        code, suit = row.number(f"{name}Carta{who}"), row.suit(f"naipe{name.title()}Carta{who}")
        if code == -1:
            cells.append(TableCell(DOWN))
        elif code in CODES and suit is not None:
            cells.append(TableCell(CARD, code, suit))
        else:
            cells.append(TableCell(LOST if suit is not None else NONE, None, suit, code))
    return tuple(cells)


def _unsigned(row: _Row, who: str, number: int) -> tuple[TableCell, ...]:
    """The same where they are not."""
    codes = [row.number(f"{name}Carta{who}") for name in ROUNDS]
    if who == "Robo" or not 0 < number <= LAST_RECORDED:
        return tuple(
            TableCell(CARD, code) if code in CODES else TableCell(NONE, reason=-abs(code or 0)) for code in codes
        )
    certain = [row.number(f"{name}CartaRobo") in CODES for name in ROUNDS]
    certain = [own or (code in CODES and code not in (1, 50)) for own, code in zip(certain, codes, strict=True)]
    return tuple(_recorded(code, any(certain[place + 1 :])) for place, code in enumerate(codes))


def _recorded(code: int | None, went_on: bool) -> TableCell:
    """A rival's card of a recorded hand without its sign, and whether a later round was played."""
    if code not in CODES:
        return TableCell(NONE, reason=-abs(code or 0))
    if code not in (FOUR_OR_DOWN, -UNSAID):
        return TableCell(CARD, code)
    if not went_on:
        return TableCell(DOUBT)
    return TableCell(CARD, code) if code == -UNSAID else TableCell(LOST, reason=FOUR_OR_DOWN)
