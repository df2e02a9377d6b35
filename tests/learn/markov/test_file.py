"""Matrices as files: they come back as they went, and nothing else is taken for them."""

import csv
import json
import re
from pathlib import Path

import numpy as np
import pytest
from tests.learn.markov.hands import finished

from bolicho.core.errors import BadInput
from bolicho.learn.markov.file import export_csv, load, save
from bolicho.learn.markov.matrices import MODULES, Matrices
from bolicho.learn.markov.switches import Switches
from bolicho.learn.markov.update import learn_hand


def learned() -> Matrices:
    matrices = Matrices.initial(Switches.of({"area": "kernel", "gates": "adaptive", "share": "0.2"}))
    for seed in range(30):
        learn_hand(matrices, finished(seed).view(0))
    matrices.matches, matrices.seed, matrices.against = 3, 11, "sound"
    return matrices


def test_matrices_come_back_as_they_went(tmp_path: Path) -> None:
    matrices = learned()
    save(matrices, tmp_path / "m.npz")
    again = load(tmp_path / "m.npz")
    for name in MODULES:
        assert (getattr(again, name).win == getattr(matrices, name).win).all()
        assert (getattr(again, name).loss == getattr(matrices, name).loss).all()
    assert (again.levels == matrices.levels).all()
    assert (again.matches, again.seed, again.switches, again.gates) == (3, 11, matrices.switches, matrices.gates)
    assert again.against == "sound"
    assert any(gate.won + gate.lost for gate in again.gates.values())


def test_a_person_can_read_the_header_and_the_labels(tmp_path: Path) -> None:
    save(learned(), tmp_path / "m.npz")
    with np.load(tmp_path / "m.npz") as file:
        header = json.loads(str(file["header"]))
        assert file["truco_labels"][0] == "4-4-4"
    assert header["matches"] == 3
    assert header["switches"]["area"] == "kernel"


def test_every_matrix_is_exported_with_its_labels(tmp_path: Path) -> None:
    files = export_csv(Matrices.initial(), tmp_path / "out")
    assert len(files) == 9
    with (tmp_path / "out" / "envido_win.csv").open(newline="") as lines:
        rows = list(csv.reader(lines))
    assert rows[0][1:4] == ["0-0", "0-1", "0-2"]
    assert rows[2][:4] == ["0-1", "14", "13", "12"]
    assert len(rows) == 30


