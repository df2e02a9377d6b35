"""What a hand wins when the agent plays both seats, by playing it out: for walks that do not look everywhere.

It takes no part in best response or bracket. Over all hands and both seats self-play is worth nothing, whatever is
drawn here, so it may be taken off hand by hand: an unbiased control, with some noise of its own.
"""

from bolicho.core.chance import stream
from bolicho.games.truco.cards import Deal, Hand
from bolicho.games.truco.options import Rules
from bolicho.games.truco.state import State
from bolicho.learn.yardstick.asking import Asker
from bolicho.learn.yardstick.faces import deck

PLAYOUTS = 1000


def played_out(rules: Rules, hand: Hand, seat: int, asker: Asker, seed: int, playouts: int = PLAYOUTS) -> float:
    """Return the mean points, own minus the rival's, of a hand in a seat; seat 0 is mão."""
    rng = stream(seed, "exploit-self-play", seat, *hand)
    rest = [card for card in deck(rules) if card not in hand]
    playing: list[State] = []
    for _ in range(playouts):
        pair = (hand, tuple(rng.sample(rest, len(hand))))
        deal = Deal.of(*(pair if seat == 0 else pair[::-1]))
        playing.append(State(rules, deal, 0, (0, 0), 0, 0, deal.hands))
    won = 0
    while playing:
        views = [state.view(state.seat or 0) for state in playing]
        names = [f"self-play {state}" for state in playing]
        after = [
            state._next(rng.choices(view.moves, chances)[0])
            for state, view, chances in zip(playing, views, asker.ask(views, names), strict=True)
        ]
        won += sum(state.scores[seat] - state.scores[1 - seat] for state in after if state.over)
        playing = [state for state in after if not state.over]
    return won / playouts
