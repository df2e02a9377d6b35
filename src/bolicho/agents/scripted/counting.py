"""The sound player: exact chances, a plain model of how a rival answers, and the value of the match score.

Every choice is weighed the same way: what is it worth, in chance to win the match, over all hands that the rival may
hold? Hands that a rival's own calls make likelier weigh more.
"""

from functools import cache, partial
from random import Random
from typing import NamedTuple

import numpy as np

from bolicho.agents.scripted.eyes import EDGE, Eyes
from bolicho.agents.scripted.player import Rule, because
from bolicho.agents.scripted.tempers import announce, declare_flor
from bolicho.core.contract import Decision
from bolicho.core.json_text import JsonObject
from bolicho.core.why import CLEARLY
from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.hands import all_hands
from bolicho.games.truco.ladders import ENVIDO, FLOR, FLOR_ALONE, TRUCO_CALLS, TRUCO_WORTH, points_of
from bolicho.games.truco.odds import Floats, Prospects, Wins, rival_power, strangers
from bolicho.games.truco.options import Rules
from bolicho.games.truco.view import View

EVEN = 0.5
ANSWERED = {"quero": "accept", "nao-quero": "refuse"}


class Model(NamedTuple):
    """What the sound player believes of a rival; tuned on seeds that no report uses."""

    boldness: tuple[float, float, float] = (2.0, 4.0, 6.0)
    """How much one, two, three truco calls say about the caller's cards: his own chance to this power."""
    honest: float = 0.9
    """How much an envido call says about the caller's points, 0 nothing .. 1 all."""
    answers: float = 0.15
    """How often a rival accepts, or refuses, against all reason."""
    accepts: tuple[float, float, float] = (0.42, 0.55, 0.66)
    """Own chance from which he accepts truco, retruco, vale quatro."""
    raises: tuple[float, float, float] = (0.80, 0.88, 2.0)
    """Own chance from which he raises them."""
    envido: tuple[int, int, int, int] = (25, 27, 29, 31)
    """Points from which he accepts the first, second, third, fourth envido call; one more for real, three for falta."""
    contra: int = 30
    """Points from which he accepts a contra-flor."""
    edge: float = 0.65
    """Share of hands we expect to win: who is better than the rival need not stake the match on one call.

    At 0.5 both are as good, and what it says of the chance to win the match is calibrated.
    """


def rules(model: Model) -> tuple[Rule, ...]:
    """Return the sound player's rules, in the order in which they are asked."""

    strangers()  # the tables are made before anybody's clock runs
    match_chances(Rules().target, model.edge)

    return declare_flor, announce, *(partial(rule, model) for rule in (answer_flor, envido, truco, play_card))


# ── what a score is worth ─────────────────────────────────────────────────────────────────────────────────────────

HAND_PAYS = ((1, 0.34), (2, 0.25), (3, 0.19), (4, 0.12), (5, 0.06), (6, 0.04))
"""Points that one side wins in a hand between sound players, rounded; only the shape matters."""


@cache
def match_chances(target: int, edge: float) -> Floats:
    """Chance to win the match from every score, by backward induction over whole hands."""
    size = target + 1
    table = np.zeros((size, size))
    table[target, :] = 1.0
    for mine in range(target - 1, -1, -1):
        for theirs in range(target - 1, -1, -1):
            up = sum(p * table[min(mine + n, target), theirs] for n, p in HAND_PAYS)
            down = sum(p * table[mine, min(theirs + n, target)] for n, p in HAND_PAYS)
            table[mine, theirs] = edge * up + (1 - edge) * down
    return table


class Worth:
    """The value, in chance to win the match, of points given now."""

    def __init__(self, view: View, edge: float) -> None:
        self.target = view.rules.target
        self.mine = view.score[view.seat] + view.points[view.seat]
        self.theirs = view.score[view.rival] + view.points[view.rival]
        self.table = match_chances(self.target, edge)
        self.rules = view.rules

    def us(self, points: int) -> float:
        """We get the points."""
        return float(self.table[min(self.mine + points, self.target), self.theirs])

    def him(self, points: int) -> float:
        """He gets the points."""
        return float(self.table[self.mine, min(self.theirs + points, self.target)])

    def each(self, points: int, *, first: bool) -> float:
        """Both get the points; if that ends the match, the mão is paid first."""
        mine, theirs = (min(score + points, self.target) for score in (self.mine, self.theirs))
        if theirs == self.target:
            mine = mine if first else min(mine, self.target - 1)
        return float(self.table[mine, theirs])

    def stake(self, stake: int) -> int:
        """Turn falta and resto into points."""
        return points_of(stake, self.rules, max(self.mine, self.theirs))


# ── envido ────────────────────────────────────────────────────────────────────────────────────────────────────────


