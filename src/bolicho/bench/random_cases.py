"""Cases by the million for benchmarks: hands of the Truco kernel, dealt and played by the rules, every move drawn.

No scripted player can play a million hands in seconds. Moves drawn at random, with some patience before a player gives
up, still make what matters to a search: real cards, rounds that follow from them, blanks where a round never came,
many equal rows. Hand after hand is seen from the one seat and then from the other.
"""

from collections.abc import Iterator

import numpy as np

from bolicho.games.truco import Truco
from bolicho.games.truco.cards import DECK, STRENGTH
from bolicho.learn.cases.base import UNKNOWN, CaseBase, Cells
from bolicho.learn.cases.truco.codes import CODE, ME, NOBODY, RIVAL
from bolicho.learn.cases.truco.columns import FORM, NAMES

ROUNDS = (1, 2)
CARDS = ("high", "medium", "low")
CALLS = ("truco", "retruco")
ATTRIBUTES = (
    *CARDS, "mano",
    *(f"{name}_{number}" for number in ROUNDS for name in ("mine", "theirs", "won")),
    *(f"{call}_by" for call in CALLS),
)  # fmt: skip
"""The twelve attributes of a question about the third card: all that has happened so far."""

PATIENCE = 4
"""How often a player who would give up thinks again."""
BATCH = 20_000


def random_base(cases: int, seed: int) -> CaseBase:
    """Return a base with every column of a Truco case; those that are not of the twelve attributes are blank."""
    base = CaseBase("random hands", NAMES, game="truco", form=FORM, source="synthetic", capacity=cases)
    places = [NAMES.index(name) for name in ATTRIBUTES]
    for cells in batches(cases, seed):
        rows = np.full((len(cells), len(NAMES)), UNKNOWN, dtype=np.int16)
        rows[:, places] = cells
        base.append(rows)
    return base


def batches(cases: int, seed: int, first: int = 0) -> Iterator[Cells]:
    """Play the hands from a number on and yield them as rows of the twelve attributes."""
    for begin in range(first, first + cases, BATCH):
        yield random_cases(min(BATCH, first + cases - begin), seed, begin)


def random_cases(cases: int, seed: int, first: int = 0) -> Cells:
    """Return the cases of hands ``first`` to ``first + cases - 1`` of a seed, rows of the twelve attributes."""
    from bolicho.games.truco.kernel import MOVE, WORDS, trace_hands

    played, deals, tape = trace_hands(Truco(), seed, cases, first=first, patience=PATIENCE)
    hand = np.arange(cases)
    seat = (hand + first) % 2
    table = np.full((cases, 2, 3), -1)  # places in the deck, by seat and round
    cards = np.zeros((cases, 2), dtype=int)
    called = {call: np.full(cases, NOBODY) for call in CALLS}
    for ply in range(int(played["plies"].max())):
        alive = ply < played["plies"]
        mover, move = tape["seat"][:, ply], tape["move"][:, ply]
        at = hand[alive & (move < WORDS)]  # the rules of the kernel's game have no face-down cards
        who = mover[at]
        table[at, who, cards[at, who]] = deals[at, who, move[at]]
        cards[at, who] += 1
        for call in CALLS:
            at = hand[alive & (move == MOVE[call])]
            called[call][at] = np.where(mover[at] == seat[at], ME, RIVAL)
    code, strength = (np.array([worth[card] for card in DECK]) for worth in (CODE, STRENGTH))
    columns = [*code[deals[hand, seat]].T, np.where(seat == 0, ME, RIVAL)]
    for number in ROUNDS:
        mine, theirs = table[hand, seat, number - 1], table[hand, 1 - seat, number - 1]
        lead = np.sign(strength[mine] - strength[theirs])
        columns += [np.where(card < 0, UNKNOWN, code[card]) for card in (mine, theirs)]
        columns.append(np.where((mine < 0) | (theirs < 0), UNKNOWN, np.choose(lead + 1, (RIVAL, NOBODY, ME))))
    columns += [called[call] for call in CALLS]
    return np.column_stack(columns).astype(np.int16)
