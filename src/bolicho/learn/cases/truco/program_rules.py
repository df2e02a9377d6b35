"""Revise as the UFSM group's program does: the list of which Paulus's section 4.1.2 gives three examples.

Read in ``dpinheiro2/clusterbasedgamer`` (``CbrModular.java``, 2020-02-10); docs/works/readings/paulus.md has each rule
with its place there. Cards are compared by their code: 40 is the 7o, 24 a three, 16 a two, 6 a ten. No two rules on
truco contradict each other at the same turn, so their order does not matter.
"""

from collections.abc import Callable
from functools import partial

from bolicho.games.truco.cards import envido_points
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.view import View
from bolicho.learn.cases.decision.revise import PASS, Rule
from bolicho.learn.cases.truco.codes import CODE
from bolicho.learn.cases.truco.revise import NO_POINTS, RULES

Opinion = Callable[[View, bool], bool | None]
"""Whether to call (True) or to accept (False) a truco: yes, no, or nothing to say."""

SEVEN, THREE, TWO, TEN = 40, 24, 16, 6
GOOD_POINTS = 27


# ── truco ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def weak_last_card(view: View, _: bool) -> bool | None:
    """Neither call nor accept in round 3 with a card below the tens."""
    return False if _round(view) == 3 and _left(view)[0] < TEN else None


def sure_last_card(view: View, _: bool) -> bool | None:
    """Call and accept in round 3 where the last card beats the one on the table."""
    theirs = _on_table(view)
    if _round(view) < 3 or view.won[1] != view.rival or theirs is None or _left(view)[0] < TEN:
        return None
    mine = _left(view)[0]
    return True if mine > theirs or (mine == theirs and view.won[0] == view.seat) else None


def strong_last_card(view: View, calls: bool) -> bool | None:
    """Leading round 3: call with a seven or an ace that rules, accept with a three."""
    if _round(view) < 3 or view.won[1] != view.seat:
        return None
    return True if _left(view)[0] >= (SEVEN if calls else THREE) else None


def beaten_second_card(view: View, _: bool) -> bool | None:
    """Neither call nor accept after a lost round with any card below the one on the table."""
    theirs = _on_table(view)
    if _round(view) != 2 or view.won[0] != view.rival or theirs is None:
        return None
    return False if min(_left(view)) < theirs else None


def strong_second_card(view: View, _: bool) -> bool | None:
    """Call and accept after a won round with a seven or an ace that rules."""
    return True if _round(view) == 2 and view.won[0] == view.seat and max(_left(view)) >= SEVEN else None


def answer_after_tie(view: View, _: bool) -> bool | None:
    """After a tie the highest card that does not tie again decides against the card on the table."""
    theirs = _on_table(view)
    if _round(view) != 2 or view.won[0] is not None or theirs is None:
        return None
    return next((code > theirs for code in _left(view) if code != theirs), None)


def lead_after_tie(view: View, _: bool) -> bool | None:
    """After a tie, with nothing on the table, the highest card that is very good or very bad decides."""
    if _round(view) != 2 or view.won[0] is not None or _on_table(view) is not None:
        return None
    return next((code > SEVEN for code in _left(view) if code > SEVEN or code < TEN), None)


def mao_waits(view: View, calls: bool) -> bool | None:
    """Never call truco as mão in round 1: it would give away that there are no points for an envido."""
    opens = calls and view.truco_by is None and not view.truco
    return False if opens and _round(view) == 1 and view.is_mano else None


def won_with(level: int, view: View, calls: bool) -> bool | None:
    """Having won round 1 with the high or the medium card, call by the other of the two."""
    if not calls or _round(view) != 2 or view.won[0] != view.seat or _first_level(view) != level:
        return None
    other = CODE[view.dealt[1 - level]]
    return None if other == TWO else other > TWO


def lost_with(level: int, view: View, calls: bool) -> bool | None:
    """Having lost round 1 with the high or the medium card, do not call if the other of the two is below a two."""
    if not calls or _round(view) != 2 or view.won[0] != view.rival or _first_level(view) != level:
        return None
    return False if CODE[view.dealt[1 - level]] < TWO else None


def bet(opinion: Opinion, view: View, move: str) -> str | None:
    """Change a move by what a rule says to calling and accepting; who folds was not asked about truco any more."""
    if view.bet:
        return None
    raises = [call for call in TRUCO_CALLS if call in view.moves]
    if view.truco_by is None:
        call = opinion(view, True)
        if move in TRUCO_CALLS:
            return PASS if call is False else None
        return raises[0] if call and raises and move in view.hand else None
    accept, call = opinion(view, False), opinion(view, True)
    if move in ENVIDO_CALLS or move == "flor":
        return None
    if accept is False:
        return None if move == "nao-quero" else "nao-quero"
    if move in raises:
        return "quero" if call is False else None
    if move != "quero" and not accept:
        return None
    better = raises[0] if call and raises else "quero"
    return better if better != move else None


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def lost_round(view: View, move: str) -> str | None:
    """Following in round 1: where nothing wins, or the medium card does not, throw the low one."""
    theirs = _on_table(view)
    if _round(view) != 1 or theirs is None or move not in view.hand:
        return None
    high, medium, low = view.dealt
    nothing_wins = CODE[high] < theirs
    return low if move != low and (nothing_wins or (move == medium and CODE[medium] < theirs)) else None


