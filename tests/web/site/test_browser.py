"""The table that runs in a page, without the page: what it says, keeps, and goes on from."""

import json
from random import Random
from typing import Any

import pytest

from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.play.replay import replay
from bolicho.web.site.browser import BrowserTable


class Page:
    """Plays by what it hears, and keeps what it is told to keep."""

    def __init__(self) -> None:
        self.heard: dict[str, JsonObject] = {}
        self.kept: dict[str, JsonObject] = {}
        self.table = BrowserTable(self._hear)

    def _hear(self, text: str) -> None:
        message = json.loads(text, parse_int=lambda digits: int(float(digits)))  # as browsers read numbers
        self.heard[message["type"]] = message
        if message["type"] == "keep":
            self.kept[message["table"]] = message["kept"]

    def say(self, kind: str, **facts: Any) -> None:
        self.heard.pop("error", None)
        self.table.hear(json.dumps({"type": kind, **facts}))

    def open(self, kept: JsonObject, table: str = "abcdefghij", language: str = "en") -> None:
        self.say("open", table=table, language=language, kept=kept)

    def record(self) -> Record:
        return Record.from_dict(json.loads(self.kept["abcdefghij"]["match"])["record"])

    @property
    def view(self) -> JsonObject:
        return self.heard["view"]

    def move(self, rng: Random) -> None:
        self.say("move", ply=self.view["ply"], move=rng.choice(self.view["moves"])["move"])


def order(game: str, agent: str, **options: Any) -> JsonObject:
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "agent", "agent": agent}]
    return {"order": {"game": game, "options": options, "seats": seats, "mode": "learning"}}


@pytest.mark.parametrize(("game", "agent"), [("truco", "bold"), ("paulista", "zap"), ("tapatan", "minimax:2")])
def test_a_match_goes_to_its_end_though_the_page_is_left_again_and_again(game: str, agent: str) -> None:
    page, rng = Page(), Random(1)
    page.open(order(game, agent, **({} if game == "tapatan" else {"target": 6})))
    for turn in range(400):
        if page.view["over"]:
            break
        page.move(rng)
        assert "error" not in page.heard
        if turn % 4 == 3:
            left, before = page, page.view
            page = Page()
            page.open(json.loads(json.dumps(left.kept["abcdefghij"])))
            assert {key: page.view[key] for key in ("ply", "state", "scores", "told", "moves")} == {
                key: before[key] for key in ("ply", "state", "scores", "told", "moves")
            }
    record = page.record()
    assert page.view["over"]
    assert list(replay(record))
    assert page.view["result"]["scores"] == list(record.scores)


def test_hints_reasons_and_another_match_come_as_at_the_web_table() -> None:
    page = Page()
    page.open(order("truco", "sound"), language="pt-BR")
    page.say("hint")
    assert page.heard["hint"]["move"] in [one["move"] for one in page.view["moves"]]
    assert page.heard["hint"]["sentence"]
    page.say("why", unit=0, ticket=7)
    assert (page.heard["error"]["code"], page.heard["error"]["ticket"]) == ("not-yet", 7)
    page.say("rematch")
    assert page.heard["error"]["code"] == "not-over"
    page.say("resign")
    assert page.view["over"]
    page.say("why", unit=0, ticket=8)
    assert page.heard["why"]["ticket"] == 8
    page.say("rematch")
    following = page.view["next"]
    page.open(page.kept[following["table"]], following["table"])
    assert page.view["seat"] == following["seat"] == 1
    assert page.view["seats"][0]["agent"] == "sound"


def test_the_rivals_cards_are_nowhere_in_what_the_page_is_shown() -> None:
    page = Page()
    page.open(order("truco", "novice"))
    record = page.record()
    rival = set(record.units[-1].deal.split("/")[1].split()) - set(page.view["state"]["played"][1])
    shown = json.dumps(page.view["state"])
    assert rival
    assert not [card for card in rival if f'"{card}"' in shown]


def test_what_cannot_be_done_is_said_and_changes_nothing() -> None:
    page = Page()
    page.say("move", ply=0, move="1e")
    assert page.heard["error"]["code"] == "gone"
    page.open({"order": {"game": "chess", "seats": [], "mode": "learning"}})
    assert "chess" in page.heard["error"]["message"]
    page.open(order("truco", "markov:../secret"))
    assert "files may not be named" in page.heard["error"]["message"]
    page.open(order("truco", "novice"))
    ply = page.view["ply"]
    page.say("move", ply=ply, move="99x")
    assert page.heard["error"]["code"] == "illegal"
    page.say("move", ply=ply + 5, move="1e")
    assert page.heard["error"]["code"] == "stale-ply"
    page.say("dance")
    assert page.heard["error"]["code"] == "bad-message"
    assert page.view["ply"] == ply
