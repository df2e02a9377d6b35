"""What an interval says of a claim: the words that the judges of all works share, on `arena.results.intervals`.

Every rule divides the numbers in those of which the claim is true and those of which it is not. A claim holds where the
whole interval lies among the first, fails where it lies among the others, and else is open. So a narrower interval
within one that has decided decides the same: more play can settle what was open, and not turn a verdict round.

Each verdict keeps what it rests on (`grounds`), and `again` judges that anew.
"""

from collections.abc import Callable, Collection, Mapping
from math import ceil

from bolicho.arena.results.intervals import ABOVE, BELOW, Interval, beside, side, within
from bolicho.core.intervals import wilson
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import Figure
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, Claim, Undecided
from bolicho.lab.engine.grounds import COUNTED, Word, on_interval, on_words
from bolicho.lab.engine.needed import half, middle, together, undecided

WORD = {ABOVE: HOLDS, BELOW: FAILS}
LITTLE = 0.03
"""Of two players at Truco: who wins less than this share of matches more than the other does not win more."""


def above(found: Interval, value: float) -> str:
    """Judge "it is more than this": it holds where the whole interval is above, fails where it is below, or is open."""
    word = WORD.get(side(found, value), OPEN)
    if word == OPEN:
        word = undecided(found, abs(middle(found) - value), when(middle(found) > value))
    return _on(word, on_interval("above", found, value=value))


def better(found: Interval, little: float, than: float = 0.0) -> str:
    """Judge "it is more than this" of two that may be equal: by a little at least, since less than that is no more.

    An interval around two equals never lies on one side of 0; it can lie below a little. It is one limit, so that what
    is surely more, but by less, fails, and is not said to hold as long as little was played.

    >>> from bolicho.arena.results.intervals import Estimate
    >>> [better(Estimate(None, *ends), 0.1) for ends in ((0.11, 0.3), (-0.1, 0.09), (0.01, 0.09), (0.01, 0.3))]
    ['holds', 'fails', 'fails', 'open']
    """
    return _on(above(found, than + little), on_interval("better", found, little=little, than=than))


def worse(found: Interval, little: float, than: float = 0.0) -> str:
    """Judge "it is less than this" in the same way.

    >>> from bolicho.arena.results.intervals import Estimate
    >>> [worse(Estimate(None, *ends), 0.1, 0.5) for ends in ((0.2, 0.39), (0.41, 0.6), (0.2, 0.49))]
    ['holds', 'fails', 'open']
    """
    return _on(opposite(above(found, than - little)), on_interval("worse", found, little=little, than=than))


def little_of(claim: Claim, usual: float) -> float:
    """Return what counts as no difference for a claim: the usual, and never more than half of what the work printed.

    So that who finds the printed difference again, however small, does not find that it is none.

    >>> little_of({"printed": 0.04}, 0.03), little_of({"printed": 0.5}, 0.03), little_of({}, 0.03)
    (0.02, 0.03, 0.03)
    """
    return min(usual, claim["printed"] / 2) if "printed" in claim else usual


def larger(one: Interval, other: Interval) -> str:
    """Judge "one is more than the other" by two intervals."""
    word, reaches = WORD.get(beside(one, other), OPEN), (half(one), half(other))
    if word == OPEN and reaches[0] is not None and reaches[1] is not None:
        apart = middle(one) - middle(other)
        word = undecided(one, abs(apart), when(apart > 0), reaches[0] + reaches[1])
    return _on(word, {"is": "larger", "of": [on_interval("one", one), on_interval("other", other)]})


def between(found: Interval, least: float, most: float) -> str:
    """Judge "it lies between these"."""
    inside, at = within(found, least, most), middle(found)
    word = undecided(found, min(abs(at - least), abs(at - most)), when(least < at < most))
    if inside is not None:
        word = when(inside)
    return _on(word, on_interval("between", found, least=least, most=most))


def near(found: Interval, value: float, most: float) -> str:
    """Judge "it is this number": the whole interval lies no farther than ``most`` from it.

    >>> from bolicho.arena.results.intervals import Estimate
    >>> [near(Estimate(0.5, low, high), 0.5, 0.05) for low, high in ((0.46, 0.54), (0.52, 0.6), (0.56, 0.6))]
    ['holds', 'open', 'fails']
    """
    return between(found, value - most, value + most)


