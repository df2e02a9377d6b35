"""Six bots as data: how each acts where it knows too little, and what it keeps (Moral et al., IV.B).

| bot | where fewer than ten cases reach 0.90 | keeps |
|---|---|---|
| BOT0 | reuses all the same | nothing |
| BOT1 | reuses all the same | new hands |
| BOT2 | reuses all the same | new hands, and better ones in the place of worse |
| BOT3 | accepts or refuses truco and envido bets at random | as BOT1 |
| BOT4 | as BOT3 | as BOT2 |
| BOT5 | asks a tutor | hands in which the tutor was asked, and answered in time |
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from bolicho.learn.cases.upkeep.retain import Retention, Substitute, new, nothing, tutored

REUSE, CHANCE, TUTOR = "reuse", "chance", "tutor"
"""Who decides a question."""
Acting = Callable[[str, bool, Collection[str]], str]
"""From the kind of a question, whether it is known, and which kinds chance may decide, to who decides it."""
ANSWERS = ("answer-envido", "answer-truco")
BY_CHANCE = {"answers": ANSWERS, "calls": (*ANSWERS, "call-envido", "call-truco")}
"""The questions that chance may answer: bets to be accepted or refused, as the paper says; or also to be made, as a
constant of the group's program is called (docs/works/readings/moral.md)."""
REFUSE = "nao-quero"
ACCEPT_OR_REFUSE = (REFUSE, "quero")


def reuse(kind: str, known: bool, by_chance: Collection[str]) -> str:  # noqa: ARG001
    """Do what the nearest cases did."""
    return REUSE


def random_bet(kind: str, known: bool, by_chance: Collection[str]) -> str:
    """Decide an unknown bet by chance (automatic case elicitation, Algorithm 1); cards are still reused."""
    return CHANCE if not known and kind in by_chance else REUSE


def ask_tutor(kind: str, known: bool, by_chance: Collection[str]) -> str:  # noqa: ARG001
    """Ask what is not known (active learning, Algorithm 4)."""
    return REUSE if known else TUTOR


@dataclass(frozen=True)
class Bot:
    """A learner: how it acts and what it keeps."""

    acting: Acting
    retention: Retention


BOTS = {
    "bot0": Bot(reuse, nothing),
    "bot1": Bot(reuse, new),
    "bot2": Bot(reuse, Substitute()),
    "bot3": Bot(random_bet, new),
    "bot4": Bot(random_bet, Substitute()),
    "bot5": Bot(ask_tutor, tutored),
}
