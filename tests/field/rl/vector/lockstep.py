"""Compiled lanes beside the plain rules and the plain encoder: every observation, mask, reward and end."""

from typing import Any

import numpy as np

from bolicho.field.rl.episode import Terms, balance, victory
from bolicho.field.rl.vector import LANES
from bolicho.field.rl.vector.compiled_lanes import draw_legal
from bolicho.field.rl.vector.lanes import NOBODY, Lanes


def lanes_of(terms: Terms, count: int, seed: int = 1, threads: int = 1) -> Any:
    """Return compiled lanes that have begun, lane ``i`` from ``seed + i``."""
    factory = LANES.of(terms.game)
    assert factory is not None
    lanes = factory(terms, count, threads)
    lanes.seed(range(seed, seed + count))
    lanes.begin(np.arange(count), np.zeros(count, np.int8))
    return lanes


def lockstep(terms: Terms, decisions: int, count: int = 8, seed: int = 1) -> int:
    """Play at random on lanes and by the rules; return how many episodes came to their end."""
    lanes = lanes_of(terms, count, seed)
    coder, every = terms.coder, np.arange(count)
    masks = np.zeros((count, len(coder.vocabulary)), np.int8)
    seen = np.zeros((count, coder.size), np.float32)
    rng = np.random.default_rng(seed)
    states, ended = [lanes.state(lane) for lane in every], 0
    for _ in range(-(-decisions // count)):
        lanes.masks(every, masks)
        lanes.observe(every, lanes.turn, seen)
        for lane in range(count):
            check(lanes, lane, states[lane], seen[lane], masks[lane])
        actions = np.zeros(count, np.int64)
        draw_legal(masks, lanes.chance, every, actions)
        tame = (
            rng.random(count) < every / count
        )  # of all legal actions the first: who always bids never asks for an ace
        actions[tame] = masks[tame].argmax(axis=1)
        context = [lanes.context(lane) for lane in every]
        lanes.play(every, actions)
        for lane in range(count):
            states[lane] = states[lane].play(coder.vocabulary[actions[lane]])
            if states[lane].over:
                ended += ends(lanes, lane, states[lane], context[lane])
                states[lane] = lanes.state(lane)
            else:
                assert lanes.paid[lane].tolist() == [0.0] * terms.game.seats
    return ended


def check(lanes: Lanes, lane: int, state: Any, seen: Any, mask: Any) -> None:
    """What a lane shows is what the encoder says of the plain state."""
    coder, seat = lanes.terms.coder, int(lanes.turn[lane])
    assert seat == state.seat, str(state)
    view = state.view(seat)
    same(lanes, state, seat, seen)
    assert mask.tolist() == coder.mask(view).tolist(), str(state)


def same(lanes: Lanes, state: Any, seat: int, seen: Any) -> None:
    """Observations are equal to the last bit; if not, say in which field."""
    coder = lanes.terms.coder
    wanted = coder.array(state.view(seat))
    for field in coder.fields if (wanted != seen).any() else ():
        assert coder.part(seen, field.name).tolist() == coder.part(wanted, field.name).tolist(), (
            f"{field.name}: {state}"
        )


def ends(lanes: Any, lane: int, state: Any, context: dict[str, Any]) -> bool:
    """A unit has ended: it paid what it should, and the next one or the next episode begins."""
    terms, game = lanes.terms, lanes.terms.game
    scores = state.scores
    following = game.following(context, scores) if terms.unit == "match" else None
    over = following is None
    total = [had + got for had, got in zip(context.get("score", [0] * game.seats), scores, strict=True)]
    paid: tuple[float, ...] = (0.0,) * game.seats
    if terms.reward == "points":
        paid = balance(scores)
    elif over:
        paid = victory(total if terms.unit == "match" else scores)
    assert lanes.paid[lane].tolist() == np.array(paid, np.float32).tolist(), str(state)
    assert (lanes.turn[lane] == NOBODY) == over
    if not over:
        assert lanes.context(lane) == following
        return False
    one, final = np.array([lane]), np.zeros((lanes.count, terms.coder.size), np.float32)
    for seat in range(game.seats):
        lanes.observe(one, np.full(lanes.count, seat, np.int8), final)
        same(lanes, state, seat, final[lane])
    lanes.begin(one, np.zeros(lanes.count, np.int8))
    return True
