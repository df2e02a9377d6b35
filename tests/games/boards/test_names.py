"""What a board game calls its moves in a sentence: points of the board and words, no signs that must be known."""

import pytest

from bolicho.games import GAMES
from bolicho.games.face import face_of

NAMES = [
    ("moinho", "b4-d6*f4", "b4-d6 tirando f4", "b4-d6 removing f4"),
    ("moinho", "b6*b4", "b6 tirando b4", "b6 removing b4"),
    ("yote", "c3xc1*e5", "c3×c1 tirando e5", "c3×c1 removing e5"),
    ("kalah", "pass", "um passe", "a pass"),
    ("go", "pass", "um passe", "a pass"),
    ("amazonas", "a4-f9/e10", "a4-f9 com flecha em e10", "a4-f9 with an arrow to e10"),
    ("fanorona", "d3<e3", "d3-e3 tomando atrás", "d3-e3 taking behind"),
    ("fanorona", "b4>c3<d3", "b4-c3-d3 tomando à frente e atrás", "b4-c3-d3 taking ahead and behind"),
    ("jogo-da-onca", "tfxc1xc3", "tf×c1×c3", "tf×c1×c3"),
    ("tapatan", "a1-b2", "a1-b2", "a1-b2"),
    ("tapatan", "a1", "a1", "a1"),
    ("tapatan", "a1-b2 c3-c2", "a1-b2, c3-c2", "a1-b2, c3-c2"),
    ("tapatan", "points", "points", "points"),
    ("tapatan", "", "", ""),
]


@pytest.mark.parametrize(("game", "move", "portuguese", "english"), NAMES)
def test_a_move_is_called_by_its_points_and_what_it_takes_in_words(
    game: str, move: str, portuguese: str, english: str
) -> None:
    made = GAMES.make(game)
    assert face_of(made, "pt-BR").name_of(move) == portuguese
    assert face_of(made, "en").name_of(move) == english
