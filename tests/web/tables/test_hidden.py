"""What may not be seen is not sent: not to the rival, not to who looks on, not to agents, not in an error."""

import json
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.web.served import Served, hear, say, serving

import bolicho
from bolicho.core.contract import Decision
from bolicho.web.server.settings import Settings
from bolicho.web.tables.driver import Driver
from bolicho.web.tables.mind import Task
from bolicho.web.tables.picture import view_of
from bolicho.web.tables.seats import Seat
from bolicho.web.tables.table import WebTable
from bolicho.web.tables.thoughts import AgentFailure

GAMES = [
    ("truco", {}),
    ("truco", {"preset": "ufsm-web"}),
    ("paulista", {"target": 4}),
    ("rikken", {"deals": 2}),
    ("tapatan", {}),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("hidden"), workers=1) as found:
        yield found


def seated(game: str, options: dict[str, Any], kind: Any = "person", mode: str = "learning") -> WebTable:
    made = bolicho.game(game, **options)
    seats = [Seat(kind, agent="random" if kind == "agent" else None) for _ in range(made.seats)]
    return WebTable("sometable1", made, seats, mode, "en", lambda entry: None)


def sent(table: WebTable, seat: int | None) -> str:
    return json.dumps({**view_of(table, seat, "en"), "clock": None}, sort_keys=True)


def cards_in(text: str) -> set[str]:
    """Every card that stands in a text as a JSON value, face down or not."""
    found: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, str):
            found.add(value.strip("()").removeprefix("ask:"))
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            walk(part)

    walk(json.loads(text))
    return found


def step(table: WebTable, rng: Random) -> None:
    assert table.play is not None
    table.apply(Decision(rng.choice(table.play.state.moves())))


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("seed", [3, 4])
def test_changing_only_what_is_hidden_leaves_a_view_as_it_was(game: str, options: dict[str, Any], seed: int) -> None:
    table, rng, compared = seated(game, options), Random(seed), 0
    table.begin(table.deal(seed))
    assert table.play is not None
    while not table.over:
        for seat in range(table.game.seats):
            real, before = table.play.state, sent(table, seat)
            table.play.state = table.game.worlds(real.view(seat), rng)
            assert sent(table, seat) == before
            compared += table.play.state != real
            table.play.state = real
        step(table, rng)
    assert compared or game == "tapatan"


@pytest.mark.parametrize(("game", "options"), GAMES[1:4])
@pytest.mark.parametrize("seed", [5, 6])
def test_no_view_has_a_card_that_its_seat_may_not_see(game: str, options: dict[str, Any], seed: int) -> None:
    table, rng = seated(game, options), Random(seed)
    table.begin(table.deal(seed))
    assert table.play is not None
    while not table.over:
        state = table.play.state
        views = [state.view(seat) for seat in range(table.game.seats)]
        past = json.dumps([table.last.state.view(seat) for seat in range(table.game.seats)]) if table.last else "[]"
        for seat, view in enumerate(views):
            allowed = cards_in(json.dumps(view)) | cards_in(past)
            hidden = {card for other in views if other.seat != seat for card in other.hand}
            assert not (cards_in(sent(table, seat)) & hidden) - allowed
            assert not cards_in(sent(table, None)) & set(view.hand) - _shown_to_all(views, view.seat) - cards_in(past)
        step(table, rng)


def _shown_to_all(views: list[Any], seat: int) -> set[str]:
    """The cards of a seat that all others see lying open, or saw being played or asked for."""
    others = [cards_in(json.dumps(view)) for view in views if view.seat != seat]
    return set.intersection(*others)


def test_a_partner_stays_hidden_until_the_asked_card_falls() -> None:
    rng, found = Random(1), 0
    for seed in range(8):
        table = seated("rikken", {"deals": 1})
        table.begin(table.deal(seed))
        assert table.play is not None
        while not table.over:
            state = table.play.state
            if state.asked is not None and not state.asked_fell and state.partner is not None:
                for seat in (*range(4), None):
                    told = view_of(table, seat, "en")
                    knows = seat == state.partner
                    assert told["state"]["partner"] == (state.partner if knows else None)
                    found += 1
            moves = state.moves()
            wanted = [move for move in ("rik", "pas") if move in moves] if state.phase == "auction" else []
            table.apply(Decision((wanted or [rng.choice(moves)])[0]))
    assert found > 100


def test_who_looks_on_sees_everything_only_where_agents_play() -> None:
    people, agents = seated("truco", {}), seated("truco", {}, "agent")
    for table in (people, agents):
        table.begin(table.deal(7))
    assert "hands" not in view_of(people, None, "en")
    assert "whys" not in view_of(people, None, "en")
    assert view_of(people, None, "en")["state"]["hand"] == []
    assert view_of(people, None, "en")["state"]["counts"] == [3, 3]
    assert [len(hand) for hand in view_of(agents, None, "en")["hands"]] == [3, 3]


def test_a_match_of_people_never_sends_the_rival_s_cards_or_the_seed(served: Served) -> None:
    table, tokens = served.two(options={"target": 4}, mode="recorded")
    web = served.table(table)
    assert web.play is not None
    seed, frames, rng = str(web.play.seed), [], Random(2)
    with served.sit(table, tokens[0]) as one, served.sit(table, tokens[1]) as two, served.sit(table) as watcher:
        lines = [one, two]
        while not web.over:
            state, unit = web.play.state, web.unit
            hands, seat = [set(hand) for hand in state.hands], state.seat
            while (view := hear(lines[seat]))["ply"] < web.ply or not view["moves"]:
                frames.append(json.dumps(view))
            frames.append(json.dumps(view))
            assert view["unit"] == unit
            assert not cards_in(json.dumps(view["state"])) & hands[1 - seat]
            say(lines[seat], type="move", ply=web.ply, move=rng.choice(view["moves"])["move"])
            ply = view["ply"]
            while (seen := hear(watcher))["ply"] <= ply:
                frames.append(json.dumps(seen))
            served.call(lambda: None)
            if seen["unit"] == web.unit and not web.over:
                assert not cards_in(json.dumps(seen["state"])) & set.union(*map(set, web.play.state.hands))
        while not (last := hear(one))["record"]:
            frames.append(json.dumps(last))
    assert not [frame for frame in frames if seed in frame]
    with served.client() as client:
        for path in (f"/api/tables/{table}", "/api/tables", f"/api/tables/{table}/why"):
            assert seed not in client.get(path).text


class Spy:
    """Thinkers that only look at what agents would be sent."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    async def decide(self, task: Task, saw: Any = (), *, person_waits: bool = True) -> AgentFailure:
        self.tasks.append(task._replace(saw=tuple(saw)))
        return AgentFailure("only looked")


@pytest.mark.parametrize("game", ["truco", "rikken"])
def test_agents_get_views_and_neither_states_nor_seeds(game: str) -> None:
    import asyncio

    table, rng = seated(game, {"target": 6} if game == "truco" else {"deals": 2}, "agent"), Random(9)
    spy = Spy()
    driver = Driver(spy, Settings(), None, None)  # type: ignore[arg-type]
    table.begin(table.deal(123456789123456789))
    assert table.play is not None
    while not table.over:
        asyncio.run(driver._ask(table, "random", table.id))
        state, task = table.play.state, spy.tasks[-1]
        assert task.view == state.view(state.seat)
        assert task.saw is not None
        assert len(task.saw) == len(table.play.units)
        written = pickle.dumps(task, protocol=0)
        assert b"123456789123456789" not in written
        assert b"games.truco.state" not in written
        assert b"games.rikken.state" not in written
        step(table, rng)
