"""What a base says to one question, and what each reuse policy makes of it (Paulus, Figures 6 and 7).

The question is that of the figures: which card to play in the first round, as the first to play or after the rival's
card.
"""

from collections.abc import Iterable, Mapping, Sequence

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import Figure, Value, percent
from bolicho.core.words import Words
from bolicho.games.truco.cards import STRENGTH, Hand, sorted_hand
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.decision.consult import tally
from bolicho.learn.cases.decision.reuse import Policy, Tally, Votes, by_action, by_cluster, policy
from bolicho.learn.cases.questions import ONE_GROUP, Question
from bolicho.learn.cases.retrieval.retrieve import PAPER, Retrieval, RetrievedCases, retrieve
from bolicho.learn.cases.truco.codes import CODE, ME, RIVAL
from bolicho.learn.cases.truco.decisions import CARD_ACTIONS, KINDS, TRUCO
from bolicho.learn.cases.truco.hand import Case, received
from bolicho.learn.cases.truco.ufsm.cards import OF_CODE
from bolicho.report.document import Table
from bolicho.report.worded_tables import worded

LEVELS = ("high", "medium", "low")
FIRST_ROUND = CARD_ACTIONS[:-1]
"""What may be played; folding is left out, as in the figures."""


def words_of(language: str) -> Words:
    """Return the words that these tables are made with."""
    return Words("bolicho.lab.studies.bases", language, "explain.toml")


def hand_of(text: str) -> Hand:
    """Read three cards.

    >>> hand_of("12e 3o 2c")
    ('3o', '2c', '12e')
    """
    cards = text.replace(",", " ").split()
    for card in cards:
        if card not in STRENGTH:
            raise BadInput(f"card {card!r}: expected a rank and a suit, as in 3o 2c 12e")
    if len(cards) != 3 or len(set(cards)) != 3:
        raise BadInput(f"cards {text!r}: expected three different ones, as in 3o 2c 12e")
    return sorted_hand(cards)


def explain(
    base: CaseBase, hand: Hand, policies: Iterable[str], rival: str | None = None, how: Retrieval = PAPER
) -> JsonObject:
    """Ask a base which card to play first, and tell what it finds and what policies make of that."""
    if rival is not None and (rival not in STRENGTH or rival in hand):
        raise BadInput(f"rival {rival!r}: expected a card that is not in the hand")
    chosen = [policy(name) for name in policies]
    scenario = "first-card-first" if rival is None else "first-card-second"
    question = Question("card", scenario, KINDS["card"].indexed_by, 1)
    values: Case = {**received(hand), "mano": ME if rival is None else RIVAL}
    if rival is not None:
        values["theirs_1"] = CODE[rival]
    found = retrieve(base, question, values, TRUCO, how)
    votes = tally(found)
    return {
        "base": base.name,
        "scenario": scenario,
        "cards": list(hand),
        "rival": rival,
        "threshold": round(found.threshold, 4),
        "found": len(found),
        "clusters": any(cluster != ONE_GROUP for cluster, _ in votes),
        "cases": [_case(base, found, place) for place in range(len(found))],
        "policies": [_reuse(one, votes, hand) for one in chosen],
    }


def _case(base: CaseBase, found: RetrievedCases, place: int) -> JsonObject:
    answers, here = found.answers, found.places[place]
    number = int(answers.ids[here])
    cells = base.case(number)
    return {
        "case": number,
        "similarity": round(float(found.similarities[place]), 4),
        "cards": [_card(cells, level) for level in LEVELS],
        "cluster": int(answers.cluster[here]),
        "played": answers.actions[answers.answer[here]],
        "won": bool(answers.won[here]),
    }


def _card(cells: Mapping[str, int | None], level: str) -> str:
    """Name a card of a case; where its suit is not told, any of its code."""
    of_suit = OF_CODE[cells[level] or 0]
    return of_suit.get(cells[f"{level}_suit"] or 0) or next(iter(of_suit.values()))


