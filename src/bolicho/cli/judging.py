"""Matches that judge what was learned: by processes of their own, that look for bases where the command does."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from bolicho.cli.progress import progress
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words
from bolicho.store.where import VARIABLE, in_memory, locate
from bolicho.train.judging import check_judge as check_matches

Judge = Callable[[int, Callable[..., None]], JsonObject]
"""Plays with so many workers, calls back after every match, and says what came of it."""


def check_judge(matches: int, url: str | None) -> None:
    """Refuse a number that is not even, and a store that players could not open."""
    check_matches(matches)
    if matches and in_memory(locate(url)):
        raise BadInput("judge: its players cannot open a base in memory; name a store with --store")


def verdict_sentence(judged: JsonObject, words: Words) -> tuple[str, dict[str, str]]:
    """Return which sentence tells a verdict (its ending), and the numbers that are filled in."""
    from bolicho.core.numbers import Figure, say, small

    spoken = words.language
    rate, points = Figure(**judged["win_rate"]), Figure(**judged["points_per_hand"], percent=False)
    said = {
        "rate": say(rate, spoken),
        "interval": small(rate, spoken),
        "points": say(points, spoken),
        "spread": small(points, spoken) or words("no-interval"),
        "matches": say(judged["matches"], spoken),
    }
    return "too-few" if judged["too_few"] else judged["verdict"].replace(" ", "-"), said


@contextmanager
def looking_in(url: str | None) -> Iterator[None]:
    """Let players that are called by their names look for their bases in this store."""
    before = os.environ.get(VARIABLE)
    if url is not None:
        os.environ[VARIABLE] = url
    try:
        yield
    finally:
        if before is not None:
            os.environ[VARIABLE] = before
        elif url is not None:
            del os.environ[VARIABLE]


def judge(what: str, matches: int, url: str | None, play: Judge) -> JsonObject:
    """Play with a bar for whoever watches."""
    played = count(1)
    with looking_in(url), progress(what) as show:
        return play(os.cpu_count() or 1, lambda *_: show(next(played), matches))