def test_a_damaged_foreign_or_newer_file_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "m.npz"
    save(Matrices.initial(), path)
    whole = path.read_bytes()
    with np.load(path) as file:
        parts = dict(file)

    def broken(**changes: object) -> bytes:
        kept = {name: part for name, part in (parts | changes).items() if part is not None}
        with path.open("wb") as out:
            np.savez(out, **kept)
        return path.read_bytes()

    def headed(**changes: object) -> bytes:
        return broken(header=np.array(json.dumps(json.loads(str(parts["header"])) | changes)))

    wrong = parts["truco_win"].copy()
    wrong[3, 3] = np.nan
    cases = {
        "cut": whole[: len(whole) // 2],
        "text": b"not matrices at all",
        "empty": b"",
        "foreign": headed(format="bolicho-qlearning"),
        "newer": headed(version=2),
        "switch": headed(switches={"area": "everything"}),
        "gates": headed(gates={}),
        "less": headed(matches=-1),
        "missing": broken(envido_loss=None),
        "small": broken(envido_loss=np.zeros((3, 3))),
        "nan": broken(truco_win=wrong),
        "labels": broken(flor_labels=parts["flor_labels"][::-1]),
    }
    for name, data in cases.items():
        path.write_bytes(data)
        with pytest.raises(BadInput, match=r"m\.npz") as error:
            load(path)
        assert "\n" not in str(error.value), name
    path.write_bytes(cases["newer"])
    with pytest.raises(BadInput, match="version 2"):
        load(path)
    with pytest.raises(BadInput, match="No such file"):
        load(tmp_path / "none.npz")


def rewritten(path: Path, header: dict[str, object] | None = None, **arrays: object) -> None:
    """Save matrices with parts of the header or of the arrays changed."""
    save(Matrices.initial(), path)
    with np.load(path) as file:
        parts = dict(file)
    told = json.loads(str(parts["header"])) | (header or {})
    with path.open("wb") as out:
        np.savez(out, **(parts | arrays | {"header": np.array(json.dumps(told))}))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"least": float("nan")}, "accept:truco: least is nan, not a number from 0 to 1"),
        ({"least": float("inf")}, "least is inf"),
        ({"least": 9.0}, "least is 9.0"),
        ({"least": -0.1}, "least is -0.1"),
        ({"least": True}, "least is True"),
        ({"least": "0.5"}, "least is '0.5'"),
        ({"near": -30}, "accept:truco: near is -30, not a whole number from 0 to"),
        ({"won": 1.5}, "won is 1.5"),
        ({"lost": False}, "lost is False"),
        ({"won": 10**30}, "won is 1000000"),
        ({"near": 1}, "near is 1, of 0 bets"),
        ({"colour": 1}, "accept:truco has not just least, won, lost, near"),
    ],
)
def test_a_gate_that_no_bets_could_give_is_named(tmp_path: Path, change: dict[str, object], said: str) -> None:
    gates = {call: gate._asdict() for call, gate in Matrices.initial().gates.items()}
    rewritten(tmp_path / "m.npz", {"gates": gates | {"accept:truco": gates["accept:truco"] | change}})
    with pytest.raises(BadInput, match=re.escape(said)) as error:
        load(tmp_path / "m.npz")
    assert str(error.value).startswith(f"{tmp_path / 'm.npz'}: damaged: gate ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"matches": True}, "matches is True"),
        ({"matches": 10**30}, "matches is 1000000"),
        ({"matches": 2.5}, "matches is 2.5"),
        ({"matches": "x" * 999}, "matches is 'xxx"),
        ({"seed": True}, "seed is True"),
        ({"seed": 1.5}, "seed is 1.5"),
        ({"against": 3}, "against is 3"),
        ({"switches": {"share": True}}, "share=True"),
        ({"gates": []}, "its gates are not those of the calls"),
    ],
)
def test_a_header_that_no_training_writes_is_named(tmp_path: Path, header: dict[str, object], said: str) -> None:
    rewritten(tmp_path / "m.npz", header)
    with pytest.raises(BadInput, match=re.escape(said)) as error:
        load(tmp_path / "m.npz")
    assert str(error.value).startswith(str(tmp_path / "m.npz"))
    assert len(str(error.value)) < len(str(tmp_path)) + 150


@pytest.mark.parametrize("count", [1.7e308, float("inf"), float("nan"), -1.0])
def test_counts_that_no_hands_give_are_named_with_their_place(tmp_path: Path, count: float) -> None:
    wrong = Matrices.initial().envido.win
    wrong[3, 4] = count
    rewritten(tmp_path / "m.npz", envido_win=wrong)
    with pytest.raises(BadInput, match=re.escape(f"envido_win has {count:g} at 3, 4")):
        load(tmp_path / "m.npz")


def test_a_file_that_does_not_say_against_whom_is_read(tmp_path: Path) -> None:
    save(Matrices.initial(), tmp_path / "m.npz")
    with np.load(tmp_path / "m.npz") as file:
        parts = dict(file)
    told = json.loads(str(parts["header"]))
    del told["against"]
    np.savez(tmp_path / "m.npz", **(parts | {"header": np.array(json.dumps(told))}))
    assert load(tmp_path / "m.npz").against is None


def test_nothing_half_written_is_left_behind(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        save(Matrices.initial(), tmp_path / "nowhere" / "m.npz")
    assert list(tmp_path.iterdir()) == []
