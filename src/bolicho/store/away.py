"""A store that cannot be reached or written just now."""

from bolicho.core.errors import BolichoError


class StoreAway(BolichoError):
    """Nothing is wrong with what was asked: the database is down, deaf or busy, or its disk is full; ask again later.

    The message names the store, for whoever runs it.
    """

    def __init__(self, message: str, *, full: bool = False) -> None:
        super().__init__(message)
        self.full = full
        """Whether there is no room."""
