"""Tutors: an agent that answers for another, and a queue of requests that people answer from anywhere."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from threading import Thread
from time import sleep
from typing import Any

import pytest

from bolicho.agents import make
from bolicho.core.contract import Decision, Question
from bolicho.core.errors import BadInput, IllegalMove
from bolicho.games import GAMES
from bolicho.play import play_match
from bolicho.play.tutors import AgentTutor, Requests, TutorGone, tutored

GAME = GAMES.make("truco", target=6)
FOUND = {"question": "card", "close": 3, "by": "reuse", "known": False, "mode": "truco"}


class Unsure:
    """Plays the first legal move, but would rather ask."""

    name = "unsure"

    def choose(self, view: Any, rng: Random) -> Question:
        return Question(view, Decision(view.moves[0], None, {"facts": FOUND}), "truco")


@pytest.fixture
def question() -> Question:
    state = GAME.start(GAME.deal(Random(3)))
    return Unsure().choose(state.view(0), Random(0))


class Clock:
    """Time that passes when somebody says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def until(true: Callable[[], object]) -> None:
    for _ in range(1000):
        if true():
            return
        sleep(0.01)
    raise AssertionError("it did not come to that")


def asking(requests: Requests, *questions: Question) -> tuple[Thread, dict[int, Decision | None]]:
    """Tables that ask one question after another on the side, and what they were told."""
    told: dict[int, Decision | None] = {}

    def ask() -> None:
        for number, question in enumerate(questions):
            told[number] = requests(question)

    thread = Thread(target=ask, daemon=True)
    thread.start()
    return thread, told


# ── agents ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_tutored_decision_says_who_decided(question: Question) -> None:
    answer = AgentTutor("sound", GAME)(question)
    facts = answer.why["facts"]
    own = question.fallback.move
    assert answer.move in question.view.moves
    assert (facts["by"], facts["tutor"], facts["own"], facts["move"]) == ("tutor", "sound", own, answer.move)
    assert facts["asked"] == "truco"
    assert facts["said"]["rule"], "the tutor's own reason is kept"


def test_a_table_plays_what_the_tutor_says_and_keeps_why() -> None:
    tutor = AgentTutor("sound", GAME)
    record = play_match(GAME, [Unsure(), make("random", GAME)], 5, tutor=tutor, keep_why=True)
    mine = [why for unit in record.units for why in unit.decisions if why and why["why"].get("rule") == "bot-tutored"]
    assert record.forfeit is None
    assert {why["why"]["facts"]["by"] for why in mine} == {"tutor"}


def test_a_tutor_answers_the_same_in_the_same_match_and_by_other_chance_in_another(question: Question) -> None:
    tutor = AgentTutor("random", GAME)

    def answers(match: int) -> list[str]:
        tutor.sit(7, match)
        return [tutor(question).move for _ in range(12)]

    assert answers(1) == answers(1)
    assert answers(1) != answers(2)


class Cheating:
    name = "cheating"

    def choose(self, view: Any, rng: Random) -> Decision:
        return Decision("20e")


class Failing:
    name = "failing"

    def choose(self, view: Any, rng: Random) -> Decision:
        raise RuntimeError("no idea\nat all")


@pytest.mark.parametrize(
    ("agent", "said"),
    [(Cheating(), "tutor sound: illegal move '20e'"), (Failing(), "raised RuntimeError: no idea at all")],
)
def test_a_tutor_that_cheats_or_fails_is_named(question: Question, agent: Any, said: str) -> None:
    tutor = AgentTutor("sound", GAME)
    tutor.agent = agent
    tutor.sit(0, 0)
    with pytest.raises(BadInput, match=said):
        tutor(question)


def test_nobody_tutors_an_illegal_move(question: Question) -> None:
    with pytest.raises(IllegalMove, match="illegal move 'vale-quatro' at \\[a question of truco\\]; legal: "):
        tutored(question, "vale-quatro", "person", "Ana")


# ── people ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_requests_wait_in_order_and_show_what_the_agent_sees(question: Question) -> None:
    requests = Requests()
    first, second = requests.post(question), requests.post(question)
    assert [request.id for request in requests.waiting()] == [first.id, second.id] == [1, 2]
    assert requests.next(0) is first
    assert first.question.view is question.view
    assert (first.mode, first.deadline) == ("truco", None)
    requests.answer(2, question.view.moves[0])
    assert [request.id for request in requests.waiting()] == [1]


def test_an_answer_reaches_the_table_that_waits(question: Question) -> None:
    requests = Requests()
    thread, told = asking(requests, question, question)
    for id in (1, 2):
        until(requests.waiting)
        assert requests.waiting()[0].id == id
        requests.answer(id, question.view.moves[1], "Ana")
        until(partial(told.__contains__, id - 1))
    thread.join(240)
    facts = told[1].why["facts"] if told[1] else {}
    assert (facts["by"], facts["tutor"], facts["move"]) == ("person", "Ana", question.view.moves[1])
    assert requests.counts() == {"asked": {"truco": 2}, "answered": {"truco": 2}, "timed out": {}}


