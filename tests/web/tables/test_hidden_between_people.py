"""Between people, cards that were never shown stay with who held them: after the hand, the match, and in the replay."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.served import Served, serving
from tests.web.tables.test_hidden import cards_in

import bolicho
from bolicho.core.record import Record
from bolicho.play.replay import steps
from bolicho.web.replay.frames import Match

Json = dict[str, Any]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("kept"), workers=1) as found:
        yield found


def look(served: Served, table: str, token: str) -> Json:
    with served.client(token) as client:
        view: Json = client.get(f"/api/tables/{table}").json()
    return view


def move(served: Served, table: str, token: str, choose: Callable[[list[str]], str]) -> Json:
    view = look(served, table, token)
    chosen = choose([one["move"] for one in view["moves"]])
    with served.client(token) as client:
        after: Json = client.post(f"/api/tables/{table}/moves", json={"ply": view["ply"], "move": chosen}).json()
    return after


def plainly(moves: list[str]) -> str:
    """Refuse what is called, else play a card: so the other side has its turn."""
    return "nao-quero" if "nao-quero" in moves else next((one for one in moves if one[0].isdigit()), moves[0])


def why(served: Served, table: str, token: str, unit: int = 0) -> Json:
    with served.client(token) as client:
        answer = client.get(f"/api/tables/{table}/why", params={"unit": unit})
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def folded(served: Served, mode: str = "learning") -> tuple[str, list[str], list[set[str]], set[str]]:
    """Two people; one plays a card, the other folds: the table, their tokens, what each was dealt, the card shown."""
    table, tokens = served.two(mode=mode, options={"flor": "off", "envido": "off"})  # whatever is dealt
    dealt = [set(look(served, table, token)["state"]["dealt"]) for token in tokens]
    first = look(served, table, tokens[0])["turn"]
    card = next(one["move"] for one in look(served, table, tokens[first])["moves"] if one["kind"] == "card")
    move(served, table, tokens[first], lambda _: card)
    move(served, table, tokens[1 - first], lambda _: "baralho")
    assert served.table(table).unit == 1
    return table, tokens, dealt, {card}


def finished(served: Served, table: str, token: str) -> int:
    """End the match, and return its number in the store."""
    with served.client(token) as client:
        view = client.post(f"/api/tables/{table}/resign").json()
        while view["record"] is None:
            answer = client.get(f"/api/tables/{table}", params={"after": view["version"], "wait": 5})
            view = answer.json() if answer.status_code == 200 else client.get(f"/api/tables/{table}").json()
    return int(view["record"])


@pytest.mark.parametrize("mode", ["learning", "recorded"])
def test_a_hand_that_a_person_folded_is_shown_to_its_owner_alone(served: Served, mode: str) -> None:
    table, tokens, dealt, shown = folded(served, mode)
    if mode == "recorded":
        finished(served, table, tokens[0])
    for seat, token in enumerate(tokens):
        told = why(served, table, token)
        seen = cards_in(json.dumps(told))
        assert (dealt[1 - seat] - shown) & seen == set()
        assert dealt[seat] <= seen  # one's own
        assert told["hands"][1 - seat] is None


def test_a_replay_shows_each_person_their_own_cards_and_strangers_none(served: Served) -> None:
    table, tokens, dealt, shown = folded(served)
    number = finished(served, table, tokens[0])
    for seat, token in ((0, tokens[0]), (1, tokens[1]), (None, None)):
        with served.client(token) as client:
            heading = client.get(f"/api/matches/{number}").json()
            for unit in range(len(heading["units"])):
                told = client.get(f"/api/matches/{number}/units/{unit}").json()
                seen = cards_in(json.dumps(told))
                assert told["deal"] == ""
                if unit == 0:
                    assert [dealt[who] <= seen for who in (0, 1)] == [who == seat for who in (0, 1)]
                    hidden = set().union(*(dealt[who] for who in (0, 1) if who != seat)) - shown
                    assert hidden & seen == set()
                    assert shown <= seen
            assert heading["hidden"] == [who for who in (0, 1) if who != seat]
            for answer in (
                client.get(f"/api/matches/{number}/record"),
                client.post(f"/api/matches/{number}/play-on", json={"unit": 0, "ply": 0, "seat": 0}),
            ):
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "kept-hidden")


def test_agents_among_people_do_not_give_them_away_by_what_is_left_of_the_deck(served: Served) -> None:
    """Four hands are the whole deck: who sees three of them knows the fourth."""
    opened = served.open("me", "open", "rules", "rules", game="rikken", options={"deals": 1})
    table, tokens = opened["table"], [opened["token"], served.join(opened)["token"]]
    while served.table(table).ply < 8:
        for token in tokens:
            view = look(served, table, token)
            if view["moves"]:
                move(served, table, token, lambda moves: moves[-1])  # bids, so that there is a contract
            else:
                with served.client(token) as client:
                    client.get(f"/api/tables/{table}", params={"after": view["version"], "wait": 0.2})
    number = finished(served, table, tokens[0])
    kept = served.run(served.house.read(served.house.store.load, number))
    states = [step.state for step in steps(kept)]
    movers = [state.seat for state in states]
    assert any((one or {}).get("why") for seat, one in zip(movers, kept.units[0].decisions, strict=False) if seat > 1)
    dealt = [set(states[0].view(seat).dealt) for seat in range(4)]
    for seat, token in enumerate(tokens):
        seen = cards_in(json.dumps(Match(kept, "en").face.state(states[-1].view(seat))))
        others = set().union(*dealt) - seen
        assert len(others) > 20
        told = why(served, table, token)
        assert [hand is None for hand in told["hands"]] == [who != seat for who in range(4)]
        assert {one["seat"] for one in told["decisions"]} <= {seat}
        with served.client(token) as client:
            replayed = client.get(f"/api/matches/{number}/units/0")
            assert client.get(f"/api/matches/{number}").json()["hidden"] == [who for who in range(4) if who != seat]
        assert {one["seat"] for one in replayed.json()["decisions"]} <= {seat}
        for text in (json.dumps(told), replayed.text):
            assert others & cards_in(text) == set()
            assert dealt[seat] <= cards_in(text)
    with served.client(**{"X-Bolicho-Key": served.house.settings.key}) as owner:
        assert set().union(*dealt) <= cards_in(owner.get(f"/api/matches/{number}/units/0").text)


def test_who_sits_at_the_machine_sees_no_more_without_the_key(served: Served) -> None:
    """Two people may well play at the very machine that serves; its owner says so with the key."""
    table, tokens, dealt, shown = folded(served)
    number = finished(served, table, tokens[0])
    with httpx.Client(base_url=f"http://127.0.0.1:{served.port}", timeout=60) as here:
        assert here.get(f"/api/matches/{number}/record").status_code == 403
        assert cards_in(here.get(f"/api/matches/{number}/units/0").text) & (dealt[0] | dealt[1]) == shown
        here.headers["X-Bolicho-Key"] = served.house.settings.key
        assert Record.from_json(here.get(f"/api/matches/{number}/record").text).finished
        assert dealt[0] | dealt[1] <= cards_in(here.get(f"/api/matches/{number}/units/0").text)


def test_an_agent_that_plays_for_a_person_tells_its_reasons_to_that_person(served: Served) -> None:
    table, tokens = served.two(options={"target": 2, "flor": "off"})  # a flor would end it before the agent has spoken
    with served.client(tokens[1]) as client:
        client.post(f"/api/tables/{table}/leave")
    while served.table(table).unit == 0 and not served.table(table).over:
        view = look(served, table, tokens[0])
        if view["moves"]:
            move(served, table, tokens[0], plainly)
        else:
            with served.client(tokens[0]) as client:
                client.get(f"/api/tables/{table}", params={"after": view["version"], "wait": 5})
    kept = served.table(table).play
    assert kept is not None
    assert any((one or {}).get("why") for one in kept.units[0].decisions)
    assert why(served, table, tokens[0])["decisions"] == []
    assert {one["seat"] for one in why(served, table, tokens[1])["decisions"]} == {1}


def test_against_an_agent_all_cards_are_shown_as_before(served: Served) -> None:
    opened = served.open("me", "sound")
    table, token = opened["table"], opened["token"]
    number = finished(served, table, token)
    with served.client() as client:
        unit = client.get(f"/api/matches/{number}/units/0").json()
        assert [len(hand) for hand in unit["frames"][0]["hands"]] == [3, 3]
        assert client.get(f"/api/matches/{number}").json()["hidden"] == []
        assert client.get(f"/api/matches/{number}/record").status_code == 200
    assert [len(hand) for hand in why(served, table, token)["hands"]] == [3, 3]


def test_on_a_board_nothing_is_hidden(served: Served) -> None:
    table, tokens = served.two(game="tapatan")
    move(served, table, tokens[0], lambda moves: moves[0])
    number = finished(served, table, tokens[0])
    with served.client() as client:
        assert client.get(f"/api/matches/{number}").json()["hidden"] == []
        assert client.get(f"/api/matches/{number}/units/0").json()["frames"][1]["views"]
        assert client.get(f"/api/matches/{number}/record").status_code == 200


def played(game: Any, seed: int) -> Record:
    agent = bolicho.agent("random", game)
    return bolicho.play_match(game, [agent] * game.seats, seed=seed)


@pytest.mark.parametrize(
    ("name", "options"), [("truco", {"preset": "ufsm-web"}), ("truco", {"face_down": "any"}), ("rikken", {"deals": 2})]
)
@pytest.mark.parametrize("seed", range(4))
def test_a_replay_tells_nobody_more_than_the_table_did(name: str, options: Json, seed: int) -> None:
    """What is told of a hidden seat is what the others saw when it was over: nothing else of its cards is in there."""
    game = bolicho.game(name, **options)
    record = played(game, seed)
    for viewer in range(game.seats):
        told = Match(record, "en", game, frozenset(set(range(game.seats)) - {viewer}))
        for number in range(len(record.units)):
            states = [step.state for step in steps(record, game) if step.unit == number]
            known = cards_in(json.dumps(told.face.state(states[-1].view(viewer))))
            dealt = {card for seat in range(game.seats) if seat != viewer for card in states[0].view(seat).dealt}
            secret = dealt - known
            assert secret & cards_in(json.dumps(told.unit(number))) == set()


def test_a_card_played_face_down_stays_so() -> None:
    game = bolicho.game("truco", face_down="any")
    for seed in range(30):
        record = played(game, seed)
        for number, unit in enumerate(record.units):
            down = [ply for ply, move in enumerate(unit.moves, 1) if move.startswith("(")]
            if down:
                told = Match(record, "en", game, frozenset({0, 1})).unit(number)
                assert {told["frames"][ply]["move"] for ply in down} == {"(?)"}
                return
    pytest.fail("nobody played a card face down")


def test_old_records_name_people_too(tmp_path: Path) -> None:
    from bolicho.web.tables.hidden import people_in

    record = played(bolicho.game("truco"), 1)
    data = json.loads(record.to_json())
    assert people_in(record) == set()
    assert people_in(Record.from_dict({**data, "agents": ["person", "person"]})) == {0, 1}
    assert people_in(Record.from_dict({**data, "notes": {"people": [1]}})) == {1}
