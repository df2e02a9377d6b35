"""The log of a hand, as the analysis by mão and pé counts it."""

from bolicho.games import GAMES
from bolicho.lab.works.rossato.log import COUNTS, count_hands


def logged(deal: str, moves: str, seat: int = 0, mano: int = 0) -> dict[str, int]:
    game = GAMES.make("truco")
    state = game.start(game.parse_deal(deal), score=[0, 0], mano=mano)
    for move in moves.split():
        state = state.play(move)
    assert state.over
    found = dict(zip(COUNTS, count_hands([state.view(1 - seat)], seat), strict=True))
    return {name: pair[int(mano != seat)] for name, pair in found.items() if pair[int(mano != seat)]}


DEAL = "1e 7e 4c / 3b 2c 12o"


def test_a_call_that_is_taken_and_won() -> None:
    told = {"hands": 1, "won": 1, "points": 2, "truco-called": 1, "truco-taken": 1, "truco-played": 1, "truco-won": 1}
    assert logged(DEAL, "truco quero 1e 12o 7e 2c") == told
    other = {"hands": 1, "points": -2, "truco-asked": 1, "truco-accepted": 1, "truco-played": 1}
    assert logged(DEAL, "truco quero 1e 12o 7e 2c", seat=1) == other


def test_a_raise_accepts_and_asks_again() -> None:
    told = logged(DEAL, "truco retruco nao-quero")
    assert told == {"hands": 1, "points": -2, "truco-called": 1, "truco-taken": 1, "truco-asked": 1}


def test_an_envido_in_front_of_a_truco_is_answered_first() -> None:
    told = logged(DEAL, "truco envido nao-quero quero 1e 12o 7e 2c")
    assert (told["envido-asked"], told.get("envido-accepted"), told["truco-taken"]) == (1, None, 1)


def test_laying_down_the_cards_refuses() -> None:
    assert logged(DEAL, "truco baralho") == {"hands": 1, "won": 1, "points": 1, "truco-called": 1}
    assert logged(DEAL, "truco baralho", seat=1) == {"hands": 1, "points": -1, "truco-asked": 1}


def test_flores_against_each_other_leave_the_truco_alone() -> None:
    told = logged("7e 6e 5e / 4c 5c 6c", "flor contra-flor quero truco nao-quero")
    assert (told["flor"], told["contested"], told["truco-called"]) == (1, 1, 1)
    assert "truco-taken" not in told
