"""A small game laid out whole, for OpenSpiel's compiled solvers.

A Python game is asked step by step, which is slow where a solver walks all of it again and again. ``as_tree`` walks it
once and hands OpenSpiel the tree in Gambit's format (efg), where CFR, best response and exploitability run in C++.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyspiel

from bolicho.core import hooks
from bolicho.core.errors import BadInput
from bolicho.field.openspiel.game import HouseGame
from bolicho.field.openspiel.kind import Kind

MOST = 1_000_000
"""Nodes of a tree that still is laid out."""


class Place(NamedTuple):
    """One information set of a tree."""

    name: str
    """What OpenSpiel calls it."""
    view: Any
    """What its seat sees there."""
    actions: tuple[int, ...]
    """Our numbers of the legal moves, in the order in which the tree has them."""


class Tree(NamedTuple):
    """A game as OpenSpiel's ``efg_game``, and our information states in it."""

    game: Any
    kind: Kind
    nodes: int
    places: dict[str, Place]
    """By ``information_state_string`` of our own game."""
    numbers: dict[str, int]
    """The tree's own number of each move."""

    def policy(self, agent: Any) -> Any:
        """Return an agent that tells its probabilities as a policy of the tree."""
        if not hooks.tells_policies(agent):
            raise BadInput(f"agent {getattr(agent, 'name', agent)!r} does not tell its probabilities (policies)")
        places = list(self.places.values())
        told = agent.policies([place.view for place in places])
        shares = [self.kind.shares(place.view, chances) for place, chances in zip(places, told, strict=True)]
        return pyspiel.TabularPolicy(
            {
                place.name: [(self.numbers[self.kind.names[number]], share[number]) for number in place.actions]
                for place, share in zip(places, shares, strict=True)
            }
        )

    def moves_of(self, policy: Any) -> dict[str, dict[str, float]]:
        """Return a policy that a solver found on the tree: for each of our information states, its moves."""
        table: Mapping[str, Sequence[tuple[int, float]]] = policy.policy_table()
        moves = {number: move for move, number in self.numbers.items()}
        return {sight: {moves[n]: chance for n, chance in table[p.name]} for sight, p in self.places.items()}


def as_tree(game: HouseGame, most: int = MOST) -> Tree:
    """Lay a game out; one that has more than ``most`` nodes is refused."""
    return _Layout(game, most).tree()


class _Layout:
    def __init__(self, game: HouseGame, most: int) -> None:
        self.game, self.kind, self.most = game, game.kind, most
        self.lines: list[str] = []
        self.sets: tuple[dict[str, Place], ...] = tuple({} for _ in range(game.num_players()))
        self.moves: dict[str, int] = {}
        self.outcomes: dict[str, int] = {}
        self.ends = 0

    def tree(self) -> Tree:
        players = " ".join(f'"{seat}"' for seat in range(self.game.num_players()))
        self.lines.append(f'EFG 2 R "{self.game}" {{ {players} }}')
        self._chance(())
        places = {sight: place for own in self.sets for sight, place in own.items()}
        found = pyspiel.load_efg_game("\n".join(self.lines) + "\n")
        return Tree(found, self.kind, len(self.lines) - 1, places, self.moves)

    def _chance(self, drawn: tuple[int, ...]) -> None:
        dealing = self.kind.dealing
        if dealing is None or len(drawn) == dealing.nodes:
            self._node(self.kind.start(None if dealing is None else dealing.deal(drawn)))
            return
        chances = dealing.chances(drawn)
        named = [(dealing.name(drawn, outcome), outcome, chance) for outcome, chance in chances]
        named.sort(key=lambda one: _number(self.outcomes, one[0]))
        listed = " ".join(f'"{name}" {chance!r}' for name, _, chance in named)
        self.lines.append(f'c "" {len(self.lines)} "" {{ {listed} }} 0')
        for _, outcome, _ in named:
            self._chance((*drawn, outcome))

    def _node(self, state: Any) -> None:
        if len(self.lines) > self.most:
            raise BadInput(f"{self.game}: more than {self.most} nodes, too many to lay out")
        if state.seat is None:
            self.ends += 1
            paid = " ".join(map(repr, self.kind.returns(state)))
            self.lines.append(f't "" {self.ends} "" {{ {paid} }}')
            return
        place, number = self._place(state)
        names = [self.kind.names[action] for action in place.actions]
        listed = " ".join(f'"{name}"' for name in names)
        self.lines.append(f'p "" {state.seat + 1} {number} "" {{ {listed} }} 0')
        for name in names:
            self._node(state.play(name))

    def _place(self, state: Any) -> tuple[Place, int]:
        own = self.sets[state.seat]
        view = state.view(state.seat)
        sight = self.kind.sight(view)
        if sight not in own:
            # OpenSpiel numbers moves as they come, and sorts those numbers: so must the children be sorted
            legal = self.kind.legal(state)
            legal.sort(key=lambda action: _number(self.moves, self.kind.names[action]))
            # the name that efg_game makes of seat, seat and number
            own[sight] = Place(f"{state.seat}-{state.seat}-{len(own) + 1}-", view, tuple(legal))
        place = own[sight]
        return place, int(place.name.split("-")[2])


def _number(known: dict[str, int], name: str) -> int:
    return known.setdefault(name, len(known))
