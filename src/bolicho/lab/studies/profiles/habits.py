"""Habits: classes of decisions at the truco table, what each took, what `equilibrium` does there, and what that costs.

A decision answers questions ("open the envido, with 27 to 29 points?"), each by one of a few choices ("call",
"quiet"). For each question the analyst's own chances say how often it makes each choice *in that very position*; so a
player is compared over the decisions that were really met.

What a decision cost is the worth of the analyst's mix less that of the move (`core.hooks.Analysis`). It is split in
two, and each part belongs to one habit only: what the choice cost (the mix against the same kind of move, as the
analyst makes it), and which card, or which call, was taken. Where a position was solved, what the solution leaves open
is taken off. What was measured by play may come out below zero: only so are sums without a bias.

>>> points_band(27), points_band(5), card_band("3c"), card_band("7e")
('27-29', '0-19', 'middle', 'high')
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bolicho.core.hooks import Analysis, MoveValue
from bolicho.games.truco.cards import STRENGTH, Card, Hand, envido_points
from bolicho.games.truco.ladders import ENVIDO_CALLS, FLOR_CALLS, TRUCO_CALLS
from bolicho.games.truco.view import View
from bolicho.lab.studies.profiles.measures import LOW
from bolicho.lab.studies.profiles.weak_hands import quarter

ENVIDO, ENVIDO_ANSWER, FLOR_ANSWER = "envido", "envido-answer", "flor-answer"
TRUCO, TRUCO_LATE, TRUCO_ANSWER, ANSWER_LATE = "truco", "truco-late", "truco-answer", "truco-answer-late"
FOLD, CARD, SIZE = "fold", "card", "size"
CHOICES: dict[str, tuple[str, ...]] = {
    ENVIDO: ("call", "quiet"),
    ENVIDO_ANSWER: ("accept", "raise", "refuse"),
    FLOR_ANSWER: ("accept", "raise", "refuse"),
    TRUCO: ("call", "quiet"),
    TRUCO_LATE: ("call", "quiet"),
    TRUCO_ANSWER: ("accept", "raise", "refuse"),
    ANSWER_LATE: ("accept", "raise", "refuse"),
    FOLD: ("fold", "stay"),
    CARD: ("play",),
    SIZE: ("play",),
}
"""The questions. ``truco`` and its answer are those of the first round; ``late`` of the rounds after it. ``card`` and
``size`` are which card, and which call of several, once the choice is made."""
BANDS = ((LOW, "0-19"), (27, "20-26"), (30, "27-29"))
MIDDLE, HIGH = STRENGTH["1o"], STRENGTH["7o"]
"""The weakest of the middle cards (the false aces, twos and threes) and of the high ones (the four of the top)."""
SEEN = 0.02
"""A kind of move that the analyst makes less often than this is valued by the very move that was made."""
PASS = "baralho"
SORTS = ("card", ENVIDO, TRUCO)
"""Kinds of moves that differ among themselves by the card, or by the call."""


class Habit(NamedTuple):
    """A question, what it is about, and the choice."""

    question: str
    about: str
    choice: str


class Cost(NamedTuple):
    """What something gave away: the chance to win the match, and points of the hand."""

    chance: float
    points: float


class Answered(NamedTuple):
    """A question that a decision answered."""

    question: str
    about: str
    choice: str
    mix: Mapping[str, float]
    """How often the analyst makes each choice there."""


def points_band(points: int) -> str:
    """Say which envido points these are."""
    return next((name for below, name in BANDS if points < below), "30-33")


def card_band(card: Card) -> str:
    """Say whether a card is low, in the middle or high."""
    return "low" if STRENGTH[card] < MIDDLE else "middle" if STRENGTH[card] < HIGH else "high"


def hand_band(hand: Hand, *, mano: bool) -> str:
    """Say whether a hand as dealt is weak (of the worst quarter), strong (of the best) or between."""
    return ("weak", "middle", "middle", "strong")[quarter(hand, mano=mano)]


def answered(view: View, move: str, mix: Mapping[str, float]) -> Iterator[Answered]:
    """Give every question that a decision answered."""
    for question, about in _questions(view):
        kinds = {one: _choice(question, one) for one in view.moves}
        if (made := kinds[move]) is not None:
            often = dict.fromkeys(CHOICES[question], 0.0)
            for one, kind in kinds.items():
                if kind is not None:
                    often[kind] += mix[one]
            yield Answered(question, about, made, often)


def costs(view: View, move: str, found: Analysis) -> Iterator[tuple[Habit, Cost]]:
    """Give what a decision cost, by the habits that it belongs to: the choice, and the card or call within it."""
    if view.bet == "announce":
        return
    rows = {one.move: one for one in found.moves}
    kind = _kind(move)
    alike = [one for one in found.moves if _kind(one.move) == kind] if kind in SORTS else []
    mix, made = _mean(found.moves), _worth(rows[move])
    same = _mean(alike) if sum(one.chance or 0.0 for one in alike) >= SEEN else made
    yield _habit(view, move, kind, rows), _less(mix, same, found.gap)
    if len(alike) > 1:
        which = CARD if kind == "card" else SIZE
        about = _round(view) if kind == "card" else kind
        yield Habit(which, about, "play"), _less(same, made, found.gap)


def deviations(view: View, found: Analysis) -> Iterator[tuple[Habit, Cost]]:
    """Give what each choice would cost here, whatever was done: against the mix, by the mildest move of its kind.

    Moves that the analyst makes often enough are weighed as it makes them.
    """
    mix = _mean(found.moves)
    for question, about in _questions(view):
        for choice in CHOICES[question]:
            alike = [one for one in found.moves if _choice(question, one.move) == choice]
            if not alike or len(alike) == len(found.moves):
                continue
            often = sum(one.chance or 0.0 for one in alike)
            best = _mean(alike) if often >= SEEN else _worth(max(alike, key=lambda one: one.value))
            yield Habit(question, about, choice), _less(mix, best, found.gap)


def _questions(view: View) -> Iterator[tuple[str, str]]:
    points, about = points_band(envido_points(view.dealt)), hand_band(view.dealt, mano=view.is_mano)
    if view.bet == "announce":
        return
    if view.bet:
        yield (ENVIDO_ANSWER, points) if view.bet == "envido" else (FLOR_ANSWER, "flor")
        return
    if any(move in ENVIDO_CALLS for move in view.moves):
        yield ENVIDO, points
    if view.truco_by is not None:
        yield (ANSWER_LATE, _late(view)) if view.won else (TRUCO_ANSWER, about)
        return
    if any(move in TRUCO_CALLS for move in view.moves):
        place = "mao" if view.is_mano else "pe"
        yield (TRUCO_LATE, _late(view)) if view.won else (TRUCO, f"{place}-{about}")
    yield FOLD, _round(view)


def _round(view: View) -> str:
    return f"round-{len(view.won) + 1}"


def _late(view: View) -> str:
    """How the rounds stand, and the best card that is left."""
    first = view.won[0]
    stands = "tied" if first is None else "ahead" if first == view.seat else "behind"
    best = max(view.hand, key=STRENGTH.__getitem__, default=None)
    return f"{stands}-{card_band(best) if best else 'none'}"


def _choice(question: str, move: str) -> str | None:
    """By which choice a move answers a question; None where it answers another one first."""
    if question == ENVIDO:
        return "call" if move in ENVIDO_CALLS else "quiet"
    if question in (TRUCO, TRUCO_LATE):
        return "call" if move in TRUCO_CALLS else "quiet"
    if question == FOLD:
        return "fold" if move == PASS else "stay"
    if question in (TRUCO_ANSWER, ANSWER_LATE) and move in (*ENVIDO_CALLS, *FLOR_CALLS):
        return None
    if question == FLOR_ANSWER and move == "flor":
        return "accept"
    return {"quero": "accept", "nao-quero": "refuse", "achico": "refuse", PASS: "refuse"}.get(move, "raise")


def _kind(move: str) -> str:
    """What sort of move it is; those of a sort differ by the card, or by the call."""
    if move in ENVIDO_CALLS:
        return "envido"
    if move in TRUCO_CALLS:
        return "truco"
    if move in FLOR_CALLS:
        return "flor"
    return "fold" if move in (PASS, "nao-quero", "achico") else "accept" if move == "quero" else "card"


def _habit(view: View, move: str, kind: str, rows: Mapping[str, MoveValue]) -> Habit:
    """The habit to which the choice belongs: the question that it answers, or would have had to answer otherwise."""
    asked = dict(_questions(view))
    if kind == "card":
        often = {
            question: sum(rows[one].chance or 0.0 for one in view.moves if _choice(question, one) == other)
            for question, other in ((ENVIDO, "call"), (TRUCO, "call"), (TRUCO_LATE, "call"), (FOLD, "fold"))
            if question in asked
        }
        question = max(often, key=lambda one: often[one], default=CARD)
        if question == CARD or not often[question]:
            return Habit(CARD, _round(view), "play")
        return Habit(question, asked[question], "stay" if question == FOLD else "quiet")
    order = {"envido": (ENVIDO, ENVIDO_ANSWER), "truco": (TRUCO, TRUCO_LATE, TRUCO_ANSWER, ANSWER_LATE)}.get(kind, ())
    answers = (ENVIDO_ANSWER, FLOR_ANSWER, TRUCO_ANSWER, ANSWER_LATE, FOLD)
    question = next((one for one in (*order, *answers) if one in asked), CARD)
    return Habit(question, asked.get(question, ""), _choice(question, move) or "play")


def _worth(one: MoveValue) -> Cost:
    return Cost(one.value, one.value if one.points is None else one.points)


def _mean(moves: Sequence[MoveValue]) -> Cost:
    """What a mix of moves is worth, each as often as the analyst makes it."""
    whole = sum(one.chance or 0.0 for one in moves)
    worths = [(one.chance or 0.0, _worth(one)) for one in moves]
    return Cost(*(sum(often * worth[part] for often, worth in worths) / whole for part in (0, 1)))


def _less(better: Cost, worse: Cost, gap: float | None) -> Cost:
    """What lies between; nothing where a solution leaves it open."""
    chance = better.chance - worse.chance
    if gap is None:
        return Cost(chance, better.points - worse.points)
    return Cost(chance - gap, better.points - worse.points) if chance > gap else Cost(0.0, 0.0)