def _reuse(one: Policy, votes: Votes, hand: Hand) -> JsonObject:
    """Tell how a policy decides: clusters first if it looks at them, then the actions in the one chosen."""
    allowed = {key: count for key, count in votes.items() if key[1] in FIRST_ROUND}
    choices = one.choices(allowed, FIRST_ROUND, binary=True)
    groups = {} if one.clusters is None else one.groups(allowed, binary=True)
    kept = {key: count for key, count in allowed.items() if not groups or groups.get(key[0])}
    best = max(choices, key=choices.__getitem__) if choices else None
    return {
        "policy": one.name,
        "clusters": [] if one.clusters is None else [_counted(name, n) for name, n in by_cluster(allowed).items()],
        "chosen_clusters": [cluster for cluster in groups if groups[cluster]],
        "actions": [_counted(name, count) for name, count in by_action(kept, FIRST_ROUND).items()],
        "choices": choices,
        "card": None if best is None else hand[LEVELS.index(best)],
    }


def _counted(name: int | str | None, count: Tally) -> JsonObject:
    return {"name": name, "cases": count.cases, "wins": count.wins}


def tables(told: JsonMapping, words: Words, most: int) -> list[Table]:
    """Show the cases found, the nearest first, and what each policy does."""
    cases: list[list[Value]] = [
        [
            one["case"],
            Figure(one["similarity"], percent=False, signed=False, digits=3),
            " ".join(one["cards"]),
            *([one["cluster"]] if told["clusters"] else []),
            words(f"level-{one['played']}"),
            words("won" if one["won"] else "lost"),
        ]
        for one in told["cases"][:most]
    ]
    keys = ["case", "similarity", "cards", *(["cluster"] if told["clusters"] else []), "played", "outcome"]
    facts = {"base": told["base"], "found": told["found"], "threshold": f"{told['threshold']:g}"}
    note = words("explain-cases-more", shown=len(cases), found=told["found"]) if len(cases) < told["found"] else ""
    policies: list[list[Value]] = [
        [
            one["policy"],
            _listed(one["clusters"], words) if one["clusters"] else "–",
            ", ".join(map(str, one["chosen_clusters"])) or "–",
            _listed(one["actions"], words),
            _choices(one["choices"], words),
            one["card"] or "–",
        ]
        for one in told["policies"]
    ]
    decided = ("policy", "clusters", "chosen", "actions", "choice", "card")
    return [
        worded("explain-cases", keys, cases, words, title=words("explain-cases-table", **facts), note=note),
        worded("explain-policies", decided, policies, words),
    ]


def _listed(counted: Sequence[JsonMapping], words: Words) -> str:
    return " · ".join(f"{_named(one['name'], words)}: {one['cases']} ({one['wins']})" for one in counted)


def _named(name: object, words: Words) -> str:
    return words(f"level-{name}") if f"level-{name}" in words else str(name)


def _choices(choices: Mapping[str, float], words: Words) -> str:
    if len(choices) == 1:
        return words(f"level-{next(iter(choices))}")
    return " · ".join(f"{words(f'level-{action}')} {percent(part, words.language)}" for action, part in choices.items())


def example() -> tuple[CaseBase, Hand]:
    """Return five cases that fit all that Paulus says of those in Figures 6 and 7, and the hand that asks.

    The pictures are not in the text that we have, so these are not their very cards. Who won is ours; majority does not
    ask for it.
    """
    from bolicho.learn.cases.truco.codes import HIGH, MEDIUM
    from bolicho.learn.cases.truco.columns import FORM, NAMES
    from bolicho.learn.cases.truco.grouping import cluster_base

    base = CaseBase("paulus-figures", NAMES, game="truco", form=FORM, source="example")
    blank: dict[str, int | None] = dict.fromkeys(NAMES)
    for cards, played, won in CASES:
        hand = hand_of(cards)
        known = {"mano": ME, "played_1": played, "mine_1": CODE[hand[(HIGH, MEDIUM).index(played)]]}
        base.append([list({**blank, **received(hand), **known, "truco_won_by": won}.values())])
    base.clusterings = cluster_base(base, ["first-card-first"], largest=4, k=4)
    return base, hand_of(QUERY)


QUERY = "3c 1o 12o"
CASES = (
    ("3e 2b 1o", 16, ME),
    ("2e 1c 11b", 16, RIVAL),
    ("3o 1c 12e", 46, ME),
    ("3b 1o 11c", 46, ME),
    ("7o 3c 1c", 16, RIVAL),
)
"""Of the cases 1 to 5 in the dissertation's order: cards, which one was played (46 high, 16 medium), who won.

The low card of case 1 is as strong as the medium one of case 2; the medium one of case 5 beats the high one of case 2
and is as strong as the high one of case 1; cases 3 and 4 make one cluster, the others one each.
"""
