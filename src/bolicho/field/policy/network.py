"""A small network in plain numpy: observation → hidden layers (ReLU) → a softmax over the legal actions; and its file.

The file is an ``npz`` of arrays ``w0 b0 w1 b1 ...`` (each ``inputs x outputs``) and ``game``, the game with its options
as JSON: weights of one game are refused by another, and under options that change what is seen or said.
"""

import json
from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject
from bolicho.field.encode import encoder
from bolicho.games import GAMES
from bolicho.learn.arrays import DAMAGED, read_arrays

Array = NDArray[np.float64]
LARGEST = 1e30
"""Of a weight: sums and products of a few layers of such ones are still numbers."""


class Network:
    """Weights for one game under its options."""

    def __init__(self, game: Game, weights: Sequence[Array], biases: Sequence[Array]) -> None:
        self.game = game
        self.weights, self.biases = list(weights), list(biases)
        coder = encoder(game)
        sizes = [coder.size, *(len(bias) for bias in self.biases)]
        shapes = [weight.shape for weight in self.weights]
        wanted = list(pairwise(sizes))
        flat = all(bias.ndim == 1 for bias in self.biases)
        if not flat or shapes != wanted or sizes[-1] != len(coder.vocabulary):
            raise BadInput(f"{game.name} has {coder.size} inputs and {len(coder.vocabulary)} actions, not {shapes}")
        largest = max(float(np.abs(part).max(initial=0.0)) for part in (*self.weights, *self.biases))
        if not largest <= LARGEST:  # also what is no number
            raise BadInput(f"a weight is {largest:g}: expected numbers up to {LARGEST:g}")

    @classmethod
    def drawn(cls, game: Game, hidden: Sequence[int], seed: int) -> "Network":
        """Return a network of random weights; its first policy is nearly uniform."""
        rng = np.random.default_rng(seed)
        coder = encoder(game)
        sizes = [coder.size, *hidden, len(coder.vocabulary)]
        weights = [rng.normal(0, np.sqrt(2 / a), (a, b)) for a, b in pairwise(sizes)]
        weights[-1] *= 0.01
        return cls(game, weights, [np.zeros(size) for size in sizes[1:]])

    def __call__(self, observation: NDArray[Any], mask: NDArray[Any]) -> Array:
        """Return the probability of each action: none for those against the mask."""
        chances: Array = self.forward(observation[None], mask[None])[-1][0]
        return chances

    def forward(self, observations: NDArray[Any], masks: NDArray[Any]) -> list[Array]:
        """Return what each layer says to a batch: the observations, the hidden layers, the probabilities."""
        layers: list[Array] = [observations.astype(np.float64)]
        for weight, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            layers.append(np.maximum(layers[-1] @ weight + bias, 0))
        scores = np.where(masks > 0, layers[-1] @ self.weights[-1] + self.biases[-1], -np.inf)
        powers = np.exp(scores - scores.max(1, keepdims=True))
        layers.append(powers / powers.sum(1, keepdims=True))
        return layers

    def backward(self, layers: list[Array], slope: Array) -> list[Array]:
        """Return the gradients of ``weights + biases``, given the slope of what is wanted at the last scores."""
        by_weight: list[Array] = []
        by_bias: list[Array] = []
        for layer in range(len(self.weights) - 1, -1, -1):
            by_weight.insert(0, layers[layer].T @ slope)
            by_bias.insert(0, slope.sum(0))
            slope = (slope @ self.weights[layer].T) * (layers[layer] > 0)
        return by_weight + by_bias

    def save(self, path: Path) -> None:
        """Write the weights to an ``npz`` file, whole or not at all."""
        arrays: JsonObject = {f"w{i}": weight.astype(np.float32) for i, weight in enumerate(self.weights)}
        arrays |= {f"b{i}": bias.astype(np.float32) for i, bias in enumerate(self.biases)}
        file = BytesIO()
        np.savez_compressed(file, game=_named(self.game), **arrays)
        write_whole(path, file.getvalue())

    @classmethod
    def load(cls, path: Path, game: Game | None = None) -> "Network":
        """Read the weights of a file, to play a game; without one, the game that they are of.

        Those of another game are refused, and those that were learnt under options by which it looks otherwise.
        """
        arrays = read_arrays(path, "an npz file of weights")
        named = str(arrays.get("game", "no game"))
        learnt = _made(named) if game is None or named != _named(game) else game
        game = game or learnt
        if game is None:
            raise BadInput(f"{path}: weights of {named}, which is not here")
        if learnt is None:
            raise BadInput(f"{path}: weights of {named}, asked to play {_named(game)}")
        if learnt.name != game.name or _form(learnt) != _form(game):
            raise BadInput(f"{path}: weights of {_beside(learnt, game)}, asked to play {_beside(game, learnt)}")
        count = len(arrays) // 2
        try:
            weights = [arrays[f"w{i}"].astype(np.float64) for i in range(count)]
            return cls(game, weights, [arrays[f"b{i}"].astype(np.float64) for i in range(count)])
        except KeyError as error:
            raise BadInput(f"{path}: array {error} is missing") from None
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from None
        except DAMAGED:
            raise BadInput(f"{path}: its arrays are no weights") from None


def _named(game: Game) -> str:
    return json.dumps({"game": game.name, "options": dict(game.options)}, sort_keys=True)


def _made(named: str) -> Game | None:
    """Return the game that a file names; None where that is no game of ours."""
    try:
        told = json.loads(named)
        return GAMES.make(told["game"], **told["options"]) if told["game"] in GAMES.names() else None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _beside(game: Game, other: Game) -> str:
    """Name a game, with those of its options that the same game has otherwise."""
    apart = [f"{key}={value}" for key, value in game.options.items() if other.options.get(key) != value]
    return " ".join([game.name, *(apart if game.name == other.name else ())])


def _form(game: Game) -> tuple[object, ...]:
    """Return what the numbers of a network stand for: the fields of what it sees, the moves that it says.

    An option that changes neither, such as the target, is nothing to it.
    """
    coder = encoder(game)
    return coder.vocabulary, [(field.name, field.shape) for field in coder.fields]