def printed_range(rate: float, size: float, within: float) -> tuple[float, float]:
    """Return between which rates a printed one may lie by the luck of its own matches, at least so far around it.

    >>> [[round(end, 3) for end in printed_range(rate, size, 0.05)] for rate, size in ((0.42, 50), (0.114, 500))]
    [[0.294, 0.558], [0.064, 0.164]]
    """
    low, high = wilson(rate, size)
    return min(low, rate - within), max(high, rate + within)


def opposite(word: str) -> str:
    """Return the verdict on the contrary."""
    if isinstance(word, Undecided):
        found: str = Undecided(word.times, opposite(word.leans), word.n)
    else:
        found = {HOLDS: FAILS, FAILS: HOLDS}.get(word, OPEN)
    return _on(found, on_words("not", [word]))


def at_least(words: Collection[str], count: int) -> str:
    """Judge "so many of these hold, or more".

    >>> [at_least(["holds", "open", "fails"], count) for count in (1, 2, 3)]
    ['holds', 'open', 'fails']
    """
    listed = list(words)
    if listed.count(HOLDS) >= count:
        word = HOLDS
    else:
        word = FAILS if listed.count(FAILS) > len(listed) - count else together(listed, count)
    return _on(word, on_words("at-least", listed, count=count))


def exactly(words: Collection[str], count: int) -> str:
    """Judge "so many of these hold, and no more".

    >>> [exactly(["holds", "open", "fails"], count) for count in (0, 1, 2, 3)]
    ['fails', 'open', 'open', 'fails']
    """
    word = all_of([at_least(words, count), opposite(at_least(words, count + 1))])
    return _on(word, on_words("exactly", words, count=count))


def all_of(words: Collection[str]) -> str:
    """Return the verdict on a claim that says several things; of one that says nothing there is none.

    >>> all_of(["holds", "open"]), all_of(["holds", "fails"]), all_of(["holds", "holds"]), all_of([])
    ('open', 'fails', 'holds', 'open')
    """
    return at_least(words, len(words)) if words else OPEN


def most_of(words: Collection[str], part: float) -> str:
    """Judge "at least such a part of these holds"."""
    return at_least(words, ceil(part * len(words))) if words else OPEN


def agreed(words: Collection[str]) -> str:
    """Return the word that several verdicts share; it is open where they differ.

    >>> agreed(["holds", "holds"]), agreed(["holds", "fails"])
    ('holds', 'open')
    """
    word = min(words, default=OPEN)
    return _on(word if all(one == word for one in words) else OPEN, on_words("agreed", words))


def when(condition: bool) -> str:
    """Judge what can be counted without doubt."""
    return HOLDS if condition else FAILS


def called(name: str, word: str) -> str:
    """Return another name for a verdict, which rests on the same; what was counted has its name alone.

    >>> from bolicho.lab.engine.grounds import ground_of
    >>> again(ground_of(called("holds", "agree"))), again(ground_of(called("not", above(Figure(0.2, 0.1, 0.3), 0.5))))
    ('holds', 'fails')
    """
    return _on(name, on_words("same", [word])) if isinstance(word, Word) else name


def again(ground: JsonMapping) -> str:
    """Judge what a verdict rests on by the rules as they are.

    >>> again({"is": "not", "of": [{"is": "better", "little": 0.03, "than": 0, "found": [0.02, 0.01, 0.025]}]})
    'holds'
    """
    rule = ground["is"]
    if rule == COUNTED:
        return str(ground["word"])
    if rule == "larger":
        return larger(*(_interval(one["found"]) for one in ground["of"]))
    asked = {key: value for key, value in ground.items() if key not in ("is", "found", "of")}
    if "found" in ground:
        return ON_INTERVALS[rule](_interval(ground["found"]), **asked)
    return ON_WORDS[rule]([again(one) for one in ground["of"]], **asked)


ON_INTERVALS: Mapping[str, Callable[..., str]] = {"above": above, "better": better, "worse": worse, "between": between}
ON_WORDS: Mapping[str, Callable[..., str]] = {
    "not": lambda words: opposite(words[0]),
    "same": lambda words: called(words[0], words[0]),
    "at-least": at_least,
    "exactly": exactly,
    "agreed": agreed,
}


def _interval(numbers: list[float | None]) -> Figure:
    mean, low, high, *n = numbers
    return Figure(mean, low, high, n=int(n[0]) if n and n[0] is not None else None)


def _on(word: str, ground: JsonObject) -> str:
    made: Word = Undecided(word.times, word.leans, word.n) if isinstance(word, Undecided) else Word(word)
    made.ground = ground
    return made
