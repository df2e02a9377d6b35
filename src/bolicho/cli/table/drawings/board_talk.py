"""The texts of a board in the terminal: those of the house, of the boards, and what is said otherwise at a board."""

from bolicho.core.words import Words


def board_words(language: str) -> Words:
    """Return the texts of the house as they are at a board."""
    words = Words("bolicho.cli", language)
    boards = Words("bolicho.games.boards", language)
    words.texts = {**words.texts, **boards.texts, **Words("bolicho.cli.table.drawings", language, "board.toml").texts}
    return words
