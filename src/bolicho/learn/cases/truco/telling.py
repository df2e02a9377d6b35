"""A portrait of a cluster in one sentence, in pt-BR or English, made of its shares and nothing else."""

from bolicho.core.numbers import number
from bolicho.core.words import Words
from bolicho.learn.cases.truco.portraits import Portrait, Shares
from bolicho.learn.cases.truco.scenarios import CARDS, scenario

ALWAYS, MOSTLY, RARELY = 0.9, 0.5, 0.1
"""A share from which something is said to be so, to be mostly so; below the last, to be rare."""


def sentence(portrait: Portrait, language: str) -> str:
    """Say what is typical of a cluster: the hand or the points, what is played, who bets, how often it wins."""
    words = Words(__package__ or "", language)
    held = _points(portrait, words) if portrait.mode == "envido" else _typical("hands", portrait.hands, words)
    parts = [held, _played(portrait, words), _calls(portrait, words)]
    if portrait.won is not None:
        parts.append(words(f"won-{portrait.mode}", share=number(100 * portrait.won, 0, language)))
    said = words("part").join(part for part in parts if part)
    return said[0].upper() + said[1:] + "."


def title(name: str, language: str) -> str:
    """Return a scenario in words."""
    return Words(__package__ or "", language)(f"scenario-{scenario(name).name}")


def category(name: str, language: str) -> str:
    """Return a category of cards in words."""
    return Words(__package__ or "", language)(f"category-{name.replace(' ', '-')}")


def _typical(kind: str, shares: Shares, words: Words, **facts: str) -> str:
    """Say the most common thing if most cases have it."""
    first = next(iter(shares), "any")
    share = shares.get(first, 0.0)
    if share < MOSTLY:
        return words(f"{kind}-any", **facts)
    return words("always" if share >= ALWAYS else "mostly", what=words(f"{kind}-{first}", **facts))


def _points(portrait: Portrait, words: Words) -> str:
    return _typical("points", portrait.points, words, mean=number(portrait.mean_points, 1, words.language))


def _played(portrait: Portrait, words: Words) -> str:
    if "played" not in " ".join(scenario(portrait.scenario).attributes):
        return ""
    listed = list(portrait.played.items())
    (first, share), second = listed[0], listed[1][0] if len(listed) > 1 else ""
    if share >= MOSTLY:
        said = words("always" if share >= ALWAYS else "mostly", what=words(f"does-{first}"))
    elif first in CARDS and second in CARDS:
        said = words("does-either", first=words(f"level-{first}"), second=words(f"level-{second}"))
    else:
        return _listed([words(f"does-{one}") for one in (first, second)], words("or"))
    return f"{said}, {_beaten(portrait, words)}" if portrait.beaten is not None and first in CARDS else said


def _beaten(portrait: Portrait, words: Words) -> str:
    beaten = portrait.beaten or 0.0
    how = "always" if beaten >= ALWAYS else "mostly" if beaten >= MOSTLY else "seldom" if beaten > RARELY else "never"
    cheaply = beaten >= MOSTLY and (portrait.cheaply or 0.0) >= ALWAYS
    return words(f"beaten-{how}") + (words("cheaply") if cheaply else "")


def _calls(portrait: Portrait, words: Words) -> str:
    """Say every call that most cases have, by whom, and whether it is mostly refused."""
    said = []
    for call, by in portrait.calls.items():
        total = by["me"] + by["rival"]
        if total < MOSTLY:
            continue
        who = next((one for one, share in by.items() if share >= ALWAYS * total), "either")
        key = f"refused-{who}" if call == "refusal" else f"calls-{who}"
        what = words(key, call=words(f"call-{call}"))
        said.append(words("always" if total >= ALWAYS else "mostly", what=what))
    if said:
        return _listed(said, words("and"))
    most = max(sum(by.values()) for call, by in portrait.calls.items() if call != "refusal")
    if most > RARELY:
        return _sometimes(portrait, words)
    return words("calls-seldom" if most else "calls-nobody")


def _sometimes(portrait: Portrait, words: Words) -> str:
    bets = [call for call, by in portrait.calls.items() if call != "refusal" and sum(by.values()) > RARELY]
    return words("calls-sometimes", call=_listed([words(f"call-{call}") for call in bets], words("or")))


def _listed(items: list[str], last: str) -> str:
    return last.join((", ".join(items[:-1]), items[-1])) if len(items) > 1 else items[0]
