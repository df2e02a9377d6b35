"""A room outlives its server: killed in the middle of a round, and between two tables that open."""

from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

from tests.web.labs import Lab
from tests.web.rooms.classroom import Classroom, Pupil
from tests.web.served import serving

from bolicho.store import StoreAway
from bolicho.web.rooms.room import Contest
from bolicho.web.rooms.umpire import MOST_CONTESTS


def classroom(lab: Lab) -> Classroom:
    told = lab.client.post("/api/rooms", json={"title": "7B", "language": "en"}).json()
    return Classroom(str(lab.client.base_url).rstrip("/"), told["code"], told["key"], told["screen"])


def test_a_killed_server_goes_on_with_rooms_rounds_and_homework(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    room = classroom(lab)
    for name in ("Ana", "Bia", "Caio", "Duda"):
        room.enter(name)
    ana = room.pupils[0]
    homework = room.teach("homework", game="truco", tasks="3e 2e 4e / 3c 12o 6c", agent="novice")["contest"]
    task = room.post(f"contests/{homework}/tasks/0", ana.token)["table"]
    waiting = room.post("tables", ana.token, game="truco", others=[None])["table"]
    contest = room.teach("tournaments", game="jogo-da-velha", format="round-robin")["contest"]
    room.play(contest, most=17)  # into the second round
    before = room.view()
    views = {pupil.name: room.view(pupil.token)["mine"] for pupil in room.pupils}
    lab.kill()
    lab.start()
    room.address = str(lab.client.base_url).rstrip("/")
    after = room.view()
    assert [one["name"] for one in after["people"]] == ["Ana", "Bia", "Caio", "Duda"]
    assert after["version"] != before["version"]
    told = [{key: value for key, value in one.items() if key != "tables"} for one in after["contests"]]
    assert told == [{key: value for key, value in one.items() if key != "tables"} for one in before["contests"]]
    for pupil in room.pupils:
        mine = room.view(pupil.token)["mine"]
        assert [(one["table"], one["scores"], one["turn"]) for one in mine] == [
            (one["table"], one["scores"], one["turn"]) for one in views[pupil.name]
        ]
    assert {task, waiting} <= {one["table"] for one in room.view(ana.token)["mine"]}
    assert room.table(task, ana.token)["seats"][room.table(task, ana.token)["seat"]]["name"] == "You"
    (free,) = after["contests"][0]["tables"]
    room.post(f"tables/{free['match']}/sit", room.pupils[1].token)
    names = [seat["name"] for seat in room.table(waiting, ana.token)["seats"]]
    assert names == ["You", "Bia"]
    resign(room, waiting, ana)
    resign(room, task, ana)
    room.play(contest)
    rows = room.request("GET", "results.csv", room.key).text.splitlines()
    assert sum("round-robin" in row for row in rows) == 6
    standings = room.view()["contests"][contest]["standings"]
    assert [line["played"] for line in standings] == [3, 3, 3, 3]
    assert sum(line["points"] for line in standings) == 6
    lab.close()


def resign(room: Classroom, table: str, pupil: Pupil) -> None:
    room.post(f"/api/tables/{table}/resign", pupil.token)


def test_tables_that_a_kill_left_unopened_are_opened_and_none_twice(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        room = Classroom.opened(served)
        for name in ("Ana", "Bia", "Caio", "Duda"):
            room.enter(name)
        first = served.house.umpire._open
        opened: list[Any] = []

        async def broken_off(*facts: Any) -> None:
            if not opened:
                opened.append(await first(*facts))

        served.house.umpire._open = broken_off
        contest = room.teach("tournaments", game="jogo-da-velha", format="round-robin")["contest"]
        planned = [one["table"] for one in room.view()["contests"][contest]["tables"]]
        assert [one in served.hall.tables for one in planned] == [True, False]
    with serving(tmp_path) as served:
        room.address = f"http://127.0.0.1:{served.port}"
        assert [one["table"] for one in room.view()["contests"][contest]["tables"]] == planned
        assert all(one in served.hall.tables for one in planned)
        room.play(contest)
        assert [line["played"] for line in room.view()["contests"][contest]["standings"]] == [3, 3, 3, 3]


def test_a_round_that_ended_just_before_a_kill_is_counted_and_the_next_begins(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        room = Classroom.opened(served)
        ana, _ = room.enter("Ana"), room.enter("Bia")
        contest = room.teach("tournaments", game="truco", format="round-robin", each=2)["contest"]
        served.house.umpire.over = lambda _: None  # killed before it heard of the end
        (mine,) = room.view(ana.token)["mine"]
        resign(room, mine["table"], ana)
        served.run(served.hall.driver.finish(served.table(mine["table"])))
    with serving(tmp_path) as served:
        room.address = f"http://127.0.0.1:{served.port}"
        told = room.view()["contests"][contest]
        assert (told["session"], [line["played"] for line in told["standings"]]) == (2, [1, 1])
        (second,) = room.view(ana.token)["mine"]
        assert second["table"] != mine["table"]


def test_a_round_that_finds_no_free_table_waits_for_one_and_says_so_in_a_line(tmp_path: Path, caplog: Any) -> None:
    with serving(tmp_path, tables_a_room=2) as served:
        room = Classroom.opened(served)
        for name in ("Ana", "Bia", "Caio", "Duda"):
            room.enter(name)
        ana = room.pupils[0]
        contest = room.teach("tournaments", game="jogo-da-velha", format="round-robin")["contest"]
        mine, others = sorted(
            (one["table"] for one in room.view()["contests"][contest]["tables"]),
            key=lambda table: all(table != one["table"] for one in room.view(ana.token)["mine"]),
        )
        resign(room, mine, ana)
        until(lambda: room.view(ana.token)["mine"] == [])
        free = room.post("tables", ana.token, game="truco", others=["random"])["table"]
        rival = next(one for one in room.pupils if others in [there["table"] for there in room.view(one.token)["mine"]])
        resign(room, others, rival)
        until(lambda: any("waits: 2 tables" in one.getMessage() for one in caplog.records))
        assert room.view()["contests"][contest]["session"] == 1
        resign(room, free, ana)
        until(lambda: room.view()["contests"][contest]["session"] == 2)
    assert not [one for one in caplog.records if "exception" in one.getMessage()]


def test_a_contest_whose_first_tables_find_no_room_is_refused_whole(tmp_path: Path) -> None:
    with serving(tmp_path, tables_a_room=1) as served:
        room = Classroom.opened(served)
        for name in ("Ana", "Bia", "Caio", "Duda"):
            room.enter(name)
        asked = {"game": "jogo-da-velha"}
        for path, more in (("tournaments", {"format": "round-robin"}), ("simul", {})):
            assert room.refused(path, room.key, **asked, **more) == (429, "too-many-tables")
        assert len(room.view()["contests"]) == 1
        room.teach("tournaments", **asked, format="round-robin", members=[1, 2])


def test_a_damaged_room_hides_no_other_and_says_what_is_damaged(tmp_path: Path, caplog: Any) -> None:
    with serving(tmp_path) as served:
        sound, damaged, cut = (Classroom.opened(served) for _ in range(3))
        store = served.house.store
        kept = store.room(damaged.code).data
        served.run(served.house.write(store.put_room, damaged.code, kept | {"members": [{"id": "x"}]}))
        with store._writing() as connection:
            connection.exec_driver_sql("UPDATE web_rooms SET data = '[1' WHERE id = ?", (cut.code,))
    with serving(tmp_path) as served:
        assert list(served.house.rooms.rooms) == [sound.code]
    said = [one.getMessage() for one in caplog.records]
    assert f"room {damaged.code} waits: members.0.id: Input should be a valid integer" in " ".join(said)
    assert any(f"room {cut.code} waits: " in one and "is damaged" in one for one in said)


def test_a_room_holds_so_many_contests_and_its_teacher_asks_for_so_much_a_second(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        room = Classroom.opened(served)
        kept = served.house.rooms.rooms[room.code]
        homework = {"game": "truco", "tasks": "3e 2e 4e / 3c 12o 6c"}
        kept.contests += [Contest(number, "homework", "truco") for number in range(1, MOST_CONTESTS)]
        room.teach("homework", **homework)
        assert room.refused("homework", room.key, **homework) == (409, "room-complete")
        said = {room.request("POST", "change", room.key, json={}).status_code for _ in range(100)}
        assert said == {204, 429}
        assert room.view()["role"] == "teacher"


class Trying:
    """Lets a call of the store or the hall fail as often as is said, as where the store is away for a moment."""

    def __init__(self, call: Any, fails: int) -> None:
        self.call, self.fails = call, fails

    async def __call__(self, *facts: Any, **more: Any) -> Any:
        self.fails -= 1
        if self.fails >= 0:
            raise StoreAway("away")
        return await self.call(*facts, **more)


def test_tables_that_could_not_be_written_are_opened_when_the_store_is_back(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        room = Classroom.opened(served)
        for name in ("Ana", "Bia", "Caio", "Duda"):
            room.enter(name)
        vars(served.hall)["create"] = Trying(served.hall.create, 1)
        asked = {"game": "jogo-da-velha", "format": "round-robin"}
        assert room.refused("tournaments", room.key, **asked) == (503, "store-away")
        until(lambda: [len(room.view(pupil.token)["mine"]) for pupil in room.pupils] == [1, 1, 1, 1])


def test_what_could_not_be_written_of_a_room_can_be_asked_again(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        room = Classroom.opened(served)
        ana = room.enter("Ana")
        homework = room.teach("homework", game="truco", tasks="3e 2e 4e / 3c 12o 6c")["contest"]
        code = room.teach(f"members/{ana.member}/comeback")["code"]
        put = served.house.store.put_room
        for path, body in (
            ("come-back", {"code": code}),
            (f"contests/{homework}/tasks/0", {}),
            ("tables", {"game": "truco", "others": [None]}),
            ("leave", {}),
        ):
            fails = [True]

            def once(*facts: Any, fails: list[bool] = fails) -> None:
                if fails:
                    fails.pop()
                    raise StoreAway("away")
                put(*facts)

            until(lambda: not served.house.rooms._unwritten)
            vars(served.house.store)["put_room"] = once
            assert room.refused(path, ana.token, **body) == (503, "store-away")
            until(lambda: served.house.trouble.code is None)
            told = room.post(path, ana.token, **body)
            ana.token = told["token"] if path == "come-back" else ana.token
        assert room.view()["people"] == []


def until(done: Callable[[], bool]) -> None:
    """Wait for what comes in a moment, two minutes at most."""
    for _ in range(1200):
        if done():
            return
        sleep(0.1)
    raise AssertionError("it never came")
