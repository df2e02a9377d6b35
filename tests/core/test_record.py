import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

import bolicho
from bolicho import BadInput, Record


@pytest.fixture(scope="module")
def record() -> Record:
    game = bolicho.game("truco", preset="ufsm-web", target=12)
    player = bolicho.agent("random", game)
    return bolicho.play_match(game, [player, player], seed=4, keep_why=True)


def test_a_record_is_one_line_and_reads_back_equal(record: Record) -> None:
    text = record.to_json()
    assert "\n" not in text
    assert Record.from_json(text) == record


def test_a_salt_is_kept_and_one_that_says_nothing_is_not_written(record: Record) -> None:
    assert "salt" not in record.to_dict()
    salted = dataclasses.replace(record, salt="pampa")
    assert salted.to_dict()["salt"] == "pampa"
    assert Record.from_json(salted.to_json()) == salted
    for wrong in (7, None, "x" * 99):
        with pytest.raises(BadInput, match="salt"):
            Record.from_dict(record.to_dict() | {"salt": wrong})


def test_records_are_written_whole_and_read_back(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    bolicho.write_records(file, [record, record])
    assert list(bolicho.read_records(file)) == [record, record]
    assert [p.name for p in tmp_path.iterdir()] == ["matches.jsonl"]


def test_a_name_with_a_line_separator_in_it_survives(record: Record, tmp_path: Path) -> None:
    odd = dataclasses.replace(record, notes={"who": "Ana\u2028Maria\x85"})
    bolicho.write_records(tmp_path / "m.jsonl", [odd])
    assert list(bolicho.read_records(tmp_path / "m.jsonl")) == [odd]
    with pytest.raises(BadInput, match="cannot be written"):
        bolicho.write_records(tmp_path / "m.jsonl", [dataclasses.replace(record, notes={"who": "\ud800"})])


def test_a_write_that_fails_leaves_what_was_there(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    bolicho.write_records(file, [record])

    def torn() -> Any:
        yield record
        raise RuntimeError("lights out")

    with pytest.raises(RuntimeError):
        bolicho.write_records(file, torn())
    assert list(bolicho.read_records(file)) == [record]
    assert [p.name for p in tmp_path.iterdir()] == ["matches.jsonl"]


BREAKS: list[tuple[str, Any, str]] = [
    ("game", 7, r"record\.game: expected text, found a number"),
    ("bolicho", 99, r"record\.bolicho: format 99"),
    ("agents", ["a", 3], r"record\.agents\[1\]: expected text"),
    ("scores", [1], r"record\.scores: expected 2 whole numbers"),
    ("scores", [1, True], r"record\.scores"),
    ("winner", 2, r"record\.winner: seat 2 of 2"),
    ("finished", "yes", r"record\.finished: expected true or false"),
    ("seed", 1.5, r"record\.seed"),
    ("units", {}, r"record\.units: expected a list"),
    ("units", [{}], r"record\.units\[0\]\.moves: missing"),
    ("forfeit", {"seat": 5, "why": ""}, r"record\.forfeit\.seat"),
]


@pytest.mark.parametrize(("field", "value", "complaint"), BREAKS)
def test_a_wrong_field_is_named(record: Record, field: str, value: Any, complaint: str) -> None:
    data = json.loads(record.to_json()) | {field: value}
    with pytest.raises(BadInput, match=complaint):
        Record.from_dict(data)


@pytest.mark.parametrize(
    "field", ["game", "version", "options", "agents", "seed", "units", "scores", "forfeit", "notes"]
)
def test_a_missing_field_is_named(record: Record, field: str) -> None:
    data = json.loads(record.to_json())
    del data[field]
    with pytest.raises(BadInput, match=rf"record\.{field}: missing"):
        Record.from_dict(data)


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "not json", '"text"', "[" * 100_000, "9" * 5000])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="record"):
        Record.from_json(text)


def test_a_bad_file_is_named_with_its_line(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    file.write_text(record.to_json() + "\n" + record.to_json()[:-40] + "\n")
    with pytest.raises(BadInput, match=r"m\.jsonl line 2: not a record"):
        list(bolicho.read_records(file))
    file.write_text("\n\n")
    with pytest.raises(BadInput, match="no record in it"):
        list(bolicho.read_records(file))
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match=r"m.jsonl line 1: not UTF-8 text at byte 1"):
        list(bolicho.read_records(file))
    with pytest.raises(BadInput, match="No such file"):
        list(bolicho.read_records(tmp_path / "absent"))


def test_only_the_last_unit_may_be_unfinished(record: Record) -> None:
    data = json.loads(record.to_json())
    data["units"][0]["over"] = False
    with pytest.raises(BadInput, match="only the last unit"):
        Record.from_dict(data)


def test_a_line_that_is_too_long_for_a_record_is_refused_before_it_fills_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record: Record
) -> None:
    monkeypatch.setattr("bolicho.core.record.LONGEST", 10**6)
    path = tmp_path / "long.jsonl"
    path.write_bytes(record.to_json().encode() + b"\n" + b"\0" * (10**6 + 1))
    read = bolicho.read_records(path)
    assert next(read) == record
    with pytest.raises(BadInput, match="line 2: longer than 1 MB"):
        next(read)
