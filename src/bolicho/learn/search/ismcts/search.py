"""The search itself, for any game: one tree of what the searching seat can tell apart, a fresh world an iteration.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012. Each iteration draws
a full state that agrees with what the seat knows, goes down the tree by moves that are legal *there*, adds one move,
plays on by habit to the end and counts the payoff on its way. A move that is legal in few worlds is not to be chosen
less for it, so its bound counts how often it was available, not how often its parent was visited.

What the seat cannot see is one branch (a card laid face down). With one observer all players share the statistics of a
node, so the others choose as if they did not know their own cards; with more, a player's statistics are kept apart by
what he alone knows (`Subject.privy`), as far as the subject tells it apart, while the tree stays one.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any, Protocol

from bolicho.games.rikken.bits import Chance, draw

Payoffs = Sequence[float]
"""What an end is worth, by seat."""


class Subject(Protocol):
    """All that a search must know of a game and of the seat that searches."""

    def world(self, chance: Chance) -> Any:
        """Draw a full state that agrees with what the seat knows."""

    def moves(self, state: Any) -> Sequence[str]:
        """Return the legal moves that are worth a thought."""

    def observation(self, state: Any, move: str) -> Hashable:
        """Return what the searching seat sees of a move."""

    def privy(self, state: Any) -> Hashable:
        """Return what only the player to move knows, as far as he is to play by it; None for the searching seat."""

    def prior(self, state: Any, choices: Mapping[Hashable, Sequence[str]]) -> Sequence[float] | None:
        """Return how usual each choice is for the mover, to guide the search; None to go by bounds alone."""

    def playout(self, state: Any, chance: Chance) -> Payoffs:
        """Play on to the end and say what it is worth."""


@dataclass(slots=True)
class Edge:
    """What is known of one move: how often it was taken and could have been, and the sum of payoffs for its mover."""

    visits: int = 0
    available: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        """The mean payoff for who moves."""
        return self.total / self.visits if self.visits else 0.0


Edges = dict[Hashable, Edge]


@dataclass(slots=True)
class Node:
    """A situation as the searching seat sees it."""

    edges: dict[Hashable, Edges] = field(default_factory=dict)
    """By what the mover alone knows: what is known of each move."""
    below: dict[Hashable, "Node"] = field(default_factory=dict)


def search(subject: Subject, iterations: int, curiosity: float, chance: Chance) -> Node:
    """Grow a tree; its root's ``edges[None]`` are the moves of the searching seat."""
    root = Node()
    for _ in range(iterations):
        _iterate(root, subject, curiosity, chance)
    return root


def _iterate(root: Node, subject: Subject, curiosity: float, chance: Chance) -> None:
    state, node = subject.world(chance), root
    path: list[tuple[Edge, int]] = []
    new = False
    while not (new or state.over):
        choices: dict[Hashable, list[str]] = {}
        for move in subject.moves(state):
            choices.setdefault(subject.observation(state, move), []).append(move)
        edges = node.edges.setdefault(subject.privy(state), {})
        for choice in choices:
            edges.setdefault(choice, Edge()).available += 1
        prior = subject.prior(state, choices)
        if prior is None:
            seen = _by_bound({choice: edges[choice] for choice in choices}, curiosity, chance)
        else:
            seen = _by_prior({choice: edges[choice] for choice in choices}, prior, curiosity)
        new = edges[seen].visits == 0
        path.append((edges[seen], state.seat))
        node = node.below.setdefault(seen, Node())
        moves = choices[seen]
        state = state.play(moves[draw(chance, len(moves))] if len(moves) > 1 else moves[0])
    payoffs = subject.playout(state, chance)
    for edge, seat in path:
        edge.visits += 1
        edge.total += payoffs[seat]


def _by_bound(edges: Edges, curiosity: float, chance: Chance) -> Hashable:
    """Take a move that was never taken, by lot; then the one with the highest upper bound."""
    untried = [seen for seen, edge in edges.items() if not edge.visits]
    if untried:
        return untried[draw(chance, len(untried))]
    return _highest(
        {seen: edge.mean + curiosity * sqrt(log(edge.available) / edge.visits) for seen, edge in edges.items()}
    )


def _by_prior(edges: Edges, prior: Sequence[float], curiosity: float) -> Hashable:
    """Be more curious of what is usual (as PUCT); what was never taken is worth what the others are."""
    known, worth = sum(edge.visits for edge in edges.values()), 0.0
    for edge in edges.values():
        worth += edge.total
    usual = worth / known if known else 0.0
    bounds = {}
    for (seen, edge), share in zip(edges.items(), prior, strict=True):
        mean = edge.mean if edge.visits else usual
        bounds[seen] = mean + curiosity * share * sqrt(edge.available) / (1 + edge.visits)
    return _highest(bounds)


def _highest(bounds: dict[Hashable, float]) -> Hashable:
    return max(bounds, key=lambda seen: bounds[seen])
