"""What is read from a file is bounded."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

import bolicho
from bolicho import BadInput
from bolicho.core.files import read_bounded
from bolicho.learn.arrays import read_arrays
from bolicho.learn.cases.files import read
from bolicho.learn.equilibrium import packed_strategy


def test_a_file_that_is_too_large_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x" * 2_000_000)
    assert len(read_bounded(path, 2_000_000)) == 2_000_000
    with pytest.raises(BadInput, match=r"large: larger than 1 MB"):
        read_bounded(path, 1_999_999)


def test_a_board_file_of_gigabytes_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    with path.open("wb") as file:
        file.truncate(3 * 10**9)
    with pytest.raises(BadInput, match=r"large\.toml: larger than 1 MB"):
        bolicho.game(str(path))


def test_a_base_of_gigabytes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolicho.learn.cases.files.LARGEST", 10**6)
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        file.truncate(3 * 10**9)
    with pytest.raises(BadInput, match=r"large\.csv: larger than 1 MB"):
        read(path)


@pytest.mark.parametrize(
    "read",
    [
        lambda path: list(bolicho.read_records(path)),
        lambda path: read_bounded(path, 10),
        lambda path: read_arrays(path, "a policy"),
        packed_strategy.read,
    ],
    ids=["records", "bytes", "arrays", "equilibrium"],
)
def test_a_pipe_a_socket_and_a_folder_are_refused_and_nobody_waits(
    tmp_path: Path, read: Callable[[Path], object]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(tmp_path / "socket"))
        for name in ("pipe", "folder", "socket"):
            with pytest.raises(BadInput, match=f"{name}: not a plain file$"):
                read(tmp_path / name)
