"""The one rule by which a training goes on, and the words of its refusal.

Give the same command again: a training of the same design goes on where it was; one that is done is told again. Another
design in the same place is refused. What may grow (episodes, matches, iterations) may be any number that is not below
what is done: the training goes on to the new end.

>>> was = {"seed": 3, "episodes": 500}
>>> agree("mine.npz", was, {"seed": 3, "episodes": 900}, "--out", grows=["episodes"])
>>> agree("mine.npz", was, {"seed": 3, "episodes": 10}, "--out", grows=["episodes"])
Traceback (most recent call last):
bolicho.core.errors.BadInput: mine.npz: 500 episodes are done; ask for as many or more, or choose another --out
"""

from collections.abc import Collection, Mapping

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping

DIGEST = "digest"
"""The entry that tells the cases a training began with from others."""


def agree(where: object, was: JsonMapping, now: JsonMapping, other: str, grows: Collection[str] = ()) -> None:
    """Refuse to go on with a training of another design; ``other`` is the option that names another place.

    Of what ``grows``, ``was`` says how much is done.
    """
    for key, wanted in now.items():
        found = was.get(key)
        if key in grows and found is not None:
            if wanted < found:
                raise BadInput(f"{where}: {found} {key} are done; ask for as many or more, or choose another {other}")
        elif found != wanted:
            advice = f"to go on, give the same command; else choose another {other}"
            raise BadInput(f"{where}: holds a training {_difference(key, found, wanted)}; {advice}")


def _difference(key: str, was: object, now: object) -> str:
    """Say in what two designs differ; of two objects, the first entry in which they do."""
    if key == DIGEST:
        return "that began with other cases"
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        entry = next(entry for entry in (*now, *was) if was.get(entry) != now.get(entry))
        return f"with {key} {entry}={was.get(entry)}, not {entry}={now.get(entry)}"
    return f"with {key} {was}, not {now}"
