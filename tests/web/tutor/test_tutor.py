"""Tutor mode: an agent's questions over HTTP, answered once, by whoever has the link; answers become cases."""

import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
from tests.web.served import Served, serving

from bolicho.agents import make
from bolicho.core.chance import stream
from bolicho.core.contract import Question
from bolicho.games import GAMES
from bolicho.learn.cases.truco.trio import Trio
from bolicho.web.tutor.question import question_shown

PERSON = 4
"""What ``decided_MODE`` of a case says where a person decided."""


class Teaching:
    """A tutored training, and a person with its link."""

    def __init__(self, served: Served, **asked: Any) -> None:
        self.owner = served.client(**{"X-Bolicho-Key": served.house.settings.key})
        answer = self.owner.post("/api/tutor/sessions", json={"timeout": 0, "matches": 60, **asked})
        assert answer.status_code == 201, answer.text
        self.id, self.token = answer.json()["session"]["id"], answer.json()["token"]
        self.person = served.client(self.token)
        self.path = f"/api/tutor/sessions/{self.id}"

    def look(self) -> dict[str, Any]:
        told: dict[str, Any] = self.person.get(self.path).json()
        return told

    def until(self, wanted: Any) -> dict[str, Any]:
        """Follow by long polling until something is so."""
        told, end = self.look(), monotonic() + 60
        while not wanted(told):
            assert monotonic() < end, told
            answer = self.person.get(self.path, params={"after": told["version"], "wait": 5})
            told = answer.json() if answer.status_code == 200 else told
        return told

    def asked(self) -> dict[str, Any]:
        """The question that waits, as the page gets it."""
        number = self.until(lambda told: told["queue"])["queue"][0]["number"]
        question: dict[str, Any] = self.person.get(f"{self.path}/requests/{number}").json()
        return question

    def answer(self, number: int, move: str, name: str = "") -> httpx.Response:
        return self.person.post(f"{self.path}/requests/{number}/answer", json={"move": move, "name": name})

    def stop(self) -> None:
        self.owner.post(f"{self.path}/stop")
        self.owner.close()
        self.person.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("tutor"), workers=1) as running:
        yield running


@pytest.fixture(scope="module")
def lesson(served: Served) -> Iterator[Teaching]:
    """A training that waits for ever."""
    teaching = Teaching(served, name="shared")
    yield teaching
    teaching.stop()


def total(told: dict[str, Any], what: str) -> int:
    return sum(told["counts"].get(what, {}).values())


def test_a_person_answers_ten_requests_whose_cases_are_then_in_the_base(served: Served) -> None:
    teaching = Teaching(served, name="ten")
    answers = []
    for _ in range(10):
        question = teaching.asked()
        legal = [one["move"] for one in question["view"]["moves"]]
        move = next((one for one in legal if one != question["own"]["move"] and one != "baralho"), legal[0])
        fate = teaching.answer(question["number"], move, "Ana")
        assert fate.status_code == 200, fate.text
        assert (fate.json()["move"], fate.json()["who"]) == (move, "Ana")
        answers.append((question["match"], question["mode"]))
    last = answers[-1][0]
    while teaching.look()["done"] <= last:  # to the end of that match, as it would play itself
        if teaching.until(lambda told: told["queue"] or told["done"] > last)["done"] <= last:
            question = teaching.asked()
            teaching.answer(question["number"], question["own"]["move"], "Ana")
    told = teaching.look()
    teaching.stop()
    assert total(told, "answered") >= 10
    assert total(told, "timed_out") == 0
    store = served.house.store
    for match, mode in answers:
        base = f"ten-{mode}"
        decided = store.base(base).columns.index(f"decided_{mode}")
        kept = zip(store.cases(base), store.case_origins(base), strict=True)
        mine = [case for case, origin in kept if (origin or "").startswith(f"match {match} hand ")]
        assert any(case[decided] == PERSON for case in mine), (match, mode)
    assert told["sizes"] == {mode: store.base(f"ten-{mode}").cases for mode in ("envido", "flor", "truco")}


