"""Our games in OpenSpiel's list: ``pyspiel.load_game("bolicho_truco(deck=mini)")``."""

from collections.abc import Callable
from typing import Any

import pyspiel

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, BolichoError
from bolicho.field.openspiel.boards import BoardKind
from bolicho.field.openspiel.game import HouseGame
from bolicho.field.openspiel.kind import Kind, Parameters, options_spec, parameters_of
from bolicho.field.openspiel.kinds import KINDS, kind_of
from bolicho.games import BOARDS, FILE, GAMES

PREFIX = "bolicho_"
FROM_FILE = f"{PREFIX}board"
"""A board game from a file of one's own: ``bolicho_board(file=my.toml)``."""


def register(*games: str) -> tuple[str, ...]:
    """Put games, by default all that can be told, into OpenSpiel's list; return what they are called there.

    A name may be that of a board file, which then is called by the name that stands in it.
    """
    names = games or tuple(name for name in GAMES.names() if name in GAMES.house or _told(name))
    called = tuple(_register(name) for name in names)
    if not games:
        _register_files()
    return called


def as_game(game: Game | str, **where: Any) -> HouseGame:
    """Return a game of ours as OpenSpiel's, registered or not; ``where`` says where the unit begins."""
    made: Any = GAMES.make(game) if isinstance(game, str) else game
    factory = type(made)
    kind, plain = kind_of(factory), factory()
    preset = {"preset": made.options["preset"]} if "preset" in made.options else {}
    as_preset = factory(**preset).options
    told = {name: value for name, value in made.options.items() if as_preset.get(name) != value}
    told |= {name: value for name, value in preset.items() if value != plain.options[name]}
    placed = parameters_of(where, kind.spec)
    return HouseGame(kind(made, **placed), _type(plain, kind), _quoted({**told, **placed}))


def called(name: str) -> str:
    """Return what a game is called in OpenSpiel.

    >>> called("jogo-da-velha")
    'bolicho_jogo_da_velha'
    """
    return PREFIX + name.replace("-", "_")


def _told(name: str) -> bool:
    """Whether a guest's game has a kind; whoever does not load is left out here, and told of when asked for."""
    try:
        factory: Any = GAMES.factory(name)
        return KINDS.of(factory) is not None
    except BolichoError:
        return False


def _register(name: str) -> str:
    factory: Any = GAMES.factory(name)
    kind, plain = kind_of(factory), factory()
    game_type = _type(plain, kind)
    pyspiel.register_game(game_type, _loader(kind, game_type, lambda _: factory))
    return str(game_type.short_name)


def _register_files() -> None:
    """Any board file by its path; a game of the house stands in for the type, which is the same for all boards."""
    plain = GAMES.make(BOARDS[0])
    game_type = _type(plain, BoardKind, {"file": ""})

    def factory(file: str) -> Any:
        if not file.endswith(FILE):
            raise BadInput(f"parameter file={file!r}: expected a board file, as in {FROM_FILE}(file=my{FILE})")
        return GAMES.factory(file)

    pyspiel.register_game(game_type, _loader(BoardKind, game_type, factory))


def _loader(kind: type[Kind], game_type: Any, find: Callable[[str], Any]) -> Callable[[Parameters], HouseGame]:
    spec = game_type.parameter_specification

    def load(parameters: Parameters) -> HouseGame:
        told = parameters_of(parameters, spec)
        factory = find(str(parameters.get("file", "")))
        placed = {name: value for name, value in told.items() if name in kind.spec}
        options = {name: value for name, value in told.items() if name not in kind.spec and name != "file"}
        return HouseGame(kind(factory(**options), **placed), game_type, _quoted(told))

    # OpenSpiel lets go of it after Python has ended, which must not be the last hand that holds it
    load.itself = load  # type: ignore[attr-defined]
    return load


def _quoted(parameters: Parameters) -> Parameters:
    """Write a text that looks like a number so that OpenSpiel reads a text again."""
    number_like = {name for name, value in parameters.items() if isinstance(value, str) and _like_a_number(value)}
    return {name: f"'{value}'" if name in number_like else value for name, value in parameters.items()}


def _like_a_number(text: str) -> bool:
    return text != "" and not text.strip("+-.0123456789")


def _type(plain: Any, kind: type[Kind], file: Parameters | None = None) -> Any:
    kinds = pyspiel.GameType
    hidden = kind.hidden
    return kinds(
        short_name=called(plain.name) if file is None else FROM_FILE,
        long_name=f"Bolicho: {plain.name}" if file is None else "Bolicho: a board game from a file",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if hidden else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=plain.seats,
        min_num_players=plain.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=hidden,
        parameter_specification={**(file or {}), **options_spec(plain), **kind.spec},
        default_loadable=file is None,
    )
