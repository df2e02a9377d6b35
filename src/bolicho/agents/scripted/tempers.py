"""Players by temper: the same rules of thumb, other numbers. Data first, then the rules that read it."""

from functools import partial
from random import Random
from typing import NamedTuple

from bolicho.agents.scripted.eyes import EDGE, Eyes
from bolicho.agents.scripted.lots import draw_lot
from bolicho.agents.scripted.player import Rule, because
from bolicho.core.contract import Decision
from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.odds import two_rounds


class Temper(NamedTuple):
    """From how many points, or from what chance, a player speaks."""

    judges_by: str
    """``chance``: counts the hands the rival may hold; ``feeling``: looks at his own two best cards."""
    leads: str
    """``high`` or ``middle``: which card he opens the hand with."""
    envido: tuple[int, int, int]
    """Points from which he calls (or raises to) envido, real envido, falta envido."""
    accepts_envido: tuple[int, int, int]
    """Points from which he accepts them."""
    envido_bluff: float
    truco: tuple[float, float, float]
    """Chance from which he calls (or raises to) truco, retruco, vale quatro."""
    accepts_truco: tuple[float, float, float]
    truco_bluff: float
    contra_flor: int
    """Flor points from which he raises; from 4 less he accepts."""


TEMPERS = {
    "novice": Temper("feeling", "high", (27, 30, 33), (25, 28, 31), 0.0, (0.8, 0.9, 0.95), (0.6, 0.75, 0.85), 0.0, 34),
    "cautious": Temper(
        "chance", "middle", (29, 32, 34), (27, 30, 32), 0.0, (0.8, 0.9, 0.96), (0.55, 0.7, 0.8), 0.0, 36
    ),
    "bold": Temper("chance", "high", (23, 27, 31), (22, 26, 29), 0.1, (0.45, 0.6, 0.75), (0.25, 0.35, 0.45), 0.1, 29),
    "bluffer": Temper("chance", "middle", (26, 30, 33), (25, 28, 31), 0.4, (0.6, 0.75, 0.85), (0.4, 0.5, 0.6), 0.4, 32),
}


def rules(temper: Temper) -> tuple[Rule, ...]:
    """Return a temper's rules, in the order in which they are asked."""
    two_rounds()  # the tables are made before anybody's clock runs
    asked = (answer_flor, answer_envido, answer_truco, call_envido, call_truco, play_card)
    return declare_flor, announce, *(partial(rule, temper) for rule in asked)


def declare_flor(eyes: Eyes, _: Random) -> Decision | None:
    """Flor is sung as soon as it may be."""
    if "flor" in eyes.view.moves and eyes.view.bet != "flor":
        return because("flor", "declare-flor", points=eyes.flor)
    return None


def announce(eyes: Eyes, _: Random) -> Decision | None:
    """Nobody gives points away: the higher number is said."""
    if eyes.view.bet != "announce":
        return None
    return because(eyes.view.moves[-1], "announce", points=eyes.points)


def answer_flor(temper: Temper, eyes: Eyes, _: Random) -> Decision | None:
    """Raise with a good flor, accept with a fair one, give way with a poor one."""
    if eyes.view.bet != "flor":
        return None
    moves, points, need = eyes.view.moves, eyes.flor, temper.contra_flor
    raises = [call for call in ("contra-flor", "contra-flor-e-o-resto") if call in moves]
    if raises and points >= need + (3 if raises[0] == "contra-flor-e-o-resto" else 0):
        return because(raises[0], "raise-flor", points=points, need=need)
    if points >= need - 4:
        return because("quero" if "quero" in moves else "flor", "accept-flor", points=points, need=need - 4)
    return because("nao-quero" if "nao-quero" in moves else "achico", "refuse-flor", points=points, need=need - 4)