def no_low_tie(view: View, move: str) -> str | None:
    """Following in round 1: do not tie with the low card where the medium one wins."""
    theirs = _on_table(view)
    if _round(view) != 1 or theirs is None:
        return None
    _, medium, low = view.dealt
    return medium if move == low and CODE[low] == theirs < CODE[medium] else None


def high_after_tie(view: View, move: str) -> str | None:
    """After a tie play the highest card."""
    if _round(view) != 2 or view.won[0] is not None or move not in view.hand:
        return None
    return view.hand[0] if move != view.hand[0] else None


def save_the_hand(view: View, move: str) -> str | None:
    """After a round lost with a better card, do not throw the low one where it loses the hand."""
    theirs = _on_table(view)
    if _round(view) != 2 or view.won[0] != view.rival or theirs is None or move != view.dealt[2]:
        return None
    return view.hand[0] if _first_level(view) < 2 and CODE[move] < theirs else None


def play_the_last(view: View, move: str) -> str | None:
    """Do not fold in round 3."""
    return view.hand[0] if _round(view) == 3 and move == "baralho" and view.hand and view.truco_by is None else None


# ── envido ────────────────────────────────────────────────────────────────────────────────────────────────────────
def mao_hides_points(view: View, move: str) -> str | None:
    """As mão do not open with envido below 27: let the rival look for points."""
    few = envido_points(view.dealt) < GOOD_POINTS
    return PASS if move == "envido" and not view.envido and view.is_mano and few else None


def step_by_step(view: View, move: str) -> str | None:
    """Real envido only after envido, falta envido only after real envido."""
    needed = {"real-envido": "envido", "falta-envido": "real-envido"}.get(move)
    if needed is None or needed in view.envido:
        return None
    return "quero" if view.bet == "envido" else PASS


def no_points_no_game(view: View, move: str) -> str | None:
    """Accept nothing below 20, and as pé no envido below 27."""
    if view.bet != "envido" or move == "nao-quero":
        return None
    few = GOOD_POINTS if not view.is_mano and view.envido[-1] == "envido" else NO_POINTS
    return "nao-quero" if envido_points(view.dealt) < few else None


TRUCO_RULES: dict[str, Opinion] = {
    "weak-last-card": weak_last_card,
    "sure-last-card": sure_last_card,
    "strong-last-card": strong_last_card,
    "beaten-second-card": beaten_second_card,
    "strong-second-card": strong_second_card,
    "answer-after-tie": answer_after_tie,
    "lead-after-tie": lead_after_tie,
    "mao-waits": mao_waits,
    "won-with-high": partial(won_with, 0),
    "won-with-medium": partial(won_with, 1),
    "lost-with-high": partial(lost_with, 0),
    "lost-with-medium": partial(lost_with, 1),
}
PROGRAM = (
    *(Rule(name, partial(bet, opinion)) for name, opinion in TRUCO_RULES.items()),
    RULES["wrong-card"],
    Rule("lost-round", lost_round),
    Rule("no-low-tie", no_low_tie),
    Rule("high-after-tie", high_after_tie),
    Rule("save-the-hand", save_the_hand),
    Rule("play-the-last", play_the_last),
)
"""What the program does."""
PROGRAM_ENVIDO = (
    Rule("mao-hides-points", mao_hides_points),
    Rule("step-by-step", step_by_step),
    Rule("no-points-no-game", no_points_no_game),
)
"""What stands in comments there; the dissertation speaks of such a rule."""


# ── reading a view ────────────────────────────────────────────────────────────────────────────────────────────────
def _round(view: View) -> int:
    return len(view.won) + 1


def _left(view: View) -> list[int]:
    """Return the codes of the cards not played in the rounds before this one, the highest first."""
    gone = {card.strip("()") for card in view.played[view.seat][: len(view.won)]}
    return [CODE[card] for card in view.dealt if card not in gone]


def _on_table(view: View) -> int | None:
    """Return the code of the open card that waits for ours."""
    return CODE.get(view.on_table or "")


def _first_level(view: View) -> int:
    """Return which card was played in round 1: 0 the high, 1 the medium, 2 the low one."""
    return view.dealt.index(view.played[view.seat][0].strip("()"))
