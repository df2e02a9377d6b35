"""Views and other typed data as plain JSON data, for ``--json``."""

from dataclasses import asdict, is_dataclass
from typing import Any


def plain_data(value: object) -> Any:
    """Turn named tuples and dataclasses into objects, tuples into lists.

    >>> from bolicho.games.truco.view import Payment
    >>> plain_data((Payment("envido", 0, 2, "accepted"),))
    [{'mode': 'envido', 'seat': 0, 'points': 2, 'how': 'accepted'}]
    """
    if hasattr(value, "_asdict"):
        return plain_data(value._asdict())
    if is_dataclass(value) and not isinstance(value, type):
        return plain_data(asdict(value))
    if isinstance(value, dict):
        return {str(key): plain_data(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain_data(item) for item in value]
    return value if isinstance(value, str | int | float | None) else str(value)
