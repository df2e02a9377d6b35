"""The lobby tells of every game and agent in both languages, with measured strengths; no text of a page is missing."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.served import Served, serving

import bolicho
from bolicho.agents import AGENTS, can_play
from bolicho.core.numbers import Figure, say, small
from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.lab.studies.strength import shipped_table as strength_shipped
from bolicho.lab.studies.strength.shipped_table import strengths
from bolicho.web.lobby.names import agent_name
from bolicho.web.server.pages import PAGES, shell, texts_of
from bolicho.web.server.static_files import version
from bolicho.web.server.texts import load_texts

STATIC = Path(bolicho.__file__).parent / "web" / "static"
OURS = {
    "lobby": ("pages/lobby.js", "lobby/set_up.js"),
    "table": (
        "pages/table.js",
        *(f"table_page/{name}.js" for name in ("clock", "parts", "panels", "waiting", "join")),
        "tables/truco.js",
    ),
}
FILES = ("words.toml", "words/lobby.toml", "words/table.toml", "words/house.toml")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("lobby")) as found:
        yield found


def told(served: Served, path: str, language: str = "en") -> dict[str, Any]:
    with served.client() as client:
        answer = client.get(path, params={"lang": language})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


# ── games ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_in_the_lobby_with_its_title_and_what_it_is_about(served: Served, language: str) -> None:
    games = {game["name"]: game for game in told(served, "/api/games", language)["games"]}
    assert list(games) == list(GAMES.names())
    assert all(game["title"] and game["about"] for game in games.values())
    assert (games["truco"]["seats"], games["rikken"]["seats"]) == (2, 4)
    assert games["tapatan"]["picture"]
    assert not games["truco"]["picture"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_game_has_a_word(served: Served, language: str) -> None:
    words = texts_of(next(page for page in PAGES if page.name == "lobby"), language)
    kinds = {f"kind.{game['kind']}" for game in told(served, "/api/games", language)["games"]}
    assert kinds == {key for key in words if key.startswith("kind.")}


def test_one_click_seats_somebody_who_plays_the_game(served: Served) -> None:
    for game in told(served, "/api/games")["games"]:
        assert can_play(AGENTS.factory(game["quick"].partition(":")[0]), GAMES.make(game["name"]))
    truco = strengths("truco")[told(served, "/api/games/truco")["quick"]]
    assert truco.level in (3, 4)


def test_every_variant_and_every_value_of_an_option_can_be_played(served: Served) -> None:
    for game in told(served, "/api/games")["games"]:
        for preset in game["presets"]:
            made = GAMES.make(game["name"], preset=preset["name"])
            assert all(made.options[option] == value for option, value in preset["options"].items())
        for option in game["options"]:
            values = [value["value"] for value in option["values"]] or [option["low"], option["high"]]
            assert str(option["default"]) in values or option["low"] <= option["default"] <= option["high"]
            for value in values:
                assert str(GAMES.make(game["name"], **{option["name"]: value}).options[option["name"]]) == str(value)


def test_a_game_nobody_knows_is_not_found(served: Served) -> None:
    for path in ("/api/games/chess", "/api/games/chess/agents"):
        with served.client() as client:
            answer = client.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no-such-game")


# ── agents ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_opponents_have_a_name_a_character_and_a_measured_strength_the_strongest_first(served: Served) -> None:
    agents = told(served, "/api/games/truco/agents", "pt-BR")["agents"]
    measured = [agent for agent in agents if agent["strength"]]
    assert all(agent["name"] and agent["character"] for agent in agents)
    ratings = [agent["strength"]["rating"] for agent in measured]
    assert ratings == sorted(ratings, reverse=True)
    levels = [agent["level"] for agent in measured]
    assert levels == sorted(levels, reverse=True), "who is rated higher never has fewer dots"
    assert [agent["step"] for agent in agents if agent["family"] == "Equilíbrio"] == [5, 4, 3, 2, 1]
    assert all(
        agent["strength"]["low"] <= agent["strength"]["rating"] <= agent["strength"]["high"] for agent in measured
    )
    assert agents[: len(measured)] == measured


@pytest.mark.parametrize("game", ["truco", "rikken", "tapatan", "paulista"])
def test_strength_for_people_counts_who_of_the_field_is_rated_below(served: Served, game: str) -> None:
    agents = {agent["spec"]: agent for agent in told(served, f"/api/games/{game}/agents")["agents"]}
    rated = {spec: agent["strength"]["rating"] for spec, agent in agents.items() if agent["strength"]}
    field = strength_shipped.shipped()[game].field
    for spec, rating in rated.items():
        below = [other for other in field if other != spec and rated[other] < rating]
        assert agents[spec]["beats"] == {"players": len(below), "of": len(set(field) - {spec})}
        assert agents[spec]["person"]
        assert agents[spec]["face"]["skin"]
    assert agents["random"]["beats"]["players"] == 0


def test_agents_without_a_measurement_say_so(served: Served) -> None:
    agents = {agent["spec"]: agent for agent in told(served, "/api/games/truco/agents")["agents"]}
    assert agents["bot5"]["strength"] is None
    assert agents["bot5"]["level"] is None
    strangers = {"line", "policy"}  # no programs here
    assert {spec.partition(":")[0] for spec in agents} == set(bolicho.agents("truco")) - strangers


def test_names_of_agents_are_in_the_language_of_the_page() -> None:
    assert [agent_name("sound", language) for language in LANGUAGES] == ["Ponderado", "Sound"]
    assert agent_name("minimax:4", "en") == "MiniMax (4)"
    assert agent_name("a-guest:x", "en") == "a-guest (x)"


def test_strength_was_measured_for_every_game_by_the_command_it_names() -> None:
    kept = strength_shipped.shipped()
    assert set(kept) <= set(GAMES.names())
    assert {"truco", "paulista", "rikken", "tapatan"} <= set(kept)  # a new game may wait; the lobby says that it does
    for game, table in kept.items():
        made = GAMES.make(game)
        assert all(can_play(AGENTS.factory(spec.partition(":")[0]), made) for spec in table.agents)
        assert set(table.field) <= set(table.agents)
        assert table.command.startswith("bolicho ")


def test_the_page_of_strength_has_every_game_and_agent_in_the_language_asked_for(served: Served) -> None:
    tables = {table["game"]: table for table in told(served, "/api/strength", "pt-BR")["tables"]}
    assert set(tables) == set(strength_shipped.shipped())
    truco = tables["truco"]["agents"]
    assert [row["spec"] for row in truco] == list(strengths("truco"))
    assert next(row["name"] for row in truco if row["spec"] == "sound") == "Ponderado"
    assert all(row["rating"]["low"] <= row["rating"]["value"] <= row["rating"]["high"] for row in truco)
    columns = [column["key"] for column in tables["truco"]["columns"]]
    assert columns == ["agent", "rating", "win", "points", "full", "s1", "p50", "p99", "memory"]
    assert not {"full", "s1"} & {column["key"] for column in tables["tapatan"]["columns"]}, "nobody knows them there"
    for row in truco:
        said = dict(zip(columns, row["cells"], strict=True))
        assert said["agent"]["said"] == row["name"]
        assert said["rating"]["said"] == f"{row['rating']['value']:.0f}"
        if row["win"] is not None:
            share = Figure(row["win"]["value"], row["win"]["low"], row["win"]["high"], row["matches"])
            assert (said["win"]["said"], said["win"]["beside"]) == (say(share, "pt-BR"), small(share, "pt-BR"))


# ── tables being played ──────────────────────────────────────────────────────────────────────────────────────────────


def test_tables_being_played_are_listed_with_public_facts_only(served: Served) -> None:
    opened = served.open("me", "sound")
    waiting = served.open("me", "open")
    listed = {table["table"]: table for table in told(served, "/api/tables")["tables"]}
    assert waiting["table"] not in listed
    found = listed[opened["table"]]
    assert [seat["name"] for seat in found["seats"]] == ["Ana", "Sound"]
    assert set(found) == {"table", "game", "title", "seats", "scores", "unit", "watchable"}
    with served.client(opened["token"]) as client:
        assert client.post(f"/api/tables/{opened['table']}/resign").status_code == 200
    assert opened["table"] not in {table["table"] for table in told(served, "/api/tables")["tables"]}


# ── texts and pages ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("file", FILES)
def test_both_languages_have_the_same_texts_with_the_same_facts(file: str) -> None:
    first, second = (load_texts(file, language) for language in LANGUAGES)
    spoken = {key for key in first.keys() ^ second.keys() if not key.startswith("truco.gloss.")}
    assert not spoken
    holes = [{key: set(re.findall(r"\{(\w+)\}", text)) for key, text in texts.items()} for texts in (first, second)]
    assert all(holes[0][key] == holes[1][key] for key in first.keys() & second.keys())


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_a_page_asks_for_is_on_it(name: str, language: str) -> None:
    page = next(page for page in PAGES if page.name == name)
    texts = texts_of(page, language)
    asked: set[str] = set()
    for file in OURS[name]:
        asked |= set(re.findall(r'\bt\("([a-z.-]+)"', (STATIC / "js" / file).read_text(encoding="utf-8")))
    assert len(asked) > 20
    assert not asked - set(texts)
    assert "{{" not in shell(page, language)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_has_a_style_or_a_script_of_its_own_in_it(page: Any) -> None:
    html = shell(page, "en")
    assert not re.search(r'\sstyle="|\son\w+="|<style', html)
    scripts = re.findall(r"<script([^>]*)>", html)
    assert all('type="application/json"' in script or 'src="/static/' in script for script in scripts)


def on_the_wire(answer: httpx.Response) -> int:
    """Return the bytes of an answer, compressed, with its status line and headers."""
    return answer.num_bytes_downloaded + 19 + sum(len(key) + len(value) + 4 for key, value in answer.headers.raw)


@pytest.mark.parametrize(
    ("page", "asked"),
    [("/", ("/api/games", "/api/games/truco/agents", "/api/tables")), ("/table/abcdefghij", ())],
)
def test_a_page_with_all_it_fetches_is_under_a_hundred_kilobytes_on_the_wire(
    served: Served, page: str, asked: tuple[str, ...]
) -> None:
    """The Truco table is the second: its drawing is among the modules that are preloaded."""
    with served.client(**{"Accept-Language": "pt-BR"}) as client:
        first = client.get(page)
        wanted = dict.fromkeys((*asked, *re.findall(r'(?:src|href)="(/static/[^"]+)"', first.text)))
        sizes = {page: on_the_wire(first)}
        for path in wanted:
            answer = client.get(path)
            assert answer.status_code == 200, path
            sizes[path] = on_the_wire(answer)
    assert len(wanted) > 9
    assert page == "/" or not [path for path in wanted if "french.js" in path], "Truco is played with the Spanish deck"
    assert sum(sizes.values()) < 100_000, sizes


def test_every_module_that_a_page_needs_is_preloaded_from_one_version(served: Served) -> None:
    with served.client() as client:
        html = client.get("/table/abcdefghij").text
        loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+\.js)"', html))
        assert {path.split("/")[2] for path in loaded} == {version()}
        for path in loaded:
            imports = re.findall(r'^(?:import|export) [^"(]*"(\.{1,2}/[^"]+)"', client.get(path).text, re.MULTILINE)
            assert {str(httpx.URL(f"http://x{path}").join(one).path) for one in imports} <= loaded, path


def test_files_of_this_version_are_kept_for_a_year_and_others_are_asked_about(served: Served) -> None:
    with served.client() as client:
        kept = client.get(f"/static/{version()}/js/pages/table.js")
        assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert kept.headers["Content-Encoding"] == "gzip"
        for other in ("/static/js/pages/table.js", "/static/000000000000/js/pages/table.js"):
            answer = client.get(other)
            assert (answer.text, answer.headers["Cache-Control"]) == (kept.text, "no-cache")
            again = client.get(other, headers={"If-None-Match": answer.headers["ETag"]})
            assert again.status_code == 304
        plain = client.get("/static/js/pages/table.js", headers={"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        assert plain.text == kept.text
        assert client.get(f"/static/{version()}/../pages.py").status_code == 404


def test_nobody_is_seated_against_who_draws_lots_unless_nobody_else_plays(served: Served) -> None:
    for game in told(served, "/api/games", "en")["games"]:
        others = [
            agent for agent in told(served, f"/api/games/{game['name']}/agents", "en")["agents"] if agent["strength"]
        ]
        assert game["quick"] != "random" or not others, game["name"]


def test_the_twenty_policies_are_one_family(served: Served) -> None:
    agents = told(served, "/api/games/truco/agents", "pt-BR")["agents"]
    policies = {agent["variant"] for agent in agents if agent["family"] == "Memória"}
    assert len(policies) == 20
    assert "PVCNPS" in policies
