"""The sights of the house: every page at every stage, and the way to it; tested and photographed."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.web.labs import Lab
from tests.web.visitor import Visitor

import bolicho
from bolicho.lab.studies.people.protocol import text_of
from bolicho.store import Store

MATCHES = (("truco", ("cbr:PVCNPS", "sound")), ("tapatan", ("minimax:2", "random")))
Way = Callable[["House", Visitor, dict[str, Any]], Any]


class House:
    """What the pages show: matches, tables at every stage, a job, a training that asks."""

    def __init__(self, server: Lab) -> None:
        self.server = server
        self._made: dict[str, Any] = {}

    def post(self, path: str, token: str | None = None, **body: Any) -> dict[str, Any]:
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.server.client.post(path, json=body, headers=bearer)
        assert answer.status_code < 300, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def table(self, game: str, *others: str, **asked: Any) -> dict[str, Any]:
        seats = [{"kind": "open"} if one == "open" else {"kind": "agent", "agent": one} for one in others]
        me = {"kind": "me", "name": "Ana"}
        return self.post("/api/tables", game=game, seats=[me, *seats], language="en", **asked)

    def once(self, what: str, make: Callable[[], Any]) -> Any:
        if what not in self._made:
            self._made[what] = make()
        return self._made[what]

    def over(self) -> dict[str, Any]:
        opened = self.table("truco", "sound", consent=True)
        self.post(f"/api/tables/{opened['table']}/resign", opened["token"])
        return opened

    def lesson(self) -> str:
        told = self.post("/api/tutor/sessions", name="shown", timeout=0, matches=3)
        return f"/tutor#session={told['session']['id']}&token={told['token']}"

    def job(self) -> int:
        id: int = self.server.post("train-qlearning", episodes=200)["id"]
        return int(self.server.done(id)["id"])


def furnished(folder: Path) -> House:
    """Start a server whose store has matches to look at, and that runs a study."""
    with Store.open(str(folder / "store.db")) as store:
        for game, names in MATCHES:
            rules = bolicho.game(game)
            agents = [bolicho.agent(name, rules) for name in names]
            store.save([bolicho.play_match(rules, agents, seed=4, keep_why=True)])
    study = folder / "study.toml"
    study.write_text(text_of("paulus").replace("@people-paulus", ""), encoding="utf-8")  # on a base that is there
    return House(Lab(folder, more=(f"--study={study}",)))


def plain(path: str, ready: str) -> Way:
    """Make a way to a page that anybody may open."""

    def go(house: House, visitor: Visitor, options: dict[str, Any]) -> Any:
        page = visitor.open(path, **options)
        page.locator(ready).first.wait_for(state="attached")
        return page

    return go


def seated(game: str, ready: str, *others: str) -> Way:
    """Make a way to a table at which one sits."""

    def go(house: House, visitor: Visitor, options: dict[str, Any]) -> Any:
        page = visitor.seat(house.table(game, *others), **options)
        page.locator(ready).first.wait_for()
        return page

    return go


def finished(house: House, visitor: Visitor, options: dict[str, Any]) -> Any:
    page = visitor.seat(house.over(), **options)
    page.locator(".questionnaire form").wait_for()
    page.locator("#between").get_by_role("button", name=re.compile("^(Por quê|Why)")).click()
    return page


def watched(house: House, visitor: Visitor, options: dict[str, Any]) -> Any:
    seats = [{"kind": "agent", "agent": name} for name in ("cbr:PVCNPS", "sound")]
    opened = house.post("/api/tables", game="truco", seats=seats, language="en")
    page = visitor.open(f"/table/{opened['table']}", **options)
    page.locator("#why details").first.wait_for()
    return page


def taught(house: House, visitor: Visitor, options: dict[str, Any]) -> Any:
    page = visitor.open(house.once("lesson", house.lesson), **options)
    page.locator("#felt").wait_for()
    return page


def job(house: House, visitor: Visitor, options: dict[str, Any]) -> Any:
    page = visitor.open(f"/lab/jobs/{house.once('job', house.job)}", **options)
    page.locator("#chart-q-curve .chart svg").first.wait_for()
    return page


def taking_part(_: House, visitor: Visitor, options: dict[str, Any]) -> Any:
    page = visitor.open("/study", **options)
    page.locator("#agree").check()
    page.locator("#join").click()
    page.locator("#next").wait_for()
    return page


PAGES: dict[str, Way] = {
    "lobby": plain("/", "#set-up .rival"),
    "lobby of four": plain("/#rikken", "#set-up select"),
    "truco": seated("truco", "#turn.mine", "sound"),
    "paulista": seated("paulista", "#turn.mine", "zap"),
    "rikken": seated("rikken", "#turn.mine", *["rules"] * 3),
    "board": seated("tapatan", ".point.legal", "minimax:2"),
    "waiting": seated("truco", "#waiting input", "open"),
    "over": finished,
    "watched": watched,
    "matches": plain("/matches", "#list tr"),
    "replay": plain("/replay/1#0.2", "#why-here > *"),
    "replay of a board": plain("/replay/2#0.2", "#why-here > *"),
    "rules": plain("/rules/truco", "#rules h2"),
    "rules of rikken": plain("/rules/rikken", "#rules h2"),
    "rules of a board": plain("/rules/tapatan", "#rules h2"),
    "tutor": plain("/tutor", "#owned"),
    "lesson": taught,
    "people": plain("/people", "#told"),
    "study": plain("/study", "#consent"),
    "in a study": taking_part,
    "puzzles": plain("/puzzles", "#drawing > *"),
    "strength": plain("/strength", "#body tr"),
    "my table": plain("/mine", "#ladder li.you"),
    "line down": plain("/offline", "#own:not(:empty)"),
    "lab": plain("/lab", "#fields input"),
    "job": job,
}
