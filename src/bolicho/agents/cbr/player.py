"""The case-based player: at a turn it asks its cases, question by question, until an answer is a move.

In Truco these are flor, envido, truco and card, in that order; what is asked in a guest's game its craft says.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple

from bolicho.agents.cbr.settings import POLICY, setup, spec_of, split_spec
from bolicho.core.contract import Decision, Game
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.games.truco.view import View
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.craft import CRAFTS, Asking, Craft, craft
from bolicho.learn.cases.decision.consult import Consultation, consult
from bolicho.learn.cases.decision.counting import EVERY_CLUSTER
from bolicho.learn.cases.decision.reuse import Tally, Votes, add_up, brief_tally, by_action, by_cluster, policy
from bolicho.learn.cases.decision.revise import PASS, revise
from bolicho.learn.cases.questions import Ask
from bolicho.learn.cases.retrieval.similarities import SIMILARITIES

WORDS = "bolicho.agents.cbr"
ALIKE = 0.05
"""Two actions that differ by less, in points a hand or in the share won, brought the same."""


class Choice(NamedTuple):
    """What came of one question: the action, the cluster it came from, and whether any case answered."""

    action: str
    cluster: int | None
    answered: bool


def _plays(game: Game) -> bool:
    """Every game that has a craft of cases."""
    return game.name in CRAFTS.names()


class CaseBased:
    """Plays by cases: retrieves, reuses by its policy, revises; explains itself by the cases it found."""

    plays: ClassVar[Callable[[Game], bool]] = staticmethod(_plays)
    character: ClassVar[dict[str, str]] = {
        "en": "does what was done in hands like this one, and shows you the hands",
        "pt-BR": "faz o que foi feito em mãos parecidas, e mostra quais",
    }

    def __init__(
        self,
        game: Game,
        policy_at_base: str = POLICY,
        base: CaseBase | None = None,
        **settings: Any,
    ) -> None:
        """``policy_at_base`` is ``POLICY`` or ``POLICY@BASE``; a base may be handed in, as a learner does."""
        if isinstance(base, str):
            raise BadInput(f"agent 'cbr': base={base}: a base stands after the policy, as in cbr:{POLICY}@{base}")
        self.game = game.name
        wanted, where = split_spec(policy_at_base, self.craft.base)
        if base is None and not where:
            raise BadInput(f"agent 'cbr': which cases of {game.name}? Say a base, as in cbr:{wanted}@cases.csv")
        self.how, self.rules, self.asks_by, self.points, points = setup(settings, self.craft)
        self.policy = policy(wanted, points)
        self.base = shelf.base(where) if base is None else base
        shelf.usable(self.base, *(form.name for form in self.craft.forms))
        self.name = spec_of(self.policy.name, base.name if base is not None else where, settings)

        self.shows = True

    def brief(self) -> None:
        """Leave out of the explanations the nearest cases and what was counted; what was asked and found stays."""
        self.shows = False

    @staticmethod
    def borrows(text: str, game: str) -> bool:
        """Whether a player of these arguments runs somebody else's code: his similarity, or the craft of his game."""
        named = [part.partition("=")[2].strip() for part in text.split(",") if part.strip().startswith("similarity=")]
        return CRAFTS.is_stranger(game) or any(map(SIMILARITIES.is_stranger, named))

    @property
    def stranger(self) -> bool:
        """Whether it runs somebody else's code: what is handed to that may search for the seed (`core.strangers`)."""
        return CRAFTS.is_stranger(self.game) or SIMILARITIES.is_stranger(self.how.similarity)

    @property
    def craft(self) -> Craft:
        """What its cases are asked and how they answer; looked up, not kept: its functions do not travel."""
        return craft(self.game)

    @property
    def timing_blind(self) -> bool:
        """Whether it does not look at when in a hand a truco was called, only at what stands (docs/exploit.md)."""
        return self.asking.timing_blind

    @property
    def asking(self) -> Asking:
        """How it asks; looked up for the same reason."""
        return self.craft.all_askings[self.asks_by]

    def choose(self, view: View, rng: Random) -> Decision:
        """Ask until an answer is a move."""
        asking = self.asking
        move = asking.settled(view)
        if move is not None:
            return Decision(move, None, {"rule": "cbr-settled", "words": WORDS, "facts": {"move": move}})
        known = asking.values(view)
        passed: list[JsonObject] = []
        for ask in asking.asks(view, self.points):
            told = consult(self.base, ask.question, known, asking.domain, self.how)
            votes = candidates(ask, told.votes)
            choice = self._choice(ask, told, votes, rng)
            move, mended = ask.moves[choice.action], None
            if move is not None:
                move, mended = revise(view, move, self.rules)
            if move is not None and move != PASS:
                return self._decision(move, mended, ask, told, votes, choice, passed)
            passed.append(_passed(ask, told, choice, mended))
        raise AssertionError(f"no question of {self.name} ends in a move: {view!r}")

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Return the probabilities of the legal moves of each view."""
        return [self._policy(view) for view in views]

    def _policy(self, view: View) -> tuple[float, ...]:
        chances = dict.fromkeys(view.moves, 0.0)
        asking = self.asking
        move = asking.settled(view)
        if move is not None:
            chances[move] = 1.0
            return tuple(chances.values())
        left = 1.0
        for ask in asking.asks(view, self.points):
            told = consult(self.base, ask.question, asking.values(view), asking.domain, self.how)
            going_on = 0.0
            for action, chance in self._chances(ask, told).items():
                move = ask.moves[action]
                move = PASS if move is None else revise(view, move, self.rules)[0]
                if move == PASS:
                    going_on += chance
                else:
                    chances[move] += left * chance
            left *= going_on
        return tuple(chances.values())

    def _chances(self, ask: Ask, told: Consultation) -> Mapping[str, float]:
        votes = candidates(ask, told.votes)
        if not votes:
            return {next(iter(ask.moves)): 1.0}
        chances: dict[str, float] = {}
        for cluster, chance in self.policy.groups(votes, binary=ask.binary).items():
            for action, part in self._within(ask, told, votes, cluster).items():
                chances[action] = chances.get(action, 0.0) + chance * part
        return chances

    def _choice(self, ask: Ask, told: Consultation, votes: Votes, rng: Random) -> Choice:
        if not votes:
            return Choice(next(iter(ask.moves)), None, False)
        cluster = _draw(self.policy.groups(votes, binary=ask.binary), rng)
        return Choice(_draw(self._within(ask, told, votes, cluster), rng), cluster, True)

    def _within(self, ask: Ask, told: Consultation, votes: Votes, cluster: int | None) -> Mapping[str, float]:
        """Return the probability of each action among the cases of a cluster."""
        order = tuple(ask.moves)
        if self.policy.actions == "PL" and not ask.lottery:
            return {order[0]: 1.0}
        if not ask.gated or self.policy.actions in ("MJ", "PL") or told.acting is None:
            return self.policy.within(votes, cluster, order, binary=ask.binary)
        label = EVERY_CLUSTER if cluster is None else cluster
        acting = candidates(ask, {key: tally for key, tally in told.acting.items() if key[0] == label})
        chosen = self.policy.within(acting, label, order, binary=ask.binary)
        if self.policy.actions == "PV" and order[0] not in chosen and self._loses(votes, cluster, order):
            return {order[0]: 1.0}
        return chosen

    def _loses(self, votes: Votes, cluster: int | None, order: Sequence[str]) -> bool:
        """Whether the cases of a cluster that bet lost more often than they won (the program's gate for PV)."""
        here = {key: tally for key, tally in votes.items() if cluster in (None, key[0])}
        bold = by_action(here, order)[order[-1]]
        return 2 * bold.wins < bold.cases

    def _decision(
        self,
        move: str,
        mended: str | None,
        ask: Ask,
        told: Consultation,
        votes: Votes,
        choice: Choice,
        passed: list[JsonObject],
    ) -> Decision:
        rule = "cbr-unanswered" if not choice.answered else "cbr-revised" if mended else "cbr-reused"
        if not self.shows:
            facts = {**_passed(ask, told, choice, mended), "move": move, "threshold": round(told.threshold, 4)}
            return Decision(move, None, {"rule": rule, "words": WORDS, "facts": facts | {"passed": passed}})
        order = tuple(ask.moves)
        here = by_action({key: one for key, one in votes.items() if choice.cluster in (None, key[0])}, order)
        facts = {
            **_passed(ask, told, choice, mended),
            "move": move,
            "policy": self.policy.name,
            "base": self.base.name,
            "source": self.base.source,
            "scenario": ask.question.scenario,
            "threshold": round(told.threshold, 4),
            "group": told.group,
            "best": told.nearest[0]["similarity"] if told.nearest else 0.0,
            "cluster": choice.cluster,
            "clusters": {str(label): tally._asdict() for label, tally in by_cluster(votes).items()},
            "actions": {action: tally._asdict() for action, tally in here.items()},
            "votes": {action: brief_tally(tally) for action, tally in here.items()},
            "won_of": {action: f"{tally.wins}/{tally.cases}" for action, tally in here.items()},
            "cases": list(told.nearest),
            "passed": passed,
        }
        chosen = here.get(choice.action)
        if chosen is not None and choice.answered and not mended:
            others = here if len(here) > 1 else {**by_action(votes, order), choice.action: chosen}
            facts |= compared(others, choice.action, self.policy.actions, binary=ask.binary)
        return Decision(move, chosen and chosen.win_rate, {"rule": rule, "words": WORDS, "facts": facts})


def compared(here: Mapping[str, Tally], action: str, criterion: str, *, binary: bool) -> JsonObject:
    """Tell what the chosen action brought in the remembered hands, and what the most usual other one did.

    ``telling`` says which sentence is true of that (``core.why``): where the other did better it tells by what the
    choice was made all the same, as far as that bears it out.

    >>> both = {"none": Tally(8, 0, 0), "envido": Tally(4, 4, 4)}
    >>> compared(both, "envido", "PV", binary=False)["telling"], compared(both, "none", "MJ", binary=False)["telling"]
    ('better', 'worse-mj')
    """
    chosen = here[action]
    facts: JsonObject = {"times": chosen.cases, "wins": chosen.wins, "won": chosen.win_rate}
    facts["mean"] = round(chosen.mean, 3)
    other = max((one for one in here if one != action), key=lambda one: here[one].cases, default=None)
    if other is None:
        return facts | {"telling": "alone" if chosen.cases > 1 else "one-won" if chosen.wins else "one-lost"}
    rival = here[other]
    facts |= {"instead": other, "instead_times": rival.cases}
    facts |= {"instead_won": rival.win_rate, "instead_mean": round(rival.mean, 3)}
    gain = chosen.win_rate - rival.win_rate if binary else chosen.mean - rival.mean
    bears = {"MJ": chosen.cases >= rival.cases, "PL": True, "PV": chosen.win_rate >= rival.win_rate}
    bears["NP"] = not binary and chosen.points >= rival.points
    by = criterion.lower() if bears[criterion] else "still"
    cost = _difference(chosen, rival, binary=binary)
    telling = "even" if abs(gain) < ALIKE or not cost else "better" if gain > 0 else f"worse-{by}"
    if telling == "better":
        facts["cost"] = cost
    elif telling == "even" and binary and not chosen.wins + rival.wins:
        telling = "never"
    return facts | {"telling": f"card-{telling}" if binary else telling}


def _difference(chosen: Tally, rival: Tally, *, binary: bool) -> float:
    """Return what lies between the two numbers that are told: hands won of a hundred, or points a hand."""
    if binary:
        return round(100 * chosen.win_rate) - round(100 * rival.win_rate)
    return round(round(chosen.mean, 1) - round(rival.mean, 1), 1)


def candidates(ask: Ask, votes: Votes) -> dict[tuple[int, str], Tally]:
    """Turn what was done in the cases into what can be done now; what cannot be is no candidate."""
    return add_up(
        ((cluster, now), tally)
        for (cluster, action), tally in votes.items()
        if (now := ask.adapted.get(action)) is not None and now in ask.moves
    )


def _draw(chances: Mapping[Any, float], rng: Random) -> Any:
    """Draw an item; a certain one costs no chance."""
    items = list(chances)
    return items[0] if len(items) == 1 else rng.choices(items, list(chances.values()))[0]


def _passed(ask: Ask, told: Consultation, choice: Choice, mended: str | None) -> JsonObject:
    question = ask.question
    asked = {"question": question.kind, "round": question.round, "call": question.call, "action": choice.action}
    return {**asked, "found": told.found, "close": told.close, "revised": mended or ""}