def test_of_two_who_answer_at_once_one_is_told(lesson: Teaching) -> None:
    question = lesson.asked()
    legal = [one["move"] for one in question["view"]["moves"]]
    with ThreadPoolExecutor(2) as both:
        said = list(both.map(lambda who: lesson.answer(question["number"], legal[who], ("Ana", "Beto")[who]), (0, 1)))
    assert sorted(one.status_code for one in said) == [200, 409]
    first = next(one for one in said if one.status_code == 200).json()
    late = lesson.answer(question["number"], legal[0], "Caio")
    assert late.json()["error"]["code"] == "answered"
    assert f"answered already by {first['who']}: {first['move']}" in late.json()["error"]["message"]
    assert lesson.look()["log"][0] == first
    assert lesson.person.get(f"{lesson.path}/requests/{question['number']}").status_code == 409


def test_an_illegal_move_is_refused_and_the_request_waits_on(lesson: Teaching) -> None:
    question = lesson.asked()
    refused = lesson.answer(question["number"], "vale-oito")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "illegal")
    assert question["view"]["moves"][0]["move"] in refused.json()["error"]["message"]
    assert lesson.asked() == question
    assert lesson.answer(question["number"], question["own"]["move"]).status_code == 200


def test_a_request_shows_the_agents_view_its_choice_and_the_cases_it_found(lesson: Teaching) -> None:
    question = lesson.asked()
    view, doubt = question["view"], question["doubt"]
    assert len(view["state"]["dealt"]) == 3
    assert question["own"]["move"] in [one["move"] for one in view["moves"]]
    assert doubt["close"] < doubt["enough"] == 10
    assert len(doubt["cases"]) <= 10  # in a rare situation there are fewer
    alike = [one["similarity"] for one in doubt["cases"]]
    assert alike == sorted(alike, reverse=True)
    assert all(len(one["cards"]) == 3 and one["story"] for one in doubt["cases"])


def test_only_who_has_the_link_may_look_and_only_the_owner_may_start(served: Served, lesson: Teaching) -> None:
    number = lesson.asked()["number"]
    for token in (None, "wrong"):
        with served.client(token) as stranger:
            assert stranger.get(lesson.path).status_code == 403
            assert stranger.get(f"{lesson.path}/requests/{number}").status_code == 403
            assert stranger.post(f"{lesson.path}/requests/{number}/answer", json={"move": "quero"}).status_code == 403
            assert stranger.post("/api/tutor/sessions", json={"name": "mine"}).status_code == 403
            assert stranger.get("/api/tutor/sessions").status_code == 403
    assert lesson.person.post(f"{lesson.path}/stop").status_code == 403
    assert lesson.person.post(f"{lesson.path}/link").status_code == 403
    with served.client(lesson.owner.post(f"{lesson.path}/link").json()["token"]) as other:
        assert other.get(lesson.path).status_code == 200
    assert lesson.person.get(f"{lesson.path}/requests/99999").status_code == 404
    assert lesson.owner.get("/api/tutor/sessions/nowhere").status_code == 404
    assert lesson.token not in "".join(path.read_text() for path in served.house.folder.rglob("tutoring/*.json"))


MISTAKES = {
    "base 'shared-envido' is there already": {"name": "shared"},
    "bot1 asks nobody": {"name": "mine", "bot": "bot1"},
    "unknown agent": {"name": "mine", "against": "nobody"},
    "unknown case base 'nowhere'": {"name": "mine", "start": "nowhere"},
    "body.matches": {"name": "mine", "matches": 0},
    "body.timeout": {"name": "mine", "timeout": -1},
    "body.seed": {"name": "mine", "seed": 1},
}


@pytest.mark.parametrize("said", MISTAKES)
def test_what_cannot_be_is_said_before_anything_starts(lesson: Teaching, said: str) -> None:
    before = len(lesson.owner.get("/api/tutor/sessions").json()["sessions"])
    refused = lesson.owner.post("/api/tutor/sessions", json=MISTAKES[said])
    assert refused.status_code == 422
    assert said in refused.json()["error"]["message"]
    assert len(lesson.owner.get("/api/tutor/sessions").json()["sessions"]) == before


