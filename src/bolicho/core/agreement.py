"""The one rule by which a training goes on, and the words of its refusal.

Give the same command again: a training of the same design goes on where it was; one that is done is told again. Another
design in the same place is refused. What may grow (episodes, iterations) may be more than before.

>>> was = {"seed": 3, "episodes": 500}
>>> agree("mine.npz", was, {"seed": 3, "episodes": 900}, "--out", grows=["episodes"])
>>> agree("mine.npz", was, {"seed": 3, "episodes": 10}, "--out", grows=["episodes"])  # doctest: +ELLIPSIS
Traceback (most recent call last):
bolicho.core.errors.BadInput: mine.npz: holds a training with episodes 500, not 10; to go on, ...
"""

from collections.abc import Collection, Mapping

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping

DIGEST = "digest"
"""The entry that tells the cases a training began with from others."""


def agree(where: object, was: JsonMapping, now: JsonMapping, other: str, grows: Collection[str] = ()) -> None:
    """Refuse to go on with a training of another design; ``other`` is the option that names another place."""
    for key, wanted in now.items():
        found = was.get(key)
        if found != wanted and not (key in grows and found is not None and found <= wanted):
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
