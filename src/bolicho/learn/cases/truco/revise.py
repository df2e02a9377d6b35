"""Revise: no "suicidal" plays (Paulus, section 4.1.2). Small named rules; each can be switched off.

- ``obvious-bet``: second to play the third card, and my card wins the hand: raise; asked, raise or accept.
- ``compulsive-bluff``: nobody has bet on envido and I have no points (no two cards of a suit): do not call.
- ``wrong-card``: never spend a higher card where a lower one also beats the card on the table.

Each rule stands twice: on a turn, where it changes a move, and on recorded cases, where it finds those that broke it.
"""

from collections.abc import Iterable

import numpy as np

from bolicho.games.truco.cards import STRENGTH, envido_points
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.state import hand_winner
from bolicho.games.truco.view import View
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.decision.revise import PASS, Mask, Rule, revise, rules_named
from bolicho.learn.cases.truco.codes import HIGH, LOW, ME, MEDIUM, NOBODY, RIVAL
from bolicho.learn.cases.truco.scenarios import CARDS, leader

__all__ = ["PASS", "RULES", "Rule", "broken_rules", "revise", "rules"]

NO_POINTS = 20
"""Less than this is a hand without two cards of a suit."""


def bet_on_a_sure_card(view: View, move: str) -> str | None:
    """Raise, or accept, when the last card in hand wins the hand for sure."""
    if len(view.won) < 2 or view.on_table is None or not _wins(view) or move in TRUCO_CALLS:
        return None
    raises = [call for call in TRUCO_CALLS if call in view.moves]
    if raises:
        return raises[0]
    return "quero" if move in ("nao-quero", "baralho") and "quero" in view.moves else None


def call_with_nothing(view: View, move: str) -> str | None:
    """Take back an envido opened on nothing."""
    return PASS if move in ENVIDO_CALLS and not view.envido and envido_points(view.dealt) < NO_POINTS else None


def spend_less(view: View, move: str) -> str | None:
    """Beat the card on the table with the lowest card that does."""
    if move not in view.hand or view.on_table is None:
        return None
    faced = STRENGTH.get(view.on_table, 0)
    enough = [card for card in view.hand if STRENGTH[card] > faced and STRENGTH[card] < STRENGTH[move]]
    return min(enough, key=lambda card: STRENGTH[card]) if enough and STRENGTH[move] > faced else None


def _wins(view: View) -> bool:
    """Whether the last card decides the hand for this seat."""
    mine, theirs = STRENGTH[view.hand[-1]], STRENGTH.get(view.on_table or "", 0)
    winner = None if mine == theirs else view.seat if mine > theirs else view.rival
    return hand_winner((*view.won, winner), view.mano) == view.seat


def sure_card_without_a_bet(base: CaseBase) -> Mask:
    """Cases whose player followed in round 3 with a card that wins the round, could raise, and did not."""
    follows = (base["played_3"] > 0) & (leader(base, 3) == RIVAL) & (base["theirs_3"] != UNKNOWN)
    wins = follows & (base["mine_3"] > base["theirs_3"])
    last = np.zeros(len(base), dtype=np.int16)
    for call in ("truco", "retruco", "vale_quatro"):
        last = np.where(base[f"{call}_by"] > NOBODY, base[f"{call}_by"], last)
    return np.asarray(wins & (last != ME) & (base["vale_quatro_by"] == NOBODY))


def called_with_nothing(base: CaseBase) -> Mask:
    """Cases whose player opened the envido without points."""
    first = np.zeros(len(base), dtype=np.int16)
    for call in ("falta_envido", "real_envido", "envido"):
        first = np.where(base[f"{call}_by"] > NOBODY, base[f"{call}_by"], first)
    points = base["envido_points"]
    return np.asarray((first == ME) & (points < NO_POINTS) & (points != UNKNOWN))


def spent_too_much(base: CaseBase) -> Mask:
    """Cases whose player beat a card where a lower card, not yet played, beats it too."""
    wrong = np.zeros(len(base), dtype=bool)
    gone = {level: np.zeros(len(base), dtype=bool) for level in CARDS}
    codes = dict(zip(CARDS, (HIGH, MEDIUM, LOW), strict=True))
    for number in (1, 2, 3):
        played, theirs = base[f"played_{number}"], base[f"theirs_{number}"]
        follows = (leader(base, number) == RIVAL) & (theirs != UNKNOWN)
        for level, code in codes.items():
            beats = follows & (played == code) & (base[level] > theirs)
            for lower in CARDS:
                wrong |= beats & ~gone[lower] & (base[lower] < base[level]) & (base[lower] > theirs)
        for level, code in codes.items():
            gone[level] |= played == code
    return wrong


RULES = {
    rule.name: rule
    for rule in (
        Rule("obvious-bet", bet_on_a_sure_card, sure_card_without_a_bet),
        Rule("compulsive-bluff", call_with_nothing, called_with_nothing),
        Rule("wrong-card", spend_less, spent_too_much),
    )
}


def rules(names: Iterable[str]) -> tuple[Rule, ...]:
    """Return rules by their names."""
    return rules_named(names, RULES)


def broken_rules(base: CaseBase) -> dict[str, Mask]:
    """Tell for each rule which cases of a base broke it: what cleaning removes."""
    return {name: rule.broken(base) for name, rule in RULES.items()}
