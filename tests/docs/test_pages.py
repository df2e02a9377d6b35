"""Who or what has a name has a page: a game, an agent, a work; and pages of players are there in Portuguese."""

import inspect
import json
import re
import tomllib
from pathlib import Path

import pytest
from tests.docs.pages import DOCS, ROOT

import bolicho.lab
from bolicho.agents import AGENTS
from bolicho.games import BOARDS, GAMES

LAB = Path(bolicho.lab.__file__).parent
WORKS = tomllib.loads((LAB / "engine" / "works.toml").read_text(encoding="utf-8"))["works"]
GUESTS = {name for name, guest in AGENTS.guests.items() if guest.value.startswith("bolicho.")}
NOTATION = r"^## .*(Notation|Moves as text)"
UNNAMED = ("game", "trained", "which", "more", "argument", "iterations", "policy_at_base")
OBJECTS = ("base", "matrices", "settings")
"""Parameters that nobody writes by name: the first argument of a spec, and things that only Python hands in."""


def navigation() -> set[str]:
    """Return every page that the navigation names."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    return set(re.findall(r"([\w/-]+\.md)$", text[text.index("\nnav:") :], re.MULTILINE))


def page(path: str) -> str:
    """Return the text of a page that must be there, and in the navigation."""
    assert (DOCS / path).exists(), f"docs/{path} is missing: write it"
    assert path in navigation(), f"mkdocs.yml: {path} is not in the navigation"
    return (DOCS / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in GAMES.house if name not in BOARDS])
def test_every_game_has_a_page(name: str) -> None:
    assert re.search(NOTATION, page(f"games/{name}.md"), re.MULTILINE), "how are moves written?"
    assert (DOCS / "pt" / f"{name}.md").exists()


@pytest.mark.parametrize("name", [name for name in BOARDS if (DOCS / "games" / f"{name}.md").exists()])
def test_a_page_that_somebody_wrote_of_a_board_tells_how_moves_are_written(name: str) -> None:
    assert re.search(NOTATION, (DOCS / "games" / f"{name}.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_pages_of_boards_come_from_their_data() -> None:
    assert "<!-- bolicho: board-list pt-BR -->" in page("pt/tabuleiros.md")
    assert "<!-- bolicho: board-list en -->" in page("games/boards.md")
    assert not navigation() & {f"games/{name}.md" for name in BOARDS}, "docs/hooks puts them into the navigation"


@pytest.mark.parametrize("name", AGENTS.house)
def test_every_agent_has_a_page(name: str) -> None:
    text = page(f"agents/{name}.md")
    assert re.search(r"paper|thesis|dissertation|CFR|Where it comes from|The method|the house|UFSM", text), (
        "whose idea is it?"
    )
    for parameter in inspect.signature(AGENTS.factory(name)).parameters:
        if parameter not in UNNAMED + OBJECTS:
            assert re.search(rf"\b{parameter}\b", text), (
                f"docs/agents/{name}.md does not tell the parameter {parameter!r}"
            )


@pytest.mark.parametrize("name", sorted(GUESTS))
def test_guests_of_the_house_are_told_on_a_page(name: str) -> None:
    told = [one for one in (DOCS / "field").glob("*.md") if f"`{name}:" in one.read_text(encoding="utf-8")]
    own = DOCS / "field" / f"{name}.md"
    page(f"field/{(own if own.exists() or not told else told[0]).name}")


def claims_of(work: str) -> tuple[set[str], set[str]]:
    """Return the claims of a work, and what we expect of it beside them."""
    listed = tomllib.loads((LAB / "works" / work / "claims.toml").read_text(encoding="utf-8"))["claim"]
    ours = {one["id"] for one in listed if one.get("ours")}
    return {one["id"] for one in listed} - ours, ours


@pytest.mark.parametrize("name", WORKS)
def test_every_work_has_a_page_that_lists_its_claims(name: str) -> None:
    text = page(f"works/{name}.md")
    assert f"<!-- bolicho: work {name} -->" in text
    assert f"<!-- bolicho: claims {name} -->" in text
    claims, _ = claims_of(name)
    assert re.search(rf"\b{len(claims)} claims\b", text.replace("*", "")), f"{len(claims)} claims"


@pytest.mark.parametrize("name", WORKS)
def test_results_that_are_shipped_have_a_verdict_of_every_claim(name: str) -> None:
    claims, ours = claims_of(name)
    shipped = json.loads((DOCS / "works" / "results" / "results.json").read_text(encoding="utf-8"))["works"]
    for called, one in shipped.items():
        if one["work"] == name:
            assert set(one["verdicts"]) == claims, f"{called}: make results RUNS=FOLDER"
            assert set(one["expected"]) == ours, f"{called}: make results RUNS=FOLDER"
            assert one["holds"] + one["fails"] + one["open"] == one["claims"] == len(claims)


@pytest.mark.parametrize("path", sorted((DOCS / "pt").glob("*.md")), ids=lambda path: path.name)
def test_pages_in_portuguese_say_whose_translation_they_are(path: Path) -> None:
    head = dict(line.split(": ", 1) for line in path.read_text(encoding="utf-8").split("---")[1].strip().splitlines())
    assert head["language"] == "pt-BR"
    assert (DOCS / head["english"]).exists()


def test_players_find_their_pages_in_portuguese() -> None:
    for name in ("index", "jogar", "truco", "rikken", "tabuleiros", "glossario", "adversarios"):
        page(f"pt/{name}.md")


@pytest.mark.parametrize("path", sorted((DOCS / "pt").glob("*.md")), ids=lambda path: path.name)
def test_pictures_on_pages_in_portuguese_are_in_portuguese(path: Path) -> None:
    for picture in re.findall(r"\]\(\.\./screenshots/([^)]+)\)", path.read_text(encoding="utf-8")):
        assert picture.startswith("pt/") or picture.endswith("-phone.png"), picture
        assert (DOCS / "screenshots" / picture).exists(), picture


NAMED = re.compile(r"(?<![\w/.-])((?:[a-z_]+/)*[a-z_]+\.(?:py|cu|js))\b(?!\w)|`((?:[a-z_]+/)+[a-z_]+)`")
"""A file, or a folder or module in code."""


def test_what_the_picture_of_the_house_names_is_there() -> None:
    files = (file for place in ("src", "docs", "tools", "tests") for file in (ROOT / place).rglob("*"))
    there = "".join(f"/{file.relative_to(ROOT).as_posix()}\n" for file in files)
    named = [one[1] or one[2] for one in NAMED.finditer((DOCS / "architecture.md").read_text(encoding="utf-8"))]
    assert len(named) > 60
    assert [name for name in named if not re.search(rf"/{re.escape(name)}(\.py)?[/\n]", there)] == []