def answer_envido(temper: Temper, eyes: Eyes, rng: Random) -> Decision | None:
    """Raise, accept or refuse by the points in hand."""
    if eyes.view.bet != "envido":
        return None
    raised = _envido(temper, eyes, rng, bluff=temper.envido_bluff / 3)
    if raised:
        return raised
    need = temper.accepts_envido[ENVIDO_CALLS.index(eyes.view.envido[-1])] + 2 * (len(eyes.view.envido) - 1)
    if eyes.points >= need:
        return because("quero", "accept-envido", points=eyes.points, need=need)
    return because("nao-quero", "refuse-envido", points=eyes.points, need=need)


def call_envido(temper: Temper, eyes: Eyes, rng: Random) -> Decision | None:
    """Call with enough points, or pretend to."""
    return None if eyes.view.bet else _envido(temper, eyes, rng, bluff=temper.envido_bluff)


def _envido(temper: Temper, eyes: Eyes, rng: Random, bluff: float) -> Decision | None:
    may = [call for call in ENVIDO_CALLS if call in eyes.view.moves]
    if not may:
        return None
    # a raise must be above what was called already
    floor = 3 * len(eyes.view.envido)
    for call, need in reversed(tuple(zip(ENVIDO_CALLS, temper.envido, strict=True))):
        if call in may and eyes.points >= need + floor:
            return because(call, "raise-envido" if floor else "call-envido", points=eyes.points, need=need + floor)
    if eyes.points < 20 and draw_lot(rng, bluff):
        return because(may[0], "bluff-envido", points=eyes.points, often=bluff)
    return None


def answer_truco(temper: Temper, eyes: Eyes, rng: Random) -> Decision | None:
    """Envido comes first; then raise, accept or refuse by the chance to win the rounds."""
    view = eyes.view
    if view.truco_by is None:
        return None
    first = call_envido(temper, eyes, rng)
    if first:
        return first
    raised = _truco(temper, eyes, rng, bluff=temper.truco_bluff / 3)
    if raised:
        return raised
    hope, need = _hope(temper, eyes), temper.accepts_truco[view.truco]
    if hope >= need:
        return because("quero", "accept-truco", value=hope, hope=hope, need=need)
    return because("nao-quero", "refuse-truco", value=hope, hope=hope, need=need, **_hopeless(hope))


def call_truco(temper: Temper, eyes: Eyes, rng: Random) -> Decision | None:
    """Call with enough hope, or pretend to."""
    return _truco(temper, eyes, rng, bluff=temper.truco_bluff)


def _truco(temper: Temper, eyes: Eyes, rng: Random, bluff: float) -> Decision | None:
    call = next((call for call in TRUCO_CALLS if call in eyes.view.moves), None)
    if call is None:
        return None
    hope, need = _hope(temper, eyes), temper.truco[TRUCO_CALLS.index(call)]
    if hope >= need:
        return because(call, "call-truco", value=hope, hope=hope, need=need)
    # a bluff wants a poor hand and a story: once the first round is over
    if hope < 0.35 and eyes.view.won and draw_lot(rng, bluff):
        return because(call, "bluff-truco", value=hope, hope=hope, often=bluff, **_hopeless(hope))
    return None


def _hopeless(hope: float) -> dict[str, str]:
    """Tell which sentence fits a chance that would be written as nothing."""
    return {"telling": "none"} if hope < EDGE else {}


def _hope(temper: Temper, eyes: Eyes) -> float:
    return eyes.chance if temper.judges_by == "chance" else eyes.feeling


def play_card(temper: Temper, eyes: Eyes, _: Random) -> Decision | None:
    """Beat the card on the table with the lowest that does, else throw the lowest; lead as the temper has it."""
    view = eyes.view
    low_first = sorted(view.hand, key=STRENGTH.__getitem__)
    if view.on_table is not None:
        faced = STRENGTH.get(view.on_table, 0)
        beating = [card for card in low_first if STRENGTH[card] > faced]
        if beating:
            return because(beating[0], "beat-it", card=beating[0], faced=view.on_table)
        return because(low_first[0], "throw-lowest", card=low_first[0], faced=view.on_table)
    if temper.leads == "high" or view.won:
        return because(low_first[-1], "lead-high", card=low_first[-1])
    return because(low_first[len(low_first) // 2], "lead-middle", card=low_first[len(low_first) // 2])
