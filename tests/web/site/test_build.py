"""The folder: whole, the same from the same sources, nobody else's files touched; and Pyodide's file checked."""

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bolicho.core.errors import BadInput
from bolicho.web.site import pyodide as fetching
from bolicho.web.site.build import MARK, build
from bolicho.web.site.modules import modules
from bolicho.web.site.pyodide import FILE, pyodide


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_made_twice_it_is_the_same_and_what_was_lost_is_written_again(site: Path, tmp_path: Path) -> None:
    whole = snapshot(site)
    assert build(tmp_path / "again").folder
    assert snapshot(tmp_path / "again") == whole
    (tmp_path / "again" / "index.html").write_text("half")
    next((tmp_path / "again").glob("engine-*/03.js")).unlink()
    assert build(tmp_path / "again").fresh == 2
    assert snapshot(tmp_path / "again") == whole


def test_files_of_an_older_site_go_and_those_of_others_stay(site: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    build(old)
    listed = json.loads((old / MARK).read_text())
    (old / "engine-old").mkdir()
    (old / "engine-old" / "00.js").write_text("old")
    (old / "school.html").write_text("ours")
    (tmp_path / "outside").write_text("ours")
    (old / MARK).write_text(json.dumps({"files": [*listed["files"], "engine-old/00.js", "../outside"]}))
    build(old)
    assert not (old / "engine-old").exists()
    assert (old / "school.html").read_text() == (tmp_path / "outside").read_text() == "ours"
    (old / "school.html").unlink()
    assert snapshot(old) == snapshot(site)


@pytest.mark.parametrize("mark", [None, "[]", "{"])
def test_a_folder_of_somebody_else_is_refused(tmp_path: Path, mark: str | None) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    if mark is not None:
        (tmp_path / MARK).write_text(mark)
    with pytest.raises(BadInput, match="not empty, and not a site of Bolicho"):
        build(tmp_path)
    with pytest.raises(BadInput, match="is a file"):
        build(tmp_path / "thesis.txt")


def test_nothing_is_asked_of_another_server_and_every_link_leads_to_a_file(site: Path) -> None:
    names = {path.name for path in site.glob("*.html")}
    assert names == {f"{name}{suffix}.html" for name in ("index", "table", "rules", "learn") for suffix in ("", ".en")}
    for name in names:
        links = _Links()
        links.feed((site / name).read_text(encoding="utf-8"))
        assert links.found
        for link in links.found:
            file = link.split("#")[0].split("?")[0]
            assert not file or (site / file).is_file(), f"{name}: {link}"


def test_the_service_worker_keeps_every_file_that_a_page_needs(site: Path) -> None:
    listed = json.loads(re.search(r"FILES = (\[.*?\])", (site / "sw.js").read_text())[1])  # type: ignore[index]
    there = set(snapshot(site)) - {"sw.js", MARK, "serve.py", "README.txt", "LEIA-ME.txt"}
    assert set(listed) - {"./"} == there


def test_every_module_that_another_names_is_there() -> None:
    found = modules()
    for name, text in found.items():
        assert not re.search(r"""["'`]\.{1,2}/""", "\n".join(line for line in text.splitlines() if "import" in line)), (
            name
        )
        for other in re.findall(r"""["'`]bolicho/([\w./-]+\.js)["'`]""", text):
            assert other in found, f"{name} names {other}"


def test_it_weighs_less_than_ten_megabytes(site: Path) -> None:
    assert sum(map(len, snapshot(site).values())) < 10e6


# ── where Pyodide comes from ──────────────────────────────────────────────────────────────────────────────────────


def test_a_given_file_must_be_there_and_be_the_right_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no such file"):
        pyodide(tmp_path / FILE)
    (tmp_path / FILE).write_bytes(b"something else")
    with pytest.raises(BadInput, match="SHA-512 differs"):
        pyodide(tmp_path / FILE)


def test_without_npm_one_line_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(BadInput, match=r"npm is not installed here\..*--pyodide"):
        pyodide(cache=tmp_path)


@pytest.mark.parametrize("script", ["#!/bin/sh\necho 'npm error code ENOTFOUND' >&2\nexit 1\n", "#!/bin/sh\nexit 0\n"])
def test_without_a_network_one_line_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    npm = tmp_path / "npm"
    npm.write_text(script)
    npm.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda _: str(npm))
    with pytest.raises(BadInput, match=r"npm could not fetch Pyodide .*(ENOTFOUND|code 0).*--pyodide"):
        pyodide(cache=tmp_path / "cache")


def test_a_broken_file_in_the_cache_is_fetched_again(
    engine: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = Path.home() / ".cache" / "bolicho" / FILE
    (tmp_path / FILE).write_bytes(right.read_bytes()[:1000])
    monkeypatch.setattr(fetching, "_fetch", lambda kept: kept.write_bytes(right.read_bytes()))
    assert pyodide(cache=tmp_path) == engine


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for key, value in attrs if key in ("href", "src", "action") and value]
