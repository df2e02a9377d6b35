"""What can be worked out without playing: corners of the initial matrices, and the example of section 5.2 step by step.

The example is asked of the very functions with which the player decides. The rival's three cards are all of espadas, a
flor that the thesis does not notice; so the example is played without flor.
"""

from collections.abc import Sequence

import numpy as np

from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.games.truco.view import View
from bolicho.lab.engine.claims import printed_by
from bolicho.lab.engine.experiment import Rows
from bolicho.learn.markov.chances import RowMatch, envido_chance, judge, truco_chance
from bolicho.learn.markov.gates import GATES
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.orders import card_weights, guessed, lottery
from bolicho.learn.markov.slices import strengths, truco_slice
from bolicho.learn.markov.states import CARD_LABELS, LEVELS, ORDER_LABELS, WEAK_TO_STRONG, truco_row

EDGE = 3
"""Rows and columns that the tables of chapter 4 print from each end."""


def golden() -> Rows:
    """Return the corners of the three printed matrices, and what else must hold at the start."""
    known = Matrices.initial()
    rows: Rows = []
    for name in ("truco", "envido", "flor"):
        module = getattr(known, name)
        ends = [*range(EDGE), *range(-EDGE, 0)]
        rows.append(
            {
                "matrix": name,
                "states": len(module.labels),
                "corners": module.win[np.ix_(ends, ends)].tolist(),
                "monotone": bool((np.diff(module.win, axis=0) >= 0).all()),
                "transposed": bool((module.loss == module.win.T).all()),
                "step": module.step,
                "sum": float(module.win.sum()),
            }
        )
    return rows


def example() -> Rows:
    """Go through the example; each row is a step with what came out."""
    asked, known = printed_by("bolicho.lab.works.rossato")["example"], Matrices.initial()
    own, rival, first, second = asked["own"], asked["rival"], asked["first"], asked["second"]
    leads = _view(own, rival, 0)
    follows = _view(own, rival, 1, first)
    later = _view(own, rival, 0, own[0], first)
    third = _view(own, rival, 0, own[0], first, own[1], second)
    return [
        _bet("envido", envido_chance(known, leads), GATES["envido"]),
        _bet("envido-seen", envido_chance(known, follows), GATES["envido"]),
        _card("card-first", known, leads),
        {"step": "level", "levels": [LEVELS[level] for level in guessed(known, (first,))]},
        _card("card-second", known, later),
        {**_bet("truco", truco_chance(known, later), GATES["truco"]), "place": truco_row(leads.dealt) + 1},
        _bet("truco-third", truco_chance(known, third), GATES["truco"]),
        _strengths(),
        _combinations(asked["divided"]["known"], asked["divided"]["with-unique"]),
    ]


def _strengths() -> JsonObject:
    """Table 5.1, and the strength a round, (f1 + f2 + f3) / 3, of the two hands of section 5.1."""
    cards = dict(zip(CARD_LABELS, WEAK_TO_STRONG, strict=True))
    hands = printed_by("bolicho.lab.works.rossato")["equal"]["hands"]
    mean = {hand: sum(cards[card] for card in hand.split("-")) / 3 for hand in hands}
    return {"step": "strengths", "cards": cards, "hands": {hand: round(one, 4) for hand, one in mean.items()}}


def _combinations(known: Sequence[str], unique: Sequence[str]) -> JsonObject:
    """How many hands have two known cards (5.3), and how many pairs of hands when two of each are known (6)."""
    common, rare = (truco_slice(strengths(tuple(cards))).size for cards in (known, unique))
    return {"step": "combinations", "columns": common, "both": common**2, "unique": rare, "unique-both": rare**2}


def shares_by_first_card(wins: Sequence[Sequence[float]]) -> list[float]:
    """Return the chance with which each level is played first, of the wins of the six orders (b/(b+m+a) and so on).

    >>> shares_by_first_card([[1.0] * 6] * 6)
    [0.3333333333333333, 0.3333333333333333, 0.3333333333333333]
    """
    by_order = np.asarray(wins, dtype=float).sum(axis=1)
    by_level = [sum(w for w, order in zip(by_order, ORDER_LABELS, strict=True) if order[0] == lv) for lv in LEVELS]
    total = float(sum(by_level))
    return [float(won) / total for won in by_level]


def _view(own: Sequence[str], rival: Sequence[str], mano: int, *moves: str) -> View:
    game = GAMES.make("truco", flor="off")
    deal = game.parse_deal(f"{' '.join(own)} / {' '.join(rival)}")
    state = game.start(deal, score=[0, 0], mano=mano)
    for move in moves:
        state = state.play(move)
    view: View = state.view(0)
    return view


def _bet(step: str, found: RowMatch | None, gate: float) -> JsonObject:
    assert found is not None
    verdicts = {how: judge(found, gate, how) for how in ("exact", "paper")}
    return {
        "step": step,
        "row": found.row,
        "states": found.part.size,
        "columns": found.part.places.tolist(),
        "wins": found.wins,
        "losses": found.losses,
        "p": found.chance,
        "gate": gate,
        "passes": verdicts["exact"].chance > gate,
        "yes": verdicts["exact"].yes,
        "yes_paper": verdicts["paper"].yes,
    }


def _card(step: str, known: Matrices, view: View) -> JsonObject:
    found, weights = card_weights(known, view)
    return {
        "step": step,
        "own": [ORDER_LABELS[order] for order in found.mine],
        "rival": [ORDER_LABELS[order] for order in found.his],
        "shares": lottery(weights, "exact"),
    }