def test_when_the_time_is_over_the_agent_chooses_itself(served: Served) -> None:
    teaching = Teaching(served, name="late", timeout=0.4)
    told = teaching.until(lambda told: told["log"])
    fate = told["log"][0]
    assert (fate["fate"], fate["who"], fate["move"]) == ("timed out", None, fate["own"])
    assert total(told, "timed_out") >= 1
    late = teaching.answer(fate["number"], fate["own"])
    assert (late.status_code, late.json()["error"]["code"]) == (409, "timed-out")
    teaching.stop()


def test_a_training_that_was_killed_goes_on_with_the_same_question(tmp_path: Path) -> None:
    with serving(tmp_path, workers=1) as served:
        teaching = Teaching(served, name="killed")
        first = teaching.asked()
        assert teaching.answer(first["number"], first["own"]["move"], "Ana").status_code == 200
        waiting = teaching.asked()
        process = served.house.tutors.sessions[teaching.id]._process
        os.kill(process.pid, signal.SIGKILL)
        told = teaching.until(lambda told: told["state"] == "failed")
        assert told["queue"] == []
        gone = teaching.answer(waiting["number"], waiting["own"]["move"])
        assert (gone.status_code, gone.json()["error"]["code"]) == (409, "not-running")
        assert teaching.owner.post(f"{teaching.path}/resume").status_code == 200
        assert teaching.asked() == waiting
        assert total(teaching.look(), "answered") == 1
    with serving(tmp_path, workers=1) as served:  # the server was stopped meanwhile: it goes on by itself
        teaching.person = served.client(teaching.token)
        assert teaching.asked() == waiting
        assert total(teaching.look(), "asked") == 2
        teaching.owner = served.client(**{"X-Bolicho-Key": served.house.settings.key})
        for _ in range(2):
            assert teaching.owner.post(f"{teaching.path}/stop").json()["state"] == "stopped"
    with serving(tmp_path, workers=1) as served:  # stopped it stays, and is told of as it was
        teaching.person = served.client(teaching.token)
        told = teaching.look()
        assert (told["state"], total(told, "asked"), told["sizes"]["truco"]) == ("stopped", 1, 513)


def test_a_training_that_fails_at_the_store_does_not_say_where_that_is(tmp_path: Path) -> None:
    with serving(tmp_path, workers=1) as served:
        teaching = Teaching(served, name="failed")
        session = served.house.tutors.sessions[teaching.id]
        ended = {"event": "end", "state": "failed", "message": f"store {served.house.store.url}: no such table: cases"}
        served.call(session._heard, ended)  # as its process says it
        assert teaching.look()["message"] == "the store: no such table: cases"
        teaching.stop()


def test_a_store_in_memory_cannot_be_taught(tmp_path: Path) -> None:
    with serving(tmp_path, store=":memory:", data=tmp_path, workers=1) as served:
        owner = served.client(**{"X-Bolicho-Key": served.house.settings.key})
        refused = owner.post("/api/tutor/sessions", json={"name": "mine"})
    assert (refused.status_code, "--store FILE" in refused.json()["error"]["message"]) == (422, True)


@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_a_question_is_the_same_whatever_the_rival_holds(language: str) -> None:
    game = GAMES.make("truco")
    bot, trio = make("bot5", game), Trio.start()
    told = []
    for rival in ("12o 6c 5e", "1e 1b 7c"):
        state = game.start(f"{rival} / 7e 10o 7b").play("falta-envido")
        question = bot.choose(state.view(1), stream(1))
        assert isinstance(question, Question)
        told.append(json.dumps(question_shown(question, game, ["bot0", "bot5"], trio, language)))
    assert told[0] == told[1]
    shown = json.loads(told[0])["view"]["state"]
    assert (sorted(shown["hand"]), shown["shown"]) == (["10o", "7b", "7e"], [[], []])


def test_the_process_of_a_training_ends_with_its_server(tmp_path: Path) -> None:
    with serving(tmp_path, workers=1) as served:
        teaching = Teaching(served, name="orphan")
        teaching.asked()
        process = served.house.tutors.sessions[teaching.id]._process
        process.stdin.close()  # as when the server is killed: its end of the line is gone
        end = monotonic() + 120
        while process.returncode is None and monotonic() < end:
            sleep(0.05)
        assert process.returncode is not None
