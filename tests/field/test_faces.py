"""What frameworks ask about a game is found by its name, for the house and for guests by the same door."""

from importlib.metadata import EntryPoint
from typing import Any, ClassVar

import pytest

import bolicho
from bolicho.core.errors import BadInput
from bolicho.field.encode import ENCODINGS, Field, encoder
from bolicho.field.openspiel import as_game, register
from bolicho.field.openspiel.guest import OpenSpielGuest
from bolicho.field.openspiel.kinds import KINDS, kind_of
from bolicho.field.openspiel.truco import TrucoKind
from bolicho.games import GAMES
from bolicho.games.boards import game_from
from bolicho.games.faces import BOARD, Faces
from bolicho.games.truco import Truco


class Roda(Truco):
    """A guest's game, made of ours."""

    name: ClassVar[str] = "roda"


@pytest.mark.parametrize("faces", [ENCODINGS, KINDS], ids=lambda faces: faces.group)
def test_every_game_of_the_house_has_every_face(faces: Faces) -> None:
    without = {name for name in GAMES.house if faces.of(GAMES.make(name)) is None}
    # a game may bring its arrays itself
    assert without == {name for name in without if faces is ENCODINGS and hasattr(GAMES.make(name), "encoding")}
    assert faces.of(type(GAMES.make("tapatan"))) is faces.factory(BOARD)  # the class is enough


def test_a_board_file_and_a_game_made_of_another_have_its_faces(board_text: str) -> None:
    assert KINDS.of(game_from(board_text)()) is KINDS.factory(BOARD)
    assert KINDS.of(Roda()) is TrucoKind
    assert encoder(Roda()).vocabulary == encoder(Truco()).vocabulary


@pytest.fixture
def board_text() -> str:
    from bolicho.games.boards import FOLDER

    return (FOLDER / "tapatan.toml").read_text(encoding="utf-8").replace('"tapatan"', '"my-board"', 1)


def test_a_face_of_its_own_comes_before_that_of_what_it_is_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ENCODINGS, "_loaded", {})

    class Other(Truco):
        name: ClassVar[str] = "other-roda"

    ENCODINGS.add("other-roda", lambda _: (("a",), (Field("x", (1,), "nothing", lambda _: ()),)))
    assert encoder(Other()).vocabulary == ("a",)


class Stranger(bolicho.Game):
    """A game that nobody has told OpenSpiel about."""

    name: ClassVar[str] = "stranger"
    version: ClassVar[str] = "1"
    seats: ClassVar[int] = 2
    options: ClassVar[dict[str, Any]] = {}

    def deal(self, rng: Any) -> Any: ...
    def parse_deal(self, text: str) -> Any: ...
    def start(self, *deal: Any, **context: Any) -> Any: ...
    def worlds(self, view: Any, rng: Any) -> Any: ...


def test_who_has_no_face_is_told_how_to_get_one() -> None:
    with pytest.raises(BadInput, match=r"^game 'stranger': OpenSpiel needs .* an entry point of bolicho.openspiel$"):
        as_game(Stranger())
    with pytest.raises(BadInput, match=r"^game 'stranger' has no arrays: .* an entry point of bolicho.encodings$"):
        encoder(Stranger())
    assert not OpenSpielGuest.plays(Stranger())


def test_what_is_no_kind_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KINDS, "_loaded", {"stranger": Stranger})
    with pytest.raises(BadInput, match=r"bolicho.openspiel names .*Stranger.*, expected a subclass of Kind"):
        kind_of(Stranger())


def test_a_guest_whose_face_does_not_load_is_left_out_and_told_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("stranger", "no_such_package.faces:Kind", KINDS.group)
    monkeypatch.setattr(KINDS, "_loaded", {})
    monkeypatch.setitem(KINDS.__dict__, "guests", {"stranger": broken})
    monkeypatch.setattr(GAMES, "_loaded", {"stranger": Stranger})
    assert "bolicho_stranger" not in register()
    assert not OpenSpielGuest.plays(Stranger())
    with pytest.raises(
        BadInput, match=r"kind of OpenSpiel game 'stranger' \(no_such_package.faces:Kind\) does not load"
    ):
        as_game(Stranger())
