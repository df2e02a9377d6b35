"""Every agent of the house is somebody: a person, a temper, a face that can be drawn, something to say."""

import re
from pathlib import Path

import pytest

from bolicho.agents import AGENTS, characters
from bolicho.agents.characters import OCCASIONS, character_of
from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES
from bolicho.lab.studies.strength.shipped_table import shipped

FACES = Path(characters.__file__).parents[1] / "web" / "static" / "js" / "pictures" / "faces.js"
MEASURED = sorted({spec for game in shipped().values() for spec in game.agents})
COLOURED = ("skin", "hair", "scarf")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("spec", MEASURED)
def test_whoever_was_measured_is_a_person_with_a_way_of_talking(spec: str, language: str) -> None:
    who = character_of(spec, language)
    assert who is not None
    assert who.person.endswith(".")
    assert who.temper
    assert all(len(who.sayings[occasion]) >= 2 for occasion in OCCASIONS)
    said = [saying for occasion in OCCASIONS for saying in who.sayings[occasion]]
    assert len(set(said)) == len(said)
    assert all(len(saying) <= 60 and saying[-1] in ".!?…" for saying in said)


@pytest.mark.parametrize("spec", MEASURED)
def test_a_face_has_only_what_the_drawing_knows(spec: str) -> None:
    who, drawing = character_of(spec, "en"), FACES.read_text(encoding="utf-8")
    assert who is not None
    for fact, value in who.face.items():
        assert re.search(rf"\b{fact}\b", drawing), fact
        if fact in COLOURED:
            assert re.fullmatch(r"#[0-9a-f]{6}", str(value)), value
        elif isinstance(value, str):
            assert re.search(rf"\b{value}\b", drawing), value


def test_the_same_person_is_met_in_both_languages() -> None:
    first, second = (character_of("equilibrium:1", language) for language in LANGUAGES)
    assert first is not None
    assert second is not None
    assert first.face == second.face
    assert first.person != second.person


def test_who_is_in_no_file_is_nobody_in_particular() -> None:
    assert character_of("line:anything", "en") is None
    assert character_of("no-such-agent", "en") is None


def test_a_guest_brings_characters_beside_the_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "guesthouse"
    package.mkdir()
    (package / "__init__.py").write_text("class Guest:\n    def __init__(self, game): ...\n")
    sayings = "\n".join(f'{occasion} = ["One.", "Two."]' for occasion in OCCASIONS)
    file = package / "characters.toml"
    file.write_text(
        f'[tempers.odd.en]\ncalled = "odd"\n{sayings}\n'
        '[agents.guest]\ntemper = "odd"\nen = "A guest."\nface = { skin = "#ffffff" }\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    import guesthouse  # type: ignore[import-not-found]

    monkeypatch.setattr(type(AGENTS), "factory", lambda self, name: guesthouse.Guest)
    character_of.cache_clear()
    who = character_of("guest:4", "en")
    assert who is not None
    assert who.person == "A guest."
    with pytest.raises(BadInput, match=r"characters\.toml, agents\.guest"):
        character_of("guest", "pt-BR")
    character_of.cache_clear()


def test_an_agent_of_a_notebook_has_no_file_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its class is of ``__main__``, which is no package."""

    class Mine:
        __module__ = "__main__"

    monkeypatch.setattr(type(AGENTS), "factory", lambda self, name: Mine)
    character_of.cache_clear()
    assert character_of("mine", "en") is None
    character_of.cache_clear()
