"""What people do and scripted players do not: they fold, tie, stay in a poor truco and call envido on nothing.

A player with lapses plays as another one, and now and then as people do. The numbers are chosen so that a base made of
such hands has the habits of the recorded one (``bolicho cases info`` shows both side by side).
"""

from random import Random
from typing import NamedTuple

from bolicho.agents.scripted.eyes import Eyes
from bolicho.agents.scripted.player import because
from bolicho.core.contract import Agent, Decision
from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.view import View

NO_PAIR = 20
"""Two cards of one suit give at least 20 points of envido."""


class Lapses(NamedTuple):
    """How often a player does each of these, as a share of the turns at which it could."""

    stays: float = 0.0
    """Accepts a truco that he would refuse."""
    raises: float = 0.0
    """Raises a truco that he would only accept."""
    bluffs: float = 0.0
    """Calls envido without two cards of a suit."""
    poor: float = 0.0
    """The chance to win below which he may fold."""
    folds: float = 0.0
    """Folds then, instead of playing a card."""
    ties: float = 0.0
    """Ties the first round where he can."""


class PlayerWithLapses:
    """Plays as another player, with lapses."""

    def __init__(self, player: Agent, lapses: Lapses) -> None:
        self.player, self.lapses, self.name = player, lapses, player.name

    def choose(self, view: View, rng: Random) -> Decision:
        """Ask the player, then let chance have its say."""
        decision = self.player.choose(view, rng)
        assert isinstance(decision, Decision)
        move = self._lapse(view, decision.move, rng)
        return decision if move is None else because(move, "lapse")

    def _lapse(self, view: View, move: str, rng: Random) -> str | None:
        often = self.lapses
        if view.bet:
            return None
        eyes = Eyes(view)
        silent = "envido" in view.moves and move not in (*ENVIDO_CALLS, "flor")
        if silent and eyes.points < NO_PAIR and rng.random() < often.bluffs:
            return "envido"
        if move == "nao-quero":
            return "quero" if rng.random() < often.stays else None
        raises = [call for call in TRUCO_CALLS if call in view.moves]
        if move == "quero":
            return raises[0] if raises and rng.random() < often.raises else None
        if move not in view.hand:
            return None
        if view.on_table in STRENGTH and not view.won:
            tying = [card for card in view.hand if STRENGTH[card] == STRENGTH[view.on_table]]
            if tying and rng.random() < often.ties:
                return tying[0]
        if "baralho" in view.moves and eyes.chance < often.poor and rng.random() < often.folds:
            return "baralho"
        return None
