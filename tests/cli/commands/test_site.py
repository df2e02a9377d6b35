"""`bolicho site`: what it says, and what it refuses in one line; the folder itself is tested in tests/web/site."""

import json
from pathlib import Path

import pytest
from tests.cli.front_door import knock, refused

from bolicho.web.site import build as building
from bolicho.web.site.pyodide import LOCK, PARTS

ENGINE = dict.fromkeys(PARTS, b"x") | {LOCK: b'{"info": {}}'}


def test_it_says_where_the_folder_is_and_how_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "pyodide", lambda _: ENGINE)
    said = knock("site", str(tmp_path / "school"))
    assert said.code == 0, said.err
    assert "MB" in said.out
    assert "index.html" in said.out
    again = json.loads(knock("site", str(tmp_path / "school"), "--json").out)
    files = [path for path in (tmp_path / "school").rglob("*") if path.is_file()]
    assert again["files"] == len(files)
    assert again["bytes"] == sum(path.stat().st_size for path in files)
    assert again["written"] == 0


def test_a_folder_of_somebody_else_and_a_wrong_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    assert refused(knock("site", str(tmp_path)), "not a site of Bolicho")
    file = tmp_path / "thesis.txt"
    assert refused(knock("site", str(tmp_path / "new"), "--pyodide", str(file)), "SHA-512 differs")
    assert not (tmp_path / "new").exists()
