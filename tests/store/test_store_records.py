from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from itertools import islice
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from tests.store.server import new_database
from tests.store.some_records import a_record, unfinished

from bolicho.core.errors import BadInput
from bolicho.core.record import Forfeit, Record, Unit
from bolicho.store import Store, Summary, records


def test_a_loaded_record_equals_the_saved_one(store: Store) -> None:
    saved = [a_record(0), unfinished(1), a_record(2, seed=None), a_record(3, seed=10**40, agents=("a", "b", "c", "d"))]
    assert [store.load(id) for id in store.save(saved)] == saved


_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | _text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_text, inner, max_size=3),
    max_leaves=5,
)
_small = st.integers(-(2**63), 2**63 - 1)


@st.composite
def any_record(draw: st.DrawFn, names: st.SearchStrategy[str]) -> Record:
    agents = tuple(draw(st.lists(names, min_size=1, max_size=4)))
    scores = st.lists(_small, min_size=len(agents), max_size=len(agents)).map(tuple)
    seat = st.integers(0, len(agents) - 1)
    data = st.dictionaries(_text, _json, max_size=3)
    moves = st.lists(_text, max_size=3).map(tuple)
    unit = st.builds(Unit, _text, data, moves, scores, st.just(True))
    return Record(
        game=draw(names),
        version=draw(names),
        options=draw(data),
        agents=agents,
        seed=draw(st.none() | st.integers()),
        match=draw(_small),
        units=tuple(draw(st.lists(unit, max_size=2))),
        scores=draw(scores),
        winner=draw(st.none() | seat),
        finished=draw(st.booleans()),
        forfeit=draw(st.none() | st.builds(Forfeit, seat, _text)),
        notes=draw(data),
    )


_names = {"sqlite": _text, "postgresql": _text.filter(lambda text: "\0" not in text)}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def full_store(request: pytest.FixtureRequest) -> Iterator[tuple[str, Store]]:
    with ExitStack() as open:
        url = ":memory:"
        if request.param == "postgresql":
            url = open.enter_context(new_database(request.getfixturevalue("postgres_server")))
        yield request.param, open.enter_context(Store.open(url))


@given(data=st.data())
def test_any_record_comes_back_as_it_was(full_store: tuple[str, Store], data: st.DataObject) -> None:
    backend, store = full_store
    record = data.draw(any_record(_names[backend]))
    [id] = store.save([record])
    assert store.load(id) == record
    summary = next(store.summaries(agent=record.agents[-1], game=record.game))
    assert (summary.id, summary.agents, summary.scores) == (id, record.agents, record.scores)


def test_a_name_the_server_cannot_keep_is_refused(postgres: str) -> None:
    with Store.open(postgres) as store:
        with pytest.raises(BadInput, match="NUL"):
            store.save([a_record(), a_record(agents=("a\0", "b"))])
        assert store.count() == 0


def test_numbers_come_in_the_order_of_the_records(store: Store) -> None:
    ids = store.save(a_record(match) for match in range(3000))
    assert [store.load(ids[match]).match for match in (0, 1, 1500, 2999)] == [0, 1, 1500, 2999]
    assert ids == sorted(ids)


def test_saving_nothing_is_nothing(store: Store) -> None:
    assert store.save([]) == []


def test_a_save_whose_records_stop_half_way_leaves_nothing(store: Store) -> None:
    def broken() -> Iterator[Record]:
        yield a_record(0)
        raise RuntimeError("the lights went out")

    with pytest.raises(RuntimeError, match="lights"):
        store.save(broken())
    assert store.count() == 0


REFUSE_X = {
    "sqlite": "CREATE TRIGGER no BEFORE INSERT ON seats WHEN NEW.agent = 'x' BEGIN SELECT RAISE(ABORT, 'no x'); END",
    "postgresql": "ALTER TABLE seats ADD CONSTRAINT \"no x\" CHECK (agent <> 'x')",
}


def test_a_save_that_the_database_refuses_half_way_leaves_nothing(store: Store, backend: str) -> None:
    with store._writing() as connection:
        connection.execute(text(REFUSE_X[backend]))
    with pytest.raises(BadInput, match="no x"):
        store.save([a_record(0), a_record(1, agents=("x", "y"))])
    assert store.count() == 0
    assert list(store.summaries()) == []


@pytest.mark.parametrize(
    "record",
    [a_record(agents=("\ud800", "b")), a_record(scores=(1, 2, 3)), a_record(match=2**70)],
    ids=["not Unicode", "a score too many", "too large"],
)
def test_what_could_not_be_loaded_again_is_refused(store: Store, record: Record) -> None:
    with pytest.raises(BadInput):
        store.save([a_record(), record])
    assert store.count() == 0


