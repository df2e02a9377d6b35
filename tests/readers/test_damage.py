"""What damage was once answered with a traceback, a hang or a warning, each told in one clear line."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.cli.front_door import knock, refused
from tests.field.line.test_speaker import answers
from tests.readers.mutations import _headed, _packed, _parts
from tests.readers.readers import READERS
from tests.readers.runs import tournament_design
from tests.store.some_records import a_record

import bolicho
from bolicho.arena.run.tournament import Tournament
from bolicho.core.errors import BadInput, BolichoError, UnknownName
from bolicho.core.journal import ROWS, Journal
from bolicho.core.json_text import DEEPEST, read_json
from bolicho.core.record import Record, Unit
from bolicho.field.line.messages import choose, match
from bolicho.field.line.speaker import _result
from bolicho.field.policy.network import Network
from bolicho.games.face import face_of
from bolicho.learn.arrays import read_arrays
from bolicho.learn.boards.q_file import load
from bolicho.store import Store


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[" * 3000 + "]" * 3000, "deep"),
        ("[" * (DEEPEST + 2) + "]" * (DEEPEST + 2), "deep"),
        ("9" * 301, "a number of 301 digits"),
        ('"\\ud800"', "half a character"),
        (b"\xff", "not UTF-8 text at byte 1"),
        ("[1,\n2", "at line 2 column 2"),
        ("", "Expecting value at column 1 of 0"),
    ],
)
def test_json_that_cannot_be_used_is_refused_with_the_reason(text: str | bytes, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        read_json(text)
    assert read_json("[" * DEEPEST + "1, 2.5, null" + "]" * DEEPEST)


def test_an_error_is_one_line_whatever_it_repeats() -> None:
    said = str(BadInput(f"file x: {'a' * 9000!r}\n\u2028\ud800: expected a number"))
    assert said.startswith("file x: 'aaa")
    assert said.endswith(": expected a number")
    assert said.isprintable()
    assert len(said) < 1600
    assert "known: truco" in str(UnknownName("game", "x" * 10**6, ["truco"]))


# ── records ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_context_may_leave_out_what_the_rules_take_for_granted(tmp_path: Path) -> None:
    game = bolicho.game("truco", target=6)
    assert game.following({}, (2, 1)) == game.following({"score": [0, 0], "mano": 0}, (2, 1))
    record = bolicho.play_match(game, [bolicho.agent("sound", game)] * 2, seed=1)
    first = replace(record.units[0], context={"mano": record.units[0].context["mano"]})
    path = tmp_path / "m.jsonl"
    path.write_text(replace(record, units=(first, *record.units[1:])).to_json())
    said = knock("replay", str(path))
    assert said.code == 0
    wrong = replace(record.units[0], context={"points": 1})
    path.write_text(replace(record, units=(wrong, *record.units[1:])).to_json())
    assert refused(knock("replay", str(path)), "record.units[0]", "points")


def test_a_unit_without_end_is_shown_ply_by_ply_only(tmp_path: Path) -> None:
    game = bolicho.game("tapatan", plies=10_000)
    rng, state = Random(1), game.start()
    while len(state.history) < 1100:
        after = [state.play(move) for move in rng.sample(state.moves(), len(state.moves()))]
        state = next(one for one in after if not one.over)
    unit = Unit(str(state.begun), {}, state.history, tuple(state.scores), over=False)
    record = Record("tapatan", game.version, game.options, ("a", "b"), 1, 0, (unit,), (0, 0), finished=False)
    (tmp_path / "m.jsonl").write_text(record.to_json())
    for more in ((), ("--json",)):
        said = knock("replay", str(tmp_path / "m.jsonl"), *more)
        assert refused(said, "record.units[0]: 1100 moves, too many to write all out; name one with --ply")
        assert knock("replay", str(tmp_path / "m.jsonl"), "--ply", "1100", *more).code == 0


# ── arrays ────────────────────────────────────────────────────────────────────────────────────────────────────────


def asking(data: bytes, name: str, **changes: str) -> bytes:
    """An archive whose array says to be of another shape or kind."""
    parts = _parts(data)
    told = {"descr": "'<f8'", "fortran_order": "False", "shape": "(3,)"} | changes
    body = parts[f"{name}.npy"][-24:]
    parts[f"{name}.npy"] = _headed("{" + ", ".join(f"'{key}': {value}" for key, value in told.items()) + "}", body)
    return _packed(list(parts.items()))


@pytest.mark.parametrize(
    "changes",
    [
        {"shape": f"({10**15},)"},
        {"shape": f"({2**62}, 8)"},
        {"descr": "'<U1000000000'"},
        {"descr": "'|O'"},
        {"descr": "'<U0'", "shape": f"({10**15},)"},
        {"shape": "(4,)"},
        {"shape": "(-1,)"},
        {"shape": "(3L,)"},  # as Python 2 wrote it; numpy would warn and go on
    ],
)
def test_an_array_that_asks_for_more_than_the_file_has_is_refused_before_it_gets_any(
    tmp_path: Path, changes: dict[str, str]
) -> None:
    path = tmp_path / "q.npz"
    path.write_bytes(asking(READERS["q-table"].sample()["q.npz"], "q", **changes))
    with pytest.raises(BadInput, match=r"q\.npz: not a Q-table, or damaged"):
        load(path, bolicho.game("pong-hau-ki").board)
    assert refused(knock("match", "pong-hau-ki", f"qlearning:{path}", "random"), "q.npz: not a Q-table")


def test_little_that_unpacks_to_very_much_is_refused(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "z.npz", a=np.zeros(1 << 18))
    with pytest.raises(BadInput, match="would take more than 1 MB"):
        read_arrays(tmp_path / "z.npz", "a trial", most=1 << 20)
    assert read_arrays(tmp_path / "z.npz", "a trial")["a"].sum() == 0


@pytest.mark.parametrize("value", [np.nan, np.inf, 3e38])
def test_a_policy_with_weights_that_are_no_numbers_is_refused(tmp_path: Path, value: float) -> None:
    network = Network.drawn(bolicho.game("tapatan"), (4,), 1)
    network.weights[0][2, 1] = value
    network.save(tmp_path / "p.npz")
    with pytest.raises(BadInput, match=r"p\.npz: a weight is"):
        bolicho.agent(f"policy:{tmp_path / 'p.npz'}", bolicho.game("tapatan"))


# ── the line ──────────────────────────────────────────────────────────────────────────────────────────────────────


def changed(**fields: Any) -> bytes:
    """The question about a first move, with other fields in its state."""
    game = bolicho.game("truco")
    question = choose(face_of(game), game.start("1e 7o 4c / 3b 2c 12o").view(0), 7)
    return json.dumps(question | {"state": question["state"] | fields}).encode()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'{"type":"match","game":"truco","options":3}', "match.options: expected an object, found 3"),
        (b'{"type":"match","game":["truco"]}', "match.game: expected a name"),
        (b'{"type":"choose"}', "state: no view of truco: expected an object"),
        (changed(seat=2), "seat: expected a number from 0 to 1"),
        (changed(hand=["7x"]), "state: no view of truco that its rules lead to"),
        (changed(hand=7), "state.hand: expected a list, found 7"),
        (changed(score=["a", 0]), "state.score[0]: expected a whole number, found 'a'"),
        (changed(rules={}), "state.rules.target: missing"),
        (changed(truco=9), "that its rules lead to"),
        (b'{"type":"result","scores":[1]}', "result.scores: expected 2 whole numbers, found [1]"),
        (b'{"type":"unit","state":[]}', "state: no view of truco: expected an object"),
    ],
)
def test_a_malformed_message_is_answered_by_what_is_wrong_with_it(line: bytes, told: str) -> None:
    seat = json.dumps(match(bolicho.game("truco"), 0, 1.0)).encode()
    (said,) = answers(seat, line, agent="sound")
    assert said["type"] == "error"
    assert told in said["message"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"scores": 3}, "result.scores: expected 2 whole numbers, found 3"),
        ({"scores": [1, 2, 3]}, "result.scores: expected 2"),
        ({"scores": [1, 2], "winner": 2}, "result.winner: expected a seat or null, found 2"),
    ],
)
def test_a_malformed_result_is_refused(said: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        _result(said, 2)
    assert _result({"scores": [1, 2], "winner": None}, 2) == ((1, 2), None)


# ── journals and stores ───────────────────────────────────────────────────────────────────────────────────────────


def tournament(folder: Path, format: str) -> list[dict[str, Any]]:
    """Lay a whole tournament down, and return its rows."""
    for name, data in READERS[f"tournament-{format}"].sample().items():
        (folder / name).write_bytes(data)
    return [json.loads(line) for line in (folder / ROWS).read_text().splitlines()]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"hands": 1e999}, "inf is no whole number"),
        ({"hands": 10**40}, "is no whole number"),
        ({"points": [10**13, 0]}, "is no whole number"),
        ({"seats": [7, 9], "winner": None}, "is not one of this tournament"),
        ({"seats": [10**20, 0]}, "is no whole number"),
        ({"match": "1"}, "'1' is no whole number"),
    ],
)
def test_a_damaged_row_of_a_tournament_is_refused_by_its_line(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    rows = tournament(tmp_path, "swiss")
    rows[2] |= changes
    (tmp_path / ROWS).write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(BadInput, match=rf"rows.jsonl line 3: .*{told}"):
        Tournament(tmp_path, tournament_design("swiss"))


@pytest.mark.parametrize("line", ["[" * 3000, "3", '{"a": ' + "9" * 4000 + "}", '"\\ud800"'])
def test_a_damaged_line_of_a_journal_is_refused_by_its_number(tmp_path: Path, line: str) -> None:
    with Journal(tmp_path, {}) as journal:
        journal.add({"n": 1})
    with (tmp_path / ROWS).open("a") as rows:
        rows.write(f'{line}\n{{"n": 2}}\n')
    with pytest.raises(BadInput, match=r"rows\.jsonl line 2: damaged"):
        Journal(tmp_path, {})


def test_a_stopwatch_that_shows_no_time_begins_anew(tmp_path: Path) -> None:
    tournament(tmp_path, "swiss")
    for noted in ("Infinity", "NaN", "1e300", "9" * 400, "[" * 3000, '"x"', "-5"):
        (tmp_path / "seconds.json").write_text(f'{{"seconds": {noted}}}')
        with Tournament(tmp_path, tournament_design("swiss")) as held:
            assert held.watch.seconds == 0


def test_a_league_with_a_damaged_design_is_refused(tmp_path: Path) -> None:
    tournament(tmp_path, "league")
    design = json.loads((tmp_path / "design.json").read_text())
    damage: list[dict[str, Any]] = [{"agents": None}, {"agents": [["x"]]}, {"rounds": {}}, {"agents": True}]
    for wrong in damage:
        (tmp_path / "design.json").write_text(json.dumps(design | wrong))
        with pytest.raises(BadInput, match="holds a tournament with"):
            Tournament(tmp_path, tournament_design("league"))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE cases SET data = '[1'", "a case of case base 'b' is damaged"),
        ("UPDATE cases SET data = '[1,2,3]'", "expected 2 whole numbers"),
        ("UPDATE cases SET data = '[1,\"x\"]'", "expected 2 whole numbers"),
        ("UPDATE bases SET columns = '{'", "the list of columns of case base 'b' is damaged"),
        ("UPDATE bases SET created = 'once'", "holds what no store writes: 'once'$"),
        ("UPDATE runs SET design = '[]'", "run 1 is damaged: expected an object"),
        ("UPDATE runs SET seed = 'x'", "holds what no store writes: 'x'$"),
        ("UPDATE run_rows SET data = CAST(x'ff' AS TEXT)", "Could not decode to UTF-8"),
        ("UPDATE clusterings SET data = x'ff'", "clustering 's' of case base 'b' is damaged"),
        ("UPDATE jobs SET options = ''", "job 1 is damaged"),
        ("UPDATE web_tables SET data = 'null'", "web table 't1' is damaged"),
    ],
)
def test_a_damaged_store_says_what_of_it_is_damaged(tmp_path: Path, change: str, told: str) -> None:
    import sqlite3

    path = tmp_path / "s.db"
    path.write_bytes(READERS["store"].sample()["s.db"])
    raw = sqlite3.connect(path)
    raw.execute(change)
    raw.commit()
    raw.close()
    with pytest.raises(BolichoError, match=told):
        READERS["store"].read(tmp_path)


def test_a_case_at_a_far_position_is_found_without_looking_at_all_between(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "s.db")) as store:
        store.save([a_record()])
        store.add_base("b", "truco", "f", "synthetic", ["x"])
        store.add_cases("b", [[1], [2], [3]])
        with store._writing() as connection:
            connection.exec_driver_sql("UPDATE cases SET position = 4611686018427387904 WHERE position = 2")
        assert list(store.cases("b")) == [[1], [2], [3]]


def test_the_choice_of_a_sound_policy_is_still_drawn(tmp_path: Path) -> None:
    game = bolicho.game("tapatan")
    Network.drawn(game, (4,), 1).save(tmp_path / "p.npz")
    agent = bolicho.agent(f"policy:{tmp_path / 'p.npz'}", game)
    assert agent.choose(game.start().view(0), Random(1)).move in game.start().moves()
