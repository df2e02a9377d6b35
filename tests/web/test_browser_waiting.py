"""In a real browser: people who wait for one who is away see a clock and choose how to go on."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.labs import Lab
from tests.web.player import opened
from tests.web.visitor import PHONE, Visitor, violations


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A house that is soon tired of waiting."""
    server = Lab(tmp_path_factory.mktemp("house"), more=("--patience=1",))
    yield server
    server.close()


def two_people(visitor: Visitor, server: Lab) -> tuple[Any, Any]:
    """Ana has moved, it is Bia's turn."""
    mine = opened(server, "jogo-da-velha", "open")
    code = mine["invites"][0]["code"]
    theirs = server.client.post(f"/api/tables/{mine['table']}/join", json={"invite": code, "name": "Bia"}).json()
    ana, bia = visitor.seat(mine, size=PHONE), visitor.seat({**theirs, "table": mine["table"]}, language="pt-BR")
    bia.locator("#drawing").wait_for()
    ana.locator("#turn.mine").wait_for()
    ana.locator("#drawing .point.legal").first.dispatch_event("click")
    bia.locator("#turn.mine").wait_for()
    return ana, bia


def test_who_waits_may_wait_let_an_agent_play_and_the_other_comes_back(visitor: Visitor, server: Lab) -> None:
    ana, bia = two_people(visitor, server)
    ana.get_by_role("timer", name="Time of this move").wait_for()
    assert not ana.get_by_role("button", name="Let an agent play").count()
    where = bia.url
    bia.goto("about:blank")
    ana.get_by_text("Bia is away.").wait_for()
    ana.get_by_role("button", name="Wait").wait_for()
    assert violations(ana) == []
    ana.get_by_role("button", name="Wait").click()
    assert not ana.get_by_role("button", name="Claim the match").count()
    ana.get_by_role("button", name="Let an agent play").click()
    ana.get_by_text("Bia is away; ").wait_for()
    ana.locator("#turn.mine").wait_for()
    bia.goto(where)
    ana.get_by_text("Bia came back to the table.").wait_for()


def test_who_waits_may_claim_the_match(visitor: Visitor, server: Lab) -> None:
    ana, bia = two_people(visitor, server)
    bia.goto("about:blank")
    ana.get_by_role("button", name="Claim the match").click()
    ana.get_by_role("button", name="Yes").click()
    ana.locator("#between").get_by_text("Bia did not come back to the table.").wait_for()
    ana.get_by_role("heading", name="You won!").wait_for()


def test_a_person_alone_against_agents_sees_no_clock(visitor: Visitor, server: Lab) -> None:
    page = visitor.seat(opened(server, "jogo-da-velha", "random"))
    page.locator("#turn.mine").wait_for()
    assert page.locator("#clock").is_hidden()


def test_an_invitation_says_to_what_and_a_table_that_waits_can_be_cancelled(visitor: Visitor, server: Lab) -> None:
    mine = opened(server, "truco", "open", preset="argentino")
    host = visitor.seat(mine)
    guest = visitor.open(f"/table/{mine['table']}#invite=1.{mine['invites'][0]['code']}", language="pt-BR", size=PHONE)
    guest.get_by_text("Ana espera você para jogar Truco Gaudério, Argentino.").wait_for()
    assert guest.get_by_role("link", name="Regras").get_attribute("href") == "/rules/truco?preset=argentino"
    host.get_by_role("button", name="Cancel the table").click()
    host.get_by_role("button", name="Yes").click()
    host.wait_for_url(f"{visitor.url}/")
    guest.get_by_role("button", name="Sentar à mesa").click()
    guest.get_by_text("Esta mesa não existe mais.").wait_for()
    visitor.complaints[:] = [one for one in visitor.complaints if "404 (Not Found)" not in one]


def test_a_tab_that_another_one_took_over_is_visibly_dead(visitor: Visitor, server: Lab) -> None:
    page = visitor.seat(opened(server, "truco", "sound"))
    page.locator("#turn.mine").wait_for()
    again = page.context.new_page()
    again.goto(page.url)
    page.get_by_role("button", name="Play here").wait_for()
    assert page.locator("#place[inert]").count() == 1
    page.get_by_role("button", name="Play here").click()
    page.locator("#place:not([inert]) #turn.mine").wait_for()


def test_what_the_server_does_not_accept_is_said_in_the_language_of_the_person(visitor: Visitor) -> None:
    page = visitor.open("/", language="pt-BR")
    page.get_by_role("button", name="Sentar e jogar").wait_for()
    page.route("**/api/tables", lambda route: route.continue_(post_data='{"game": 7, "seats": []}'))
    page.get_by_role("button", name="Sentar e jogar").click()
    page.get_by_text("O servidor não aceitou um dos dados: game.").wait_for()
    visitor.complaints[:] = [one for one in visitor.complaints if "422" not in one]


def test_who_looks_on_may_stop_the_agents_and_see_one_move_after_the_other(visitor: Visitor, server: Lab) -> None:
    seats = [{"kind": "agent", "agent": one} for one in ("minimax", "mcts")]
    asked = {"game": "tapatan", "seats": seats, "language": "en"}
    table = server.client.post("/api/tables", json=asked).json()["table"]
    page = visitor.open(f"/table/{table}")
    page.get_by_role("button", name="Pause").click()
    log, seen = page.locator("#log li"), page.locator("#log li").count()
    while server.client.get(f"/api/tables/{table}").json()["ply"] < seen + 3:  # the agents play on
        page.wait_for_timeout(100)
    page.wait_for_timeout(100)
    assert log.count() == seen
    page.get_by_role("button", name="One move").click()
    assert log.count() == seen + 1
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Pause").wait_for()
    while log.count() == seen + 1:
        page.wait_for_timeout(20)


LISTEN = """() => {
    const said = document.getElementById("say");
    window.heard = [];
    const added = (changes) => changes.flatMap(({ addedNodes }) => [...addedNodes].map((one) => one.textContent));
    new MutationObserver((changes) => window.heard.push(...added(changes))).observe(said, { childList: true });
}"""


def test_a_hand_is_spoken_to_who_cannot_see_it(visitor: Visitor, server: Lab) -> None:
    """Ana listens: her cards once, what Bia does, who takes the rounds, how it ends and the score."""
    mine = opened(server, "truco", "open")
    code = mine["invites"][0]["code"]
    theirs = server.client.post(f"/api/tables/{mine['table']}/join", json={"invite": code, "name": "Bia"}).json()
    tokens = {mine["seat"]: mine["token"], theirs["seat"]: theirs["token"]}
    page = visitor.seat(mine)
    page.evaluate(LISTEN)
    page.locator(".truco .seat.own button").first.wait_for()
    while True:
        view = server.client.get(f"/api/tables/{mine['table']}", headers=bearer(mine["token"])).json()
        if view["last"] is not None:
            spoken = view["last"]["told"]["speech"]
            break
        seat = view["turn"]
        turn = server.client.get(f"/api/tables/{mine['table']}", headers=bearer(tokens[seat])).json()
        body = {"ply": turn["ply"], "move": turn["moves"][0]["move"]}
        server.client.post(f"/api/tables/{mine['table']}/moves", json=body, headers=bearer(tokens[seat]))
    page.get_by_role("button", name="Next hand").wait_for()
    said = " ".join(page.evaluate("window.heard"))
    assert spoken[0].startswith("Your cards: ")
    assert spoken[-1].startswith("Score: ")
    for line in spoken[1:]:  # the cards may have been said before anybody listened here
        assert said.count(line) == " ".join(spoken).count(line), f"once and not again: {line}"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}", "Accept-Language": "en"}