def test_records_are_asked_for_by_game_and_by_agent(store: Store) -> None:
    first, second, third = store.save(
        [a_record(0), a_record(1, agents=("beto", "cora")), a_record(2, game="tapatan", agents=("ana", "ana"))]
    )
    assert [id for id, _ in store.records(agent="ana")] == [third, first]
    assert [id for id, _ in store.records(agent="beto")] == [second, first]
    assert [id for id, _ in store.records(agent="ana", game="truco")] == [first]
    assert list(store.records(agent="nobody")) == []
    assert (store.count(), store.count(agent="beto"), store.count(game="tapatan")) == (3, 2, 1)


def test_unfinished_matches_can_be_found(store: Store) -> None:
    _, waiting = store.save([a_record(0), unfinished(1)])
    assert [summary.id for summary in store.summaries(finished=False)] == [waiting]
    assert store.count(finished=True) == 1


def test_records_come_newest_first_page_after_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "PAGE", 3)
    ids = store.save(a_record(match) for match in range(10))
    assert [id for id, _ in store.records()] == ids[::-1]
    assert [id for id, _ in store.records(oldest_first=True)] == ids
    assert [id for id, _ in store.records(limit=6)] == ids[:3:-1]
    assert [id for id, _ in store.records(limit=4, after=ids[4])] == ids[3::-1]
    assert [id for id, _ in store.records(limit=4, after=ids[4], oldest_first=True)] == ids[5:9]
    assert [summary.id for summary in store.summaries(limit=5)] == ids[:4:-1]
    assert list(store.records(limit=0)) == []


def test_records_are_read_a_page_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "PAGE", 3)
    ids = store.save(a_record(match) for match in range(10))
    reading = store.records(oldest_first=True)
    assert len(list(islice(reading, 2))) == 2
    for id in ids[4:]:
        store.delete(id)  # had all been read at once, these would still come
    assert len(list(reading)) == 2


def test_whoever_saves_while_reading_reads_only_what_was_there(store: Store) -> None:
    store.save([a_record(0), a_record(1)])
    for _, record in store.records(oldest_first=True):
        store.save([record])
    assert store.count() == 4


def test_a_summary_tells_a_match_in_one_line(store: Store) -> None:
    before = datetime.now(UTC) - timedelta(seconds=1)
    [id] = store.save([a_record()])
    [summary] = store.summaries()
    assert before < summary.when < before + timedelta(seconds=60)
    assert summary == Summary(id, "truco", ("ana", "beto"), (2, 1), 0, summary.when, True)


def test_an_unfinished_match_goes_on_in_its_place(store: Store) -> None:
    [id] = store.save([unfinished()])
    on = unfinished(scores=(5, 9))
    store.replace(id, on)
    assert store.load(id) == on
    over = a_record(scores=(12, 9))
    store.replace(id, over)
    assert store.load(id) == over
    [summary] = store.summaries()
    assert (summary.scores, summary.winner, summary.finished) == ((12, 9), 0, True)


def test_a_finished_match_stays_as_it_is(store: Store) -> None:
    [id] = store.save([a_record()])
    with pytest.raises(BadInput, match=f"record {id} is finished"):
        store.replace(id, a_record(scores=(0, 12)))
    assert store.load(id) == a_record()


def test_a_match_does_not_take_the_place_of_another(store: Store) -> None:
    [id] = store.save([unfinished(0)])
    with pytest.raises(BadInput, match="another match"):
        store.replace(id, a_record(1))


def test_a_deleted_record_is_gone_with_its_seats_and_its_number(store: Store) -> None:
    [id] = store.save([a_record()])
    store.delete(id)
    assert list(store.summaries(agent="ana")) == []
    with store._reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM seats")) == 0
    assert store.save([a_record()]) != [id]


def test_a_number_nobody_has_is_said_so(store: Store) -> None:
    for ask in (store.load, store.delete, lambda id: store.replace(id, a_record())):
        with pytest.raises(BadInput, match="no record 99"):
            ask(99)
    with pytest.raises(BadInput):
        store.load(10**30)


def test_a_payload_that_was_tampered_with_names_its_record(store: Store) -> None:
    [id] = store.save([a_record()])
    with store._writing() as connection:
        connection.execute(text("UPDATE records SET payload = '{}'"))
    with pytest.raises(BadInput, match=rf"record {id}: record.bolicho: missing"):
        store.load(id)


def test_seats_of_no_record_are_refused(store: Store) -> None:
    with pytest.raises(BadInput, match=r"(?i)foreign key"), store._writing() as connection:
        connection.execute(text("INSERT INTO seats (record, seat, agent, score) VALUES (99, 0, 'a', 1)"))


def test_threads_share_a_store_even_in_memory(store: Store) -> None:
    threads = [Thread(target=lambda: [store.save([a_record()]) for _ in range(20)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.count() == 80
