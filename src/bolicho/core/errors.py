"""Every error a user can cause, each one clear line that names what and where."""

from collections.abc import Iterable

LONGEST = 1500
"""Characters of an error; of what is longer, whoever gave it, the middle is left out."""


class BolichoError(Exception):
    """Whatever Bolicho raises on purpose: always one line that can be printed, whatever it repeats of its input."""

    def __str__(self) -> str:
        said = super().__str__()
        if len(said) > LONGEST:
            said = f"{said[: LONGEST * 2 // 3]} … {said[-LONGEST // 3 + 3 :]}"
        return said if said.isprintable() else "".join(c if c.isprintable() else " " for c in said).strip()


class BadInput(BolichoError, ValueError):
    """A file, text, option or name that cannot be used; the message says what and where."""


LONGEST_NAME = 100
"""Characters of a name that may be a known one mistyped; to compare longer ones would take minutes."""


class UnknownName(BadInput, LookupError):
    """A game, agent, preset or option that nobody registered."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        from difflib import get_close_matches  # only a mistake pays for the import

        names = list(known)
        close = get_close_matches(name, names, 1, 0.7) if len(name) <= LONGEST_NAME else []
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        super().__init__(f"unknown {kind} {name!r}{hint}; known: {', '.join(names) or 'none'}")


def one_line(text: object, longest: int = 300) -> str:
    """Return whatever somebody else's code says as one printable line of bearable length."""
    try:
        said = str(text)[: 4 * longest]
    except Exception:  # its own text fails
        said = f"a {type(text).__name__} that cannot be shown"
    line = " ".join("".join(c if c.isprintable() else " " for c in said).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def fault(error: BaseException) -> str:
    """Return what an agent raised, as one line."""
    return f"raised {type(error).__name__}: {one_line(error)}"


class IllegalMove(BolichoError, ValueError):
    """A move that ``state.moves()`` does not list; the state it was tried on stays usable."""

    def __init__(self, move: object, position: str, legal: tuple[str, ...]) -> None:
        listed = " ".join(legal) or "none, it is over"
        super().__init__(f"illegal move {one_line(move, 60)!r} at [{position}]; legal: {listed}")
        self.move = move
        self.position = position
        self.legal = legal

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[object, str, tuple[str, ...]]]:
        return IllegalMove, (self.move, self.position, self.legal)
