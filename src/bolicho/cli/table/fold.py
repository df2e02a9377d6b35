"""For terminals that cannot write a sign: the nearest plain one, of the same width, in its place.

>>> "╭─╮ não « é bom » ▲".encode("ascii", NAME).decode()
'+-+ nao " e bom " ^'
"""

import codecs
import sys
from unicodedata import normalize

NAME = "bolicho.fold"
SIGNS = {
    **dict.fromkeys("─━╶╴╺╸", "-"),
    **dict.fromkeys("│┃╷╵╿╽┆", "|"),
    **dict.fromkeys("╭╮╰╯┌┐└┘┼┿┬┴├┤┣┫", "+"),
    **dict.fromkeys("«»“”", '"'),
    **dict.fromkeys("·•…", "."),
    **dict.fromkeys("░☒", "#"),
    **dict(zip("╱╲╳▲▼▸→←↑↓–—×", "/\\x^v>><^v--x", strict=True)),
    **dict(zip("●○◉◎◌", "#O%Q:", strict=True)),
}


def fold(error: UnicodeError) -> tuple[str, int]:
    """Answer the encoder with a plain sign for each one it could not write."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    bad = error.object[error.start : error.end]
    return "".join(SIGNS.get(sign) or _bare(sign) for sign in bad), error.end


def _bare(sign: str) -> str:
    bare = normalize("NFKD", sign)[0]
    return bare if bare.isascii() else "?"


def forgiving() -> None:
    """Let standard output fold what it cannot write, and standard input replace what it cannot read."""
    for stream, errors in ((sys.stdout, NAME), (sys.stdin, "replace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


codecs.register_error(NAME, fold)
