"""Every error a user can cause, each one clear line that names what and where."""

from collections.abc import Iterable


class BolichoError(Exception):
    """Whatever Bolicho raises on purpose."""


class BadInput(BolichoError, ValueError):
    """A file, text, option or name that cannot be used; the message says what and where."""


class UnknownName(BadInput, LookupError):
    """A game, agent, preset or option that nobody registered."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        from difflib import get_close_matches  # only a mistake pays for the import

        names = list(known)
        close = get_close_matches(name, names, 1, 0.7)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        super().__init__(f"unknown {kind} {name!r}{hint}; known: {', '.join(names) or 'none'}")


class IllegalMove(BolichoError, ValueError):
    """A move that ``state.moves()`` does not list; the state it was tried on stays usable."""

    def __init__(self, move: object, position: str, legal: tuple[str, ...]) -> None:
        super().__init__(f"illegal move {str(move)!r} at [{position}]; legal: {' '.join(legal) or 'none, it is over'}")
        self.move = move
        self.position = position
        self.legal = legal

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[object, str, tuple[str, ...]]]:
        return IllegalMove, (self.move, self.position, self.legal)
