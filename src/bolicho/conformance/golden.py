"""Golden playthroughs: ``python -m bolicho.conformance.golden truco cbtg > tests/golden/truco-cbtg.txt``."""

import sys

from bolicho.conformance.random_play import playthrough
from bolicho.core.contract import Game
from bolicho.core.errors import BolichoError
from bolicho.games import GAMES

__all__ = ["file_name", "playthrough"]


def file_name(game: Game, preset: str | None) -> str:
    """Return the name of the golden file of a game under a preset."""
    return f"{game.name}-{preset}.txt" if preset else f"{game.name}.txt"


def main(name: str = "", preset: str = "", *more: str) -> None:
    """Print the playthrough of a game."""
    if not name or more:
        sys.exit("usage: python -m bolicho.conformance.golden GAME [PRESET]")
    try:
        game = GAMES.make(name, **({"preset": preset} if preset else {}))
    except BolichoError as error:
        sys.exit(str(error))
    sys.stdout.write(playthrough(game))


if __name__ == "__main__":
    main(*sys.argv[1:])
