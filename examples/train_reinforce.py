"""Train a small policy in plain numpy, then let it play in our arena.

    python examples/train_reinforce.py                                  # tapatan, a minute or two
    python examples/train_reinforce.py --game truco --option deck=mini --opponent sound

REINFORCE (Williams 1992): play a batch of episodes at one seat of the Gymnasium environment, then make the moves of
those that paid more than usual likelier, by the gradient of their log-probability. Adam steps; a bonus for entropy
keeps the policy curious. The weights become the agent ``policy:FILE.npz``, which any command of bolicho takes.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import gymnasium
import numpy as np
from numpy.typing import NDArray

import bolicho.field.rl
from bolicho.arena import Plan, duplicate, run, standings
from bolicho.core.errors import BadInput, BolichoError
from bolicho.field.policy import Network

gymnasium.register_envs(bolicho.field.rl)
Array = NDArray[np.float64]
Moves = list[tuple[Array, Array, int]]
"""Decisions: the observation, its mask, the action."""
BATCH = 32
FADE = 0.95
"""How much less a move is praised or blamed for each move that came after it."""


def main() -> None:
    """Train, save, and hold the trained policy against its opponent, beside an untrained one."""
    asked = arguments()
    options = dict(asked.option)
    table = gymnasium.make(f"bolicho/{asked.game}-v0", opponents=asked.opponent, **options)
    if table.get_wrapper_attr("game").seats != 2:
        raise BadInput(f"{asked.game}: this example is for two")
    network = Network.drawn(table.get_wrapper_attr("game"), [asked.hidden], asked.seed)
    beginner = asked.out.with_name(f"{asked.out.stem}-untrained.npz")
    network.save(beginner)
    began = monotonic()
    for played, reward in train(table, network, asked.episodes, asked.seed):
        print(f"{played:6d} episodes  {monotonic() - began:5.0f} s  mean reward {reward:+.3f}", flush=True)
    network.save(asked.out)
    for file in (beginner, asked.out):
        plan = Plan(asked.game, (f"policy:{file}", asked.opponent), options, asked.seed)
        rows = run(plan, duplicate((0, 1), asked.matches), workers=asked.workers)
        rate = standings(rows, 2)[0].win_rate
        print(f"policy:{file} against {asked.opponent}, {len(rows)} matches on duplicate deals:", end=" ")
        print(f"wins {rate.mean:.1%} (95 %: {rate.low:.1%} to {rate.high:.1%})")


def train(table: gymnasium.Env, network: Network, episodes: int, seed: int) -> Iterator[tuple[int, float]]:
    """Improve a network by batches of episodes; tell now and then how far it is and what was earned of late."""
    rng = np.random.default_rng(seed)
    step = adam(network)
    earned: list[float] = []
    tell = max(BATCH, episodes // 10)
    for batch in range(-(-episodes // BATCH)):
        seen, masks, actions, rewards = [], [], [], []
        for number in range(BATCH):
            moves, reward = episode(table, network, rng, seed if batch == number == 0 else None)
            earned.append(reward)
            for later, (told, mask, action) in enumerate(reversed(moves)):
                seen.append(told)
                masks.append(mask)
                actions.append(action)
                rewards.append(reward * FADE**later)
        step(slope(network, np.array(seen), np.array(masks), np.array(actions), np.array(rewards)))
        if len(earned) // tell > (len(earned) - BATCH) // tell:
            yield len(earned), float(np.mean(earned[-tell:]))


def episode(table: gymnasium.Env, network: Network, rng: np.random.Generator, seed: int | None) -> tuple[Moves, float]:
    """Play one episode; return its decisions and what it paid."""
    moves: Moves = []
    paid, over = 0.0, False
    told, info = table.reset(seed=seed)
    while not over:
        chances = network(told, info["action_mask"])
        action = int(rng.choice(len(chances), p=chances))
        moves.append((told, info["action_mask"], action))
        told, reward, terminated, truncated, info = table.step(action)
        paid += float(reward)
        over = terminated or truncated
    return moves, paid


def slope(
    network: Network, seen: Array, masks: Array, actions: Array, rewards: Array, entropy: float = 0.01
) -> list[Array]:
    """Return the gradient of the expected reward (less its mean, in its own spread) and of a little entropy."""
    layers = network.forward(seen, masks)
    chances = layers[-1]
    worth = (rewards - rewards.mean()) / (rewards.std() + 1e-8)
    chosen = np.zeros_like(chances)
    chosen[np.arange(len(actions)), actions] = 1
    logs = np.log(np.maximum(chances, 1e-12))
    curious = -chances * (logs - (chances * logs).sum(1, keepdims=True))
    return network.backward(layers, ((chosen - chances) * worth[:, None] + entropy * curious) / len(actions))


def adam(network: Network, rate: float = 0.003) -> Callable[[list[Array]], None]:
    """Return a function that takes gradients and moves the weights a step upwards (Kingma and Ba 2015)."""
    parts = network.weights + network.biases
    means, squares = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    count = 0

    def step(gradients: list[Array]) -> None:
        nonlocal count
        count += 1
        for part, mean, square, gradient in zip(parts, means, squares, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            part += rate * (mean / (1 - 0.9**count)) / (np.sqrt(square / (1 - 0.999**count)) + 1e-8)

    return step


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="tapatan")
    parser.add_argument("--option", action="append", type=pair, default=[], metavar="KEY=VALUE", help="of the game")
    parser.add_argument("--opponent", default="random", help="an agent of the house")
    parser.add_argument("--episodes", type=number, default=6000)
    parser.add_argument("--hidden", type=number, default=64, help="neurons of the hidden layer")
    parser.add_argument("--matches", type=number, default=400)
    parser.add_argument("--workers", type=number, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    return parser.parse_args()


def number(text: str) -> int:
    """Read a number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1")
    return int(text)


def pair(text: str) -> tuple[str, str]:
    """Read KEY=VALUE."""
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"{text!r}: expected KEY=VALUE")
    return key, value


if __name__ == "__main__":
    try:
        main()
    except (BolichoError, gymnasium.error.Error) as error:
        sys.exit(str(error))