def envido(model: Model, eyes: Eyes, _: Random) -> Decision | None:
    """Call, raise, accept or refuse: whichever is worth most against the points the rival may have."""
    view = eyes.view
    calls = [call for call in view.moves if (*view.envido, call) in ENVIDO]
    if view.bet != "envido" and not calls:
        return None
    worth = Worth(view, model.edge)
    spread = eyes.spread("envido", _believed(model, eyes))
    beats = eyes.beats("envido")
    chance = float(spread @ beats)
    values = {call: _dispute(model, worth, spread, beats, (*view.envido, call)) for call in calls}
    if view.bet == "envido":
        stake = ENVIDO[view.envido]
        points = worth.stake(stake.accepted)
        values["quero"] = chance * worth.us(points) + (1 - chance) * worth.him(points)
        values["nao-quero"] = worth.him(stake.refused)
    else:
        values[""] = worth.us(0)
    move = max(values, key=lambda choice: values[choice])
    if not move:
        return None
    rule = _rule("envido", move, asked=view.bet == "envido", chance=chance)
    told = {"chance": chance, "match": values[move], "values": _rounded(values), **_price(rule, move, values)}
    return because(move, rule, values[move], points=eyes.points, **told)


def _rule(mode: str, move: str, *, asked: bool, chance: float) -> str:
    """Return by which rule a move is explained: who calls or raises with less than an even chance hopes for a no."""
    bluff = chance < EVEN
    called = ("raise-bluff" if bluff else "raise") if asked else "bluff" if bluff else "call"
    return f"sound-{ANSWERED.get(move, called)}-{mode}"


def _dispute(model: Model, worth: Worth, spread: Floats, beats: Floats, sequence: tuple[str, ...]) -> float:
    """What a call is worth: he refuses, or accepts with the points that people accept with."""
    stake = ENVIDO[sequence]
    points = worth.stake(stake.accepted)
    need = model.envido[len(sequence) - 1] + {"envido": 0, "real-envido": 1, "falta-envido": 3}[sequence[-1]]
    accepts = _answers(model, np.arange(40) >= need)
    shown = beats * worth.us(points) + (1 - beats) * worth.him(points)
    return float(spread @ (accepts * shown + (1 - accepts) * worth.us(stake.refused)))


def _answers(model: Model, willing: Wins) -> Floats:
    return np.where(willing, 1 - model.answers / 2, model.answers)


def _believed(model: Model, eyes: Eyes) -> Floats | None:
    """How likely each hand is, given that the rival called envido, or had the chance to and did not."""
    if eyes.rival_envido_calls:
        return _caller(model.honest, eyes.rival_envido_calls)
    if eyes.view.rules.envido == "off":
        return None  # where nobody can call, silence says nothing
    return _silent(model.honest) if eyes.view.played[eyes.view.rival] else None


@cache
def _caller(honest: float, calls: int) -> Floats:
    points = all_hands().envido.astype(np.float64)
    return np.asarray((1 - honest + honest * np.clip((points - 18) / 10, 0.0, 1.0)) ** calls)


@cache
def _silent(honest: float) -> Floats:
    points = all_hands().envido.astype(np.float64)
    return np.asarray(1 - honest * np.clip((points - 24) / 8, 0.0, 0.8))


# ── flor ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def answer_flor(model: Model, eyes: Eyes, _: Random) -> Decision | None:
    """Compare, give way or raise: whichever is worth most against the flores the rival may have."""
    view = eyes.view
    if view.bet != "flor":
        return None
    worth, spread, beats = Worth(view, model.edge), eyes.spread("flor"), eyes.beats("flor")
    chance = float(spread @ beats)
    refusal = "achico" if view.flor == ("flor",) else "nao-quero"
    values = {refusal: worth.him(FLOR[view.flor].refused)}
    if refusal == "achico" and view.rules.flor_flor == "3-each":
        values["flor"] = worth.each(FLOR_ALONE, first=view.is_mano)
    else:
        points = worth.stake(FLOR[view.flor].accepted)
        shown = chance * worth.us(points) + (1 - chance) * worth.him(points)
        values["flor" if refusal == "achico" else "quero"] = shown
    for call in ("contra-flor", "contra-flor-e-o-resto"):
        if call in view.moves:
            stake = FLOR[(*view.flor, call)]
            points = worth.stake(stake.accepted)
            accepts = _answers(model, np.arange(40) >= model.contra + 2 * len(view.flor))
            compared = beats * worth.us(points) + (1 - beats) * worth.him(points)
            values[call] = float(spread @ (accepts * compared + (1 - accepts) * worth.us(stake.refused)))
    move = max(values, key=lambda choice: values[choice])
    told = {"chance": chance, "match": values[move], "values": _rounded(values)}
    return because(move, "sound-answer-flor", values[move], points=eyes.flor, **told)


