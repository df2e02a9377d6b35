"""What a web server finds in its store and its folder when it starts: rooms, moves, trainings that ask people, jobs."""

import json
from datetime import UTC, datetime
from pathlib import Path

from tests.readers.mutations import JSON, LINES, TEXT
from tests.readers.reader import Files, Reader, files_of

import bolicho

TASKS = '3e 2e 4e / 3c 12o 6c\n3e 2e 4e / 3c 12o 6c ; 12o ; {"score": [20, 22], "mano": 1}  # of last week\n'


def _room() -> Files:
    from random import Random

    from bolicho.web.rooms.contests import session
    from bolicho.web.rooms.room import Contest, Entrant, Member, Room, RoomMatch
    from bolicho.web.rooms.tasks import read_tasks

    row = {"scores": [24, 3], "points": [24, 3], "winner": 0, "hands": 9, "forfeit": None, "began": 0}
    swiss = Contest(1, "swiss", "truco", {"target": 12}, [*(Entrant("member", n) for n in (1, 2, 3, 4))], rounds=2)
    for one in session(swiss) or []:
        told = row | {"match": one.match, "board": one.board, "seats": [*one.seats], "winner": one.seats[0]}
        swiss.matches.append(RoomMatch(one.match, 0, one.board, one.seats, f"table-{one.match}", 7, told))
    tasks = read_tasks(TASKS, bolicho.game("truco"), Random(1))
    homework = Contest(2, "homework", "truco", {}, [Entrant("agent", agent="sound")], tasks=tasks, tries=2)
    members = [Member(n, f"Pupil {n}", "h" * 64) for n in (1, 2, 3, 4)]
    room = Room("ABCDEF", "7B", "en", "k" * 64, "s" * 64, members)
    room.contests += [swiss, homework]
    return {"room.json": json.dumps(room.to_data()).encode()}


def _read_room(folder: Path) -> None:
    from bolicho.core.json_text import read_json
    from bolicho.web.rooms.contests import sessions_left, table_of
    from bolicho.web.rooms.room import Room

    room = Room.from_data("ABCDEF", read_json((folder / "room.json").read_bytes()))
    for contest in room.contests[1:]:
        table_of(contest)
        sessions_left(contest)
    json.dumps(room.to_data())


def _tasks() -> Files:
    return {"tasks.txt": TASKS.encode()}


def _read_tasks(folder: Path) -> None:
    from random import Random

    from bolicho.web.rooms.tasks import read_tasks, task_record

    game = bolicho.game("truco")
    text = (folder / "tasks.txt").read_bytes().decode(errors="replace")
    for number, task in enumerate(read_tasks(text, game, Random(1))):
        record = task_record(task, game, ("sound", "person"), 1, 0, number)
        record.from_json(record.to_json())


def _diary() -> Files:
    lines = [{"store": "s"}, {"t": "t1", "seat": 0, "move": "7c"}, {"t": "t1", "over": True}, {"t": "t2", "n": [1, 2]}]
    return {"moves.jsonl": b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)}


def _read_diary(folder: Path) -> None:
    import logging

    from bolicho.web.tables.diary import Diary

    logging.getLogger("bolicho.web").setLevel(logging.ERROR)
    diary = Diary(folder / "moves.jsonl", "s")
    diary.entries()
    diary.keep_only(["t2"])
    diary.close(remove=False)


def _session() -> Files:
    from dataclasses import asdict

    from bolicho.web.tutor.session import SessionFile

    design = {"bot": "bot3", "matches": 300, "seed": 1}
    kept = SessionFile("abc", design, 60.0, datetime.now(UTC).isoformat(), tokens=["a" * 64], progress={"done": 3})
    return {"abc.json": json.dumps(asdict(kept)).encode()}


def _read_session(folder: Path) -> None:
    from bolicho.web.tutor.session import read_session

    assert read_session(folder / "abc.json").id == "abc"


def _events() -> Files:
    from bolicho.web.jobs.feed import Feed

    def write(folder: Path) -> None:
        feed = Feed(folder)
        feed.add("state", state="running")
        feed.add("progress", done=3, total=9)
        feed.add("log", line="matches: 3")

    return files_of(write)


def _read_events(folder: Path) -> None:
    from bolicho.web.jobs.feed import Feed

    feed = Feed(folder)
    feed.log()
    feed.latest("state").get("state")
    "".join(event.sse() for event in feed.events).encode()


READERS = {
    "room": Reader(_room, {"room.json": JSON}, _read_room),
    "homework": Reader(_tasks, {"tasks.txt": TEXT}, _read_tasks),
    "diary": Reader(_diary, {"moves.jsonl": LINES}, _read_diary),
    "tutoring": Reader(_session, {"abc.json": JSON}, _read_session),
    "job-events": Reader(_events, {"events.jsonl": LINES}, _read_events),
}
