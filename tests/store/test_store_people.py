"""People: where they sat, what they answered, and that nothing of them is left when they withdraw."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text
from tests.store.some_records import a_record, unfinished

from bolicho.core.errors import BadInput
from bolicho.store import Answers, BaseChange, Store, Withdrawal, people, tables

GOOD = Answers(4, 3, 2, 5, years=10, comment="gostei")


def hashed(code: str) -> str:
    return sha256(code.encode()).hexdigest()


def sit(store: Store, record: int, seat: int = 0, code: str = "ana", **changes: Any) -> int:
    said = {"name": code, "code_hash": hashed(code), "language": "pt-BR", "consented": True, **changes}
    return store.seat_person(record, seat, **said)


def sizes(store: Store) -> dict[str, int]:
    counted = ("records", "seats", "sittings", "answers", "web_tables", "cases", "clusterings")
    with store._reading() as connection:
        count = {name: select(func.count()).select_from(tables.metadata.tables[name]) for name in counted}
        return {name: connection.scalar(query) or 0 for name, query in count.items()}


def test_a_sitting_is_found_by_its_code(store: Store) -> None:
    first, second = store.save([unfinished(0), a_record(1)])
    one = sit(store, first)
    sit(store, second, seat=1, code="beto")
    two = sit(store, second, name="Ana", consented=False, language="en")
    store.answer(two, GOOD)
    store.mark_hinted(one)
    found = store.sittings_of(hashed("ana"))
    assert [(s.id, s.record_id, s.seat, s.name, s.language) for s in found] == [
        (one, first, 0, "ana", "pt-BR"),
        (two, second, 0, "Ana", "en"),
    ]
    assert [(s.consented is not None, s.hinted, s.answers) for s in found] == [(True, True, None), (False, False, GOOD)]
    assert found[0].created.tzinfo is not None
    assert store.sittings_of(hashed("nobody")) == []


def test_the_code_itself_is_neither_taken_nor_said_again(store: Store) -> None:
    (record,) = store.save([a_record()])
    for asked in (
        lambda: sit(store, record, code_hash="my secret code"),
        lambda: store.sittings_of("my secret code"),
        lambda: store.withdraw("my secret code"),
    ):
        with pytest.raises(BadInput, match="SHA-256") as error:
            asked()
        assert "secret" not in str(error.value)


def test_a_seat_has_one_person_and_must_be_there(store: Store) -> None:
    (record,) = store.save([a_record()])
    sit(store, record)
    with pytest.raises(BadInput, match=f"somebody sits at seat 0 of record {record} already"):
        sit(store, record, code="beto")
    with pytest.raises(BadInput, match=f"record {record} has no seat 2"):
        sit(store, record, seat=2)
    with pytest.raises(BadInput, match="no record 99"):
        sit(store, 99)
    with pytest.raises(BadInput, match="no sitting 99"):
        store.mark_hinted(99)


def test_a_person_answers_once(store: Store) -> None:
    sitting = sit(store, store.save([a_record()])[0])
    store.answer(sitting, GOOD)
    with pytest.raises(BadInput, match="already answered"):
        store.answer(sitting, replace(GOOD, fun=1))
    with pytest.raises(BadInput, match="no sitting 99"):
        store.answer(99, GOOD)
    assert store.sittings_of(hashed("ana"))[0].answers == GOOD


MISTAKES: dict[str, dict[str, Any]] = {
    "answers.competence: 6 is not within 1..5": {"competence": 6},
    "answers.coherence: 0 is not within 1..5": {"coherence": 0},
    "answers.predictability: True is not within 1..5": {"predictability": True},
    "answers.fun: '5' is not within 1..5": {"fun": "5"},
    "answers.years: -1 is not a number of years, 0 or more": {"years": -1},
}


@pytest.mark.parametrize("said", MISTAKES)
def test_an_answer_out_of_range_is_refused_and_may_be_mended(store: Store, said: str) -> None:
    sitting = sit(store, store.save([a_record()])[0])
    with pytest.raises(BadInput) as error:
        store.answer(sitting, replace(GOOD, **MISTAKES[said]))
    assert str(error.value) == said
    store.answer(sitting, Answers(1, 5, 1, 5))
    assert store.sittings_of(hashed("ana"))[0].answers == Answers(1, 5, 1, 5, None, "")


@pytest.mark.parametrize("wrong", ["fun = 6", "competence = 0", "years = -1"])
def test_the_database_itself_keeps_answers_in_range(store: Store, wrong: str) -> None:
    store.answer(sit(store, store.save([a_record()])[0]), GOOD)
    with pytest.raises(BadInput, match=f"answers_{wrong.split()[0]}"), store._writing() as connection:
        connection.execute(text(f"UPDATE answers SET {wrong}"))


def test_who_sat_at_finished_matches_is_told_whether_they_consented_or_not(store: Store) -> None:
    ids = store.save([a_record(0), unfinished(1), a_record(2)])
    first, _, other = (sit(store, id, consented=id != ids[2]) for id in ids)
    store.answer(first, GOOD)
    found = store.finished_sittings()
    assert [(one.id, one.consented is not None, one.answers) for one in found] == [
        (first, True, GOOD),
        (other, False, None),
    ]
    assert [one.id for one in store.finished_sittings(record_id=ids[2])] == [other]
    assert store.finished_sittings(record_id=ids[1]) == []


def test_matches_of_people_are_the_finished_ones_of_who_consented(store: Store) -> None:
    ids = store.save([a_record(0), unfinished(1), a_record(2), a_record(3, game="tapatan"), a_record(4)])
    one = sit(store, ids[0], seat=1)
    sit(store, ids[1])
    other = sit(store, ids[2], consented=False)
    board = sit(store, ids[3])
    store.mark_hinted(board)
    store.answer(one, GOOD)
    found = list(store.people_matches())
    assert [(m.record_id, m.sitting, m.seat, m.hinted) for m in found] == [
        (ids[0], one, 1, False),
        (ids[3], board, 0, True),
    ]
    assert (found[0].record, found[0].name, found[0].answers) == (a_record(0), "ana", GOOD)
    assert found[1].answers is None
    assert [m.sitting for m in store.people_matches(game="truco")] == [one]
    assert [m.sitting for m in store.people_matches(game="truco", consented_only=False)] == [one, other]


def test_matches_of_people_are_read_a_page_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "PAGE", 3)
    ids = store.save([a_record(match) for match in range(4)])
    both = [(id, seat) for id in ids for seat in (0, 1)]
    for id, seat in reversed(both):  # oldest is by the match, whoever sat down first
        sit(store, id, seat)
    reading = store.people_matches()
    found = [next(reading)]
    sit(store, store.save([a_record(9)])[0])  # sat down while somebody read
    found += reading
    assert [(m.record_id, m.seat) for m in found] == both


@pytest.fixture
def web(store: Store) -> list[int]:
    """Three matches of ana's, one of them with beto, and one of beto's alone; with answers, tables and cases."""
    records = store.save([a_record(0), unfinished(1), a_record(2), a_record(3)])
    hers = [sit(store, record) for record in records[:3]]
    his = [sit(store, records[2], 1, "beto"), sit(store, records[3], 0, "beto")]
    for sitting in (hers[0], *his):
        store.answer(sitting, GOOD)
    for number, record in enumerate(records):
        store.put_table(f"t{number}", record=record, data={"names": ["ana"]}, over=False)
    origins = [f"web:{hers[0]}", f"web:{hers[1]}/hand 2", f"web:{his[0]}/1", f"web:{his[1]}/1"]
    others = [f"web:{hers[0]}7", f"WEB:{hers[0]}", f"xweb:{hers[0]}", "web:", "web:/1", f"web:0{hers[0]}", None]
    for name in ("people", "other"):
        store.add_base(name, "truco", "1", "web", ["high"])
    store.add_cases("people", [[n] for n in range(len(origins + others))], origins + others)
    store.add_cases("other", [[1]], origins[3])
    for name in ("people", "other"):
        store.set_clusterings(name, {"envido": {"k": 1}}, cases=1)
    store.copy_base("people", "copy")
    return [*records, *hers, *his]


def test_who_withdraws_leaves_nothing_behind(store: Store, web: list[int]) -> None:
    revision = {base.name: base.revision for base in store.bases()}
    assert store.withdraw(hashed("ana")) == Withdrawal(records=3, cases=6, answers=2)
    assert store.sittings_of(hashed("ana")) == []
    assert [s.id for s in store.sittings_of(hashed("beto"))] == [web[-1]]
    assert [id for id, _ in store.records()] == [web[3]]
    assert [m.sitting for m in store.people_matches()] == [web[-1]]
    assert list(store.tables()) == ["t3"]
    for name in ("people", "copy"):
        assert list(store.case_positions(name)) == list(range(3, 11))
        assert store.clusterings(name) == {}
        assert store.base(name).revision == revision[name] + 1
    assert (store.base("other").revision, store.clusterings("other")) == (revision["other"], {"envido": {"k": 1}})
    left = {"records": 1, "seats": 2, "sittings": 1, "answers": 1, "web_tables": 1, "cases": 17, "clusterings": 1}
    assert sizes(store) == left
    assert store.withdraw(hashed("ana")) == Withdrawal(0, 0, 0)
    assert sizes(store) == left


def test_who_played_with_somebody_who_withdrew_may_withdraw_too(store: Store, web: list[int]) -> None:
    store.withdraw(hashed("ana"))
    assert store.withdraw(hashed("beto")) == Withdrawal(records=1, cases=3, answers=1)
    assert all(origin is None or not origin.endswith("/1") or origin == "web:/1" for origin in origins(store))
    assert sizes(store)["records"] == 0


def origins(store: Store) -> list[str | None]:
    return [origin for base in store.bases() for origin in store.case_origins(base.name)]


def test_the_number_of_a_sitting_that_went_is_not_given_again(store: Store) -> None:
    last = sit(store, store.save([a_record()])[0])
    store.withdraw(hashed("ana"))
    assert sit(store, store.save([a_record()])[0]) > last


def test_who_withdraws_with_many_matches_loses_them_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "PAGE", 3)
    sittings = [sit(store, record) for record in store.save([a_record(match) for match in range(10)])]
    store.add_base("people", "truco", "1", "web", ["high"])
    store.add_cases("people", [[1]] * 10, [f"web:{sitting}/1" for sitting in sittings])
    assert store.withdraw(hashed("ana")) == Withdrawal(10, 10, 0)
    assert (store.count(), store.base("people").cases) == (0, 0)


REFUSE = {
    "sqlite": "CREATE TRIGGER no BEFORE DELETE ON records BEGIN SELECT RAISE(ABORT, 'not now'); END",
    "postgresql": "CREATE FUNCTION no() RETURNS trigger AS $$ BEGIN RAISE 'not now'; END $$ LANGUAGE plpgsql; "
    "CREATE TRIGGER no BEFORE DELETE ON records FOR EACH ROW EXECUTE FUNCTION no()",
}


def test_a_withdrawal_that_fails_half_way_changes_nothing(store: Store, web: list[int], backend: str) -> None:
    before, revisions = sizes(store), [base.revision for base in store.bases()]
    with store._writing() as connection:
        connection.exec_driver_sql(REFUSE[backend])
    with pytest.raises(BadInput, match="not now"):
        store.withdraw(hashed("ana"))
    assert (sizes(store), [base.revision for base in store.bases()]) == (before, revisions)


def test_a_training_goes_on_with_a_base_that_lost_cases(store: Store, web: list[int]) -> None:
    run = store.begin_run("training", {})
    following = store.base("people").next
    store.withdraw(hashed("ana"))
    assert store.change_cases({"people": BaseChange([[7]], first=following)}, run, {"key": 0})


def test_a_deleted_record_takes_its_sittings_and_answers_along(store: Store, web: list[int]) -> None:
    store.delete(web[3])
    assert [s.id for s in store.sittings_of(hashed("beto"))] == [web[-2]]
    assert sizes(store)["answers"] == 2
    assert store.table("t3").record is None


def test_a_match_that_was_played_on_from_a_withdrawn_one_goes_too(store: Store) -> None:
    (first,) = store.save([a_record(0)])
    sit(store, first)

    def onward(number: int, of: int) -> int:
        begun = {"context": {}, "deals": ["x"], "of": {"record": of, "unit": 0, "ply": 1}}
        (saved,) = store.save([replace(a_record(number), notes={"begun": begun})])
        return saved

    copy = onward(1, first)
    again, other = onward(2, copy), onward(3, 999)
    sit(store, copy, code="beto")
    assert store.matches_of(hashed("ana")) == {first, copy, again}
    assert store.matches_of(hashed("nobody")) == set()
    assert store.withdraw(hashed("ana")).records == 3
    assert [summary.id for summary in store.summaries()] == [other]
    assert store.sittings_of(hashed("beto")) == []


def test_nothing_of_who_withdrew_is_left_in_the_file(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "house.db")) as store:
        for number in range(5):
            (record,) = store.save([a_record(number)])
            store.answer(sit(store, record, name="Zebedeu"), replace(GOOD, comment="Zebedeu " * 1000))
            store.put_table(f"t{number}", record=record, data={"seats": ["Zebedeu"]}, over=True)
        store.withdraw(hashed("ana"))
        assert not [file for file in tmp_path.iterdir() if b"Zebedeu" in file.read_bytes()]