# ── truco ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def truco(model: Model, eyes: Eyes, _: Random) -> Decision | None:
    """Call, raise, accept, refuse or keep still: whichever is worth most over the hands the rival may hold."""
    view = eyes.view
    call = next((call for call in TRUCO_CALLS if call in view.moves), None)
    if call is None and view.truco_by is None:
        return None
    worth, calls = Worth(view, model.edge), _calls(eyes)
    look = cache(lambda: _look(model, eyes))
    chance = eyes.once(("chance", calls), lambda: look()[0].chance(look()[1]))
    asked = view.truco_by is not None
    stands = TRUCO_WORTH[view.truco + asked]
    values = {"quero" if asked else "": chance * worth.us(stands) + (1 - chance) * worth.him(stands)}
    if asked:
        values["nao-quero"] = worth.him(TRUCO_WORTH[view.truco])
    if call is not None:
        level, score = TRUCO_CALLS.index(call), (worth.mine, worth.theirs, worth.target)
        values[call] = eyes.once(("raised", calls, level, score), lambda: _raised(model, worth, *look(), level))
    move = max(values, key=lambda choice: values[choice])
    if not move:
        return None
    rule = _rule("truco", move, asked=asked, chance=chance)
    told = {"chance": chance, "match": values[move], "values": _rounded(values), **_price(rule, move, values)}
    return because(move, rule, values[move], **told)


def _calls(eyes: Eyes) -> tuple[int, int]:
    """What the rival has called, which makes some of his hands likelier."""
    return eyes.rival_truco_calls, eyes.rival_envido_calls


def _look(model: Model, eyes: Eyes) -> tuple[Prospects, Wins]:
    cards = eyes.read(_believed(model, eyes), model.boldness)
    return cards, cards.now()


def _raised(model: Model, worth: Worth, cards: Prospects, wins: Wins, level: int) -> float:
    """What a truco call is worth: he refuses, accepts, or raises and we then refuse or accept, as is better."""
    power, weight = rival_power(cards), cards.rest.weight
    refused, stake = TRUCO_WORTH[level], TRUCO_WORTH[level + 1]
    accepts = _answers(model, power >= model.accepts[level])
    raises = np.where(power >= model.raises[level], 1 - model.answers, 0.0)
    shown = np.where(wins, worth.us(stake), worth.him(stake))
    plain = float(weight @ ((1 - raises) * (accepts * shown + (1 - accepts) * worth.us(refused))))
    if level == len(TRUCO_CALLS) - 1:
        return plain
    higher = TRUCO_WORTH[level + 2]
    back = float((weight * raises) @ np.where(wins, worth.us(higher), worth.him(higher)))
    return plain + max(back, float(weight @ raises) * worth.him(stake))


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def play_card(model: Model, eyes: Eyes, _: Random) -> Decision | None:
    """Play the card that wins most often; of equal ones the weakest."""
    card, chances = eyes.once(("card", _calls(eyes)), lambda: _best_card(model, eyes))
    worth, stands, chance = Worth(eyes.view, model.edge), TRUCO_WORTH[eyes.view.truco], chances[card]
    match = chance * worth.us(stands) + (1 - chance) * worth.him(stands)
    others = {other: value for other, value in chances.items() if other != card}
    edge: JsonObject = {"telling": "last"} if not others else {}
    if not EDGE <= chance <= 1 - EDGE:
        edge = {"telling": "lost" if chance < EDGE else "sure"}
    next_best = max(others, key=lambda other: others[other], default=card)
    if chance - chances[next_best] >= CLEARLY:
        edge |= {"instead": next_best, "instead_value": chances[next_best]}
    return because(card, "sound-card", chance, card=card, chance=chance, match=match, chances=chances, **edge)


def _best_card(model: Model, eyes: Eyes) -> tuple[str, dict[str, float]]:
    cards = eyes.read(_believed(model, eyes), tuple(b / 2 for b in model.boldness))
    strength = cards.best_card()
    card = next(card for card in eyes.view.hand if STRENGTH[card] == strength)
    return card, {card: round(cards.chance(cards.card(STRENGTH[card])), 4) for card in eyes.view.hand}


def _price(rule: str, move: str, values: dict[str, float]) -> JsonObject:
    """Tell by how many matches in a hundred a move is better than the one that its sentence names."""
    named = {"accept": ("nao-quero",), "refuse": ("quero",), "raise": ("quero", "nao-quero")}
    others = named.get(rule.split("-")[1], ("",))
    price = 100 * (values[move] - max(values[other] for other in others))
    return {"price": round(price, 4), "also": ["price"]} if round(price, 1) else {}


def _rounded(values: dict[str, float]) -> dict[str, float]:
    return {choice or "—": round(value, 4) for choice, value in values.items()}
