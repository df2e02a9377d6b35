"""An address where nothing is: people get a page in their language, programs the one shape of errors."""

import pytest
from fastapi.testclient import TestClient

from bolicho.web.app import create_app
from bolicho.web.server.settings import Settings


@pytest.mark.parametrize(("language", "said"), [("pt-BR", "Esta página não existe"), ("en", "There is no such page")])
def test_a_browser_gets_a_page(language: str, said: str) -> None:
    client = TestClient(create_app(Settings(store=":memory:")))  # not entered: no house is needed to say no
    page = client.get("/nowhere", headers={"Accept": "text/html", "Accept-Language": language})
    assert page.status_code == 404
    assert said in page.text
    assert 'href="/"' in page.text
    assert "missing.js" not in page.text


@pytest.mark.parametrize(("path", "accept"), [("/nowhere", "*/*"), ("/api/nowhere", "text/html")])
def test_a_program_gets_an_error(path: str, accept: str) -> None:
    client = TestClient(create_app(Settings(store=":memory:")))
    answer = client.get(path, headers={"Accept": accept})
    assert (answer.status_code, answer.json()["error"]) == (
        404,
        {"code": "not-found", "message": "Not Found", "where": path},
    )
