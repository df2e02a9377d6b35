"""Bolicho: where game-playing agents and people meet at one table.

>>> import bolicho
>>> g = bolicho.game("truco", preset="ufsm-web", target=12)
>>> s = g.start(g.deal(bolicho.stream(7)))
>>> len(s.view(s.seat).hand)
3
"""

from typing import TYPE_CHECKING, Any, Literal, overload

from bolicho.core.chance import stream
from bolicho.core.contract import DRAWN_BY, Agent, Decision, Game, Question
from bolicho.core.errors import BadInput, BolichoError, IllegalMove, UnknownName
from bolicho.core.record import Record, read_records, write_records
from bolicho.games import GAMES

if TYPE_CHECKING:
    from bolicho.core.contract import D, S, V
    from bolicho.field.rl.vector import vector
    from bolicho.games.boards import BoardGame
    from bolicho.games.paulista import Paulista
    from bolicho.games.rikken import Rikken
    from bolicho.games.truco import Truco
    from bolicho.lab.frames import frame
    from bolicho.lab.tournament.outcome import tournament
    from bolicho.play import play_match, replay
    from bolicho.play.picture import show

    def games() -> tuple[str, ...]:
        """Return the names of all games."""

    def agents(game: Game | str | None = None) -> tuple[str, ...]:
        """Return the names of all agents, or of those that can play a game."""

else:
    from bolicho import agents, games  # two packages that can be called

BoardName = Literal[
    "4-em-linha",
    "achi",
    "alquerque",
    "amazonas",
    "assalto",
    "damas",
    "dara",
    "fanorona",
    "fanorona-5x5",
    "felli",
    "gamao",
    "go",
    "gomoku",
    "halma",
    "jogo-da-onca",
    "jogo-da-velha",
    "kalah",
    "lebre-e-cachorros",
    "lobo-e-cabras",
    "luta-das-serpentes",
    "madelinette",
    "moinho",
    "mu-torere",
    "oware",
    "picaria",
    "pong-hau-ki",
    "pretwa",
    "rastro",
    "reversi",
    "shisima",
    "surakarta",
    "tablut",
    "tabula",
    "tapatan",
    "three-mens-morris",
    "tic-tackle",
    "tsoro-yematatu",
    "xadrez-chines",
    "yote",
]
"""The boards of the house, for editors; a test holds it against their files."""

__version__ = "0.2.0.dev0"
__all__ = [
    "Agent",
    "BadInput",
    "BolichoError",
    "Decision",
    "Game",
    "IllegalMove",
    "Question",
    "Record",
    "UnknownName",
    "agent",
    "agents",
    "frame",
    "game",
    "games",
    "play_match",
    "read_records",
    "replay",
    "show",
    "stream",
    "tournament",
    "vector",
    "write_records",
]


@overload
def game(name: Literal["truco"], /, **options: Any) -> "Truco": ...
@overload
def game(name: Literal["rikken"], /, **options: Any) -> "Rikken": ...
@overload
def game(name: Literal["paulista"], /, **options: Any) -> "Paulista": ...
@overload
def game(name: BoardName, /, **options: Any) -> "BoardGame": ...
@overload
def game(name: str, /, **options: Any) -> Game: ...
def game(name: str, /, **options: Any) -> Game:
    """Return a game under options: ``game("truco", preset="cbtg", target=12)``."""
    made: Game = GAMES.make(name, **options)
    return made


@overload
def agent(spec: str, game: "Game[S, V, D]") -> "Agent[V]": ...
@overload
def agent(spec: str, game: str) -> Agent: ...
def agent(spec: str, game: Game | str) -> Agent:
    """Return an agent for a game by its name, with arguments if it takes any: ``agent("cbr:PVCNPS", game=g)``.

    One of your own by its file: ``agent("./steady.py:Steady", game=g)``.
    """
    from bolicho.agents import make

    made: Agent = make(spec, game)
    return made


LATER = {
    "frame": "bolicho.lab.frames",
    "play_match": "bolicho.play",
    "replay": "bolicho.play",
    "show": "bolicho.play.picture",
    "tournament": "bolicho.lab.tournament.outcome",
    "vector": "bolicho.field.rl.vector",
}
"""What is loaded when somebody asks for it: importing Bolicho stays light."""


def _record_html(record: Record) -> str:
    from bolicho.play.picture import record_html

    return record_html(record)


def _decision_html(made: Decision | Question) -> str:
    from bolicho.play.picture import show

    return show(made).html


def _results_html(found: Any) -> str:
    from bolicho.lab.tournament.outcome import results_html

    return results_html(found)


DRAWN_BY |= {"record": _record_html, "decision": _decision_html, "results": _results_html}


def __getattr__(name: str) -> Any:
    if name in LATER:
        from importlib import import_module

        return getattr(import_module(LATER[name]), name)
    raise AttributeError(f"module 'bolicho' has no attribute {name!r}")
