"""The best and the worst that a responder can still come to, by what is public: what a branch nobody walks is worth.

Best: the agent gives everything away, four points of truco and all that an envido or a flor may still be worth. Worst:
the responder folds at his next word, which nobody can take from him; so the agent gets what it can win before that.
Both in points of the hand, responder minus agent.
"""

from bolicho.games.truco.ladders import ENVIDO, FLOR, TRUCO_WORTH, envido_raises, flor_raises, points_of
from bolicho.games.truco.state import State

FLOR_DECLARED = 6
"""The most that it costs to have declared a flor, whatever is raised, and to fold then."""
FLOR_AT_ONCE = 4
"""The most that declaring a flor brings to an agent whose rival folds next."""


def bounds(state: State, responder: int) -> tuple[float, float]:
    """Return the worst and the best value of an unfinished hand for the responder."""
    mine, theirs = state.scores[responder], state.scores[1 - responder]
    so_far = mine - theirs
    return so_far - _lost(state, responder), so_far + _won(state)


def _won(state: State) -> int:
    side = _falta(state) if state.bet or _open(state) else 0
    return TRUCO_WORTH[-1] + side


def _lost(state: State, responder: int) -> int:
    agent = 1 - responder
    if state.seat == responder:
        if "baralho" in state.moves():
            after = state._next("baralho").scores
            return (after[agent] - state.scores[agent]) - (after[responder] - state.scores[responder])
        return TRUCO_WORTH[state.truco] + (_falta(state) if state.bet == "announce" else FLOR_DECLARED)
    pending = state.truco_by == responder
    return TRUCO_WORTH[state.truco + pending] + _side(state)


def _side(state: State) -> int:
    """What the agent, who is to speak, may win of envido and flor before the responder's next word."""
    flor = FLOR_AT_ONCE if state.rules.flor != "off" else 0
    if state.bet == "envido":
        twice = state.rules.envido_envido == "on"
        raised = [ENVIDO[(*state.envido, call)].refused for call in envido_raises(state.envido, twice)]
        return max(state._worth(ENVIDO[state.envido].accepted), flor, *raised, 0)
    if state.bet == "flor":
        raised = [FLOR[(*state.flor, call)].refused for call in flor_raises(state.flor)]
        return max(state._worth(FLOR[state.flor].accepted), *raised, 0)
    if state.bet == "announce":
        return _falta(state)
    if _open(state):
        return max(flor, 1 if state.rules.envido == "on" else 0)
    return 0


def _open(state: State) -> bool:
    """Whether envido or flor may still be called."""
    off = state.rules.envido == "off" and state.rules.flor == "off"
    return not off and any(state._window(seat) for seat in (0, 1))


def _falta(state: State) -> int:
    """The most that a side bet can still pay."""
    left = state.rules.target - min(state._standing())
    return min(left, max(points_of(stake, state.rules, max(state._standing())) for stake in (7, -1, -2)))
