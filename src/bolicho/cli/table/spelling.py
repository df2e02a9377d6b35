"""What people type, brought to plain words: accents, capitals, spaces and exclamation marks do not matter."""

from unicodedata import normalize

YES = frozenset({"s", "sim", "y", "yes"})
NO = frozenset({"n", "nao", "no"})
HELP = frozenset({"?", "regras", "rules", "help", "ajuda"})
HISTORY = frozenset({"h", "historico", "history"})
WHY = frozenset({"w", "why", "why?", "por-que", "por-que?", "porque", "pq"})
QUIT = frozenset({"q", "quit", "exit", "sair", ":q"})
LEARN = frozenset({"l", "learn", "aprender"})
HINT = frozenset({"hint", "hints", "dica", "dicas", "d"})
BACK = frozenset({"back", "take-back", "undo", "u", "volta", "voltar"})


def plain_word(typed: str) -> str:
    """Return one plain word.

    >>> plain_word("  Não  quero! "), plain_word("VALE QUATRO"), plain_word("(7E)"), plain_word("?")
    ('nao-quero', 'vale-quatro', '(7e)', '?')
    """
    letters = normalize("NFKD", typed.strip().casefold())
    bare = "".join(sign for sign in letters if sign.isascii()).rstrip("!.")
    return "-".join(bare.replace("-", " ").split())
