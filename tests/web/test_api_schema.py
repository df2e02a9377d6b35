"""The OpenAPI document tells the truth: whatever is asked, valid or not, the answer is one that it declares."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.web.served import ELSEWHERE, Served, serving

import bolicho
from bolicho.store import Store
from bolicho.web.app import create_app
from bolicho.web.server.settings import Settings

load_all_checks()
SCHEMA = schemathesis.openapi.from_dict(create_app(Settings(store=":memory:")).openapi())
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SHORT = settings(
    max_examples=4,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder, game = tmp_path_factory.mktemp("schema"), bolicho.game("truco")
    with Store.open(str(folder / "house.db")) as store:
        agents = [bolicho.agent(name, game) for name in ("sound", "bold")]
        store.save([bolicho.play_match(game, agents, seed=1, keep_why=True)])
    with serving(folder, workers=1) as running:
        yield running


@pytest.fixture(scope="module")
def table(served: Served) -> dict[str, Any]:
    return served.open("me", "sound")


@SCHEMA.parametrize()
@SHORT
def test_whoever_asks_anything_gets_an_answer_that_is_declared(case: Any, served: Served) -> None:
    case.call_and_validate(f"http://127.0.0.1:{served.port}", headers=ELSEWHERE, checks=CHECKS, timeout=60)


@SCHEMA.include(path_regex=r"^/api/(tables|games|matches|cases)/").parametrize()
@SHORT
def test_so_does_who_sits_at_a_table_and_asks_for_what_there_is(
    case: Any, served: Served, table: dict[str, Any]
) -> None:
    there = {"table_id": table["table"], "name": "truco", "id": 1, "unit": 0, "base": "baseline"}
    for name in there.keys() & dict(case.path_parameters or {}).keys():
        case.path_parameters[name] = there[name]
    if case.query and "wait" in case.query:
        case.query["wait"] = 0
    seat = ELSEWHERE | ({"Authorization": f"Bearer {table['token']}"} if "table_id" in case.path_parameters else {})
    case.call_and_validate(f"http://127.0.0.1:{served.port}", headers=seat, checks=CHECKS, timeout=60)


def test_everything_that_a_page_asks_for_is_in_the_document() -> None:
    declared = [path.split("/") for path in SCHEMA.raw_schema["paths"]]
    named = set()
    for script in (Path(bolicho.__file__).parent / "web" / "static" / "js").rglob("*.js"):
        for found in re.findall(r"[`\"](/api/[^`\"?]*)", script.read_text(encoding="utf-8")):
            named.add(re.sub(r"\$\{[^}]*\}", "{}", found).rstrip("/"))
    assert len(named) > 12
    own = {"/api/docs/openapi.json"}
    assert [one for one in named - own if not any(fits(one.split("/"), path) for path in declared)] == []


def fits(named: list[str], declared: list[str]) -> bool:
    """Whether a path in a script can be a declared one: what stands in braces may be anything."""
    if len(named) != len(declared):
        return False
    return all("{" in one or "{" in other or one == other for one, other in zip(named, declared, strict=True))
