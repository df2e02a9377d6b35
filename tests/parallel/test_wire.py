"""The wire to a worker: lines of JSON come over it as data; whatever else comes is told apart, and not waited for."""

import json
import pickle
from typing import Any

import pytest

from bolicho.arena.matches.rows import Fault, Row
from bolicho.arena.matches.schedule import Pairing
from bolicho.arena.run.messages import Deciding, Failure, MatchOver, Ready, Unfit, from_data, to_data
from bolicho.arena.run.ray import ActorAnswer
from bolicho.core.errors import BolichoError
from bolicho.parallel.wire import Home, Unreadable, WireCut, pair

ROW = Row(3, 1, (0, 1), (2, 24), 1, 7, (2, 24), Fault(0, "slept"), {"trucos": 3}, 0)


def test_what_is_said_comes_whole_and_in_order() -> None:
    ours, theirs = pair()
    home = Home(theirs)
    ours.say(["pickled", {1: 2}])
    assert home.hear() == ["pickled", {1: 2}]
    home.say({"long": "x" * 100_000})
    home.say({"say": 2})
    assert [list(message) for message in ours.hear()] == [["long"], ["say"]]
    theirs.sendall(b'{"half')
    assert list(ours.hear()) == []
    theirs.sendall(b'": 1}\n')
    assert list(ours.hear()) == [{"half": 1}]


@pytest.mark.parametrize(
    "said",
    [
        pickle.dumps({"say": "Ready"}) + b"\n",
        b"\x00\x00\x00\x04\n",
        b"\n",
        b"[1]\n",
        b"[" * 100_000 + b"\n",
        b"9" * 5000 + b"\n",
        b'\xff{"say": "Ready"}\n',
    ],
)
def test_what_is_no_message_is_told_apart(said: bytes) -> None:
    ours, theirs = pair()
    theirs.sendall(b'{"say": "Ready"}\n' + said)
    heard = ours.hear()
    assert next(heard) == {"say": "Ready"}
    with pytest.raises(Unreadable, match="cannot be read"):
        next(heard)


def test_a_line_without_end_is_not_kept() -> None:
    ours, theirs = pair(longest=1000)
    theirs.sendall(b"x" * 1001)
    with pytest.raises(Unreadable, match="more than 1000 bytes"):
        list(ours.hear())


def test_both_ends_notice_when_the_other_is_gone() -> None:
    ours, theirs = pair()
    home = Home(theirs)
    ours.close()
    with pytest.raises(WireCut):
        home.hear()
    with pytest.raises(WireCut):
        home.say({})
    ours, theirs = pair()
    theirs.close()
    assert (list(ours.hear()), ours.ended) == ([], True)
    with pytest.raises(OSError, match="Broken pipe"):
        ours.say("anybody?")


@pytest.mark.parametrize("message", [Ready(), Unfit("no"), Failure("oh"), Deciding(3, 1), MatchOver(ROW, None)])
def test_a_message_travels_as_data(message: Any) -> None:
    assert from_data(json.loads(json.dumps(to_data(message)))) == message


WRONG: list[dict[str, Any]] = [
    {},
    {"say": ["Ready"]},
    {"say": "Unfit"},
    {"say": "Unfit", "why": 3},
    {"say": "Deciding", "match": "x", "agent": 0},
    {"say": "Deciding", "match": 1e999, "agent": 0},
    {"say": "MatchOver", "row": {}, "record": None},
    {"say": "MatchOver", "row": {**ROW.to_dict(), "winner": "1"}, "record": None},
    {"say": "MatchOver", "row": {**ROW.to_dict(), "winner": 5}, "record": None},
    {"say": "MatchOver", "row": {**ROW.to_dict(), "hands": 1e999}, "record": None},
    {"say": "MatchOver", "row": {**ROW.to_dict(), "forfeit": {"agent": 0, "why": ["x"]}}, "record": None},
    {"say": "MatchOver", "row": ROW.to_dict(), "record": "{}"},
    {"say": "MatchOver", "row": ROW.to_dict(), "record": 7},
]


@pytest.mark.parametrize("data", WRONG)
def test_a_message_that_is_none_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        from_data(data)


def test_an_actor_tells_of_what_it_was_asked_or_is_not_believed() -> None:
    asked = [Pairing(ROW.match, ROW.board, ROW.seats)]
    told = ActorAnswer([(ROW, None)])
    assert ActorAnswer.from_json(told.to_json(), list(asked)) == told
    for answer in (told, pickle.dumps(told), "{", json.dumps({"rows": [[{}, None]], "wrong": None, "fatal": None})):
        with pytest.raises(BolichoError, match="cannot be read"):
            ActorAnswer.from_json(answer, list(asked))
    with pytest.raises(BolichoError, match="not asked"):
        ActorAnswer.from_json(told.to_json(), [Pairing(4, 1, (0, 1))])
