"""A room: who comes in and who does not, what a pupil cannot do, what nobody outside sees, what is gone at the end."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.rooms.classroom import Classroom
from tests.web.served import Served, hear, say, serving
from websockets.exceptions import ConnectionClosed

from bolicho.store import Store


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("school"), people_a_room=40, rooms_an_address=30, wrong_codes=0.0) as served:
        yield served


@pytest.fixture
def room(served: Served) -> Classroom:
    served.house.rooms.wrong.buckets.clear()
    return Classroom.opened(served)


def kept(served: Served) -> str:
    """All that the store has of rooms, tables and sittings, and the diary, as one text."""
    with Store.open(served.house.settings.store) as store:
        told = [repr(store.room(one).data) for one in store.rooms()] + [
            repr(store.table(id).data) for id in store.tables(None)
        ]
        told += [repr(one) for one in store.finished_sittings()]
    return "\n".join(told) + served.hall.diary.path.read_text()


def test_whoever_knows_the_code_comes_in_with_a_name_in_any_spelling(room: Classroom) -> None:
    ana = room.enter("  Ana \t Lúcia ")
    assert ana.name == "Ana Lúcia"
    typed = f" {room.code[:3].lower()}-{room.code[3:].lower()} "
    assert room.request("GET", f"/api/rooms/{typed}/door").json()["code"] == room.code
    assert [one["name"] for one in room.view(ana.token)["people"]] == ["Ana Lúcia"]
    assert room.view(room.screen)["people"][0]["present"]


def test_two_of_one_name_are_told_apart_and_odd_names_are_shown_as_they_are(room: Classroom) -> None:
    names = ["Ana", "ana", "Ana", "<b>Zé</b>", "=1+1", "李小龍", "👾", "O'Hara; DROP TABLE", "a\u202eb", "x" * 70]
    got = [room.enter(name).name for name in names]
    assert got == [
        "Ana", "ana (2)", "Ana (3)", "<b>Zé</b>", "=1+1", "李小龍", "👾", "O'Hara; DROP TABLE", "a b", "x" * 40,
    ]  # fmt: skip
    for bad in ("", "  \t ", "\u200b\u2028", "y" * 81):
        assert room.refused("enter", name=bad)[0] == 422
    text = room.request("GET", "results.csv", room.key, params={"what": "standings"})
    assert text.status_code == 200


def test_a_room_has_place_for_so_many_and_five_hundred_names_are_refused(served: Served) -> None:
    room = Classroom.opened(served)
    answers = [room.request("POST", "enter", json={"name": f"N{number}"}) for number in range(500)]
    served.house.rooms.joins.buckets.clear()
    codes = {answer.json()["error"]["code"] for answer in answers if answer.status_code != 200}
    assert len(room.view()["people"]) <= 40
    assert codes <= {"room-full", "too-often"}
    assert room.refused("enter", name="One more") == (429, "room-full")


def test_a_class_that_mistypes_comes_in_and_who_guesses_is_stopped(served: Served, room: Classroom) -> None:
    wrong = [room.request("GET", "/api/rooms/AAAAAA/door").status_code for _ in range(30)]
    assert set(wrong) == {404}
    ana = room.enter("Ana")
    later = [room.request("GET", f"/api/rooms/BCDEF{n % 8 + 2}/door").status_code for n in range(20)]
    assert later == [404] * 10 + [429] * 10
    assert room.refused("enter", name="Bia") == (429, "too-many-guesses")  # a right code is no better than a guess now
    assert [one["name"] for one in room.view(ana.token)["people"]] == ["Ana"]  # who is in the room stays in it
    served.house.rooms.wrong.buckets.clear()
    room.enter("Bia")


def test_a_pupil_cannot_do_what_the_teacher_does(room: Classroom) -> None:
    ana, bia = room.enter("Ana"), room.enter("Bia")
    contest = room.teach("tournaments", game="truco", format="round-robin")["contest"]
    ways: list[tuple[str, dict[str, Any]]] = [
        ("close", {}),
        ("change", {"locked": True}),
        (f"members/{bia.member}/remove", {}),
        (f"members/{bia.member}/away", {"away": True}),
        (f"members/{bia.member}/comeback", {}),
        ("tournaments", {"game": "truco", "format": "swiss"}),
        ("simul", {"game": "truco"}),
        ("homework", {"game": "truco", "tasks": "3e 2e 4e / 3c 12o 6c"}),
        ("deals", {"game": "truco"}),
        (f"contests/{contest}/next", {}),
        (f"contests/{contest}/end", {}),
        (f"contests/{contest}/matches/0/absent", {"seat": 0}),
    ]
    for path, body in ways:
        for token in (ana.token, room.screen):
            assert room.refused(path, token, **body) == (403, "teacher-only"), path
        assert room.refused(path, None, **body) == (403, "not-in-room"), path
    assert room.request("GET", "results.csv", ana.token).status_code == 403
    assert room.request("GET", "").status_code == 403
    other = Classroom(room.address, room.code, "x" * 32, "")
    assert other.request("GET", "", other.key).status_code == 403


def test_a_pupil_cannot_act_for_another_nor_see_their_cards(room: Classroom) -> None:
    ana, bia, caio = room.enter("Ana"), room.enter("Bia"), room.enter("Caio")
    room.teach("simul", game="truco", host="novice")
    theirs = {pupil.name: room.view(pupil.token)["mine"][0] for pupil in (ana, bia, caio)}
    table = theirs["Ana"]["table"]
    own = room.table(table, ana.token)
    assert own["state"]["hand"]
    for token in (bia.token, None, "nonsense"):
        assert room.request("GET", f"/api/tables/{table}", token).status_code == 403
        said = {"ply": own["ply"], "move": own["state"]["hand"][0]}
        assert room.request("POST", f"/api/tables/{table}/moves", token, json=said).status_code == 403
        assert room.request("POST", f"/api/tables/{table}/resign", token).status_code == 403
    for token in (room.key, room.screen):  # who looks on sees what lies on the table, and can do nothing
        seen = room.table(table, token)
        assert (seen["seat"], seen["moves"], seen.get("hands")) == (None, [], None)
        assert "hand" not in (seen["state"] or {}) or not seen["state"]["hand"]
        assert room.request("POST", f"/api/tables/{table}/resign", token).status_code == 403
    assert "Ana" not in room.request("GET", "/api/tables").text


def test_a_match_of_a_room_is_seen_by_nobody_outside_nor_before_all_have_played_its_deals(
    room: Classroom, served: Served
) -> None:
    ana, bia = room.enter("Ana"), room.enter("Bia")
    contest = room.teach("simul", game="truco", host="novice", units=1)["contest"]
    tables = {pupil.name: room.view(pupil.token)["mine"][0]["table"] for pupil in (ana, bia)}
    room.post(f"/api/tables/{tables['Ana']}/resign", ana.token)
    record = served.table(tables["Ana"]).record_id
    served.run(served.hall.driver.finish(served.table(tables["Ana"])))
    replay = f"/api/matches/{record}"
    assert room.request("GET", replay, ana.token).json()["error"]["code"] == "of-a-room"
    room.post(f"/api/tables/{tables['Bia']}/resign", bia.token)
    served.run(served.hall.driver.finish(served.table(tables["Bia"])))
    assert room.request("GET", replay, ana.token).status_code == 200
    for token in (None, bia.token):
        assert room.request("GET", replay, token).json()["error"]["code"] == "of-a-room"
        assert room.request("GET", f"{replay}/record", token).status_code == 403
    listed = [line["id"] for line in room.request("GET", "/api/matches").json()["matches"]]
    assert record not in listed
    exported = room.request("GET", "/api/export/matches", params={"form": "csv"}).text
    assert f"\n{record}," not in exported
    assert room.view()["contests"][contest]["over"]


def test_a_locked_room_lets_nobody_in_and_who_left_is_forgotten_at_once(room: Classroom, served: Served) -> None:
    ana, bia = room.enter("Anastácia"), room.enter("Bia")
    room.teach("change", locked=True, title="Club")
    assert room.refused("enter", name="Caio") == (403, "room-locked")
    room.teach("tournaments", game="truco", format="round-robin")
    (table,) = [one["table"] for one in room.view(bia.token)["mine"]]
    room.post("leave", ana.token)
    assert room.request("GET", "", ana.token).status_code == 403
    assert [one["name"] for one in room.view()["people"]] == ["Bia"]
    assert "Anastácia" not in str(room.view()) + str(room.table(table, bia.token)) + kept(served)
    assert "Player 1" in room.view()["contests"][1]["names"]


def test_whose_phone_died_comes_back_with_a_code_of_the_teacher(room: Classroom) -> None:
    ana, _ = room.enter("Ana"), room.enter("Bia")
    room.teach("tournaments", game="truco", format="round-robin")
    (mine,) = room.view(ana.token)["mine"]
    code = room.teach(f"members/{ana.member}/comeback")["code"]
    assert room.refused("come-back", code="WRONGONE") == (403, "wrong-comeback")
    again = room.post("come-back", code=code.lower())
    assert (again["member"], again["name"]) == (ana.member, "Ana")
    assert room.refused("come-back", code=code) == (403, "wrong-comeback")
    assert room.request("GET", "", ana.token).status_code == 403
    assert room.request("GET", f"/api/tables/{mine['table']}", ana.token).status_code == 403
    assert room.table(mine["table"], again["token"])["seat"] == mine["seat"]


def test_a_closed_room_leaves_no_name_no_match_and_no_move(room: Classroom, served: Served) -> None:
    ana, bia = room.enter("Anastácia"), room.enter("Bernardete")
    room.teach("tournaments", game="truco", format="round-robin", each=2, units=1)
    (mine,) = room.view(ana.token)["mine"]
    room.post(f"/api/tables/{mine['table']}/resign", ana.token)
    records = {match.record for _, match in served.house.rooms.rooms[room.code].matches()}
    assert "Anastácia" in kept(served)
    room.teach("close")
    for token in (ana.token, bia.token, room.key, None):
        assert room.request("GET", "", token).status_code == 404
    assert room.request("GET", f"/api/tables/{mine['table']}", ana.token).status_code == 404
    told = kept(served)
    assert "Anastácia" not in told
    assert "Bernardete" not in told
    assert mine["table"] not in told
    with Store.open(served.house.settings.store) as store:
        assert not {found.id for found in store.summaries()} & records


def test_who_agreed_stays_with_the_results_and_nobody_else(room: Classroom, served: Served) -> None:
    ana, bia = room.enter("Anastácia", agreed=True), room.enter("Bernardete")
    caio = room.enter("Caetano")
    room.post("agree", caio.token, agreed=True)
    contest = room.teach("tournaments", game="jogo-da-velha", format="round-robin")["contest"]
    room.play(contest)
    assert bia.name == "Bernardete"
    room.teach("close")
    told = kept(served)
    assert "Anastácia" in told
    assert "Bernardete" not in told
    view = room.view()
    assert (view["closed"], view["contests"][contest]["names"]) == (True, ["Anastácia", "Player 2", "Caetano"])
    csv = room.request("GET", "results.csv", room.key).text
    assert "Player 2" in csv
    assert "Caetano" in csv
    assert room.refused("enter", name="Duda") == (410, "room-closed")
    assert room.request("GET", "", ana.token).status_code == 403
    held = served.house.rooms.rooms[room.code].contests[contest]
    with Store.open(served.house.settings.store) as store:  # only the match of the two who agreed stays
        left = {found.id for found in store.summaries()}
        assert [match.record in left for match in held.matches] == [
            set(match.seats) == {0, 2} for match in held.matches
        ]
    room.teach("close")  # what stayed is deleted too
    assert "Anastácia" not in kept(served)
    assert room.request("GET", "", room.key).status_code == 404


def test_a_room_that_nobody_visits_closes_by_itself(room: Classroom, served: Served) -> None:
    room.enter("Anastácia")
    there = served.house.rooms.rooms[room.code]
    served.run(served.house.rooms.look_after())
    assert room.view()["people"]
    there.touched -= 86400 * (served.house.settings.room_days + 1)
    served.run(served.house.rooms.look_after())
    assert room.request("GET", "", room.key).status_code == 404
    assert "Anastácia" not in kept(served)


def test_an_address_may_open_so_many_rooms_and_a_room_has_so_many_tables(tmp_path: Any) -> None:
    with serving(tmp_path, rooms_an_address=2, tables_a_room=3) as served:
        room, _ = Classroom.opened(served), Classroom.opened(served)
        with served.client() as client:
            answer = client.post("/api/rooms", json={})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too-many-rooms")
        for number in range(4):
            pupil = room.enter(f"P{number}")
            if number < 3:
                room.post("tables", pupil.token, game="truco", others=["novice"])
            else:
                said = {"game": "truco", "others": ["novice"]}
                assert room.refused("tables", pupil.token, **said) == (429, "too-many-tables")


def test_sockets_of_a_room_count_for_the_room_and_not_for_the_address(tmp_path: Any) -> None:
    with serving(tmp_path, sockets_an_address=2, sockets_a_room=6) as served:
        room = Classroom.opened(served)
        for number in range(8):
            room.enter(f"P{number}")
        room.teach("simul", game="truco", host="novice")
        mine = [(room.view(pupil.token)["mine"][0]["table"], pupil.token) for pupil in room.pupils]

        def sit(table: str, token: str) -> Any:  # through a proxy: who is on this machine has no limits
            line = served.socket(table, additional_headers={"Via": "school"})
            say(line, type="hello", token=token, language="en")
            return line

        lines = [sit(table, token) for table, token in mine[:6]]
        assert all(hear(line)["seat"] is not None for line in lines)
        seventh = sit(*mine[6])
        with pytest.raises(ConnectionClosed) as closed:
            hear(seventh)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        stranger = served.sit(mine[0][0], "x" * 32)
        with pytest.raises(ConnectionClosed) as closed:
            hear(stranger)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4003
        for line in lines:
            line.close()
