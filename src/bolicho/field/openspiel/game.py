"""Our games as OpenSpiel's: a game, its states, and what a seat sees of them, written once for all kinds."""

from random import Random
from typing import Any, ClassVar, NamedTuple

import pyspiel

from bolicho.core.contract import View
from bolicho.core.errors import BadInput
from bolicho.field.openspiel.kind import Kind, Outcomes, Parameters
from bolicho.field.openspiel.observer import Observer


class Now(NamedTuple):
    """Where a unit stands: what chance has drawn, and our own state once all is dealt. A frozen value."""

    drawn: Outcomes = ()
    state: Any = None

    def __deepcopy__(self, memo: Any) -> "Now":
        # OpenSpiel clones a state by deepcopy; a frozen value is its own copy
        return self


class HouseState(pyspiel.State):
    """A state of one unit; everything about it is in ``now``."""

    kind: ClassVar[Kind]

    def __init__(self, game: "HouseGame") -> None:
        """Only ``HouseGame.new_initial_state`` calls this."""
        super().__init__(game)
        self.now = game.opening

    def current_player(self) -> int:
        """Return the seat that moves, or OpenSpiel's chance or terminal player."""
        state = self.now.state
        if state is None:
            return pyspiel.PlayerId.CHANCE
        seat = state.seat
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the unit is over."""
        state = self.now.state
        return state is not None and state.seat is None

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self.kind.legal(self.now.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may be dealt next, and how likely each is."""
        if self.now.state is not None or self.kind.dealing is None:
            raise BadInput(f"no chance here: {self}")
        return self.kind.dealing.chances(self.now.drawn)

    def _apply_action(self, action: int) -> None:
        drawn, state = self.now
        if state is not None:
            self.now = Now(drawn, state.play(self.kind.move(state, action)))
            return
        dealing = self.kind.dealing
        assert dealing is not None
        if not 0 <= action < dealing.widest:
            raise BadInput(f"chance outcome {action}: expected 0 to {dealing.widest - 1}")
        drawn = (*drawn, int(action))
        self.now = Now(drawn, self.kind.start(dealing.deal(drawn)) if len(drawn) == dealing.nodes else None)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.kind.dealing is not None:
            return self.kind.dealing.name(self.now.drawn, action)
        state = self.now.state
        return self.kind.names[action] if state is None or state.seat is None else self.kind.move(state, action)

    def returns(self) -> list[float]:
        """Return what the unit brought each seat; zeros until it is over."""
        state = self.now.state
        if state is None or state.seat is not None:
            return [0.0] * self.kind.game.seats
        return self.kind.returns(state)

    def view(self, seat: int) -> Any:
        """Return what a seat may know, as at our own table."""
        if self.now.state is None:
            raise BadInput("nothing is seen while cards are dealt")
        return self.now.state.view(seat)

    def resample_from_infostate(self, player: int, sampler: Any) -> "HouseState":
        """Return a state that this player cannot tell from this one: the hidden cards drawn anew."""
        rng = Random(int(sampler() * 2**53))
        return self.get_game().from_view(self.view(player), rng)

    def __str__(self) -> str:
        if self.now.state is not None:
            return str(self.now.state)
        dealing = self.kind.dealing
        assert dealing is not None
        drawn = self.now.drawn
        return f"dealing: {', '.join(dealing.name(drawn[:n], outcome) for n, outcome in enumerate(drawn))}"

    def __reduce__(self) -> tuple[object, ...]:
        return _read_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)


class HouseGame(pyspiel.Game):
    """One of our games under options, at one context, as an OpenSpiel game."""

    def __init__(self, kind: Kind, game_type: Any, parameters: Parameters) -> None:
        lowest, highest = kind.utilities
        info = pyspiel.GameInfo(
            num_distinct_actions=len(kind.names),
            max_chance_outcomes=kind.dealing.widest if kind.dealing else 0,
            num_players=kind.game.seats,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=0.0,
            max_game_length=kind.longest,
        )
        super().__init__(game_type, info, parameters)
        self.kind = kind
        self.opening = Now() if kind.dealing else Now((), kind.start(None))
        # a class of its own, so that what all states share is neither copied nor pickled with each
        self.states = type("HouseState", (HouseState,), {"kind": kind})

    def __reduce__(self) -> tuple[object, ...]:
        return _read_game, (str(self),)

    def new_initial_state(self) -> HouseState:
        """Return the state before anything is dealt."""
        begun: HouseState = self.states(self)
        return begun

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance nodes a deal has."""
        return self.kind.dealing.nodes if self.kind.dealing else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return what looks at states; OpenSpiel says how much of them it may see."""
        if not isinstance(iig_obs_type, pyspiel.IIGObservationType):
            iig_obs_type, params = None, params or iig_obs_type
        if params:
            raise BadInput(f"observers of {self.kind.game.name} take no parameters; given: {params}")
        kind_of_sight = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.kind, kind_of_sight)

    def from_state(self, state: Any) -> HouseState:
        """Return our own state as OpenSpiel's, with its history."""
        built = self.new_initial_state()
        if self.kind.dealing is not None:
            for outcome in self.kind.dealing.drawn(self.kind.turned(state)[0]):
                built.apply_action(outcome)
        for move in self.kind.history(state):
            built.apply_action(self.kind.number(built.now.state, move))
        return built

    def from_view(self, view: View, rng: Random) -> HouseState:
        """Return a state that the view's seat cannot tell from the true one; where nothing is hidden, the true one."""
        return self.from_state(self.kind.game.worlds(view, rng))


def _read_state(text: str) -> Any:
    _know_the_house()
    return pyspiel.deserialize_game_and_state(text)[1]


def _read_game(text: str) -> Any:
    _know_the_house()
    return pyspiel.load_game(text)


def _know_the_house() -> None:
    """A pickle may be opened where nobody has registered our games yet."""
    from bolicho.field.openspiel.registering import called, register

    if called("truco") not in pyspiel.registered_names():
        register()
