"""OpenSpiel's players at our table: ``openspiel:mcts``, ``openspiel:ismcts``, ``openspiel:random``, policies in a file.

They are asked with a state that is made from the view: where nothing is hidden the true one, else one of the worlds
that the view leaves open. So nobody sees a card that its seat may not know.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from bolicho.core.contract import Decision, Game, View
from bolicho.core.errors import BadInput, BolichoError, UnknownName
from bolicho.core.extras import need
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.field.openspiel.kinds import KINDS, kind_of

need("pyspiel")

WORDS = "bolicho.field.openspiel"


def _plays(game: Game) -> bool:
    """Every game that OpenSpiel can be told about: the chances of a pack hardly shuffled are not known."""
    known = getattr(getattr(game, "rules", None), "shuffle", "uniform") == "uniform"
    try:
        return known and KINDS.of(game) is not None
    except BolichoError:  # a guest's kind that does not load
        return False


class OpenSpielGuest:
    """A player of OpenSpiel; without a name ``mcts`` where all lies open, ``ismcts`` where cards are hidden."""

    plays: ClassVar[Callable[[Game], bool]] = staticmethod(_plays)
    character: ClassVar[dict[str, str]] = {
        "en": "a guest from OpenSpiel: searches trees, or plays what a solver found (openspiel:mcts, cfr)",
        "pt-BR": "visita do OpenSpiel: busca em árvores, ou joga o que um resolvedor achou (openspiel:mcts, cfr)",
    }

    def __init__(self, game: Game, player: str = "", **settings: str) -> None:
        """``player`` is one of ``PLAYERS``; what can be set of it stands there."""
        from bolicho.field.openspiel.players import DEFAULT, PLAYERS

        self.game = game
        called = player or DEFAULT[kind_of(game).hidden]
        if called not in PLAYERS:
            raise UnknownName("player of OpenSpiel", called, PLAYERS)
        kind = PLAYERS[called]
        kind.fits(game)
        self.name = "openspiel" + (f":{player}" if player else "")
        self.name += "".join(
            f"{',' if player or n else ':'}{key}={value}" for n, (key, value) in enumerate(settings.items())
        )
        self.player = kind(game, _read(called, settings, kind.settings))
        if hasattr(self.player, "policies"):
            self.policies = self.player.policies

    def choose(self, view: View, rng: Random) -> Decision:
        """Ask the player; where only one move is legal nobody is asked."""
        if len(view.moves) == 1:
            return Decision(view.moves[0], why={"rule": "only-move", "words": WORDS, "facts": {}})
        decision: Decision = self.player.choose(view, rng)
        return decision


def as_agent(player: object, game: Game, name: str = "openspiel") -> Any:
    """Seat a policy of OpenSpiel, or what ``player(openspiel_game, seat, seed)`` builds: a bot for one decision."""
    from bolicho.field.openspiel.player import OpenSpielAgent

    return OpenSpielAgent(player, game, name)


def _read(called: str, given: Mapping[str, str], known: JsonMapping) -> JsonObject:
    """Read the settings of a player: whole numbers, numbers above 0, or texts, as their defaults are."""
    values = dict(known)
    for name, text in given.items():
        if name not in known:
            raise UnknownName(f"setting of openspiel:{called}", name, known)
        kind = type(known[name])
        try:
            values[name] = kind(text)
        except ValueError:
            values[name] = None
        if values[name] is None or (kind is not str and not 0 < values[name] <= MOST):
            raise BadInput(f"agent openspiel:{called}: {name}={text!r}: expected a {NUMBER[kind]} up to {MOST:,}")
    return values


MOST = 1_000_000
NUMBER = {int: "whole number from 1", float: "number above 0"}