def test_an_illegal_answer_is_refused_and_the_request_waits_on(question: Question) -> None:
    requests = Requests()
    request = requests.post(question)
    with pytest.raises(IllegalMove, match="illegal move 'quero' at \\[request 1, truco\\]; legal: "):
        requests.answer(1, "quero")
    assert requests.waiting() == [request]
    requests.answer(1, question.view.moves[0])
    answer = requests.wait(request)
    assert answer is not None
    assert answer.move == question.view.moves[0]


def test_of_two_people_who_answer_at_once_one_is_heard(question: Question) -> None:
    requests = Requests()
    for round in range(1, 21):
        request = requests.post(question)
        heard: list[str] = []
        refused: list[str] = []

        def answer(who: str, id: int, heard: list[str], refused: list[str]) -> None:
            try:
                requests.answer(id, question.view.moves[0], who)
                heard.append(who)
            except BadInput as error:
                refused.append(str(error))

        people = [Thread(target=answer, args=(who, round, heard, refused)) for who in ("Ana", "Bento")]
        for person in people:
            person.start()
        for person in people:
            person.join(240)
        assert request.decision is not None
        assert heard == [request.decision.why["facts"]["tutor"]]
        assert refused == [f"request {round}: it was answered already"]
    assert requests.counts()["answered"] == {"truco": 20}


def test_when_the_time_is_over_the_agent_chooses_itself(question: Question) -> None:
    clock = Clock()
    requests = Requests(30, clock=clock)
    thread, told = asking(requests, question)
    until(requests.waiting)
    clock.now += 29.9
    assert len(requests.waiting()) == 1
    clock.now += 0.1
    assert requests.waiting() == []
    with pytest.raises(BadInput, match="request 1: too late, the agent has chosen itself"):
        requests.answer(1, question.view.moves[0])
    thread.join(240)
    assert told == {0: None}
    assert requests.counts() == {"asked": {"truco": 1}, "answered": {}, "timed out": {"truco": 1}}


def test_a_table_plays_the_agents_choice_when_nobody_answers() -> None:
    clock = Clock()

    def rushing() -> float:
        clock.now += 60
        return clock.now

    requests = Requests(1, clock=rushing)
    record = play_match(GAME, [Unsure(), make("random", GAME)], 5, tutor=requests, keep_why=True)
    alone = play_match(GAME, [Unsure(), make("random", GAME)], 5, keep_why=True)
    assert record.units == alone.units
    counts = requests.counts()
    assert counts["asked"] == counts["timed out"]


@pytest.mark.parametrize("id", [0, 2, 99])
def test_a_request_that_never_was_is_refused(question: Question, id: int) -> None:
    requests = Requests()
    requests.post(question)
    with pytest.raises(BadInput, match=f"request {id}: there is no such request"):
        requests.answer(id, question.view.moves[0])


def test_who_waits_is_let_go_when_somebody_says_stop(question: Question) -> None:
    stop: list[bool] = []
    requests = Requests(stop=lambda: bool(stop))
    let_go: list[str] = []

    def ask() -> None:
        try:
            requests(question)
        except TutorGone as said:
            let_go.append(str(said))

    thread = Thread(target=ask, daemon=True)
    thread.start()
    until(requests.waiting)
    stop.append(True)
    thread.join(240)
    assert let_go == ["request 1: nobody will answer it"]
    with pytest.raises(BadInput, match="withdrawn"):
        requests.answer(1, question.view.moves[0])


def test_whoever_looks_for_work_waits_for_it(question: Question) -> None:
    requests = Requests()
    assert requests.next(0.01) is None
    found: list[Any] = []
    looking = Thread(target=lambda: found.append(requests.next(10)), daemon=True)
    looking.start()
    asked = requests.post(question)
    looking.join(240)
    assert found == [asked]


def test_many_tables_and_people_at_once_lose_no_request(question: Question) -> None:
    requests = Requests()
    tables = [asking(requests, *[question] * 25) for _ in range(4)]

    def people() -> Iterator[Thread]:
        def serve() -> None:
            while (request := requests.next(0.5)) is not None:
                try:
                    requests.answer(request.id, question.view.moves[0])
                except BadInput:
                    continue  # somebody else was quicker

        for _ in range(3):
            yield Thread(target=serve, daemon=True)

    helpers = list(people())
    for helper in helpers:
        helper.start()
    for thread, told in tables:
        thread.join(240)
        assert [None if answer is None else answer.move for answer in told.values()] == [question.view.moves[0]] * 25
    assert requests.counts()["answered"] == {"truco": 100}
    for helper in helpers:
        helper.join(240)


@pytest.mark.parametrize("timeout", [-1, float("inf"), float("nan")])
def test_a_timeout_is_a_time(timeout: float) -> None:
    with pytest.raises(BadInput, match="expected seconds"):
        Requests(timeout)
