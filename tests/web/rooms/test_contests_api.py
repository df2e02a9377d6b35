"""A class behind one address plays: tournaments, simultaneous play, homework, free tables; results are right."""

import csv
from collections.abc import Iterator
from io import StringIO
from itertools import combinations
from typing import Any

import pytest
from tests.web.rooms.classroom import Classroom, Pupil, by_temper, first_move
from tests.web.served import Served, serving

from bolicho.games.face import face_of
from bolicho.store import Store


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The limits by address are those of a server that nobody has set up."""
    with serving(tmp_path_factory.mktemp("school"), requests_a_second=5, tables_an_address=60) as served:
        yield served


@pytest.fixture
def room(served: Served) -> Iterator[Classroom]:
    served.hall.gate.buckets.clear()  # each test opens a room of its own: an address may not open so many a second
    room = Classroom.opened(served)
    yield room
    room.request("POST", "close", room.key)


def lines(room: Classroom, what: str = "matches") -> list[dict[str, str]]:
    answer = room.request("GET", "results.csv", room.key, params={"what": what})
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(StringIO(answer.text.removeprefix("\ufeff"))))


def test_thirty_from_one_address_play_two_rounds_at_once_and_results_are_right(room: Classroom, served: Served) -> None:
    rows = play_tournament(room, served, pupils=30, format="swiss", rounds=2, game="truco", units=1)
    assert len(rows) == 30


def test_eight_play_a_round_robin_to_its_end_and_results_are_right(room: Classroom, served: Served) -> None:
    play_round_robin(room, served, pupils=8, game="truco", units=1)


@pytest.mark.endurance
@pytest.mark.parametrize(
    "asked",
    [{"game": "truco", "units": 1}, *({"game": game, "each": 2} for game in ("truco", "paulista", "jogo-da-velha"))],
)
def test_thirty_play_a_round_robin_to_its_end(room: Classroom, served: Served, asked: dict[str, Any]) -> None:
    play_round_robin(room, served, pupils=30, **asked)


def play_round_robin(room: Classroom, served: Served, pupils: int, each: int = 1, **asked: Any) -> None:
    rows = play_tournament(room, served, pupils, format="round-robin", each=each, **asked)
    pairs = {frozenset(pair) for pair in combinations([pupil.name for pupil in room.pupils], 2)}
    assert len(rows) == len(pairs) * each
    assert {frozenset((row["player_1"], row["player_2"])) for row in rows} == pairs


def play_tournament(room: Classroom, served: Served, pupils: int, **asked: Any) -> list[dict[str, str]]:
    """Let a class play to the end, check who sat where and who is how far ahead, and return the matches."""
    for number in range(pupils):
        room.enter(f"Pupil {number + 1}")
    contest = room.teach("tournaments", **asked)["contest"]
    room.play(contest, by_temper)
    told = room.view()["contests"][contest]
    assert told["over"]
    rows = lines(room)
    for session in {row["deals"] for row in rows}:  # nobody sits twice in one session
        seated = [row[seat] for row in rows if row["deals"] == session for seat in ("player_1", "player_2")]
        assert len(seated) == len(set(seated))
    check_results(room, served, contest, [pupil.name for pupil in room.pupils])
    return rows


def check_results(room: Classroom, served: Served, contest: int, names: list[str]) -> None:
    """Count everything again from the records that the tables kept."""
    held = served.house.rooms.rooms[room.code].contests[contest]
    points, net = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0)
    deals: dict[int, set[str]] = {}
    with Store.open(served.house.settings.store) as store:
        for match in held.matches:
            record = store.load(match.record)
            assert record.finished
            deals.setdefault(match.board, set()).add(record.units[0].deal)
            who = [names[entrant] for entrant in match.seats]
            for seat, name in enumerate(who):
                points[name] += 0.5 if record.winner is None else float(record.winner == seat)
                net[name] += record.scores[seat] - record.scores[1 - seat]
    assert all(len(same) == 1 for same in deals.values())  # all tables of a session have the same cards
    assert len(deals) == held.boards
    if not face_of(held.make_game()).open:  # and no session those of another
        assert len(set().union(*deals.values())) == held.boards
    standings = lines(room, "standings")
    assert {row["name"]: float(row["points"]) for row in standings} == points
    assert {row["name"]: int(row["net"]) for row in standings} == net
    best = [(-points[row["name"]], -net[row["name"]]) for row in standings]
    assert best == sorted(best)
    assert [int(row["rank"]) for row in standings] == [1 + sum(other < own for other in best) for own in best]
    shown = room.view(room.screen)["contests"][contest]["standings"]
    assert [line["name"] for line in shown] == [row["name"] for row in standings]


@pytest.mark.parametrize("game", ["jogo-da-velha", "truco"])
def test_a_swiss_of_people_and_agents_ends_with_a_rest_for_the_odd_one(
    room: Classroom, served: Served, game: str
) -> None:
    for number in range(4):
        room.enter(f"Pupil {number + 1}")
    asked: dict[str, Any] = {"game": game, "format": "swiss", "agents": ["random"], "rounds": 3, "units": 1}
    contest = room.teach("tournaments", **asked)["contest"]
    room.play(contest, by_temper)
    told = room.view()["contests"][contest]
    assert (told["over"], told["session"], len(lines(room))) == (True, 3, 6)
    assert sum(line["points"] for line in told["standings"]) == 6 + 3 / 2


def test_a_knock_out_leaves_one(room: Classroom) -> None:
    for number in range(5):
        room.enter(f"Pupil {number + 1}")
    contest = room.teach("tournaments", game="truco", format="knock-out", each=2, units=1)["contest"]
    room.play(contest, by_temper)
    told = room.view()["contests"][contest]
    assert told["over"]
    assert [line["left"] for line in told["standings"]] == [True, False, False, False, False]
    assert len(lines(room)) == 2 * 4


def test_a_game_of_four_seats_is_played_in_a_swiss_and_agents_fill_up(room: Classroom) -> None:
    for number in range(3):
        room.enter(f"Pupil {number + 1}")
    asked = {"game": "rikken", "format": "swiss", "rounds": 1, "units": 1, "even": True}
    contest = room.teach("tournaments", **asked)["contest"]
    room.play(contest)
    told = room.view()["contests"][contest]
    assert (told["over"], len(told["standings"])) == (True, 4)
    assert room.refused("tournaments", room.key, game="rikken", format="knock-out") == (422, "too-few-players")
    room.enter("Pupil 4")
    assert room.refused("tournaments", room.key, game="rikken", format="knock-out") == (422, "bad-input")


def test_too_many_matches_are_refused_before_anything_begins(room: Classroom) -> None:
    for number in range(20):
        room.enter(f"Pupil {number + 1}")
    assert room.refused("tournaments", room.key, game="rikken", format="round-robin") == (422, "too-many-matches")
    assert room.refused("tournaments", room.key, game="chess", format="swiss")[0] == 422
    assert room.refused("tournaments", room.key, game="truco", format="swiss", agents=["line:rm"])[0] == 422
    assert room.refused("tournaments", room.key, game="truco", format="swiss", members=[1, 1])[0] == 422
    assert len(room.view()["contests"]) == 1


def test_an_agent_plays_against_all_at_once_and_everybody_has_the_same_cards(room: Classroom, served: Served) -> None:
    for number in range(3):
        room.enter(f"Pupil {number + 1}")
    contest = room.teach("simul", game="truco", host="novice", units=2)["contest"]
    held = served.house.rooms.rooms[room.code].contests[contest]
    tables = [served.table(match.table) for match in held.matches]
    assert len({str(table.play.deal) for table in tables if table.play}) == 1
    room.play(contest, by_temper)
    told = room.view()["contests"][contest]
    assert told["over"]
    assert {line["name"] for line in told["standings"]} == {pupil.name for pupil in room.pupils}


def test_the_teacher_plays_against_all_at_once(room: Classroom) -> None:
    ana, bia = room.enter("Ana"), room.enter("Bia")
    contest = room.teach("simul", game="jogo-da-velha")["contest"]
    mine = room.view()["mine"]
    assert [one["kind"] for one in mine] == ["simul", "simul"]
    for pupil in (ana, bia):
        (theirs,) = room.view(pupil.token)["mine"]
        while not (view := room.table(theirs["table"], pupil.token))["over"]:
            token = pupil.token if view["moves"] else room.key
            other = room.table(theirs["table"], token)
            said = {"ply": other["ply"], "move": other["moves"][0]["move"]}
            room.post(f"/api/tables/{theirs['table']}/moves", token, **said)
    told = wait_until(room, lambda view: view["contests"][contest]["over"])["contests"][contest]
    assert {line["name"] for line in told["standings"]} == {"Ana", "Bia"}


def wait_until(room: Classroom, good: Any, tries: int = 200) -> Any:
    view = room.view()
    for _ in range(tries):
        if good(view):
            return view
        answer = room.request("GET", "", room.key, params={"after": view["version"], "wait": 2})
        view = answer.json() if answer.status_code == 200 else room.view()
    raise AssertionError(view)


def test_homework_is_played_once_by_each_and_its_results_have_names(room: Classroom) -> None:
    ana, bia = room.enter("Ana"), room.enter("Bia")
    tasks = '3e 2e 4e / 3c 12o 6c  # who is mão?\n\n1e 7e 3c / 4c 5c 6c ; ; {"score": [20, 22], "mano": 0}'
    contest = room.teach("homework", game="truco", tasks=tasks, agent="novice")["contest"]
    first = room.post(f"contests/{contest}/tasks/0", ana.token)["table"]
    assert room.post(f"contests/{contest}/tasks/0", ana.token)["table"] == first
    second = room.post(f"contests/{contest}/tasks/1", bia.token)["table"]
    assert room.table(second, bia.token)["state"]["hand"] == ["1e", "7e", "3c"]
    assert room.refused(f"contests/{contest}/tasks/7", ana.token) == (404, "no-such-task")
    for pupil, table in ((ana, first), (bia, second)):
        while not room.table(table, pupil.token)["over"]:
            view = room.table(table, pupil.token)
            if view["moves"]:
                room.move(table, pupil, lambda _, view: str(view["moves"][-1]["move"]))
    wait_until(room, lambda view: all(one["over"] for one in view["contests"][contest]["tables"]))
    rows = [row for row in lines(room) if row["kind"] == "homework"]
    told = {(row["deals"], row["player_1"], row["player_2"]) for row in rows}
    assert {("1", "Ana"), ("2", "Bia")} == {(deals, one if one in ("Ana", "Bia") else two) for deals, one, two in told}
    assert all(row["hands"] == "1" for row in rows)


def last_move(_: Pupil, view: dict[str, Any]) -> str:
    return str(view["moves"][-1]["move"])


def test_a_task_may_be_played_as_often_as_the_teacher_allows_and_the_best_try_counts(room: Classroom) -> None:
    ana = room.enter("Ana")
    order = {"game": "truco", "tasks": "1e 1b 7e / 4c 5c 4o", "agent": "novice"}
    assert room.refused("homework", room.key, **order, tries=0) == (422, "not-valid")
    contest = room.teach("homework", **order, tries=2)["contest"]
    tables = []
    for chooses in (last_move, first_move):  # the first time Ana gives the hand up
        tables.append(room.post(f"contests/{contest}/tasks/0", ana.token)["table"])
        while not (view := room.table(tables[-1], ana.token))["over"]:
            if view["moves"]:
                room.move(tables[-1], ana, chooses)
        wait_until(room, lambda view: all(one["over"] for one in view["contests"][contest]["tables"]))
    assert len(set(tables)) == 2
    assert room.post(f"contests/{contest}/tasks/0", ana.token)["table"] == tables[1], "no third try"
    told = room.view()["contests"][contest]
    seat = [one["name"] for one in told["tables"][0]["seats"]].index("Ana")
    nets = [one["scores"][seat] - one["scores"][1 - seat] for one in told["tables"]]
    (line,) = told["standings"]
    assert (line["name"], line["played"], line["net"]) == ("Ana", 1, max(nets))


def test_the_teacher_lets_who_came_late_into_a_swiss_and_nobody_else_does(room: Classroom) -> None:
    ana, bia = room.enter("Ana"), room.enter("Bia")
    order = {"game": "jogo-da-velha", "rounds": 2}
    contest = room.teach("tournaments", format="swiss", agents=["random", "random"], **order)["contest"]
    caio = room.enter("Caio")
    where = f"contests/{contest}/late"
    assert room.refused(where, caio.token, member=caio.member)[0] == 403
    assert room.refused(where, room.key, member=ana.member) == (409, "plays-already")
    assert room.refused(where, room.key, member=99) == (422, "bad-input")
    room.teach(where, member=caio.member)
    assert room.refused(where, room.key, member=caio.member) == (409, "plays-already")
    assert room.view()["contests"][contest]["late"] == [caio.member]
    room.play(contest)
    told = room.view()["contests"][contest]
    assert told["over"]
    assert {"Ana", "Bia", "Caio"} <= {line["name"] for line in told["standings"]}
    assert bia.member in told["members"]
    knocked = room.teach("tournaments", format="knock-out", game="jogo-da-velha")["contest"]
    assert room.refused(f"contests/{knocked}/late", room.key, member=caio.member) == (409, "too-late")


def test_a_position_of_a_board_is_homework_too_and_bad_lines_are_named(room: Classroom) -> None:
    ana = room.enter("Ana")
    tasks = "000000000 1 5 4 ; b2 a1"
    contest = room.teach("homework", game="jogo-da-velha", tasks=tasks, agent="perfect")["contest"]
    table = room.post(f"contests/{contest}/tasks/0", ana.token)["table"]
    view = room.table(table, ana.token)
    assert view["moves"]
    assert "b2" not in [move["move"] for move in view["moves"]]
    for bad, why in (("nonsense", "line 1"), ("\n000000000 1 5 4 ; z9", "line 2"), ("# nothing", "tasks: expected")):
        answer = room.request("POST", "homework", room.key, json={"game": "jogo-da-velha", "tasks": bad})
        assert (answer.status_code, answer.json()["error"]["message"][: len(why)]) == (422, why)
        assert answer.json()["error"]["code"] in ("task-deal", "task-move", "task-count")
    assert room.refused("tournaments", room.key, game="truco", format="swiss") == (422, "too-few-players")
    drawn = room.teach("deals", game="truco", count=4)["tasks"]
    assert len(drawn.splitlines()) == 4
    assert room.teach("homework", game="truco", tasks=drawn)["contest"]


def test_free_tables_are_opened_joined_and_given_up(room: Classroom, served: Served) -> None:
    ana, bia, caio = room.enter("Ana"), room.enter("Bia"), room.enter("Caio")
    table = room.post("tables", ana.token, game="truco", others=[None])["table"]
    assert room.refused("tables", ana.token, game="truco", others=["random"]) == (409, "plays-already")
    (waits,) = room.view(bia.token)["contests"][0]["tables"]
    assert waits["waiting"]
    assert room.post(f"tables/{waits['match']}/sit", bia.token)["table"] == table
    assert room.refused(f"tables/{waits['match']}/sit", caio.token) == (409, "not-open")
    view = room.table(table, bia.token)
    assert [seat["name"] for seat in view["seats"]] == ["Ana", "You"]
    room.post(f"/api/tables/{table}/resign", ana.token)
    wait_until(room, lambda view: not view["contests"][0]["tables"])
    assert [(row["winner"], row["given_up_by"]) for row in lines(room)] == [("Bia", "Ana")]
    alone = room.post("tables", caio.token, game="jogo-da-velha", others=[None])["table"]
    room.post(f"/api/tables/{alone}/leave", caio.token)
    wait_until(room, lambda view: not view["contests"][0]["tables"])
    assert room.post("tables", caio.token, game="jogo-da-velha", others=["perfect"])["table"]


def test_a_round_goes_on_without_who_stays_away(room: Classroom) -> None:
    for name in ("Ana", "Bia", "Caio", "Duda"):
        room.enter(name)
    contest = room.teach("tournaments", game="truco", format="swiss", rounds=2, units=1, auto=False)["contest"]
    tables = room.view()["contests"][contest]["tables"]
    assert room.refused(f"contests/{contest}/next", room.key) == (409, "still-played")
    room.teach(f"contests/{contest}/matches/{tables[0]['match']}/absent", seat=1, give=True)
    room.teach(f"contests/{contest}/matches/{tables[1]['match']}/absent", seat=0)
    room.teach(f"contests/{contest}/matches/{tables[1]['match']}/absent", seat=1)
    told = wait_until(room, lambda view: all(one["over"] for one in view["contests"][contest]["tables"]))
    given = told["contests"][contest]["tables"][0]
    assert (given["winner"], given["forfeit"]) == (given["seats"][0]["entrant"], given["seats"][1]["entrant"])
    for pupil in room.pupils:
        room.teach(f"members/{pupil.member}/away", away=True)
    room.teach(f"contests/{contest}/next")
    room.teach(f"members/{room.pupils[0].member}/away", away=False)
    wait_until(room, lambda view: all(one["over"] for one in view["contests"][contest]["tables"]))
    room.teach(f"contests/{contest}/next")
    assert room.view()["contests"][contest]["over"]


def test_a_contest_can_be_ended_and_another_begun(room: Classroom) -> None:
    room.enter("Ana"), room.enter("Bia")
    contest = room.teach("tournaments", game="truco", format="round-robin")["contest"]
    assert room.refused("tournaments", room.key, game="truco", format="swiss") == (409, "contest-runs")
    room.teach(f"contests/{contest}/end")
    assert room.view()["mine"] == [] == room.view(room.pupils[0].token)["mine"]
    assert room.teach("tournaments", game="truco", format="swiss")["contest"] == contest + 1
